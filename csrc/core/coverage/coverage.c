#include "core/coverage/coverage.h"

#include <math.h>

/* ---- decisions ----------------------------------------------------------- */

static uint64_t key_of(ys_change change, uint32_t index) {
  return (uint64_t)index * YS_CHANGE_COUNT + (uint64_t)change + 1;
}

bool ys_coverage_decide(ys_coverage *coverage, const void *subject,
                        ys_change change, uint32_t index, bool outcome,
                        bool other) {
  ys_point *point;
  if (outcome == other) return outcome;
  point = ys_pairs_find(&coverage->by_subject, (uintptr_t)subject,
                        key_of(change, index));
  if (point == NULL) return outcome;
  point->reached = true;
  return point == coverage->changed ? other : outcome;
}

/* ---- rules --------------------------------------------------------------- */

bool ys_coverage_moved(const ys_rule *rule, ys_change change, ys_slot *out) {
  const ys_stricter stricter =
      rule->named != NULL ? rule->named->stricter : YS_STRICTER_UNKNOWN;
  const bool up =
      (stricter == YS_STRICTER_LESS) == (change == YS_CHANGE_LOOSER);
  if (stricter != YS_STRICTER_LESS && stricter != YS_STRICTER_GREATER)
    return false;
  *out = *rule->argument;
  if (out->kind == YS_FLOAT && isfinite(out->u.number)) {
    out->u.number += up ? 1 : -1;
    return true;
  }
  if (out->kind != YS_INT || (out->flags & YS_SLOT_UNSIGNED) != 0 ||
      out->u.integer == (up ? INT64_MAX : INT64_MIN))
    return false;
  out->u.integer += up ? 1 : -1;
  return true;
}

/* Notes what the rule would say with another bound. */
static ys_status move_bound(ys_space *space, const ys_rule *rule,
                            const ys_slot *value, ys_change change, bool holds,
                            bool *out) {
  ys_rule moved = *rule;
  ys_slot argument;
  ys_finding other;
  if (!ys_coverage_moved(rule, change, &argument)) return YS_OK;
  moved.argument = &argument;
  YS_TRY(ys_rule_test(space, &moved, value, &other));
  if (ys_coverage_decide(ys_coverage_of(space), rule, change, 0, holds,
                         other.holds) != holds)
    *out = !holds;
  return YS_OK;
}

/* Notes what the rule would say without one of the values that it allows. */
static void unlist(ys_coverage *coverage, const ys_rule *rule,
                   const ys_slot *value, bool *out) {
  uint32_t index = 0;
  for (const ys_slot *s = ys_slot_first(rule->argument); s != NULL;
       s = s->next, index++)
    if (ys_rule_is_listed(s, value) &&
        !ys_coverage_decide(coverage, rule, YS_CHANGE_UNLISTED, index, true,
                            false))
      *out = false;
}

bool ys_coverage_closure(const ys_space *space, const ys_rule *rule,
                         bool holds) {
  const bool dropped = ys_changed(space, rule, YS_CHANGE_HOLDS, holds, true);
  const bool negated = ys_changed(space, rule, YS_CHANGE_FAILS, holds, false);
  return dropped != holds || negated != holds ? !holds : holds;
}

/* Decides whether a named rule holds that was tested. */
static ys_status decide_rule(ys_space *space, const ys_rule *rule,
                             const ys_slot *value, ys_finding *finding) {
  const bool holds = finding->holds;
  finding->holds = ys_coverage_closure(space, rule, holds);
  if (holds && rule->named->word == YS_RULE_ONE_OF)
    unlist(ys_coverage_of(space), rule, value, &finding->holds);
  YS_TRY(
      move_bound(space, rule, value, YS_CHANGE_LOOSER, holds, &finding->holds));
  return move_bound(space, rule, value, YS_CHANGE_STRICTER, holds,
                    &finding->holds);
}

ys_status ys_coverage_test(ys_space *space, const ys_rule *rule,
                           const ys_slot *value, ys_finding *finding) {
  YS_TRY(ys_rule_test(space, rule, value, finding));
  if (ys_coverage_of(space) == NULL || finding->failed) return YS_OK;
  return decide_rule(space, rule, value, finding);
}

bool ys_coverage_when(const ys_space *space, const ys_validation *validation,
                      bool applies) {
  const bool always =
      ys_changed(space, validation, YS_CHANGE_ALWAYS, applies, true);
  const bool never =
      ys_changed(space, validation, YS_CHANGE_NEVER, applies, false);
  return always != applies || never != applies ? !applies : applies;
}

/* ---- the list of points -------------------------------------------------- */

/* The fields from the root down to the one whose points are listed. */
typedef struct walk {
  ys_coverage *coverage;
  ys_str path;
  uint32_t salt; /* distinguishes alternatives that are written in the line … */
  ys_place line; /* … of their annotation */
  bool is_document;
} walk;

/* Where the points of a field are: those of a rule in its annotation. */
typedef struct spot {
  const walk *walk;
  const ys_field *field;
  const void *subject;
  ys_place place;
  uint32_t ordinal; /* distinguishes subjects in one place */
  uint32_t number;  /* of an alternative */
  uint32_t salt;    /* of the walk, if the place is that of a value */
  const ys_rule *rule;
  const ys_choice *choice;
} spot;

/* The part that a point shares with others of the same text. */
static void address_of(const spot *at, ys_change change, uint32_t index,
                       uint64_t *a, uint64_t *b) {
  *a = (uint64_t)at->place.source << 48 |
       (uint64_t)(at->place.line & 0xFFFFFFFF) << 16 |
       (at->place.column & 0xFFFF);
  *b = ((uint64_t)index << 32 | (uint64_t)at->ordinal << 16 |
        (uint64_t)at->salt << 8) +
       (uint64_t)change + 1;
}

static uint32_t salt_at(const walk *w, ys_place place) {
  return place.line == w->line.line && place.source == w->line.source ? w->salt
                                                                      : 0;
}

static ys_status add(const spot *at, ys_change change, uint32_t index) {
  ys_coverage *c = at->walk->coverage;
  uint64_t a, b;
  ys_point *point = NULL;
  address_of(at, change, index, &a, &b);
  if (at->place.line > 0) point = ys_pairs_find(&c->by_place, a, b);
  if (point == NULL) {
    YS_KEEP(point, c->arena,
            (ys_point){.change = change,
                       .index = at->number + index,
                       .place = at->place,
                       .path = at->walk->path,
                       .field = at->field,
                       .rule = at->rule,
                       .choice = at->choice});
    *c->end = point;
    c->end = &point->next;
    if (at->place.line > 0)
      YS_TRY(ys_pairs_note(&c->by_place, c->arena, a, b, point));
  }
  return ys_pairs_note(&c->by_subject, c->arena, (uintptr_t)at->subject,
                       key_of(change, index), point);
}

static ys_status add_if(bool there, const spot *at, ys_change change) {
  return there ? add(at, change, 0) : YS_OK;
}

/* Whether no value can be beyond a bound: none is shorter than 0. */
static bool is_idle(const ys_rule *rule) {
  return rule->named->subject == YS_ABOUT_LENGTH &&
         rule->named->stricter == YS_STRICTER_GREATER &&
         rule->argument->kind == YS_INT && rule->argument->u.integer <= 0;
}

static ys_status add_rule(const spot *at) {
  const ys_rule *rule = at->rule;
  ys_slot moved;
  const bool lists = rule->named != NULL && rule->named->word == YS_RULE_ONE_OF;
  if (rule->named == NULL || !is_idle(rule))
    YS_TRY(add(at, YS_CHANGE_HOLDS, 0));
  if (lists) {
    const uint32_t size = ys_slot_size(rule->argument);
    for (uint32_t i = 0; i < size; i++)
      YS_TRY(add(at, YS_CHANGE_UNLISTED, i));
    return YS_OK;
  }
  YS_TRY(add(at, YS_CHANGE_FAILS, 0));
  if (!ys_coverage_moved(rule, YS_CHANGE_LOOSER, &moved) || is_idle(rule))
    return YS_OK;
  YS_TRY(add(at, YS_CHANGE_LOOSER, 0));
  return add(at, YS_CHANGE_STRICTER, 0);
}

static ys_status add_validations(const walk *w, const ys_field *field) {
  uint32_t ordinal = 0;
  for (const ys_validation *v = field->validations; v != NULL; v = v->next) {
    spot at = {.walk = w,
               .field = field,
               .subject = v,
               .place = v->place,
               .ordinal = ++ordinal};
    YS_TRY(add_if(v->not_null != NULL, &at, YS_CHANGE_ACCEPT_NULL));
    YS_TRY(add_if(v->when != 0, &at, YS_CHANGE_ALWAYS));
    YS_TRY(add_if(v->when != 0, &at, YS_CHANGE_NEVER));
    for (uint32_t i = 0; i < v->count; i++) {
      at.subject = at.rule = &v->rules[i];
      at.ordinal = i + 1;
      YS_TRY(add_rule(&at));
    }
  }
  return YS_OK;
}

static bool has_default(const ys_field *field) {
  if (field->key == NULL || field->optional || field->required != NULL)
    return false;
  return field->default_closure != 0 || (field->default_value != NULL &&
                                         field->default_value->kind != YS_NULL);
}

/* Whether a map refuses some keys. */
static bool is_closed(const ys_field *field) {
  const ys_map_type *map = field->map;
  if (field->kind != YS_MAP || map == NULL) return false;
  for (uint32_t i = 0; i < map->open_count; i++)
    if (map->open[i].regexp == NULL && map->open[i].closure == 0) return false;
  return true;
}

static ys_status add_own(const walk *w, const ys_field *field) {
  const bool typed =
      field->choice == NULL && field->kinds != YS_KINDS_ANY && !w->is_document;
  const bool noticed =
      field->docs != NULL && field->docs->deprecated_place.line > 0;
  const spot at = {.walk = w,
                   .field = field,
                   .subject = field,
                   .place = field->place,
                   .salt = salt_at(w, field->place)};
  YS_TRY(add_if(field->key != NULL, &at, YS_CHANGE_UNKNOWN));
  YS_TRY(add_if(field->required != NULL, &at, YS_CHANGE_OPTIONAL));
  YS_TRY(add_if(typed, &at, YS_CHANGE_ANY_TYPE));
  YS_TRY(add_if(field->nullable && field->kinds != YS_KINDS_ANY, &at,
                YS_CHANGE_REFUSE_NULL));
  YS_TRY(add_if(is_closed(field), &at, YS_CHANGE_ACCEPT_UNKNOWN));
  YS_TRY(add_if(field->count != NULL, &at, YS_CHANGE_ANY_COUNT));
  YS_TRY(add_if(noticed, &at, YS_CHANGE_NO_NOTICE));
  YS_TRY(add_if(has_default(field), &at, YS_CHANGE_NULL_DEFAULT));
  YS_TRY(add_if(field->implied != YS_IMPLIED_NOTHING, &at,
                YS_CHANGE_ACCEPT_EMPTY));
  return add_validations(w, field);
}

static ys_status add_field(const walk *w, const ys_field *field);

/* Gives the path of a child: a key, an item, or an alternative of the same
 * value. */
static ys_status path_below(const walk *w, const ys_field *field,
                            const ys_field *child, ys_str *out) {
  const bool top = w->path.len == 0;
  const ys_str key = child->key != NULL ? child->key->text : YS_STR("");
  return ys_str_fill(w->coverage->arena, "%s%s%s",
                     YS_WORDS(w->path,
                              field->kind == YS_ARRAY        ? YS_STR("[]")
                              : field->kind != YS_MAP || top ? YS_STR("")
                                                             : YS_STR("."),
                              key),
                     out);
}

static ys_status add_below(const walk *w, const ys_field *field) {
  const ys_choice *choice = field->choice;
  const ys_field *child;
  for (uint32_t i = 0; (child = ys_field_child(field, i)) != NULL; i++) {
    walk below = {.coverage = w->coverage, .salt = w->salt};
    if (child->place.line == w->line.line) below.line = w->line;
    YS_TRY(path_below(w, field, child, &below.path));
    if (choice != NULL) {
      const spot at = {.walk = w,
                       .field = child,
                       .subject = child,
                       .place = choice->place,
                       .ordinal = i,
                       .number = i,
                       .salt = salt_at(w, choice->place),
                       .choice = choice};
      below.salt = (i + 1) & 0xFF;
      below.line = choice->place;
      YS_TRY(add_if(choice->mode != YS_ALL_OF, &at, YS_CHANGE_WITHOUT));
    }
    YS_TRY(add_field(&below, child));
  }
  return YS_OK;
}

/* Whether what is below a copy has to be listed, too: a key that selects an
 * alternative gives the copy keys of its own. */
static ys_status is_entered(const walk *w, const ys_field *field, bool *out) {
  bool met = true;
  *out = field->like == NULL;
  if (*out || field->kind != YS_MAP || field->map == NULL) return YS_OK;
  if (field->map != field->like->field->map)
    YS_TRY(ys_pairs_meet(&w->coverage->entered, w->coverage->arena, field->map,
                         field->like, &met));
  *out = !met;
  return YS_OK;
}

/* Recursion is bounded by the depth of the schema's texts: it ends at copies of
 * definitions, and enters each of those with keys of their own once. */
static ys_status add_field(const walk *w, const ys_field *field) {
  bool entered;
  if (ys_is_removed(field)) {
    const spot at = {.walk = w,
                     .field = field,
                     .subject = field,
                     .place = field->place,
                     .salt = salt_at(w, field->place)};
    return add(&at, YS_CHANGE_ACCEPT_REMOVED, 0);
  }
  YS_TRY(add_own(w, field));
  YS_TRY(is_entered(w, field, &entered));
  return entered ? add_below(w, field) : YS_OK;
}

ys_status ys_coverage_init(ys_coverage *coverage, ys_arena *arena,
                           const ys_field *root, ys_definition *definitions) {
  walk w = {.coverage = coverage, .is_document = true};
  *coverage = (ys_coverage){.arena = arena};
  coverage->end = &coverage->first;
  YS_TRY(add_field(&w, root));
  w.is_document = false;
  for (const ys_definition *d = definitions; d != NULL; d = d->next) {
    w.path = d->name;
    YS_TRY(add_below(&w, d->field));
  }
  return YS_OK;
}
