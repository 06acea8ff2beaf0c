#ifndef YS_REGEXP_H
#define YS_REGEXP_H

/*
 * ys_regexp.h - regular expressions: PCRE2's, with limits (language.md 5, 12).
 *
 * A pattern is searched for in UTF-8 text, not anchored. `$` is the very end,
 * and `\d \w \s` are ASCII, as in Go's, which seed 004 asks for; so is the lack
 * of `\X` and `\C`, whose cost has no bound worth the name.
 *
 * PCRE2 tracks back, so the time that a search takes may be exponential in the
 * text. Here each step is counted, with the bytes it moved over, and a search
 * that takes too many is given up: that is neither a match nor the lack of
 * one. A space's searches may take, each, YS_REGEXP_STEPS and
 * YS_REGEXP_BYTE_STEPS for each byte of the text; and YS_REGEXP_EXTRA more as
 * long as all of them together have not used up YS_REGEXP_POOL of these. A
 * step is some 20 to 40 ns. So a run's cost is linear in its texts, whatever
 * they are, and its outcome does not depend on the clock.
 */

#include "ys_node.h"

#define YS_REGEXP_STEPS 2000
#define YS_REGEXP_BYTE_STEPS 8
#define YS_REGEXP_EXTRA 700000
#define YS_REGEXP_POOL 8000000

/* Longest pattern, and the most memory that tracking back may take. */
#define YS_REGEXP_PATTERN_BYTES ((size_t)32 << 10)
#define YS_REGEXP_HEAP_KIB ((uint32_t)32 << 10)

/* A compiled pattern: immutable, and its space's. */
typedef struct ys_regexp ys_regexp;

/*
 * Compiles a pattern. When it is none, `*out` is NULL and `problem` says why
 * ("missing closing parenthesis (at offset 1)"), in the space's arena; offsets
 * are bytes, from 0. The only failure is YS_NOMEM.
 */
ys_status ys_regexp_compile(ys_space *space, ys_str pattern,
                            const ys_regexp **out, ys_str *problem);

typedef enum ys_search {
  YS_SEARCH_FOUND,
  YS_SEARCH_NOT_FOUND, /* also in what is not UTF-8 */
  YS_SEARCH_GIVEN_UP   /* it takes too much time or memory */
} ys_search;

/*
 * Looks for the pattern in `text`. `space` is the one that lends the memory:
 * that of the run, not of the schema, so that the schema stays as it is.
 * `problem` is set, to a static text, when the search was given up.
 */
ys_status ys_regexp_search(ys_space *space, const ys_regexp *regexp,
                           ys_str text, ys_search *out, ys_str *problem);

#endif
