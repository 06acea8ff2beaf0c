/* core/format/time.c - Formats of dates, times and durations. */

#include "core/format/reader.h"
#include "core/format/standard.h"

/* ---- RFC 3339 ------------------------------------------------------------ */

enum { MINUTES_A_DAY = 24 * 60 };

typedef struct date {
  int year, month, day;
} date;

/* Whether the second is a leap second, and the time in UTC: minutes from the
 * beginning of the written day. The time may be in the day before or after it.
 */
typedef struct moment {
  bool leap;
  int utc;
} moment;

/* The number of days of a month in the Gregorian calendar, from year 0 on (RFC
 * 3339, appendix C). */
static int days_of(int year, int month) {
  static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return month == 2 && leap ? 29 : days[month - 1];
}

/* full-date = date-fullyear "-" date-month "-" date-mday */
static bool take_date(ys_rest *rest, date *out) {
  return ys_take_number(rest, 4, &out->year) && ys_take(rest, "-") &&
         ys_take_number(rest, 2, &out->month) && ys_take(rest, "-") &&
         ys_take_number(rest, 2, &out->day) && out->month >= 1 &&
         out->month <= 12 && out->day >= 1 &&
         out->day <= days_of(out->year, out->month);
}

/* time-offset = "Z" / time-numoffset, in minutes */
static bool take_offset(ys_rest *rest, int *offset) {
  const bool west = ys_peek(rest) == '-';
  int hour, minute;
  *offset = 0;
  if (ys_take(rest, "Zz")) return true;
  if (!ys_take(rest, "+-") || !ys_take_number(rest, 2, &hour) ||
      !ys_take(rest, ":") || !ys_take_number(rest, 2, &minute))
    return false;
  *offset = (west ? -1 : 1) * (hour * 60 + minute);
  return hour <= 23 && minute <= 59;
}

/* full-time = partial-time time-offset. A leap second must be the last second
 * of a day in UTC (section 5.7). */
static bool take_time(ys_rest *rest, moment *out) {
  int hour, minute, second, offset;
  if (!ys_take_number(rest, 2, &hour) || !ys_take(rest, ":") ||
      !ys_take_number(rest, 2, &minute) || !ys_take(rest, ":") ||
      !ys_take_number(rest, 2, &second))
    return false;
  if (hour > 23 || minute > 59 || second > 60) return false;
  if (ys_take(rest, ".") && ys_skip_digits(rest) == 0) return false;
  if (!take_offset(rest, &offset)) return false;
  out->leap = second == 60;
  out->utc = hour * 60 + minute - offset;
  return !out->leap ||
         (out->utc + MINUTES_A_DAY) % MINUTES_A_DAY == MINUTES_A_DAY - 1;
}

/* Whether the day in UTC is the last one of its month. That day may be the day
 * before or after the written one; this follows from the written one. */
static bool ends_month(const date *d, int utc) {
  const int last = days_of(d->year, d->month);
  if (utc < 0) return d->day == 1;
  return (utc < MINUTES_A_DAY ? d->day : d->day + 1) == last;
}

bool ys_format_date(ys_str text) {
  ys_rest rest = ys_rest_of(text);
  date d;
  return take_date(&rest, &d) && ys_at_end(&rest);
}

bool ys_format_time(ys_str text) {
  ys_rest rest = ys_rest_of(text);
  moment m;
  return take_time(&rest, &m) && ys_at_end(&rest);
}

/* date-time = full-date "T" full-time */
bool ys_format_date_time(ys_str text) {
  ys_rest rest = ys_rest_of(text);
  date d;
  moment m;
  return take_date(&rest, &d) && ys_take(&rest, "Tt") && take_time(&rest, &m) &&
         ys_at_end(&rest) && (!m.leap || ends_month(&d, m.utc));
}

/* ---- ISO 8601 ------------------------------------------------------------ */

/* Reads numbers with these units, each but the first directly after the one
 * before it; gives their number, or -1. */
static int take_units(ys_rest *rest, const char *units) {
  const char *next = NULL;
  int count = 0;
  for (; ys_is_digit(ys_peek(rest)); count++) {
    ys_skip_digits(rest);
    const char unit = ys_peek(rest);
    const char *at = unit == '\0' ? NULL : strchr(units, unit);
    if (at == NULL || (next != NULL && at != next)) return -1;
    next = at + 1;
    rest->at++;
  }
  return count;
}

/* duration = "P" ( dur-date / dur-time / dur-week ) */
bool ys_format_iso_duration(ys_str text) {
  ys_rest rest = ys_rest_of(text);
  if (!ys_take(&rest, "P")) return false;
  ys_rest weeks = rest;
  if (take_units(&weeks, "W") == 1 && ys_at_end(&weeks)) return true;
  const int days = take_units(&rest, "YMD");
  if (days < 0 || !ys_take(&rest, "T")) return days > 0 && ys_at_end(&rest);
  return take_units(&rest, "HMS") > 0 && ys_at_end(&rest);
}

/* ---- Go's time.ParseDuration --------------------------------------------- */

/* A duration is [-+]?([0-9]*(\.[0-9]*)?[a-z]+)+ with units from this table. */
typedef struct unit {
  const char *name;
  uint64_t nanoseconds;
} unit;

static const unit units[] = {
    {"ns", 1},
    {"us", 1000},
    {"\xC2\xB5s", 1000}, /* U+00B5, the micro sign */
    {"\xCE\xBCs", 1000}, /* U+03BC, the Greek letter */
    {"ms", 1000000},
    {"s", 1000000000},
    {"m", UINT64_C(60) * 1000000000},
    {"h", UINT64_C(3600) * 1000000000},
};

#define MOST_NANOSECONDS (UINT64_C(1) << 63)

/* Reads a whole number up to 2^63; `*digits` is the number of its digits. */
static bool take_whole(ys_rest *rest, uint64_t *out, size_t *digits) {
  const char *start = rest->at;
  *out = 0;
  for (; ys_is_digit(ys_peek(rest)); rest->at++) {
    if (*out > MOST_NANOSECONDS / 10) return false;
    *out = *out * 10 + (uint64_t)(*rest->at - '0');
    if (*out > MOST_NANOSECONDS) return false;
  }
  *digits = (size_t)(rest->at - start);
  return true;
}

/* Reads what follows the point, as f / scale. Digits that do not fit into the
 * integer are ignored. */
static size_t take_fraction(ys_rest *rest, uint64_t *f, double *scale) {
  const char *start = rest->at;
  bool full = false;
  *f = 0;
  *scale = 1;
  for (; ys_is_digit(ys_peek(rest)); rest->at++) {
    full = full || *f > (MOST_NANOSECONDS - 1) / 10;
    if (full) continue;
    *f = *f * 10 + (uint64_t)(*rest->at - '0');
    *scale *= 10;
  }
  return (size_t)(rest->at - start);
}

/* Reads a unit. Its name ends at the next number. */
static const unit *take_unit(ys_rest *rest) {
  const ys_str name = ys_take_until(rest, ".0123456789");
  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
    if (ys_str_eq(name, ys_cstr(units[i].name))) return &units[i];
  return NULL;
}

/* Reads one number with its unit and adds it to `*sum`. */
static bool take_part(ys_rest *rest, uint64_t *sum) {
  uint64_t whole, f = 0, part;
  double scale = 1;
  size_t before, after = 0;
  const unit *u;
  if (!take_whole(rest, &whole, &before)) return false;
  if (ys_take(rest, ".")) after = take_fraction(rest, &f, &scale);
  if (before + after == 0) return false;
  u = take_unit(rest);
  if (u == NULL || whole > MOST_NANOSECONDS / u->nanoseconds) return false;
  part = whole * u->nanoseconds;
  part += (uint64_t)((double)f * ((double)u->nanoseconds / scale));
  if (part > MOST_NANOSECONDS - *sum) return false;
  *sum += part;
  return true;
}

bool ys_format_duration(ys_str text) {
  ys_rest rest = ys_rest_of(text);
  const bool negative = ys_peek(&rest) == '-';
  uint64_t sum = 0;
  ys_take(&rest, "+-");
  if (rest.end - rest.at == 1 && *rest.at == '0') return true;
  if (ys_at_end(&rest)) return false;
  while (!ys_at_end(&rest))
    if (!take_part(&rest, &sum)) return false;
  return negative || sum < MOST_NANOSECONDS;
}
