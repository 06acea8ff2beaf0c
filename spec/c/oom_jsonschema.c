/* oom_jsonschema.c - JSON Schemas with regular expressions and formats, and
 * what they say about a place, with every allocation failing in turn. */

#include "core/jsonplace/applicable.h"
#include "oom.h"

static const char schema_text[] =
    "{\"properties\": {\"a\": {\"pattern\": "
    "\"^(?<n>\\\\p{L}[\\\\s-b])\\\\k<n>$\"},"
    "\"b\": {\"format\": \"regex\"}, \"c\": {\"format\": \"idn-hostname\"},"
    "\"d\": {\"$ref\": \"#/$defs/x\"}},"
    "\"patternProperties\": {\"^x\": {\"enum\": [1, {\"k\": [2]}]}},"
    "\"$defs\": {\"x\": {\"anyOf\": [{\"type\": \"null\"}, {\"minItems\": "
    "2}]}},"
    "\"unevaluatedProperties\": false}";

static ys_status compile(ys_space *space, ys_str schema, ys_acceptor **out,
                         uint64_t *result) {
  ys_accept_result ready;
  ys_str missing;
  bool fits;
  YS_TRY(ys_acceptor_new(space, 2020, out));
  ys_acceptor_assert_formats(*out);
  YS_TRY(ys_acceptor_add(*out, YS_STR("s.json"), schema, &fits));
  if (!fits) return YS_INVALID;
  YS_TRY(ys_acceptor_compile(*out, &ready, &missing));
  *result = ready;
  if (ready != YS_ACCEPT_READY) return YS_INVALID;
  return ys_acceptor_compile_patterns(*out);
}

static ys_status accept(const ys_acceptor *acceptor, ys_str text,
                        uint64_t *result) {
  ys_accept_run run;
  ys_json_verdict verdict = YS_JSON_UNKNOWN;
  ys_status status = ys_accept_run_init(&run, acceptor);
  if (status == YS_OK) status = ys_accept_text(&run, text, &verdict);
  ys_accept_run_release(&run);
  *result = *result * 4 + verdict;
  return status;
}

/* Finds what applies to an entry. */
static ys_status apply(const ys_acceptor *acceptor, ys_str text,
                       uint64_t *result) {
  ys_accept_run run;
  ys_json_place place = {0};
  const ys_json_step step = {.is_key = true, .key = YS_STR("d")};
  ys_status status = ys_accept_run_init(&run, acceptor);
  if (status == YS_OK)
    status = ys_json_apply(&run, text, &step, 1, false, &place);
  for (const ys_json_applied *a = place.applied.first; a != NULL; a = a->next)
    ++*result;
  for (const ys_json_offer *o = place.first; o != NULL; o = o->next)
    *result += 16;
  ys_accept_run_release(&run);
  return status;
}

static ys_status place(ys_memory memory, uint64_t *result) {
  static const char text[] =
      "{\"properties\": {\"d\": {\"anyOf\": [{\"properties\": {\"kind\": "
      "{\"const\": 1}, \"one\": {}}}, {\"properties\": {\"kind\": {\"const\": "
      "2}}, \"patternProperties\": {\"^x\": {\"enum\": [1]}}}], "
      "\"propertyNames\": {\"enum\": [\"kind\", \"two\", \"x1\"]}}}}";
  ys_space space;
  ys_acceptor *acceptor;
  ys_status status = ys_space_init(&space, memory, NULL);
  *result = 0;
  if (status == YS_OK)
    status = compile(&space, ys_cstr(text), &acceptor, result);
  if (status == YS_OK)
    status =
        apply(acceptor, YS_STR("{\"d\": {\"kind\": 2, \"x1\": 1}}"), result);
  ys_space_release(&space);
  return status;
}

static ys_status validate(ys_memory memory, const char *schema,
                          const char *text, uint64_t *result) {
  ys_space space;
  ys_acceptor *acceptor;
  ys_status status = ys_space_init(&space, memory, NULL);
  *result = 0;
  if (status == YS_OK)
    status = compile(&space, ys_cstr(schema), &acceptor, result);
  if (status == YS_OK) status = accept(acceptor, ys_cstr(text), result);
  *result = *result * 8 + space.diags.count;
  ys_space_release(&space);
  return status == YS_NOMEM ? YS_NOMEM : YS_OK;
}

static ys_status valid(ys_memory memory, uint64_t *result) {
  return validate(memory, schema_text,
                  "{\"a\": \"x x \", \"b\": \"(a|[^b])*\", \"c\": "
                  "\"\\u05d0.xn--4db\", \"d\": [1, 2], \"x1\": {\"k\": [2]}}",
                  result);
}

static ys_status invalid(ys_memory memory, uint64_t *result) {
  return validate(memory, schema_text, "{\"a\": \"xx\", \"b\": \"(\"}", result);
}

static ys_status invalid_patterns(ys_memory memory, uint64_t *result) {
  return validate(memory,
                  "{\"pattern\": \"(?<=a+)b\", \"items\": {\"pattern\": "
                  "\"[b-a]\"}}",
                  "1", result);
}

int main(void) {
  int failures = 0;
  failures += oom_loop("a valid value", valid, 60);
  failures += oom_loop("an invalid value", invalid, 60);
  failures +=
      oom_loop("patterns that cannot be compiled", invalid_patterns, 20);
  failures += oom_loop("what applies to a place", place, 40);
  return failures > 0;
}
