/* core/tree/space.c - Spaces (core/tree/node.h). */

#include "core/tree/node.h"

ys_status ys_space_init(ys_space *space, ys_memory memory,
                        const ys_space *parent) {
  memset(space, 0, sizeof *space);
  ys_arena_init(&space->arena, memory);
  ys_folding_init(&space->folding, memory);
  ys_sources_init(&space->sources, memory);
  ys_keys_init(&space->keys, &space->arena, parent ? &parent->keys : NULL);
  space->limits = YS_DEFAULT_LIMITS;
#ifdef YSCHEMA_LIBYAML_ONLY
  space->libyaml_only = true;
#endif
  if (parent == NULL) return YS_OK;
  space->limits = parent->limits;
  space->strict = parent->strict;
  space->core_schema = parent->core_schema;
  space->wide = parent->wide;
  space->libyaml_only = parent->libyaml_only;
  space->refuse_comments = parent->refuse_comments;
  space->inherited_sources = parent->sources.count;
  space->sensitives = parent->sensitives;
  space->extracts = parent->extracts;
  for (uint32_t i = 0; i < parent->sources.count; i++) {
    uint16_t index;
    ys_source_retain(parent->sources.list[i]);
    YS_TRY(ys_sources_add(&space->sources, parent->sources.list[i], &index));
  }
  return YS_OK;
}

void ys_space_release(ys_space *space) {
  ys_memory memory = space->arena.memory;
  for (ys_resource *r = space->resources; r != NULL; r = r->next)
    r->release(r->what);
  space->resources = NULL;
  ys_sources_release(&space->sources);
  ys_keys_release(&space->keys);
  ys_arena_release(&space->arena);
  ys_folding_release(&space->folding);
  memset(&space->diags, 0, sizeof space->diags);
  space->keys = (ys_keys){.arena = &space->arena, .seed = space->keys.seed};
  ys_sources_init(&space->sources, memory);
  memset(space->rooms, 0, sizeof space->rooms);
}

ys_status ys_space_own(ys_space *space, void (*release)(void *what),
                       void *what) {
  ys_resource *resource = ys_arena_new(&space->arena, ys_resource);
  if (resource == NULL) {
    release(what);
    return YS_NOMEM;
  }
  *resource = (ys_resource){space->resources, release, what};
  space->resources = resource;
  return YS_OK;
}

ys_diag *ys_space_diagnose(ys_space *space, ys_code code, ys_place at,
                           ys_place by) {
  return ys_diags_add(&space->diags, ys_space_records(space), code, at, by);
}

/* Whether records may be dropped. */
static bool drops_records(const ys_space *space) {
  return space->folding.on || space->limits.max_violations > 0;
}

ys_status ys_space_open_records(ys_space *space) {
  ys_folding *folding = &space->folding;
  if (!drops_records(space)) return YS_OK;
  YS_TRY(ys_space_settle_now(space));
  folding->open = true;
  space->records = &folding->records;
  return YS_OK;
}

ys_status ys_space_close_records(ys_space *space) {
  ys_folding *folding = &space->folding;
  if (!folding->open) return YS_OK;
  YS_TRY(ys_space_settle_now(space));
  folding->open = false;
  space->records = NULL;
  return YS_OK;
}

ys_status ys_space_sort_records(ys_space *space) {
  ys_folding *folding = &space->folding;
  if (drops_records(space)) YS_TRY(ys_space_settle_now(space));
  ys_diags_sort(&space->diags);
  if (drops_records(space)) folding->last = space->diags.last;
  folding->sorted = true;
  return YS_OK;
}

void ys_space_forget_records(ys_space *space) {
  ys_folding_restart(&space->folding);
  space->records = NULL;
  space->diags = (ys_diags){0};
}

ys_status ys_space_record(ys_space *space, ys_code code, ys_place at,
                          ys_place by, const ys_str *arguments) {
  ys_diag *diag = ys_space_diagnose(space, code, at, by);
  if (diag == NULL) return YS_NOMEM;
  memcpy(diag->args, arguments, sizeof diag->args);
  return YS_OK;
}

ys_status ys_space_note(ys_space *space, ys_code code, ys_place at,
                        ys_str first, ys_str second) {
  return ys_space_record(space, code, at, YS_NOWHERE,
                         YS_ARGUMENTS(first, second));
}

ys_status ys_space_refuse(ys_space *space, ys_code code, ys_place at,
                          ys_str first, ys_str second) {
  YS_TRY(ys_space_note(space, code, at, first, second));
  return YS_INVALID;
}

ys_status ys_space_limit(ys_space *space, ys_code code, ys_place at,
                         uint64_t limit) {
  ys_diag *diag = ys_space_diagnose(space, code, at, YS_NOWHERE);
  if (diag == NULL) return YS_NOMEM;
  YS_TRY(ys_arena_str(&space->arena, YS_UINT(limit), &diag->args[0]));
  return YS_INVALID;
}

bool ys_space_may_hint(ys_space *space, uint32_t count) {
  enum { ENOUGH = 8192 };
  if (space->diags.hint_effort >= ENOUGH) return false;
  space->diags.hint_effort += count < ENOUGH ? count : ENOUGH;
  return true;
}

ys_str ys_space_nearest(ys_space *space, ys_str given, const ys_shape *shape,
                        const ys_key **sure) {
  const ys_key *best = NULL;
  ys_nearest nearest;
  if (sure != NULL) *sure = NULL;
  if (!ys_space_may_hint(space, shape->count)) return YS_STR("");
  ys_nearest_init(&nearest, given);
  for (uint32_t i = 0; i < shape->count; i++) {
    const ys_key *key = shape->keys[i];
    ys_nearest_offer(&nearest, key->text);
    if (key->text.len > 0 && nearest.best.ptr == key->text.ptr) best = key;
  }
  if (sure != NULL && ys_nearest_is_sure(&nearest)) *sure = best;
  return nearest.best;
}
