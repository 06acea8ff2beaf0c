#include "lua/schema/facts.h"

#include "core/export/facts.h"
#include "lua/base/stack.h"

static void set_text(lua_State *L, const char *name, const char *text) {
  if (text != NULL) ysl_set_text(L, name, ys_cstr(text));
}

static void push_row(lua_State *L, const ys_fact_row *row) {
  static const char *const kinds[] = {"title", "flag",     "notice", "text",
                                      "note",  "examples", "names"};
  lua_createtable(L, 0, 10);
  set_text(L, "name", row->name);
  set_text(L, "kind", kinds[row->kind]);
  set_text(L, "label", row->label);
  ysl_set_text(L, "annotation", ys_vocab_row_of(row->word)->name);
  set_text(L, "section", row->section);
  set_text(L, "call", row->call);
  set_text(L, "about", row->about);
  set_text(L, "openapi", row->openapi);
  set_text(L, "json_schema", row->json);
  set_text(L, "outputs", row->outputs);
}

/* core.facts() -> list of rows, which has them also by their names */
int ysl_facts(lua_State *L) {
  lua_newtable(L);
  for (size_t i = 0; i < YS_FACT_COUNT; i++) {
    push_row(L, &ys_fact_rows[i]);
    lua_pushvalue(L, -1);
    lua_rawseti(L, -3, (ysl_index)i + 1);
    lua_setfield(L, -2, ys_fact_rows[i].name);
  }
  return 1;
}
