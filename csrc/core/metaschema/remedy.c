/* core/metaschema/remedy.c - Says what to do about an invalid keyword
 * (core/metaschema/walk.h). */

#include "core/metaschema/walk.h"
#include "core/print/emit.h"
#include "core/scalar/scalar.h"

/* ---- other drafts -------------------------------------------------------- */

/* Remedies for what other drafts have: a keyword, a kind of values, and the
 * drafts where it is not valid. */
static const struct {
  const char *keyword;
  ys_kinds kinds;
  int from, to;
  const char *words;
} drafts[] = {
    {"required", YS_KINDS(YS_BOOL), 4, 2020,
     "up to draft-03, each key said so; now the map around it lists the keys"},
    {"exclusiveMinimum", YS_KINDS(YS_BOOL), 6, 2020,
     "since draft-06, it is the bound, in place of minimum or maximum"},
    {"exclusiveMaximum", YS_KINDS(YS_BOOL), 6, 2020,
     "since draft-06, it is the bound, in place of minimum or maximum"},
    {"exclusiveMinimum", YS_KINDS(YS_INT) | YS_KINDS(YS_FLOAT), 4, 4,
     "in draft-04, it is true beside minimum or maximum, which is the bound"},
    {"exclusiveMaximum", YS_KINDS(YS_INT) | YS_KINDS(YS_FLOAT), 4, 4,
     "in draft-04, it is true beside minimum or maximum, which is the bound"},
    {"items", YS_KINDS(YS_ARRAY), 2020, 2020,
     "since 2020-12, the keyword for a list of schemas is prefixItems"},
    {"$id", YS_KINDS(YS_STRING), 2019, 2020,
     "since 2019-09, $anchor has a name in place of the fragment"}};

static const char *of_draft(const ys_meta_check *check,
                            const ys_meta_part *part) {
  for (size_t i = 0; i < sizeof drafts / sizeof *drafts; i++)
    if (ys_str_eq(part->keyword, ys_cstr(drafts[i].keyword)) &&
        (drafts[i].kinds & YS_KINDS(part->value->kind)) != 0 &&
        check->draft >= drafts[i].from && check->draft <= drafts[i].to &&
        part->below == 0)
      return drafts[i].words;
  return NULL;
}

/* ---- what was meant ------------------------------------------------------ */

static bool is_word(ys_str text, const char *word) {
  const size_t len = strlen(word);
  if (text.len != len) return false;
  for (size_t i = 0; i < len; i++)
    if (ys_lower(text.ptr[i]) != word[i]) return false;
  return true;
}

/* Finds a word in rows of words, each with what it stands for. */
static ys_str find_row(const char *const (*rows)[2], size_t count,
                       ys_str text) {
  for (size_t i = 0; i < count; i++)
    if (is_word(text, rows[i][0])) return ys_cstr(rows[i][1]);
  return YS_STR("");
}

/* The type that a word may stand for, or "". */
static ys_str type_meant(ys_str word) {
  static const char *const others[][2] = {
      {"int", "integer"},   {"long", "integer"},   {"float", "number"},
      {"double", "number"}, {"decimal", "number"}, {"str", "string"},
      {"text", "string"},   {"bool", "boolean"},   {"map", "object"},
      {"dict", "object"},   {"hash", "object"},    {"list", "array"},
      {"tuple", "array"},   {"nil", "null"},       {"none", "null"}};
  const ys_str known = find_row(others, sizeof others / sizeof *others, word);
  ys_nearest nearest;
  if (known.len > 0) return known;
  ys_nearest_init(&nearest, word);
  for (const char *const *t = ys_meta_types; *t != NULL; t++)
    ys_nearest_offer(&nearest, ys_cstr(*t));
  return nearest.best;
}

static bool begins(ys_str text, const char *words) {
  return ys_str_starts(text, ys_cstr(words));
}

/* Appends what a text may stand for, by the words for what is valid. */
static void add_meant(ys_buf *out, ys_str text, ys_str valid) {
  static const char *const flags[][2] = {{"true", "true"}, {"yes", "true"},
                                         {"on", "true"},   {"false", "false"},
                                         {"no", "false"},  {"off", "false"}};
  const ys_str flag = ys_str_has(valid, YS_STR("true"))
                          ? find_row(flags, sizeof flags / sizeof *flags, text)
                          : YS_STR("");
  const ys_str type = type_meant(text);
  ys_slot number = {0};
  if (begins(valid, "a type") && type.len > 0) {
    ys_emit_json_string(out, type);
  } else if (begins(valid, "a number") || begins(valid, "an integer")) {
    if (ys_scalar_resolve_core(text, &number) == YS_SCALAR_OK &&
        (number.kind == YS_INT || number.kind == YS_FLOAT))
      ys_buf_add(out, text);
  } else if (flag.len > 0) {
    ys_buf_add(out, flag);
  } else if (begins(valid, "a schema") && type.len > 0) {
    ys_buf_cstr(out, "{\"type\": ");
    ys_emit_json_string(out, type);
    ys_buf_char(out, '}');
  } else if (begins(valid, "a list of keys") ||
             begins(valid, "a list of values")) {
    ys_buf_char(out, '[');
    ys_emit_json_string(out, text);
    ys_buf_char(out, ']');
  }
}

ys_status ys_meta_remedy(const ys_meta_check *check, const ys_meta_part *part,
                         ys_str valid, ys_str *out) {
  const char *words = check->trusted ? of_draft(check, part) : NULL;
  ys_arena *arena = &check->space->arena;
  ys_str text;
  *out = words == NULL ? YS_STR("") : ys_cstr(words);
  if (words != NULL) return YS_OK;
  if (part->value->kind == YS_BOOL && begins(valid, "a schema")) {
    *out = part->value->u.boolean ? YS_STR("in draft-04, write {}")
                                  : YS_STR("in draft-04, write {\"not\": {}}");
    return YS_OK;
  }
  if (part->value->kind != YS_STRING) return YS_OK;
  ys_buf meant = ys_buf_of(arena->memory);
  add_meant(&meant, ys_slot_text(part->value), valid);
  YS_TRY(ys_buf_keep(&meant, arena, &text));
  if (text.len == 0) return YS_OK;
  return ys_str_fill(arena, "did you mean %s?", YS_WORDS(text), out);
}
