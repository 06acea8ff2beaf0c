#include "lua/run/ledger.h"

#include "core/crossref/report.h"
#include "lua/base/held.h"
#include "lua/base/stack.h"
#include "lua/limit/ceiling.h"
#include "lua/run/plan.h"
#include "lua/text/source.h"

typedef struct ud {
  ysl_userdata ud;
  ys_ledger ledger;
  const ys_ledger_document *now; /* the last one that next() gave, or NULL */
  bool partial;                  /* the last argument of next() */
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

static ud *check_ledger(lua_State *L, int index) {
  return ysl_check_userdata(L, index, YSL_LEDGER, sizeof(ud));
}

int ysl_ledger_collect(lua_State *L) {
  ys_ledger_release(&check_ledger(L, 1)->ledger);
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
  ud *self = check_ledger(L, 1);
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
  check_ledger(L, 1)->ledger.unsure = true;
  return 0;
}

/* ---- the end ------------------------------------------------------------- */

/* Whether a document has a note that is a violation. */
static bool has_wrong(const ud *self, const ys_ledger_document *document,
                      bool partial) {
  const ys_ledger_note *n = document->first;
  while (n != NULL && !ys_ledger_is_wrong(&self->ledger, n, partial))
    n = n->next;
  return n != NULL;
}

/* Pushes what Lua needs to know of a document. */
static void push_document(lua_State *L, const ys_ledger_document *document) {
  lua_createtable(L, 0, 5);
  ysl_set_number(L, "number", document->number);
  ysl_set_number(L, "member", document->first->member);
  ysl_set_text(L, "file", document->file);
  if (document->line > 0) ysl_set_number(L, "line", document->line);
  if (document->invalid) ysl_set_true(L, "invalid");
}

/* ledger:next(partial) -> { number, member, file, line | nil, invalid } | nil:
 * the next document that has violations */
static int next(lua_State *L) {
  ud *self = check_ledger(L, 1);
  const ys_ledger_document *document =
      self->now == NULL ? self->ledger.first : self->now->next;
  self->partial = lua_toboolean(L, 2);
  while (document != NULL && !has_wrong(self, document, self->partial))
    document = document->next;
  if (document == NULL) return 0;
  self->now = document;
  push_document(L, document);
  return 1;
}

int ysl_record_references(lua_State *L) {
  const uint32_t line = ysl_check_position(L, 4);
  ud *self = check_ledger(L, 2);
  ysl_run *run = ysl_check_run(L);
  ys_crossref_report report = {.space = &run->run.space,
                               .references = &run->run.schema->references,
                               .source = ysl_find_source(L, 3, &run->run.space),
                               .partial = self->partial};
  luaL_argcheck(L, self->now != NULL, 2, "it has given no document");
  ysl_check_status(L,
                   ys_run_mask(&run->run, report.source, line > 0 ? line : 1));
  if (!ysl_check_status(L,
                        ys_crossref_record(&self->ledger, self->now, &report)))
    return luaL_error(L, "what a document says cannot be read");
  return 0;
}

const luaL_Reg ysl_ledger_methods[] = {
    {"take", take}, {"doubt", doubt}, {"next", next}, {NULL, NULL}};

const luaL_Reg ysl_ledger_functions[] = {{"ledger", new_ledger}, {NULL, NULL}};
