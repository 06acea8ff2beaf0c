#include "core/annotation/synonym.h"

typedef struct synonym {
  const char *word; /* folded */
  const char *annotation;
  const char *argument;
} synonym;

#define WORD(word, name)                                                       \
  { word, "schema/" name, "@schema/" name }
#define RULE(word, name)                                                       \
  { word, "schema/validation " name "=", name }
#define RULE_TRUE(word, name)                                                  \
  { word, "schema/validation " name "=True", name }

static const synonym table[] = {
    /* annotations as arguments */
    WORD("required", "required"),
    WORD("nullable", "nullable"),
    WORD("sensitive", "sensitive"),
    WORD("default", "default"),
    WORD("example", "example"),
    WORD("examples", "examples"),
    WORD("title", "title"),
    WORD("desc", "desc"),
    WORD("deprecated", "deprecated"),
    WORD("removed", "removed"),
    WORD("renamed", "renamed"),
    WORD("type", "type"),
    /* words of other tools */
    WORD("optional", "key-may-be-present"),
    WORD("maybepresent", "key-may-be-present"),
    WORD("maybemissing", "key-may-be-present"),
    WORD("notrequired", "key-may-be-present"),
    WORD("omitempty", "key-may-be-present"),
    WORD("alloptional", "keys-may-be-present"),
    WORD("partial", "keys-may-be-present"),
    WORD("require", "required"),
    WORD("mandatory", "required"),
    WORD("presence", "required"),
    WORD("null", "nullable"),
    WORD("nil", "nullable"),
    WORD("none", "nullable"),
    WORD("nillable", "nullable"),
    WORD("allownull", "nullable"),
    WORD("allownone", "nullable"),
    WORD("secret", "sensitive"),
    WORD("password", "sensitive"),
    WORD("credential", "sensitive"),
    WORD("private", "sensitive"),
    WORD("confidential", "sensitive"),
    WORD("hidden", "sensitive"),
    WORD("redact", "sensitive"),
    WORD("redacted", "sensitive"),
    WORD("mask", "sensitive"),
    WORD("masked", "sensitive"),
    WORD("writeonly", "sensitive"),
    WORD("description", "desc"),
    WORD("descr", "desc"),
    WORD("documentation", "desc"),
    WORD("docs", "desc"),
    WORD("comment", "desc"),
    WORD("$comment", "desc"),
    WORD("help", "desc"),
    WORD("summary", "desc"),
    WORD("note", "desc"),
    WORD("notes", "desc"),
    WORD("name", "title"),
    WORD("label", "title"),
    WORD("defaults", "default"),
    WORD("defaultvalue", "default"),
    WORD("fallback", "default"),
    WORD("sample", "example"),
    WORD("obsolete", "deprecated"),
    WORD("replacedby", "deprecated"),
    WORD("alias", "renamed"),
    WORD("aliases", "renamed"),
    WORD("oldname", "renamed"),
    WORD("was", "renamed"),
    WORD("ref", "like"),
    WORD("$ref", "like"),
    WORD("extends", "like"),
    WORD("include", "like"),
    WORD("additionalproperties", "any-key"),
    WORD("additionalkeys", "any-key"),
    WORD("anykeys", "any-key"),
    WORD("wildcard", "any-key"),
    WORD("open", "any-key"),
    WORD("extra", "any-key"),
    WORD("allowextra", "any-key"),
    WORD("allowunknown", "any-key"),
    WORD("preserveunknownfields", "any-key"),
    WORD("xkubernetespreserveunknownfields", "any-key"),
    WORD("patternproperties", "key allowed="),
    WORD("propertynames", "key allowed="),
    WORD("keypattern", "key allowed="),
    WORD("any", "type any=True"),
    WORD("anything", "type any=True"),
    WORD("anytype", "type any=True"),
    WORD("types", "type"),
    WORD("kind", "type"),
    WORD("intorstring", "type"),
    WORD("xkubernetesintorstring", "type"),
    WORD("defs", "definition"),
    WORD("$defs", "definition"),
    WORD("datatype", "type"),
    WORD("union", "any-of"),
    WORD("either", "any-of"),
    WORD("discriminator", "one-of"),
    WORD("assert", "validation"),
    WORD("rule", "validation"),
    WORD("rules", "validation"),
    WORD("check", "validation"),
    WORD("constraint", "validation"),
    /* named rules as annotations */
    RULE("min", "min"),
    RULE("max", "max"),
    RULE("minlen", "min_len"),
    RULE("maxlen", "max_len"),
    RULE("regexp", "regexp"),
    RULE("pattern", "regexp"),
    RULE("format", "format"),
    RULE("multipleof", "multiple_of"),
    RULE("enum", "one_of"),
    RULE("enums", "one_of"),
    RULE("literal", "one_of"),
    RULE("choices", "one_of"),
    RULE("choice", "one_of"),
    RULE("options", "one_of"),
    RULE("values", "one_of"),
    RULE("allowed", "one_of"),
    RULE("allowedvalues", "one_of"),
    RULE("in", "one_of"),
    RULE("const", "one_of"),
    RULE("minimum", "min"),
    RULE("ge", "min"),
    RULE("gte", "min"),
    RULE("atleast", "min"),
    RULE("maximum", "max"),
    RULE("le", "max"),
    RULE("lte", "max"),
    RULE("atmost", "max"),
    RULE("exclusiveminimum", "exclusive_min"),
    RULE("gt", "exclusive_min"),
    RULE("exclusivemaximum", "exclusive_max"),
    RULE("lt", "exclusive_max"),
    RULE("minlength", "min_len"),
    RULE("minitems", "min_len"),
    RULE("minproperties", "min_len"),
    RULE("minsize", "min_len"),
    RULE("mincount", "min_len"),
    RULE("nonempty", "min_len"),
    RULE("notempty", "min_len"),
    RULE("maxlength", "max_len"),
    RULE("maxitems", "max_len"),
    RULE("maxproperties", "max_len"),
    RULE("maxsize", "max_len"),
    RULE("maxcount", "max_len"),
    RULE("regex", "regexp"),
    RULE("match", "regexp"),
    RULE("matches", "regexp"),
    RULE("step", "multiple_of"),
    RULE("divisibleby", "multiple_of"),
    RULE("startwith", "starts_with"),
    RULE("beginswith", "starts_with"),
    RULE("hasprefix", "starts_with"),
    RULE("endwith", "ends_with"),
    RULE("hassuffix", "ends_with"),
    RULE("xor", "one_not_null"),
    RULE("exactlyoneof", "one_not_null"),
    RULE("anyrequired", "at_least_one_of"),
    RULE("requires", "mutually_required"),
    RULE("dependentrequired", "mutually_required"),
    RULE("conflicts", "mutually_exclusive"),
    RULE("exclusive", "mutually_exclusive"),
    RULE_TRUE("notnull", "not_null"),
    RULE_TRUE("nonnull", "not_null"),
    RULE_TRUE("nonnullable", "not_null"),
    RULE_TRUE("uniqueitems", "unique"),
    RULE_TRUE("distinct", "unique"),
    {"if", "schema/validation when=", "when"},
    {"unless", "schema/validation when=", "when"},
};

/* Whether a word is that of the table, which is folded: in small letters, and
 * without underscores and hyphens. */
static bool is_word(ys_str given, const char *word) {
  for (size_t i = 0; i < given.len; i++) {
    const char c = ys_lower(given.ptr[i]);
    if (c == '_' || c == '-') continue;
    if (*word == '\0' || c != *word) return false;
    word++;
  }
  return *word == '\0';
}

static const synonym *find(ys_str word) {
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
    if (is_word(word, table[i].word)) return &table[i];
  return NULL;
}

ys_str ys_synonym_annotation(ys_str word) {
  const synonym *found = find(word);
  return found != NULL ? ys_cstr(found->annotation) : (ys_str){"", 0};
}

ys_str ys_synonym_argument(ys_str word) {
  const synonym *found = find(word);
  return found != NULL ? ys_cstr(found->argument) : (ys_str){"", 0};
}
