#include "core/type/fields.h"

#include "core/scalar/scalar.h"
#include "core/type/state.h"

/* ---- remembered answers -------------------------------------------------- */

/* The field of a key whose function has failed: it accepts every value. */
static const ys_field undecided = {
    .kind = YS_ANY, .kinds = YS_KINDS_ANY, .nullable = true};

/* The memory of a key of a map type that has no field. */
static const ys_field none;

/* Recalls the field of a key of a map type (`about`); or, without a key,
 * whether the function of an open field has failed. */
static bool recall(const ys_space *space, const void *about, const ys_key *key,
                   const ys_field **out) {
  const ys_type_state *state = space->rooms[YS_ROOM_TYPE];
  const ys_field *field =
      state == NULL ? NULL : ys_pairs_get(&state->memos, about, key);
  if (field == NULL) return false;
  *out = field == &none ? NULL : field;
  return true;
}

static ys_status remember(ys_space *space, const void *about, const ys_key *key,
                          const ys_field *field) {
  const ys_field *what = field == NULL ? &none : field;
  ys_type_state *state;
  YS_TRY(ys_type_state_of(space, &state));
  return ys_pairs_set(&state->memos, &space->arena, about, key,
                      (void *)(uintptr_t)what);
}

/* ---- one open field ------------------------------------------------------ */

typedef enum verdict { IS_NOT, IS, IS_UNDECIDED } verdict;

static bool is_any(const ys_open *open) {
  return open->closure == 0 && open->regexp == NULL;
}

static ys_status failed(ys_space *space, const ys_open *open, ys_str problem) {
  YS_TRY(ys_space_record(space, YS_E_KEY_FAILED, open->place, open->place,
                         YS_ARGUMENTS(YS_STR("allowed="), problem)));
  return remember(space, open, NULL, &undecided);
}

/* As with rules, every value except null and false counts as true
 * (reference#truth). */
static bool is_true(const ys_slot *value) {
  return value->kind != YS_NULL && (value->kind != YS_BOOL || value->u.boolean);
}

static ys_status ask(ys_space *space, const ys_open *open, const ys_key *key,
                     verdict *out) {
  const ys_field *field;
  ys_slot given = {0}, own = {0};
  const ys_slot *const arguments[] = {&given, &own};
  ys_reply reply;
  *out = IS_UNDECIDED;
  if (recall(space, open, NULL, &field)) return YS_OK;
  ys_scalar_of_key(key, &given);
  ys_scalar_of_key(open->field->key, &own);
  YS_TRY(ys_host_call(ys_host_of(space), space, open->closure, arguments, 2,
                      &reply));
  if (reply.failed) return failed(space, open, reply.message);
  *out = is_true(&reply.value) ? IS : IS_NOT;
  return YS_OK;
}

/* When a search is given up, an error is recorded for its pattern. */
static ys_status search(ys_space *space, const ys_open *open, const ys_key *key,
                        verdict *out) {
  const ys_field *field;
  ys_search result;
  ys_str problem;
  *out = IS_UNDECIDED;
  if (recall(space, open, NULL, &field)) return YS_OK;
  YS_TRY(ys_regexp_search(space, open->regexp, key->text, &result, &problem));
  if (result == YS_SEARCH_GIVEN_UP) return failed(space, open, problem);
  *out = result == YS_SEARCH_FOUND ? IS : IS_NOT;
  return YS_OK;
}

static ys_status try_open(ys_space *space, const ys_open *open,
                          const ys_key *key, verdict *out) {
  if (open->closure != 0) return ask(space, open, key, out);
  if (open->regexp != NULL) return search(space, open, key, out);
  *out = IS;
  return YS_OK;
}

/* ---- all open fields ----------------------------------------------------- */

/* Whether an open field comes before the named field at `at`. A negative `at`
 * means that there is no named field. */
static bool comes_first(const ys_open *open, int64_t at) {
  return at < 0 || (int64_t)open->position <= at;
}

static ys_status try_each(ys_space *space, const ys_map_type *map,
                          const ys_key *key, int64_t at, const ys_field **out) {
  verdict v = IS_NOT;
  *out = at < 0 ? NULL : &map->fields[at];
  for (uint32_t i = 0; i < map->open_count; i++) {
    const ys_open *open = &map->open[i];
    if (!comes_first(open, at)) return YS_OK;
    YS_TRY(try_open(space, open, key, &v));
    if (v != IS_NOT) {
      *out = v == IS ? open->field : &undecided;
      return YS_OK;
    }
  }
  return YS_OK;
}

ys_status ys_fields_find_open(ys_space *space, const ys_map_type *map,
                              const ys_key *key, int64_t at,
                              const ys_field **out) {
  *out = ys_fields_guess(map, at);
  if (*out != NULL || recall(space, map, key, out)) return YS_OK;
  YS_TRY(try_each(space, map, key, at, out));
  return remember(space, map, key, *out);
}

ys_status ys_fields_find_later(ys_space *space, const ys_map_type *map,
                               const ys_key *key, uint32_t *expect,
                               const ys_field **out) {
  bool asks = false;
  for (uint32_t i = 0; i < map->open_count; i++)
    asks = asks || map->open[i].closure != 0;
  if (asks && !recall(space, map, key, out)) {
    const int64_t at = ys_shape_find(map->shape, key, *expect);
    *out = ys_fields_guess(map, at);
    return YS_OK;
  }
  YS_TRY(ys_fields_find(space, map, key, expect, out));
  if (*out == &undecided) *out = NULL;
  return YS_OK;
}

bool ys_fields_is_undecided(const ys_field *field) {
  return field == &undecided;
}

const ys_field *ys_fields_guess(const ys_map_type *map, int64_t at) {
  const ys_open *first = map->open;
  if (map->open_count == 0 || !comes_first(first, at))
    return at < 0 ? NULL : &map->fields[at];
  return is_any(first) ? first->field : NULL;
}
