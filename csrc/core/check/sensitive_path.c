/* core/check/sensitive_path.c - Masks the keys of a path that must not be
 * shown (core/check/sensitive.h). */

#include "core/check/sensitive.h"
#include "core/type/state.h"

/* The most fields that a place is compared with. */
enum { MOST_FIELDS = 64 };

/* The fields that may describe one place: several if there are alternatives or
 * placeholders. */
typedef struct fields {
  const ys_field *list[MOST_FIELDS];
  uint32_t count;
  uint32_t visits; /* that may still be made, here and below */
  bool sensitive;  /* one of them is sensitive, or there were too many */
} fields;

typedef struct walk {
  ys_str path;
  size_t at; /* where the next step begins */
  ys_buf out, name;
  const ys_keys *keys; /* of the schema */
  fields now;
  bool last; /* the last key is masked */
} walk;

/* Adds a field or, for a choice, its alternatives. */
static void add(fields *all, const ys_field *field) {
  if (!field->has_sensitive) return;
  all->sensitive |= field->sensitive;
  if (all->count == MOST_FIELDS || all->visits == 0) {
    all->sensitive = true;
    return;
  }
  all->visits--;
  if (field->choice != NULL) {
    for (uint32_t i = 0; i < field->choice->count; i++)
      add(all, &field->choice->alternatives[i]);
    return;
  }
  for (uint32_t i = 0; i < all->count; i++)
    if (all->list[i] == field) return;
  all->list[all->count++] = field;
}

/* The fields below, to be filled in. What stands below sensitive data is
 * sensitive, whatever its field. */
static fields below(const fields *all) {
  return (fields){.visits = all->visits, .sensitive = all->sensitive};
}

static void enter_item(fields *all) {
  fields next = below(all);
  for (uint32_t i = 0; i < all->count; i++)
    if (all->list[i]->kind == YS_ARRAY && all->list[i]->item != NULL)
      add(&next, all->list[i]->item);
  *all = next;
}

/* Enters the value of a key. Returns whether a map has a field of this name. */
static bool enter_key(walk *w, ys_str name) {
  fields *all = &w->now, next = below(all);
  const ys_key *key = ys_keys_find(w->keys, YS_STRING, name);
  bool named = false;
  for (uint32_t i = 0; i < all->count; i++) {
    const ys_map_type *map = all->list[i]->map;
    if (all->list[i]->kind != YS_MAP || map == NULL) continue;
    const int64_t at = key == NULL ? -1 : ys_shape_search(map->shape, key);
    named |= at >= 0;
    if (at >= 0) add(&next, &map->fields[at]);
    for (uint32_t k = 0; (at < 0 || map->shadowed) && k < map->open_count; k++)
      add(&next, map->open[k].field);
  }
  *all = next;
  return named;
}

static bool is_quoted(const walk *w) {
  return w->at + 1 < w->path.len && w->path.ptr[w->at] == '[' &&
         w->path.ptr[w->at + 1] == '"';
}

static void copy(walk *w, size_t end) {
  if (end > w->path.len) end = w->path.len;
  ys_buf_add(&w->out, (ys_str){w->path.ptr + w->at, end - w->at});
  w->at = end;
}

/* Copies a key up to a byte, or masks it. */
static void pass_key(walk *w, ys_str name, size_t end) {
  const bool sensitive = w->now.sensitive;
  w->last = !enter_key(w, name) && sensitive;
  if (w->last) {
    ys_buf_add(&w->out, YS_MASKED);
    w->at = end;
  } else {
    copy(w, end);
  }
}

static void pass_quoted(walk *w) {
  size_t end = w->at + 2;
  while (end < w->path.len && w->path.ptr[end] != '"')
    end += w->path.ptr[end] == '\\' ? 2 : 1;
  if (end > w->path.len) end = w->path.len;
  copy(w, w->at + 2);
  w->name.len = 0;
  ys_path_unescape(&w->name, (ys_str){w->path.ptr + w->at, end - w->at});
  pass_key(w, (ys_str){w->name.ptr, w->name.len}, end);
  copy(w, end + 2);
}

static void pass_plain(walk *w) {
  size_t end;
  if (w->path.ptr[w->at] == '.') copy(w, w->at + 1);
  end = w->at;
  while (end < w->path.len && w->path.ptr[end] != '[' &&
         w->path.ptr[end] != '.')
    end++;
  pass_key(w, (ys_str){w->path.ptr + w->at, end - w->at}, end);
}

static void pass_index(walk *w) {
  size_t end = w->at + 1;
  while (end < w->path.len && w->path.ptr[end] != ']')
    end++;
  enter_item(&w->now);
  w->last = false;
  copy(w, end + 1);
}

ys_status ys_sensitive_path(const void *space, ys_arena *arena, ys_str path,
                            ys_masked_path *out) {
  const ys_space *of = space;
  walk w = {.path = path,
            .keys = ys_sensitive_schema_keys(of),
            .now = {.visits = 10000}};
  w.out = ys_buf_of(arena->memory);
  w.name = ys_buf_of(arena->memory);
  add(&w.now, ys_type_schema(of));
  while (w.at < path.len) {
    if (is_quoted(&w))
      pass_quoted(&w);
    else if (path.ptr[w.at] == '[')
      pass_index(&w);
    else
      pass_plain(&w);
  }
  out->last = w.last;
  out->sensitive = w.now.sensitive;
  out->partly = w.now.count > 0;
  w.out.failed |= w.name.failed;
  ys_buf_release(&w.name);
  return ys_buf_keep(&w.out, arena, &out->path);
}
