#include "lua/schema/json_schema.h"

#include "lua/schema/schema.h"
#include "lua/text/line.h"
#include "lua/text/source.h"

/* ---- those that the documents of a schema are -----------------------------
 */

int ysl_json_schemas(lua_State *L) {
  const ysl_schema *ud = ysl_check_schema(L);
  const ys_slot *d = ud->schema.json.documents.first;
  lua_newtable(L);
  for (ysl_index i = 1; d != NULL; d = d->next, i++) {
    const int draft = ys_jsonrules_draft(d);
    lua_newtable(L);
    ysl_set_number(L, "line", ys_slot_line(d));
    if (draft != 0) ysl_set_number(L, "draft", (size_t)draft);
    ysl_push_source(L, ud->schema.space.sources.list[ys_slot_place(d).source]);
    lua_setfield(L, -2, "source");
    lua_rawseti(L, -2, i);
  }
  return 1;
}

const ys_slot *ysl_check_json_schema(lua_State *L, int index, int number,
                                     const ys_space **space) {
  ysl_schema *ud = ysl_check_open(L, index, YSL_SCHEMA, sizeof(ysl_schema));
  const ys_slot *d = ud->schema.json.documents.first;
  for (lua_Integer i = luaL_checkinteger(L, number); i > 1 && d != NULL; i--)
    d = d->next;
  luaL_argcheck(L, d != NULL, number, "there is no such JSON Schema");
  *space = &ud->schema.space;
  return d;
}

/* ---- one that is the whole of a schema ----------------------------------- */

int ysl_add_json_schema(lua_State *L) {
  ysl_schema *ud = ysl_check_schema(L);
  ys_space *space = &ud->schema.space;
  const ys_str given = ysl_check_str(L, 2);
  const int draft = (int)luaL_checkinteger(L, 4);
  ys_str uri;
  luaL_argcheck(L, !ud->compiled, 1, "the schema has been compiled");
  if (ud->json == NULL)
    ysl_check_status(L, ys_acceptor_new(space, draft, &ud->json));
  if (lua_toboolean(L, 5)) ys_acceptor_assert_formats(ud->json);
  ysl_check_status(L, ys_arena_str(&space->arena, given, &uri));
  const uint16_t source = ysl_add_source(L, 3, space);
  return ysl_push_done(L, ys_acceptor_add_source(ud->json, uri, source, draft));
}

int ysl_add_json_dialect(lua_State *L) {
  ysl_schema *ud = ysl_check_schema(L);
  const ys_str given = ysl_check_str(L, 2);
  ys_accept_dialect dialect = {.draft = (int)luaL_checkinteger(L, 3),
                               .lacks = (unsigned)luaL_checkinteger(L, 4),
                               .formats = lua_toboolean(L, 5)};
  luaL_argcheck(L, ud->json != NULL, 1, "the schema has no JSON Schema");
  ysl_check_status(
      L, ys_arena_str(&ud->schema.space.arena, given, &dialect.address));
  ysl_check_status(L, ys_acceptor_add_dialect(ud->json, &dialect));
  return 0;
}

/* Pushes a reference that leads nowhere. */
static void push_lost(lua_State *L, const ysl_schema *ud,
                      const ys_accept_lost *lost) {
  const ys_sources *sources = &ud->schema.space.sources;
  const ys_place place = ys_slot_place(lost->ref);
  lua_newtable(L);
  ysl_set_text(L, "ref", ys_slot_text(lost->ref));
  ysl_set_given(L, "address", lost->address);
  ysl_set_text(L, "base", lost->base);
  ysl_set_text(L, "file", ys_sources_name(sources, place));
  ysl_set_number(L, "line", place.line);
  ysl_set_number(L, "draft", (size_t)lost->draft);
}

static void push_all_lost(lua_State *L, ysl_schema *ud) {
  const ys_accept_lost *lost = ys_acceptor_lost(ud->json);
  ys_str pointer;
  lua_newtable(L);
  for (ysl_index i = 1; lost != NULL; lost = lost->next, i++) {
    push_lost(L, ud, lost);
    if (i == 1) {
      ysl_check_status(L,
                       ys_acceptor_pointer(ud->json, lost->ref,
                                           &ud->schema.space.arena, &pointer));
      ysl_set_text(L, "pointer", pointer);
    }
    lua_rawseti(L, -2, i);
  }
}

int ysl_resolve_json_schema(lua_State *L) {
  ysl_schema *ud = ysl_check_schema(L);
  ys_accept_result result;
  ys_str missing;
  luaL_argcheck(L, ud->json != NULL, 1, "the schema has no JSON Schema");
  ysl_check_status(L, ys_acceptor_compile(ud->json, &result, &missing));
  if (result == YS_ACCEPT_DECLINES) {
    lua_pushnil(L);
    return 1;
  }
  push_all_lost(L, ud);
  return 1;
}

int ysl_use_json_schema(lua_State *L) {
  ysl_schema *ud = ysl_check_compiled(L, 1);
  ys_space *space = &ud->schema.space;
  luaL_argcheck(L, ud->json != NULL, 1, "the schema has no JSON Schema");
  const char *problem =
      !ysl_check_status(L, ys_acceptor_refuse_circle(ud->json))
          ? "it is circular"
      : !ysl_check_status(L, ys_acceptor_compile_patterns(ud->json))
          ? "it has a regular expression that cannot be used"
          : NULL;
  ys_json_rule *rule = ys_arena_new(&space->arena, ys_json_rule);
  if (rule == NULL) ysl_check_status(L, YS_NOMEM);
  rule->acceptor = ud->json;
  if (problem == NULL) {
    ud->schema.root->json = rule;
    ud->schema.root->has_rules = true;
    ud->schema.wide_values = YS_WIDE_EXACT;
  }
  lua_pushboolean(L, problem == NULL);
  lua_pushstring(L, problem);
  return 2;
}

void ysl_set_json_digest(lua_State *L, int index) {
  const ysl_schema *ud = ysl_check_compiled(L, index);
  lua_pushfstring(L, "%p", (void *)(uintptr_t)ud->schema.json.digest);
  lua_setfield(L, -2, "digest");
}

ys_accept_run *ysl_json_run(lua_State *L, ysl_schema *ud) {
  luaL_argcheck(L, ud->schema.root->json != NULL, 1,
                "the schema uses no JSON Schema");
  if (!ud->json_begun) {
    ud->json_begun = true;
    ysl_check_status(L, ys_accept_run_init(&ud->json_run, ud->json));
  }
  return &ud->json_run;
}

int ysl_accept_lines(lua_State *L) {
  ysl_schema *ud = ysl_check_compiled(L, 1);
  const ys_str text = ysl_check_str(L, 2);
  size_t at = ysl_check_offset(L, 3, text), count = 0;
  ys_str line;
  ys_json_verdict verdict;
  ys_accept_run *run = ysl_json_run(L, ud);
  if (lua_toboolean(L, 4) && ys_acceptor_deprecates(ud->json))
    return ysl_push_lines(L, 0, at);
  for (; ysl_find_line(text, at, &line); count++) {
    ysl_check_status(L, ys_accept_text(run, line, &verdict));
    if (verdict != YS_JSON_VALID) break;
    at += line.len + 1;
  }
  return ysl_push_lines(L, count, at);
}
