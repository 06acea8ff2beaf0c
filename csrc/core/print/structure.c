#include "core/print/structure.h"

#include "core/print/emit.h"
#include "core/print/text_lines.h"

/* ---- nodes --------------------------------------------------------------- */

/* The range of an entry or item. */
static void range_of(const ys_layout *node, uint32_t *start, uint32_t *end) {
  const bool keyed = node->key_start != YS_LAYOUT_NOWHERE;
  *start = keyed ? node->key_start : node->start;
  *end = node->end > *start ? node->end : *start;
  if (keyed && node->key_end > *end) *end = node->key_end;
}

static bool is_shown(const ys_layout *node) {
  return node->key_start != YS_LAYOUT_NOWHERE || node->first != NULL;
}

/* The first node from `node` on, among those beside it, that has a symbol. */
static const ys_layout *shown(const ys_layout *node) {
  while (node != NULL && !is_shown(node))
    node = node->next;
  return node;
}

/* ---- symbols ------------------------------------------------------------- */

typedef struct printer {
  ys_buf *out;
  ys_text_lines lines;
  const ys_str *uri;
} printer;

static void print_name(const printer *p, const ys_layout *node) {
  const ys_key *key = node->key;
  if (key != NULL) {
    ys_emit_json_string(p->out, key->text.len > 0 ? key->text : YS_STR("\"\""));
    return;
  }
  if (node->merge) {
    ys_buf_cstr(p->out, "\"<<\"");
    return;
  }
  ys_buf_cstr(p->out, "\"[");
  ys_buf_uint(p->out, node->number - 1);
  ys_buf_cstr(p->out, "]\"");
}

/* The protocol's number for a kind. */
static unsigned symbol_kind(const ys_layout *node) {
  if (node->style == YS_LAYOUT_ALIAS) return 20;
  switch (node->value.kind) {
  case YS_MAP: return 19;
  case YS_ARRAY: return 18;
  case YS_STRING: return 15;
  case YS_INT:
  case YS_FLOAT: return 16;
  case YS_BOOL: return 17;
  case YS_NULL: return 21;
  default: return 20;
  }
}

static void print_range(const printer *p, const char *name,
                        const ys_position range[2]) {
  static const char *const parts[] = {"\":{\"start\":{\"line\":",
                                      "},\"end\":{\"line\":"};
  ys_buf_cstr(p->out, name);
  for (int i = 0; i < 2; i++) {
    ys_buf_cstr(p->out, parts[i]);
    ys_buf_uint(p->out, range[i].line);
    ys_buf_cstr(p->out, ",\"character\":");
    ys_buf_uint(p->out, range[i].character);
  }
  ys_buf_cstr(p->out, "}}");
}

static void find_ranges(printer *p, const ys_layout *node, ys_position whole[2],
                        ys_position own[2]) {
  uint32_t start, end;
  range_of(node, &start, &end);
  whole[0] = own[0] = ys_text_lines_at(&p->lines, start, true);
  whole[1] = ys_text_lines_at(&p->lines, end, false);
  own[1] = node->key_start == YS_LAYOUT_NOWHERE
               ? own[0]
               : ys_text_lines_at(&p->lines, node->key_end, false);
}

static void print_symbol(printer *p, const ys_layout *node) {
  ys_position whole[2], own[2];
  find_ranges(p, node, whole, own);
  ys_buf_cstr(p->out, "{\"name\":");
  print_name(p, node);
  ys_buf_cstr(p->out, ",\"kind\":");
  ys_buf_uint(p->out, symbol_kind(node));
  if (p->uri == NULL) {
    print_range(p, ",\"range", whole);
    print_range(p, ",\"selectionRange", own);
    return;
  }
  if (node->parent->parent != NULL) {
    ys_buf_cstr(p->out, ",\"containerName\":");
    print_name(p, node->parent);
  }
  ys_buf_cstr(p->out, ",\"location\":{\"uri\":");
  ys_emit_json_string(p->out, *p->uri);
  print_range(p, ",\"range", whole);
  ys_buf_cstr(p->out, "}}");
}

/* Ends symbols up to one that has another one beside it, which is returned.
 * NULL: `root` has no more of them. */
static const ys_layout *end_symbols(printer *p, const ys_layout *node,
                                    const ys_layout *root) {
  for (; node != root; node = node->parent) {
    const ys_layout *next = shown(node->next);
    if (p->uri == NULL) ys_buf_char(p->out, '}');
    if (next != NULL) return next;
    if (p->uri == NULL && node->parent != root) ys_buf_char(p->out, ']');
  }
  return NULL;
}

static void print_below(printer *p, const ys_layout *root, bool *more) {
  const ys_layout *node = shown(root->first);
  while (node != NULL) {
    if (*more) ys_buf_char(p->out, ',');
    print_symbol(p, node);
    const ys_layout *below = shown(node->first);
    *more = below == NULL || p->uri != NULL;
    if (below != NULL && p->uri == NULL) ys_buf_cstr(p->out, ",\"children\":[");
    node = below != NULL ? below : end_symbols(p, node, root);
  }
}

ys_status ys_print_symbols(ys_buf *out, const ys_structure *structure,
                           const ys_str *uri) {
  printer p = {.out = out, .uri = uri};
  bool more = false;
  ys_arena arena;
  ys_arena_init(&arena, out->memory);
  const ys_status status = ys_text_lines_init(&p.lines, &arena, structure);
  ys_buf_char(out, '[');
  if (status == YS_OK)
    for (const ys_layout_document *d = structure->layouts->first; d != NULL;
         d = d->next)
      print_below(&p, d->root, &more);
  ys_buf_char(out, ']');
  ys_arena_release(&arena);
  return status != YS_OK ? status : ys_buf_status(out);
}

/* ---- folding ------------------------------------------------------------- */

static void print_fold(const printer *p, uint32_t from, uint32_t to,
                       const char *rest) {
  if (p->out->len > 1) ys_buf_char(p->out, ',');
  ys_buf_cstr(p->out, "{\"startLine\":");
  ys_buf_uint(p->out, from);
  ys_buf_cstr(p->out, ",\"endLine\":");
  ys_buf_uint(p->out, to);
  ys_buf_cstr(p->out, rest);
}

static uint32_t first_line(const printer *p, const ys_layout *node) {
  uint32_t start, end;
  range_of(node, &start, &end);
  return ys_text_lines_find(&p->lines, start);
}

/* Writes the fold of a node, unless that of the node above it begins on the
 * same line. */
static void fold(printer *p, const ys_layout *node, const ys_layout *top) {
  uint32_t start, end;
  range_of(node, &start, &end);
  const uint32_t from = ys_text_lines_find(&p->lines, start);
  const uint32_t to = ys_text_lines_last(&p->lines, start, end);
  p->lines.line = from;
  if (to > from && (node == top || first_line(p, node->parent) != from))
    print_fold(p, from, to, "}");
}

/* Writes the folds of a node and of all nodes below it. */
static void fold_all(printer *p, const ys_layout *top) {
  const ys_layout *node = top;
  for (;;) {
    fold(p, node, top);
    if (node->first != NULL) {
      node = node->first;
      continue;
    }
    while (node != top && node->next == NULL)
      node = node->parent;
    if (node == top) return;
    node = node->next;
  }
}

/* Writes the folds of the comments that are longer than a line. */
static void fold_comments(printer *p) {
  const uint32_t count = p->lines.own.count;
  uint32_t first = count;
  for (uint32_t line = 0; line <= count; line++) {
    const bool comment = line < count && ys_text_lines_comment(&p->lines, line);
    if (comment && first == count) first = line;
    if (comment || first == count) continue;
    if (line - first > 1)
      print_fold(p, first, line - 1, ",\"kind\":\"comment\"}");
    first = count;
  }
}

static void fold_documents(printer *p, const ys_layouts *layouts) {
  const bool several = layouts->first != layouts->last;
  for (const ys_layout_document *d = layouts->first; d != NULL; d = d->next) {
    if (several && d->root->first != NULL) fold_all(p, d->root);
    if (several) continue;
    for (const ys_layout *n = d->root->first; n != NULL; n = n->next)
      fold_all(p, n);
  }
}

ys_status ys_print_folds(ys_buf *out, const ys_structure *structure) {
  printer p = {.out = out};
  ys_arena arena;
  ys_arena_init(&arena, out->memory);
  const ys_status status = ys_text_lines_init(&p.lines, &arena, structure);
  ys_buf_char(out, '[');
  if (status == YS_OK) fold_documents(&p, structure->layouts);
  if (status == YS_OK) fold_comments(&p);
  ys_buf_char(out, ']');
  ys_arena_release(&arena);
  return status != YS_OK ? status : ys_buf_status(out);
}
