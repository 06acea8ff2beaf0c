/* core/rule/keys.c - Named rules about which keys a map has. */

#include "core/rule/parts.h"
#include "core/scalar/show.h"
#include "core/tree/given.h"

/* The most keys that a message lists. */
#define SHOWN_KEYS 10

/* Sets the problem of a list with an item that is no name. */
static ys_status check_names(ys_preparation *p) {
  for (const ys_slot *s = ys_slot_first(p->argument); s != NULL; s = s->next)
    if (s->kind != YS_STRING) {
      return ys_str_fill(&p->space->arena,
                         "expected keyword argument \"%s\" to name keys by "
                         "strings, but one is %s",
                         YS_WORDS(p->name, ys_kind_name((ys_kind)s->kind)),
                         &p->problem);
    }
  return YS_OK;
}

/* ---- one_not_null -------------------------------------------------------- */

static ys_status prepare_one_not_null(ys_preparation *p) {
  if (p->argument->kind == YS_BOOL) {
    if (p->argument->u.boolean)
      p->must_be = YS_STR("exactly one of all children to be not null");
    else
      p->problem = YS_STR("one_not_null= cannot be False");
    return YS_OK;
  }
  YS_TRY(check_names(p));
  if (p->problem.len > 0) return YS_OK;
  return ys_str_fill(&p->space->arena, "exactly one of %s to be not null",
                     YS_WORDS(p->text), &p->must_be);
}

/* The children of a map that are not null: the named ones, or all of them. */
typedef struct children {
  uint32_t count;
  ys_buf names;
} children;

static void count_child(children *set, const ys_slot *child) {
  if (child == NULL || child->kind == YS_NULL) return;
  set->count++;
  if (set->count <= SHOWN_KEYS) {
    if (set->count > 1) ys_buf_cstr(&set->names, ", ");
    ys_show_quoted(&set->names, child->key->text);
  } else if (set->count == SHOWN_KEYS + 1) {
    ys_buf_cstr(&set->names, ", ...");
  }
}

/* Compares texts, because names from the schema and keys from values are not
 * interned together. The list of names is short. */
static const ys_slot *child_named(const ys_slot *map, ys_str name) {
  const ys_slot *child = ys_slot_first(map);
  while (child != NULL &&
         !(child->key->kind == YS_STRING && ys_str_eq(child->key->text, name)))
    child = child->next;
  return child;
}

static void count_all(children *set, const ys_slot *argument,
                      const ys_slot *map) {
  const ys_slot *s;
  if (argument->kind == YS_BOOL)
    for (s = ys_slot_first(map); s != NULL; s = s->next)
      count_child(set, s);
  else
    for (s = ys_slot_first(argument); s != NULL; s = s->next)
      count_child(set, child_named(map, ys_slot_text(s)));
}

static ys_status count_children(ys_arena *arena, const ys_slot *argument,
                                const ys_slot *map, ys_finding *finding) {
  children set = {0};
  set.names = ys_buf_of(arena->memory);
  ys_buf_char(&set.names, '[');
  count_all(&set, argument, map);
  finding->holds = set.count == 1;
  if (set.count < 2) {
    const ys_status status = ys_buf_status(&set.names);
    if (set.count == 0) finding->found = YS_STR("all values are null");
    ys_buf_release(&set.names);
    return status;
  }
  ys_buf_cstr(&set.names, "] are not null");
  return ys_buf_keep(&set.names, arena, &finding->found);
}

static ys_status test_one_not_null(ys_space *space, const ys_rule *rule,
                                   const ys_slot *value, ys_finding *finding) {
  if (value->kind != YS_MAP)
    return ys_rule_not_a("a map", ys_space_records(space), value, finding);
  return count_children(ys_space_records(space), rule->argument, value,
                        finding);
}

/* ---- mutually_exclusive, mutually_required, at_least_one_of -------------- */

static ys_status no_names(ys_preparation *p) {
  return ys_str_fill(&p->space->arena,
                     "expected keyword argument \"%s\" to name at least one "
                     "key, but it is empty",
                     YS_WORDS(p->name), &p->problem);
}

static ys_status prepare_given(ys_preparation *p) {
  if (ys_slot_size(p->argument) == 0) return no_names(p);
  YS_TRY(check_names(p));
  if (p->problem.len > 0) return YS_OK;
  return ys_str_fill(&p->space->arena, "%s%s to be given",
                     YS_WORDS(ys_cstr(p->named->must_be), p->text),
                     &p->must_be);
}

/* Whether the key was given. A default that was filled in does not count; a
 * null that was given does. */
static bool is_given(const ys_slot *map, ys_str name) {
  const ys_slot *child = child_named(map, name);
  return child != NULL && ys_slot_is_given(child);
}

static uint32_t count_given(const ys_slot *names, const ys_slot *map) {
  uint32_t count = 0;
  for (const ys_slot *s = ys_slot_first(names); s != NULL; s = s->next)
    count += is_given(map, ys_slot_text(s));
  return count;
}

/* Appends the names that were given, or those that were not: `"a", "b"`. */
static void add_names(ys_buf *out, const ys_slot *names, const ys_slot *map,
                      bool given) {
  uint32_t count = 0;
  for (const ys_slot *s = ys_slot_first(names); s != NULL; s = s->next) {
    if (is_given(map, ys_slot_text(s)) != given) continue;
    if (count++ > 0) ys_buf_cstr(out, ", ");
    if (count > SHOWN_KEYS) {
      ys_buf_cstr(out, "...");
      return;
    }
    ys_show_quoted(out, ys_slot_text(s));
  }
}

/* Says which keys are given: `"a", "b" are given`, or, if some are not, `"a" is
 * given without "b"`. */
static ys_status found_given(ys_arena *arena, const ys_slot *names,
                             const ys_slot *map, bool others, ys_str *found) {
  ys_buf buf = ys_buf_of(arena->memory);
  add_names(&buf, names, map, true);
  ys_buf_cstr(&buf, count_given(names, map) == 1 ? " is given" : " are given");
  if (others) {
    ys_buf_cstr(&buf, " without ");
    add_names(&buf, names, map, false);
  }
  return ys_buf_keep(&buf, arena, found);
}

static ys_status test_given(ys_space *space, const ys_rule *rule,
                            const ys_slot *value, ys_finding *finding) {
  const ys_named_rule *named = rule->named;
  const ys_slot *names = rule->argument;
  uint32_t count;
  if (value->kind != YS_MAP)
    return ys_rule_not_a("a map", ys_space_records(space), value, finding);
  count = count_given(names, value);
  if (count == 0)
    finding->holds = !named->given.some;
  else
    finding->holds = (!named->given.single || count == 1) &&
                     (!named->given.together || count == ys_slot_size(names));
  if (finding->holds) return YS_OK;
  if (count > 0)
    return found_given(ys_space_records(space), names, value,
                       named->given.together, &finding->found);
  finding->found = YS_STR("none of them is given");
  return YS_OK;
}

/* ---- the keys of the schema ---------------------------------------------- */

/* Whether a rule counts which of its keys are given. */
static bool counts_given(const ys_rule *rule) {
  return rule->named != NULL && rule->named->subject == YS_ABOUT_GIVEN_KEYS;
}

static ys_status find_key(ys_space *space, const ys_shape *shape, ys_str name,
                          bool *out) {
  const ys_key *key;
  YS_TRY(ys_keys_intern(&space->keys, YS_STRING, name, &key));
  *out = ys_shape_find(shape, key, 0) >= 0;
  return YS_OK;
}

/* Records that a map has no key of the name. */
static ys_status unknown_key(ys_space *space, const ys_annot *annot,
                             const ys_rule *rule, const ys_slot *name,
                             const ys_shape *shape) {
  ys_diag *diag = ys_space_diagnose(space, YS_E_RULE_ARGUMENT,
                                    ys_annot_place(annot), YS_NOWHERE);
  if (diag == NULL) return YS_NOMEM;
  diag->rule = diag->args[1] = ys_cstr(rule->named->name);
  diag->args[2] = ys_space_nearest(space, ys_slot_text(name), shape, NULL);
  diag->args[3] = annot->name;
  diag->fix = ys_fix_word(ys_slot_text(name), diag->args[2]);
  return ys_str_fill(&space->arena,
                     "keyword argument \"%s\" names the key \"%s\", which this "
                     "map does not have",
                     YS_WORDS(ys_cstr(rule->named->name), ys_slot_text(name)),
                     &diag->args[0]);
}

ys_status ys_rule_check_keys(ys_space *space, const ys_annot *annot,
                             const ys_validation *validation,
                             const ys_shape *shape) {
  for (uint32_t i = 0; i < validation->count; i++) {
    const ys_rule *rule = &validation->rules[i];
    const ys_slot *name =
        counts_given(rule) ? ys_slot_first(rule->argument) : NULL;
    for (; name != NULL; name = name->next) {
      bool known;
      YS_TRY(find_key(space, shape, ys_slot_text(name), &known));
      if (!known) YS_TRY(unknown_key(space, annot, rule, name, shape));
    }
  }
  return YS_OK;
}

/* Shared by the rules for the keys that are given. */
#define GIVEN_KEYS                                                             \
  .subject = YS_ABOUT_GIVEN_KEYS, .takes = YS_KINDS(YS_ARRAY),                 \
  .words = "a sequence of keys", .suits = YS_KINDS(YS_MAP),                    \
  .prepare = prepare_given, .test = test_given

const ys_named_rule ys_key_rules[] = {
    /* ytt refuses values, not the schema. */
    {.name = "one_not_null",
     .sentence = "Exactly one of all keys, or of these, is not null.",
     .sample = {"[\"a\", \"b\"]", "{a: 1, b: null}", "{a: 1, b: 2}"},
     .subject = YS_ABOUT_CHILDREN,
     .takes = YS_KINDS(YS_BOOL) | YS_KINDS(YS_ARRAY),
     .words = "True or a sequence of keys",
     .suits = YS_VALUES,
     .prepare = prepare_one_not_null,
     .test = test_one_not_null},
    {.name = "mutually_exclusive",
     .sentence = "At most one of these keys is given.",
     .sample = {"[\"a\", \"b\"]", "{a: 1}", "{a: 1, b: 2}"},
     GIVEN_KEYS,
     .given = {.single = true},
     .must_be = "at most one of "},
    {.name = "mutually_required",
     .sentence = "All of these keys are given, or none of them.",
     .sample = {"[\"a\", \"b\"]", "{a: 1, b: 2}", "{a: 1}"},
     GIVEN_KEYS,
     .given = {.together = true},
     .must_be = "all or none of "},
    {.name = "at_least_one_of",
     .sentence = "At least one of these keys is given.",
     .sample = {"[\"a\", \"b\"]", "{a: 1}", "{c: 1}"},
     GIVEN_KEYS,
     .given = {.some = true},
     .must_be = "at least one of "},
    {.name = NULL},
};
