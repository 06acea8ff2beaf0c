#include "ysl_source.h"

#include "../core/ys_schema.h"
#include "../core/ys_weave.h"

typedef struct ysl_source {
  ysl_box box;
  ys_source *source; /* NULL: not made */
} ysl_source;

ys_source *ysl_check_source(lua_State *L, int index) {
  const ysl_source *box = ysl_check_box(L, index, YSL_SOURCE, sizeof *box);
  luaL_argcheck(L, box->source != NULL, index, "the source is closed");
  return box->source;
}

uint16_t ysl_add_source(lua_State *L, int index, ys_space *space) {
  ys_source *source = ysl_check_source(L, index);
  uint16_t number;
  ys_source_retain(source);
  ysl_check_status(L, ys_sources_add(&space->sources, source, &number));
  return number;
}

void ysl_push_source(lua_State *L, ys_source *source) {
  ysl_source *box = ysl_new_box(L, YSL_SOURCE, sizeof *box);
  ys_source_retain(source);
  box->source = source;
}

/* core.source(name, text, is_file) -> source */
static int new_source(lua_State *L) {
  const ys_str name = ysl_check_str(L, 1), text = ysl_check_str(L, 2);
  const bool is_file = lua_toboolean(L, 3);
  ysl_source *box = ysl_new_box(L, YSL_SOURCE, sizeof *box);
  ysl_check_status(L, ys_source_new(ysl_memory(L), name, text, &box->source));
  box->source->is_file = is_file;
  return 1;
}

/* core.read(name, path, max_bytes) -> source | nil, problem */
static int read_source(lua_State *L) {
  const ys_str name = ysl_check_str(L, 1), path = ysl_check_str(L, 2);
  const lua_Number most = luaL_checknumber(L, 3);
  const char *problem = "unknown";
  ysl_source *box;
  luaL_argcheck(L, most >= 0 && most < (lua_Number)(SIZE_MAX / 2), 3,
                "not a number of bytes");
  if (strlen(path.ptr) != path.len)
    return ysl_fail(L, "No such file or directory");
  box = ysl_new_box(L, YSL_SOURCE, sizeof *box);
  if (!ysl_check_status(L,
                        ys_source_read(ysl_memory(L), name, path.ptr,
                                       (size_t)most, &box->source, &problem)))
    return ysl_fail(L, problem);
  box->source->is_file = ys_str_eq(name, path);
  return 1;
}

/* source:likely_schema() -> boolean */
static int likely_schema(lua_State *L) {
  lua_pushboolean(L, ys_schema_likely(ysl_check_source(L, 1)->text));
  return 1;
}

/* source:has_code() -> boolean */
static int has_code(lua_State *L) {
  lua_pushboolean(L, ys_weave_likely(ysl_check_source(L, 1)->text));
  return 1;
}

/* source:name() -> string */
static int source_name(lua_State *L) {
  const ys_source *source = ysl_check_source(L, 1);
  lua_pushlstring(L, source->name.ptr, source->name.len);
  return 1;
}

/* source:text() -> string */
static int source_text(lua_State *L) {
  const ys_source *source = ysl_check_source(L, 1);
  lua_pushlstring(L, source->text.ptr, source->text.len);
  return 1;
}

int ysl_source_collect(lua_State *L) {
  ysl_source *box = ysl_check_box(L, 1, YSL_SOURCE, sizeof *box);
  if (box->source != NULL) ys_source_release(box->source);
  box->source = NULL;
  return 0;
}

const luaL_Reg ysl_source_methods[] = {{"likely_schema", likely_schema},
                                       {"has_code", has_code},
                                       {"name", source_name},
                                       {"text", source_text},
                                       {NULL, NULL}};

const luaL_Reg ysl_source_functions[] = {
    {"source", new_source}, {"read", read_source}, {NULL, NULL}};
