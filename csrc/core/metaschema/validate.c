/* core/metaschema/validate.c - Finds what is wrong with a schema
 * (core/metaschema/metaschema.h). */

#include "core/metaschema/walk.h"
#include "core/type/ecma.h"

/* ---- addresses ----------------------------------------------------------- */

/* The `$schema` of a schema, or NULL. */
static const ys_slot *dialect_of(const ys_meta_check *check,
                                 const ys_slot *schema) {
  const ys_slot *s = ys_slot_first(schema);
  while (s != NULL &&
         ys_accept_keyword_of(check->metaschema, s->key) != YS_KEYWORD_SCHEMA)
    s = s->next;
  return ys_accept_is_text(s) ? s : NULL;
}

static ys_status note_address(ys_meta_check *check, ys_str address,
                              uint32_t line, const ys_path *path) {
  for (const ys_meta_address *a = check->others; a != NULL; a = a->next)
    if (ys_str_eq(a->address, address)) return YS_OK;
  ys_meta_address *made;
  YS_KEEP(made, &check->space->arena,
          (ys_meta_address){.next = check->others, .address = address});
  made->line = line;
  check->others = made;
  return ys_meta_pointer(check, path, &made->pointer);
}

/* ---- all schemas of a text ----------------------------------------------- */

/* A schema, and those around it. */
typedef struct place {
  const ys_path *path;
  ys_str address; /* of its metaschema */
} place;

/* A part of the text with a metaschema of its own. */
typedef struct resource {
  struct resource *next;
  ys_slot *schema;
  const ys_path *path;
} resource;

typedef struct walker {
  ys_meta_check *check;
  resource *own;     /* those that are validated */
  ys_pairs others;   /* those in them that are not */
  ys_pairs met;      /* targets of references that no keyword has */
  ys_pairs refs;     /* pointers of references, as keys */
  ys_pairs patterns; /* regular expressions, as keys */
  ys_pairs names;    /* that are no misspelt keywords, as keys */
  ys_meta_pointer_list *first_target, *last_target; /* of these references */
} walker;

static ys_status visit(walker *w, ys_slot *schema, const place *around);

static bool is_of_draft(const walker *w, ys_accept_keyword keyword) {
  const int draft = w->check->draft;
  switch (keyword) {
  case YS_KEYWORD_PREFIX_ITEMS: return draft >= 2020;
  case YS_KEYWORD_DEFS:
  case YS_KEYWORD_DEPENDENT_SCHEMAS:
  case YS_KEYWORD_UNEVALUATED_ITEMS:
  case YS_KEYWORD_UNEVALUATED_PROPERTIES: return draft >= 2019;
  case YS_KEYWORD_IF:
  case YS_KEYWORD_THEN:
  case YS_KEYWORD_ELSE: return draft >= 7;
  case YS_KEYWORD_CONTAINS:
  case YS_KEYWORD_PROPERTY_NAMES: return draft >= 6;
  default: return true;
  }
}

static ys_status check_pattern(walker *w, const ys_slot *at, ys_str pattern,
                               const ys_path *path) {
  ys_space *space = w->check->space;
  ys_ecma_regexp read;
  ys_str pointer, valid;
  const ys_key *key;
  YS_TRY(ys_keys_intern(&space->keys, YS_STRING, pattern, &key));
  if (ys_pairs_get(&w->patterns, key, NULL) != NULL) return YS_OK;
  YS_TRY(ys_regexp_compile_ecma(w->check->space, pattern, &read));
  if (!read.invalid)
    return ys_pairs_set(&w->patterns, &space->arena, key, NULL, w);
  ys_slot text = *at;
  YS_TRY(ys_str_fill(&w->check->space->arena, "a regular expression (%s)",
                     YS_WORDS(read.problem), &valid));
  YS_TRY(ys_slot_set_text(&w->check->space->arena, &text, pattern));
  YS_TRY(ys_meta_pointer(w->check, path, &pointer));
  return ys_meta_add(w->check, &text, pointer, valid, true, YS_STR(""));
}

/* Notes the target of a reference into the same text. */
static ys_status note_target(walker *w, ys_str ref) {
  ys_space *space = w->check->space;
  const ys_key *key;
  bool met;
  if (ref.len < 2 || ref.ptr[0] != '#' || ref.ptr[1] != '/' ||
      memchr(ref.ptr, '%', ref.len) != NULL)
    return YS_OK;
  YS_TRY(ys_keys_intern(&space->keys, YS_STRING, ref, &key));
  YS_TRY(ys_pairs_meet(&w->refs, &space->arena, key, NULL, &met));
  if (met) return YS_OK;
  ys_meta_pointer_list *made =
      ys_arena_new(&space->arena, ys_meta_pointer_list);
  if (made == NULL) return YS_NOMEM;
  made->text = (ys_str){ref.ptr + 1, ref.len - 1};
  YS_APPEND(w->first_target, w->last_target, made);
  return YS_OK;
}

/* Errors that a metaschema does not find. */
static ys_status check_more(walker *w, ys_slot *value,
                            ys_accept_keyword keyword, const ys_path *path) {
  ys_str pointer;
  if (keyword == YS_KEYWORD_PATTERN && value->kind == YS_STRING)
    return check_pattern(w, value, ys_slot_text(value), path);
  if (keyword == YS_KEYWORD_REF && value->kind == YS_STRING)
    return note_target(w, ys_slot_text(value));
  if (keyword == YS_KEYWORD_REF && w->check->draft == 4 &&
      value->kind != YS_STRING) {
    YS_TRY(ys_meta_pointer(w->check, path, &pointer));
    return ys_meta_add(w->check, value, pointer, YS_STR("a string"), true,
                       YS_STR(""));
  }
  if (keyword != YS_KEYWORD_PATTERN_PROPERTIES || value->kind != YS_MAP)
    return YS_OK;
  for (ys_slot *s = ys_slot_first(value); s != NULL; s = s->next)
    YS_TRY(check_pattern(w, s, s->key->text, &(ys_path){path, s->key, 0}));
  return YS_OK;
}

/* An unknown key may be a misspelt keyword. */
static ys_status check_name(walker *w, const ys_slot *schema,
                            const ys_slot *entry, const ys_path *path) {
  if (ys_pairs_get(&w->names, entry->key, NULL) != NULL) return YS_OK;
  if (ys_meta_keyword_meant(entry->key->text).len > 0)
    return ys_meta_add_misspelt(w->check, schema, entry, path);
  return ys_pairs_set(&w->names, &w->check->space->arena, entry->key, NULL, w);
}

/* Visits the schemas in a keyword's value. */
static ys_status visit_below(walker *w, ys_slot *value,
                             ys_accept_keyword keyword, const place *at) {
  const ys_accept_holding holds = ys_accept_holding_of(keyword);
  const bool many = (holds == YS_HOLDS_MAP && value->kind == YS_MAP) ||
                    ((holds == YS_HOLDS_LIST || holds == YS_HOLDS_EITHER) &&
                     value->kind == YS_ARRAY);
  uint32_t index = 0;
  if (holds == YS_HOLDS_ONE || (holds == YS_HOLDS_EITHER && !many))
    return visit(w, value, at);
  if (!many) return YS_OK;
  for (ys_slot *s = ys_slot_first(value); s != NULL; s = s->next) {
    const ys_path below = {at->path, s->key, index++};
    YS_TRY(visit(w, s, &(place){&below, at->address}));
  }
  return YS_OK;
}

/* The path of a resource, in the arena. */
static ys_status keep_path(ys_arena *arena, const ys_path *path,
                           const ys_path **out) {
  ys_path *kept;
  YS_KEEP(kept, arena, *path);
  *out = kept;
  return path->up == NULL ? YS_OK : keep_path(arena, path->up, &kept->up);
}

/* Notes a schema that is validated by itself. */
static ys_status note_own(walker *w, ys_slot *schema, const place *at) {
  ys_arena *arena = &w->check->space->arena;
  resource *own = ys_arena_new(arena, resource);
  if (own == NULL) return YS_NOMEM;
  own->schema = schema;
  own->next = w->own;
  w->own = own;
  return keep_path(arena, at->path, &own->path);
}

/* Notes a schema whose metaschema is not that of those around it. */
static ys_status note_resource(walker *w, ys_slot *schema, const place *at,
                               bool is_own, bool is_in_own) {
  ys_arena *arena = &w->check->space->arena;
  if (!is_own) {
    const ys_slot *named = dialect_of(w->check, schema);
    YS_TRY(note_address(w->check, at->address,
                        named == NULL ? 0 : ys_slot_line(named), at->path));
  }
  if (!is_own && is_in_own)
    YS_TRY(ys_pairs_set(&w->others, arena, schema, NULL, schema));
  return is_own && !is_in_own ? note_own(w, schema, at) : YS_OK;
}

/* Recursion is bounded by the depth that a text may have (ys_limits). */
static ys_status visit(walker *w, ys_slot *schema, const place *around) {
  const ys_str own = w->check->address;
  place at = *around;
  if (schema->kind != YS_MAP) return YS_OK;
  const ys_slot *named = dialect_of(w->check, schema);
  if (named != NULL) at.address = ys_str_trim_mark(ys_slot_text(named));
  const bool is_own = ys_str_eq(at.address, own);
  YS_TRY(note_resource(w, schema, &at, is_own,
                       around->path->up != NULL &&
                           ys_str_eq(around->address, own)));
  for (ys_slot *s = ys_slot_first(schema); s != NULL; s = s->next) {
    const ys_accept_keyword keyword =
        ys_accept_keyword_of(w->check->metaschema, s->key);
    const ys_path path = {at.path, s->key, 0};
    if (keyword == YS_KEYWORD_COUNT && is_own)
      YS_TRY(check_name(w, schema, s, &path));
    if (keyword == YS_KEYWORD_COUNT || (is_own && !is_of_draft(w, keyword)))
      continue;
    if (is_own) YS_TRY(check_more(w, s, keyword, &path));
    YS_TRY(visit_below(w, s, keyword, &(place){&path, at.address}));
  }
  return YS_OK;
}

/* Visits what references lead to, where no keyword has a schema. */
static ys_status visit_targets(walker *w, ys_slot *root, ys_str around) {
  const ys_slot *named = dialect_of(w->check, root);
  if (named != NULL) around = ys_str_trim_mark(ys_slot_text(named));
  for (const ys_meta_pointer_list *t = w->first_target; t != NULL;
       t = t->next) {
    ys_slot *schema;
    bool met;
    place at = {.address = around};
    YS_TRY(ys_meta_target(w->check->space, root, t->text, &schema, &at.path));
    if (schema == NULL || schema->kind != YS_MAP ||
        ys_meta_is_schema(w->check, at.path))
      continue;
    YS_TRY(ys_pairs_meet(&w->met, &w->check->space->arena, schema, NULL, &met));
    if (met) continue;
    if (ys_str_eq(around, w->check->address)) YS_TRY(note_own(w, schema, &at));
    YS_TRY(visit(w, schema, &at));
  }
  return YS_OK;
}

/* ---- validation ----------------------------------------------------------
 */

static ys_accept_question ask(const walker *w) {
  ys_meta_check *check = w->check;
  ys_accept_question q =
      ys_accept_ask(check->metaschema, check->space, check->space);
  q.accepted = &w->others;
  if (check->trusted) q.remember_from = 0;
  return q;
}

static ys_status explain(walker *w, const resource *r) {
  ys_meta_check *check = w->check;
  const ys_accept_found *found;
  uint32_t depth = 0;
  ys_accept_explainer x = {.q = ask(w), .arena = &check->space->arena};
  x.q.remembers_all = true;
  check->from = r->path;
  for (const ys_path *p = r->path; p->up != NULL; p = p->up)
    depth++;
  YS_TRY(ys_accept_explain_part(&x, check->metaschema->root, r->schema, r->path,
                                depth, &found));
  check->costly |= x.q.unsure;
  check->more += found->more;
  return ys_meta_add_found(check, found);
}

static ys_status validate(walker *w, const resource *r) {
  ys_accept_question q = ask(w);
  const bool accepted = ys_accepts(&q, w->check->metaschema->root, r->schema);
  if (q.status != YS_OK) return q.status;
  w->check->costly |= q.unsure;
  return accepted || q.unsure ? YS_OK : explain(w, r);
}

/* Sorts the problems by their places. */
static void sort(ys_meta_check *check) {
  ys_meta_problem *sorted = NULL;
  while (check->first != NULL) {
    ys_meta_problem *p = check->first, **link = &sorted;
    check->first = p->next;
    while (*link != NULL && ((*link)->place.line < p->place.line ||
                             ((*link)->place.line == p->place.line &&
                              (*link)->place.column <= p->place.column)))
      link = &(*link)->next;
    p->next = *link;
    *link = p;
  }
  check->first = sorted;
}

ys_status ys_meta_validate(ys_meta_check *check, ys_slot *root, ys_str around) {
  const ys_path document = {0};
  walker w = {.check = check, .first_target = check->parts};
  for (ys_meta_pointer_list *p = check->parts; p != NULL; p = p->next)
    w.last_target = p;
  if (check->parts == NULL)
    YS_TRY(visit(&w, root, &(place){&document, ys_str_trim_mark(around)}));
  YS_TRY(visit_targets(&w, root, ys_str_trim_mark(around)));
  for (const resource *r = w.own; r != NULL; r = r->next)
    YS_TRY(validate(&w, r));
  sort(check);
  return YS_OK;
}
