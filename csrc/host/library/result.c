/* host/library/result.c - Results: what loading and applying gave. */

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>

#include "core/print/emit.h"
#include "host/library/internal.h"
#include "lua/run/run.h"

/* ---- from Lua ------------------------------------------------------------ */

/* The fields of a record that are texts, as the report names them. */
static const struct {
  const char *name;
  size_t offset;
} text_fields[] = {
#define FIELD(name)                                                            \
  { #name, offsetof(yschema_violation, name) }
    FIELD(kind),        FIELD(rule),          FIELD(argument), FIELD(severity),
    FIELD(path),        FIELD(pointer),       FIELD(message),  FIELD(found),
    FIELD(expected),    FIELD(hint),          FIELD(fix),      FIELD(file),
    FIELD(schema_file), FIELD(schema_pointer)
#undef FIELD
};
enum { TEXT_FIELDS = sizeof text_fields / sizeof *text_fields };

static const char **text_of(yschema_violation *violation, size_t field) {
  return (const char **)(void *)((char *)violation + text_fields[field].offset);
}

/* The bytes of all texts of the list of records at the top of the stack. */
static size_t bytes_of(lua_State *L, size_t count) {
  size_t bytes = 0;
  for (size_t i = 1; i <= count; i++) {
    lua_rawgeti(L, -1, (lua_Integer)i);
    for (size_t field = 0; field < TEXT_FIELDS; field++) {
      lua_getfield(L, -1, text_fields[field].name);
      if (lua_type(L, -1) == LUA_TSTRING) bytes += lua_rawlen(L, -1) + 1;
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
  }
  return bytes;
}

/* Copies the text at the top of the stack, pops it, and returns the copy, or
 * NULL for another value. */
static const char *take_text(lua_State *L, char **free_bytes) {
  const char *copy = NULL;
  if (lua_type(L, -1) == LUA_TSTRING) {
    size_t size;
    const char *text = lua_tolstring(L, -1, &size);
    copy = memcpy(*free_bytes, text, size + 1);
    *free_bytes += size + 1;
  }
  lua_pop(L, 1);
  return copy;
}

static int take_number(lua_State *L, const char *name) {
  lua_getfield(L, -1, name);
  const int number = (int)lua_tointeger(L, -1);
  lua_pop(L, 1);
  return number;
}

/* Takes the records of the list at the top of the stack. */
static void take_records(lua_State *L, yschema_violation *out, size_t count,
                         char **free_bytes) {
  for (size_t i = 0; i < count; i++) {
    yschema_violation *violation = &out[i];
    lua_rawgeti(L, -1, (lua_Integer)i + 1);
    for (size_t field = 0; field < TEXT_FIELDS; field++) {
      lua_getfield(L, -1, text_fields[field].name);
      *text_of(violation, field) = take_text(L, free_bytes);
    }
    violation->line = take_number(L, "line");
    violation->column = take_number(L, "column");
    violation->schema_line = take_number(L, "schema_line");
    lua_pop(L, 1);
  }
}

void ys_take_outcome(lua_State *L, yschema_result *result) {
  const int outcome = lua_gettop(L), run = outcome - 1;
  lua_getfield(L, outcome, "status");
  lua_getfield(L, outcome, "text");
  lua_getfield(L, outcome, "warnings");
  lua_getfield(L, outcome, "violations");
  result->status = (yschema_status)lua_tointeger(L, outcome + 1);
  result->violation_count = (size_t)lua_rawlen(L, outcome + 4);
  result->warning_count = (size_t)lua_rawlen(L, outcome + 3);
  size_t bytes = (size_t)lua_rawlen(L, outcome + 2) + 1;
  bytes += bytes_of(L, result->violation_count);
  lua_pushvalue(L, outcome + 3);
  bytes += bytes_of(L, result->warning_count);
  lua_pop(L, 1);
  char *at = result->texts = malloc(bytes);
  result->violations =
      calloc(result->violation_count + result->warning_count + 1,
             sizeof *result->violations);
  if (!at || !result->violations) {
    luaL_error(L, "not enough memory");
    return;
  }
  take_records(L, result->violations, result->violation_count, &at);
  lua_pop(L, 1);
  take_records(L, result->violations + result->violation_count,
               result->warning_count, &at);
  lua_pop(L, 1);
  result->report = take_text(L, &at);
  ysl_run *ud = ysl_test_ud(L, run, YSL_RUN, sizeof(ysl_run));
  lua_pushvalue(L, run);
  result->run = luaL_ref(L, LUA_REGISTRYINDEX);
  result->root = ud && result->status == YSCHEMA_VALID ? &ud->run.root : NULL;
}

/* ---- for users ----------------------------------------------------------- */

yschema_result *ys_failed_result(yschema *schema, yschema_status status,
                                 const char *problem) {
  yschema_result *result = calloc(1, sizeof *result);
  if (!result) return NULL;
  result->schema = schema;
  result->run = LUA_NOREF;
  result->status = status;
  const size_t size = strlen(problem) + 1;
  result->texts = malloc(size);
  result->violations = calloc(1, sizeof *result->violations);
  if (!result->texts || !result->violations) {
    yschema_free_result(result);
    return NULL;
  }
  memcpy(result->texts, problem, size);
  result->report = result->texts;
  result->violation_count = 1;
  result->violations->kind = result->violations->rule = "usage";
  result->violations->severity = "error";
  result->violations->message = result->texts;
  return result;
}

static int close_run(lua_State *L) {
  const int reference = *(const int *)lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, reference);
  lua_getfield(L, -1, "close");
  lua_insert(L, -2);
  lua_call(L, 1, 0);
  luaL_unref(L, LUA_REGISTRYINDEX, reference);
  return 0;
}

void yschema_free_result(yschema_result *result) {
  if (!result) return;
  if (result->run != LUA_NOREF && result->run != LUA_REFNIL)
    (void)ys_protected(result->schema, close_run, &result->run, NULL);
  free(result->violations);
  free(result->texts);
  free(result);
}

yschema_status yschema_status_of(const yschema_result *result) {
  return result ? result->status : YSCHEMA_NO_MEMORY;
}

const char *yschema_report(const yschema_result *result) {
  return result && result->report ? result->report : "";
}

size_t yschema_count_violations(const yschema_result *result) {
  return result ? result->violation_count : 0;
}

size_t yschema_count_warnings(const yschema_result *result) {
  return result ? result->warning_count : 0;
}

const yschema_violation *yschema_get_violation(const yschema_result *result,
                                               size_t index) {
  return result && index < result->violation_count ? &result->violations[index]
                                                   : NULL;
}

const yschema_violation *yschema_get_warning(const yschema_result *result,
                                             size_t index) {
  return result && index < result->warning_count
             ? &result->violations[result->violation_count + index]
             : NULL;
}

/* ---- values as a text ---------------------------------------------------- */

static void *reallocate(void *ud, void *block, size_t old, size_t size) {
  (void)ud;
  (void)old;
  if (size > 0) return realloc(block, size);
  free(block);
  return NULL;
}

static ys_buf new_text(void) {
  return ys_buf_of((ys_memory){reallocate, NULL});
}

/* Gives a text to the caller, if it is complete. */
static char *give_text(ys_buf *text, bool complete, size_t *size) {
  ys_buf_char(text, '\0');
  if (!complete || text->failed) ys_buf_release(text);
  if (size) *size = text->ptr ? text->len - 1 : 0;
  return text->ptr;
}

char *yschema_to_yaml(yschema_result *result, size_t *size) {
  const bool has_values = result && result->root;
  ys_buf text = new_text();
  if (has_values) ys_emit_yaml(result->root, &text);
  return give_text(&text, has_values, size);
}

char *yschema_to_json(yschema_result *result, size_t *size) {
  const char *problem;
  ys_buf text = new_text();
  const bool has_json = result && result->root &&
                        ys_emit_json(result->root, &text, &problem) == YS_OK;
  return give_text(&text, has_json, size);
}

void yschema_free_text(char *text) {
  free(text);
}
