#include "core/print/masking.h"

#include "core/print/masking_parts.h"
#include "core/scalar/scalar.h"

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
static void add_lines(collector *c, ys_str text) {
  while (text.len > 0) {
    const char *feed = memchr(text.ptr, '\n', text.len);
    const size_t len = feed == NULL ? text.len : (size_t)(feed - text.ptr);
    const ys_str line = trim((ys_str){text.ptr, len});
    if (!ys_keys_know(c->schema_keys, YS_STRING, line))
      add_text(c, line, false);
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
  ys_buf buf;
  if (c->masks->texts == NULL) {
    c->masks->text_count++;
    return YS_OK;
  }
  ys_buf_init(&buf, c->arena->memory);
  ys_scalar_write(&buf, slot);
  return add_made(c, &buf, true);
}

/* Adds a text as it is, and as paths write it: it may be a key. */
static ys_status add_user_text(collector *c, ys_str text) {
  ys_buf buf;
  add_lines(c, text);
  ys_buf_init(&buf, c->arena->memory);
  ys_path_escape(&buf, text);
  return add_made(c, &buf, false);
}

/* Adds the texts of a note. A text that is also a key of the schema is left
 * out: it is not sensitive, and masking it would make paths unreadable. */
static ys_status add_texts(collector *c, const ys_sensitive *sensitive) {
  const ys_slot *slot = &sensitive->slot;
  if (sensitive->part == YS_SENSITIVE_ENTRY)
    return add_user_text(c, slot->key->text);
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
  c->masks->texts = ys_arena_zalloc(c->arena, c->masks->text_count + 1,
                                    sizeof *c->masks->texts);
  if (c->masks->texts == NULL) return YS_NOMEM;
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
  ys_span_link *link = ys_arena_new(nodes->arena, ys_span_link);
  if (link == NULL) return YS_NOMEM;
  *link = (ys_span_link){nodes->spans,
                         {(uint32_t)start, (uint32_t)end, nodes->number}};
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

/* Of several notes about one place the last one masks the most. */
static bool is_last_at_place(const ys_sensitive_nodes *nodes, size_t index) {
  const ys_sensitive_node *h = &nodes->list[index];
  return index + 1 == nodes->count || h[1].line != h->line ||
         h[1].column != h->column;
}

static ys_status find_spans(ys_sensitive_nodes *nodes) {
  bool by_events = false, whole = true;
  qsort(nodes->list, nodes->count, sizeof *nodes->list, compare_masked);
  for (size_t i = 0; i < nodes->count; i++) {
    /* The text of a flag is not YAML: only its value may be. */
    if (nodes->list[i].part == YS_SENSITIVE_REST)
      return ys_masking_by_lines(nodes, &nodes->list[i]);
    by_events |= nodes->list[i].part <= YS_SENSITIVE_ENTRY;
  }
  if (by_events) YS_TRY(ys_masking_by_events(nodes, &whole));
  for (size_t i = 0; i < nodes->count; i++)
    if ((!whole || !nodes->list[i].found) && is_last_at_place(nodes, i))
      YS_TRY(ys_masking_by_lines(nodes, &nodes->list[i]));
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
  masks->spans =
      ys_arena_zalloc(arena, masks->span_count + 1, sizeof *masks->spans);
  if (masks->spans == NULL) return YS_NOMEM;
  masks->span_count = 0;
  for (uint32_t i = 0; i < count; i++)
    for (const ys_span_link *l = nodes[i].spans; l != NULL; l = l->next)
      masks->spans[masks->span_count++] = l->span;
  ys_masks_order_spans(masks);
  return YS_OK;
}

static ys_status collect_spans(collector *c) {
  const ys_sources *sources = &c->space->sources;
  ys_sensitive_nodes *nodes =
      ys_arena_zalloc(c->arena, sources->count + 1, sizeof *nodes);
  if (nodes == NULL) return YS_NOMEM;
  YS_TRY(divide(c->space, c->arena, nodes));
  fill_lists(c->space, nodes);
  for (uint32_t i = 0; i < sources->count; i++) {
    nodes[i].source = sources->list[i];
    nodes[i].number = (uint16_t)i;
    nodes[i].arena = c->arena;
    nodes[i].span_count = &c->masks->span_count;
    if (nodes[i].count > 0) YS_TRY(find_spans(&nodes[i]));
  }
  return copy_spans(nodes, sources->count, c->arena, c->masks);
}

static ys_status collect_places(collector *c) {
  const ys_sensitive *s;
  size_t count = 0;
  for (s = c->space->sensitives; s != NULL; s = s->next)
    count += ys_slot_line(&s->slot) > 0;
  c->masks->places = ys_arena_zalloc(c->arena, count + 1, sizeof(ys_place));
  if (c->masks->places == NULL) return YS_NOMEM;
  for (s = c->space->sensitives; s != NULL; s = s->next)
    if (ys_slot_line(&s->slot) > 0)
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
  YS_TRY(collect_spans(&c));
  YS_TRY(collect_places(&c));
  c.masks->mask_path = space->mask_path;
  c.masks->knows = knows;
  c.masks->space = space;
  c.masks->made_from = space->sensitives;
  c.masks->made_for = space->sources.count;
  space->rooms[YS_ROOM_PRINT] = c.masks;
  return YS_OK;
}

ys_status ys_mask_report(ys_space *space, const ys_masks **out) {
  *out = NULL;
  if (space->sensitives == NULL || space->diags.count == 0) return YS_OK;
  const ys_masks *masks = space->rooms[YS_ROOM_PRINT];
  if (masks == NULL || masks->made_from != space->sensitives ||
      masks->made_for != space->sources.count)
    YS_TRY(make(space));
  *out = space->rooms[YS_ROOM_PRINT];
  return YS_OK;
}
