#include "lua/run/validate_many.h"

#include "core/run/apart.h"
#include "lua/base/stack.h"
#include "lua/limit/ceiling.h"
#include "lua/run/validate.h"
#include "lua/text/line.h"
#include "lua/text/source.h"

/* ---- documents ----------------------------------------------------------- */

/* Whether the schema has functions, or references about which other documents
 * decide. Then Lua validates the documents. */
static bool needs_lua(const ys_schema *schema) {
  return schema->closure_count != 0 || schema->calls_functions ||
         schema->references.outward;
}

/* Validates the document that has begun. True: it has no record, and no
 * question about it is left. */
static bool is_quiet(lua_State *L, ysl_run *ud) {
  ysl_check_status(L, ys_recorded(ys_run_next(&ud->run, &ud->question)));
  return ud->question.kind == YS_ASK_NOTHING &&
         ud->run.space.diags.first == NULL;
}

/* ---- a file -------------------------------------------------------------- */

enum { SCHEMA = 1, NAME, PATH, MAX_BYTES, SKIP_VALIDATION, ARGUMENTS };

/* Documents whose lines are given; a file with more goes to Lua. */
enum { MOST_DOCUMENTS = 64 };

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

/* Validates the documents of the one source. Returns their number, or 0 if
 * there is a record or a question. */
static int validate(lua_State *L, ysl_run *ud, uint16_t number,
                    uint32_t *lines) {
  const ys_diags *diags = &ud->run.space.diags;
  int count = 0;
  ys_place place;
  ud->run.space.folding.on = true; /* only whether there are any matters */
  ysl_check_status(
      L, ys_recorded(ys_run_parse(&ud->run, number, YS_INPUT_TEMPLATE)));
  ud->run.space.folding.on = false;
  if (diags->first != NULL) return 0;
  for (;;) {
    ysl_check_status(L, ys_run_begin_next(&ud->run, &place));
    if (place.line == 0) return count;
    if (count == MOST_DOCUMENTS || !is_quiet(L, ud)) return 0;
    lines[count++] = place.line;
  }
}

static void push_lines(lua_State *L, const uint32_t *lines, int count) {
  for (int i = 0; i < count; i++)
    lua_pushinteger(L, (lua_Integer)lines[i]);
}

int ysl_validate_file(lua_State *L) {
  uint32_t lines[MOST_DOCUMENTS];
  const char *problem = "unknown";
  uint16_t number;
  int count = 0;
  lua_settop(L, ARGUMENTS - 1);
  ysl_run *ud = ysl_take_ud(L);
  ysl_start_run(L, SCHEMA, ud);
  ud->run.skip_validation = lua_toboolean(L, SKIP_VALIDATION);
  ys_source *source = read_file(L, ud, &number, &problem);
  if (source != NULL && !needs_lua(ud->run.schema))
    count = validate(L, ud, number, lines);
  if (count == 0 || !ysl_reserve_stack(L, count)) {
    count = 0;
    lua_pushnil(L);
    if (source != NULL)
      ysl_push_source(L, source);
    else
      lua_pushstring(L, problem);
  } else {
    push_lines(L, lines, count);
  }
  ysl_keep_ud(L, ARGUMENTS, ud);
  return count == 0 ? 2 : count;
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
  if (needs_lua(&ysl_check_compiled(L, SCHEMA)->schema))
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
