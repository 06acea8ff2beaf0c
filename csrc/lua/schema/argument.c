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
    lua_rawseti(L, im->functions, (ysl_index)(im->function_count + i));
  }
  lua_pop(L, 1);
  im->function_count += count;
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
  ysl_leave(&box->owner);
  if (status == YS_INVALID) {
    *problem = "schemas in schemas add too many nodes; the limit is the option "
               "max_alias_nodes";
    return YS_OK;
  }
  return status;
}
