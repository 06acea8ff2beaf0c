#include "lua/run/plan.h"

#include "lua/base/held.h"
#include "lua/base/stack.h"
#include "lua/limit/ceiling.h"

/* ---- fields of tables ---------------------------------------------------- */

/* A number of the table at the top, below `end`. */
static uint32_t number_in(lua_State *L, const char *name, uint32_t end) {
  lua_getfield(L, -1, name);
  const lua_Integer number = luaL_checkinteger(L, -1);
  lua_pop(L, 1);
  luaL_argcheck(L, number >= 0 && number < (lua_Integer)end, 1, name);
  return (uint32_t)number;
}

static bool boolean_in(lua_State *L, const char *name) {
  lua_getfield(L, -1, name);
  const bool value = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return value;
}

/* Pushes a list of the table at the top; gives its length. */
static uint32_t list_in(lua_State *L, const char *name) {
  lua_getfield(L, -1, name);
  luaL_checktype(L, -1, LUA_TTABLE);
  return (uint32_t)lua_rawlen(L, -1);
}

/* ---- making a plan ------------------------------------------------------- */

/* Reads a group from the table at the top. */
static void read_group(lua_State *L, ysl_plan *ud, ys_plan_group *group) {
  group->number = number_in(L, "number", ud->plan.group_count);
  group->in_file = boolean_in(L, "file");
  group->in_configuration = boolean_in(L, "configuration");
  group->sensitive = boolean_in(L, "sensitive");
  lua_getfield(L, -1, "path");
  ysl_check_status(
      L, ys_arena_str(&ud->plan.arena, ysl_check_str(L, -1), &group->path));
  lua_pop(L, 1);
}

/* Gives a member the groups in the table at the top. */
static void read_groups(lua_State *L, ysl_plan *ud, ys_plan_member *member) {
  const uint32_t count = list_in(L, "groups");
  ys_plan_group *groups = ys_plan_new_groups(&ud->plan, member, count);
  if (groups == NULL) ysl_no_memory(L);
  for (uint32_t i = 0; i < count; i++) {
    lua_rawgeti(L, -1, (ysl_index)i + 1);
    luaL_checktype(L, -1, LUA_TTABLE);
    read_group(L, ud, &groups[i]);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* Gives a reference the list of groups at the top. */
static void read_targets(lua_State *L, ysl_plan *ud, ys_plan_rule *rule) {
  const uint32_t count = (uint32_t)lua_rawlen(L, -1);
  uint32_t *groups = ys_plan_new_targets(&ud->plan, rule, count);
  if (groups == NULL) ysl_no_memory(L);
  for (uint32_t i = 0; i < count; i++) {
    lua_rawgeti(L, -1, (ysl_index)i + 1);
    const lua_Integer number = luaL_checkinteger(L, -1);
    luaL_argcheck(L, number >= 0 && number < ud->plan.group_count, 1, "groups");
    groups[i] = (uint32_t)number;
    lua_pop(L, 1);
  }
}

/* Gives the references of a member the groups in the table at the top. */
static void read_references(lua_State *L, ysl_plan *ud,
                            ys_plan_member *member) {
  list_in(L, "references");
  for (uint32_t i = 0; i < member->rule_count; i++) {
    lua_rawgeti(L, -1, (ysl_index)i + 1);
    luaL_checktype(L, -1, LUA_TTABLE);
    lua_getfield(L, -1, "groups");
    if (lua_istable(L, -1)) read_targets(L, ud, &member->rules[i]);
    lua_pop(L, 1);
    member->rules[i].sensitive |= boolean_in(L, "sensitive");
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* Reads a member from the table at the top. */
static void read_member(lua_State *L, ysl_plan *ud, uint32_t index) {
  lua_getfield(L, -1, "core");
  const ys_schema *schema = &ysl_check_compiled(L, lua_gettop(L))->schema;
  lua_pop(L, 1);
  ysl_check_status(L, ys_plan_set_member(&ud->plan, index,
                                         number_in(L, "like", index + 1),
                                         &schema->references));
  read_groups(L, ud, &ud->plan.members[index]);
  read_references(L, ud, &ud->plan.members[index]);
}

/* core.plan(members, groups) -> plan. A member is { core = schema, like = the
 * index from 0 of the first member with this schema, groups = { { number, path,
 * file, configuration, sensitive }, ... }, references = { { groups = numbers |
 * nil, sensitive }, ... } }. `groups` is how many numbers there are, from 0. */
static int new_plan(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  const uint32_t count = (uint32_t)lua_rawlen(L, 1);
  const lua_Integer groups = luaL_checkinteger(L, 2);
  luaL_argcheck(L, groups >= 0 && groups < INT32_MAX, 2, "too many");
  ysl_plan *ud = ysl_new_userdata(L, YSL_PLAN, sizeof *ud);
  ud->in_file = ys_buf_of(ysl_memory(L));
  ud->in_configuration = ys_buf_of(ysl_memory(L));
  ysl_check_status(
      L, ys_plan_init(&ud->plan, ysl_memory(L), count, (uint32_t)groups));
  for (uint32_t i = 0; i < count; i++) {
    lua_rawgeti(L, 1, (ysl_index)i + 1);
    luaL_checktype(L, -1, LUA_TTABLE);
    read_member(L, ud, i);
    lua_pop(L, 1);
  }
  return 1;
}

ysl_plan *ysl_check_plan(lua_State *L, int index) {
  return ysl_check_userdata(L, index, YSL_PLAN, sizeof(ysl_plan));
}

uint32_t ysl_check_member(lua_State *L, int index, const ysl_plan *plan,
                          const ys_schema *schema) {
  const lua_Integer number = luaL_checkinteger(L, index);
  luaL_argcheck(L, number >= 0 && number < plan->plan.count, index,
                "no such member");
  luaL_argcheck(
      L, plan->plan.members[number].rule_count == schema->references.count,
      index, "it has another schema");
  return (uint32_t)number;
}

/* plan:fits(text) -> boolean: whether a text was written for such a plan */
static int fits(lua_State *L) {
  const ysl_plan *ud = ysl_check_plan(L, 1);
  lua_pushboolean(L, ys_mentions_fits(&ud->plan, ysl_check_str(L, 2)));
  return 1;
}

int ysl_plan_collect(lua_State *L) {
  ysl_plan *ud = ysl_check_plan(L, 1);
  if (ud->has_ledger) ys_ledger_release(&ud->ledger);
  ud->has_ledger = false;
  ys_buf_release(&ud->in_file);
  ys_buf_release(&ud->in_configuration);
  ys_plan_release(&ud->plan);
  ysl_let_go(L);
  return 0;
}

/* ---- mentions -------------------------------------------------------------
 */

void ysl_plan_clear(ysl_plan *plan) {
  plan->in_file.len = plan->in_configuration.len = 0;
  plan->in_file.failed = plan->in_configuration.failed = false;
}

void ysl_write_mentions(lua_State *L, ysl_plan *plan, uint32_t member,
                        ysl_run *run, ys_str file, ys_mentions_out *out) {
  const ys_mentions_source document = {.plan = &plan->plan,
                                       .member = member,
                                       .space = &run->run.space,
                                       .root = &run->run.root,
                                       .referrer = &run->run.referrer};
  *out = (ys_mentions_out){.in_file = &plan->in_file,
                           .in_configuration = &plan->in_configuration};
  ysl_check_status(L, ys_mentions_write(&document, file, out));
}

int ysl_mentions(lua_State *L) {
  const ys_str file = ysl_check_str(L, 4);
  ysl_run *ud = ysl_check_over(L);
  ysl_plan *plan = ysl_check_plan(L, 2);
  const uint32_t member = ysl_check_member(L, 3, plan, ud->run.schema);
  ys_mentions_out out;
  ysl_plan_clear(plan);
  ysl_write_mentions(L, plan, member, ud, file, &out);
  ysl_push_text(L, ys_buf_str(out.in_file));
  ysl_push_text(L, ys_buf_str(out.in_configuration));
  lua_pushboolean(L, out.sensitive);
  return 3;
}

const luaL_Reg ysl_plan_methods[] = {{"fits", fits}, {NULL, NULL}};

const luaL_Reg ysl_plan_functions[] = {{"plan", new_plan}, {NULL, NULL}};
