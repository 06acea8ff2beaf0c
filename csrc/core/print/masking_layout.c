/* core/print/masking_layout.c - Finds sensitive nodes in a source by its
 * layout.
 */

#include "core/base/pairs.h"
#include "core/print/masking_parts.h"
#include "core/yaml/layout.h"

/* The node that had an anchor last, for the aliases of a sensitive node. */
typedef struct anchored {
  const ys_layout_document *document;
  size_t start, end;
} anchored;

typedef struct finder {
  ys_sensitive_nodes *nodes;
  const ys_masking_part *part;
  ys_layouts layouts; /* the documents that have begun */
  ys_keys names;      /* of anchors and aliases */
  ys_pairs anchors;   /* nodes by their names */
} finder;

/* Whether the node at a place is sensitive, and how much of it. */
static bool is_masked(ys_sensitive_nodes *nodes, ys_place place,
                      bool *with_key) {
  size_t low = 0, high = nodes->count;
  bool any = false;
  *with_key = false;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const ys_sensitive_node *h = &nodes->list[middle];
    if (h->line < place.line ||
        (h->line == place.line && h->column < place.column))
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < nodes->count && nodes->list[low].line == place.line &&
         nodes->list[low].column == place.column;
       low++) {
    ys_sensitive_node *h = &nodes->list[low];
    if (h->part > YS_SENSITIVE_ENTRY) continue;
    h->found = any = true;
    *with_key |= h->part == YS_SENSITIVE_ENTRY;
  }
  return any;
}

/* Masks a part of the text. */
static ys_status add_span(const finder *f, size_t start, size_t end) {
  return ys_masking_add_span(f->nodes, f->part->base + start,
                             f->part->base + end);
}

/* ---- anchors ------------------------------------------------------------- */

/* Gives the node with this anchor, or room for it. */
static ys_status find_anchor(finder *f, ys_str name, anchored **out) {
  const ys_key *key;
  YS_TRY(ys_keys_intern(&f->names, YS_STRING, name, &key));
  *out = ys_pairs_get(&f->anchors, key, NULL);
  if (*out != NULL) return YS_OK;
  YS_NEW(*out, f->nodes->arena);
  return ys_pairs_set(&f->anchors, f->nodes->arena, key, NULL, *out);
}

static ys_status note_anchor(finder *f, const ys_layout_properties *properties,
                             size_t start, size_t end) {
  anchored *a;
  if (properties->anchor.ptr == NULL) return YS_OK;
  YS_TRY(find_anchor(f, properties->anchor, &a));
  *a = (anchored){f->layouts.last, start, end};
  return YS_OK;
}

/* Masks the node that a sensitive alias names. */
static ys_status mask_target(finder *f, ys_str name) {
  anchored *a;
  YS_TRY(find_anchor(f, name, &a));
  return a->document == f->layouts.last ? add_span(f, a->start, a->end) : YS_OK;
}

/* ---- nodes --------------------------------------------------------------- */

static size_t line_end(ys_str text, size_t at) {
  while (at < text.len && text.ptr[at] != '\n' && text.ptr[at] != '\r')
    at++;
  return at;
}

/* A value that is missing may be computed by code after it. */
static size_t end_of_code(ys_str text, size_t at) {
  const size_t end = line_end(text, at);
  for (size_t i = at; i + 1 < end; i++)
    if (text.ptr[i] == '#' && text.ptr[i + 1] == '@') return end;
  return at;
}

/* Masks the comment that begins in a line from a byte on, with the blanks in
 * front of it. What closes brackets may stand there, too. */
static ys_status mask_comment(const finder *f, size_t at) {
  const ys_str text = f->part->text;
  const size_t end = line_end(text, at);
  bool closes = false;
  size_t i = at;
  for (; i < end && memchr(" \t,]}", text.ptr[i], 5) != NULL; i++)
    closes |= text.ptr[i] != ' ' && text.ptr[i] != '\t';
  if (i == end || text.ptr[i] != '#') return YS_OK;
  return add_span(f, closes ? i : at, end);
}

/* Masks the comments after a node: at the end of its line, and on lines of
 * their own that are indented further than its entry. */
static ys_status mask_comments(const finder *f, size_t at, size_t column) {
  const ys_str text = f->part->text;
  YS_TRY(mask_comment(f, at));
  for (;;) {
    const char *line = memchr(text.ptr + at, '\n', text.len - at);
    size_t indent = 0;
    if (line == NULL) return YS_OK;
    at = (size_t)(++line - text.ptr);
    while (at + indent < text.len && line[indent] == ' ')
      indent++;
    if (at + indent == text.len || indent <= column || line[indent] != '#')
      return YS_OK;
    YS_TRY(mask_comment(f, at + indent));
  }
}

/* Where the value after a key begins, or a comment between the two. */
static size_t value_start(ys_str text, const ys_layout *node) {
  const size_t end = node->key_end, start = node->start;
  if (end == YS_LAYOUT_NOWHERE || end >= start) return start;
  const char *comment = memchr(text.ptr + end, '#', start - end);
  return comment == NULL ? start : (size_t)(comment - text.ptr);
}

static bool is_leaf(const ys_layout *node) {
  return node->style == YS_LAYOUT_ALIAS ||
         (node->value.kind != YS_MAP && node->value.kind != YS_ARRAY);
}

/* Masks a node with the comments after it. */
static ys_status mask_node(finder *f, const ys_layout *node, bool with_key) {
  const ys_str text = f->part->text;
  size_t from = with_key && node->key_start != YS_LAYOUT_NOWHERE
                    ? node->key_start
                    : value_start(text, node);
  size_t end = node->end;
  if (node->style == YS_LAYOUT_ALIAS)
    YS_TRY(mask_target(f, node->names->alias));
  if (is_leaf(node) && node->content == end) end = end_of_code(text, end);
  while (is_leaf(node) && from < end && text.ptr[from] == ' ')
    from++;
  YS_TRY(add_span(f, from, end));
  return mask_comments(f, end,
                       node->parent == NULL ? 0 : node->place.column - 1);
}

/* The place by which the document of a root is noted. */
static ys_place document_place(const finder *f) {
  const ys_layout_document *document = f->layouts.last;
  return document->marked || f->part->is_part ? document->place
                                              : (ys_place){1, 1, 0};
}

static ys_status on_node(void *ud, const ys_layout *node) {
  finder *f = ud;
  const bool root = node->parent == NULL;
  bool with_key;
  if (node->names != NULL) {
    YS_TRY(note_anchor(f, &node->names->key, node->key_start, node->key_end));
    YS_TRY(note_anchor(f, &node->names->value, node->start, node->end));
  }
  if (!is_masked(f->nodes, root ? document_place(f) : node->place, &with_key) ||
      (root && !is_leaf(node)))
    return YS_OK;
  return mask_node(f, node, with_key);
}

/* ---- texts --------------------------------------------------------------- */

/* Reads with a space of its own, which receives the error of a text that is not
 * YAML. */
static ys_status read(finder *f, ys_space *scratch) {
  ys_sensitive_nodes *nodes = f->nodes;
  ys_extract extract = {f->part->text, 0, f->part->above};
  scratch->limits.max_depth = UINT32_MAX;
  ys_source_retain(nodes->source);
  YS_TRY(ys_sources_add(&scratch->sources, nodes->source, &extract.source));
  ys_keys_init(&f->names, nodes->arena, NULL);
  const ys_status status = ys_layout_visit(scratch, &extract, &f->layouts,
                                           (ys_layout_visitor){on_node, f});
  ys_keys_release(&f->names);
  return status;
}

static ys_status read_part(ys_sensitive_nodes *nodes,
                           const ys_masking_part *part, bool *whole) {
  finder f = {.nodes = nodes, .part = part};
  ys_space scratch;
  ys_status status = ys_space_init(&scratch, nodes->arena->memory, NULL);
  if (status == YS_OK) status = read(&f, &scratch);
  ys_space_release(&scratch);
  *whole &= status == YS_OK;
  return ys_recorded(status);
}

ys_status ys_masking_by_layout(ys_sensitive_nodes *nodes, bool *whole) {
  bool divided = false;
  ys_masking_part part = {.text = nodes->source->text};
  *whole = true;
  for (const ys_extracts *e = nodes->extracts; e != NULL; e = e->next) {
    if (e->extract.source != nodes->number) continue;
    divided = true;
    YS_TRY(ys_masking_put_in_place(nodes, &e->extract, &part));
    if (part.text.ptr == NULL)
      *whole = false;
    else
      YS_TRY(read_part(nodes, &part, whole));
  }
  return divided ? YS_OK : read_part(nodes, &part, whole);
}
