/* host/library/library.c - Schemas: a Lua state each, in which the module
 * yschema.api.embedding does the work. */

#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>
#include <lualib.h>

#include "host/library/internal.h"
#include "host/modules/modules.h"

/* Where the registry has the schema's object of yschema.api.embedding. */
static const char object_key[] = "yschema.embedding.object";

/* ---- protected calls ----------------------------------------------------- */

char *ys_text_copy(const char *text) {
  char *copy = malloc(strlen(text) + 1);
  return copy ? strcpy(copy, text) : NULL;
}

yschema_status ys_protected(yschema *schema, lua_CFunction body, void *data,
                            char **problem) {
  lua_State *L = schema->L;
  if (problem) *problem = NULL;
  if (schema->calling) {
    if (problem)
      *problem = ys_text_copy("a function uses the schema that calls it");
    return YSCHEMA_ERROR;
  }
  lua_settop(L, 0);
  lua_pushcfunction(L, body);
  lua_pushlightuserdata(L, data);
  const int ended = lua_pcall(L, 1, 0, 0);
  if (ended == LUA_OK) return YSCHEMA_VALID;
  const char *message = ended == LUA_ERRMEM ? NULL : lua_tostring(L, -1);
  if (problem && message) *problem = ys_text_copy(message);
  lua_settop(L, 0);
  return ended == LUA_ERRMEM ? YSCHEMA_NO_MEMORY : YSCHEMA_ERROR;
}

/* Pushes a method of the schema's object, and the object. */
static void push_method(lua_State *L, const char *name) {
  lua_getfield(L, LUA_REGISTRYINDEX, object_key);
  lua_getfield(L, -1, name);
  lua_insert(L, -2);
}

/* ---- schemas ------------------------------------------------------------- */

const char *yschema_version(void) {
  return YSCHEMA_VERSION;
}

static int begin(lua_State *L) {
  luaL_openlibs(L);
  ys_install_modules(L);
  lua_getglobal(L, "require");
  lua_pushliteral(L, "yschema.api.embedding");
  lua_call(L, 1, 1);
  lua_getfield(L, -1, "new");
  lua_call(L, 0, 1);
  lua_setfield(L, LUA_REGISTRYINDEX, object_key);
  return 0;
}

yschema *yschema_new(void) {
  yschema *schema = calloc(1, sizeof *schema);
  if (!schema) return NULL;
  schema->L = luaL_newstate();
  if (!schema->L || ys_protected(schema, begin, NULL, NULL) != YSCHEMA_VALID) {
    yschema_free(schema);
    return NULL;
  }
  return schema;
}

void yschema_free(yschema *schema) {
  if (!schema || schema->calling) return;
  if (schema->L) lua_close(schema->L);
  while (schema->callbacks) {
    ys_callback *first = schema->callbacks;
    schema->callbacks = first->next;
    free(first);
  }
  free(schema);
}

typedef struct setting {
  const char *name, *value;
  ys_callback *callback;
} setting;

static int set_option(lua_State *L) {
  const setting *given = lua_touserdata(L, 1);
  push_method(L, "set_option");
  lua_pushstring(L, given->name);
  lua_pushstring(L, given->value);
  lua_call(L, 3, 0);
  return 0;
}

yschema_status yschema_set_option(yschema *schema, const char *name,
                                  const char *value) {
  if (!schema) return YSCHEMA_NO_MEMORY;
  if (!name || !value) return YSCHEMA_ERROR;
  setting given = {name, value, NULL};
  return ys_protected(schema, set_option, &given, NULL);
}

static int add_function(lua_State *L) {
  const setting *given = lua_touserdata(L, 1);
  push_method(L, "add_function");
  lua_pushstring(L, given->name);
  lua_pushlightuserdata(L, given->callback);
  lua_pushcclosure(L, ys_call_back, 1);
  lua_call(L, 3, 0);
  return 0;
}

yschema_status yschema_add_function(yschema *schema, const char *name,
                                    yschema_function *function, void *data) {
  if (!schema) return YSCHEMA_NO_MEMORY;
  if (!name || !function) return YSCHEMA_ERROR;
  ys_callback *callback = malloc(sizeof *callback);
  if (!callback) return YSCHEMA_NO_MEMORY;
  *callback = (ys_callback){schema->callbacks, schema, function, data};
  schema->callbacks = callback;
  setting given = {name, NULL, callback};
  return ys_protected(schema, add_function, &given, NULL);
}

/* ---- loading and applying ------------------------------------------------ */

typedef struct work {
  yschema_result *result;
  const yschema_input *inputs;
  size_t count;
} work;

/* The problem of an input, or NULL. */
static const char *problem_of(const yschema_input *input) {
  if ((unsigned)input->kind > YSCHEMA_JSON) return "is of no kind";
  if (input->kind == YSCHEMA_FILE)
    return input->name ? NULL : "is a file without a path";
  if (!input->text) return "has no text";
  return input->size > YS_MOST_BYTES ? "has a size that no text has" : NULL;
}

/* Pushes an input as a table. */
static void push_input(lua_State *L, const yschema_input *input) {
  static const char *const kinds[] = {"file", "yaml", "json"};
  lua_createtable(L, 0, 3);
  lua_pushstring(L, kinds[input->kind]);
  lua_setfield(L, -2, "kind");
  lua_pushstring(L, input->name);
  lua_setfield(L, -2, "name");
  if (input->kind == YSCHEMA_FILE) return;
  lua_pushlstring(L, input->text, input->size);
  lua_setfield(L, -2, "text");
}

/* Pushes the inputs as a list of tables. Throws for one that is not complete.
 */
static void push_inputs(lua_State *L, const work *asked) {
  lua_createtable(L, (int)asked->count, 0);
  for (size_t i = 0; i < asked->count; i++) {
    const char *problem = problem_of(&asked->inputs[i]);
    if (problem) {
      lua_pushfstring(L, "input %d %s", (int)i + 1, problem);
      lua_error(L);
    }
    push_input(L, &asked->inputs[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
}

static int do_work(lua_State *L, const char *method) {
  const work *asked = lua_touserdata(L, 1);
  push_method(L, method);
  push_inputs(L, asked);
  lua_call(L, 2, 2);
  ys_take_outcome(L, asked->result);
  return 0;
}

static int load(lua_State *L) {
  return do_work(L, "load");
}

static int load_json_schema(lua_State *L) {
  return do_work(L, "load_json_schema");
}

static int apply(lua_State *L) {
  return do_work(L, "apply");
}

/* The problem of a list of inputs, or NULL. */
static const char *problem_of_list(const void *list, size_t count) {
  if (count > YS_MOST_INPUTS) return "there are too many inputs";
  return count > 0 && !list ? "the list of inputs is NULL" : NULL;
}

/* Makes a result of what a method gives. */
static yschema_result *result_of(yschema *schema, lua_CFunction body,
                                 const yschema_input *inputs, size_t count) {
  if (!schema) return NULL;
  const char *invalid = problem_of_list(inputs, count);
  if (invalid) return ys_failed_result(schema, YSCHEMA_ERROR, invalid);
  yschema_result *result = calloc(1, sizeof *result);
  if (!result) return NULL;
  result->schema = schema;
  result->run = LUA_NOREF;
  work asked = {result, inputs, count};
  char *problem;
  const yschema_status status = ys_protected(schema, body, &asked, &problem);
  if (status == YSCHEMA_VALID) return result;
  yschema_free_result(result);
  result = status == YSCHEMA_NO_MEMORY || !problem
               ? NULL
               : ys_failed_result(schema, status, problem);
  free(problem);
  return result;
}

yschema_result *yschema_load_text(yschema *schema, const char *name,
                                  const char *text, size_t size) {
  const yschema_input input = {YSCHEMA_YAML, name, text, size};
  return result_of(schema, load, &input, 1);
}

yschema_result *yschema_load_file(yschema *schema, const char *path) {
  return yschema_load_files(schema, &path, 1);
}

yschema_result *yschema_load_files(yschema *schema, const char *const *paths,
                                   size_t count) {
  if (!schema) return NULL;
  const char *invalid = problem_of_list(paths, count);
  if (invalid) return ys_failed_result(schema, YSCHEMA_ERROR, invalid);
  yschema_input *inputs = calloc(count + 1, sizeof *inputs);
  if (!inputs) return NULL;
  for (size_t i = 0; i < count; i++)
    inputs[i] = (yschema_input){YSCHEMA_FILE, paths[i], NULL, 0};
  yschema_result *result = result_of(schema, load, inputs, count);
  free(inputs);
  return result;
}

yschema_result *yschema_load_json_schema_text(yschema *schema, const char *name,
                                              const char *text, size_t size) {
  const yschema_input input = {YSCHEMA_YAML, name, text, size};
  return result_of(schema, load_json_schema, &input, 1);
}

yschema_result *yschema_load_json_schema_file(yschema *schema,
                                              const char *path) {
  const yschema_input input = {YSCHEMA_FILE, path, NULL, 0};
  return result_of(schema, load_json_schema, &input, 1);
}

yschema_result *yschema_apply(yschema *schema, const yschema_input *inputs,
                              size_t count) {
  return result_of(schema, apply, inputs, count);
}
