#include "core/print/emit.h"

#include "core/scalar/quote.h"

/*
 * Collections nested deeper than this are written in flow style. Each level of
 * indentation makes every line longer; this bound keeps the size of the output
 * linear in the size of the tree.
 */
enum { MAX_BLOCK_DEPTH = 32 };

/* YAML readers search for the `:` of a simple key only within 1024 characters.
 * Longer keys need a `?` in front. */
enum { MAX_SIMPLE_KEY = 1000 };

/* ---- scalars ------------------------------------------------------------- */

static bool is_long_key(ys_str text, ys_style style) {
  /* an escape has at most four characters per byte */
  return text.len > MAX_SIMPLE_KEY / (style == YS_STYLE_PLAIN ? 1 : 4);
}

/* Writes a key and its `:`. In block style the `:` of a long key is on the next
 * line. */
static void emit_key(ys_buf *out, const ys_key *key, size_t indent) {
  if (key->kind != YS_STRING) {
    ys_buf_add(out, key->text);
    ys_buf_char(out, ':');
    return;
  }
  const ys_style style = ys_quote_style(key->text);
  const bool is_long = is_long_key(key->text, style);
  if (is_long) ys_buf_cstr(out, "? ");
  ys_quote(out, key->text, style);
  if (is_long) {
    ys_buf_char(out, '\n');
    ys_buf_repeat(out, ' ', indent);
  }
  ys_buf_char(out, ':');
}

static bool is_filled(const ys_slot *slot) {
  return ys_is_collection(slot) && ys_slot_first(slot) != NULL;
}

/* Writes a scalar or an empty collection. */
static void emit_leaf(ys_buf *out, const ys_slot *slot) {
  if (slot->kind == YS_ARRAY)
    ys_buf_cstr(out, "[]");
  else if (slot->kind == YS_MAP)
    ys_buf_cstr(out, "{}");
  else
    ys_scalar_write(out, slot);
}

/* ---- flow style ---------------------------------------------------------- */

static void emit_flow(ys_buf *out, const ys_slot *slot);

/* Writes a string always in quotes, because plain scalars have more
 * restrictions in flow style. */
static void emit_flow_string(ys_buf *out, ys_str text, bool key) {
  ys_style style = ys_quote_style(text);
  if (style != YS_STYLE_BINARY) style = YS_STYLE_DOUBLE;
  const bool is_long = key && is_long_key(text, style);
  if (is_long) ys_buf_cstr(out, "? ");
  ys_quote(out, text, style);
  if (key) ys_buf_cstr(out, is_long ? " : " : ": ");
}

static void emit_flow_key(ys_buf *out, const ys_key *key) {
  if (key->kind == YS_STRING) {
    emit_flow_string(out, key->text, true);
    return;
  }
  ys_buf_add(out, key->text);
  ys_buf_cstr(out, ": ");
}

static void emit_flow_items(ys_buf *out, const ys_slot *slot) {
  const bool map = slot->kind == YS_MAP;
  ys_buf_char(out, map ? '{' : '[');
  for (const ys_slot *i = ys_slot_first(slot); i != NULL; i = i->next) {
    if (map) emit_flow_key(out, i->key);
    emit_flow(out, i);
    if (i->next != NULL) ys_buf_cstr(out, ", ");
  }
  ys_buf_char(out, map ? '}' : ']');
}

static void emit_flow(ys_buf *out, const ys_slot *slot) {
  if (is_filled(slot)) {
    emit_flow_items(out, slot);
  } else if (slot->kind == YS_STRING) {
    emit_flow_string(out, ys_slot_text(slot), false);
  } else {
    emit_leaf(out, slot);
  }
}

/* ---- block style --------------------------------------------------------- */

/* The writer of a document. */
typedef struct writer {
  ys_buf *out;
  const ys_emit_notes *notes; /* NULL: the lines have no comments */
} writer;

/* Ends the line on which the value of a slot begins. */
static void end_line(const writer *w, const ys_slot *slot) {
  if (w->notes != NULL) w->notes->write(w->notes->ud, slot, w->out);
  ys_buf_char(w->out, '\n');
}

/* The position of a value in the output. */
typedef struct position {
  size_t indent; /* the indentation of the collection around the value */
  int depth;
  bool item; /* after `-`; otherwise after `key:` */
} position;

static void emit_map(const writer *w, const ys_slot *map, size_t indent,
                     int depth);
static void emit_array(const writer *w, const ys_slot *array, size_t indent,
                       int depth);

static void emit_string(const writer *w, const ys_slot *slot, size_t indent) {
  const ys_str text = ys_slot_text(slot);
  const ys_style style = ys_quote_style(text);
  if (style == YS_STYLE_LITERAL)
    ys_quote_literal_header(w->out, text);
  else
    ys_quote(w->out, text, style);
  end_line(w, slot);
  if (style == YS_STYLE_LITERAL) ys_quote_literal_lines(w->out, text, indent);
}

/* Writes a collection with items. After `-` it begins on the same line. After
 * `key:` it begins on the next line, and an array is not indented further. */
static void emit_items(const writer *w, const ys_slot *slot, position at) {
  const bool map = slot->kind == YS_MAP;
  const size_t indent = at.indent + (at.item || map ? 2 : 0);
  if (at.item) {
    ys_buf_char(w->out, ' ');
  } else {
    end_line(w, slot);
    ys_buf_repeat(w->out, ' ', indent);
  }
  if (map)
    emit_map(w, slot, indent, at.depth + 1);
  else
    emit_array(w, slot, indent, at.depth + 1);
}

/* Writes a value after `-` or `key:`, with its line break. */
static void emit_value(const writer *w, const ys_slot *slot, position at) {
  if (is_filled(slot) && at.depth < MAX_BLOCK_DEPTH) {
    emit_items(w, slot, at);
    return;
  }
  ys_buf_char(w->out, ' ');
  if (slot->kind == YS_STRING) {
    emit_string(w, slot, at.indent + 2);
    return;
  }
  emit_flow(w->out, slot);
  end_line(w, slot);
}

/* Writes a map whose first line is already indented. Recursion is bounded by
 * MAX_BLOCK_DEPTH, and in flow style by the parser's limit on depth. */
static void emit_map(const writer *w, const ys_slot *map, size_t indent,
                     int depth) {
  const ys_slot *first = ys_slot_first(map);
  for (const ys_slot *entry = first; entry != NULL; entry = entry->next) {
    if (entry != first) ys_buf_repeat(w->out, ' ', indent);
    emit_key(w->out, entry->key, indent);
    emit_value(w, entry, (position){indent, depth, false});
  }
}

static void emit_array(const writer *w, const ys_slot *array, size_t indent,
                       int depth) {
  const ys_slot *first = ys_slot_first(array);
  for (const ys_slot *item = first; item != NULL; item = item->next) {
    if (item != first) ys_buf_repeat(w->out, ' ', indent);
    ys_buf_char(w->out, '-');
    emit_value(w, item, (position){indent, depth, true});
  }
}

void ys_emit_noted(const ys_slot *document, ys_buf *out,
                   const ys_emit_notes *notes) {
  const writer w = {out, notes};
  if (document->kind == YS_STRING) {
    emit_string(&w, document, 2);
  } else if (!is_filled(document)) {
    emit_leaf(out, document);
    end_line(&w, document);
  } else if (document->kind == YS_MAP) {
    emit_map(&w, document, 0, 1);
  } else {
    emit_array(&w, document, 0, 1);
  }
}

void ys_emit_yaml(const ys_slot *document, ys_buf *out) {
  ys_emit_noted(document, out, NULL);
}

void ys_emit_flow(const ys_slot *value, ys_buf *out) {
  emit_flow(out, value);
}
