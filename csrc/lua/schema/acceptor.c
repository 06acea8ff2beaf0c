#include "lua/schema/acceptor.h"

#include "core/annotation/copy.h"
#include "core/metaschema/metaschema.h"
#include "core/yaml/parse.h"
#include "lua/base/owner.h"
#include "lua/base/stack.h"
#include "lua/document/options.h"
#include "lua/limit/ceiling.h"
#include "lua/schema/json_schema.h"
#include "lua/text/source.h"

typedef struct ysl_acceptor {
  ysl_owner owner;
  ys_space space;
  ys_acceptor *acceptor;
  ys_accept_run run;
  bool begun;    /* `run` is there */
  ys_space text; /* of the schema that is validated */
  bool has_text;
} ysl_acceptor;

static void release_text(ysl_acceptor *ud) {
  if (ud->has_text) ys_space_release(&ud->text);
  ud->has_text = false;
}

static void release(ysl_owner *owner) {
  ysl_acceptor *ud = (ysl_acceptor *)(void *)owner;
  release_text(ud);
  if (ud->begun) ys_accept_run_release(&ud->run);
  ys_space_release(&ud->space);
}

static ysl_acceptor *new_ud(lua_State *L, const ys_limits *limits) {
  ysl_acceptor *ud = ysl_new_userdata(L, YSL_ACCEPTOR, sizeof *ud);
  ysl_check_status(L, ys_space_init(&ud->space, ysl_memory(L), NULL));
  ud->space.limits = *limits;
  ysl_open(&ud->owner, &ud->space, release);
  return ud;
}

/* Adds the text at the top, with the address below it, and pops both. */
static bool add_text(lua_State *L, ysl_acceptor *ud) {
  bool fits;
  ys_str uri, text;
  ys_arena *arena = &ud->space.arena;
  ysl_check_status(L, ys_arena_str(arena, ysl_check_str(L, -2), &uri));
  ysl_check_status(L, ys_arena_str(arena, ysl_check_str(L, -1), &text));
  ysl_check_status(L, ys_acceptor_add(ud->acceptor, uri, text, &fits));
  lua_pop(L, 2);
  return fits;
}

static bool add_texts(lua_State *L, ysl_acceptor *ud) {
  const ysl_index count = (ysl_index)lua_rawlen(L, 1);
  luaL_argcheck(L, count > 0 && count % 2 == 0, 1, "addresses and texts");
  for (ysl_index i = 1; i <= count; i += 2) {
    lua_rawgeti(L, 1, i);
    lua_rawgeti(L, 1, i + 1);
    if (!add_text(L, ud)) return false;
  }
  return true;
}

/* core.acceptor({ address, text, ... }, draft, options) -> acceptor | nil,
 * missing: the first text is the schema. Without a result, it cannot be
 * compiled; `missing` is the address of a text that it needs. */
static int new_acceptor(lua_State *L) {
  ys_limits limits;
  bool strict;
  ys_accept_result result = YS_ACCEPT_DECLINES;
  ys_str missing = {"", 0};
  luaL_checktype(L, 1, LUA_TTABLE);
  const int draft = (int)luaL_checkinteger(L, 2);
  ysl_check_limits(L, 3, &limits, &strict);
  ysl_acceptor *ud = new_ud(L, &limits);
  ysl_check_status(L, ys_acceptor_new(&ud->space, draft, &ud->acceptor));
  if (ysl_option_flag(L, 3, "assert_formats"))
    ys_acceptor_assert_formats(ud->acceptor);
  if (add_texts(L, ud))
    ysl_check_status(L, ys_acceptor_compile(ud->acceptor, &result, &missing));
  if (result == YS_ACCEPT_READY) return 1;
  lua_pushnil(L);
  ysl_push_text(L, missing);
  ysl_close(&ud->owner);
  return 2;
}

static ysl_acceptor *check_acceptor(lua_State *L) {
  return ysl_check_open(L, 1, YSL_ACCEPTOR, sizeof(ysl_acceptor));
}

/* acceptor:begin() -> boolean: compiles the regular expressions. False: one of
 * them cannot be compiled. */
static int begin(lua_State *L) {
  ysl_acceptor *ud = check_acceptor(L);
  luaL_argcheck(L, !ud->begun, 1, "it has begun");
  const bool fits =
      ysl_check_status(L, ys_acceptor_compile_patterns(ud->acceptor));
  if (fits) {
    ud->begun = true;
    ysl_check_status(L, ys_accept_run_init(&ud->run, ud->acceptor));
  }
  lua_pushboolean(L, fits);
  return 1;
}

static int push_verdict(lua_State *L, ys_json_verdict verdict) {
  if (verdict == YS_JSON_UNKNOWN)
    lua_pushnil(L);
  else
    lua_pushboolean(L, verdict == YS_JSON_VALID);
  return 1;
}

/* acceptor:verdict(text) -> boolean | nil: whether a JSON text is valid; nil:
 * it is no JSON, or finding out would cost too much. */
static int verdict_of(lua_State *L) {
  const ys_str text = ysl_check_str(L, 2);
  ys_json_verdict verdict;
  ysl_acceptor *ud = check_acceptor(L);
  luaL_argcheck(L, ud->begun, 1, "it has not begun");
  ysl_check_status(L, ys_accept_text(&ud->run, text, &verdict));
  return push_verdict(L, verdict);
}

/* ---- schemas that it is the metaschema of -------------------------------- */

static void push_text(lua_State *L, int list, ys_str text) {
  lua_pushlstring(L, text.ptr, text.len);
  lua_rawseti(L, list, (ysl_index)lua_rawlen(L, list) + 1);
}

static void push_row(lua_State *L, int list, uint32_t line, ys_str text) {
  lua_pushinteger(L, (lua_Integer)line);
  lua_rawseti(L, list, (ysl_index)lua_rawlen(L, list) + 1);
  push_text(L, list, text);
}

static void push_problem(lua_State *L, int list, uint32_t line, ys_str pointer,
                         ys_str text) {
  push_row(L, list, line, pointer);
  push_text(L, list, text);
}

static int push_check(lua_State *L, const ys_meta_check *check) {
  lua_newtable(L);
  const int list = lua_gettop(L);
  for (const ys_meta_problem *p = check->first; p != NULL; p = p->next)
    push_problem(L, list, p->place.line, p->pointer, p->text);
  if (check->costly)
    push_problem(L, list, 1, YS_STR(""),
                 YS_STR("validating it by its metaschema costs too much"));
  lua_newtable(L);
  for (const ys_meta_address *a = check->others; a != NULL; a = a->next)
    push_problem(L, list + 1, a->line, a->pointer, a->address);
  lua_pushinteger(L, (lua_Integer)check->more);
  lua_newtable(L);
  for (const ys_meta_misspelt *m = check->misspelt; m != NULL; m = m->next) {
    push_row(L, list + 3, m->line, m->pointer);
    push_text(L, list + 3, m->meant);
  }
  return 4;
}

/* Copies a JSON Schema of the schema at stack index 2: the one with the number
 * at index 9. */
static ys_slot *copy_schema(lua_State *L, ysl_acceptor *ud) {
  const ys_space *from;
  const ys_slot *document = ysl_check_json_schema(L, 2, 9, &from);
  ys_slot *root = ys_arena_new(&ud->text.arena, ys_slot);
  if (root == NULL) ysl_check_status(L, YS_NOMEM);
  ud->text.limits.max_alias_nodes = UINT32_MAX;
  ysl_check_status(L, ys_copy_annotated(&ud->text, from, document, 0, root));
  return root;
}

/* Parses the schema at stack index 2. NULL: there is no such document. */
static ys_slot *parse_schema(lua_State *L, ysl_acceptor *ud) {
  ys_documents documents = {0};
  ysl_check_source(L, 2);
  ud->text.core_schema = true;
  ud->text.wide = YS_WIDE_EXACT;
  const uint16_t source = ysl_add_source(L, 2, &ud->text);
  const ys_status status = ys_parse(&ud->text, source, &documents);
  if (status == YS_NOMEM) ysl_check_status(L, status);
  return status == YS_OK && documents.count == 1 ? documents.first : NULL;
}

/* Reads the pointers in the list at stack index 9. */
static ys_meta_pointer_list *check_pointers(lua_State *L, ys_arena *arena) {
  ys_meta_pointer_list *first = NULL;
  for (ysl_index i = (ysl_index)lua_rawlen(L, 9); i >= 1; i--) {
    ys_meta_pointer_list *made = ys_arena_new(arena, ys_meta_pointer_list);
    if (made == NULL) ysl_check_status(L, YS_NOMEM);
    lua_rawgeti(L, 9, i);
    ysl_check_status(L, ys_arena_str(arena, ysl_check_str(L, -1), &made->text));
    lua_pop(L, 1);
    made->next = first;
    first = made;
  }
  return first;
}

/* acceptor:schema_problems(source, address, around, draft, trusted, masked,
 * options, part) -> list, others, more | nil | false: what is wrong with a
 * JSON Schema, by the metaschema with this address: lines, pointers and texts;
 * the same of the schemas that name other metaschemas; and how many
 * problems are not listed. Nil: it cannot be read; false: it is neither a map
 * nor a boolean. `part`: a number, and then there is a schema in place of a
 * source, and it is that one of its JSON Schemas; or the pointers of all JSON
 * Schemas in the source. */
static int schema_problems(lua_State *L) {
  ysl_acceptor *ud = check_acceptor(L);
  ys_meta_check check = {.metaschema = ud->acceptor, .space = &ud->text};
  ys_limits limits;
  bool strict;
  const bool is_copy = lua_isnumber(L, 9);
  check.address = ysl_check_str(L, 3);
  const ys_str around = ysl_check_str(L, 4);
  check.draft = (int)luaL_checkinteger(L, 5);
  check.trusted = lua_toboolean(L, 6);
  check.masked = lua_toboolean(L, 7);
  ysl_check_limits(L, 8, &limits, &strict);
  luaL_argcheck(L, ud->begun, 1, "it has not begun");
  release_text(ud);
  ud->has_text = true;
  ysl_check_status(L, ys_space_init(&ud->text, ysl_memory(L), &ud->space));
  ud->text.limits = limits;
  ysl_enter(&ud->owner);
  if (lua_istable(L, 9)) check.parts = check_pointers(L, &ud->text.arena);
  ys_slot *root = is_copy ? copy_schema(L, ud) : parse_schema(L, ud);
  int results = 1;
  if (root == NULL) {
    lua_pushnil(L);
  } else if (root->kind != YS_MAP) {
    lua_pushboolean(L, false);
    if (root->kind == YS_BOOL) results = push_check(L, &check);
  } else {
    ysl_check_status(L, ys_meta_validate(&check, root, around));
    results = push_check(L, &check);
  }
  release_text(ud);
  ysl_leave(&ud->owner);
  return results;
}

/* acceptor:accepts(address, text) -> boolean | nil: the same for a part of the
 * JSON Schema; nil also if it cannot be compiled. */
static int accepts(lua_State *L) {
  const ys_str address = ysl_check_str(L, 2), text = ysl_check_str(L, 3);
  ys_json_verdict verdict = YS_JSON_UNKNOWN;
  ysl_acceptor *ud = check_acceptor(L);
  const ys_accept_node *node;
  ys_accept_result result = YS_ACCEPT_DECLINES;
  ys_str missing, kept;
  luaL_argcheck(L, ud->begun, 1, "it has not begun");
  ysl_check_status(L, ys_arena_str(&ud->space.arena, address, &kept));
  ysl_check_status(L, ys_acceptor_part(ud->acceptor, kept, &node));
  if (node != NULL)
    ysl_check_status(L, ys_acceptor_finish(ud->acceptor, &result, &missing));
  if (result == YS_ACCEPT_READY &&
      ysl_check_status(L, ys_acceptor_compile_patterns(ud->acceptor)))
    ysl_check_status(L, ys_accept_text_by(&ud->run, node, text, &verdict));
  return push_verdict(L, verdict);
}

const luaL_Reg ysl_acceptor_methods[] = {{"begin", begin},
                                         {"verdict", verdict_of},
                                         {"accepts", accepts},
                                         {"schema_problems", schema_problems},
                                         {"close", ysl_close_method},
                                         {NULL, NULL}};

/* core.keyword_meant(name) -> keyword | nil: the keyword of JSON Schema that a
 * name is one edit away from */
static int keyword_meant(lua_State *L) {
  ysl_push_text(L, ys_meta_keyword_meant(ysl_check_str(L, 1)));
  return 1;
}

const luaL_Reg ysl_acceptor_functions[] = {
    {"acceptor", new_acceptor}, {"keyword_meant", keyword_meant}, {NULL, NULL}};
