#pragma once

/*
 * core/pattern/ecma.h - Regular expressions of ECMA-262.
 *
 * They are read as with the flag `u`. What only the grammar without it allows
 * (ECMA-262, annex B) is accepted where it has one meaning: escaped
 * punctuation, a brace or a bracket that stands for itself, and a hyphen beside
 * `\w`.
 */

#include "core/base/str.h"

typedef enum ys_ecma_result {
  YS_ECMA_TRANSLATED,
  YS_ECMA_UNTRANSLATED, /* it is one, but PCRE2 cannot express it */
  YS_ECMA_INVALID       /* it is no regular expression */
} ys_ecma_result;

typedef struct ys_ecma {
  ys_ecma_result result;
  bool foreign;       /* it is translated, but is one of other languages only */
  ys_str translation; /* for ys_regexp_compile() */
  const char *problem; /* without a translation; "the escape " */
  ys_str part;         /* of the pattern, which the problem ends with; or "" */
} ys_ecma;

/* Translates a pattern in UTF-8. `part` is a part of it, and everything else
 * that `out` has is the arena's. The only failure is YS_NOMEM. */
ys_status ys_ecma_translate(ys_arena *arena, ys_str pattern, ys_ecma *out);
