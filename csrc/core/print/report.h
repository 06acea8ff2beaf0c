#pragma once

/*
 * core/print/report.h - Writes records as text, and makes records for programs.
 *
 * The messages come from core/print/message.h. The layout is that of ytt
 * (reference#layout), with an excerpt of the schema beside that of the values.
 */

#include "core/text/mask.h"
#include "core/tree/node.h"

/* An argument of a rule with more values than these is in no record. */
enum { YS_MOST_ARGUMENTS = 100 };

/* The content of a record, for programs (reference#records). The texts live in
 * the arena that the caller gave, or in the record. */
typedef struct ys_violation {
  const char *kind; /* "type", "unknown-key", "rule", "syntax", ... */
  ys_str message;   /* one sentence */
  ys_str path, found, expected, hint;
  ys_str rule;             /* the name of the rule: core/print/message.h */
  const char *severity;    /* "error" or "warning" */
  const ys_slot *argument; /* of the rule, if it may be shown and is short … */
  ys_str argument_text;    /* … or this text; or "" */
  ys_str pointer; /* the path as a JSON pointer (RFC 6901), if there is one */
  bool has_pointer;
  ys_str value;             /* of a scalar: the text of the invalid value */
  ys_diag_value value_kind; /* UNKNOWN: there is none, or it is a collection;
                               a masked one is a STRING */
  ys_fix fix;               /* of the record; `text` is what it writes … */
  const char *action;       /* … and this the name of its action, or NULL */
  ys_str file, schema_file;
  uint32_t line, column, schema_line; /* 0: there is none */
  ys_str schema_pointer;              /* of a keyword in a JSON Schema; or "" */
  ys_str moved_to; /* the new path of what is given under an old name */
} ys_violation;

/* The name of a fix for programs, which never changes; NULL: it is for editors
 * only. */
const char *ys_fix_name_of(ys_fix_action action);

/* The column of a record whose place is `at`: that of its value if the record
 * is about the value and it stands on the line of its key or dash, else, and
 * where something on the line must not be shown, that of the key or dash.
 * `masks` are those that ys_mask_report() gave. */
uint32_t ys_report_column(const ys_sources *sources, const ys_masks *masks,
                          const ys_diag *diag, ys_place at);

/* The column after what stands at a place of a record, or 0 if nothing does or
 * if its line has something that must not be shown. */
uint32_t ys_report_end_column(const ys_sources *sources, const ys_masks *masks,
                              ys_place place);

/* Makes the content of one record of the space. `masks` are those that
 * ys_mask_report() gave for the space. The only failure is YS_NOMEM. */
ys_status ys_report_violation(const ys_space *space, const ys_masks *masks,
                              ys_arena *arena, const ys_diag *diag,
                              ys_violation *out);

/* Writes the report for people: all groups but the warnings, in the order of
 * the groups. It ends with a line break; without violations it is empty. With
 * `all`, it has every place of a repeated violation. Returns whether it leaves
 * some out. */
bool ys_report_text(ys_space *space, bool all, ys_buf *out);

/* The options of ys_report_blocks(). */
typedef struct ys_blocks {
  bool all;      /* every place of a repeated violation */
  bool warnings; /* warnings, too */
  bool concise;  /* only the first line of each block, for all places */
  ys_str fix;    /* the beginning of the command that corrects a file, such as
                    `yschema fix -f schema.yml`; "": none is shown */
} ys_blocks;

/* Writes one block for each violation, in the order of the text:
 *
 *   values.yml:3:3: error[unknown-key]: listeners[0].prot is not in the schema
 *       |
 *     3 | - prot: 8080
 *       |   ^^^^ did you mean "port"?
 *       = expected: port or tls (schema.yml:6)
 *
 * The name in brackets is ys_message_rule(). Without violations it is empty. */
void ys_report_blocks(ys_space *space, const ys_blocks *how, ys_buf *out);

/* Writes the warnings, one per line; else it is as ys_report_text(). */
bool ys_report_warnings(ys_space *space, bool all, ys_buf *out);
