#include "core/across/ledger.h"

/* A name of a group, or the values of an item. */
typedef struct ys_ledger_row {
  ys_str name;
  uint32_t hash;
  uint32_t owner; /* the group, or what follows all groups: the identity */
  ys_ledger_item *item;
} ys_ledger_row;

ys_status ys_ledger_init(ys_ledger *ledger, ys_memory memory,
                         const ys_plan *plan) {
  *ledger = (ys_ledger){.plan = plan, .seed = ys_hash_seed(ledger) | 1};
  ys_arena_init(&ledger->arena, memory);
  ledger->groups = ys_arena_zalloc(&ledger->arena, plan->group_count + 1,
                                   sizeof *ledger->groups);
  return ledger->groups == NULL ? YS_NOMEM : YS_OK;
}

void ys_ledger_release(ys_ledger *ledger) {
  ys_memory_free(ledger->arena.memory, ledger->rows,
                 ledger->capacity * sizeof *ledger->rows);
  ys_arena_release(&ledger->arena);
  ledger->rows = NULL;
  ledger->capacity = 0;
}

/* ---- the table ----------------------------------------------------------- */

static ys_ledger_row *place_of(ys_ledger_row *rows, size_t capacity,
                               const ys_ledger_row *like) {
  size_t at = like->hash & (capacity - 1);
  for (; rows[at].name.len > 0; at = (at + 1) & (capacity - 1))
    if (rows[at].hash == like->hash && rows[at].owner == like->owner &&
        ys_str_eq(rows[at].name, like->name))
      break;
  return &rows[at];
}

static ys_status grow(ys_ledger *ledger) {
  const ys_memory memory = ledger->arena.memory;
  const size_t capacity = ledger->capacity == 0 ? 64 : ledger->capacity * 2;
  ys_ledger_row *rows = capacity > SIZE_MAX / sizeof *rows
                            ? NULL
                            : ys_memory_new(memory, capacity * sizeof *rows);
  if (rows == NULL) return YS_NOMEM;
  memset(rows, 0, capacity * sizeof *rows);
  for (size_t i = 0; i < ledger->capacity; i++)
    if (ledger->rows[i].name.len > 0)
      *place_of(rows, capacity, &ledger->rows[i]) = ledger->rows[i];
  ys_memory_free(memory, ledger->rows, ledger->capacity * sizeof *rows);
  ledger->rows = rows;
  ledger->capacity = capacity;
  return YS_OK;
}

static ys_ledger_row row_of(const ys_ledger *ledger, uint32_t owner,
                            ys_str name) {
  const uint64_t hash = ys_hash(ledger->seed + owner, name);
  return (ys_ledger_row){name, (uint32_t)(hash ^ hash >> 32), owner, NULL};
}

/* Finds the row of a name, or makes one. `*fresh`: it was made; its name is a
 * copy. */
static ys_status find(ys_ledger *ledger, uint32_t owner, ys_str name,
                      ys_ledger_row **out, bool *fresh) {
  ys_ledger_row row = row_of(ledger, owner, name);
  if (ledger->count >= ledger->capacity / 4 * 3) YS_TRY(grow(ledger));
  *out = place_of(ledger->rows, ledger->capacity, &row);
  *fresh = (*out)->name.len == 0;
  if (!*fresh) return YS_OK;
  YS_TRY(ys_arena_str(&ledger->arena, name, &row.name));
  **out = row;
  ledger->count++;
  return YS_OK;
}

static bool is_known(const ys_ledger *ledger, const ys_plan_rule *rule,
                     ys_str name) {
  for (uint32_t i = 0; i < rule->count && ledger->count > 0; i++) {
    const ys_ledger_row row = row_of(ledger, rule->groups[i], name);
    if (place_of(ledger->rows, ledger->capacity, &row)->name.len > 0)
      return true;
  }
  return false;
}

/* ---- documents ----------------------------------------------------------- */

/* The document that is being taken. */
typedef struct taking {
  ys_ledger *ledger;
  const ys_ledger_document *about;
  ys_ledger_document *document; /* once it has something to note */
} taking;

static ys_status need_document(taking *t) {
  ys_ledger *ledger = t->ledger;
  if (t->document != NULL) return YS_OK;
  t->document = ys_arena_new(&ledger->arena, ys_ledger_document);
  if (t->document == NULL) return YS_NOMEM;
  t->document->line = t->about->line;
  t->document->invalid = t->about->invalid;
  *(ledger->first == NULL ? &ledger->first : &ledger->last->next) = t->document;
  ledger->last = t->document;
  return ys_arena_str(&ledger->arena, t->about->file, &t->document->file);
}

static ys_status note(taking *t, const ys_told_record *record,
                      const ys_ledger_item *item) {
  ys_arena *arena = &t->ledger->arena;
  YS_TRY(need_document(t));
  ys_ledger_note *made = ys_arena_new(arena, ys_ledger_note);
  if (made == NULL) return YS_NOMEM;
  *made = (ys_ledger_note){.rule = record->rule,
                           .member = record->member,
                           .number = record->number,
                           .item = item};
  if (t->document->first == NULL) {
    t->document->first = made;
    t->document->number = ++t->ledger->documents;
  } else {
    t->document->last->next = made;
  }
  t->document->last = made;
  YS_TRY(ys_arena_str(arena, record->name, &made->name));
  return ys_arena_str(arena, record->details, &made->details);
}

static ys_status take_item(taking *t, const ys_told_record *record) {
  ys_ledger *ledger = t->ledger;
  ys_ledger_row *row;
  bool fresh;
  YS_TRY(find(ledger, ledger->plan->group_count + record->rule->identity,
              record->name, &row, &fresh));
  if (!fresh && row->item != NULL) return note(t, record, row->item);
  YS_TRY(need_document(t));
  row->item = ys_arena_new(&ledger->arena, ys_ledger_item);
  if (row->item == NULL) return YS_NOMEM;
  row->item->document = t->document;
  return ys_arena_str(&ledger->arena, record->details, &row->item->details);
}

static ys_status take_names(taking *t, ys_told_reader *reader,
                            const ys_told_record *record) {
  ys_ledger_group *group = &t->ledger->groups[record->group];
  ys_ledger_row *row;
  bool fresh;
  for (uint32_t i = 0; i < record->count; i++) {
    const ys_str name = ys_told_read_text(reader);
    if (name.len == 0) return YS_INVALID;
    YS_TRY(find(t->ledger, record->group, name, &row, &fresh));
    group->count += fresh;
  }
  if (group->file.len > 0 || group->count == 0) return YS_OK;
  group->line = record->line;
  return ys_arena_str(&t->ledger->arena, t->about->file, &group->file);
}

static ys_status take_record(taking *t, ys_told_reader *reader,
                             const ys_told_record *record) {
  ys_ledger *ledger = t->ledger;
  if (record->kind == 'n') return take_names(t, reader, record);
  if (record->kind == 'u')
    ledger->groups[record->group].uncertain = true;
  else if (record->rule->identity != 0)
    return take_item(t, record);
  else if (record->rule->count > 0 &&
           !is_known(ledger, record->rule, record->name))
    return note(t, record, NULL);
  return YS_OK;
}

ys_status ys_ledger_take(ys_ledger *ledger, ys_str text,
                         const ys_ledger_document *document, uint32_t *number) {
  ys_told_reader reader = {text.ptr, text.ptr + text.len, false};
  ys_told_record record;
  taking t = {ledger, document, NULL};
  *number = 0;
  while (ys_told_next(&reader, ledger->plan, &record))
    YS_TRY(take_record(&t, &reader, &record));
  if (t.document != NULL) *number = t.document->number;
  return reader.bad ? YS_INVALID : YS_OK;
}

/* ---- the end ------------------------------------------------------------- */

bool ys_ledger_is_wrong(const ys_ledger *ledger, const ys_ledger_note *note,
                        bool partial) {
  const ys_plan_rule *rule = note->rule;
  if (note->item != NULL) return true;
  if (ledger->unsure || (partial && rule->scope == YS_SCOPE_CONFIGURATION))
    return false;
  for (uint32_t i = 0; i < rule->count; i++)
    if (ledger->groups[rule->groups[i]].uncertain) return false;
  return !is_known(ledger, rule, note->name);
}

bool ys_ledger_name(const ys_ledger *ledger, uint32_t group, size_t *at,
                    ys_str *out) {
  while (*at < ledger->capacity) {
    const ys_ledger_row *row = &ledger->rows[(*at)++];
    if (row->name.len == 0 || row->owner != group) continue;
    *out = row->name;
    return true;
  }
  return false;
}

static void offer_names(const ys_ledger *ledger, uint32_t group,
                        ys_nearest *nearest) {
  ys_str name;
  size_t at = 0;
  while (ys_ledger_name(ledger, group, &at, &name))
    if (name.ptr[0] == '"')
      ys_nearest_offer(nearest, (ys_str){name.ptr + 1, name.len - 1});
}

ys_str ys_ledger_nearest(ys_ledger *ledger, const ys_plan_rule *rule,
                         ys_str text) {
  enum { ENOUGH = 1 << 20 };
  ys_nearest nearest;
  ys_nearest_init(&nearest, text);
  for (uint32_t i = 0; i < rule->count && ledger->effort < ENOUGH; i++) {
    ledger->effort += ledger->groups[rule->groups[i]].count;
    offer_names(ledger, rule->groups[i], &nearest);
  }
  return nearest.best;
}
