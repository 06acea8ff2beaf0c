#ifndef YS_RULE_FORMAT_H
#define YS_RULE_FORMAT_H

/*
 * core/rule/format.h - the formats of texts (reference#formats): recognisers
 * written by hand, that look at each byte once or twice and know no locale.
 */

#include "core/base/str.h"

typedef struct ys_format {
  const char *name;    /* "date-time" */
  const char *meaning; /* what says so: "RFC 3339" */
  const char *example;
  bool (*test)(ys_str text);
  int64_t most; /* integers from 0 to this one will do, too; -1: none do */
} ys_format;

/* NULL when there is none of this name. */
const ys_format *ys_format_find(ys_str name);

/* Offers the name of each format. */
void ys_format_offer(ys_nearest *nearest);

/* All names, as a reader lists them. */
ys_str ys_format_names(void);

/* ---- core/rule/format_time.c
 * ---------------------------------------------------- */

/*
 * RFC 3339, section 5.6: date-time, full-date, full-time; "T" and "Z" may be
 * small letters. Days are those of the calendar. A second of 60 is a leap
 * second: only at 23:59:60 UTC, and when there is a date, only where one may
 * be put in, at a month's end (section 5.7).
 */
bool ys_format_date_time(ys_str text);
bool ys_format_date(ys_str text);
bool ys_format_time(ys_str text);

/* What Go's time.ParseDuration reads, with its limits: "-1.5h", "1h30m", "0";
 * at most 2^63 - 1 nanoseconds (one more below zero). */
bool ys_format_duration(ys_str text);

/* ---- core/rule/format_net.c
 * ----------------------------------------------------- */

/*
 * RFC 1034, sections 3.1 and 3.5, with the digits that RFC 1123, section 2.1,
 * lets a label begin with: labels of 1 to 63 letters, digits and inner hyphens;
 * at most 253 characters, a dot at the end not counted. An address is no name
 * (RFC 1123: a name is never of the form #.#.#.#).
 */
bool ys_format_hostname(ys_str text);

/* RFC 2673, section 3.2: four numbers up to 255. Leading zeros, which some
 * programs read as octal, are refused. */
bool ys_format_ipv4(ys_str text);

/* RFC 4291 (which replaced RFC 2373), section 2.2: all three forms, without a
 * zone or a prefix length. */
bool ys_format_ipv6(ys_str text);

bool ys_format_ip(ys_str text); /* either */

/* ---- core/rule/format_uri.c
 * ----------------------------------------------------- */

/* RFC 3986, section 3: a URI with its scheme, not a reference relative to
 * another one; a fragment may follow. */
bool ys_format_uri(ys_str text);

/*
 * RFC 5322, section 3.4.1: addr-spec, without comments, folding and the
 * obsolete forms. The domain is a name as above, without a dot at its end, or
 * an address in brackets (RFC 5321, section 4.1.3).
 */
bool ys_format_email(ys_str text);

#endif
