#include "lua/schema/coverage.h"

#include "core/print/emit.h"
#include "lua/base/stack.h"
#include "lua/schema/schema.h"
#include "lua/text/buffer.h"

#define NAME(change, name) name,
static const char *const names[] = {YS_CHANGES(NAME)};
#undef NAME

/* Sets a field to a value in one line of YAML. */
static void set_flow(lua_State *L, ys_buf *buf, const char *name,
                     const ys_slot *value) {
  ys_emit_flow(value, buf);
  ysl_push_buffer(L, buf);
  lua_setfield(L, -2, name);
}

/* The value that `one_of` lists at an index. In a dict, it is the key. */
static void set_listed(lua_State *L, ys_buf *buf, const ys_point *point) {
  const ys_slot *listed = ys_slot_first(point->rule->argument);
  for (uint32_t i = 0; i < point->index; i++)
    listed = listed->next;
  if (listed->key != NULL)
    ysl_set_text(L, "value", listed->key->text);
  else
    set_flow(L, buf, "value", listed);
}

static void set_rule(lua_State *L, ys_buf *buf, const ys_point *point) {
  const ys_rule *rule = point->rule;
  ys_slot moved;
  if (rule == NULL) return;
  ysl_set_text(L, "must_be", rule->must_be);
  if (rule->named == NULL) return;
  ysl_set_text(L, "rule", ys_cstr(rule->named->name));
  if (rule->named->subject == YS_ABOUT_LENGTH) ysl_set_true(L, "is_length");
  set_flow(L, buf, "argument", rule->argument);
  if (point->change == YS_CHANGE_UNLISTED) set_listed(L, buf, point);
  if ((point->change == YS_CHANGE_LOOSER ||
       point->change == YS_CHANGE_STRICTER) &&
      ys_coverage_moved(rule, point->change, &moved))
    set_flow(L, buf, "value", &moved);
}

static void push_point(lua_State *L, ys_buf *buf, const ysl_schema *ud,
                       const ys_point *point) {
  const ys_str file = ys_sources_name(&ud->schema.space.sources, point->place);
  lua_createtable(L, 0, 10);
  lua_pushstring(L, names[point->change]);
  lua_setfield(L, -2, "change");
  ysl_set_text(L, "path", point->path);
  ysl_set_text(L, "file", file);
  ysl_set_number(L, "line", point->place.line);
  ysl_set_number(L, "column", point->place.column);
  ysl_set_text(L, "field_file",
               ys_sources_name(&ud->schema.space.sources, point->field->place));
  ysl_set_number(L, "field_line", point->field->place.line);
  ysl_set_number(L, "field_column", point->field->place.column);
  if (point->field->sensitive) ysl_set_true(L, "sensitive");
  if (point->choice != NULL) {
    ysl_set_text(L, "words", point->choice->words[point->index]);
    ysl_set_text(L, "name", point->choice->name);
    ysl_set_number(L, "index", point->index + 1);
  }
  set_rule(L, buf, point);
}

/* schema:points() -> list of { change, path, file, line, column, … }
 * The points of a compiled schema. A run with `watch` notes which of them it
 * reaches. */
int ysl_points(lua_State *L) {
  ysl_schema *ud = ysl_check_compiled(L, 1);
  ys_buf *buf = ysl_new_buffer(L);
  ysl_index count = 0;
  if (!ud->covered)
    ysl_check_status(L,
                     ys_coverage_init(&ud->coverage, &ud->schema.space.arena,
                                      ud->schema.root, ud->schema.definitions));
  ud->covered = true;
  lua_newtable(L);
  for (const ys_point *p = ud->coverage.first; p != NULL; p = p->next) {
    push_point(L, buf, ud, p);
    lua_rawseti(L, -2, ++count);
  }
  return 1;
}

static ysl_schema *check_covered(lua_State *L) {
  ysl_schema *ud = ysl_check_compiled(L, 1);
  luaL_argcheck(L, ud->covered, 1, "its points were not asked for");
  return ud;
}

/* schema:change(number | nil): runs with `watch` make the change of a point
 * from now on, or none. */
int ysl_change(lua_State *L) {
  ysl_schema *ud = check_covered(L);
  lua_Integer number = luaL_optinteger(L, 2, 0);
  const ys_point *point = ud->coverage.first;
  luaL_argcheck(L, number >= 0, 2, "no such point");
  while (number > 1 && point != NULL) {
    point = point->next;
    number--;
  }
  luaL_argcheck(L, point != NULL || number == 0, 2, "no such point");
  ud->coverage.changed = number == 0 ? NULL : point;
  return 0;
}

/* schema:reached() -> list of numbers of points
 * The points that runs have reached since the last call. */
int ysl_reached(lua_State *L) {
  ysl_schema *ud = check_covered(L);
  ysl_index count = 0;
  lua_Integer number = 0;
  lua_newtable(L);
  for (ys_point *p = ud->coverage.first; p != NULL; p = p->next) {
    number++;
    if (!p->reached) continue;
    p->reached = false;
    lua_pushinteger(L, number);
    lua_rawseti(L, -2, ++count);
  }
  return 1;
}
