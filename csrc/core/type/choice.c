#include "core/type/choice.h"

#include "core/type/selector.h"

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

ys_status ys_choice_expected(ys_arena *arena, const ys_choice *choice,
                             ys_str *out) {
  static const char *const modes[] = {"one", "each", "exactly one"};
  if (choice->by != NULL) return map_expected(arena, choice, out);
  ys_buf buf = ys_buf_of(arena->memory);
  ys_buf_cstr(&buf, "a value that fits ");
  if (choice->count == 1)
    ys_buf_cstr(&buf, "the only alternative");
  else
    ys_buf_fill(&buf, "%s of the %s alternatives",
                YS_WORDS(ys_cstr(modes[choice->mode]), YS_UINT(choice->count)));
  ys_buf_fill(&buf, " of @%s", YS_WORDS(choice->name));
  return ys_buf_keep(&buf, arena, out);
}

/* Appends the number of an alternative with the text that it is written as. */
static void add_name(ys_buf *out, const ys_choice *choice, uint32_t index) {
  enum { LONGEST = 40 }; /* A longer text is not shown as a name. */
  const ys_str words = ys_choice_words(choice, index);
  ys_buf_cstr(out, "alternative ");
  ys_buf_uint(out, (uint64_t)index + 1);
  if (words.len > 0 && words.len <= LONGEST) {
    ys_buf_cstr(out, ", ");
    ys_buf_add(out, words);
  }
}

void ys_choice_report_nearest(ys_buf *out, const ys_choice *choice,
                              uint32_t index) {
  if (choice->count == 1) return;
  ys_buf nearest = ys_buf_of(out->memory);
  ys_buf_cstr(&nearest, "the nearest is ");
  add_name(&nearest, choice, index);
  ys_buf_cstr(&nearest, "; its violations are reported separately\n");
  for (size_t i = 0; i < out->len; i++)
    if (out->ptr[i] == '\n')
      ys_buf_cstr(&nearest, "; ");
    else
      ys_buf_char(&nearest, out->ptr[i]);
  nearest.failed |= out->failed;
  ys_buf_release(out);
  *out = nearest;
}

void ys_choice_add_reason(ys_buf *out, const ys_choice *choice, uint32_t index,
                          ys_str why) {
  if (out->len > 0) ys_buf_char(out, '\n');
  add_name(out, choice, index);
  ys_buf_cstr(out, ": ");
  ys_buf_add(out, why);
}

void ys_choice_add_pair(ys_buf *out, uint32_t first, uint32_t second) {
  ys_buf_fill(
      out, "the value fits alternatives %s and %s",
      YS_WORDS(YS_UINT((uint64_t)first + 1), YS_UINT((uint64_t)second + 1)));
}
