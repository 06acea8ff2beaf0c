/* core/type/ecma.c - Compiles regular expressions of ECMA-262
 * (core/type/ecma.h). */

#include "core/type/ecma.h"

#include "core/pattern/ecma.h"

static ys_status describe(ys_arena *arena, const ys_ecma *ecma, ys_str *out) {
  return ys_str_fill(arena, "%s%s",
                     YS_WORDS(ys_cstr(ecma->problem), ecma->part), out);
}

ys_status ys_regexp_compile_ecma(ys_space *space, ys_str pattern,
                                 ys_ecma_regexp *out) {
  ys_ecma ecma;
  *out = (ys_ecma_regexp){.problem = YS_STR("")};
  YS_TRY(ys_ecma_translate(&space->arena, pattern, &ecma));
  out->invalid = ecma.result == YS_ECMA_INVALID;
  if (ecma.result != YS_ECMA_TRANSLATED)
    return describe(&space->arena, &ecma, &out->problem);
  out->translation = ecma.translation;
  return ys_regexp_compile(space, ecma.translation, &out->regexp,
                           &out->problem);
}
