#include "core/check/sensitive_word.h"

#include "core/text/alike.h"
#include "core/tree/sensitive.h"

/* How many comparisons with names are made for a text. */
enum { MOST_EFFORT = 1000000 };

/* Whether a character belongs to a key without quotes. */
static bool is_of_word(char c) {
  return !ys_word_is_blank(c) && !ys_word_is_quote(c) &&
         !ys_word_is_of(c, ":={}[],#");
}

ys_str ys_word_at(ys_str line, size_t at) {
  size_t end = at;
  while (end < line.len && is_of_word(line.ptr[end]))
    end++;
  return (ys_str){line.ptr + at, end - at};
}

size_t ys_word_first(ys_str line) {
  size_t at = ys_word_skip_blanks(line, 0);
  while (at < line.len &&
         (ys_word_is_blank(line.ptr[at]) || ys_word_is_quote(line.ptr[at]) ||
          ys_word_is_of(line.ptr[at], "{[#?,") ||
          (line.ptr[at] == '-' && at + 1 < line.len &&
           ys_word_is_blank(line.ptr[at + 1]))))
    at++;
  return at;
}

/* ---- names --------------------------------------------------------------- */

ys_status ys_sensitive_words_init(ys_sensitive_words *w, ys_space *space,
                                  const ys_field *field) {
  *w = (ys_sensitive_words){
      .schema = field == NULL ? NULL : ys_sensitive_schema_keys(space),
      .effort = MOST_EFFORT};
  ys_keys_init(&w->names.keys, &space->arena, NULL);
  if (field != NULL) YS_TRY(ys_sensitive_names_add(&w->names, field));
  for (uint32_t i = 0; i < w->names.keys.number; i++) {
    const ys_str name = w->names.list[i]->text;
    if (name.len == 0) continue;
    w->begins[(unsigned char)name.ptr[0]] = true;
    w->odd |= ys_word_at(name, 0).len < name.len;
  }
  return YS_OK;
}

void ys_sensitive_words_release(ys_sensitive_words *w) {
  ys_keys_release(&w->names.keys);
}

bool ys_sensitive_words_know(const ys_sensitive_words *w, ys_str word) {
  return w->schema != NULL && ys_keys_know(w->schema, YS_STRING, word);
}

/* Whether a name may be joined to what stands beside it in a word: short ones
 * only where a key is expected, as words have them by chance. */
static bool may_be_joined(size_t before, size_t name, size_t after, bool key) {
  if (name >= 4) return true;
  if (before == 0) return key || name == 3;
  return after == 0 && (key || name >= 2);
}

/* Finds a name in a word, to which something is joined because what stood
 * between them is missing. `*end` receives the end of the name. */
static bool find_joined(ys_sensitive_words *w, ys_str word, bool key,
                        size_t *end) {
  *end = 0;
  for (size_t at = 0; at < word.len && *end == 0; at++) {
    if (!w->begins[(unsigned char)word.ptr[at]]) continue;
    const ys_str rest = {word.ptr + at, word.len - at};
    for (uint32_t i = 0; i < w->names.keys.number && w->effort > 0; i++) {
      const ys_str name = w->names.list[i]->text;
      w->effort--;
      if (name.len > 0 && ys_str_starts(rest, name) &&
          may_be_joined(at, name.len, rest.len - name.len, key) &&
          (*end == 0 || at + name.len < *end))
        *end = at + name.len;
    }
  }
  return *end > 0;
}

/* Whether a word is nearly a name. */
static bool is_near(ys_sensitive_words *w, ys_str word) {
  enum { MOST = 200 };
  ys_nearest nearest;
  if (word.len > MOST) return false;
  ys_nearest_init(&nearest, word);
  for (uint32_t i = 0; i < w->names.keys.number && w->effort > 0; i++) {
    w->effort--;
    ys_nearest_offer(&nearest, w->names.list[i]->text);
  }
  return nearest.best.len > 0;
}

/* ---- lines --------------------------------------------------------------- */

/* Whether a colon or an equals sign follows a word. */
static bool is_separated(ys_str line, size_t end) {
  while (end < line.len &&
         (ys_word_is_blank(line.ptr[end]) || ys_word_is_quote(line.ptr[end])))
    end++;
  return end < line.len && ys_word_is_of(line.ptr[end], ":=");
}

static bool is_name(ys_sensitive_words *w, ys_str line, ys_str word, bool first,
                    ys_sensitive_word *out) {
  const size_t at = (size_t)(word.ptr - line.ptr);
  size_t end;
  *out = (ys_sensitive_word){at, at + word.len, true};
  if (ys_keys_know(&w->names.keys, YS_STRING, word)) return true;
  if (ys_sensitive_words_know(w, word)) return false;
  const bool key = first || is_separated(line, at + word.len);
  out->exact = false;
  if (find_joined(w, word, key, &end)) {
    out->end = at + end;
    return true;
  }
  return key && is_near(w, word);
}

/* Whether a name that is no plain word stands at a byte. */
static bool is_odd(ys_sensitive_words *w, ys_str line, size_t at,
                   ys_sensitive_word *out) {
  const ys_str rest = {line.ptr + at, line.len - at};
  if (!w->odd || !w->begins[(unsigned char)line.ptr[at]]) return false;
  for (uint32_t i = 0; i < w->names.keys.number && w->effort > 0; i++) {
    const ys_str name = w->names.list[i]->text;
    w->effort--;
    if (ys_word_at(name, 0).len == name.len || !ys_str_starts(rest, name))
      continue;
    *out = (ys_sensitive_word){at, at + name.len, true};
    return true;
  }
  return false;
}

bool ys_sensitive_words_find(ys_sensitive_words *w, ys_str line,
                             ys_sensitive_word *out) {
  const size_t first = ys_word_first(line);
  size_t end = 0; /* of the last word */
  for (size_t at = ys_word_skip_blanks(line, 0); at < line.len; at++) {
    if (is_odd(w, line, at, out)) return true;
    if (at < first || at < end || !is_of_word(line.ptr[at])) continue;
    const ys_str word = ys_word_at(line, at);
    if (is_name(w, line, word, at == first, out)) return true;
    end = at + word.len;
  }
  return false;
}
