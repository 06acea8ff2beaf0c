#include "lua/code/template.h"

#include "lua/base/stack.h"
#include "lua/code/frame.h"
#include "lua/text/source.h"
#include "lua/value/origin.h"

/* ---- templates --------------------------------------------------------------
 */

/* Pushes the companion of the owner at a stack index. The owner gets one of its
 * own, with origins, when it has none. */
static void push_own_companion(lua_State *L, int index, ysl_owner *owner) {
  if (owner->own_companion != NULL) owner->own_companion(L, index, owner);
  ysl_getcompanion(L, index);
  ysl_make_origins(L, lua_gettop(L));
}

/* core.template(owner, source) -> template */
static int new_template(lua_State *L) {
  ysl_template *ud;
  ysl_owner *owner;
  lua_settop(L, 2);
  ud = ysl_new_userdata(L, YSL_TEMPLATE, sizeof *ud);
  ysl_check_pending(L, &owner);
  push_own_companion(L, 1, owner);
  lua_createtable(L, 2, 0);
  lua_pushvalue(L, 1);
  lua_rawseti(L, -2, 1);
  lua_pushvalue(L, 3);
  lua_rawseti(L, -2, 2);
  ysl_setcompanion(L, 3);
  lua_settop(L, 3);
  owner = ysl_check_owner(L);
  ud->source = ysl_add_source(L, 2, owner->space);
  ud->owner = owner;
  ud->before = owner->space->diags;
  return 1;
}

/* Its parts are in the owner's arena. */
int ysl_template_collect(lua_State *L) {
  ysl_template *ud = ysl_check_userdata(L, 1, YSL_TEMPLATE, sizeof *ud);
  ud->owner = NULL;
  return 0;
}

void ysl_check_alive(lua_State *L, const ysl_owner *owner) {
  if (owner == NULL || owner->release == NULL)
    luaL_error(L, "what the code belongs to is closed");
}

ysl_template *ysl_check_template(lua_State *L) {
  ysl_template *ud = ysl_check_userdata(L, 1, YSL_TEMPLATE, sizeof *ud);
  ysl_check_alive(L, ud->owner);
  return ud;
}

bool ysl_grows(const ysl_template *ud) {
  return ysl_pending_of(ud->owner) != NULL;
}

ysl_pending *ysl_check_growth(lua_State *L, const ysl_template *ud) {
  ysl_pending *pending = ysl_pending_of(ud->owner);
  if (pending == NULL)
    luaL_error(L, "what the code belongs to takes no more inputs");
  return pending;
}

/* ---- parts --------------------------------------------------------------- */

static ys_status add_part(ysl_template *ud, ys_part *part) {
  if (ud->count == ud->capacity) {
    const uint32_t capacity = ud->capacity == 0 ? 8 : ud->capacity * 2;
    ys_part **parts =
        ys_arena_zalloc(&ud->owner->space->arena, capacity, sizeof(ys_part *));
    if (parts == NULL) return YS_NOMEM;
    if (ud->count > 0) memcpy(parts, ud->parts, ud->count * sizeof(ys_part *));
    ud->parts = parts;
    ud->capacity = capacity;
  }
  ud->parts[ud->count++] = part;
  return YS_OK;
}

static ys_status parse_part(ysl_template *ud, ys_str text, uint32_t line) {
  ys_space *space = ud->owner->space;
  ys_extract extract = {.source = ud->source, .above = line - 1};
  ys_part *part = ys_arena_new(&space->arena, ys_part);
  if (part == NULL) return YS_NOMEM;
  YS_TRY(ys_arena_str(&space->arena, text, &extract.text));
  YS_TRY(ys_part_parse(space, &extract, part));
  return add_part(ud, part);
}

/* template:part(text, first_line) -> number | nil */
static int new_part(lua_State *L) {
  const ys_str text = ysl_check_str(L, 2);
  const lua_Integer line = luaL_checkinteger(L, 3);
  ysl_template *ud = ysl_check_template(L);
  luaL_argcheck(L, line > 0 && line < INT32_MAX, 3, "not a line");
  ysl_check_growth(L, ud);
  if (ysl_check_status(L, parse_part(ud, text, (uint32_t)line)))
    lua_pushinteger(L, (lua_Integer)ud->count);
  else
    lua_pushnil(L);
  return 1;
}

const ys_part *ysl_check_part(lua_State *L, const ysl_template *ud) {
  const lua_Integer number = luaL_checkinteger(L, 2);
  luaL_argcheck(L, number > 0 && number <= (lua_Integer)ud->count, 2,
                "no such part");
  return ud->parts[number - 1];
}

/* template:code_lines(part) -> list of line numbers */
static int code_lines(lua_State *L) {
  const ysl_template *ud = ysl_check_template(L);
  const ys_part *part = ysl_check_part(L, ud);
  ysl_index index = 0;
  ysl_enter(ud->owner);
  lua_newtable(L);
  for (const ys_code_line *line = part->documents.code_first; line != NULL;
       line = line->next) {
    lua_pushinteger(L, (lua_Integer)line->place.line);
    lua_rawseti(L, -2, ++index);
  }
  ysl_leave(ud->owner);
  return 1;
}

/* template:nodes(part, first_line, last_line) -> from, to | nil */
static int nodes(lua_State *L) {
  const ys_part *part = ysl_check_part(L, ysl_check_template(L));
  const lua_Integer first = luaL_checkinteger(L, 3);
  const lua_Integer last = luaL_checkinteger(L, 4);
  uint32_t from, to;
  luaL_argcheck(L, first > 0 && first < INT32_MAX, 3, "not a line");
  luaL_argcheck(L, last > 0 && last < INT32_MAX, 4, "not a line");
  from = ys_part_find(part, (uint32_t)first);
  to = ys_part_find(part, (uint32_t)last + 1);
  if (from >= to) {
    lua_pushnil(L);
    return 1;
  }
  lua_pushinteger(L, (lua_Integer)from + 1);
  lua_pushinteger(L, (lua_Integer)to);
  return 2;
}

/* template:is_schema(part) -> boolean */
static int is_schema(lua_State *L) {
  const ys_part *part = ysl_check_part(L, ysl_check_template(L));
  lua_pushboolean(L, ys_schema_among(&part->documents));
  return 1;
}

/* template:forget(): removes the owner's records since the template was made */
static int forget(lua_State *L) {
  const ysl_template *ud = ysl_check_template(L);
  ysl_check_growth(L, ud);
  ys_diags_restore(&ud->owner->space->diags, &ud->before);
  return 0;
}

/* ---- what code has to give ----------------------------------------------- */

/* Adds one piece of work to the list at the top of the stack. */
static void add_work(lua_State *L, const ysl_template *ud, uint32_t node,
                     const char *kind, ys_str text, ys_place place) {
  lua_createtable(L, 0, 8);
  ysl_set_number(L, "node", (size_t)node + 1);
  ysl_set_text(L, "kind", ys_cstr(kind));
  ysl_set_text(L, "text", text);
  ysl_set_text(L, "file", ys_sources_name(&ud->owner->space->sources, place));
  ysl_set_number(L, "line", place.line);
  ysl_set_number(L, "column", place.column);
  lua_pushvalue(L, -1);
  lua_rawseti(L, -3, (ysl_index)lua_rawlen(L, -3) + 1);
}

static void add_annotations(lua_State *L, const ysl_template *ud, uint32_t node,
                            const ys_slot *slot) {
  size_t index = 0;
  for (const ys_annot *a = ys_slot_annots(slot); a != NULL; a = a->next) {
    index++;
    if (a->evaluated || !ys_word_is_ours(a->word)) continue;
    add_work(L, ud, node, "annotation", a->text, ys_annot_place(a));
    ysl_set_number(L, "index", index);
    ysl_set_text(L, "name", a->name);
    lua_pop(L, 1);
  }
}

/* The text of a computed value begins after `#@ ` and more blanks. */
static void add_computed(lua_State *L, const ysl_template *ud, uint32_t node,
                         const ys_computed *computed) {
  ys_str text = computed->text;
  ys_place place = computed->place;
  place.column += 3;
  while (text.len > 0 && (*text.ptr == ' ' || *text.ptr == '\t')) {
    text = (ys_str){text.ptr + 1, text.len - 1};
    place.column++;
  }
  add_work(L, ud, node, "value", text, place);
  lua_pop(L, 1);
}

/* template:work(part) -> list of { node, kind, index, name, text, file, line,
 * column } */
static int work(lua_State *L) {
  const ysl_template *ud = ysl_check_template(L);
  const ys_part *part = ysl_check_part(L, ud);
  ysl_enter(ud->owner);
  lua_newtable(L);
  for (uint32_t i = 0; i < part->count; i++) {
    add_annotations(L, ud, i, part->nodes[i].slot);
    if (part->nodes[i].computed != NULL)
      add_computed(L, ud, i, part->nodes[i].computed);
  }
  ysl_leave(ud->owner);
  return 1;
}

const luaL_Reg ysl_template_methods[] = {
    {"part", new_part},       {"code_lines", code_lines},
    {"work", work},           {"nodes", nodes},
    {"is_schema", is_schema}, {"forget", forget},
    {"frame", ysl_new_frame}, {NULL, NULL}};

const luaL_Reg ysl_template_functions[] = {{"template", new_template},
                                           {NULL, NULL}};
