/* core/metaschema/words.c - Says what the keywords of JSON Schema may be
 * (core/metaschema/walk.h). */

#include "core/metaschema/walk.h"
#include "core/print/emit.h"
#include "core/tree/seen.h"

enum { MOST_PROBLEMS = 100, MOST_BYTES = 60 };

/* ---- the words ----------------------------------------------------------- */

#define A_TYPE                                                                 \
  "a type (array, boolean, integer, null, number, object or string)"

const char *const ys_meta_types[] = {"array",  "boolean", "integer", "null",
                                     "number", "object",  "string",  NULL};

/* The words for the value of a keyword, for the items or entries of the value,
 * and for those of these. */
static const struct {
  const char *keywords; /* with blanks around each */
  const char *words[3];
} all_words[] = {
    {" $id ", {"an address without a fragment"}},
    {" $anchor $dynamicAnchor ", {"a name"}},
    {" id $schema $ref $comment $recursiveRef $dynamicRef title description "
     "format contentMediaType contentEncoding ",
     {"a string"}},
    {" $recursiveAnchor readOnly writeOnly deprecated uniqueItems ",
     {"true or false"}},
    {" $vocabulary ", {"a map of true and false", "true or false"}},
    {" type ", {A_TYPE ", or a list of types", A_TYPE}},
    {" enum ", {"a list of values"}},
    {" examples ", {"a list"}},
    {" minLength maxLength minItems maxItems minProperties maxProperties "
     "minContains maxContains ",
     {"an integer of at least 0"}},
    {" multipleOf ", {"a number above 0"}},
    {" minimum maximum exclusiveMinimum exclusiveMaximum ", {"a number"}},
    {" pattern ", {"a regular expression"}},
    {" required ", {"a list of keys", "a key, which is a string"}},
    {" dependentRequired ",
     {"a map of lists of keys", "a list of keys", "a key, which is a string"}},
    {" dependencies ",
     {"a map of schemas and lists of keys", "a list of keys",
      "a key, which is a string"}},
    {" allOf anyOf oneOf prefixItems items ",
     {"a list of schemas that is not empty"}},
    {" definitions properties $defs dependentSchemas patternProperties ",
     {"a map of schemas"}},
};

static bool is_among(const char *keywords, ys_str keyword) {
  const char *at = keywords;
  while (keyword.len > 0 && (at = strchr(at, ' ')) != NULL && *++at != '\0')
    if (strncmp(at, keyword.ptr, keyword.len) == 0 && at[keyword.len] == ' ')
      return true;
  return false;
}

static bool is(const ys_meta_part *part, const char *keyword) {
  return ys_str_eq(part->keyword, ys_cstr(keyword));
}

static ys_str schema_words(const ys_meta_check *check,
                           const ys_meta_part *part) {
  const bool flag =
      is_among(" additionalProperties additionalItems ", part->keyword);
  if (check->draft > 4) return YS_STR("a schema (a map, true or false)");
  return flag && part->below == 0 ? YS_STR("a schema (a map), true or false")
                                  : YS_STR("a schema (a map)");
}

/* The words for what is valid. What a metaschema of other people says, only it
 * knows. */
static ys_str words_of(const ys_meta_check *check, const ys_meta_part *part) {
  if (!check->trusted || part->below > 2) return part->must_be;
  if (part->is_schema && part->value->kind != YS_ARRAY)
    return schema_words(check, part);
  if (part->is_schema && part->broken == YS_KEYWORD_TYPE && !is(part, "items"))
    return schema_words(check, part);
  if (is(part, "items") && (part->below > 0 || check->draft >= 2020) &&
      part->broken != YS_KEYWORD_MIN_ITEMS)
    return schema_words(check, part);
  if (check->draft == 4 &&
      is_among(" exclusiveMinimum exclusiveMaximum ", part->keyword))
    return YS_STR("true or false");
  if (check->draft < 2019 && is(part, "$id")) return YS_STR("a string");
  if (part->broken == YS_KEYWORD_MIN_ITEMS && is(part, "enum"))
    return YS_STR("a list of values that is not empty");
  if (part->broken == YS_KEYWORD_MIN_ITEMS &&
      is_among(" required dependencies ", part->keyword))
    return YS_STR("a list of keys that is not empty");
  for (size_t i = 0; i < sizeof all_words / sizeof *all_words; i++)
    if (is_among(all_words[i].keywords, part->keyword) &&
        all_words[i].words[part->below] != NULL)
      return ys_cstr(all_words[i].words[part->below]);
  return part->must_be;
}

/* ---- problems ------------------------------------------------------------ */

static void add_shown(ys_buf *out, const ys_slot *value) {
  const char *problem;
  if (ys_is_collection(value)) {
    ys_buf_cstr(out, value->kind == YS_MAP ? "a map" : "a list");
    return;
  }
  ys_slot plain = *value;
  plain.key = NULL;
  ys_buf json = ys_buf_of(out->memory);
  const ys_status status = ys_emit_json_replaced(&plain, &json, &problem);
  if (status == YS_NOMEM) {
    out->failed = true;
  } else if (status != YS_OK) {
    ys_buf_cstr(out, "a value that JSON lacks");
  } else {
    ys_str text = ys_buf_str(&json);
    text.len -= text.len > 0; /* the line break */
    const bool is_long = text.len > MOST_BYTES;
    if (is_long) text.len = MOST_BYTES;
    while (is_long && text.len > 0 &&
           ((unsigned char)text.ptr[text.len - 1] & 0x80) != 0)
      text.len--;
    ys_buf_add(out, text);
    if (is_long) ys_buf_cstr(out, "…");
  }
  ys_buf_release(&json);
}

ys_status ys_meta_add(ys_meta_check *check, const ys_slot *value,
                      ys_str pointer, ys_str valid, bool shown, ys_str remedy) {
  ys_arena *arena = &check->space->arena;
  uint32_t count = 0;
  ys_meta_problem **link = &check->first;
  for (; *link != NULL; link = &(*link)->next)
    count++;
  if (count == MOST_PROBLEMS) {
    check->more++;
    return YS_OK;
  }
  ys_meta_problem *problem = ys_arena_new(arena, ys_meta_problem);
  if (problem == NULL) return YS_NOMEM;
  ys_buf buf = ys_buf_of(arena->memory);
  ys_buf_fill(&buf, "%s%s%s",
              YS_WORDS(pointer,
                       ys_cstr(pointer.len > 0 ? " must be " : "it must be "),
                       valid));
  if (shown && !check->masked) {
    ys_buf_cstr(&buf, ", not ");
    add_shown(&buf, value);
  }
  if (remedy.len > 0 && !check->masked) {
    ys_buf_fill(&buf, "; %s", YS_WORDS(remedy));
  }
  problem->place = ys_slot_place(value);
  problem->pointer = pointer;
  *link = problem;
  return ys_buf_keep(&buf, arena, &problem->text);
}

static bool is_type(const ys_slot *value) {
  for (const char *const *t = ys_meta_types; *t != NULL; t++)
    if (value->kind == YS_STRING && ys_str_eq(ys_slot_text(value), ys_cstr(*t)))
      return true;
  return false;
}

/* Finds the item of a list that is not valid, where the metaschema only says
 * that the list is not: one that is there already, or no type. NULL: none. */
static ys_status find_item(const ys_meta_check *check, const ys_meta_part *part,
                           const ys_slot **out, uint32_t *index,
                           bool *repeated) {
  const bool types = is(part, "type");
  ys_seen seen;
  *out = NULL;
  if (part->value->kind != YS_ARRAY ||
      (!types && part->broken != YS_KEYWORD_UNIQUE_ITEMS))
    return YS_OK;
  YS_TRY(ys_seen_open(&seen, check->space->arena.memory,
                      ys_slot_size(part->value), check->space->keys.seed));
  *index = 0;
  for (const ys_slot *s = ys_slot_first(part->value); s != NULL; s = s->next) {
    *repeated = ys_seen_meet(&seen, s, *index) != NULL;
    if (*repeated || (types && !is_type(s))) *out = s;
    if (*out != NULL) break;
    ++*index;
  }
  ys_seen_close(&seen);
  return YS_OK;
}

static ys_status below(ys_meta_check *check, ys_meta_part *part,
                       uint32_t index) {
  part->below++;
  return ys_str_fill(&check->space->arena, "%s/%s",
                     YS_WORDS(part->pointer, YS_UINT(index)), &part->pointer);
}

ys_status ys_meta_add_part(ys_meta_check *check, const ys_meta_part *given) {
  ys_meta_part part = *given;
  const ys_slot *item = NULL;
  uint32_t index;
  bool repeated = false;
  ys_str valid, remedy;
  if (check->trusted) YS_TRY(find_item(check, &part, &item, &index, &repeated));
  if (item != NULL) {
    part.value = item;
    YS_TRY(below(check, &part, index));
  }
  valid = repeated ? YS_STR("a value that is not in the list already")
                   : words_of(check, &part);
  YS_TRY(ys_meta_remedy(check, &part, valid, &remedy));
  return ys_meta_add(check, part.value, part.pointer, valid, true, remedy);
}
