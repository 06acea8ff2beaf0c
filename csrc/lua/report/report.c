#include "lua/report/report.h"

#include "core/check/sensitive.h"
#include "core/print/masking.h"
#include "core/print/report.h"
#include "core/print/text_edit.h"
#include "core/scalar/scalar.h"
#include "lua/base/owner.h"
#include "lua/base/stack.h"
#include "lua/document/documents.h"
#include "lua/limit/ceiling.h"
#include "lua/report/added.h"
#include "lua/report/refused.h"
#include "lua/text/buffer.h"
#include "lua/text/source.h"
#include "lua/value/export.h"

/* The owner at stack index 1, without records that repeat others, or are beyond
 * the limit. */
static ysl_owner *check_reported(lua_State *L) {
  ysl_owner *owner = ysl_check_owner(L);
  ys_space *space = owner->space;
  ysl_check_status(L, ys_diags_unrepeat(&space->diags, false, ysl_memory(L)));
  if (space->limits.max_violations > 0)
    ys_diags_limit(&space->diags, space->limits.max_violations);
  return owner;
}

/* ---- records for programs ------------------------------------------------ */

/* Sets no field when the number is not known. */
static void set_number(lua_State *L, const char *name, uint32_t number) {
  if (number > 0) ysl_set_number(L, name, number);
}

/* An integer that no Lua number is exactly stays a text, since a record may be
 * passed to another Lua state. */
static void push_number(lua_State *L, ys_str text) {
  ys_slot slot = {0};
  const bool read = ys_scalar_resolve(text, &slot) == YS_SCALAR_OK;
  if (read && slot.kind == YS_FLOAT)
    lua_pushnumber(L, slot.u.number);
  else if (!read || slot.kind != YS_INT ||
           (slot.flags & YS_SLOT_UNSIGNED) != 0 ||
           !ysl_pushint(L, slot.u.integer))
    lua_pushlstring(L, text.ptr, text.len);
}

static void set_value(lua_State *L, ys_diag_value kind, ys_str text) {
  switch (kind) {
  case YS_VALUE_UNKNOWN: return;
  case YS_VALUE_NULL: lua_pushlightuserdata(L, NULL); break;
  case YS_VALUE_BOOL: lua_pushboolean(L, text.ptr[0] == 't'); break;
  case YS_VALUE_NUMBER: push_number(L, text); break;
  default: lua_pushlstring(L, text.ptr, text.len);
  }
  lua_setfield(L, -2, "value");
}

static void set_fix(lua_State *L, const ys_violation *v) {
  if (v->action == NULL) return;
  lua_createtable(L, 0, 2);
  ysl_set_given(L, "action", ys_cstr(v->action));
  if (v->fix.kind == YS_VALUE_UNKNOWN) ysl_set_given(L, "to", v->fix.text);
  set_value(L, v->fix.kind, v->fix.text);
  lua_setfield(L, -2, "fix");
}

/* An argument that no Lua value is exactly, such as an integer beyond 64 bits,
 * is left out. */
static void set_argument(lua_State *L, const ys_violation *v) {
  if (v->argument == NULL)
    ysl_set_given(L, "argument", v->argument_text);
  else if (ysl_export_value(L, v->argument, NULL))
    lua_setfield(L, -2, "argument");
  else
    lua_pop(L, 1);
}

static void push_violation(lua_State *L, const ys_violation *v) {
  lua_createtable(L, 0, 21);
  ysl_set_given(L, "kind", ys_cstr(v->kind));
  ysl_set_given(L, "message", v->message);
  ysl_set_given(L, "path", v->path);
  if (v->has_pointer) ysl_set_text(L, "pointer", v->pointer);
  ysl_set_given(L, "rule", v->rule);
  set_argument(L, v);
  ysl_set_given(L, "severity", ys_cstr(v->severity));
  ysl_set_given(L, "found", v->found);
  set_value(L, v->value_kind, v->value);
  ysl_set_given(L, "expected", v->expected);
  ysl_set_given(L, "hint", v->hint);
  set_fix(L, v);
  ysl_set_given(L, "file", v->file);
  set_number(L, "line", v->line);
  set_number(L, "column", v->column);
  ysl_set_given(L, "schema_file", v->schema_file);
  set_number(L, "schema_line", v->schema_line);
  ysl_set_given(L, "schema_pointer", v->schema_pointer);
  ysl_set_given(L, "moved_to", v->moved_to);
}

/* Adds where what the record at the top is about was not given. */
static void set_gap(lua_State *L, const ys_sources *sources,
                    const ys_gap *gap) {
  if (gap->at.line == 0) return;
  ysl_set_given(L, "gap_file", ys_sources_name(sources, gap->at));
  set_number(L, "gap_line", gap->at.line);
  set_number(L, "gap_column", gap->at.column);
}

/* Adds the ranges that an editor marks for the two places of the record at the
 * top. */
static void set_region(lua_State *L, const ys_space *space,
                       const ys_masks *masks, const ys_diag *diag) {
  const ys_sources *sources = &space->sources;
  ys_place place = diag->at;
  place.column = ys_report_column(sources, masks, diag, place);
  if (place.column != diag->at.column)
    set_number(L, "node_column", diag->at.column);
  set_number(L, "end_column", ys_report_end_column(sources, masks, place));
  set_gap(L, sources, &diag->gap);
  if (diag->choice != NULL) ysl_set_text(L, "choice", ys_cstr(diag->choice));
  if (diag->by.line == 0) return;
  set_number(L, "schema_column", diag->by.column);
  set_number(L, "schema_end_column",
             ys_report_end_column(sources, masks, diag->by));
}

/* Adds the edit that corrects the line of the record at the top: for a fix for
 * editors only, its parts. */
static void set_edit(lua_State *L, const ys_space *space, const ys_masks *masks,
                     ys_space *scratch, const ys_diag *diag,
                     const ys_violation *v) {
  ys_text_edit edit = {.text = v->fix.text};
  if (v->action != NULL)
    ysl_check_status(
        L, ys_text_edit_of(space, masks, &scratch->arena, diag, &edit));
  set_number(L, "edit_column", edit.column);
  set_number(L, "edit_end_column", edit.end_column);
  ysl_set_given(L, "edit_text", edit.text);
  ysl_set_given(L, "edit_word", v->fix.word);
}

/* Adds the records of a group to the list at the top, which has `count` items.
 * Gives the new number. */
static ysl_index add_group(lua_State *L, const ys_space *space,
                           const ys_masks *masks, ys_space *scratch,
                           ys_group group, ysl_index count) {
  const ys_diag *diag = space->diags.first;
  if (space->diags.groups[group] == 0) return count;
  for (; diag != NULL; diag = diag->next) {
    ys_violation violation;
    if (ys_code_group(diag->code) != group) continue;
    ysl_check_status(L, ys_report_violation(space, masks, &scratch->arena, diag,
                                            &violation));
    push_violation(L, &violation);
    set_region(L, space, masks, diag);
    set_edit(L, space, masks, scratch, diag, &violation);
    lua_rawseti(L, -2, ++count);
  }
  return count;
}

/* Pushes the list of the files' names, each once, in the order in which they
 * were read. */
static void push_files(lua_State *L, const ys_sources *sources) {
  ysl_index count = 0;
  lua_newtable(L);
  lua_newtable(L); /* those that are listed */
  for (uint32_t i = 0; i < sources->count; i++) {
    const ys_source *source = sources->list[i];
    if (!source->is_file) continue;
    lua_pushlstring(L, source->name.ptr, source->name.len);
    lua_pushvalue(L, -1);
    lua_rawget(L, -3);
    const bool listed = !lua_isnil(L, -1);
    lua_pop(L, 1);
    if (!listed) {
      lua_pushvalue(L, -1);
      lua_pushboolean(L, true);
      lua_rawset(L, -4);
      lua_pushvalue(L, -1);
      lua_rawseti(L, -4, ++count);
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* The owner at stack index 1, with masks for what its report must not show. */
static ysl_owner *check_shown(lua_State *L) {
  ysl_owner *owner = check_reported(L);
  ysl_check_status(L, ys_sensitive_note_unread(owner->space));
  return owner;
}

/* owner:violations() -> list, list of warnings, list of files, numbers of
 * violations and warnings that are beyond the limit */
static int violations(lua_State *L) {
  ysl_owner *scratch = &ysl_new_documents(L)->owner;
  ysl_owner *owner = check_shown(L);
  const ys_masks *masks;
  ysl_index count = 0;
  ysl_check_status(L, ys_mask_report(owner->space, &masks));
  ysl_enter(owner);
  lua_newtable(L);
  for (int group = YS_GROUP_INPUT; group < YS_GROUP_WARNING; group++)
    count = add_group(L, owner->space, masks, scratch->space, (ys_group)group,
                      count);
  lua_newtable(L);
  add_group(L, owner->space, masks, scratch->space, YS_GROUP_WARNING, 0);
  push_files(L, &owner->space->sources);
  lua_pushinteger(L, (lua_Integer)ys_diags_others(&owner->space->diags, false));
  lua_pushinteger(L, (lua_Integer)ys_diags_others(&owner->space->diags, true));
  ysl_leave(owner);
  ysl_close(scratch);
  return 5;
}

/* Sets a line of the table at the top if something in it is masked. */
static void set_masked_line(lua_State *L, const ys_space *space,
                            const ys_masks *masks, ys_place place,
                            ys_buf *buf) {
  const ys_str line = ys_sources_line(&space->sources, place);
  const uint32_t number = place.line;
  buf->len = 0;
  ys_masks_line(masks, &space->sources, &place, SIZE_MAX, buf);
  ysl_check_status(L, ys_buf_status(buf));
  if (ys_str_eq(ys_buf_str(buf), line)) return;
  lua_pushlstring(L, buf->ptr, buf->len);
  lua_rawseti(L, -2, (ysl_index)number);
}

/* owner:masked_lines(source) -> { [line]: text } | nil */
static int masked_lines(lua_State *L) {
  ys_buf *buf = ysl_new_buffer(L);
  ysl_owner *owner = check_shown(L);
  const ys_masks *masks;
  ys_place place = {1, 1, ysl_find_source(L, 2, owner->space)};
  ys_source *source = owner->space->sources.list[place.source];
  ysl_check_status(L, ys_mask_texts(owner->space, &masks));
  if (masks == NULL) return 0;
  lua_newtable(L);
  for (ys_source_line(source, 1); place.line <= source->line_count;
       place.line++)
    set_masked_line(L, owner->space, masks, place, buf);
  return 1;
}

/* Whether the list at stack index 2 has `true` at a number. */
static bool is_listed(lua_State *L, ysl_index number) {
  bool listed;
  lua_rawgeti(L, 2, number);
  listed = lua_toboolean(L, -1) != 0;
  lua_pop(L, 1);
  return listed;
}

/* Removes the records of a group that are listed. `count` is the number of the
 * last record before the group. Gives that of its last one. */
static ysl_index omit_in(lua_State *L, ys_diags *diags, ys_group group,
                         ysl_index count) {
  ys_diag *before = NULL, *next;
  for (ys_diag *diag = diags->first; diag != NULL; diag = next) {
    next = diag->next;
    if (ys_code_group(diag->code) == group && is_listed(L, ++count))
      ys_diags_remove(diags, before, diag);
    else
      before = diag;
  }
  return count;
}

/* owner:omit(listed): removes violations, of whose numbers in the list of
 * violations() `listed` has true */
static int omit(lua_State *L) {
  ysl_owner *owner = check_reported(L);
  ysl_index count = 0;
  luaL_checktype(L, 2, LUA_TTABLE);
  for (int group = YS_GROUP_INPUT; group < YS_GROUP_WARNING; group++)
    count = omit_in(L, &owner->space->diags, (ys_group)group, count);
  return 0;
}

/* ---- texts --------------------------------------------------------------- */

/* Takes the columns of the terminal from the stack, for excerpts; nil: there is
 * none. */
static void take_columns(lua_State *L, int index, ys_space *space) {
  const lua_Integer columns = luaL_optinteger(L, index, 0);
  space->sources.columns =
      columns < 0 || columns > UINT16_MAX ? UINT16_MAX : (uint32_t)columns;
}

static int push_report(lua_State *L,
                       bool (*report)(ys_space *space, bool all, ys_buf *out)) {
  const bool all = lua_toboolean(L, 2) != 0;
  ys_space *space = check_shown(L)->space;
  take_columns(L, 3, space);
  ys_buf *buf = ysl_new_buffer(L);
  const bool leaves_out = report(space, all, buf);
  ysl_push_buffer(L, buf);
  if (leaves_out) lua_pushboolean(L, true);
  return leaves_out ? 2 : 1;
}

/* owner:text(all, columns) -> string[, true]. With `all`, every place of a
 * repeated violation is reported; without it, the result is true if some are
 * left out.
 */
static int text(lua_State *L) {
  return push_report(L, ys_report_text);
}

/* owner:warnings_text(all, columns) -> string[, true] */
static int warnings_text(lua_State *L) {
  return push_report(L, ys_report_warnings);
}

/* owner:blocks(all, warnings, concise, fix, columns) -> string: a block for
 * each violation, in the order of the text. `fix` begins the command that
 * corrects a file. */
static int blocks(lua_State *L) {
  ys_blocks how = {.all = lua_toboolean(L, 2) != 0,
                   .warnings = lua_toboolean(L, 3) != 0,
                   .concise = lua_toboolean(L, 4) != 0};
  if (lua_type(L, 5) == LUA_TSTRING) how.fix = ysl_check_str(L, 5);
  ys_space *space = check_shown(L)->space;
  take_columns(L, 6, space);
  ys_buf *buf = ysl_new_buffer(L);
  ys_report_blocks(space, &how, buf);
  ysl_push_buffer(L, buf);
  return 1;
}

/* owner:counts() -> the number of errors, violations among them, and that of
 * warnings; also of those whose records were dropped */
static int counts(lua_State *L) {
  const ys_diags *diags = &ysl_check_owner(L)->space->diags;
  const uint32_t warnings = diags->groups[YS_GROUP_WARNING];
  lua_pushinteger(L, (lua_Integer)(diags->count - warnings));
  lua_pushinteger(L, (lua_Integer)warnings);
  return 2;
}

/* owner:exit_status() -> 0, 1 or 2 */
static int exit_status(lua_State *L) {
  lua_pushinteger(L, ys_diags_exit_status(&ysl_check_owner(L)->space->diags));
  return 1;
}

const luaL_Reg ysl_report_methods[] = {
    {"violations", violations},
    {"omit", omit},
    {"text", text},
    {"blocks", blocks},
    {"counts", counts},
    {"warnings_text", warnings_text},
    {"masked_lines", masked_lines},
    {"exit_status", exit_status},
    {"add_error", ysl_report_add_error},
    {"add_error_at", ysl_report_add_error_at},
    {"correct", ysl_report_correct},
    {"add_violation", ysl_report_add_violation},
    {"refused", ysl_report_refused},
    {"misspelt", ysl_report_misspelt},
    {"close", ysl_close_method},
    {NULL, NULL}};
