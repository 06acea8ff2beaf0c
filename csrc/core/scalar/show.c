#include "core/scalar/show.h"

#include "core/scalar/scalar.h"

#include <math.h>

/* The limits of a collection that is shown. */
#define SHOWN_BYTES 200
#define SHOWN_DEPTH 4

void ys_show_quoted(ys_buf *buf, ys_str text) {
  ys_buf_char(buf, '"');
  ys_buf_add(buf, text);
  ys_buf_char(buf, '"');
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
    return isfinite(value->u.number) ? YS_VALUE_NUMBER : YS_VALUE_WORD;
  case YS_STRING: return YS_VALUE_STRING;
  case YS_MAP:
  case YS_ARRAY: return YS_VALUE_COLLECTION;
  default: return YS_VALUE_UNKNOWN;
  }
}

ys_status ys_show_in_record(ys_arena *arena, const ys_slot *value, bool masked,
                            ys_diag *diag) {
  ys_buf buf;
  diag->value_kind = masked ? YS_VALUE_MASKED : kind_of(value);
  switch (diag->value_kind) {
  case YS_VALUE_UNKNOWN:
  case YS_VALUE_NULL:
  case YS_VALUE_MASKED: return YS_OK;
  case YS_VALUE_STRING: diag->value = ys_slot_text(value); return YS_OK;
  default: break;
  }
  ys_buf_init(&buf, arena->memory);
  show(&(shower){&buf, (value->flags & YS_SLOT_DEFAULT) == 0}, value, 1);
  return ys_buf_keep(&buf, arena, &diag->value);
}
