#pragma once

/*
 * core/run/run.h - A run of a schema over documents, in stages: merge,
 * defaults, alternatives, rules, references.
 *
 * Call ys_run_init; then ys_run_parse or ys_run_give for each input, in order;
 * then ys_run_next until it asks nothing, with ys_run_answer or
 * ys_run_give_default after each question. Then `root` is the result if
 * ys_diags_exit_status(&run->space.diags) is 0.
 */

#include "core/compile/schema.h"
#include "core/evaluate/references.h"
#include "core/overlay/overlay.h"

/* An input document. Its members are set when it is given and do not change. */
typedef struct ys_run_document {
  struct ys_run_document *next;
  ys_slot *slot;
  bool append_arrays; /* `#@data/values`: items are appended */
  bool has_overlays;  /* it has overlay annotations */
  bool checked;       /* it is known to fit the schema */
  bool as_text;       /* it is from a flag whose value is always a string */
  bool by_flag;       /* it is from a flag or from the environment */
  bool plain;         /* it is from a --data-values-file */
} ys_run_document;

/* The next step of a run. run.c has the table of the transitions. */
typedef enum ys_stage {
  YS_STAGE_FILL,      /* before a document with overlays and after the last: add
                         missing defaults and ask for those from closures */
  YS_STAGE_MERGE,     /* check and merge the next document */
  YS_STAGE_POSTPONED, /* resume the merges that waited for defaults from
                         closures; check and fill what overlays changed */
  YS_STAGE_CHOOSE,    /* find the alternatives that values fit */
  YS_STAGE_VALIDATE,  /* run the rules */
  YS_STAGE_REFER,     /* look up references, compare items by identities */
  YS_STAGE_OVER
} ys_stage;

/* The state of the result. */
typedef enum ys_root_state {
  YS_ROOT_EMPTY,  /* nothing has been merged */
  YS_ROOT_GAPS,   /* defaults may be missing */
  YS_ROOT_FILLED, /* no default is missing, but those of closures are not noted
                   */
  YS_ROOT_READY   /* no default is missing, and those of closures are in
                     `defaults` */
} ys_root_state;

typedef struct ys_run {
  ys_space space;
  const ys_schema *schema; /* must outlive the run */
  bool skip_validation;
  bool ask_no_rules; /* call no closures of rules, not even to choose
                        alternatives */
  bool allow_code;   /* in the annotations of data values */
  /* Calls the closures of overlays; NULL if there are none. */
  const ys_host *host;
  ys_run_document *first, *last;
  /* The next document to merge; NULL if none is left. */
  ys_run_document *upcoming;
  bool each_document; /* each is validated by itself (each_document.h) … */
  ys_run_document *waiting; /* … and these wait for it */
  uint32_t texts, others; /* the number of inputs that are texts, and others */
  uint16_t text;          /* the last one's source */
  ys_stage stage;
  ys_slot root; /* the result; its key is NULL */
  ys_root_state root_state;
  ys_overlay_options options;  /* for the document that was merged last */
  ys_postponed_list postponed; /* its merges that wait for a default */
  ys_touched *touched;         /* what its overlays changed */
  uint32_t misfits;     /* number of documents whose overlays left violations */
  ys_defaults defaults; /* the defaults from closures */
  ys_chooser chooser;
  ys_validator validator;
  ys_referrer referrer;
  /* If the run explains itself: the document that is being merged, and a copy
   * of what it gives (core/run/explain.h). */
  const ys_run_document *merged;
  ys_slot *given;
} ys_run;

/* Must be followed by ys_run_release(), also when it fails. The schema still
 * belongs to the caller. */
ys_status ys_run_init(ys_run *run, ys_memory memory, const ys_schema *schema);
void ys_run_release(ys_run *run);

/* How a source is read. */
typedef enum ys_input_kind {
  YS_INPUT_TEMPLATE, /* -f: plain, or `#@data/values` */
  YS_INPUT_PLAIN     /* --data-values-file: no annotations allowed */
} ys_input_kind;

/* Parses a source of the run's space. Its documents are the next inputs.
 * YS_INVALID: errors were recorded, and none of its documents is used. */
ys_status ys_run_parse(ys_run *run, uint16_t source, ys_input_kind input);

/* Like ys_run_parse(), for documents that were made in the run's space. */
ys_status ys_run_take(ys_run *run, const ys_documents *documents,
                      ys_input_kind input);

/* Only reads the document of a source that begins on a line, for records about
 * it that are added to the run: they do not show what is sensitive in it. The
 * only failure is YS_NOMEM. */
ys_status ys_run_mask(ys_run *run, uint16_t source, uint32_t line);

/* Lists the annotations of the inputs so far that the host has to evaluate. The
 * list is empty unless `allow_code` is set. */
ys_status ys_run_pending(ys_run *run, ys_pending **out);

/* Takes a document, made in the run's space, as the next input. `checked`: it
 * is known to pass the check (core/check/check.h), which is skipped.
 * YS_INVALID: two keys of a map became the same string; there is no record. */
ys_status ys_run_give(ys_run *run, ys_slot *document, bool checked);

/*
 * Takes a value from a flag as the next input, which is made as by
 * ys_input_value().
 */
ys_status ys_run_give_value(ys_run *run, uint16_t source, const ys_str *keys,
                            size_t count, ys_str text, bool as_yaml);

/* Continues until a closure has to be called (see question->kind) or the run is
 * over. Violations of the data do not end a run; they are in the records. */
ys_status ys_run_next(ys_run *run, ys_question *question);

/* Answers YS_ASK_WHEN and YS_ASK_RULE. */
ys_status ys_run_answer(ys_run *run, const ys_answer *answer);

/* Notes that the function of such a question looked at the values around its
 * own: its answer counts only for them (core/evaluate/trial_memo.h). */
void ys_run_looked_around(ys_run *run);

/* Gives the path of the slot that such a question is about. */
ys_status ys_run_path(ys_run *run, ys_str *out);

/* Answers YS_ASK_DEFAULT with a value made in the run's space, or with NULL,
 * the message of the closure's failure and the calls that led to it. Each
 * closure is asked for at most once in a run. Its value is checked, completed
 * and copied to where it is used. */
ys_status ys_run_give_default(ys_run *run, ys_slot *value, ys_str problem,
                              ys_str calls);
