#include "core/scalar/show.h"

#include "core/scalar/scalar.h"

#include <math.h>

/* The limits of a collection that is shown. */
#define SHOWN_BYTES 200
#define SHOWN_DEPTH 4

/* The digits of a number that are shown. */
enum { SHOWN_DIGITS = 60 };

void ys_show_quoted(ys_buf *buf, ys_str text) {
  ys_buf_fill(buf, "\"%s\"", YS_WORDS(text));
}

typedef struct shower {
  ys_buf *buf;
  bool given; /* leave out what was filled in */
} shower;

static void show(const shower *s, const ys_slot *slot, int depth);

/* Shows the items of an array, or the keys and values of a map. */
static void show_items(const shower *s, const ys_slot *slot, int depth) {
  bool first = true;
  for (const ys_slot *i = ys_slot_first(slot); i != NULL; i = i->next) {
    if (s->given && (i->flags & YS_SLOT_DEFAULT) != 0) continue;
    if (!first) ys_buf_cstr(s->buf, ", ");
    first = false;
    if (depth == SHOWN_DEPTH || s->buf->len > SHOWN_BYTES) {
      ys_buf_cstr(s->buf, "...");
      return;
    }
    if (i->key != NULL) {
      ys_show_quoted(s->buf, i->key->text);
      ys_buf_cstr(s->buf, ": ");
    }
    show(s, i, depth + 1);
  }
}

static void show(const shower *s, const ys_slot *slot, int depth) {
  if (slot->kind == YS_STRING && depth > 0) {
    ys_show_quoted(s->buf, ys_slot_text(slot));
  } else if (slot->kind == YS_STRING) {
    ys_buf_add(s->buf, ys_slot_text(slot));
  } else if (slot->kind == YS_MAP) {
    ys_buf_char(s->buf, '{');
    show_items(s, slot, depth);
    ys_buf_char(s->buf, '}');
  } else if (slot->kind == YS_ARRAY) {
    ys_buf_char(s->buf, '[');
    show_items(s, slot, depth);
    ys_buf_char(s->buf, ']');
  } else if (ys_slot_is_exact(slot) && slot->u.exact->text.len > SHOWN_DIGITS) {
    ys_buf_add(s->buf, (ys_str){slot->u.exact->text.ptr, SHOWN_DIGITS});
    ys_buf_cstr(s->buf, "...");
  } else {
    ys_scalar_write(s->buf, slot);
  }
}

void ys_show_value(ys_buf *buf, const ys_slot *value, bool quoted) {
  show(&(shower){.buf = buf}, value, quoted ? 1 : 0);
}

/* ---- records ------------------------------------------------------------- */

static ys_diag_value kind_of(const ys_slot *value) {
  switch (value->kind) {
  case YS_NULL: return YS_VALUE_NULL;
  case YS_BOOL: return YS_VALUE_BOOL;
  case YS_INT: return YS_VALUE_NUMBER;
  case YS_FLOAT:
    return isfinite(ys_slot_number(value)) || ys_slot_is_exact(value)
               ? YS_VALUE_NUMBER
               : YS_VALUE_WORD;
  case YS_STRING: return YS_VALUE_STRING;
  case YS_MAP:
  case YS_ARRAY: return YS_VALUE_COLLECTION;
  default: return YS_VALUE_UNKNOWN;
  }
}

ys_status ys_show_in_record(ys_arena *arena, const ys_slot *value, bool masked,
                            ys_diag *diag) {
  diag->value_kind = masked ? YS_VALUE_MASKED : kind_of(value);
  switch (diag->value_kind) {
  case YS_VALUE_UNKNOWN:
  case YS_VALUE_NULL:
  case YS_VALUE_MASKED: return YS_OK;
  case YS_VALUE_STRING: diag->value = ys_slot_text(value); return YS_OK;
  default: break;
  }
  ys_buf buf = ys_buf_of(arena->memory);
  if (ys_slot_is_exact(value))
    ys_scalar_write(&buf, value);
  else
    show(&(shower){&buf, (value->flags & YS_SLOT_DEFAULT) == 0}, value, 1);
  return ys_buf_keep(&buf, arena, &diag->value);
}

/* ---- keys ---------------------------------------------------------------
 */

/* Sorts a few names. Insertion sort is good enough for them. */
static void sort_names(ys_str *names, uint32_t count) {
  for (uint32_t i = 1; i < count; i++)
    for (uint32_t j = i; j > 0 && ys_str_cmp(names[j - 1], names[j]) > 0; j--) {
      ys_str swap = names[j];
      names[j] = names[j - 1];
      names[j - 1] = swap;
    }
}

/* So many keys are listed; of a map with more only some. */
enum { MOST = 9, SOME = 5 };

ys_status ys_show_keys(ys_arena *arena, const ys_shape *shape, ys_str *out) {
  ys_str names[MOST], parts[2 * MOST + 1];
  size_t n = 0;
  if (shape->count == 0 || shape->count > MOST) {
    *out = YS_STR("a key declared in map");
    return YS_OK;
  }
  for (uint32_t i = 0; i < shape->count; i++)
    names[i] = shape->keys[i]->text;
  if (shape->count == 1) {
    return ys_str_fill(arena, "a map item with the key named \"%s\"",
                       YS_WORDS(names[0]), out);
  }
  sort_names(names, shape->count);
  for (uint32_t i = 0; i < shape->count; i++) {
    parts[n++] = i == 0 ? YS_STR("one of { ") : YS_STR(", ");
    parts[n++] = names[i];
  }
  parts[n++] = YS_STR(" }");
  return ys_str_join(arena, parts, n, out);
}

/* Finds the keys that are nearest to `given`, the nearest one first. */
static void find_near(ys_str given, const ys_shape *shape, ys_str near[SOME]) {
  size_t distances[SOME];
  uint32_t count = 0;
  for (uint32_t i = 0; i < shape->count; i++) {
    const ys_str name = shape->keys[i]->text;
    ys_nearest one;
    ys_nearest_init_any(&one, given);
    ys_nearest_offer(&one, name);
    uint32_t at = count < SOME ? count++ : SOME;
    for (; at > 0 && distances[at - 1] > one.distance; at--)
      if (at < SOME) {
        distances[at] = distances[at - 1];
        near[at] = near[at - 1];
      }
    if (at == SOME) continue;
    distances[at] = one.distance;
    near[at] = name;
  }
}

/* Lists the nearest keys of a large map. */
static ys_status list_near(ys_space *space, ys_str given, const ys_shape *shape,
                           ys_str *out) {
  ys_str near[SOME];
  find_near(given, shape, near);
  ys_buf buf = ys_buf_of(space->arena.memory);
  for (uint32_t i = 0; i < SOME; i++) {
    ys_buf_cstr(&buf, i == 0 ? "keys of this map: " : ", ");
    ys_buf_add(&buf, near[i]);
  }
  ys_buf_fill(&buf, " and %s more.", YS_WORDS(YS_UINT(shape->count - SOME)));
  return ys_buf_keep(&buf, &space->arena, out);
}

/* The same key in many maps has one answer, so that its violations are alike.
 */
ys_status ys_show_near_keys(ys_space *space, ys_str given,
                            const ys_shape *shape, ys_str *out) {
  ys_diags *diags = &space->diags;
  *out = YS_STR("");
  if (shape->count <= MOST) return YS_OK;
  if (diags->near.shape != shape || !ys_str_eq(diags->near.given, given)) {
    if (!ys_space_may_hint(space, shape->count)) return YS_OK;
    YS_TRY(ys_arena_str(&space->arena, given, &diags->near.given));
    YS_TRY(list_near(space, given, shape, &diags->near.text));
    diags->near.shape = shape;
  }
  *out = diags->near.text;
  return YS_OK;
}
