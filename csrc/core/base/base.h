#ifndef YS_BASE_BASE_H
#define YS_BASE_BASE_H

/* core/base/base.h - the words every other file uses. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What a core function returns when it did not simply succeed.
 *
 * YS_INVALID is about the user's text and is always explained by at least one
 * record (core/text/diagnostic.h). YS_NOMEM is about the machine and carries no
 * record: the caller could do nothing with one.
 */
typedef enum ys_status {
  YS_OK,
  YS_INVALID, /* the input is wrong; see the records */
  YS_NOMEM    /* the allocator said no */
} ys_status;

/* Hands a failure up. Legal only where there is nothing to release. */
#define YS_TRY(expr)                                                           \
  do {                                                                         \
    ys_status ys_try_status = (expr);                                          \
    if (ys_try_status != YS_OK) return ys_try_status;                          \
  } while (0)

/* The same, but a fault that was recorded is no reason to stop: it is kept in
 * `result`, and the others can be found, too. */
#define YS_GO_ON(result, expr)                                                 \
  do {                                                                         \
    ys_status ys_go_on_status = (expr);                                        \
    if (ys_go_on_status == YS_NOMEM) return YS_NOMEM;                          \
    if (ys_go_on_status != YS_OK) (result) = ys_go_on_status;                  \
  } while (0)

/* For those to whom a fault that was recorded is no failure at all. */
static inline ys_status ys_recorded(ys_status status) {
  return status == YS_INVALID ? YS_OK : status;
}

/* A run of bytes that someone else owns; may hold NULs; not terminated. */
typedef struct ys_str {
  const char *ptr;
  size_t len;
} ys_str;

/* The ys_str of a string literal. */
#define YS_STR(literal) ((ys_str){"" literal, sizeof(literal) - 1})

/*
 * A place in one of a space's sources (core/text/source.h). Line and column
 * count from 1, as an editor counts them; columns are characters, not bytes.
 * Line 0 means "made by the program, not written by anybody".
 */
typedef struct ys_place {
  uint32_t line;
  uint32_t column;
  uint16_t source; /* index into ys_sources */
} ys_place;

#define YS_NOWHERE ((ys_place){0})

/*
 * What hostile input may cost at most. A limit that is met ends
 * in a record that names the limit, never in a crash.
 */
typedef struct ys_limits {
  size_t max_bytes;         /* of one text */
  uint32_t max_depth;       /* of nested collections */
  uint32_t max_alias_nodes; /* added by aliases, beyond one per input byte; and
                               by schemas in schemas */
  uint32_t max_nodes;       /* that defaults make */
} ys_limits;

/* 256 MiB, 1000 levels, 100,000 nodes of aliases, 2,000,000 of defaults. */
#define YS_DEFAULT_LIMITS                                                      \
  ((ys_limits){(size_t)256 << 20, 1000, 100000, 2000000})

#endif
