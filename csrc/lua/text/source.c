#include "lua/text/source.h"

#include "core/compile/schema.h"
#include "core/json/read.h"
#include "core/tolerant/readable.h"
#include "core/yaml/template.h"
#include "lua/base/held.h"
#include "lua/base/stack.h"
#include "lua/limit/ceiling.h"
#include "lua/text/buffer.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct ysl_source {
  ysl_userdata ud;
  ys_source *source; /* NULL: not made */
} ysl_source;

ys_source *ysl_check_source(lua_State *L, int index) {
  const ysl_source *ud = ysl_check_userdata(L, index, YSL_SOURCE, sizeof *ud);
  luaL_argcheck(L, ud->source != NULL, index, "the source is closed");
  return ud->source;
}

uint16_t ysl_add_source(lua_State *L, int index, ys_space *space) {
  ys_source *source = ysl_check_source(L, index);
  uint16_t number;
  ys_source_retain(source);
  ysl_check_status(L, ys_sources_add(&space->sources, source, &number));
  return number;
}

uint16_t ysl_find_source(lua_State *L, int index, ys_space *space) {
  const ys_source *source = ysl_check_source(L, index);
  for (uint32_t i = 0; i < space->sources.count; i++)
    if (space->sources.list[i] == source) return (uint16_t)i;
  return ysl_add_source(L, index, space);
}

void ysl_push_source(lua_State *L, ys_source *source) {
  ysl_source *ud = ysl_new_userdata(L, YSL_SOURCE, sizeof *ud);
  ys_source_retain(source);
  ud->source = source;
}

static bool is_json_name(ys_str name) {
  const ys_str suffix = YS_STR(".json");
  return name.len >= suffix.len &&
         memcmp(name.ptr + name.len - suffix.len, suffix.ptr, suffix.len) == 0;
}

/* A file whose name ends with .json is JSON. */
static void set_origin(ys_source *source, bool is_file, bool only_json) {
  source->is_file = is_file;
  source->only_json = only_json || (is_file && is_json_name(source->name));
}

/* core.source(name, text, is_file, only_json) -> source */
static int new_source(lua_State *L) {
  const ys_str name = ysl_check_str(L, 1), text = ysl_check_str(L, 2);
  const bool is_file = lua_toboolean(L, 3), only_json = lua_toboolean(L, 4);
  ysl_source *ud = ysl_new_userdata(L, YSL_SOURCE, sizeof *ud);
  ysl_check_status(L, ys_source_new(ysl_memory(L), name, text, &ud->source));
  set_origin(ud->source, is_file, only_json);
  return 1;
}

size_t ysl_check_most(lua_State *L, int index) {
  const lua_Number most = luaL_checknumber(L, index);
  luaL_argcheck(L, most >= 0 && most < (lua_Number)(SIZE_MAX / 2), index,
                "not a number of bytes");
  return (size_t)most;
}

ys_status ysl_read_source(lua_State *L, ys_str name, ys_str path,
                          ys_readable kind, size_t most, ys_source **out,
                          const char **problem) {
  *problem = YS_NO_FILE;
  if (strlen(path.ptr) != path.len) return YS_INVALID;
  YS_TRY(
      ys_source_read(ysl_memory(L), name, path.ptr, kind, most, out, problem));
  set_origin(*out, ys_str_eq(name, path),
             is_json_name(path) || is_json_name(name));
  return YS_OK;
}

/* core.read(name, path, max_bytes, streams) -> source | nil, problem */
static int read_source(lua_State *L) {
  const ys_str name = ysl_check_str(L, 1), path = ysl_check_str(L, 2);
  const size_t most = ysl_check_most(L, 3);
  const ys_readable kind = lua_toboolean(L, 4) ? YS_READ_STREAM : YS_READ_FILE;
  const char *problem;
  ysl_source *ud = ysl_new_userdata(L, YSL_SOURCE, sizeof *ud);
  const ys_status status =
      ysl_read_source(L, name, path, kind, most, &ud->source, &problem);
  return ysl_check_status(L, status) ? 1 : ysl_fail(L, problem);
}

/* core.head(path, bytes) -> text | nil, problem */
static int read_head(lua_State *L) {
  const ys_str path = ysl_check_str(L, 1);
  const size_t most = ysl_check_most(L, 2);
  const char *problem;
  ysl_source *ud = ysl_new_userdata(L, YSL_SOURCE, sizeof *ud);
  const ys_status status =
      ysl_read_source(L, path, path, YS_READ_HEAD, most, &ud->source, &problem);
  if (!ysl_check_status(L, status)) return ysl_fail(L, problem);
  lua_pushlstring(L, ud->source->text.ptr, ud->source->text.len);
  ys_source_release(ud->source);
  ud->source = NULL;
  return 1;
}

/* Whether a text is JSON, or has to be. An annotation in it would be part of a
 * string. */
static bool is_json(lua_State *L, const ys_source *source) {
  const ys_extract all = {source->text, 0, 0};
  ys_slot document = {0};
  ys_space space;
  bool json = true;
  ys_status status;
  if (source->only_json) return true;
  if (!ys_jsonread_likely(source->text)) return false;
  status = ys_space_init(&space, ysl_memory(L), NULL);
  if (status == YS_OK)
    status = ys_jsonread(&space, &all, false, &document, &json);
  ys_space_release(&space);
  ysl_check_status(L, status);
  return json;
}

/* source:likely_schema() -> boolean */
static int likely_schema(lua_State *L) {
  const ys_source *source = ysl_check_source(L, 1);
  lua_pushboolean(L, ys_schema_likely(source->text) && !is_json(L, source));
  return 1;
}

/* source:assume(): the file is taken for data values, though neither an option
 * nor a header says so */
static int assume(lua_State *L) {
  ysl_check_source(L, 1)->assumed = true;
  return 0;
}

/* source:has_code() -> boolean */
static int has_code(lua_State *L) {
  const ys_source *source = ysl_check_source(L, 1);
  lua_pushboolean(L, ys_template_likely(source->text) && !is_json(L, source));
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

int ysl_push_readable(lua_State *L, ys_source *source, const ys_limits *limits,
                      const ys_diags *known) {
  ys_buf *buf = ysl_new_buffer(L);
  uint32_t repairs = 0;
  ys_arena arena;
  ys_str text;
  ys_arena_init(&arena, ysl_memory(L));
  const ys_status status =
      ys_make_readable(&arena, source, limits, known, &text, &repairs);
  if (status == YS_OK) ys_buf_add(buf, text);
  ys_arena_release(&arena);
  ysl_check_status(L, status);
  ysl_push_buffer(L, buf);
  lua_pushinteger(L, (lua_Integer)repairs);
  return 2;
}

/* source:readable() -> text, repairs: see core/tolerant/readable.h */
static int readable(lua_State *L) {
  const ys_limits limits = YS_DEFAULT_LIMITS;
  return ysl_push_readable(L, ysl_check_source(L, 1), &limits, NULL);
}

/* source:contains(text) -> boolean */
static int source_contains(lua_State *L) {
  const ys_source *source = ysl_check_source(L, 1);
  lua_pushboolean(L, ys_str_has(source->text, ysl_check_str(L, 2)));
  return 1;
}

/* source:close(): whatever else uses it keeps it */
static int close_source(lua_State *L) {
  ysl_source *ud = ysl_check_userdata(L, 1, YSL_SOURCE, sizeof *ud);
  if (ud->source != NULL) ys_source_release(ud->source);
  ud->source = NULL;
  return 0;
}

int ysl_source_collect(lua_State *L) {
  close_source(L);
  ysl_let_go(L);
  return 0;
}

const luaL_Reg ysl_source_methods[] = {{"likely_schema", likely_schema},
                                       {"has_code", has_code},
                                       {"assume", assume},
                                       {"name", source_name},
                                       {"text", source_text},
                                       {"contains", source_contains},
                                       {"readable", readable},
                                       {"close", close_source},
                                       {NULL, NULL}};

/* core.digest(text) -> 32 hexadecimal digits, which show whether a text has
 * changed. They are not secure against attackers. */
static int digest(lua_State *L) {
  const ys_str text = ysl_check_str(L, 1);
  char digits[33];
  snprintf(digits, sizeof digits, "%016" PRIx64 "%016" PRIx64,
           ys_hash(UINT64_C(0x243F6A8885A308D3), text),
           ys_hash(UINT64_C(0x13198A2E03707344), text));
  lua_pushstring(L, digits);
  return 1;
}

const luaL_Reg ysl_source_functions[] = {{"source", new_source},
                                         {"read", read_source},
                                         {"head", read_head},
                                         {"digest", digest},
                                         {NULL, NULL}};
