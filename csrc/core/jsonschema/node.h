#pragma once

/* core/jsonschema/node.h - A compiled JSON Schema: a node for each subschema,
 * and what compiling it needs. */

#include "core/base/pairs.h"
#include "core/format/standard.h"
#include "core/jsonschema/accept.h"
#include "core/type/type.h"

/* ---- nodes --------------------------------------------------------------- */

/* A regular expression of ECMA-262 in a schema. */
typedef struct ys_accept_pattern {
  struct ys_accept_pattern *next;
  ys_str text;
  const ys_slot *at;              /* the first place where it is written */
  const struct ys_regexp *regexp; /* NULL until it is compiled */
} ys_accept_pattern;

/* A list of subschemas. */
typedef struct ys_accept_list {
  ys_accept_node **nodes;
  uint32_t count;
} ys_accept_list;

typedef struct ys_accept_numbers {
  const ys_slot *min, *max, *above, *below; /* or NULL */
  const ys_slot *multiple;                  /* above 0; or NULL */
} ys_accept_numbers;

typedef struct ys_accept_strings {
  uint64_t min, max; /* characters */
  const ys_accept_pattern *pattern;
  const ys_standard_format *format;
} ys_accept_strings;

typedef struct ys_accept_arrays {
  uint64_t min, max;
  bool unique;
  ys_accept_list first;  /* for the first items */
  ys_accept_node *items; /* for those after them; NULL: all fit */
  ys_accept_node *contains;
  uint64_t least, most; /* how many items `contains` must accept */
  bool contains_marks;  /* the items that it accepts are evaluated */
} ys_accept_arrays;

/* An entry of a map that the schema names. */
typedef struct ys_accept_entry {
  ys_accept_node *node; /* NULL: the key is only required */
  bool required;
} ys_accept_entry;

typedef struct ys_accept_keys {
  const ys_accept_pattern *pattern;
  ys_accept_node *node;
} ys_accept_keys;

/* The requirements of a map that has a key. */
typedef struct ys_accept_need {
  struct ys_accept_need *next;
  const ys_slot *keyword;
  const ys_key *key;
  const ys_key **keys; /* [count] other keys */
  uint32_t count;
  ys_accept_node *node; /* or NULL */
} ys_accept_need;

typedef struct ys_accept_maps {
  uint64_t min, max;
  ys_shape shape;
  ys_accept_entry *entries; /* [shape.count] */
  uint32_t required;        /* how many of them are required */
  ys_accept_keys *patterns; /* [pattern_count] */
  uint32_t pattern_count;
  ys_accept_node *others; /* for keys that nothing above is about; or NULL */
  ys_accept_node *names;  /* for the keys, as strings; or NULL */
  ys_accept_need *needs;
} ys_accept_maps;

/* Subschemas for the value as a whole. */
typedef enum ys_accept_way {
  YS_ACCEPT_ALL,
  YS_ACCEPT_ANY,
  YS_ACCEPT_ONE,
  YS_ACCEPT_NOT,
  YS_ACCEPT_IF,     /* three: if, then, else; the last two may be NULL */
  YS_ACCEPT_DYNAMIC /* one, which another node may replace: see
                       ys_acceptor.dynamic */
} ys_accept_way;

typedef struct ys_accept_whole {
  struct ys_accept_whole *next;
  ys_accept_way way;
  const ys_slot *keyword;
  ys_accept_list list;
} ys_accept_whole;

struct ys_accept_node {
  ys_kinds kinds;       /* those that are accepted */
  bool whole;           /* a float has to be an integer */
  bool open;            /* all values of these kinds are accepted */
  bool opaque;          /* it has a keyword that is not compiled */
  bool shared;          /* several keywords lead to it */
  bool circular;        /* it needs itself to validate any value */
  uint8_t walked;       /* 1: it is searched for circles, 2: it has none */
  ys_accept_node *same; /* the node of a `$ref` that stands alone, or NULL */
  const ys_rule *listed, *constant; /* `enum` and `const`, or NULL */
  const ys_accept_numbers *numbers; /* NULL: all numbers fit; and so on */
  const ys_accept_strings *strings;
  const ys_accept_arrays *arrays;
  ys_accept_maps *maps;
  ys_accept_whole *wholes;
  const ys_slot *deprecated; /* this keyword, if it says so, or NULL */
  ys_accept_node *rest_items, *rest_entries; /* for what nothing above has
                                                evaluated; or NULL */

  /* For compiling. */
  const ys_slot *schema;
  const struct ys_accept_scope *scope;
  ys_accept_node *next;      /* that waits to be compiled */
  ys_accept_node *all;       /* the one made before it */
  const ys_accept_node *met; /* where references began that lead here */
};

/* ---- compiling ----------------------------------------------------------- */

/* The settings that a subschema inherits from those around it. */
typedef struct ys_accept_scope {
  int draft;
  bool formats;        /* formats are validated */
  bool vocabulary;     /* a vocabulary says so, in any draft */
  unsigned lacks;      /* vocabularies (YS_LACKS_...) */
  ys_str base;         /* the address that `$ref` is relative to */
  const ys_slot *root; /* the subschema whose address that is; NULL around a
                          whole text */
} ys_accept_scope;

/* A subschema that has an address. */
typedef struct ys_accept_target {
  const ys_slot *schema;
  const ys_accept_scope *scope;
  struct ys_accept_target *next; /* with the same dynamic anchor */
} ys_accept_target;

typedef struct ys_accept_source {
  struct ys_accept_source *next;
  ys_slot *root;
  const ys_accept_scope *scope;
} ys_accept_source;

/* The keywords that are compiled, with the subschemas that their values have
 * (ys_accept_holding). ys_accept_drop_lacking() uses their order. */
#define YS_KEYWORDS(X)                                                         \
  X(TYPE, "type", NOTHING)                                                     \
  X(ENUM, "enum", NOTHING)                                                     \
  X(CONST, "const", NOTHING)                                                   \
  X(MULTIPLE_OF, "multipleOf", NOTHING)                                        \
  X(MINIMUM, "minimum", NOTHING)                                               \
  X(MAXIMUM, "maximum", NOTHING)                                               \
  X(EXCLUSIVE_MINIMUM, "exclusiveMinimum", NOTHING)                            \
  X(EXCLUSIVE_MAXIMUM, "exclusiveMaximum", NOTHING)                            \
  X(MIN_LENGTH, "minLength", NOTHING)                                          \
  X(MAX_LENGTH, "maxLength", NOTHING)                                          \
  X(PATTERN, "pattern", NOTHING)                                               \
  X(FORMAT, "format", NOTHING)                                                 \
  X(MIN_ITEMS, "minItems", NOTHING)                                            \
  X(MAX_ITEMS, "maxItems", NOTHING)                                            \
  X(UNIQUE_ITEMS, "uniqueItems", NOTHING)                                      \
  X(ITEMS, "items", EITHER)                                                    \
  X(PREFIX_ITEMS, "prefixItems", LIST)                                         \
  X(ADDITIONAL_ITEMS, "additionalItems", ONE)                                  \
  X(CONTAINS, "contains", ONE)                                                 \
  X(MIN_CONTAINS, "minContains", NOTHING)                                      \
  X(MAX_CONTAINS, "maxContains", NOTHING)                                      \
  X(MIN_PROPERTIES, "minProperties", NOTHING)                                  \
  X(MAX_PROPERTIES, "maxProperties", NOTHING)                                  \
  X(REQUIRED, "required", NOTHING)                                             \
  X(PROPERTIES, "properties", MAP)                                             \
  X(PATTERN_PROPERTIES, "patternProperties", MAP)                              \
  X(ADDITIONAL_PROPERTIES, "additionalProperties", ONE)                        \
  X(PROPERTY_NAMES, "propertyNames", ONE)                                      \
  X(DEPENDENCIES, "dependencies", MAP)                                         \
  X(DEPENDENT_SCHEMAS, "dependentSchemas", MAP)                                \
  X(DEPENDENT_REQUIRED, "dependentRequired", NOTHING)                          \
  X(ALL_OF, "allOf", LIST)                                                     \
  X(ANY_OF, "anyOf", LIST)                                                     \
  X(ONE_OF, "oneOf", LIST)                                                     \
  X(NOT, "not", ONE)                                                           \
  X(IF, "if", ONE)                                                             \
  X(THEN, "then", ONE)                                                         \
  X(ELSE, "else", ONE)                                                         \
  X(REF, "$ref", NOTHING)                                                      \
  X(DYNAMIC_REF, "$dynamicRef", NOTHING)                                       \
  X(RECURSIVE_REF, "$recursiveRef", NOTHING)                                   \
  X(UNEVALUATED_ITEMS, "unevaluatedItems", ONE)                                \
  X(UNEVALUATED_PROPERTIES, "unevaluatedProperties", ONE)                      \
  X(SCHEMA, "$schema", NOTHING)                                                \
  X(ID, "$id", NOTHING)                                                        \
  X(OLD_ID, "id", NOTHING)                                                     \
  X(ANCHOR, "$anchor", NOTHING)                                                \
  X(DYNAMIC_ANCHOR, "$dynamicAnchor", NOTHING)                                 \
  X(RECURSIVE_ANCHOR, "$recursiveAnchor", NOTHING)                             \
  X(DEFINITIONS, "definitions", MAP)                                           \
  X(DEFS, "$defs", MAP)                                                        \
  X(DEPRECATED, "deprecated", NOTHING)                                         \
  X(MUST_BE, "x-must-be", NOTHING)

typedef enum ys_accept_keyword {
#define X(name, text, holds) YS_KEYWORD_##name,
  YS_KEYWORDS(X)
#undef X
      YS_KEYWORD_COUNT
} ys_accept_keyword;

/* The keywords as keys. */
typedef struct ys_accept_vocabulary {
  const ys_key *keys[YS_KEYWORD_COUNT];
  const uint8_t *keywords; /* [count] by the numbers of the keys */
  uint32_t count;
} ys_accept_vocabulary;

struct ys_acceptor {
  ys_space *space;
  int draft;
  bool asserts_formats; /* in all drafts */
  const ys_accept_dialect *dialects;
  ys_accept_source *texts, *last_text;
  ys_accept_node *root;
  ys_accept_node *open_first, *open_last; /* nodes that wait to be compiled */
  ys_accept_node *all_nodes;              /* newest first */
  const ys_accept_node *finished; /* the newest that is ready for values */
  const ys_accept_vocabulary *vocabulary;
  ys_pairs nodes;    /* the node of a subschema, by its slot */
  ys_pairs patterns; /* the pattern, by its text as a key */
  /* The node that takes the place of a dynamic reference's own, by the
   * ys_accept_whole of the reference and a resource: the root of a text, or a
   * subschema with an address of its own. */
  ys_pairs dynamic;
  ys_accept_pattern *first_pattern, *last_pattern;
  ys_accept_pattern *compiled; /* the last one that was, or NULL */
  ys_keys addresses;           /* of the subschemas that have one */
  ys_pairs targets;            /* what has an address */
  bool entered;                /* all addresses are known */
  bool declined;               /* a keyword has an invalid value */
  bool deprecates;             /* a node is deprecated */
  ys_str missing;              /* the address that a reference needs, or "" */
  ys_accept_lost *lost, *last_lost;
  const ys_accept_scope *scope; /* of the root of the first text */
  const ys_slot *at;            /* what is compiled now, or was compiled last */
  const ys_slot *circular;      /* where a node needs itself, or NULL */
};

/* The values of the keywords of a subschema; NULL where there is none. */
typedef struct ys_accept_words {
  const ys_slot *of[YS_KEYWORD_COUNT];
} ys_accept_words;

void ys_accept_words_of(const ys_acceptor *a, const ys_slot *schema,
                        ys_accept_words *words);

/* Forgets the keywords whose vocabularies are lacking. */
void ys_accept_drop_lacking(const ys_accept_scope *scope,
                            ys_accept_words *words);

/* The entry of a map in a text, or NULL. A large map gets an index. */
const ys_slot *ys_accept_entry_of(ys_acceptor *a, const ys_slot *map,
                                  const ys_key *key);

ys_str ys_accept_keyword_name(ys_accept_keyword keyword);

/* The name of a keyword as a rule in reports, such as `json-schema/minLength`.
 * That of the schema `false` is `json-schema/false`. */
ys_str ys_accept_rule_name(ys_accept_keyword keyword);

/* The keyword that a key is; YS_KEYWORD_COUNT: it is none. */
ys_accept_keyword ys_accept_keyword_of(const ys_acceptor *a, const ys_key *key);

/* The subschemas that the value of a keyword has. */
typedef enum ys_accept_holding {
  YS_HOLDS_NOTHING,
  YS_HOLDS_ONE,
  YS_HOLDS_LIST,
  YS_HOLDS_MAP,
  YS_HOLDS_EITHER /* one, or a list */
} ys_accept_holding;

ys_accept_holding ys_accept_holding_of(ys_accept_keyword keyword);

static inline bool ys_accept_is_text(const ys_slot *slot) {
  return slot != NULL && slot->kind == YS_STRING;
}

/* Whether a value is a finite number. */
bool ys_accept_is_number(const ys_slot *slot);

/* Whether `$ref` stands alone: up to draft-07, keywords beside it are
 * ignored. */
static inline bool ys_accept_is_alone(const ys_accept_words *words, int draft) {
  return draft <= 7 && ys_accept_is_text(words->of[YS_KEYWORD_REF]);
}

/* Notes that a keyword has an invalid value. */
static inline ys_status ys_accept_decline(ys_acceptor *a) {
  a->declined = true;
  return YS_OK;
}

/* ---- scopes and references (scope.c, refer.c) -----------------------------
 */

/* The scope of a subschema in another one. Declines if `$schema` or an address
 * cannot be read. */
ys_status ys_accept_scope_of(ys_acceptor *a, const ys_slot *schema,
                             const ys_accept_scope *around,
                             const ys_accept_scope **out);

/* The address of a text, which its `$id` may replace. */
ys_status ys_accept_base_of(ys_acceptor *a, const ys_accept_source *text,
                            ys_str *out);

/* Resolves an address without a fragment (address.c). */
ys_status ys_accept_resolve(ys_acceptor *a, ys_str base, ys_str uri,
                            ys_str *out);

/* Finds the target of a reference: `out->schema` is NULL if there is none, and
 * then a text may be missing. */
ys_status ys_accept_refer(ys_acceptor *a, const ys_accept_scope *scope,
                          ys_str ref, ys_accept_target *out);

/* The same for `$dynamicRef` and `$recursiveRef`. `*others`: the subschemas of
 * all resources that have the same dynamic anchor; NULL: the reference is as
 * `$ref`. */
ys_status ys_accept_refer_dynamic(ys_acceptor *a, const ys_accept_scope *scope,
                                  ys_str ref, ys_accept_target *out,
                                  const ys_accept_target **others);

/* ---- keywords (compile.c, collections.c) ----------------------------------
 */

/* The node of a subschema, which is compiled later. Declines if the value is no
 * schema. */
ys_status ys_accept_node_of(ys_acceptor *a, const ys_slot *schema,
                            const ys_accept_scope *around,
                            ys_accept_node **out);

/* The nodes of a list of schemas. */
ys_status ys_accept_list_of(ys_acceptor *a, const ys_slot *schemas,
                            const ys_accept_scope *around, ys_accept_list *out);

/* The pattern with this text, which is written at a slot (scalars.c). */
ys_status ys_accept_pattern_of(ys_acceptor *a, ys_str text, const ys_slot *at,
                               ys_accept_pattern **out);

/* Reads a count; `out` stays if there is none. */
ys_status ys_accept_count(ys_acceptor *a, const ys_slot *value, uint64_t *out);

/* Compiles all nodes that wait, and those that they need, until the schema is
 * declined. */
ys_status ys_accept_compile_open(ys_acceptor *a);

/* Prepares a named rule of ours, whose argument is `value`. */
ys_status ys_accept_prepare(ys_acceptor *a, const char *name,
                            const ys_slot *value, const ys_rule **out);

/* Compile the keywords about numbers and about strings (scalars.c). */
ys_status ys_accept_compile_numbers(ys_acceptor *a, ys_accept_node *node,
                                    const ys_accept_words *words);
ys_status ys_accept_compile_strings(ys_acceptor *a, ys_accept_node *node,
                                    const ys_accept_words *words);

/* Compile the keywords about arrays and about maps (collections.c). */
ys_status ys_accept_compile_arrays(ys_acceptor *a, ys_accept_node *node,
                                   const ys_accept_words *words);
ys_status ys_accept_compile_maps(ys_acceptor *a, ys_accept_node *node,
                                 const ys_accept_words *words);
