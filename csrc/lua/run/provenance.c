#include "lua/run/provenance.h"

#include "core/check/sensitive.h"
#include "core/print/emit.h"
#include "core/provenance/mask.h"
#include "core/provenance/provenance.h"
#include "core/rule/rule.h"
#include "core/text/mask.h"
#include "lua/base/stack.h"
#include "lua/text/buffer.h"
#include "lua/value/export.h"

/* What origins are reported with. A buffer for texts is at stack index 2, and
 * at 3 a table that has, by the number of a source, the part of a flag before
 * its value, or "" for a file of plain values. */
typedef struct writer {
  lua_State *L;
  const ys_run *run;
  ys_buf *buf;
} writer;

enum { AT_FLAGS = 3 };

/* Room for one more level of tables. */
enum { LEVEL = 12 };

/* ---- the source of a value ----------------------------------------------- */

/* The first part of a flag, without its value. */
static ys_str flag_name(const ys_source *source) {
  const char *end = memchr(source->text.ptr, '=', source->text.len);
  return (ys_str){source->text.ptr,
                  end == NULL ? 0 : (size_t)(end - source->text.ptr)};
}

static void push_flags(lua_State *L, const ys_run *run) {
  lua_newtable(L);
  for (const ys_run_document *d = run->first; d != NULL; d = d->next) {
    const uint16_t source = d->slot->source;
    ys_str name = YS_STR("");
    if (d->by_flag) name = flag_name(run->space.sources.list[source]);
    if (!d->by_flag && !d->plain) continue;
    lua_pushlstring(L, name.ptr, name.len);
    lua_rawseti(L, -2, (ysl_index)source + 1);
  }
}

/* Whether a flag stands for a variable of the environment. */
static bool is_of_environment(const ys_source *source) {
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
    by = lua_rawlen(L, -1) == 0      ? "data-values-file"
         : is_of_environment(source) ? "environment"
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
  if (event->old_path.len > 0) ysl_set_text(L, "renamed_from", event->old_path);
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
  writer w = {.L = L, .buf = ysl_new_buffer(L)};
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

/* ---- the annotated result ------------------------------------------------ */

/* Whether a comment may have the character: it is printable and no line break
 * of any version of YAML. */
static bool may_stand(uint32_t code) {
  return (code >= 0x20 && code < 0x7F) ||
         (code >= 0xA0 && code < 0xD800 && code != 0x2028 && code != 0x2029);
}

static void add_name(ys_buf *out, ys_str name) {
  for (size_t at = 0, size; at < name.len; at += size) {
    uint32_t code = 0;
    size = ys_utf8_next(name, at, &code);
    if (may_stand(code) && (code < 0x80 || size > 1))
      ys_buf_add(out, (ys_str){name.ptr + at, size});
    else
      ys_buf_char(out, '?');
  }
}

/* Names a flag or a variable of the environment, without its value. */
static void add_flag(ys_buf *out, const ys_source *source) {
  const ys_str end = YS_STR(" arg)");
  const ys_str name = source->name;
  size_t at = 0;
  while (at + end.len < name.len &&
         memcmp(name.ptr + at, end.ptr, end.len) != 0)
    at++;
  if (is_of_environment(source)) {
    ys_buf_char(out, '$');
  } else {
    ys_buf_cstr(out, "--");
    add_name(out, (ys_str){name.ptr + 1, at - 1});
    ys_buf_char(out, ' ');
  }
  add_name(out, flag_name(source));
}

static bool is_flag(const ys_run *run, uint16_t source) {
  const ys_run_document *d = run->first;
  if (run->space.sources.list[source]->is_file) return false;
  while (d != NULL && !(d->by_flag && d->slot->source == source))
    d = d->next;
  return d != NULL;
}

static void report_place(void *ud, const ys_slot *slot, ys_buf *out) {
  const ys_run *run = ud;
  const ys_place place = ys_slot_place(slot);
  ys_buf_cstr(out, "  # ");
  if (place.line == 0) {
    ys_buf_cstr(out, "a table");
    return;
  }
  if (is_flag(run, place.source)) {
    add_flag(out, run->space.sources.list[place.source]);
    return;
  }
  add_name(out, ys_sources_name(&run->space.sources, place));
  ys_buf_char(out, ':');
  ys_buf_uint(out, place.line);
}

/* A node of the result while it is masked. */
typedef struct masked {
  struct masked *next;
  ys_slot *node;
  ys_slot was;
} masked;

typedef struct masker {
  ys_arena *arena;
  masked *first; /* the newest first */
} masker;

static ys_status mask(void *ud, const ys_slot *slot) {
  masker *m = ud;
  masked *one = ys_arena_new(m->arena, masked);
  if (one == NULL) return YS_NOMEM;
  /* The nodes are the run's own, and get their values back in the end. */
  *one = (masked){m->first, (ys_slot *)(uintptr_t)slot, *slot};
  m->first = one;
  one->node->flags = 0;
  ys_slot_set_text(one->node, YS_MASKED);
  return YS_OK;
}

static void unmask(const masker *m) {
  for (const masked *one = m->first; one != NULL; one = one->next)
    *one->node = one->was;
}

int ysl_annotated(lua_State *L) {
  const bool masks = lua_toboolean(L, 2);
  ys_buf *buf = ysl_new_buffer(L);
  ysl_run *ud = ysl_check_over(L);
  const ys_emit_notes notes = {&ud->run, report_place};
  masker m = {.arena = &ud->run.space.arena};
  ys_status status = YS_OK;
  if (masks)
    status = ys_sensitive_each(&ud->run.space, ud->run.schema->root,
                               &ud->run.root, mask, &m);
  if (status == YS_OK) ys_emit_noted(&ud->run.root, buf, &notes);
  unmask(&m);
  ysl_check_status(L, status);
  ysl_push_buffer(L, buf);
  return 1;
}
