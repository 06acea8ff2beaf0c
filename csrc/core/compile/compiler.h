#pragma once

/*
 * core/compile/compiler.h - The state of the compiler, and the functions that
 * its source files share (core/compile/compile.h).
 *
 * A slot is compiled together with the slots below it, so these functions call
 * each other. They record errors; the only failure is YS_NOMEM.
 */

#include "core/compile/compile.h"
#include "core/compile/schema_words.h"
#include "core/compile/type_rule.h"

/* The state of compiling one slot. */
typedef struct ys_compile_node {
  const ys_slot *slot;
  unsigned stands;
  uint32_t errors; /* number of errors before the slot was read */
  bool too_deep;
  ys_field *field;
  ys_schema_words words;
  ys_type_rule typing;
  bool has_keys; /* the slot is a map whose entries are fields */
  bool as_value; /* the contents of the slot are a value, not a schema */
} ys_compile_node;

/* ---- definitions --------------------------------------------------------- */

/*
 * A definition. The document is compiled first, and each definition after those
 * that mention it. Then the fields that use definitions become copies of them
 * (core/compile/like.c).
 */
typedef struct ys_draft {
  ys_definition made; /* the first member */
  ys_slot schema;
  ys_reading reading;
  uint32_t depth;      /* of the first node that mentions it */
  bool sensitive;      /* the nodes that mention it are sensitive */
  bool shared;         /* a function gives it, and it is worth a name */
  bool waives;         /* its node says that it may be empty */
  bool mentioned;      /* a function gives it, and one alternative is a copy */
  ys_str words;        /* the function as the author wrote it */
  struct ys_use *root; /* its own field is a copy of another definition */
  struct ys_draft *next; /* in the order of the first mentions */
  struct ys_draft *same; /* of the same function, otherwise read */

  struct ys_way *ways, *way; /* see core/compile/checks.c */
  struct ys_draft *from;
  enum { YS_UNSEEN, YS_OPEN, YS_SEEN } state;
} ys_draft;

/* A field that will be a copy of a definition. */
typedef struct ys_use {
  struct ys_use *next;
  ys_field *field;
  ys_draft *draft;
  const ys_annot *annot;
  ys_compile_node *node; /* with @schema/like; NULL: an alternative */
  ys_draft *of;          /* the definition that is nothing but this copy */
  ys_reading reading;    /* of the node */
  struct ys_use *waiting;
  enum { YS_TO_DO, YS_DOING, YS_DONE } state;
} ys_use;

/* Whether a value contains a function, and so is no schema. */
bool ys_compile_holds_function(const ys_slot *slot);

/* Notes that `field` will be a copy of the schema that an argument of `annot`
 * is. An error is recorded with the text `expected` if it is none. */
ys_status ys_compile_use(ys_compiling *c, const ys_annot *annot,
                         const ys_arg *arg, ys_str expected, ys_field *field,
                         ys_compile_node *node);

/* Compiles a node with @schema/like. */
ys_status ys_compile_like(ys_compiling *c, const ys_compile_node *n);

/* Compiles what is mentioned, makes the copies, and does what waits for them.
 * `root` is the document's field. */
ys_status ys_compile_definitions(ys_compiling *c, ys_field *root);

/* Records named rules that hold for no value that their field accepts, such as
 * `min=1` on a string, for all fields of a schema that has no other errors. */
ys_status ys_compile_check_rules(ys_compiling *c, const ys_field *root);

/* Records definitions that need themselves without end. */
ys_status ys_compile_cycles(ys_compiling *c);

/* Records that a schema needs itself without end. */
ys_status ys_compile_endless(ys_compiling *c, ys_place place, ys_str way,
                             ys_str hint);

/* ---- what has to wait until the definitions are compiled ----------------- */

/* The order in which it is done. */
typedef enum ys_phase {
  YS_LATER_COPY = 1, /* defaults of copies; they may wait for YS_LATER_VALUE */
  YS_LATER_SELECTOR = 2, /* `by=` */
  YS_LATER_VALUE = 4,    /* defaults */
  YS_LATER_CHECK = 8     /* what needs all defaults */
} ys_phase;

typedef struct ys_later {
  struct ys_later *next;
  ys_phase phase;
  /* Sets `done`, unless it waits for other things of this phase. */
  ys_status (*act)(ys_compiling *c, struct ys_later *later);
  void *about;
  bool done;
} ys_later;

/* Adds something to do. The caller sets `about`. */
ys_status ys_compile_later(ys_compiling *c, ys_phase phase,
                           ys_status (*act)(ys_compiling *c, ys_later *later),
                           ys_later **out);

/* Does all that waits, phase by phase. */
ys_status ys_compile_waiting(ys_compiling *c);

/* The closure of a default that is not made yet. */
#define YS_UNMADE UINT32_MAX

/* Makes the default of a node, whose field has its type. */
ys_status ys_compile_default(ys_compiling *c, const ys_compile_node *n);

/* Lets `to`, a copy of `from`, have the default of `from`. */
ys_status ys_compile_inherit(ys_compiling *c, ys_field *to,
                             const ys_field *from);

/* Checks the examples of a field. */
ys_status ys_compile_examples(ys_compiling *c, ys_field *field);

/* ---- nodes --------------------------------------------------------------- */

/* Checks that the rules of the node name keys that the map of the field has. */
ys_status ys_compile_key_names(ys_compiling *c, const ys_compile_node *n,
                               const ys_field *field);

/* Lets the field take null if there is @schema/nullable. */
ys_status ys_compile_nullable(ys_compiling *c, const ys_annot *annot,
                              ys_field *field);

/* Whether the author said that a value may be empty, or how long it must be. */
bool ys_compile_waives(const ys_compile_node *n);

/* The rule that a dialect implies for a node with the type of `field`. */
ys_implied ys_compile_implied(ys_reading reading, const ys_compile_node *n,
                              const ys_field *field);

/* Reads the annotations of a slot. `stands` (YS_ON_...) is its position. */
ys_status ys_compile_read(ys_compiling *c, const ys_slot *slot, unsigned stands,
                          ys_compile_node *out);

/* Compiles a slot that was read. `field` must be zeroed. */
ys_status ys_compile_node_to(ys_compiling *c, ys_compile_node *n,
                             ys_field *field);

/* Reads and compiles a slot. */
ys_status ys_compile_slot(ys_compiling *c, const ys_slot *slot, unsigned stands,
                          ys_field *field);

/* Makes `field` accept anything. */
void ys_compile_any(ys_field *field);

/* Compiles the fields of a map (core/compile/map.c). */
ys_status ys_compile_map(ys_compiling *c, const ys_compile_node *n);

/* Makes a map type that accepts any value under any key. */
ys_status ys_compile_free_map(ys_compiling *c, ys_field *field);

/* Compiles the alternatives of any-of, one-of and all-of
 * (core/compile/choice.c). */
ys_status ys_compile_choice(ys_compiling *c, const ys_annot *annot,
                            ys_field *field);
