#pragma once

/*
 * core/format/format.h - The formats of strings (reference#formats).
 *
 * The recognisers are written by hand. They look at each byte once or twice and
 * do not depend on the locale.
 */

#include "core/base/str.h"

typedef struct ys_format {
  const char *name;    /* "date-time" */
  const char *meaning; /* the document that defines it: "RFC 3339" */
  const char *example;
  bool (*test)(ys_str text);
  /* Integers from 0 to this one are valid, too; -1: no integer is. */
  int64_t most;
} ys_format;

/* Finds a format by its name, or gives NULL. */
const ys_format *ys_format_find(ys_str name);

/* Offers the name of each format to `nearest`. */
void ys_format_offer(ys_nearest *nearest);

/* The format at an index, or NULL after the last one. */
const ys_format *ys_format_at(size_t index);

/* Appends all names, for reports. */
void ys_format_list(ys_buf *out);

/* ---- core/format/time.c --------------------------------------------- */

/*
 * RFC 3339, section 5.6: date-time, full-date, full-time. "T" and "Z" may be
 * small letters. The day must exist in the calendar. A second of 60 is a leap
 * second: it is valid only at 23:59:60 UTC and, when there is a date, only at
 * the end of a month (section 5.7).
 */
bool ys_format_date_time(ys_str text);
bool ys_format_date(ys_str text);
bool ys_format_time(ys_str text);

/* A duration as Go's time.ParseDuration accepts it, with its limits: "-1.5h",
 * "1h30m", "0"; at most 2^63 - 1 nanoseconds, and at least -2^63. */
bool ys_format_duration(ys_str text);

/* ---- core/format/net.c ---------------------------------------------- */

/*
 * RFC 1034, sections 3.1 and 3.5: labels of 1 to 63 letters, digits and inner
 * hyphens. A label may begin with a digit (RFC 1123, section 2.1). The name has
 * at most 253 characters, not counting a dot at the end. An IPv4 address is not
 * a name (RFC 1123: a name never has the form #.#.#.#).
 */
bool ys_format_hostname(ys_str text);

/* RFC 2673, section 3.2: four numbers up to 255. Leading zeros are refused,
 * because some programs read such numbers as octal. */
bool ys_format_ipv4(ys_str text);

/* RFC 4291 (which replaced RFC 2373), section 2.2: all three forms. A zone or a
 * prefix length is not accepted. */
bool ys_format_ipv6(ys_str text);

bool ys_format_ip(ys_str text); /* ipv4 or ipv6 */

/* ---- core/format/format.c ------------------------------------------------ */

bool ys_format_uuid(ys_str text); /* RFC 4122, section 3 */

/* ---- core/format/uri.c ---------------------------------------------- */

/* RFC 3986, section 3: a URI with a scheme, perhaps with a fragment. A relative
 * reference is not accepted. */
bool ys_format_uri(ys_str text);

/* RFC 3986, section 4.1: a URI, or a relative reference. */
bool ys_format_uri_reference(ys_str text);

/* ---- core/format/mail.c -------------------------------------------------- */

/*
 * RFC 5322, section 3.4.1: addr-spec, without comments, folding and obsolete
 * forms. The domain is a host name without a dot at its end, or an address in
 * brackets (RFC 5321, section 4.1.3).
 */
bool ys_format_email(ys_str text);
