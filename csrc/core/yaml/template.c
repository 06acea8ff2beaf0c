#include "core/yaml/template.h"

#include "core/tree/charge.h"

bool ys_template_likely(ys_str text) {
  const char *at = text.ptr, *end = text.ptr + text.len;
  while (at < end && (at = memchr(at, '#', (size_t)(end - at))) != NULL) {
    at++;
    if (at == end || *at != '@') continue;
    if (at + 1 == end || at[1] == ' ' || at[1] == '\t' || at[1] == '\r' ||
        at[1] == '\n')
      return true;
  }
  return false;
}

/* ---- what the parser noted ----------------------------------------------- */

static ys_status computed_error(ys_space *space, ys_code code,
                                const ys_computed *computed, ys_str problem) {
  return ys_space_refuse(space, code, computed->place, computed->text, problem);
}

/* Numbers the computed values from 1. Each number is stored in the union of the
 * slot, which is null and so does not use it. */
static ys_status number_computed(ys_part *part, const ys_computed ***list,
                                 uint64_t *numbered) {
  ys_status result = YS_OK;
  size_t count = 0;
  for (ys_computed *c = part->code_notes.computed_first; c != NULL; c = c->next)
    count++;
  YS_NEW_LIST(*list, &part->space->arena, count + 1);
  count = 0;
  for (ys_computed *c = part->code_notes.computed_first; c != NULL;
       c = c->next) {
    const bool given = c->slot->kind != YS_NULL ||
                       (count > 0 && (*list)[count - 1]->slot == c->slot);
    (*list)[count++] = c;
    if (given)
      YS_GO_ON(result, computed_error(part->space, YS_E_COMPUTED_TWICE, c,
                                      (ys_str){0}));
    else
      c->slot->u.natural = count;
  }
  *numbered = count;
  return result;
}

/* Moves the entries that a `<<` added below the slot of the `<<`. That slot
 * takes their position in the map, without a key. */
static void gather(const ys_brought *brought) {
  ys_items *items = ys_slot_items(brought->map);
  ys_slot **link = brought->after != NULL ? &brought->after->next
                                          : ys_slot_link(brought->map);
  ys_slot *merge = brought->merge, *first = *link, *last = first;
  for (uint32_t i = 1; i < brought->count; i++)
    last = last->next;
  ys_slot_make_bare(merge, YS_MAP);
  *link = merge;
  merge->next = last->next;
  last->next = NULL;
  if (items != NULL && items->last == last) items->last = merge;
  merge->key = NULL;
  merge->u.first = first;
  ys_slot_set_size(merge, brought->count);
}

static bool is_gathered(const ys_slot *map, const ys_slot *entry) {
  return map->kind == YS_MAP && entry->key == NULL;
}

/* ---- nodes --------------------------------------------------------------- */

typedef struct flattener {
  ys_part *part;
  const ys_computed **computed;
  uint64_t computed_count;
  uint32_t line; /* of the latest node */
} flattener;

static bool is_before(const ys_slot *a, const ys_slot *b) {
  return ys_slot_where(a) < ys_slot_where(b);
}

/* Whether the slot's value came from an alias: its first item stands before it
 * in the text. */
static bool is_alias(const ys_slot *slot) {
  return ys_is_collection(slot) && ys_slot_first(slot) != NULL &&
         is_before(ys_slot_first(slot), slot);
}

static const ys_computed *take_computed(flattener *f, const ys_slot *slot) {
  const uint64_t number = slot->kind == YS_NULL ? slot->u.natural : 0;
  const ys_computed *computed;
  if (number == 0 || number > f->computed_count) return NULL;
  computed = f->computed[number - 1];
  if (computed == NULL || computed->slot != slot) return NULL;
  f->computed[number - 1] = NULL;
  return computed;
}

static ys_part_node *add_node(flattener *f, ys_slot *slot, uint32_t parent) {
  ys_part *part = f->part;
  ys_part_node *node = &part->nodes[part->count++];
  node->slot = slot;
  node->parent = parent;
  if (parent != YS_NO_NODE) node->depth = part->nodes[parent].depth + 1;
  if (ys_slot_line(slot) > f->line) f->line = ys_slot_line(slot);
  node->line = f->line;
  node->computed = take_computed(f, slot);
  return node;
}

/* Recursion is bounded by the limit on depth. */
static void flatten(flattener *f, ys_slot *slot, uint32_t parent);

static void flatten_items(flattener *f, const ys_slot *slot, uint32_t parent);

/* Flattens the entries that a `<<` added. Entries from an alias are at the line
 * of the `<<`; entries that are written there are flattened as usual. */
static void flatten_gathered(flattener *f, const ys_slot *merge,
                             uint32_t parent) {
  if (ys_slot_line(merge) > f->line) f->line = ys_slot_line(merge);
  for (ys_slot *s = ys_slot_first(merge); s != NULL; s = s->next)
    if (is_before(s, merge))
      add_node(f, s, parent)->whole = true;
    else
      flatten(f, s, parent);
}

static void flatten_items(flattener *f, const ys_slot *slot, uint32_t parent) {
  for (ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next)
    if (is_gathered(slot, s))
      flatten_gathered(f, s, parent);
    else
      flatten(f, s, parent);
}

static void flatten(flattener *f, ys_slot *slot, uint32_t parent) {
  const uint32_t number = f->part->count;
  ys_part_node *node = add_node(f, slot, parent);
  if (!ys_is_collection(slot)) return;
  node->whole = is_alias(slot);
  if (!node->whole) flatten_items(f, slot, number);
}

static ys_status flatten_documents(flattener *f) {
  ys_part *part = f->part;
  const ys_unmarked *unmarked = part->code_notes.unmarked_first;
  uint64_t count = 0;
  for (ys_slot *d = part->documents.first; d != NULL; d = d->next)
    count += ys_slot_count(d);
  if (count >= UINT32_MAX) return YS_NOMEM;
  YS_NEW_LIST(part->nodes, &part->space->arena, (size_t)count + 1);
  for (ys_slot *d = part->documents.first; d != NULL; d = d->next) {
    ys_part_node *node = &part->nodes[part->count];
    flatten(f, d, YS_NO_NODE);
    if (unmarked == NULL || unmarked->document != d) {
      part->marked = true;
      continue;
    }
    node->unmarked = true;
    unmarked = unmarked->next;
  }
  return YS_OK;
}

/* Refuses code without a node, such as code in a value that a `<<` copied. */
static ys_status refuse_lost(const ys_part *part, const ys_computed **list) {
  ys_status result = YS_OK;
  for (ys_computed *c = part->code_notes.computed_first; c != NULL; c = c->next)
    if (*list++ != NULL && result != YS_NOMEM)
      result = computed_error(part->space, YS_E_COMPUTED_VALUE, c,
                              YS_STR("it may not stand in what << brings in"));
  return result;
}

ys_status ys_part_parse(ys_space *space, const ys_extract *extract,
                        ys_part *out) {
  flattener f = {.part = out};
  memset(out, 0, sizeof *out);
  out->space = space;
  YS_TRY(ys_parse_extract(space, extract, &out->code_notes, &out->documents));
  YS_TRY(number_computed(out, &f.computed, &f.computed_count));
  for (ys_brought *b = out->code_notes.brought_first; b != NULL; b = b->next)
    gather(b);
  YS_TRY(flatten_documents(&f));
  YS_TRY(ys_extracts_add(space, extract));
  return refuse_lost(out, f.computed);
}

uint32_t ys_part_find(const ys_part *part, uint32_t line) {
  uint32_t low = 0, high = part->count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (part->nodes[middle].line < line)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* ---- frames -------------------------------------------------------------- */

ys_status ys_frame_init(ys_frame *frame, const ys_part *part, ys_space *space) {
  *frame =
      (ys_frame){.space = space, .part = part, .memory = space->arena.memory};
  frame->documents.annotated = true;
  frame->live_size = ((size_t)part->count + 1) * sizeof(ys_live);
  frame->live = ys_memory_new(frame->memory, frame->live_size);
  if (frame->live == NULL) return YS_NOMEM;
  memset(frame->live, 0, frame->live_size);
  return YS_OK;
}

void ys_frame_release(ys_frame *frame) {
  if (frame->live != NULL)
    ys_memory_free(frame->memory, frame->live, frame->live_size);
  frame->live = NULL;
}

/* ---- instances ----------------------------------------------------------- */

/* Forgets the instances below a node, because a new instance of the node has
 * nothing below it. Each instance is forgotten only once, so this takes
 * constant time on average. */
static void forget_below(ys_live *live, uint32_t node) {
  uint32_t next = live[node].below;
  live[node].below = 0;
  while (next > 0) {
    ys_live *below = &live[next - 1];
    forget_below(live, next - 1);
    next = below->next;
    below->instance = NULL;
    below->next = 0;
  }
}

static void make_latest(ys_frame *frame, uint32_t node, ys_slot *instance) {
  ys_live *live = &frame->live[node];
  const uint32_t parent = frame->part->nodes[node].parent;
  forget_below(frame->live, node);
  if (live->instance == NULL && parent != YS_NO_NODE) {
    live->next = frame->live[parent].below;
    frame->live[parent].below = node + 1;
  }
  live->instance = instance;
}

static ys_status make_instance(const ys_frame *frame, const ys_part_node *node,
                               ys_slot **out) {
  ys_arena *arena = &frame->space->arena;
  const ys_slot *slot = node->slot;
  ys_slot *instance = ys_arena_new(arena, ys_slot);
  ys_annot *annots;
  if (instance == NULL) return YS_NOMEM;
  YS_TRY(ys_space_charge_instances(frame->space,
                                   node->whole ? ys_slot_count(slot) : 1,
                                   ys_slot_place(slot)));
  if (node->whole || !ys_is_collection(slot)) {
    YS_TRY(ys_slot_copy(arena, slot, instance));
    if (slot->kind == YS_NULL) instance->u.natural = 0;
  } else {
    instance->key = slot->key;
    ys_slot_start_like(instance, slot);
    YS_TRY(ys_slot_make_collection(arena, instance, (ys_kind)slot->kind));
  }
  if (!frame->plain) {
    YS_TRY(ys_annot_copy(arena, ys_slot_annots(slot), &annots));
    YS_TRY(ys_slot_annotate(arena, instance, annots));
  }
  *out = instance;
  return YS_OK;
}

static ys_status put_document(ys_frame *frame, uint32_t number) {
  const ys_part_node *node = &frame->part->nodes[number];
  ys_slot *instance;
  if (node->unmarked && frame->live[number].instance != NULL) return YS_OK;
  YS_TRY(make_instance(frame, node, &instance));
  ys_documents_add(&frame->documents, instance);
  make_latest(frame, number, instance);
  return YS_OK;
}

static ys_status left_out(const ys_frame *frame, const ys_part_node *node) {
  const ys_slot *parent = frame->part->nodes[node->parent].slot;
  return ys_space_diagnose(frame->space, YS_E_LEFT_OUT,
                           ys_slot_place(node->slot),
                           ys_slot_place(parent)) == NULL
             ? YS_NOMEM
             : YS_INVALID;
}

static ys_status put_node(ys_frame *frame, uint32_t number) {
  const ys_part_node *node = &frame->part->nodes[number];
  ys_slot *instance;
  if (node->parent == YS_NO_NODE) return put_document(frame, number);
  if (frame->part->nodes[node->parent].unmarked)
    YS_TRY(put_document(frame, node->parent));
  if (frame->live[node->parent].instance == NULL) return left_out(frame, node);
  YS_TRY(make_instance(frame, node, &instance));
  ys_slot_append(frame->live[node->parent].instance, instance);
  make_latest(frame, number, instance);
  return YS_OK;
}

ys_status ys_frame_put(ys_frame *frame, uint32_t from, uint32_t to) {
  for (uint32_t number = from; number <= to; number++)
    YS_TRY(put_node(frame, number));
  return YS_OK;
}

ys_annot *ys_frame_annot(ys_frame *frame, uint32_t node, size_t index) {
  const ys_slot *instance = frame->live[node].instance;
  ys_annot *annot = instance != NULL ? ys_slot_annots(instance) : NULL;
  size_t at = 1;
  if (annot != NULL && frame->found.instance == instance &&
      frame->found.index <= index) {
    annot = frame->found.annot;
    at = frame->found.index;
  }
  for (; annot != NULL && at < index; at++)
    annot = annot->next;
  if (annot == NULL) return NULL;
  frame->found.instance = instance;
  frame->found.index = index;
  frame->found.annot = annot;
  return annot;
}

/* ---- the end of a frame -------------------------------------------------- */

static ys_status check_keys(ys_keyset *set, const ys_slot *slot) {
  ys_status result = YS_OK, status;
  if (!ys_is_collection(slot)) return YS_OK;
  if (slot->kind == YS_MAP) result = ys_map_check_keys(set, slot);
  for (const ys_slot *s = ys_slot_first(slot); s != NULL && result != YS_NOMEM;
       s = s->next) {
    status = check_keys(set, s);
    if (status != YS_OK) result = status;
  }
  return result;
}

ys_status ys_frame_finish(ys_frame *frame) {
  ys_keyset set;
  ys_status result = YS_OK, status;
  ys_keyset_init(&set, frame->space);
  for (const ys_slot *d = frame->documents.first;
       d != NULL && result != YS_NOMEM; d = d->next) {
    status = check_keys(&set, d);
    if (status != YS_OK) result = status;
  }
  ys_keyset_release(&set);
  return result;
}
