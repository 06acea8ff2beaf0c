#include "lua/schema/inspect.h"

#include "core/export/describe.h"
#include "core/export/schema.h"
#include "core/print/emit.h"
#include "lua/base/stack.h"
#include "lua/document/documents.h"
#include "lua/document/format.h"
#include "lua/schema/schema.h"
#include "lua/text/buffer.h"

typedef enum format {
  AS_YAML,
  AS_JSON,
  AS_OPENAPI,
  AS_JSON_SCHEMA,
  AS_JSON_SCHEMA_2020
} format;

/* Makes the tree that a format shows. */
static ys_status make(ys_space *space, const ys_schema *schema, format wanted,
                      ys_slot *out, ys_slot *losses) {
  const ys_field *root = schema->root;
  const ys_jsonrules *rules = &schema->json;
  static const ys_export_dialect dialects[] = {
      [AS_OPENAPI] = YS_EXPORT_OPENAPI,
      [AS_JSON_SCHEMA] = YS_EXPORT_DRAFT_07,
      [AS_JSON_SCHEMA_2020] = YS_EXPORT_2020_12};
  if (wanted == AS_YAML || wanted == AS_JSON)
    return ys_describe(space, root, YS_AS_VALUES, out);
  return ys_export_schema(space, root, rules, dialects[wanted], out, losses);
}

/* Writes the tree. False: the format cannot express a value. */
static bool write(lua_State *L, ys_buf *buf, const ys_slot *tree,
                  format wanted) {
  ys_status status = YS_OK;
  const char *problem;
  switch (wanted) {
  case AS_YAML:
  case AS_OPENAPI: ys_emit_yaml(tree, buf); break;
  case AS_JSON: status = ys_emit_json(tree, buf, &problem); break;
  default: status = ys_emit_json_lines(tree, buf, &problem); break;
  }
  return ysl_check_status(L, status);
}

int ysl_inspect(lua_State *L) {
  static const char *const names[] = {
      "yaml", "json", "openapi-v3", "json-schema", "json-schema-2020-12", NULL};
  const format wanted = (format)luaL_checkoption(L, 2, NULL, names);
  ysl_owner *scratch = &ysl_new_documents(L)->owner;
  ys_buf *buf = ysl_new_buffer(L);
  ysl_schema *ud = ysl_check_compiled(L, 1);
  ys_slot tree, losses = {0};
  bool done;
  ysl_check_status(L,
                   make(scratch->space, &ud->schema, wanted, &tree, &losses));
  done = write(L, buf, &tree, wanted);
  if (!done) {
    ysl_push_json_problem(L, buf, &tree);
    return ysl_fail_top(L);
  }
  ysl_enter(&ud->owner);
  ysl_push_buffer(L, buf);
  done = ysl_export_value(L, &losses, NULL);
  ysl_leave(&ud->owner);
  ysl_close(scratch);
  return done ? 2 : ysl_fail_top(L);
}

int ysl_describe(lua_State *L) {
  const ys_value_form form = lua_toboolean(L, 2) ? YS_AS_TEXTS : YS_AS_VALUES;
  ysl_owner *scratch = &ysl_new_documents(L)->owner;
  ysl_schema *ud = ysl_check_compiled(L, 1);
  ys_slot tree;
  bool done;
  ysl_check_status(L,
                   ys_describe(scratch->space, ud->schema.root, form, &tree));
  ysl_enter(&ud->owner);
  done = ysl_export_ordered(L, ys_slot_first(&tree));
  ysl_leave(&ud->owner);
  ysl_close(scratch);
  return done ? 1 : ysl_fail_top(L);
}
