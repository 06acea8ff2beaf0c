#include "core/annotation/expect.h"

/* Reads "2+". A number that is too large to be reached becomes the largest
 * one. */
static bool at_least(ys_str text, uint64_t *least) {
  const size_t digits = text.len - 1;
  uint64_t n = 0;
  if (text.len < 2 || text.ptr[digits] != '+') return false;
  for (size_t i = 0; i < digits; i++) {
    if (text.ptr[i] < '0' || text.ptr[i] > '9') return false;
    if (n <= UINT32_MAX) n = n * 10 + (uint64_t)(text.ptr[i] - '0');
  }
  *least = n;
  return true;
}

/* ---- which values are accepted ------------------------------------------- */

static ys_status invalid_value(ys_arena *arena, const ys_slot *value,
                               ys_str annotation, ys_str keyword,
                               ys_str *problem) {
  return ys_str_fill(
      arena,
      "Expected '%s' annotation keyword argument '%s' to be either int, string "
      "or function, but was %s",
      YS_WORDS(annotation, keyword,
               value->kind == YS_INT     ? YS_STR("a negative integer")
               : value->kind == YS_ARRAY ? YS_STR("a list of something else")
                                         : ys_kind_name((ys_kind)value->kind)),
      problem);
}

static bool is_count(const ys_slot *value) {
  if (value->kind == YS_INT)
    return (value->flags & YS_SLOT_UNSIGNED) != 0 || value->u.integer >= 0;
  return value->kind == YS_CLOSURE;
}

static ys_status check_one(ys_arena *arena, const ys_slot *value,
                           ys_str annotation, ys_str keyword, ys_str *problem) {
  uint64_t least;
  if (is_count(value)) return YS_OK;
  if (value->kind != YS_STRING)
    return invalid_value(arena, value, annotation, keyword, problem);
  if (at_least(ys_slot_text(value), &least)) return YS_OK;
  return ys_str_fill(arena,
                     "Expected '%s' to be in format 'i+' where i is an integer",
                     YS_WORDS(ys_slot_text(value)), problem);
}

ys_status ys_expect_check(ys_arena *arena, const ys_slot *value,
                          ys_str annotation, ys_str keyword, ys_str *problem) {
  *problem = (ys_str){0};
  if (value->kind != YS_ARRAY)
    return check_one(arena, value, annotation, keyword, problem);
  if (ys_slot_size(value) == 0)
    return invalid_value(arena, value, annotation, keyword, problem);
  for (const ys_slot *s = ys_slot_first(value); s != NULL; s = s->next) {
    YS_TRY(check_one(arena, s, annotation, keyword, problem));
    if (problem->len > 0) return YS_OK;
  }
  return YS_OK;
}

/* ---- which counts are accepted ------------------------------------------- */

static bool range_of(const ys_slot *value, uint64_t *least, uint64_t *most) {
  *least = 0;
  *most = UINT64_MAX;
  if (value->kind == YS_CLOSURE) return false;
  if (value->kind == YS_STRING)
    at_least(ys_slot_text(value), least);
  else
    *least = *most = value->u.natural;
  return true;
}

/* For a list, every count from `least` to `most` is accepted if the ranges of
 * its items touch. Only each item and those before it are compared, so this may
 * be overlooked for some orders. */
bool ys_expect_range(const ys_expect *expect, uint64_t *least, uint64_t *most) {
  const ys_slot count = {.kind = YS_INT, .u.natural = expect->count};
  const ys_slot *value = expect->value == NULL ? &count : expect->value;
  uint64_t from, to;
  bool whole;
  if (value->kind != YS_ARRAY) {
    whole = range_of(value, least, most);
    if (expect->value == NULL && expect->missing_ok && *least > 0) {
      whole = whole && *least == 1;
      *least = 0;
    }
    return whole;
  }
  value = ys_slot_first(value);
  whole = range_of(value, least, most);
  while ((value = value->next) != NULL) {
    whole &= range_of(value, &from, &to);
    whole &= (from <= *most || from - *most == 1) &&
             (*least <= to || *least - to == 1);
    if (from < *least) *least = from;
    if (to > *most) *most = to;
  }
  return whole;
}

/* ---- validating a count -------------------------------------------------- */

/* The validation of one expectation. The message is made later, because only
 * one expectation of a list needs one. */
typedef struct verdict {
  ys_assessment assessment;
  const ys_slot *value; /* what was expected */
  ys_str failure; /* the message of a closure that failed; "" if it returned */
} verdict;

static ys_status validate_by_closure(ys_space *space, const ys_host *host,
                                     uint32_t found, verdict *out) {
  const ys_slot count = {.kind = YS_INT, .u.integer = found};
  const ys_slot *const arguments[] = {&count};
  ys_reply reply;
  YS_TRY(
      ys_host_call(host, space, out->value->u.closure, arguments, 1, &reply));
  if (reply.failed)
    out->failure = reply.message;
  else if (reply.value.kind == YS_BOOL)
    out->assessment = reply.value.u.boolean ? YS_MET : YS_NOT_MET;
  return YS_OK;
}

static ys_status validate_one(ys_space *space, const ys_host *host,
                              const ys_slot *value, uint32_t found,
                              verdict *out) {
  uint64_t least = 0;
  bool met;
  *out = (verdict){.assessment = YS_NOT_VALIDATED, .value = value};
  if (value->kind == YS_CLOSURE)
    return validate_by_closure(space, host, found, out);
  if (value->kind == YS_STRING) {
    at_least(ys_slot_text(value), &least);
    met = found >= least;
  } else { /* a negative integer, read as a natural one, exceeds every count */
    met = value->u.natural == found;
  }
  out->assessment = met ? YS_MET : YS_NOT_MET;
  return YS_OK;
}

/* Accepts the count if any expectation of the list does. Otherwise the last
 * expectation is reported; but one that could not be validated takes precedence
 * over those that are not met. */
static ys_status validate_list(ys_space *space, const ys_host *host,
                               const ys_slot *list, uint32_t found,
                               verdict *out) {
  verdict one;
  *out = (verdict){.assessment = YS_NOT_MET, .value = ys_slot_first(list)};
  for (const ys_slot *s = ys_slot_first(list); s != NULL; s = s->next) {
    YS_TRY(validate_one(space, host, s, found, &one));
    if (one.assessment == YS_NOT_MET && out->assessment == YS_NOT_VALIDATED)
      continue;
    *out = one;
    if (one.assessment == YS_MET) return YS_OK;
  }
  return YS_OK;
}

/* ---- messages ------------------------------------------------------------ */

static ys_status word_count(ys_arena *arena, const char *relation,
                            uint64_t wanted, uint32_t found, ys_str *problem) {
  return ys_str_fill(
      arena, "Expected number of matched nodes to be %s%s, but was %s",
      YS_WORDS(ys_cstr(relation), YS_UINT(wanted), YS_UINT(found)), problem);
}

static ys_status word(ys_arena *arena, const verdict *v, ys_str keyword,
                      uint32_t found, ys_str *problem) {
  uint64_t least = 0;
  switch (v->value->kind) {
  case YS_INT:
    return word_count(arena, "", v->value->u.natural, found, problem);
  case YS_STRING:
    at_least(ys_slot_text(v->value), &least);
    return word_count(arena, ">= ", least, found, problem);
  default: break;
  }
  if (v->failure.len == 0 && v->assessment == YS_NOT_VALIDATED)
    return ys_str_fill(arena,
                       "Expected keyword argument '%s' to have a function that "
                       "returns a boolean",
                       YS_WORDS(keyword), problem);
  *problem = v->failure.len > 0
                 ? v->failure
                 : YS_STR("Expectation of number of matched nodes failed");
  return YS_OK;
}

ys_status ys_expect_validate(ys_space *space, const ys_host *host,
                             const ys_expect *expect, uint32_t found,
                             ys_assessment *out, ys_str *problem) {
  const ys_slot count = {.kind = YS_INT, .u.natural = expect->count};
  const ys_slot *value = expect->value == NULL ? &count : expect->value;
  verdict v;
  if (value->kind == YS_ARRAY)
    YS_TRY(validate_list(space, host, value, found, &v));
  else
    YS_TRY(validate_one(space, host, value, found, &v));
  if (expect->value == NULL && expect->missing_ok && found == 0)
    v.assessment = YS_MET;
  *out = v.assessment;
  if (v.assessment == YS_MET) return YS_OK;
  return word(&space->arena, &v, expect->keyword, found, problem);
}
