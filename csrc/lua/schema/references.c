#include "lua/schema/references.h"

#include "core/reference/resolve.h"
#include "core/reference/target.h"
#include "lua/base/stack.h"
#include "lua/document/documents.h"
#include "lua/schema/schema.h"

/* ---- tables -------------------------------------------------------------- */

void ysl_set_place(lua_State *L, const ys_sources *sources, ys_place place) {
  if (place.line == 0) return;
  ysl_set_text(L, "file", ys_sources_name(sources, place));
  ysl_set_number(L, "line", place.line);
  ysl_set_number(L, "column", place.column);
}

/* Sets a field to a list of paths, and notes whether some are sensitive. */
static void set_paths(lua_State *L, const char *name, const ys_target *paths,
                      uint32_t count) {
  bool sensitive = false;
  lua_createtable(L, (int)count, 0);
  for (uint32_t i = 0; i < count; i++) {
    lua_pushlstring(L, paths[i].text.ptr, paths[i].text.len);
    lua_rawseti(L, -2, (ysl_index)i + 1);
    sensitive |= paths[i].sensitive;
  }
  lua_setfield(L, -2, name);
  if (sensitive) ysl_set_true(L, "sensitive");
}

static void set_scope(lua_State *L, ys_scope scope) {
  lua_pushstring(L, ys_scope_names[scope]);
  lua_setfield(L, -2, "scope");
}

static void push_refers(lua_State *L, const ys_sources *sources,
                        const ys_refers *refers) {
  lua_newtable(L);
  set_paths(L, "to", refers->targets, refers->count);
  set_scope(L, refers->scope);
  ysl_set_given(L, "kind", refers->kind);
  if (refers->when != 0) ysl_set_text(L, "when", refers->when_text);
  ysl_set_place(L, sources, refers->place);
}

static void push_identity(lua_State *L, const ys_sources *sources,
                          const ys_identity *identity) {
  lua_newtable(L);
  set_paths(L, "keys", identity->keys, identity->count);
  set_scope(L, identity->scope);
  ysl_set_place(L, sources, identity->place);
}

void ysl_set_references(lua_State *L, const ys_sources *sources,
                        const ys_field *field, bool brief) {
  ysl_index i = 0;
  if (!field->has_references) return;
  ysl_set_true(L, "has_references");
  if (brief) return;
  if (field->references != NULL) {
    lua_newtable(L);
    for (const ys_refers *r = field->references; r != NULL; r = r->next) {
      push_refers(L, sources, r);
      lua_rawseti(L, -2, ++i);
    }
    lua_setfield(L, -2, "refers");
  }
  if (field->identities == NULL) return;
  i = 0;
  lua_newtable(L);
  for (const ys_identity *d = field->identities; d != NULL; d = d->next) {
    push_identity(L, sources, d);
    lua_rawseti(L, -2, ++i);
  }
  lua_setfield(L, -2, "identity");
}

/* ---- all of a schema ----------------------------------------------------- */

int ysl_references(lua_State *L) {
  ysl_schema *ud = ysl_check_compiled(L, 1);
  const ys_references_of_schema *all = &ud->schema.references;
  const ys_sources *sources = &ud->schema.space.sources;
  if (all->count == 0) return 0;
  ysl_enter(&ud->owner);
  lua_createtable(L, (int)all->count, 1);
  for (const ys_refers *r = all->refers; r != NULL; r = r->next_of_schema) {
    push_refers(L, sources, r);
    lua_rawseti(L, -2, (ysl_index)r->number);
  }
  for (const ys_identity *d = all->identities; d != NULL;
       d = d->next_of_schema) {
    push_identity(L, sources, d);
    lua_rawseti(L, -2, (ysl_index)d->number);
  }
  if (all->outward) ysl_set_true(L, "outward");
  ysl_leave(&ud->owner);
  return 1;
}

/* ---- one path ------------------------------------------------------------ */

/* Reads and checks a path. The keys of the schema stay as they are: those that
 * it does not have are in the scratch space. */
static ys_status check(ys_space *scratch, const ys_schema *schema, ys_str path,
                       ys_target *target, ys_target_error *out) {
  const char *problem;
  *out = (ys_target_error){0};
  YS_TRY(ys_target_read(scratch, path, target, &problem));
  if (problem != NULL) out->problem = ys_cstr(problem);
  return problem != NULL ? YS_OK
                         : ys_target_check(scratch, schema->root, target, out);
}

static int push_error(lua_State *L, const ys_sources *sources,
                      const ys_target_error *error) {
  lua_pushnil(L);
  ysl_push_text(L, error->problem);
  ysl_push_text(L, error->remedy);
  if (error->at.line == 0) return 3;
  ysl_push_text(L, ys_sources_name(sources, error->at));
  lua_pushinteger(L, (lua_Integer)error->at.line);
  return 5;
}

/* Makes a space in which the keys of the schema are known. */
static ysl_documents *new_scratch(lua_State *L, const ys_schema *schema) {
  ysl_documents *ud = ysl_new_documents(L);
  ys_space_release(&ud->space);
  ysl_check_status(
      L, ys_space_init(&ud->space, schema->space.arena.memory, &schema->space));
  return ud;
}

int ysl_target(lua_State *L) {
  const ys_str path = ysl_check_str(L, 2);
  ysl_schema *ud = ysl_check_compiled(L, 1);
  ysl_documents *scratch = new_scratch(L, &ud->schema);
  int results = 2;
  ys_target target;
  ys_target_error error;
  ysl_check_status(L,
                   check(&scratch->space, &ud->schema, path, &target, &error));
  if (error.problem.len > 0) {
    results = push_error(L, &ud->schema.space.sources, &error);
  } else {
    lua_pushboolean(L, true);
    lua_pushboolean(L, target.sensitive);
  }
  ysl_close(&scratch->owner);
  return results;
}
