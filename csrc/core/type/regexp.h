#ifndef YS_TYPE_REGEXP_H
#define YS_TYPE_REGEXP_H

/*
 * core/type/regexp.h - regular expressions: PCRE2's, with limits
 * (reference#regular-expressions).
 *
 * A pattern is searched for in UTF-8 text, not anchored. `$` is the very end,
 * and `\d \w \s` are ASCII, as in Go's (reference#regular-expressions); so is
 * the lack of `\X` and `\C`, whose cost has no bound worth the name.
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

#include "core/tree/node.h"

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

/*
 * A text gone through from match to match, as Go's ReplaceAll does: matches do
 * not overlap, and an empty one right behind another one does not count. All
 * of them together may take what one search of the text may, so going through
 * a text is linear, too.
 */
typedef struct ys_matches {
  ys_space *space;
  const ys_regexp *regexp;
  ys_str text;
  size_t at;           /* where the next search begins */
  size_t behind;       /* the end of the last match */
  uint64_t left;       /* steps */
  bool searched;       /* the text is known to be UTF-8 */
  const size_t *spans; /* from and to of the whole and of each group, until
                          the space searches again */
  uint32_t count;      /* of groups there, and 1 */
} ys_matches;

/* The text and the pattern have to live as long as `out` is used; the memory
 * and the steps are the space's. */
ys_status ys_matches_begin(ys_space *space, const ys_regexp *regexp,
                           ys_str text, ys_matches *out);

/* Goes on to the next match; `out` and `problem` are as above. When none is
 * found or the search is given up, that is the end. */
ys_status ys_matches_next(ys_matches *matches, ys_search *out, ys_str *problem);

/* The place of a group of the match, 0 being all of it. False: there is no such
 * group, or it is not part of the match. */
bool ys_matches_span(const ys_matches *matches, uint32_t group, size_t *from,
                     size_t *to);

/* The number of the group with a name, or 0. */
uint32_t ys_regexp_group(const ys_regexp *regexp, ys_str name);

#endif
