#include "core/crossref/ledger.h"

static bool is_name(const void *about, const void *one, const void *wanted) {
  const ys_ledger_name *name = one;
  (void)about;
  return ys_str_eq(name->text, *(const ys_str *)wanted);
}

ys_status ys_ledger_init(ys_ledger *ledger, ys_memory memory,
                         const ys_plan *plan) {
  *ledger = (ys_ledger){.plan = plan,
                        .seed = ys_hash_seed(ledger) | 1,
                        .names = {.memory = memory, .same = is_name}};
  ys_arena_init(&ledger->arena, memory);
  ledger->groups = ys_arena_zalloc(&ledger->arena, plan->group_count + 1,
                                   sizeof *ledger->groups);
  return ledger->groups == NULL ? YS_NOMEM : YS_OK;
}

void ys_ledger_release(ys_ledger *ledger) {
  ys_set_release(&ledger->names);
  ys_arena_release(&ledger->arena);
}

/* ---- names --------------------------------------------------------------- */

/* The text follows its name, so that both are read at once. */
static ys_ledger_name *new_name(ys_arena *arena, ys_str text) {
  ys_ledger_name *name = text.len > SIZE_MAX - sizeof *name
                             ? NULL
                             : ys_arena_alloc(arena, sizeof *name + text.len);
  if (name == NULL) return NULL;
  memcpy(name + 1, text.ptr, text.len);
  *name = (ys_ledger_name){{(char *)(name + 1), text.len}, NULL};
  return name;
}

/* Finds a name, or adds one that has no owner. */
static ys_status find(ys_ledger *ledger, ys_str text, ys_ledger_name **out) {
  const uint64_t hash = ys_hash(ledger->seed, text);
  *out = ys_set_find(&ledger->names, hash, &text);
  if (*out != NULL) return YS_OK;
  *out = new_name(&ledger->arena, text);
  if (*out == NULL) return YS_NOMEM;
  return ys_set_add(&ledger->names, hash, *out);
}

static ys_ledger_owner *owner_of(const ys_ledger_name *name, uint32_t number) {
  ys_ledger_owner *owner = name->owners;
  while (owner != NULL && owner->number != number)
    owner = owner->next;
  return owner;
}

static ys_ledger_owner *add_owner(ys_ledger *ledger, ys_ledger_name *name,
                                  uint32_t number) {
  ys_ledger_owner *owner = ys_arena_new(&ledger->arena, ys_ledger_owner);
  if (owner == NULL) return NULL;
  owner->number = number;
  owner->next = name->owners;
  name->owners = owner;
  return owner;
}

static bool is_known(const ys_plan_rule *rule, const ys_ledger_name *name) {
  for (uint32_t i = 0; i < rule->count; i++)
    if (owner_of(name, rule->groups[i]) != NULL) return true;
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
  YS_NEW(t->document, &ledger->arena);
  t->document->line = t->about->line;
  t->document->invalid = t->about->invalid;
  YS_APPEND(ledger->first, ledger->last, t->document);
  return ys_arena_str(&ledger->arena, t->about->file, &t->document->file);
}

static ys_status note(taking *t, const ys_mentions_record *record,
                      const ys_ledger_name *name, const ys_ledger_owner *item) {
  ys_arena *arena = &t->ledger->arena;
  YS_TRY(need_document(t));
  ys_ledger_note *made;
  YS_KEEP(made, arena,
          (ys_ledger_note){.rule = record->rule,
                           .member = record->member,
                           .number = record->number,
                           .name = name,
                           .item = item});
  YS_TRY(ys_arena_str(arena, record->details, &made->details));
  if (t->document->first == NULL) t->document->number = ++t->ledger->documents;
  YS_APPEND(t->document->first, t->document->last, made);
  return YS_OK;
}

/* Whether a path ends with the number of an item; then `array` is the path of
 * its array. A number in quotes is a key. */
static bool ends_with_number(ys_str path, ys_str *array) {
  size_t at = path.len;
  if (at == 0 || path.ptr[--at] != ']') return false;
  const size_t end = at;
  while (at > 0 && ys_is_digit(path.ptr[at - 1]))
    at--;
  if (at == end || at == 0 || path.ptr[at - 1] != '[') return false;
  *array = (ys_str){path.ptr, at - 1};
  return true;
}

/* Whether the last item like this one is in the same array of this document:
 * then the document has been compared with itself, and says that they are
 * alike, so that it is invalid. The items of an array come one after the other.
 * Valid documents of a file may be taken together. */
static bool is_said(const taking *t, const ys_ledger_owner *owner,
                    const ys_mentions_record *record) {
  ys_mentions_details last, details;
  ys_str array, other;
  return t->about->invalid && owner->last_document == t->document &&
         ys_mentions_read_details(owner->last_details, &last) &&
         ys_mentions_read_details(record->details, &details) &&
         ends_with_number(last.path, &array) &&
         ends_with_number(details.path, &other) && ys_str_eq(array, other);
}

/* Takes an item with an identity. The first one with its values owns them. */
static ys_status take_item(taking *t, const ys_mentions_record *record,
                           ys_ledger_name *name, uint32_t number) {
  ys_ledger *ledger = t->ledger;
  ys_ledger_owner *owner = owner_of(name, number);
  if (owner != NULL && is_said(t, owner, record)) return YS_OK;
  if (owner != NULL) {
    YS_TRY(note(t, record, name, owner));
    owner->last_details = t->document->last->details;
  } else {
    YS_TRY(need_document(t));
    owner = add_owner(ledger, name, number);
    if (owner == NULL) return YS_NOMEM;
    owner->document = t->document;
    YS_TRY(ys_arena_str(&ledger->arena, record->details, &owner->details));
    owner->last_details = owner->details;
  }
  owner->last_document = t->document;
  return YS_OK;
}

static ys_status take_mention(taking *t, const ys_mentions_record *record) {
  ys_ledger *ledger = t->ledger;
  const ys_plan_rule *rule = record->rule;
  ys_ledger_name *name;
  if (rule->identity == 0 && rule->count == 0) return YS_OK;
  YS_TRY(find(ledger, record->name, &name));
  if (rule->identity > 0)
    return take_item(t, record, name,
                     ledger->plan->group_count + rule->identity);
  return is_known(rule, name) ? YS_OK : note(t, record, name, NULL);
}

static ys_status take_names(taking *t, ys_mentions_reader *reader,
                            const ys_mentions_record *record) {
  ys_ledger *ledger = t->ledger;
  ys_ledger_group *group = &ledger->groups[record->group];
  ys_ledger_name *name;
  for (uint32_t i = 0; i < record->count; i++) {
    const ys_str text = ys_mentions_read_text(reader);
    if (text.len == 0) return YS_INVALID;
    YS_TRY(find(ledger, text, &name));
    if (owner_of(name, record->group) != NULL) continue;
    if (add_owner(ledger, name, record->group) == NULL) return YS_NOMEM;
    group->count++;
  }
  if (group->file.len > 0 || group->count == 0) return YS_OK;
  group->line = record->line;
  return ys_arena_str(&ledger->arena, t->about->file, &group->file);
}

static ys_status take_record(taking *t, ys_mentions_reader *reader,
                             const ys_mentions_record *record) {
  if (record->kind == 'n') return take_names(t, reader, record);
  if (record->kind == 'm') return take_mention(t, record);
  t->ledger->groups[record->group].uncertain = true;
  return YS_OK;
}

ys_status ys_ledger_take(ys_ledger *ledger, ys_str text,
                         const ys_ledger_document *document, uint32_t *number) {
  ys_mentions_reader reader = {text.ptr, text.ptr + text.len, false};
  ys_mentions_record record;
  taking t = {ledger, document, NULL};
  *number = 0;
  while (ys_mentions_next(&reader, ledger->plan, &record))
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
  return !is_known(rule, note->name);
}

bool ys_ledger_next_name(const ys_ledger *ledger, uint32_t group, size_t *at,
                         ys_str *out) {
  const ys_ledger_name *name;
  while ((name = ys_set_next(&ledger->names, at)) != NULL)
    if (owner_of(name, group) != NULL) {
      *out = name->text;
      return true;
    }
  return false;
}

static void offer_names(const ys_ledger *ledger, uint32_t group,
                        ys_nearest *nearest) {
  ys_str name;
  size_t at = 0;
  while (ys_ledger_next_name(ledger, group, &at, &name))
    if (name.ptr[0] == '"')
      ys_nearest_offer(nearest, (ys_str){name.ptr + 1, name.len - 1});
}

ys_str ys_ledger_nearest(ys_ledger *ledger, const ys_plan_rule *rule,
                         ys_str text) {
  enum { ENOUGH = 1 << 20, MOST_HINTS = 100 };
  ys_nearest nearest;
  ys_nearest_init(&nearest, text);
  if (ledger->hints++ >= MOST_HINTS) return nearest.best;
  for (uint32_t i = 0; i < rule->count && ledger->effort < ENOUGH; i++) {
    ledger->effort += ledger->groups[rule->groups[i]].count;
    offer_names(ledger, rule->groups[i], &nearest);
  }
  return nearest.best;
}
