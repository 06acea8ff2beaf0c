#include "lua/schema/argument.h"

#include "core/annotation/copy.h"
#include "lua/schema/schema.h"

/* Takes the functions of the schema at the top of the stack. They follow those
 * that are in the import's table already. */
static void take_functions(ysl_import *im, uint32_t count) {
  lua_State *L = im->L;
  ysl_getcompanion(L, -1);
  for (uint32_t i = 1; i <= count; i++) {
    lua_rawgeti(L, -1, (ysl_index)i);
    ysl_keep_function(L, im->functions, im->function_count + i);
  }
  lua_pop(L, 1);
  im->function_count += count;
}

/* Takes what the functions of a schema answered when it was compiled. They
 * follow `functions` other ones in the table. */
static ys_status take_answers(ysl_import *im, const ysl_schema *ud,
                              uint32_t functions) {
  /* Only schemas take schemas, and the space is the first member of one. */
  ys_schema *to = (ys_schema *)(void *)im->space;
  for (uint32_t i = 1; i <= ud->pending.function_count; i++) {
    uint32_t own;
    if (!ys_schema_has_answer(&ud->schema, i)) continue;
    lua_rawgeti(im->L, im->functions, (ysl_index)(functions + i));
    lua_rawget(im->L, im->functions);
    own = (uint32_t)lua_tointeger(im->L, -1);
    lua_pop(im->L, 1);
    YS_TRY(ys_schema_take_answer(to, own, &ud->schema, i, functions));
  }
  return YS_OK;
}

ys_status ysl_take_schema(ysl_import *im, ys_slot *slot, const char **problem) {
  ysl_schema *ud = ysl_test_ud(im->L, -1, YSL_SCHEMA, sizeof *ud);
  const uint32_t functions = im->function_count;
  ys_status status;
  *problem = NULL;
  if (ud == NULL) {
    *problem = "a userdata is not a value";
    return YS_OK;
  }
  if (!ud->owner.open || ud->schema.root == NULL) {
    *problem = "a schema that is closed or not complete is not a value";
    return YS_OK;
  }
  ysl_enter(&ud->owner); /* making room in the table may run a finalizer */
  take_functions(im, ud->pending.function_count);
  status = ys_copy_annotated(im->space, &ud->schema.space,
                             ud->schema.documents.first, functions, slot);
  if (status == YS_OK) status = take_answers(im, ud, functions);
  ysl_leave(&ud->owner);
  if (status == YS_INVALID) {
    *problem = "schemas in schemas add too many nodes; the limit is the option "
               "max_alias_nodes";
    return YS_OK;
  }
  return status;
}
