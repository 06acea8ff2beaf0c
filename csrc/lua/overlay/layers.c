#include "lua/overlay/layers.h"

#include "lua/base/stack.h"
#include "lua/code/frame.h"
#include "lua/code/host.h"
#include "lua/document/format.h"
#include "lua/document/options.h"
#include "lua/limit/ceiling.h"
#include "lua/schema/argument.h"
#include "lua/text/buffer.h"
#include "lua/text/source.h"
#include "lua/value/export.h"

static void release(ysl_owner *owner) {
  ys_layers_release(&((ysl_layers *)(void *)owner)->layers);
}

static ysl_pending *pending_of(ysl_owner *owner) {
  ysl_layers *ud = (ysl_layers *)(void *)owner;
  return ud->applied ? NULL : &ud->pending;
}

static ys_status find_pending(ysl_owner *owner, ys_pending **out) {
  return ys_layers_pending(&((ysl_layers *)(void *)owner)->layers, out);
}

/* core.layers(options) -> layers */
static int new_layers(lua_State *L) {
  ysl_layers *ud;
  ys_limits limits;
  bool strict, allow_code = false;
  ysl_check_limits(L, 1, &limits, &strict);
  if (lua_istable(L, 1)) {
    lua_getfield(L, 1, "code_in_values");
    allow_code = lua_toboolean(L, -1);
    lua_pop(L, 1);
  }
  ud = ysl_new_userdata(L, YSL_LAYERS, sizeof *ud);
  lua_newtable(L);
  ysl_host_keep_settings(L, 1);
  ysl_setcompanion(L, -2);
  if (ys_layers_init(&ud->layers, ysl_memory(L), limits, strict) != YS_OK) {
    ys_layers_release(&ud->layers);
    return ysl_no_memory(L);
  }
  ud->layers.allow_code = allow_code;
  ud->layers.space.refuse_comments = ysl_refuses_comments(L, 1);
  ud->owner.pending = pending_of;
  ud->pending.take_userdata = ysl_take_schema;
  ud->pending.find = find_pending;
  ysl_open(&ud->owner, &ud->layers.space, release);
  return 1;
}

static ysl_layers *check_layers(lua_State *L) {
  return ysl_check_open(L, 1, YSL_LAYERS, sizeof(ysl_layers));
}

/* Layers that may still be added to. */
static ysl_layers *check_growing(lua_State *L) {
  ysl_layers *ud = check_layers(L);
  luaL_argcheck(L, !ud->applied, 1, "the layers have been applied");
  return ud;
}

static ys_layer check_layer(lua_State *L, int index) {
  static const char *const names[] = {"either", "base", "overlay", NULL};
  return (ys_layer)luaL_checkoption(L, index, "either", names);
}

/* layers:parse(source, "either" | "base" | "overlay") -> true | nil */
static int parse(lua_State *L) {
  const ys_layer layer = check_layer(L, 3);
  ysl_layers *ud = check_growing(L);
  const uint16_t number = ysl_add_source(L, 2, &ud->layers.space);
  return ysl_push_done(L, ys_layers_parse(&ud->layers, number, layer));
}

/* layers:keep(frame, layer) -> true | nil */
static int keep(lua_State *L) {
  const ys_layer layer = check_layer(L, 3);
  ysl_layers *ud = check_growing(L);
  ys_documents *documents;
  ys_status status = ysl_end_frame(L, 2, &ud->owner, &documents);
  if (status == YS_OK) status = ys_layers_take(&ud->layers, documents, layer);
  return ysl_push_done(L, status);
}

/* layers:give(value, layer) -> true | nil, problem */
static int give(lua_State *L) {
  const ys_layer layer = check_layer(L, 3);
  ysl_layers *ud = check_growing(L);
  ysl_import im = {.L = L, .space = &ud->layers.space};
  ys_slot *slot = ys_arena_new(&ud->layers.space.arena, ys_slot);
  ys_status status;
  if (slot == NULL) return ysl_no_memory(L);
  lua_settop(L, 2);
  ysl_enter(&ud->owner);
  status = ysl_import_value(&im, NULL, slot);
  if (status == YS_OK) ys_layers_give(&ud->layers, slot, layer);
  if (status == YS_INVALID) ysl_import_push_problem(&im);
  ysl_leave(&ud->owner);
  if (!ysl_check_status(L, status)) return ysl_fail_top(L);
  lua_pushboolean(L, true);
  return 1;
}

/* layers:apply() -> true | nil */
static int apply(lua_State *L) {
  ysl_layers *ud = check_growing(L);
  ysl_host host;
  ys_status status;
  ud->applied = true;
  ud->pending.count = 0;
  lua_settop(L, 1);
  ysl_getcompanion(L, 1);
  ysl_enter(&ud->owner);
  status = ys_layers_apply(&ud->layers, ysl_host_enter(L, &host, 2));
  ysl_leave(&ud->owner);
  lua_settop(L, 1);
  return ysl_push_done(L, status);
}

/* layers:count() -> integer: documents of the result */
static int count(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)ys_slot_size(&check_layers(L)->layers.base));
  return 1;
}

/* layers:value(i, ordered) -> value | nil, problem */
static int value(lua_State *L) {
  lua_Integer i = luaL_checkinteger(L, 2);
  ysl_layers *ud = check_layers(L);
  const ys_slot *slot = ys_slot_first(&ud->layers.base);
  bool done;
  luaL_argcheck(L, i > 0 && i <= (lua_Integer)ys_slot_size(&ud->layers.base), 2,
                "no such document");
  while (--i > 0)
    slot = slot->next;
  ysl_enter(&ud->owner);
  done = lua_toboolean(L, 3) ? ysl_export_ordered(L, slot)
                             : ysl_export_value(L, slot, NULL);
  ysl_leave(&ud->owner);
  return done ? 1 : ysl_fail_top(L);
}

/* layers:encode("yaml" | "json") -> string | nil, problem */
static int encode(lua_State *L) {
  const ysl_format format = ysl_check_format(L, 2);
  ys_buf *buf = ysl_new_buffer(L);
  const ys_slot *first = ys_slot_first(&check_layers(L)->layers.base);
  if (!ysl_emit_all(L, buf, first, format)) return ysl_fail_top(L);
  ysl_push_buffer(L, buf);
  return 1;
}

const luaL_Reg ysl_layers_methods[] = {{"parse", parse},
                                       {"keep", keep},
                                       {"give", give},
                                       {"pending", ysl_list_pending},
                                       {"set_arguments", ysl_set_arguments},
                                       {"fail_arguments", ysl_fail_arguments},
                                       {"apply", apply},
                                       {"count", count},
                                       {"value", value},
                                       {"encode", encode},
                                       {NULL, NULL}};

const luaL_Reg ysl_layers_functions[] = {{"layers", new_layers}, {NULL, NULL}};
