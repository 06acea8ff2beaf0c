#include "core/compile/type_rule.h"

#include "core/annotation/argument.h"

typedef struct type_name {
  const char *name;
  ys_kind kind;
} type_name;

static const type_name names[] = {{"bool", YS_BOOL},     {"float", YS_FLOAT},
                                  {"int", YS_INT},       {"null", YS_NULL},
                                  {"string", YS_STRING}, {"array", YS_ARRAY},
                                  {"map", YS_MAP},       {"any", YS_ANY}};

enum { NAME_COUNT = sizeof names / sizeof names[0] };

#define NAMES                                                                  \
  "one of \"bool\", \"float\", \"int\", \"null\", \"string\", \"array\", "     \
  "\"map\", \"any\""
#define KEYWORDS YS_STR("Supported kwargs are 'any', 'one_of', 'or_inferred'")

/* The names of types in other tools. */
static const struct {
  const char *word, *name;
} familiar[] = {
    {"integer", "int"},   {"number", "float"},   {"double", "float"},
    {"decimal", "float"}, {"boolean", "bool"},   {"str", "string"},
    {"text", "string"},   {"object", "map"},     {"dict", "map"},
    {"mapping", "map"},   {"hash", "map"},       {"struct", "map"},
    {"list", "array"},    {"sequence", "array"}, {"seq", "array"},
    {"tuple", "array"},   {"nil", "null"},       {"none", "null"},
};

/* The name of a type that was probably meant, or "". */
static ys_str nearest_name(ys_str given) {
  enum { FAMILIAR = sizeof familiar / sizeof familiar[0] };
  ys_nearest nearest;
  ys_nearest_init(&nearest, given);
  for (size_t i = 0; i < NAME_COUNT; i++)
    ys_nearest_offer(&nearest, ys_cstr(names[i].name));
  for (size_t i = 0; i < FAMILIAR; i++)
    ys_nearest_offer(&nearest, ys_cstr(familiar[i].word));
  for (size_t i = 0; i < FAMILIAR; i++)
    if (ys_str_eq(nearest.best, ys_cstr(familiar[i].word)))
      return ys_cstr(familiar[i].name);
  return nearest.best;
}

static ys_status not_a_name(ys_space *space, const ys_annot *annot,
                            const ys_slot *value) {
  ys_str found = ys_kind_name((ys_kind)value->kind), hint = {0}, meant = {0};
  if (value->kind == YS_STRING) {
    YS_TRY(ys_str_fill(&space->arena, "\"%s\"", YS_WORDS(ys_slot_text(value)),
                       &found));
    meant = nearest_name(ys_slot_text(value));
    YS_TRY(ys_nearest_hint(&space->arena, meant, &hint));
  } else if (value->kind == YS_ARRAY) {
    hint = YS_STR("a list of types is given as one_of=[...].");
  }
  YS_TRY(ys_argument_error(space, annot, found, YS_STR(NAMES), hint));
  if (meant.len > 0)
    space->diags.last->fix = ys_fix_word(ys_slot_text(value), meant);
  return YS_OK;
}

static ys_status take_name(ys_space *space, const ys_annot *annot,
                           const ys_slot *value, ys_type_rule *out,
                           bool *good) {
  for (size_t i = 0; value->kind == YS_STRING && i < NAME_COUNT; i++)
    if (ys_str_eq(ys_slot_text(value), ys_cstr(names[i].name))) {
      out->kinds |= YS_KINDS(names[i].kind);
      return YS_OK;
    }
  *good = false;
  return not_a_name(space, annot, value);
}

static ys_status take_list(ys_space *space, const ys_annot *annot,
                           const ys_slot *list, ys_type_rule *out, bool *good) {
  if (list->kind != YS_ARRAY) return take_name(space, annot, list, out, good);
  if (ys_slot_size(list) == 0) {
    *good = false;
    return ys_argument_error(space, annot, YS_STR("an empty list"),
                             YS_STR(NAMES), (ys_str){0});
  }
  for (const ys_slot *s = ys_slot_first(list); s != NULL; s = s->next)
    YS_TRY(take_name(space, annot, s, out, good));
  return YS_OK;
}

/* Reads the names of types, in each place where they are allowed. */
static ys_status take_names(ys_space *space, const ys_annot *annot,
                            const ys_keyword *one_of, ys_type_rule *out,
                            bool *good) {
  if (one_of->arg != NULL && ys_annot_positional(annot) > 0) {
    *good = false;
    return ys_argument_error(space, annot, YS_STR("types twice"),
                             YS_STR("either names of types or one_of="),
                             (ys_str){0});
  }
  if (one_of->arg != NULL)
    return take_list(space, annot, &one_of->arg->value, out, good);
  for (const ys_arg *arg = annot->args; arg != NULL; arg = arg->next)
    if (arg->name.len == 0)
      YS_TRY(take_name(space, annot, &arg->value, out, good));
  return YS_OK;
}

/* Checks that `any` is not combined with other names (reference#types-by-name).
 */
static ys_status check_any(ys_space *space, const ys_annot *annot,
                           const ys_keyword *any, ys_type_rule *out,
                           bool *good) {
  const ys_kinds bit = YS_KINDS(YS_ANY);
  const bool alone = any->arg == NULL || annot->args->next == NULL;
  const bool named = (out->kinds & bit) != 0;
  if (any->arg != NULL) out->any = any->arg->value.u.boolean;
  out->any |= named;
  out->listed = !out->any && out->kinds != 0;
  if (alone && (!named || (out->kinds == bit && !out->or_inferred)))
    return YS_OK;
  *good = false;
  return ys_argument_error(space, annot, YS_STR("any with other types"),
                           YS_STR("any, and nothing else"),
                           YS_STR("any excludes all other arguments."));
}

static ys_status nothing_said(ys_space *space, const ys_annot *annot) {
  return ys_argument_error(
      space, annot, YS_STR("missing keyword argument and value"),
      YS_STR("valid keyword argument and value"),
      YS_STR("Supported key-value pairs are 'any=True', 'any=False', "
             "'one_of=[...]', 'or_inferred=True'"));
}

ys_status ys_type_rule_read(ys_space *space, const ys_annot *annot,
                            ys_type_rule *out) {
  ys_keyword rows[] = {{"any", YS_KINDS(YS_BOOL), "boolean", NULL},
                       {"one_of", YS_KINDS(YS_STRING) | YS_KINDS(YS_ARRAY),
                        "the name of a type, or a list of them", NULL},
                       {"or_inferred", YS_KINDS(YS_BOOL), "boolean", NULL}};
  ys_type_rule typing = {0};
  bool good = true;
  *out = typing;
  if (annot == NULL) return YS_OK;
  if (annot->args == NULL) return nothing_said(space, annot);
  YS_TRY(ys_argument_keywords(space, annot, rows, 3, KEYWORDS, &good));
  YS_TRY(take_names(space, annot, &rows[1], &typing, &good));
  typing.or_inferred = rows[2].arg != NULL && rows[2].arg->value.u.boolean;
  YS_TRY(check_any(space, annot, &rows[0], &typing, &good));
  if (good && rows[0].arg == NULL && !typing.any && !typing.listed)
    return nothing_said(space, annot); /* only or_inferred= was given */
  if (good) *out = typing;
  return YS_OK;
}
