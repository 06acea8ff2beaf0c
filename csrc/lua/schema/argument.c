#include "lua/schema/argument.h"

#include "core/annotation/copy.h"
#include "lua/base/owner.h"
#include "lua/schema/schema.h"

/* Its functions follow those that are in the table already. */
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
static ys_status take_answers(ysl_import *im, const ysl_schema *box,
                              uint32_t functions) {
  /* Only schemas take schemas, and the space is the first member of one. */
  ys_schema *to = (ys_schema *)(void *)im->space;
  for (uint32_t i = 1; i <= box->pending.function_count; i++) {
    uint32_t own;
    if (!ys_schema_has_answer(&box->schema, i)) continue;
    lua_rawgeti(im->L, im->functions, (ysl_index)(functions + i));
    lua_rawget(im->L, im->functions);
    own = (uint32_t)lua_tointeger(im->L, -1);
    lua_pop(im->L, 1);
    YS_TRY(ys_schema_take_answer(to, own, &box->schema, i, functions));
  }
  return YS_OK;
}

ys_status ysl_take_schema(ysl_import *im, ys_slot *slot, const char **problem) {
  ysl_schema *box = ysl_test_box(im->L, -1, YSL_SCHEMA, sizeof *box);
  const uint32_t functions = im->function_count;
  ys_status status;
  *problem = NULL;
  if (box == NULL) {
    *problem = "a userdata is not a value";
    return YS_OK;
  }
  if (!box->owner.open || box->schema.root == NULL) {
    *problem = "a schema that is closed or not complete is not a value";
    return YS_OK;
  }
  ysl_enter(&box->owner); /* making room in the table may run a finalizer */
  take_functions(im, box->pending.function_count);
  status = ys_copy_annotated(im->space, &box->schema.space,
                             box->schema.documents.first, functions, slot);
  if (status == YS_OK) status = take_answers(im, box, functions);
  ysl_leave(&box->owner);
  if (status == YS_INVALID) {
    *problem = "schemas in schemas add too many nodes; the limit is the option "
               "max_alias_nodes";
    return YS_OK;
  }
  return status;
}
