#include "lua/run/ledger.h"

#include "lua/base/held.h"
#include "lua/base/stack.h"
#include "lua/limit/ceiling.h"
#include "lua/run/plan.h"
#include "lua/text/buffer.h"

typedef struct ud {
  ysl_userdata ud;
  ys_ledger ledger;
  const ys_ledger_document *upcoming; /* of those that have notes */
  bool ended;                         /* `upcoming` is set */
} ud;

/* core.ledger(plan) -> ledger, which keeps the plan */
static int new_ledger(lua_State *L) {
  const ysl_plan *plan = ysl_check_plan(L, 1);
  ud *made = ysl_new_userdata(L, YSL_LEDGER, sizeof *made);
  ys_arena_init(&made->ledger.arena, ysl_memory(L));
  lua_createtable(L, 1, 0);
  lua_pushvalue(L, 1);
  lua_rawseti(L, -2, 1);
  ysl_setcompanion(L, -2);
  ysl_check_status(L,
                   ys_ledger_init(&made->ledger, ysl_memory(L), &plan->plan));
  return 1;
}

static ud *check_ledger(lua_State *L) {
  return ysl_check_userdata(L, 1, YSL_LEDGER, sizeof(ud));
}

int ysl_ledger_collect(lua_State *L) {
  ys_ledger_release(&check_ledger(L)->ledger);
  ysl_let_go(L);
  return 0;
}

/* ledger:take(text, file, line | nil, invalid) -> number | nil: takes what a
 * document says. The number is that of a document about which something may be
 * left to report; they count from 1. */
static int take(lua_State *L) {
  const ys_str text = ysl_check_str(L, 2);
  const ys_ledger_document document = {.file = ysl_check_str(L, 3),
                                       .line = ysl_check_position(L, 4),
                                       .invalid = lua_toboolean(L, 5)};
  uint32_t number;
  ud *self = check_ledger(L);
  const ys_status status =
      ys_ledger_take(&self->ledger, text, &document, &number);
  if (!ysl_check_status(L, status))
    return luaL_error(L, "what a document says cannot be read");
  if (number == 0) return 0;
  lua_pushinteger(L, (lua_Integer)number);
  return 1;
}

/* ledger:doubt(): a document could not be read, so there may be other names */
static int doubt(lua_State *L) {
  check_ledger(L)->ledger.unsure = true;
  return 0;
}

/* ---- the end ------------------------------------------------------------- */

static void read_details(lua_State *L, ys_str text, ys_mentions_details *out) {
  if (!ys_mentions_read_details(text, out))
    luaL_error(L, "what a document says cannot be read");
}

/* Sets a field of the table at the top, also when the text is empty. */
static void set_string(lua_State *L, const char *name, ys_str text) {
  lua_pushlstring(L, text.len > 0 ? text.ptr : "", text.len);
  lua_setfield(L, -2, name);
}

/* Sets where the first item is. */
static void set_first(lua_State *L, const ys_ledger_owner *item) {
  ys_mentions_details details;
  read_details(L, item->details, &details);
  lua_createtable(L, 0, 3);
  set_string(L, "path", details.path);
  set_string(L, "file",
             details.file.len > 0 ? details.file : item->document->file);
  ysl_set_number(L, "line", details.line);
  lua_setfield(L, -2, "first");
}

static void set_shown(lua_State *L, const ys_ledger_note *note,
                      const ys_mentions_details *details) {
  lua_pushlstring(L, note->name->text.ptr, note->name->text.len);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "name");
  if (details->quoted) {
    lua_pushliteral(L, "\"");
    lua_concat(L, 2);
  } else {
    lua_pop(L, 1);
    lua_pushlstring(L, details->shown.len > 0 ? details->shown.ptr : "",
                    details->shown.len);
  }
  lua_setfield(L, -2, "shown");
}

static void push_note(lua_State *L, const ys_ledger_note *note) {
  ys_mentions_details details;
  read_details(L, note->details, &details);
  lua_createtable(L, 0, 11);
  ysl_set_number(L, "member", note->member);
  ysl_set_number(L, "reference", note->number);
  ysl_set_number(L, "line", details.line);
  ysl_set_number(L, "column", details.column);
  set_string(L, "path", details.path);
  if (details.file.len > 0) set_string(L, "file", details.file);
  if (details.gap > 0) ysl_set_number(L, "gap", details.gap);
  if (details.sensitive) ysl_set_true(L, "sensitive");
  set_shown(L, note, &details);
  if (note->item != NULL) set_first(L, note->item);
}

/* Pushes the list of the notes of a document that are violations. */
static ysl_index push_wrong(lua_State *L, const ud *self,
                            const ys_ledger_document *document, bool partial) {
  ysl_index count = 0;
  lua_newtable(L);
  for (const ys_ledger_note *n = document->first; n != NULL; n = n->next) {
    if (!ys_ledger_is_wrong(&self->ledger, n, partial)) continue;
    push_note(L, n);
    lua_rawseti(L, -2, ++count);
  }
  return count;
}

/* ledger:next(partial) -> document, notes | nothing: the next document that has
 * violations, as { number, file, line | nil, invalid }, and a list of these, as
 * { member, reference, name, shown, path, line, column, file = that of the
 * place, if it is another one, gap = line of the map that lacks the value |
 * nil, sensitive, first = { path, file, line } | nil }. */
static int next(lua_State *L) {
  ud *self = check_ledger(L);
  const bool partial = lua_toboolean(L, 2);
  if (!self->ended) self->upcoming = self->ledger.first;
  self->ended = true;
  while (self->upcoming != NULL) {
    const ys_ledger_document *document = self->upcoming;
    self->upcoming = document->next;
    lua_settop(L, 2);
    if (document->number == 0) continue;
    lua_createtable(L, 0, 4);
    if (push_wrong(L, self, document, partial) == 0) continue;
    lua_pushvalue(L, 3);
    ysl_set_number(L, "number", document->number);
    set_string(L, "file", document->file);
    if (document->line > 0) ysl_set_number(L, "line", document->line);
    if (document->invalid) ysl_set_true(L, "invalid");
    lua_pop(L, 1);
    return 2;
  }
  return 0;
}

/* ledger:group(number) -> count, file, line: how many names a group has, and
 * where the first one is */
static int group(lua_State *L) {
  const ud *self = check_ledger(L);
  const lua_Integer number = luaL_checkinteger(L, 2);
  luaL_argcheck(L, number >= 0 && number < self->ledger.plan->group_count, 2,
                "no such group");
  const ys_ledger_group *found = &self->ledger.groups[number];
  lua_pushinteger(L, (lua_Integer)found->count);
  ysl_push_text(L, found->file);
  lua_pushinteger(L, (lua_Integer)found->line);
  return 3;
}

/* ledger:names(number) -> list: the names of a group, which has few */
static int names(lua_State *L) {
  const ud *self = check_ledger(L);
  const lua_Integer number = luaL_checkinteger(L, 2);
  size_t at = 0;
  ysl_index count = 0;
  ys_str name;
  lua_newtable(L);
  while (number >= 0 && number < self->ledger.plan->group_count &&
         ys_ledger_next_name(&self->ledger, (uint32_t)number, &at, &name)) {
    lua_pushlstring(L, name.ptr, name.len);
    lua_rawseti(L, -2, ++count);
  }
  return 1;
}

/* ledger:nearest(member, reference, text) -> string | nil: the nearest one of
 * the names of a reference */
static int nearest(lua_State *L) {
  ud *self = check_ledger(L);
  const ys_plan_rule *rule =
      ys_plan_find(self->ledger.plan, (uint64_t)luaL_checkinteger(L, 2),
                   (uint64_t)luaL_checkinteger(L, 3));
  luaL_argcheck(L, rule != NULL, 3, "no such reference");
  ysl_push_text(L, ys_ledger_nearest(&self->ledger, rule, ysl_check_str(L, 4)));
  return 1;
}

const luaL_Reg ysl_ledger_methods[] = {
    {"take", take},   {"doubt", doubt},     {"next", next}, {"group", group},
    {"names", names}, {"nearest", nearest}, {NULL, NULL}};

const luaL_Reg ysl_ledger_functions[] = {{"ledger", new_ledger}, {NULL, NULL}};
