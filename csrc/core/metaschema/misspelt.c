/* core/metaschema/misspelt.c - Finds the keyword that a name is probably meant
 * to be (core/metaschema/metaschema.h). */

#include "core/metaschema/walk.h"

/* The keywords that are not compiled, and what other specifications have beside
 * the keywords. */
static const char *const more[] = {
    "title",       "description",   "default",          "examples",
    "readOnly",    "writeOnly",     "deprecated",       "$comment",
    "$vocabulary", "contentSchema", "contentMediaType", "contentEncoding",
    "example"};

enum { MORE = sizeof more / sizeof *more, ALL = YS_KEYWORD_COUNT + MORE };

static ys_str keyword_at(unsigned index) {
  return index < YS_KEYWORD_COUNT
             ? ys_accept_keyword_name((ys_accept_keyword)index)
             : ys_cstr(more[index - YS_KEYWORD_COUNT]);
}

/* Whether two names differ by one letter that is another one, is missing or is
 * added, or by two swapped letters, or only by case. */
static bool is_one_edit(ys_str a, ys_str b) {
  const size_t least = a.len < b.len ? a.len : b.len;
  size_t first = 0, last = 0;
  if (a.len > b.len + 1 || b.len > a.len + 1) return false;
  while (first < least && ys_lower(a.ptr[first]) == ys_lower(b.ptr[first]))
    first++;
  while (last < least - first &&
         ys_lower(a.ptr[a.len - 1 - last]) == ys_lower(b.ptr[b.len - 1 - last]))
    last++;
  const size_t same = first + last;
  if (a.len != b.len) return same == least;
  return same + 1 >= a.len ||
         (same + 2 == a.len &&
          ys_lower(a.ptr[first]) == ys_lower(b.ptr[first + 1]) &&
          ys_lower(a.ptr[first + 1]) == ys_lower(b.ptr[first]));
}

ys_str ys_meta_keyword_meant(ys_str name) {
  ys_str best = {"", 0};
  for (unsigned i = 0; i < ALL; i++)
    if (ys_str_eq(name, keyword_at(i))) return best;
  for (unsigned i = 0; i < ALL; i++) {
    const ys_str keyword = keyword_at(i);
    if (is_one_edit(name, keyword) && !ys_str_eq(keyword, YS_STR("example")) &&
        (best.len == 0 || keyword.len < best.len ||
         (keyword.len == best.len && ys_str_cmp(keyword, best) < 0)))
      best = keyword;
  }
  return best;
}

/* Whether a schema has a keyword. */
static bool has(const ys_slot *schema, ys_str keyword) {
  for (const ys_slot *s = ys_slot_first(schema); s != NULL; s = s->next)
    if (ys_str_eq(s->key->text, keyword)) return true;
  return false;
}

ys_status ys_meta_add_misspelt(ys_meta_check *check, const ys_slot *schema,
                               const ys_slot *entry, const ys_path *path) {
  const ys_str meant = ys_meta_keyword_meant(entry->key->text);
  if (meant.len == 0 || has(schema, meant)) return YS_OK;
  ys_meta_misspelt *made = ys_arena_new(&check->space->arena, ys_meta_misspelt);
  if (made == NULL) return YS_NOMEM;
  made->line = ys_slot_line(entry);
  made->meant = meant;
  made->next = check->misspelt;
  check->misspelt = made;
  return ys_meta_pointer(check, path, &made->pointer);
}
