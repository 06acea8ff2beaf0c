#include "core/print/masking.h"

#include "core/print/masking_parts.h"
#include "core/scalar/scalar.h"
#include "core/text/shorten.h"

#include <stdlib.h>

/* ---- texts --------------------------------------------------------------- */

/* Shorter texts, and numbers, are only masked where they are words of their
 * own, because they are parts of many words. */
enum { LEAST_PART = 4 };

/* Of a longer text only the beginning is searched for, to bound the time. */
enum { MOST_SEARCHED = 1024 };

typedef struct collector {
  const ys_space *space;
  const ys_keys *schema_keys;
  ys_arena *arena;
  ys_masks *masks;
} collector;

static ys_str trim(ys_str s) {
  while (s.len > 0 && (unsigned char)*s.ptr <= ' ')
    s.ptr++, s.len--;
  while (s.len > 0 && (unsigned char)s.ptr[s.len - 1] <= ' ')
    s.len--;
  return s;
}

/* Adds a text, or only counts it while there is no room for texts. */
static void add_text(collector *c, ys_str text, bool as_word) {
  const bool small = text.len<LEAST_PART, large = text.len> MOST_SEARCHED;
  ys_masked_text masked = {
      .text = text, .as_word = as_word || small, .to_end = large};
  if (text.len == 0) return;
  if (masked.to_end) masked.text.len = MOST_SEARCHED;
  if (c->masks->texts != NULL) c->masks->texts[c->masks->text_count] = masked;
  c->masks->text_count++;
}

/* Adds the lines of a text one by one, because messages break and indent them.
 * A line that is also a key of the schema is left out: it is not sensitive, and
 * masking it would make paths unreadable. */
static void add_lines(collector *c, ys_str text, bool as_words) {
  while (text.len > 0) {
    const char *feed = memchr(text.ptr, '\n', text.len);
    const size_t len = feed == NULL ? text.len : (size_t)(feed - text.ptr);
    const ys_str line = trim((ys_str){text.ptr, len});
    if (!ys_keys_know(c->schema_keys, YS_STRING, line))
      add_text(c, line, as_words);
    text.ptr += feed == NULL ? len : len + 1;
    text.len -= feed == NULL ? len : len + 1;
  }
}

/* Adds what a buffer holds, which is released. */
static ys_status add_made(collector *c, ys_buf *buf, bool as_word) {
  ys_str text;
  YS_TRY(ys_buf_keep(buf, c->arena, &text));
  add_text(c, text, as_word);
  return YS_OK;
}

static ys_status add_number(collector *c, const ys_slot *slot) {
  if (c->masks->texts == NULL) {
    c->masks->text_count++;
    return YS_OK;
  }
  ys_buf buf = ys_buf_of(c->arena->memory);
  ys_scalar_write(&buf, slot);
  return add_made(c, &buf, true);
}

/* Adds a text as it is, and as paths write it: it may be a key. */
static ys_status add_user_text(collector *c, ys_str text) {
  add_lines(c, text, false);
  ys_buf buf = ys_buf_of(c->arena->memory);
  ys_path_escape(&buf, text);
  return add_made(c, &buf, false);
}

/* Adds the texts of a note. A text that is also a key of the schema is left
 * out: it is not sensitive, and masking it would make paths unreadable. */
static ys_status add_texts(collector *c, const ys_sensitive *sensitive) {
  const ys_slot *slot = &sensitive->slot;
  if (sensitive->part == YS_SENSITIVE_ENTRY)
    return add_user_text(c, slot->key->text);
  if (sensitive->part == YS_SENSITIVE_UNKNOWN && slot->kind == YS_STRING)
    add_lines(c, ys_slot_text(slot), true);
  if (sensitive->part != YS_SENSITIVE_VALUE) return YS_OK;
  switch (slot->kind) {
  case YS_INT:
  case YS_FLOAT: return add_number(c, slot);
  case YS_STRING:
    return ys_keys_know(c->schema_keys, YS_STRING, ys_slot_text(slot))
               ? YS_OK
               : add_user_text(c, ys_slot_text(slot));
  default: return YS_OK;
  }
}

static ys_status collect_texts(collector *c) {
  const ys_sensitive *s;
  for (s = c->space->sensitives; s != NULL; s = s->next)
    YS_TRY(add_texts(c, s));
  YS_NEW_LIST(c->masks->texts, c->arena, c->masks->text_count + 1);
  c->masks->text_count = 0;
  for (s = c->space->sensitives; s != NULL; s = s->next)
    YS_TRY(add_texts(c, s));
  ys_masks_order_texts(c->masks);
  return YS_OK;
}

/* ---- spans --------------------------------------------------------------- */

ys_status ys_masking_add_span(ys_sensitive_nodes *nodes, size_t start,
                              size_t end) {
  const char *text = nodes->source->text.ptr;
  if (end > nodes->source->text.len) end = nodes->source->text.len;
  while (end > start && (unsigned char)text[end - 1] <= ' ')
    end--;
  if (end <= start) return YS_OK;
  ys_span_link *link;
  YS_KEEP(link, nodes->arena,
          (ys_span_link){nodes->spans,
                         {(uint32_t)start, (uint32_t)end, nodes->number}});
  nodes->spans = link;
  ++*nodes->span_count;
  return YS_OK;
}

static int compare_masked(const void *a, const void *b) {
  const ys_sensitive_node *x = a, *y = b;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  if (x->column != y->column) return x->column < y->column ? -1 : 1;
  return (int)x->part - (int)y->part;
}

/* The byte of a place, or the end of its line. `line` receives that line. */
static size_t find_place(const ys_sensitive_nodes *nodes,
                         const ys_sensitive_node *node, ys_str *line) {
  size_t at = 0;
  *line = ys_source_line(nodes->source, node->line);
  for (uint32_t n = 1; n < node->column && at < line->len; n++) {
    uint32_t code;
    const size_t size = ys_utf8_next(*line, at, &code);
    at += size > 0 ? size : 1;
  }
  return at;
}

/* Masks the text from a place on. */
static ys_status mask_rest(ys_sensitive_nodes *nodes,
                           const ys_sensitive_node *from) {
  const ys_str text = nodes->source->text;
  ys_str line;
  const size_t at = find_place(nodes, from, &line);
  const size_t start = line.len == 0 ? 0 : (size_t)(line.ptr - text.ptr) + at;
  return ys_masking_add_span(nodes, start, text.len);
}

/* Masks the arguments of the annotation at the place of a node. `*found`
 * becomes false if there is none. */
static ys_status mask_arguments(ys_sensitive_nodes *nodes,
                                const ys_sensitive_node *node, bool *found) {
  ys_str line;
  size_t at = find_place(nodes, node, &line);
  const size_t base =
      line.len == 0 ? 0 : (size_t)(line.ptr - nodes->source->text.ptr);
  *found = ys_str_is_at(line, at, "#@");
  if (!*found) return YS_OK;
  while (at < line.len && !ys_is_blank(line.ptr[at]))
    at++;
  while (at < line.len && ys_is_blank(line.ptr[at]))
    at++;
  return ys_masking_add_span(nodes, base + at, base + line.len);
}

/* Masks the nodes of a source. `*whole` becomes false if one of them is not
 * where the source has a node, or if the source cannot be read. */
static ys_status find_spans(ys_sensitive_nodes *nodes, bool *whole) {
  bool by_layout = false;
  uint32_t line = 0; /* whose annotation was masked last */
  qsort(nodes->list, nodes->count, sizeof *nodes->list, compare_masked);
  for (size_t i = 0; i < nodes->count; i++) {
    if (nodes->list[i].part == YS_SENSITIVE_REST)
      return mask_rest(nodes, &nodes->list[i]);
    by_layout |= nodes->list[i].part <= YS_SENSITIVE_ENTRY;
  }
  if (by_layout) YS_TRY(ys_masking_by_layout(nodes, whole));
  for (size_t i = 0; *whole && i < nodes->count; i++) {
    ys_sensitive_node *node = &nodes->list[i];
    if (node->found) continue;
    if (node->line != line) YS_TRY(mask_arguments(nodes, node, whole));
    line = node->line;
  }
  return YS_OK;
}

/* Counts the nodes of each source and gives each source a part of one array. */
static ys_status divide(const ys_space *space, ys_arena *arena,
                        ys_sensitive_nodes *nodes) {
  const uint32_t count = space->sources.count;
  size_t all = 0;
  for (const ys_sensitive *s = space->sensitives; s != NULL; s = s->next)
    if (ys_slot_line(&s->slot) > 0 && ys_slot_source(&s->slot) < count) {
      nodes[ys_slot_source(&s->slot)].count++;
      all++;
    }
  ys_sensitive_node *list = ys_arena_zalloc(arena, all + 1, sizeof *list);
  if (list == NULL) return YS_NOMEM;
  for (uint32_t i = 0; i < count; i++) {
    nodes[i].list = list;
    list += nodes[i].count;
    nodes[i].count = 0;
  }
  return YS_OK;
}

static void fill_lists(const ys_space *space, ys_sensitive_nodes *nodes) {
  for (const ys_sensitive *s = space->sensitives; s != NULL; s = s->next) {
    const ys_place at = ys_slot_place(&s->slot);
    if (at.line == 0 || at.source >= space->sources.count) continue;
    ys_sensitive_nodes *of = &nodes[at.source];
    of->list[of->count++] =
        (ys_sensitive_node){at.line, at.column, s->part, false};
  }
}

static ys_status copy_spans(const ys_sensitive_nodes *nodes, uint32_t count,
                            ys_arena *arena, ys_masks *masks) {
  YS_NEW_LIST(masks->spans, arena, masks->span_count + 1);
  masks->span_count = 0;
  for (uint32_t i = 0; i < count; i++)
    for (const ys_span_link *l = nodes[i].spans; l != NULL; l = l->next)
      masks->spans[masks->span_count++] = l->span;
  ys_masks_order_spans(masks);
  return YS_OK;
}

static ys_status collect_spans(collector *c) {
  const ys_sources *sources = &c->space->sources;
  bool whole;
  ys_sensitive_nodes *nodes =
      ys_arena_zalloc(c->arena, sources->count + 1, sizeof *nodes);
  if (nodes == NULL) return YS_NOMEM;
  YS_TRY(divide(c->space, c->arena, nodes));
  fill_lists(c->space, nodes);
  for (uint32_t i = 0; i < sources->count; i++) {
    nodes[i].source = sources->list[i];
    nodes[i].number = (uint16_t)i;
    nodes[i].extracts = c->space->extracts;
    nodes[i].arena = c->arena;
    nodes[i].span_count = &c->masks->span_count;
    whole = !c->masks->closed[i];
    if (nodes[i].count > 0 && whole) YS_TRY(find_spans(&nodes[i], &whole));
    c->masks->closed[i] = !whole;
  }
  return copy_spans(nodes, sources->count, c->arena, c->masks);
}

/* Finds the sources that could not be read. */
static ys_status find_closed(collector *c) {
  const uint32_t count = c->space->sources.count;
  YS_NEW_LIST(c->masks->closed, c->arena, count + 1);
  c->masks->made_for = count;
  for (const ys_sensitive *s = c->space->sensitives; s != NULL; s = s->next)
    if (s->part == YS_SENSITIVE_SOURCE && ys_slot_source(&s->slot) < count)
      c->masks->closed[ys_slot_source(&s->slot)] = true;
  return YS_OK;
}

static ys_status collect_places(collector *c) {
  const ys_sensitive *s;
  size_t count = 0;
  for (s = c->space->sensitives; s != NULL; s = s->next)
    count += ys_slot_line(&s->slot) > 0;
  YS_NEW_LIST(c->masks->places, c->arena, count + 1);
  for (s = c->space->sensitives; s != NULL; s = s->next)
    if (ys_slot_line(&s->slot) > 0 && s->part != YS_SENSITIVE_SOURCE)
      c->masks->places[c->masks->place_count++] = ys_slot_place(&s->slot);
  ys_masks_order_places(c->masks);
  return YS_OK;
}

/* Whether the schema of a space has a key of this name. */
static bool knows(const void *space, ys_str key) {
  return ys_keys_know(ys_sensitive_schema_keys(space), YS_STRING, key);
}

static ys_status make(ys_space *space) {
  collector c = {.space = space,
                 .schema_keys = ys_sensitive_schema_keys(space),
                 .arena = &space->arena,
                 .masks = ys_arena_new(&space->arena, ys_masks)};
  if (c.masks == NULL) return YS_NOMEM;
  YS_TRY(collect_texts(&c));
  YS_TRY(find_closed(&c));
  YS_TRY(collect_spans(&c));
  YS_TRY(collect_places(&c));
  c.masks->mask_path = space->mask_path;
  c.masks->knows = knows;
  c.masks->space = space;
  c.masks->made_from = space->sensitives;
  space->rooms[YS_ROOM_PRINT] = c.masks;
  return YS_OK;
}

ys_status ys_mask_texts(ys_space *space, const ys_masks **out) {
  *out = NULL;
  if (space->sensitives == NULL) return YS_OK;
  const ys_masks *masks = space->rooms[YS_ROOM_PRINT];
  if (masks == NULL || masks->made_from != space->sensitives ||
      masks->made_for != space->sources.count)
    YS_TRY(make(space));
  *out = space->rooms[YS_ROOM_PRINT];
  return YS_OK;
}

ys_status ys_mask_report(ys_space *space, const ys_masks **out) {
  *out = NULL;
  return space->diags.count == 0 ? YS_OK : ys_mask_texts(space, out);
}

ys_status ys_mask_shown(const ys_space *space, const ys_masks *masks,
                        ys_arena *arena, const ys_diag **diag) {
  const bool shortens = space->limits.max_violations > 0;
  ys_diag *copy;
  if (masks == NULL && !shortens) return YS_OK;
  YS_KEEP(copy, arena, **diag);
  if (masks != NULL)
    YS_TRY(ys_masks_record(masks, &space->sources, arena, *diag, copy));
  if (shortens) YS_TRY(ys_diag_shorten(arena, copy));
  *diag = copy;
  return YS_OK;
}
