#include "lua/run/provenance.h"

#include "core/print/emit.h"
#include "core/provenance/mask.h"
#include "lua/base/stack.h"
#include "lua/text/buffer.h"

/* The state of a report on origins. A buffer for texts is at stack index 2, and
 * at 3 a table that has, by the number of a source, the part of a flag before
 * its value, or "" for a file of plain values. */
typedef struct writer {
  lua_State *L;
  const ys_run *run;
  ys_buf *buf;
  bool show; /* also what is sensitive */
} writer;

enum { AT_FLAGS = 3 };

/* Room for one more level of tables. */
enum { LEVEL = 12 };

/* ---- the source of a value ----------------------------------------------- */

ys_str ysl_flag_name(const ys_source *source) {
  const char *end = memchr(source->text.ptr, '=', source->text.len);
  return (ys_str){source->text.ptr,
                  end == NULL ? 0 : (size_t)(end - source->text.ptr)};
}

static void push_flags(lua_State *L, const ys_run *run) {
  lua_newtable(L);
  for (const ys_run_document *d = run->first; d != NULL; d = d->next) {
    const uint16_t source = ys_slot_source(d->slot);
    ys_str name = YS_STR("");
    if (d->by_flag) name = ysl_flag_name(run->space.sources.list[source]);
    if (!d->by_flag && !d->plain) continue;
    lua_pushlstring(L, name.ptr, name.len);
    lua_rawseti(L, -2, (ysl_index)source + 1);
  }
}

bool ysl_is_of_environment(const ys_source *source) {
  const ys_str start = YS_STR("(data-values-env");
  return source->name.len > start.len &&
         memcmp(source->name.ptr, start.ptr, start.len) == 0;
}

static bool is_of_schema(ys_action action) {
  return action < YS_DID_SET || action == YS_DID_CONVERT;
}

/* Sets `by` and `flag` of the event at the top. */
static void set_giver(const writer *w, const ys_origin_event *event,
                      bool masked) {
  lua_State *L = w->L;
  const ys_source *source = w->run->space.sources.list[event->place.source];
  const char *by = source->is_file ? "file" : "text";
  if (is_of_schema(event->action))
    by = "schema";
  else if (event->place.line == 0)
    by = "table";
  lua_rawgeti(L, AT_FLAGS, (ysl_index)event->place.source + 1);
  if (lua_type(L, -1) == LUA_TSTRING && event->place.line > 0) {
    by = lua_rawlen(L, -1) == 0          ? "data-values-file"
         : ysl_is_of_environment(source) ? "environment"
                                         : "flag";
    if (lua_rawlen(L, -1) > 0 && !masked) {
      lua_pushvalue(L, -1);
      lua_setfield(L, -3, "flag");
    }
  }
  lua_pop(L, 1);
  lua_pushstring(L, by);
  lua_setfield(L, -2, "by");
}

/* ---- events -------------------------------------------------------------- */

static void set_place(const writer *w, ys_place place) {
  lua_State *L = w->L;
  if (place.line == 0) return;
  ysl_set_text(L, "file", ys_sources_name(&w->run->space.sources, place));
  ysl_set_number(L, "line", place.line);
  ysl_set_number(L, "column", place.column);
}

/* Sets the value of the event at the top, and its text on one line. */
static void set_value(const writer *w, const ys_slot *value, bool masked) {
  lua_State *L = w->L;
  if (value == NULL) return;
  if (masked) {
    ysl_set_text(L, "text", YS_MASKED);
    ysl_set_text(L, "value", YS_MASKED);
    return;
  }
  ys_emit_flow(value, w->buf);
  ysl_push_buffer(L, w->buf);
  lua_setfield(L, -2, "text");
  if (ysl_export_ordered(L, value))
    lua_setfield(L, -2, "value");
  else
    lua_pop(L, 1);
}

static void push_event(const writer *w, const ys_origin_event *event,
                       bool masked) {
  lua_State *L = w->L;
  lua_createtable(L, 0, 8);
  ysl_set_text(L, "action", ys_cstr(ys_action_name(event->action)));
  set_value(w, event->value, masked);
  set_place(w, event->place);
  set_giver(w, event, masked);
  ysl_set_given(L, "renamed_from", event->old_path);
  if (event->operation == NULL) return;
  ysl_set_text(L, "annotation", event->operation->name);
  ysl_set_number(L, "annotation_line", event->operation->line);
}

static void set_events(const writer *w, const ys_origin *origin) {
  lua_State *L = w->L;
  ysl_index count = 0;
  lua_newtable(L);
  for (const ys_origin_event *e = origin->events; e != NULL; e = e->next) {
    push_event(w, e, origin->masked);
    lua_rawseti(L, -2, ++count);
  }
  lua_setfield(L, -2, "events");
}

static void set_passed(const writer *w, const ys_origin *origin) {
  lua_State *L = w->L;
  ysl_index count = 0;
  if (origin->passed == NULL) return;
  lua_newtable(L);
  for (const ys_passed *p = origin->passed; p != NULL; p = p->next) {
    lua_createtable(L, 0, 5);
    ysl_set_text(L, "must_be", p->rule->must_be);
    if (p->rule->named != NULL)
      ysl_set_text(L, "rule", ys_cstr(p->rule->named->name));
    set_place(w, p->validation->place);
    lua_rawseti(L, -2, ++count);
  }
  lua_setfield(L, -2, "passed");
}

/* ---- references ---------------------------------------------------------- */

/* Whether the way to an origin has a key that must not be shown. */
static bool has_sensitive_key(const ys_origin *origin) {
  while (origin != NULL && !origin->sensitive)
    origin = origin->up;
  return origin != NULL;
}

/* Sets `steps` of the table at the top: keys and indexes, the last one first.
 */
static void set_steps(lua_State *L, const ys_origin *origin) {
  ysl_index count = 0;
  lua_newtable(L);
  for (; origin->up != NULL; origin = origin->up) {
    if (origin->key != NULL)
      ysl_push_text(L, origin->key->text);
    else
      lua_pushinteger(L, (lua_Integer)origin->index);
    lua_rawseti(L, -2, ++count);
  }
  lua_setfield(L, -2, "steps");
}

static void set_name(const writer *w, const ys_origin *origin,
                     const ys_referred *r) {
  const bool masked = !w->show && (origin->masked || r->target->sensitive ||
                                   (r->of != NULL && has_sensitive_key(r->of)));
  set_place(w, ys_slot_place(r->name));
  set_value(w, r->name, masked);
  if (r->of != NULL && (w->show || !has_sensitive_key(r->of)))
    set_steps(w->L, r->of);
}

static void set_refers(const writer *w, const ys_origin *origin) {
  lua_State *L = w->L;
  ysl_index count = 0;
  if (origin->refers == NULL) return;
  lua_newtable(L);
  for (const ys_referred *r = origin->refers; r != NULL; r = r->next) {
    lua_createtable(L, 0, 8);
    ysl_set_text(L, "to", r->target->text);
    ysl_set_given(L, "kind", r->reference->kind);
    if (r->name != NULL)
      set_name(w, origin, r);
    else
      ysl_set_true(L, "elsewhere");
    lua_rawseti(L, -2, ++count);
  }
  lua_setfield(L, -2, "refers");
}

/* ---- origins --------------------------------------------------------------
 */

static void push_alone(const writer *w, const ys_origin *origin) {
  lua_State *L = w->L;
  luaL_checkstack(L, LEVEL, "the value is nested too deeply");
  lua_createtable(L, 0, 8);
  if (origin->key != NULL) ysl_set_text(L, "key", origin->key->text);
  if (origin->up != NULL && origin->key == NULL)
    ysl_set_number(L, "index", origin->index);
  ysl_set_text(L, "kind", ys_kind_name((ys_kind)origin->kind));
  if (origin->removed) ysl_set_true(L, "gone");
  if (origin->masked) ysl_set_true(L, "masked");
  set_events(w, origin);
  set_passed(w, origin);
  set_refers(w, origin);
}

static void push_origin(const writer *w, const ys_origin *origin) {
  lua_State *L = w->L;
  ysl_index count = 0;
  push_alone(w, origin);
  if (origin->first == NULL) return;
  lua_newtable(L);
  for (const ys_origin *b = origin->first; b != NULL; b = b->next) {
    if (b->sensitive) continue;
    push_origin(w, b);
    lua_rawseti(L, -2, ++count);
  }
  lua_setfield(L, -2, "below");
}

int ysl_provenance(lua_State *L) {
  const bool show = lua_toboolean(L, 2);
  lua_settop(L, 1);
  writer w = {.L = L, .buf = ysl_new_buffer(L), .show = show};
  ysl_run *ud = ysl_check_over(L);
  luaL_argcheck(L, ys_provenance_of(&ud->run.space) != NULL, 1,
                "the run was not asked to explain itself");
  if (!show)
    ysl_check_status(L,
                     ys_provenance_mask(&ud->run.space, ud->run.schema->root));
  w.run = &ud->run;
  ysl_enter(&ud->owner);
  push_flags(L, &ud->run);
  push_origin(&w, &ys_provenance_of(&ud->run.space)->root);
  ysl_leave(&ud->owner);
  return 1;
}

/* A step to an origin: a key, or the number of an item from 0. */
typedef struct wanted {
  bool is_key;
  ys_str key;
  lua_Integer index;
} wanted;

static wanted wanted_at(lua_State *L, int at) {
  wanted what = {.is_key = lua_type(L, at) == LUA_TSTRING};
  if (what.is_key)
    what.key = ysl_check_str(L, at);
  else
    what.index = luaL_checkinteger(L, at);
  return what;
}

/* Whether the step leads to an origin that is not sensitive. */
static bool fits(const wanted *what, const ys_origin *origin) {
  if (origin->sensitive || what->is_key != (origin->key != NULL)) return false;
  return what->is_key ? ys_str_eq(origin->key->text, what->key)
                      : origin->index == what->index;
}

/* The origin below another one to which the step at a stack index leads. NULL:
 * none. One of the result is preferred to a removed one. Those who ask go
 * through a collection in its order, so it is often the one after the last. */
static ys_origin *origin_below(lua_State *L, ys_origin *origin, int at) {
  const wanted what = wanted_at(L, at);
  ys_origin *found = NULL, *recent = origin->recent;
  for (int i = 0; i < 2 && recent != NULL; i++, recent = recent->next)
    if (fits(&what, recent) && !recent->removed) return origin->recent = recent;
  for (ys_origin *b = origin->first; b != NULL; b = b->next) {
    if (!fits(&what, b)) continue;
    found = b;
    if (!b->removed) break;
  }
  return origin->recent = found;
}

/* The origin to which the steps from stack index 2 on lead, or NULL. */
static const ys_origin *origin_at(lua_State *L, const ysl_run *ud) {
  const int top = lua_gettop(L);
  ys_provenance *provenance = ys_provenance_of(&ud->run.space);
  ys_origin *origin;
  luaL_argcheck(L, provenance != NULL, 1,
                "the run was not asked to explain itself");
  origin = &provenance->root;
  for (int i = 2; i <= top && origin != NULL; i++)
    origin = origin_below(L, origin, i);
  return origin;
}

int ysl_last_place(lua_State *L) {
  const ysl_run *ud = ysl_check_over(L);
  const ys_origin *origin = origin_at(L, ud);
  const ys_origin_event *event = origin == NULL ? NULL : origin->last_event;
  if (event == NULL || is_of_schema(event->action) || event->place.line == 0)
    return 0;
  ysl_push_text(L, ys_sources_name(&ud->run.space.sources, event->place));
  lua_pushinteger(L, (lua_Integer)event->place.line);
  return 2;
}

int ysl_origin(lua_State *L) {
  ysl_run *ud = ysl_check_over(L);
  const ys_origin *origin;
  writer w = {.L = L, .run = &ud->run};
  if (ys_provenance_of(&ud->run.space) != NULL)
    ysl_check_status(L,
                     ys_provenance_mask(&ud->run.space, ud->run.schema->root));
  origin = origin_at(L, ud);
  lua_settop(L, 1);
  if (origin == NULL) return 0;
  w.buf = ysl_new_buffer(L);
  ysl_enter(&ud->owner);
  push_flags(L, &ud->run);
  push_alone(&w, origin);
  ysl_leave(&ud->owner);
  return 1;
}
