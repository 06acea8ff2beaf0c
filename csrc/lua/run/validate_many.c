#include "lua/run/validate_many.h"

#include "core/run/each_document.h"
#include "lua/limit/ceiling.h"
#include "lua/run/plan.h"
#include "lua/run/validate.h"
#include "lua/text/line.h"
#include "lua/text/source.h"

/* ---- documents ----------------------------------------------------------- */

/* Whether the schema has functions, or references about which other documents
 * decide, and no plan says how. Then Lua validates the documents. */
static bool needs_lua(const ys_schema *schema, const ysl_plan *plan) {
  return schema->closure_count != 0 || schema->calls_functions ||
         (schema->references.outward && plan == NULL);
}

/* Validates the document that has begun. True: it has no record, and no
 * question about it is left. */
static bool is_quiet(lua_State *L, ysl_run *ud) {
  ysl_check_status(L, ys_recorded(ys_run_next(&ud->run, &ud->question)));
  return ud->question.kind == YS_ASK_NOTHING &&
         ud->run.space.diags.first == NULL;
}

/* ---- a file -------------------------------------------------------------- */

enum {
  SCHEMA = 1,
  NAME,
  PATH,
  MAX_BYTES,
  SKIP_VALIDATION,
  PLAN,
  MEMBER,
  ARGUMENTS
};

/* Documents whose lines are given; a file with more goes to Lua. */
enum { MOST_DOCUMENTS = 64 };

/* The documents of a file that are valid. */
typedef struct documents {
  ysl_plan *plan; /* or NULL: no other document needs their names */
  uint32_t member;
  bool ask_file; /* the file has to decide about something */
  int count;
  uint32_t lines[MOST_DOCUMENTS];
  size_t ends[MOST_DOCUMENTS]; /* of each one's text in the plan's buffer */
} documents;

/* Reads the file into the run's space. Returns NULL if that cannot be done. */
static ys_source *read_file(lua_State *L, ysl_run *ud, uint16_t *number,
                            const char **problem) {
  const ys_str name = ysl_check_str(L, NAME), path = ysl_check_str(L, PATH);
  const size_t most = ysl_check_most(L, MAX_BYTES);
  ys_source *source;
  const ys_status status =
      ysl_read_source(L, name, path, YS_READ_FILE, most, &source, problem);
  if (!ysl_check_status(L, status)) return NULL;
  ysl_check_status(L, ys_sources_add(&ud->run.space.sources, source, number));
  return source;
}

/* Notes a document that is valid, with its names and mentions. */
static void note(lua_State *L, ysl_run *ud, ys_place place, documents *all) {
  ys_mentions_out out;
  all->lines[all->count] = place.line;
  if (all->plan != NULL) {
    ysl_write_mentions(L, all->plan, all->member, ud, ysl_check_str(L, NAME),
                       &out);
    all->ask_file |= out.asks_file;
    all->ends[all->count] = all->plan->in_configuration.len;
  }
  all->count++;
}

/* Whether all references within the file lead to names. */
static bool is_right_in_file(lua_State *L, ysl_plan *plan) {
  const ys_ledger_document file = {0};
  ys_ledger *ledger = &plan->ledger;
  uint32_t number = 0;
  bool wrong = false;
  plan->has_ledger = true;
  ys_status status = ys_ledger_init(ledger, ysl_memory(L), &plan->plan);
  if (status == YS_OK)
    status = ys_ledger_take(ledger, ys_buf_str(&plan->in_file), &file, &number);
  const ys_ledger_note *n = number > 0 ? ledger->first->first : NULL;
  for (; n != NULL; n = n->next)
    wrong |= ys_ledger_is_wrong(ledger, n, false);
  ys_ledger_release(ledger);
  plan->has_ledger = false;
  return ysl_check_status(L, status) && !wrong;
}

/* Validates the documents of the one source. False: there is a record or a
 * question, or no document. */
static bool validate(lua_State *L, ysl_run *ud, uint16_t number,
                     documents *all) {
  const ys_diags *diags = &ud->run.space.diags;
  ys_place place;
  ud->run.space.folding.on = true; /* only whether there are any matters */
  ysl_check_status(
      L, ys_recorded(ys_run_parse(&ud->run, number, YS_INPUT_TEMPLATE)));
  ud->run.space.folding.on = false;
  if (diags->first != NULL) return false;
  for (;;) {
    ysl_check_status(L, ys_run_begin_next(&ud->run, &place));
    if (place.line == 0) break;
    if (all->count == MOST_DOCUMENTS || !is_quiet(L, ud)) return false;
    note(L, ud, place, all);
  }
  return all->count > 0 && (!all->ask_file || is_right_in_file(L, all->plan));
}

/* Pushes the lines of the documents; with a plan, its names and mentions, or
 * false, after its line. */
static int push_documents(lua_State *L, const documents *all) {
  size_t begin = 0;
  for (int i = 0; i < all->count; i++) {
    lua_pushinteger(L, (lua_Integer)all->lines[i]);
    if (all->plan == NULL) continue;
    if (all->ends[i] > begin)
      lua_pushlstring(L, all->plan->in_configuration.ptr + begin,
                      all->ends[i] - begin);
    else
      lua_pushboolean(L, false);
    begin = all->ends[i];
  }
  return all->plan == NULL ? all->count : 2 * all->count;
}

static ysl_plan *plan_of_file(lua_State *L, documents *all,
                              const ys_schema *schema) {
  if (lua_isnoneornil(L, PLAN)) return NULL;
  ysl_plan *plan = ysl_check_plan(L, PLAN);
  all->member = ysl_check_member(L, MEMBER, plan, schema);
  ysl_plan_clear(plan);
  return plan;
}

int ysl_validate_file(lua_State *L) {
  documents all;
  const char *problem = "unknown";
  uint16_t number;
  int results = 2;
  all.member = 0;
  all.count = 0;
  all.ask_file = false;
  lua_settop(L, ARGUMENTS - 1);
  all.plan = plan_of_file(L, &all, &ysl_check_compiled(L, SCHEMA)->schema);
  ysl_run *ud = ysl_take_ud(L);
  ysl_start_run(L, SCHEMA, ud);
  ud->run.skip_validation = lua_toboolean(L, SKIP_VALIDATION);
  ys_source *source = read_file(L, ud, &number, &problem);
  if (source != NULL && !needs_lua(ud->run.schema, all.plan) &&
      validate(L, ud, number, &all) && ysl_reserve_stack(L, 2 * all.count)) {
    results = push_documents(L, &all);
  } else {
    lua_pushnil(L);
    if (source != NULL)
      ysl_push_source(L, source);
    else
      lua_pushstring(L, problem);
  }
  ysl_keep_ud(L, ARGUMENTS, ud);
  return results;
}

/* ---- lines --------------------------------------------------------------- */

enum { TEXT = 2, FROM, SKIPS, LINE_ARGUMENTS };

/* Validates a line as a JSON text. True: it has no record. */
static bool is_valid_line(lua_State *L, ysl_run *ud, ys_str line) {
  const ys_diags *diags = &ud->run.space.diags;
  ys_source *source;
  uint16_t number;
  ysl_check_status(L, ys_source_new(ysl_memory(L), YS_STR(""), line, &source));
  source->only_json = true;
  ysl_check_status(L, ys_sources_add(&ud->run.space.sources, source, &number));
  ud->run.space.folding.on = true; /* only whether there are any matters */
  ysl_check_status(
      L, ys_recorded(ys_run_parse(&ud->run, number, YS_INPUT_TEMPLATE)));
  return diags->first == NULL && is_quiet(L, ud);
}

int ysl_validate_lines(lua_State *L) {
  const ys_str text = ysl_check_str(L, TEXT);
  const bool skips = lua_toboolean(L, SKIPS);
  size_t at = ysl_check_offset(L, FROM, text), count = 0;
  ys_str line;
  lua_settop(L, LINE_ARGUMENTS - 1);
  if (needs_lua(&ysl_check_compiled(L, SCHEMA)->schema, NULL))
    return ysl_push_lines(L, 0, at);
  for (; ysl_find_line(text, at, &line); count++) {
    ysl_run *ud = ysl_take_ud(L);
    ysl_start_run(L, SCHEMA, ud);
    ud->run.skip_validation = skips;
    const bool valid = is_valid_line(L, ud, line);
    ysl_keep_ud(L, LINE_ARGUMENTS, ud);
    lua_settop(L, LINE_ARGUMENTS - 1);
    if (!valid) break;
    at += line.len + 1;
  }
  return ysl_push_lines(L, count, at);
}
