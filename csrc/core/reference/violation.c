#include "core/reference/violation.h"

#include "core/fix/fix.h"
#include "core/reference/expected.h"
#include "core/scalar/scalar.h"
#include "core/scalar/show.h"

/* ---- texts --------------------------------------------------------------- */

/* Gives a place as `file.yml:3`. */
static ys_status place_text(ys_space *space, ys_place place, ys_str *out) {
  return ys_str_fill(
      ys_space_records(space), "%s:%s",
      YS_WORDS(ys_sources_name(&space->sources, place), YS_UINT(place.line)),
      out);
}

/* Lists names, if they are few and may be shown. */
static ys_status list_names(ys_space *space, const ys_name_set *names,
                            ys_expected_names *out) {
  enum { LONGEST_SHOWN = 200 };
  const ys_slot *name;
  size_t at = 0, count = 0, len = 0;
  if (names->target->sensitive || out->count > YS_MOST_NAMES_SHOWN)
    return YS_OK;
  while ((name = ys_name_set_next(names, &at)) != NULL) {
    ys_buf buf = ys_buf_of(space->arena.memory);
    ys_show_value(&buf, name, true);
    YS_TRY(ys_buf_keep(&buf, ys_space_records(space), &out->shown[count]));
    len += out->shown[count++].len;
  }
  if (len <= LONGEST_SHOWN) out->shown_count = count;
  return YS_OK;
}

static ys_status expected_names(ys_space *space, const ys_refers *reference,
                                const ys_name_set *const *names, ys_str *out) {
  ys_arena *arena = ys_space_records(space);
  ys_expected_names *list =
      ys_arena_zalloc(arena, reference->count, sizeof *list);
  if (list == NULL) return YS_NOMEM;
  for (uint32_t i = 0; i < reference->count; i++) {
    if (names[i] == NULL) continue;
    list[i].count = names[i]->set.count;
    if (names[i]->place.line == 0) continue;
    YS_TRY(place_text(space, names[i]->place, &list[i].place));
    YS_TRY(list_names(space, names[i], &list[i]));
  }
  return ys_refer_expected(arena, reference, list, YS_STR(""), out);
}

/* ---- hints --------------------------------------------------------------- */

/* Offers all strings among the names that may be shown. */
static void offer_names(ys_space *space, ys_nearest *nearest,
                        const ys_name_set *names) {
  const ys_slot *name;
  size_t at = 0;
  if (names == NULL || names->target->sensitive ||
      !ys_space_may_hint(space, (uint32_t)names->set.count))
    return;
  while ((name = ys_name_set_next(names, &at)) != NULL)
    if (name->kind == YS_STRING) ys_nearest_offer(nearest, ys_slot_text(name));
}

/* Whether there is a name that differs from the value only in its type. */
static ys_status has_alike(ys_space *space, const ys_name_set *names,
                           const ys_slot *value, bool *out) {
  ys_slot other = {0};
  ys_str text;
  *out = false;
  if (names == NULL || names->target->sensitive) return YS_OK;
  if (value->kind == YS_STRING) {
    *out = ys_scalar_resolve(ys_slot_text(value), &other) == YS_SCALAR_OK &&
           other.kind != YS_STRING && ys_name_set_find(names, &other) != NULL;
    return YS_OK;
  }
  ys_buf buf = ys_buf_of(space->arena.memory);
  ys_scalar_write(&buf, value);
  YS_TRY(ys_buf_keep(&buf, ys_space_records(space), &text));
  ys_slot_show_text(&other, &text);
  *out = ys_name_set_find(names, &other) != NULL;
  return YS_OK;
}

/* Makes the hint, and the fix if there is one. */
static ys_status add_hint(ys_space *space, const ys_slot *value,
                          const ys_refers *reference,
                          const ys_name_set *const *names, ys_diag *diag) {
  ys_nearest nearest;
  bool alike = false;
  for (uint32_t i = 0; i < reference->count && !alike; i++)
    YS_TRY(has_alike(space, names[i], value, &alike));
  if (alike) {
    diag->args[2] = value->kind == YS_STRING
                        ? YS_STR("the name is no string: leave out the quotes.")
                        : YS_STR("the name is a string: put it in quotes.");
    return YS_OK;
  }
  if (value->kind != YS_STRING) return YS_OK;
  ys_nearest_init(&nearest, ys_slot_text(value));
  for (uint32_t i = 0; i < reference->count; i++)
    offer_names(space, &nearest, names[i]);
  if (ys_nearest_is_misspelt(&nearest))
    diag->fix = ys_fix_text(space, value, nearest.best);
  return ys_nearest_hint(ys_space_records(space), nearest.best, &diag->args[2]);
}

/* ---- records ------------------------------------------------------------- */

static ys_status record(ys_space *space, ys_code code, const ys_slot *slot,
                        const ys_field *field, ys_place by, const ys_path *path,
                        ys_diag **out) {
  *out = ys_space_diagnose(space, code, ys_slot_place(slot), by);
  if (*out == NULL) return YS_NOMEM;
  ys_diag_about(*out, field);
  (*out)->last = ys_slot_last_line(slot);
  return ys_path_text(ys_space_records(space), path, &(*out)->path);
}

ys_status ys_refer_missing(ys_space *space, const ys_typed *value,
                           const ys_refers *reference,
                           const ys_name_set *const *names, ys_gap gap) {
  const bool masked = value->field->has_sensitive;
  ys_diag *diag;
  YS_TRY(record(space, YS_E_REFERENCE, value->slot, value->field,
                reference->place, &value->path, &diag));
  diag->rule = YS_STR("refers");
  diag->gap = gap;
  YS_TRY(expected_names(space, reference, names, &diag->args[0]));
  diag->args[1] = YS_STR("no such name");
  if (!masked) YS_TRY(add_hint(space, value->slot, reference, names, diag));
  return ys_show_in_record(ys_space_records(space), value->slot, masked, diag);
}

/* The keys of an identity: `namespace and name`. */
static void add_keys(ys_buf *buf, const ys_identity *identity) {
  for (uint32_t i = 0; i < identity->count; i++) {
    if (i > 0) ys_buf_cstr(buf, i + 1 == identity->count ? " and " : ", ");
    ys_buf_add(buf, identity->keys[i].text);
  }
}

static ys_status unlike_others(ys_space *space, const ys_identity *identity,
                               ys_str *out) {
  ys_buf buf = ys_buf_of(space->arena.memory);
  ys_buf_cstr(&buf, "different from all other items in ");
  add_keys(&buf, identity);
  return ys_buf_keep(&buf, ys_space_records(space), out);
}

/* Where the first of two items is: `the same as routes[0] (a.yml:3)`. With
 * several keys, their values stand before it. */
static ys_status the_same(ys_space *space, const ys_identity *identity,
                          const ys_identified *first, const ys_path *path,
                          ys_str *out) {
  const ys_place at = ys_slot_place(first->item);
  ys_str text, place = {0};
  YS_TRY(ys_path_text(ys_space_records(space), path, &text));
  if (at.line > 0) YS_TRY(place_text(space, at, &place));
  ys_buf buf = ys_buf_of(space->arena.memory);
  for (uint32_t i = 0; i < identity->count && identity->count > 1; i++) {
    const ys_slot *value = first->values[i];
    ys_buf_fill(&buf, "%s ", &identity->keys[i].text);
    if (identity->keys[i].sensitive)
      ys_buf_add(&buf, YS_MASKED);
    else if (value != NULL)
      ys_show_value(&buf, value, true);
    else
      ys_buf_cstr(&buf, "not given");
    ys_buf_cstr(&buf, i + 1 < identity->count ? ", " : ": ");
  }
  ys_buf_fill(&buf, place.len > 0 ? "the same as %s (%s)" : "the same as %s",
              YS_WORDS(text, place));
  return ys_buf_keep(&buf, ys_space_records(space), out);
}

/* A record about one key is about its value, and about the item otherwise. */
ys_status ys_refer_repeated(ys_space *space, const ys_typed *value,
                            const ys_identity *identity,
                            const ys_identified *first,
                            const ys_identified *one) {
  const ys_path before = {&value->path, NULL, first->index};
  const ys_path item = {&value->path, NULL, one->index};
  const ys_target *only = identity->count == 1 ? &identity->keys[0] : NULL;
  const bool alone = only != NULL && only->count == 1;
  const ys_path key = {&item, alone ? only->steps[0].key : NULL, 0};
  const ys_slot *slot = alone ? one->values[0] : one->item;
  ys_diag *diag;
  YS_TRY(record(space, YS_E_IDENTITY, slot, value->field, identity->place,
                alone ? &key : &item, &diag));
  diag->rule = YS_STR("identity");
  if (!ys_gap_is_given(space, slot))
    diag->gap = ys_gap_of(space, one->item, false);
  YS_TRY(unlike_others(space, identity, &diag->args[0]));
  YS_TRY(the_same(space, identity, first, &before, &diag->args[1]));
  return alone ? ys_show_in_record(ys_space_records(space), slot,
                                   only->sensitive, diag)
               : YS_OK;
}
