#include "core/export/key_pattern.h"

#include "core/export/portable_pattern.h"
#include "core/export/view.h"

bool ys_keypattern_says(const ys_map_type *map) {
  enum { MOST = 8 }; /* each pattern must exclude all those above it */
  if (map->open_count > MOST) return false;
  for (uint32_t i = 0; i < map->open_count; i++) {
    const ys_open *open = &map->open[i];
    if (open->closure != 0) return false;
    if (open->regexp != NULL && !ys_portable_pattern(open->pattern))
      return false;
  }
  return true;
}

/* Appends a name to those that the placeholder does not take, if its pattern
 * would take it. */
static ys_status add_name(ys_space *space, const ys_open *open, ys_str name,
                          ys_buf *out) {
  ys_search found;
  ys_str problem;
  YS_TRY(ys_regexp_search(space, open->regexp, name, &found, &problem));
  if (found == YS_SEARCH_NOT_FOUND) return YS_OK;
  ys_buf_cstr(out, out->len == 0 ? "(?!(?:" : "|");
  ys_portable_quote(out, name);
  return YS_OK;
}

/* Appends, as alternatives, the keys that are not the placeholder's: those of
 * named fields above it, and old names, wherever they stand. */
static ys_status add_names(ys_space *space, const ys_map_type *map,
                           const ys_open *open, ys_buf *out) {
  const ys_renamed *old = ys_view_old_names(map);
  for (uint32_t i = 0; i < open->position; i++)
    YS_TRY(add_name(space, open, map->shape->keys[i]->text, out));
  for (; old != NULL; old = ys_view_next_old_name(old))
    YS_TRY(add_name(space, open, ys_view_old_key(old)->text, out));
  if (out->len > 0) ys_buf_cstr(out, ")$)");
  return ys_buf_status(out);
}

static void add_search(ys_buf *out, const char *how, ys_str pattern) {
  ys_buf_fill(out, "%s[\\s\\S]*(?:%s))", YS_WORDS(ys_cstr(how), pattern));
}

static ys_status build(ys_space *space, const ys_map_type *map, uint32_t index,
                       ys_buf *out) {
  YS_TRY(add_names(space, map, &map->open[index], out));
  for (uint32_t i = 0; i < index; i++)
    if (map->open[i].regexp != NULL)
      add_search(out, "(?!", map->open[i].pattern);
  return ys_buf_status(out);
}

ys_status ys_keypattern(ys_space *space, const ys_map_type *map, uint32_t index,
                        ys_str *out) {
  const ys_open *open = &map->open[index];
  ys_buf but, all;
  ys_status status;
  but = ys_buf_of(space->arena.memory);
  all = ys_buf_of(space->arena.memory);
  status = build(space, map, index, &but);
  if (but.len == 0) {
    ys_buf_add(&all, open->pattern);
  } else {
    ys_buf_fill(&all, "^%s", YS_WORDS(ys_buf_str(&but)));
    add_search(&all, "(?=", open->pattern);
  }
  if (status == YS_OK) status = ys_buf_keep(&all, &space->arena, out);
  ys_buf_release(&but);
  ys_buf_release(&all);
  return status;
}

ys_status ys_keypattern_owner(ys_space *space, const ys_map_type *map,
                              uint32_t index, ys_key_owner *out) {
  *out = YS_KEY_OWN;
  for (uint32_t i = 0; i < map->open_count && *out == YS_KEY_OWN; i++) {
    const ys_open *open = &map->open[i];
    ys_search found = YS_SEARCH_FOUND;
    ys_str problem;
    if (open->position > index) return YS_OK;
    if (open->regexp != NULL)
      YS_TRY(ys_regexp_search(space, open->regexp,
                              map->shape->keys[index]->text, &found, &problem));
    if (open->closure != 0 || found == YS_SEARCH_GIVEN_UP)
      *out = YS_KEY_UNCLEAR;
    else if (found == YS_SEARCH_FOUND)
      *out = YS_KEY_TAKEN;
  }
  return YS_OK;
}
