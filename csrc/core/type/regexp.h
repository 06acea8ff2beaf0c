#pragma once

/*
 * core/type/regexp.h - Regular expressions: PCRE2, with limits
 * (reference#regular-expressions).
 *
 * A pattern is searched for in UTF-8 text; it is not anchored. As in Go, `$` is
 * the very end, `\d \w \s` are ASCII, and `\X` and `\C` do not exist, because
 * their cost has no useful bound.
 *
 * PCRE2 backtracks, so a search may take time exponential in the length of the
 * text. Therefore each step is counted, with the bytes it moved over, and a
 * search that takes too many steps is given up. The result is then neither
 * "found" nor "not found". Each search of a space may take YS_REGEXP_STEPS, and
 * YS_REGEXP_BYTE_STEPS for each byte of the text. It may take YS_REGEXP_EXTRA
 * more as long as all searches together have not used up YS_REGEXP_POOL extra
 * steps. A step takes about 20 to 40 ns. So the cost of a run is linear in its
 * texts, and its result does not depend on the clock.
 */

#include "core/tree/node.h"

#define YS_REGEXP_STEPS 2000
#define YS_REGEXP_BYTE_STEPS 8
#define YS_REGEXP_EXTRA 700000
#define YS_REGEXP_POOL 8000000

/* The longest pattern, and the most memory that backtracking may use. */
#define YS_REGEXP_PATTERN_BYTES ((size_t)32 << 10)
#define YS_REGEXP_HEAP_KIB ((uint32_t)32 << 10)

/* A compiled pattern. It is immutable and lives as long as its space. */
typedef struct ys_regexp ys_regexp;

/*
 * Compiles a pattern. If it is not valid, `*out` is NULL and `problem` says why
 * ("missing closing parenthesis (at offset 1)"), in the space's arena. Offsets
 * are in bytes, from 0. The only failure is YS_NOMEM.
 */
ys_status ys_regexp_compile(ys_space *space, ys_str pattern,
                            const ys_regexp **out, ys_str *problem);

typedef enum ys_search {
  YS_SEARCH_FOUND,
  YS_SEARCH_NOT_FOUND, /* also for a text that is not UTF-8 */
  YS_SEARCH_GIVEN_UP   /* the search takes too much time or memory */
} ys_search;

/*
 * Looks for the pattern in `text`. `space` provides the memory: pass the space
 * of the run, not that of the schema, so that the schema stays unchanged. If
 * the search is given up, `problem` is set to a static text.
 */
ys_status ys_regexp_search(ys_space *space, const ys_regexp *regexp,
                           ys_str text, ys_search *out, ys_str *problem);

/* Works as ys_regexp_search() does, without the extra steps that all searches
 * of a space share. So the result does not depend on other searches, and what
 * is found here is found by ys_regexp_search(), too. */
ys_status ys_regexp_try(ys_space *space, const ys_regexp *regexp, ys_str text,
                        ys_search *out);

/*
 * Iterates over the matches in a text, as Go's ReplaceAll does: matches do not
 * overlap, and an empty match directly after another match does not count. All
 * matches together may take as many steps as one search, so the iteration is
 * linear in the text, too.
 */
typedef struct ys_matches {
  ys_space *space;
  const ys_regexp *regexp;
  ys_str text;
  size_t at;           /* where the next search begins */
  size_t last_end;     /* where the last match ends */
  uint64_t left;       /* steps that may still be taken */
  bool searched;       /* the text is known to be UTF-8 */
  const size_t *spans; /* begin and end of the match and of each group; valid
                          until the space searches again */
  uint32_t count;      /* number of groups plus 1 */
} ys_matches;

/* Begins an iteration. The text and the pattern must live as long as `out` is
 * used. The memory and the steps are taken from the space. */
ys_status ys_matches_begin(ys_space *space, const ys_regexp *regexp,
                           ys_str text, ys_matches *out);

/* Goes to the next match. `out` and `problem` are as in ys_regexp_search(). The
 * iteration ends when no match is found or the search is given up. */
ys_status ys_matches_next(ys_matches *matches, ys_search *out, ys_str *problem);

/* Gives the place of a group; group 0 is the whole match. Returns false if
 * there is no such group or it is not part of the match. */
bool ys_matches_span(const ys_matches *matches, uint32_t group, size_t *from,
                     size_t *to);

/* Gives the number of the group with this name, or 0. */
uint32_t ys_regexp_group(const ys_regexp *regexp, ys_str name);
