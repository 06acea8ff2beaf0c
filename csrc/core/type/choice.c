#include "core/type/choice.h"

#include "core/type/selector.h"

#include <string.h>

const char *const ys_choice_modes[] = {"any-of", "all-of", "one-of"};

ys_status ys_choice_allowed(ys_arena *arena, uint64_t count, ys_str *out) {
  return ys_str_fill(
      arena, "one of %s%s",
      YS_WORDS(YS_UINT(count),
               ys_cstr(count == 1 ? " allowed value" : " allowed values")),
      out);
}

bool ys_choice_is_masked(const ys_choice *choice, const ys_key *key) {
  for (uint32_t i = 0; i < choice->count; i++) {
    const ys_map_type *map = choice->alternatives[i].map;
    const int64_t at = map == NULL ? -1 : ys_shape_find(map->shape, key, 0);
    if (at >= 0 && map->fields[at].sensitive) return true;
  }
  return false;
}

ys_status ys_choice_kinds(ys_arena *arena, const ys_choice *choice,
                          ys_str *out) {
  return ys_choice_is_masked(choice, choice->by->key)
             ? ys_choice_allowed(arena, choice->count, out)
             : ys_selector_words(arena, choice->by, out);
}

ys_str ys_choice_words(const ys_choice *choice, uint32_t index) {
  const ys_field *field = &choice->alternatives[index];
  const ys_str words = choice->words[index];
  const bool plain = words.len > 2 && words.ptr[words.len - 1] == ')' &&
                     words.ptr[words.len - 2] == '(';
  return field->has_sensitive && !plain ? (ys_str){0} : words;
}

static ys_status map_expected(ys_arena *arena, const ys_choice *choice,
                              ys_str *out) {
  const ys_selector *by = choice->by;
  ys_str kinds;
  YS_TRY(ys_choice_kinds(arena, choice, &kinds));
  return ys_str_fill(arena, "a map whose key \"%s\" is %s",
                     YS_WORDS(by->key->text, kinds), out);
}

const char *ys_choice_rule(const ys_choice *choice) {
  static const char *const rules[] = {"any-of", "all-of", "one-of"};
  return rules[choice->mode];
}

/* ---- names --------------------------------------------------------------- */

enum {
  LONGEST = 40,   /* A longer text is not shown as a name. */
  MOST_NAMED = 4, /* Of more alternatives, the number is given. */
  MOST_COMPARED = 16
};

/* Whether an alternative is written as a name or a call, and not as a literal
 * or as code. */
static bool is_named(ys_str words) {
  static const char *const literals[] = {"True", "False", "None",
                                         "true", "false", "nil"};
  if (words.len == 0 || words.len > LONGEST) return false;
  const char first = words.ptr[0];
  if (!(first >= 'a' && first <= 'z') && !(first >= 'A' && first <= 'Z') &&
      first != '_')
    return false;
  for (size_t i = 0; i < sizeof literals / sizeof *literals; i++)
    if (ys_str_eq(words, ys_cstr(literals[i]))) return false;
  return memchr(words.ptr, ' ', words.len) == NULL;
}

/* Whether the map of no other alternative has a key. */
static bool is_own(const ys_choice *choice, uint32_t index, const ys_key *key) {
  for (uint32_t i = 0; i < choice->count; i++) {
    const ys_map_type *map = choice->alternatives[i].map;
    if (i != index && map != NULL && ys_shape_find(map->shape, key, 0) >= 0)
      return false;
  }
  return true;
}

/* The key by which the map of an alternative is recognised: one that it alone
 * has, and that is required, if there is one; NULL if it has no keys. */
static const ys_key *key_of(const ys_choice *choice, uint32_t index) {
  const ys_field *field = &choice->alternatives[index];
  const ys_map_type *map = field->kind == YS_MAP ? field->map : NULL;
  const ys_key *best = NULL;
  int best_rank = -1;
  if (map == NULL || map->free) return NULL;
  for (uint32_t i = 0; i < map->shape->count && best_rank < 3; i++) {
    const ys_key *key = map->fields[i].key;
    const int rank = (is_own(choice, index, key) ? 2 : 0) +
                     (map->fields[i].required != NULL ? 1 : 0);
    if (rank <= best_rank) continue;
    best = key;
    best_rank = rank;
  }
  return best;
}

/* Appends what distinguishes an alternative: its type, or a key of its map.
 * Returns whether that is a type alone. */
static bool describe(ys_buf *out, const ys_choice *choice, uint32_t index) {
  const ys_field *field = &choice->alternatives[index];
  const ys_key *key = key_of(choice, index);
  if (field->choice != NULL) return false;
  if (key != NULL) {
    ys_buf_cstr(out, "a map with \"");
    ys_buf_add(out, key->text);
    ys_buf_char(out, '"');
    return false;
  }
  ys_buf_add(out, field->kind == YS_ANY ? YS_STR("any value")
                                        : ys_kind_name(field->kind));
  if (field->nullable) ys_buf_cstr(out, " or null");
  return !field->nullable && field->kind != YS_ANY;
}

/* Whether no other alternative has the same description. `out` fails if there
 * is no memory. */
static bool is_distinct(ys_buf *out, const ys_choice *choice, uint32_t index,
                        ys_str description) {
  bool distinct = description.len > 0 && description.len <= LONGEST;
  ys_buf other = ys_buf_of(out->memory);
  for (uint32_t i = 0; distinct && i < choice->count; i++) {
    other.len = 0;
    if (i == index || is_named(ys_choice_words(choice, i))) continue;
    describe(&other, choice, i);
    distinct = !other.failed && !ys_str_eq(ys_buf_str(&other), description);
  }
  if (other.failed) out->failed = true;
  ys_buf_release(&other);
  return distinct;
}

typedef enum naming {
  BY_NUMBER, /* nothing else distinguishes the alternative */
  BY_NAME,
  BY_CONTENT, /* the name is a description of the alternative */
  BY_TYPE     /* the description is that of a type alone */
} naming;

/* Appends the name of an alternative: as it is written if that is short, else
 * what distinguishes it, else its number with the text that is written. */
static naming add_name(ys_buf *out, const ys_choice *choice, uint32_t index) {
  ys_str words = ys_choice_words(choice, index);
  const size_t before = out->len;
  if (is_named(words)) {
    if (words.len > 2 && memcmp(words.ptr + words.len - 2, "()", 2) == 0)
      words.len -= 2;
    ys_buf_add(out, words);
    return BY_NAME;
  }
  if (choice->count <= MOST_COMPARED) {
    const bool typed = describe(out, choice, index);
    if (!out->failed && out->len > before &&
        is_distinct(out, choice, index,
                    (ys_str){out->ptr + before, out->len - before}))
      return typed ? BY_TYPE : BY_CONTENT;
    out->len = before;
  }
  ys_buf_cstr(out, "alternative ");
  ys_buf_uint(out, (uint64_t)index + 1);
  if (words.len > 0 && words.len <= LONGEST) {
    ys_buf_cstr(out, " (");
    ys_buf_add(out, words);
    ys_buf_char(out, ')');
  }
  return BY_NUMBER;
}

/* Lists the names of all alternatives. Returns whether all are types;
 * `*complete` is false if one has no name, or there are too many. */
static bool add_names(ys_buf *out, const ys_choice *choice, bool *complete) {
  const char *last = choice->mode == YS_ANY_OF ? " or " : " and ";
  bool typed = true;
  *complete = choice->count <= MOST_NAMED;
  for (uint32_t i = 0; *complete && i < choice->count; i++) {
    if (i > 0) ys_buf_cstr(out, i + 1 < choice->count ? ", " : last);
    const naming how = add_name(out, choice, i);
    if (how == BY_NUMBER) *complete = false;
    if (how != BY_TYPE) typed = false;
  }
  return typed && *complete;
}

/* ---- texts --------------------------------------------------------------- */

/* Appends "one of the 5 alternatives of @schema/any-of". */
static void add_number(ys_buf *out, const ys_choice *choice) {
  static const char *const modes[] = {"one", "each", "exactly one"};
  if (choice->count == 1) {
    ys_buf_cstr(out, "the only alternative");
  } else {
    ys_buf_cstr(out, modes[choice->mode]);
    ys_buf_cstr(out, " of the ");
    ys_buf_uint(out, choice->count);
    ys_buf_cstr(out, " alternatives");
  }
  ys_buf_cstr(out, " of @");
  ys_buf_add(out, choice->name);
}

ys_status ys_choice_expected(ys_arena *arena, const ys_choice *choice,
                             ys_str *out) {
  static const char *const modes[] = {"", "both ", "only one of "};
  if (choice->by != NULL) return map_expected(arena, choice, out);
  ys_buf names = ys_buf_of(arena->memory), buf = ys_buf_of(arena->memory);
  bool complete;
  const bool typed = add_names(&names, choice, &complete);
  if (!typed || choice->mode != YS_ANY_OF)
    ys_buf_cstr(&buf, "a value that fits ");
  if (complete) {
    const bool is_pair = choice->count == 2 || choice->mode == YS_ONE_OF;
    if (choice->count > 1)
      ys_buf_cstr(&buf, is_pair ? modes[choice->mode] : "");
    ys_buf_add(&buf, ys_buf_str(&names));
  } else {
    add_number(&buf, choice);
  }
  buf.failed |= names.failed;
  ys_buf_release(&names);
  return ys_buf_keep(&buf, arena, out);
}

void ys_choice_report_nearest(ys_buf *out, const ys_choice *choice,
                              uint32_t index) {
  if (choice->count == 1) return;
  ys_buf nearest = ys_buf_of(out->memory);
  ys_buf_cstr(&nearest, "the nearest alternative is ");
  add_name(&nearest, choice, index);
  ys_buf_cstr(&nearest, "; its violations are reported separately");
  if (out->len > 0) ys_buf_char(&nearest, '\n');
  for (size_t i = 0; i < out->len; i++)
    if (out->ptr[i] == '\n')
      ys_buf_cstr(&nearest, "; ");
    else
      ys_buf_char(&nearest, out->ptr[i]);
  nearest.failed |= out->failed;
  ys_buf_release(out);
  *out = nearest;
}

/* Whether a reason only says that the value is of another type than the
 * alternative. */
static bool says_type(ys_str why, const ys_field *field) {
  const ys_str before = YS_STR("expected "), after = YS_STR(", but found "),
               type = ys_kind_name(field->kind);
  const size_t length = before.len + type.len + after.len;
  if (field->kind == YS_ANY) return false;
  for (size_t i = 0; i + length <= why.len; i++)
    if (memcmp(why.ptr + i, before.ptr, before.len) == 0)
      return memcmp(why.ptr + i + before.len, type.ptr, type.len) == 0 &&
             memcmp(why.ptr + i + before.len + type.len, after.ptr,
                    after.len) == 0;
  return false;
}

void ys_choice_add_reason(ys_buf *out, const ys_choice *choice, uint32_t index,
                          ys_str why) {
  const size_t before = out->len;
  if (out->len > 0) ys_buf_char(out, '\n');
  const naming how = add_name(out, choice, index);
  const bool is_described = how == BY_TYPE || how == BY_CONTENT;
  if (is_described && says_type(why, &choice->alternatives[index])) {
    out->len = before;
    return;
  }
  ys_buf_cstr(out, ": ");
  ys_buf_add(out, why);
}

void ys_choice_add_pair(ys_buf *out, const ys_choice *choice, uint32_t first,
                        uint32_t second) {
  ys_buf_cstr(out, "the value fits ");
  add_name(out, choice, first);
  ys_buf_cstr(out, " and ");
  add_name(out, choice, second);
}
