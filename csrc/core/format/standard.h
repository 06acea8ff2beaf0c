#pragma once

/*
 * core/format/standard.h - The formats of JSON Schema.
 *
 * Those that the schema language has, too, accept the same texts, but for
 * `hostname`, which has no dot at its end and whose A-labels are decoded, and
 * `duration`, which is that of ISO 8601.
 */

#include "core/base/str.h"

typedef struct ys_standard_format {
  const char *name;
  bool (*test)(ys_str text); /* NULL: a regular expression (pattern/ecma.h) */
} ys_standard_format;

/* Finds a format by its name in a draft (2019, for example), or gives NULL. */
const ys_standard_format *ys_standard_format_find(ys_str name, int draft);

/* Tests a text. The only failure is YS_NOMEM. */
ys_status ys_standard_format_test(const ys_standard_format *format,
                                  ys_arena *arena, ys_str text, bool *valid);

/* ---- core/format/time.c -------------------------------------------------- */

/* RFC 3339, appendix A: a duration of ISO 8601. */
bool ys_format_iso_duration(ys_str text);

/* ---- core/format/idn.c --------------------------------------------------- */

/* As ys_format_hostname(), without a dot at the end. Labels that begin with
 * "xn--" must be A-labels (RFC 5890, section 2.3.2.1). */
bool ys_format_strict_hostname(ys_str text);

/* The same, or with U-labels (RFC 5891, with RFC 5892 and the rule of RFC
 * 5893). The dots may be those of RFC 3490, section 3.1. */
bool ys_format_idn_hostname(ys_str text);

/* ---- core/format/mail.c -------------------------------------------------- */

/* RFC 5321, section 4.1.2: as ys_format_email(), without tabs in quotes. */
bool ys_format_smtp_email(ys_str text);

/* RFC 6531, section 3.3: as ys_format_smtp_email(), where every character
 * beyond ASCII may be a part of a name. */
bool ys_format_idn_email(ys_str text);

/* ---- core/format/uri.c --------------------------------------------------- */

bool ys_format_iri(ys_str text); /* RFC 3987 */
bool ys_format_iri_reference(ys_str text);

/* ---- core/format/template.c ---------------------------------------------- */

/* RFC 6570, section 2. */
bool ys_format_uri_template(ys_str text);

/* ---- core/format/pointer.c ----------------------------------------------- */

/* RFC 6901, section 3. */
bool ys_format_json_pointer(ys_str text);

/* draft-handrews-relative-json-pointer-01, and the one of draft 2020-12, which
 * may move along an array: "1+2/a". */
bool ys_format_relative_pointer(ys_str text);
bool ys_format_moving_pointer(ys_str text);
