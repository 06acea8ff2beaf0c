#pragma once

/* core/base/base.h - The basic types and macros that every other file uses. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The result of a core function.
 *
 * YS_INVALID means that the user's text is invalid; at least one record
 * (core/text/diagnostic.h) explains it. YS_NOMEM means that memory ran out;
 * there is no record, because the caller could do nothing with one.
 */
typedef enum ys_status {
  YS_OK,
  YS_INVALID, /* the input is invalid; see the records */
  YS_NOMEM    /* the allocator failed */
} ys_status;

/* Returns a failure to the caller. Use it only where nothing has to be
 * released. */
#define YS_TRY(expr)                                                           \
  do {                                                                         \
    ys_status ys_try_status = (expr);                                          \
    if (ys_try_status != YS_OK) return ys_try_status;                          \
  } while (0)

/* Returns YS_NOMEM to the caller, but continues after a recorded error, so that
 * further errors are found, too. The error's status is kept in `result`. */
#define YS_GO_ON(result, expr)                                                 \
  do {                                                                         \
    ys_status ys_go_on_status = (expr);                                        \
    if (ys_go_on_status == YS_NOMEM) return YS_NOMEM;                          \
    if (ys_go_on_status != YS_OK) (result) = ys_go_on_status;                  \
  } while (0)

/* Appends an object, whose `next` is NULL, to the list with these members. */
#define YS_APPEND(first, last, object)                                         \
  do {                                                                         \
    *((last) == NULL ? &(first) : &(last)->next) = (object);                   \
    (last) = (object);                                                         \
  } while (0)

/* Keeps a function out of its callers: what is rarely needed there would take
 * their registers. */
#if defined(__GNUC__)
#define YS_APART __attribute__((noinline))
#else
#define YS_APART
#endif

/* Turns YS_INVALID into YS_OK, for callers that continue after recorded
 * errors. */
static inline ys_status ys_recorded(ys_status status) {
  return status == YS_INVALID ? YS_OK : status;
}

/* A sequence of bytes that another object owns. It may contain NUL bytes and
 * has no terminator. */
typedef struct ys_str {
  const char *ptr;
  size_t len;
} ys_str;

/* The ys_str of a string literal. */
#define YS_STR(literal) ((ys_str){"" literal, sizeof(literal) - 1})

/*
 * A place in one of a space's sources (core/text/source.h). Line and column
 * count from 1, as an editor counts them; columns are characters, not bytes.
 * Line 0 means "made by the program, not written in a text".
 */
typedef struct ys_place {
  uint32_t line;
  uint32_t column;
  uint16_t source; /* index into ys_sources */
} ys_place;

#define YS_NOWHERE ((ys_place){0})

static inline bool ys_place_is(ys_place a, ys_place b) {
  return a.line == b.line && a.column == b.column && a.source == b.source;
}

/*
 * The most that hostile input may cost. Input that exceeds a limit gets a
 * record that names the limit; it never causes a crash.
 */
typedef struct ys_limits {
  size_t max_bytes;         /* the size of one text */
  uint32_t max_depth;       /* the depth of nested collections */
  uint32_t max_alias_nodes; /* nodes from aliases, beyond one per input byte,
                               and from schemas inside schemas, beyond one per
                               32 bytes */
  uint32_t max_nodes;       /* nodes made by defaults, overlays and functions */
  uint32_t max_violations;  /* records of one rank (ys_rank) in a report, whose
                               texts are cut short, too; 0: all are reported */
} ys_limits;

/* The default limits: 256 MiB, 1000 levels, 100,000 nodes from aliases and
 * 2,000,000 nodes from defaults, overlays and functions. */
#define YS_DEFAULT_LIMITS                                                      \
  ((ys_limits){(size_t)256 << 20, 1000, 100000, 2000000, 0})
