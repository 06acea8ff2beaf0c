#include "lua/code/frame.h"

#include "core/print/message.h"
#include "core/tree/charge.h"
#include "lua/base/held.h"
#include "lua/base/stack.h"
#include "lua/code/template.h"
#include "lua/limit/ceiling.h"
#include "lua/value/export.h"
#include "lua/value/origin.h"

typedef struct ysl_frame {
  ysl_userdata ud;
  ysl_template *template; /* the companion keeps it */
  ys_frame frame;
  ys_space child; /* of a transient frame */
  bool transient;
  bool open; /* it may be put to; false while Lua may run, since a finalizer
                might end it */
} ysl_frame;

/* template:frame(part) -> frame, transient: whether nothing of it outlives it,
 * since the owner takes no more inputs */
int ysl_new_frame(lua_State *L) {
  ysl_frame *ud;
  ysl_template *template;
  const ys_part *part;
  lua_settop(L, 2);
  ud = ysl_new_userdata(L, YSL_FRAME, sizeof *ud);
  template = ysl_check_template(L);
  part = ysl_check_part(L, template);
  ysl_getcompanion(L, 1);
  ysl_setcompanion(L, 3);
  ud->template = template;
  ud->transient = !ysl_grows(template);
  if (ud->transient)
    ysl_check_status(
        L, ys_space_init(&ud->child, ysl_memory(L), template->owner->space));
  ysl_check_status(
      L, ys_frame_init(&ud->frame, part,
                       ud->transient ? &ud->child : template->owner->space));
  ud->frame.plain = ud->transient;
  ud->open = true;
  lua_pushboolean(L, ud->transient);
  return 2;
}

static void release(ysl_frame *ud) {
  ud->open = false;
  ys_frame_release(&ud->frame);
  if (ud->transient) ys_space_release(&ud->child);
  ud->transient = false;
}

int ysl_frame_collect(lua_State *L) {
  release(ysl_check_userdata(L, 1, YSL_FRAME, sizeof(ysl_frame)));
  ysl_let_go(L);
  return 0;
}

static ysl_frame *check_frame(lua_State *L, int index) {
  ysl_frame *ud = ysl_check_userdata(L, index, YSL_FRAME, sizeof *ud);
  luaL_argcheck(L, ud->open, index, "the frame has ended");
  ysl_check_alive(L, ud->template->owner);
  return ud;
}

/* The frame at a stack index, which may not be transient. */
static ysl_frame *check_lasting(lua_State *L, int index) {
  ysl_frame *ud = check_frame(L, index);
  luaL_argcheck(L, !ud->transient, index, "the frame is transient");
  ysl_check_growth(L, ud->template);
  return ud;
}

static uint32_t check_node(lua_State *L, const ysl_frame *ud, int index) {
  const lua_Integer number = luaL_checkinteger(L, index);
  luaL_argcheck(L, number > 0 && number <= (lua_Integer)ud->frame.part->count,
                index, "no such node");
  return (uint32_t)(number - 1);
}

/* Pushes nil and, for a transient frame, whose records are never reported, the
 * text of the last record. Gives the number of results. */
static int push_invalid(lua_State *L, ysl_frame *ud) {
  const ys_diag *diag = ud->child.diags.last;
  ys_str file, sentence;
  lua_pushnil(L);
  if (!ud->transient || diag == NULL) return 1;
  file = ys_sources_name(&ud->child.sources, diag->at);
  ysl_check_status(L, ys_message_sentence(&ud->child.arena, &ud->child.sources,
                                          diag, &sentence));
  lua_pushlstring(L, file.ptr, file.len);
  lua_pushfstring(L, ":%d: ", (int)diag->at.line);
  lua_pushlstring(L, sentence.ptr, sentence.len);
  lua_concat(L, 3);
  return 2;
}

/* frame:put(from, to) -> true | nil, problem */
static int put(lua_State *L) {
  ysl_frame *ud = check_frame(L, 1);
  const uint32_t from = check_node(L, ud, 2), to = check_node(L, ud, 3);
  int results;
  if (ysl_check_status(L, ys_frame_put(&ud->frame, from, to))) {
    lua_pushboolean(L, true);
    return 1;
  }
  ud->open = false;
  results = push_invalid(L, ud);
  ud->open = true;
  return results;
}

/* Pushes the table of the owner's functions. */
static void push_functions(lua_State *L, int index) {
  ysl_getcompanion(L, index);
  lua_rawgeti(L, -1, 1);
  ysl_getcompanion(L, -1);
  lua_replace(L, -3);
  lua_pop(L, 1);
}

/* frame:arguments(node, index, args) -> true | nil, problem */
static int arguments(lua_State *L) {
  ysl_frame *ud = check_lasting(L, 1);
  const uint32_t node = check_node(L, ud, 2);
  const lua_Integer index = luaL_checkinteger(L, 3);
  ys_annot *annot;
  ysl_owner *owner = ud->template->owner;
  ysl_pending *pending = ysl_check_growth(L, ud->template);
  bool done;
  luaL_checktype(L, 4, LUA_TTABLE);
  annot = index > 0 ? ys_frame_annot(&ud->frame, node, (size_t)index) : NULL;
  luaL_argcheck(L, annot != NULL, 3, "no such annotation");
  lua_settop(L, 4);
  push_functions(L, 1);
  ysl_enter(owner);
  done = ysl_take_arguments(L, owner, pending, annot, 4, 5);
  ysl_leave(owner);
  if (!done) return ysl_fail_top(L);
  lua_pushboolean(L, true);
  return 1;
}

static ys_status fail_computed(ys_space *space, const ys_computed *computed,
                               ys_place place, const ysl_problem *problem) {
  ys_diag *diag =
      ys_space_diagnose(space, YS_E_COMPUTED_VALUE, place, YS_NOWHERE);
  if (diag == NULL) return YS_NOMEM;
  diag->args[0] = computed->text;
  YS_TRY(ys_arena_str(&space->arena, problem->text, &diag->args[1]));
  return ys_arena_str(&space->arena, problem->calls, &diag->calls);
}

/* The annotation of a node that an index counts from 1. */
static const ys_annot *check_annotation(lua_State *L, const ys_part_node *node,
                                        int index) {
  const lua_Integer number = luaL_checkinteger(L, index);
  const ys_annot *annot = number > 0 ? ys_slot_annots(node->slot) : NULL;
  for (lua_Integer i = 1; i < number && annot != NULL; i++)
    annot = annot->next;
  luaL_argcheck(L, annot != NULL, index, "no such annotation");
  return annot;
}

/* The line and column at two stack indexes, or `place` when there are none. */
static ys_place check_place(lua_State *L, int index, ys_place place) {
  if (lua_isnoneornil(L, index)) return place;
  place.line = ysl_check_position(L, index);
  place.column =
      lua_isnoneornil(L, index + 1) ? 1 : ysl_check_position(L, index + 1);
  return place;
}

/* The problem in the arguments from a stack index on: problem, line, column,
 * ran, calls. */
static ysl_problem check_problem(lua_State *L, int index) {
  ysl_problem problem = {.text = ysl_check_str(L, index),
                         .ran = lua_toboolean(L, index + 3)};
  problem.calls.ptr = luaL_optlstring(L, index + 4, "", &problem.calls.len);
  return problem;
}

/* frame:fail(node, index, problem, line, column, ran, calls): records why an
 * annotation, or without an index the computed value, of a node failed, whether
 * its code ran, and the calls that led there */
static int fail_node(lua_State *L) {
  const ysl_problem problem = check_problem(L, 4);
  ysl_frame *ud = check_lasting(L, 1);
  const ys_part_node *node = &ud->frame.part->nodes[check_node(L, ud, 2)];
  ys_status status;
  if (lua_isnil(L, 3)) {
    luaL_argcheck(L, node->computed != NULL, 3, "no computed value");
    status = fail_computed(ud->frame.space, node->computed,
                           check_place(L, 5, node->computed->place), &problem);
  } else {
    const ys_annot *annot = check_annotation(L, node, 3);
    const ys_place place = check_place(L, 5, ys_annot_place(annot));
    status = ysl_record_problem(ud->template->owner, annot, place, &problem);
  }
  ysl_check_status(L, status);
  return 0;
}

/* Gives a slot the annotations of the item or document that is its value now.
 * Annotations that the slot has come first. Those about the kind of a document
 * and, for an entry, about overlays, are left out. */
static ys_status add_annotations(ys_arena *arena, ys_slot *slot,
                                 ys_annot *annots) {
  ys_annot *last = ys_slot_annots(slot), *next;
  while (last != NULL && last->next != NULL)
    last = last->next;
  for (; annots != NULL; annots = next) {
    const ys_word word = annots->word;
    next = annots->next;
    if (ys_word_is_header(word) || word == YS_WORD_VALUES ||
        word == YS_WORD_JSON_SCHEMA ||
        (slot->key != NULL && ys_word_is_overlay(word) &&
         ys_word_is_known(word)) ||
        ys_annot_has(slot, annots))
      continue;
    annots->next = NULL;
    if (last == NULL)
      YS_TRY(ys_slot_annotate(arena, slot, annots));
    else
      last->next = annots;
    last = annots;
  }
  return YS_OK;
}

/* Makes the latest instance of the node the value at the top of the stack. */
static ys_status set_value(ysl_frame *ud, ysl_import *im, uint32_t node) {
  ys_slot *slot = ud->frame.live[node].instance;
  const bool was_entry = ysl_is_entry(im);
  ys_slot value;
  im->place = ys_slot_place(slot);
  im->depth = ud->frame.part->nodes[node].depth;
  YS_TRY(ysl_import_value(im, NULL, &value));
  if (!ys_space_spend_instances(im->space, ys_slot_count(&value) - 1)) {
    im->problem = "makes more nodes than the limit max_nodes allows";
    im->problem_path = (ys_str){"", 0};
    return YS_INVALID;
  }
  YS_TRY(ys_slot_set_value(&im->space->arena, slot, &value));
  if (was_entry) return YS_OK;
  return add_annotations(&ud->frame.space->arena, slot, ys_slot_annots(&value));
}

/* frame:value(node, value, is_float) -> true | nil, problem */
static int value(lua_State *L) {
  ysl_frame *ud = check_frame(L, 1);
  const ysl_number number = ysl_number_at(L, 4);
  const uint32_t node = check_node(L, ud, 2);
  ysl_owner *owner = ud->template->owner;
  ysl_import im = {.L = L, .space = ud->frame.space, .from_code = true};
  ys_status status;
  luaL_argcheck(L, ud->frame.part->nodes[node].computed != NULL, 2,
                "the node has no computed value");
  luaL_argcheck(L, ud->frame.live[node].instance != NULL, 2,
                "the node has not been put");
  lua_settop(L, 3);
  if (!ud->transient) {
    push_functions(L, 1);
    im.origins = ysl_push_origins(L, 4);
  }
  lua_pushvalue(L, 3);
  ysl_enter(owner);
  ud->open = false;
  status = set_value(ud, &im, node);
  if (status == YS_OK) ysl_take_float(L, number, ud->frame.live[node].instance);
  if (status == YS_INVALID) ysl_import_push_problem(&im);
  ud->open = true;
  ysl_leave(owner);
  if (!ysl_check_status(L, status)) return ysl_fail_top(L);
  lua_pushboolean(L, true);
  return 1;
}

/* frame:refuse(node): the latest instance of the node has no value, because its
 * code failed, which is recorded. So nothing else is reported about that value.
 */
static int refuse(lua_State *L) {
  const ysl_frame *ud = check_frame(L, 1);
  ys_slot *instance = ud->frame.live[check_node(L, ud, 2)].instance;
  luaL_argcheck(L, instance != NULL, 2, "the node has not been put");
  instance->flags |= YS_SLOT_INVALID;
  return 0;
}

/* ---- the ends of frames -------------------------------------------------- */

/* Records an error for each annotation of a document that is a scalar. A table
 * is found again by its address; a scalar would lose its annotations. */
static ys_status refuse_lost(ysl_frame *ud, const ys_slot *document) {
  ys_space *space = ud->frame.space;
  ys_status result = YS_OK;
  if (ys_is_collection(document)) return YS_OK;
  for (const ys_annot *a = ys_slot_annots(document); a != NULL; a = a->next) {
    ys_diag *diag;
    if (!ys_word_is_ours(a->word)) continue;
    diag = ys_space_diagnose(space, YS_E_ANNOTATION_LOST, ys_annot_place(a),
                             YS_NOWHERE);
    if (diag == NULL) return YS_NOMEM;
    diag->args[0] = a->name;
    result = YS_INVALID;
  }
  return result;
}

/* An array with all documents as its items. NULL: there is no memory. */
static ys_slot *make_set(ysl_frame *ud) {
  const ys_documents *documents = &ud->frame.documents;
  ys_arena *arena = &ud->frame.space->arena;
  ys_slot *set = ys_arena_new(arena, ys_slot);
  if (set == NULL) return NULL;
  ys_slot_make_bare(set, YS_ARRAY);
  set->u.first = documents->first;
  return ys_slot_close(arena, set, documents->last,
                       (uint32_t)documents->count) == YS_OK
             ? set
             : NULL;
}

/* Pushes the set of documents of a body that has `---`. */
static int push_set(lua_State *L, ysl_frame *ud, int origins) {
  const ys_slot *set = make_set(ud);
  if (set == NULL) return ysl_no_memory(L);
  if (!ysl_export_known(L, set, origins)) return ysl_fail_top(L);
  lua_rawgeti(L, YSL_STATE, YSL_DOCUMENTS_MT);
  lua_setmetatable(L, -2);
  return 1;
}

/* Pushes the results of frame:fragment(), and gives their number. */
static int push_fragment(lua_State *L, ysl_frame *ud) {
  const ys_slot *document = ud->frame.documents.first;
  const bool is_set = ud->frame.part->marked;
  ys_status status = ys_frame_finish(&ud->frame);
  int origins = 0;
  if (status == YS_OK && document != NULL && !is_set)
    status = refuse_lost(ud, document);
  if (!ysl_check_status(L, status)) {
    if (ud->transient) return push_invalid(L, ud);
    lua_pushnil(L);
    lua_pushboolean(L, false); /* there is a record */
    return 2;
  }
  if (document == NULL && !is_set) {
    lua_pushnil(L);
    return 1;
  }
  if (!ud->transient) {
    push_functions(L, 1);
    origins = ysl_push_origins(L, 2);
  }
  if (is_set) return push_set(L, ud, origins);
  if (!ysl_export_known(L, document, origins)) return ysl_fail_top(L);
  lua_pushboolean(L, document->kind == YS_FLOAT);
  return 2;
}

/* frame:fragment() -> value, is_float | nil | nil, problem */
static int fragment(lua_State *L) {
  ysl_frame *ud = check_frame(L, 1);
  ysl_owner *owner = ud->template->owner;
  int results;
  lua_settop(L, 1);
  ysl_enter(owner);
  ud->open = false;
  results = push_fragment(L, ud);
  release(ud);
  ysl_leave(owner);
  return results;
}

ys_status ysl_end_frame(lua_State *L, int index, const ysl_owner *owner,
                        ys_documents **out) {
  ysl_frame *ud = check_lasting(L, index);
  ys_status status;
  luaL_argcheck(L, ud->template->owner == owner, index,
                "the frame is of another owner");
  status = ys_frame_finish(&ud->frame);
  release(ud);
  *out = &ud->frame.documents;
  return status;
}

const luaL_Reg ysl_frame_methods[] = {
    {"put", put},        {"arguments", arguments}, {"value", value},
    {"fail", fail_node}, {"refuse", refuse},       {"fragment", fragment},
    {NULL, NULL}};
