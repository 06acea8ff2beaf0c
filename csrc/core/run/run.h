#ifndef YS_RUN_RUN_H
#define YS_RUN_RUN_H

/*
 * core/run/run.h - one run of a schema over documents: check, merge, fill,
 * validate.
 *
 *   ys_run_init; ys_run_parse / ys_run_give for each input, in order;
 *   then ys_run_next until it asks nothing, with ys_run_answer or
 *   ys_run_give_default after each question. Then `root` is the result, if
 *   ys_diags_exit_status(&run->space.diags) is 0.
 */

#include "core/choose/choose.h"
#include "core/compile/schema.h"
#include "core/overlay/overlay.h"
#include "core/yaml/parse.h"

/* An input. What is known of it is set when it is given, and stays. */
typedef struct ys_run_document {
  struct ys_run_document *next;
  ys_slot *slot;
  bool append_arrays; /* `#@data/values`: items are appended */
  bool has_overlays;  /* it has overlay annotations */
  bool checked;       /* it is known to fit the schema */
  bool as_text;       /* a flag gave it that reads no YAML */
} ys_run_document;

/* What a run does next. The table of what follows what is in run.c. */
typedef enum ys_stage {
  YS_STAGE_FILL,  /* add missing defaults and ask the closures that give some,
                     before a document with overlays and after the last */
  YS_STAGE_MERGE, /* check and merge the next document */
  YS_STAGE_POSTPONED, /* finish it: merge what waited for defaults of closures;
                      check and fill what its overlays changed */
  YS_STAGE_CHOOSE,    /* find the alternatives that values fit */
  YS_STAGE_VALIDATE,  /* run the rules */
  YS_STAGE_OVER
} ys_stage;

/* How far the result has come. The table of what changes it is in run.c. */
typedef enum ys_root_state {
  YS_ROOT_EMPTY,  /* nothing has been merged */
  YS_ROOT_GAPS,   /* defaults may be missing */
  YS_ROOT_FILLED, /* no default is missing; which of them closures have to give
                     is not known */
  YS_ROOT_READY   /* the same, and those of closures are noted in `defaults` */
} ys_root_state;

typedef struct ys_run {
  ys_space space;
  const ys_schema *schema; /* outlives the run */
  bool skip_validation;
  bool ask_no_rules;   /* nor to tell alternatives apart */
  bool allow_code;     /* in annotations of data values */
  const ys_host *host; /* calls closures of overlays; NULL: there are none */
  ys_run_document *first, *last;
  ys_run_document *upcoming; /* the next to be merged; NULL: none is left */
  ys_stage stage;
  ys_slot root; /* the result; its key is NULL */
  ys_root_state root_state;
  ys_overlay_options options;  /* of the document that was merged last */
  ys_postponed_list postponed; /* merges of it that wait for a default */
  ys_touched *touched;         /* what its overlays changed */
  uint32_t misfits; /* how many documents' overlays left what does not fit */
  ys_defaults defaults; /* that closures give */
  ys_chooser chooser;
  ys_validator validator;
} ys_run;

/* Is to be released, also when this fails; the schema stays the caller's. */
ys_status ys_run_init(ys_run *run, ys_memory memory, const ys_schema *schema);
void ys_run_release(ys_run *run);

/* How a source is read. */
typedef enum ys_input_kind {
  YS_INPUT_TEMPLATE, /* -f: plain, or `#@data/values` */
  YS_INPUT_PLAIN     /* --data-values-file: no annotations allowed */
} ys_input_kind;

/* Parses a source of the run's space; its documents are the next inputs.
 * YS_INVALID: faults were recorded, and none of its documents counts. */
ys_status ys_run_parse(ys_run *run, uint16_t source, ys_input_kind input);

/* The same for documents that were made in the run's space. */
ys_status ys_run_take(ys_run *run, const ys_documents *documents,
                      ys_input_kind input);

/* The annotations of the inputs so far that the host has to evaluate; there
 * are none unless `allow_code`. */
ys_status ys_run_pending(ys_run *run, ys_pending **out);

/* Takes a document, made in the run's space, as the next input. `checked`: the
 * check (core/check/check.h) would find nothing to say of it, and is left out.
 */
ys_status ys_run_give(ys_run *run, ys_slot *document, bool checked);

/*
 * A value from a flag: a document of nested maps along `keys`, with `text` at
 * the end, as a string or (`as_yaml`) as the first document of a YAML text.
 * All places are line 1 of `source`, whose text is what the flag said.
 */
ys_status ys_run_give_value(ys_run *run, uint16_t source, const ys_str *keys,
                            size_t count, ys_str text, bool as_yaml);

/* Goes on until a closure has to be asked (question->kind tells) or the run is
 * over. Faults of the data do not end a run: they are in the records. */
ys_status ys_run_next(ys_run *run, ys_question *question);

/* Answers YS_ASK_WHEN and YS_ASK_RULE. */
ys_status ys_run_answer(ys_run *run, const ys_answer *answer);

/* Path of the slot that such a question is about. */
ys_status ys_run_path(const ys_run *run, ys_str *out);

/* Answers YS_ASK_DEFAULT with a value made in the run's space, or with NULL
 * and the message of the closure's failure, with its calls. A closure is asked
 * at most once a run; what it gives is checked, completed and copied to where
 * it is used. */
ys_status ys_run_give_default(ys_run *run, ys_slot *value, ys_str problem,
                              ys_str calls);

#endif
