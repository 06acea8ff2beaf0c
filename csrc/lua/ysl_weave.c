#include "ysl_weave.h"

#include "../core/ys_message.h"
#include "../core/ys_weave.h"
#include "ysl_export.h"
#include "ysl_layers.h"
#include "ysl_origin.h"
#include "ysl_run.h"
#include "ysl_source.h"

typedef struct ysl_weave {
  ysl_box box;
  ysl_owner *owner;     /* the companion keeps it */
  ysl_pending *pending; /* of it: counts its functions */
  ys_code syntax;       /* what its annotations' faults are */
  uint16_t source;
  ys_part **parts; /* in the owner's arena */
  uint32_t count, capacity;
} ysl_weave;

typedef struct ysl_frame {
  ysl_box box;
  ysl_weave *weave; /* the companion keeps it */
  ys_frame frame;
  ys_space child; /* of a transient frame */
  bool transient;
  bool open; /* it may be put to */
} ysl_frame;

/* ---- weaves --------------------------------------------------------------
 */

/* Whether what stands at an index takes annotations' arguments now: then its
 * counter of functions. */
static ysl_pending *find_pending(lua_State *L, int index) {
  ysl_schema *schema = ysl_test_box(L, index, YSL_SCHEMA, sizeof *schema);
  ysl_run *run = ysl_test_box(L, index, YSL_RUN, sizeof *run);
  ysl_layers *layers = ysl_test_box(L, index, YSL_LAYERS, sizeof *layers);
  if (schema != NULL && !schema->compiled) return &schema->pending;
  if (layers != NULL && !layers->applied) return &layers->pending;
  if (run == NULL || run->state != RUN_INPUTS) return NULL;
  if (run->owner.open) ysl_run_own_functions(L, index, run);
  return &run->pending;
}

/* core.weave(owner, source) -> weave */
static int new_weave(lua_State *L) {
  ysl_weave *box;
  ysl_pending *pending;
  ysl_owner *owner;
  lua_settop(L, 2);
  box = ysl_new_box(L, YSL_WEAVE, sizeof *box);
  pending = find_pending(L, 1);
  luaL_argcheck(L, pending != NULL, 1,
                "a schema, a run or layers that take inputs expected");
  lua_createtable(L, 2, 0);
  lua_pushvalue(L, 1);
  lua_rawseti(L, -2, 1);
  lua_pushvalue(L, 3);
  lua_rawseti(L, -2, 2);
  ysl_setcompanion(L, 3);
  ysl_getcompanion(L, 1);
  ysl_make_origins(L, lua_gettop(L));
  lua_settop(L, 3);
  owner = ysl_check_owner(L);
  box->pending = pending;
  box->syntax = ysl_test_box(L, 1, YSL_SCHEMA, sizeof(ysl_schema)) != NULL
                    ? YS_E_ANNOTATION_SYNTAX
                    : YS_E_INPUT_SYNTAX;
  box->source = ysl_add_source(L, 2, owner->space);
  box->owner = owner;
  return 1;
}

/* Nothing but what the owner's arena has. */
int ysl_weave_collect(lua_State *L) {
  ysl_weave *box = ysl_check_box(L, 1, YSL_WEAVE, sizeof *box);
  box->owner = NULL;
  return 0;
}

/* Throws when the owner is gone. One that was closed stays as long as runs need
 * it, and their closures may run code. */
static void check_alive(lua_State *L, const ysl_owner *owner) {
  if (owner == NULL || owner->release == NULL)
    luaL_error(L, "what the code belongs to is closed");
}

static ysl_weave *check_weave(lua_State *L) {
  ysl_weave *box = ysl_check_box(L, 1, YSL_WEAVE, sizeof *box);
  check_alive(L, box->owner);
  return box;
}

/* ---- parts ---------------------------------------------------------------
 */

static ys_status add_part(ysl_weave *box, ys_part *part) {
  if (box->count == box->capacity) {
    const uint32_t capacity = box->capacity == 0 ? 8 : box->capacity * 2;
    ys_part **parts =
        ys_arena_zalloc(&box->owner->space->arena, capacity, sizeof(ys_part *));
    if (parts == NULL) return YS_NOMEM;
    if (box->count > 0)
      memcpy(parts, box->parts, box->count * sizeof(ys_part *));
    box->parts = parts;
    box->capacity = capacity;
  }
  box->parts[box->count++] = part;
  return YS_OK;
}

static ys_status parse_part(ysl_weave *box, ys_str text, uint32_t line) {
  ys_space *space = box->owner->space;
  ys_extract extract = {.source = box->source, .above = line - 1};
  ys_part *part = ys_arena_new(&space->arena, ys_part);
  if (part == NULL) return YS_NOMEM;
  YS_TRY(ys_arena_str(&space->arena, text, &extract.text));
  YS_TRY(ys_part_parse(space, &extract, part));
  return add_part(box, part);
}

/* weave:part(text, first_line) -> number | nil */
static int new_part(lua_State *L) {
  const ys_str text = ysl_check_str(L, 2);
  const lua_Integer line = luaL_checkinteger(L, 3);
  ysl_weave *box = check_weave(L);
  luaL_argcheck(L, line > 0 && line < INT32_MAX, 3, "not a line");
  if (ysl_check_status(L, parse_part(box, text, (uint32_t)line)))
    lua_pushinteger(L, (lua_Integer)box->count);
  else
    lua_pushnil(L);
  return 1;
}

static const ys_part *check_part(lua_State *L, const ysl_weave *box) {
  const lua_Integer number = luaL_checkinteger(L, 2);
  luaL_argcheck(L, number > 0 && number <= (lua_Integer)box->count, 2,
                "no such part");
  return box->parts[number - 1];
}

/* weave:code_lines(part) -> list of line numbers */
static int code_lines(lua_State *L) {
  const ysl_weave *box = check_weave(L);
  const ys_part *part = check_part(L, box);
  ysl_index index = 0;
  ysl_enter(box->owner);
  lua_newtable(L);
  for (const ys_code_line *line = part->documents.code_first; line != NULL;
       line = line->next) {
    lua_pushinteger(L, (lua_Integer)line->place.line);
    lua_rawseti(L, -2, ++index);
  }
  ysl_leave(box->owner);
  return 1;
}

/* weave:nodes(part, first_line, last_line) -> from, to | nil */
static int nodes(lua_State *L) {
  const ys_part *part = check_part(L, check_weave(L));
  const lua_Integer first = luaL_checkinteger(L, 3);
  const lua_Integer last = luaL_checkinteger(L, 4);
  uint32_t from, to;
  luaL_argcheck(L, first > 0 && first < INT32_MAX, 3, "not a line");
  luaL_argcheck(L, last > 0 && last < INT32_MAX, 4, "not a line");
  from = ys_part_find(part, (uint32_t)first);
  to = ys_part_find(part, (uint32_t)last + 1);
  if (from >= to) {
    lua_pushnil(L);
    return 1;
  }
  lua_pushinteger(L, (lua_Integer)from + 1);
  lua_pushinteger(L, (lua_Integer)to);
  return 2;
}

/* weave:is_schema(part) -> boolean */
static int is_schema(lua_State *L) {
  const ys_part *part = check_part(L, check_weave(L));
  lua_pushboolean(L, ys_schema_among(&part->documents));
  return 1;
}

/* weave:fail(line, column, problem): records what went wrong in code */
static int fail_code(lua_State *L) {
  const lua_Integer line = luaL_checkinteger(L, 2);
  const lua_Integer column = luaL_optinteger(L, 3, 1);
  const ys_str problem = ysl_check_str(L, 4);
  const ysl_weave *box = check_weave(L);
  const ys_place nowhere = {0};
  const ys_place place = {(uint32_t)line, (uint32_t)column, box->source};
  ys_space *space = box->owner->space;
  ys_diag *diag;
  luaL_argcheck(L, line > 0 && line < INT32_MAX, 2, "not a line");
  luaL_argcheck(L, column > 0 && column < INT32_MAX, 3, "not a column");
  diag = ys_space_fault(space, YS_E_CODE_FAILED, place, nowhere);
  if (diag == NULL) return ysl_no_memory(L);
  ysl_check_status(L, ys_arena_str(&space->arena, problem, &diag->args[0]));
  return 0;
}

/* ---- what code has to give ------------------------------------------------
 */

static void set_string(lua_State *L, const char *name, ys_str text) {
  lua_pushlstring(L, text.ptr, text.len);
  lua_setfield(L, -2, name);
}

static void set_number(lua_State *L, const char *name, size_t number) {
  lua_pushinteger(L, (lua_Integer)number);
  lua_setfield(L, -2, name);
}

/* Adds one piece of work to the list at the top of the stack. */
static void add_work(lua_State *L, const ysl_weave *box, uint32_t node,
                     const char *kind, ys_str text, ys_place place) {
  lua_createtable(L, 0, 8);
  set_number(L, "node", (size_t)node + 1);
  set_string(L, "kind", ys_cstr(kind));
  set_string(L, "text", text);
  set_string(L, "file", ys_sources_name(&box->owner->space->sources, place));
  set_number(L, "line", place.line);
  set_number(L, "column", place.column);
  lua_pushvalue(L, -1);
  lua_rawseti(L, -3, (ysl_index)lua_rawlen(L, -3) + 1);
}

static void add_annotations(lua_State *L, const ysl_weave *box, uint32_t node,
                            const ys_slot *slot) {
  size_t index = 0;
  for (const ys_annot *a = slot->annots; a != NULL; a = a->next) {
    index++;
    if (a->evaluated || !ys_vocab_is_ours(a->name)) continue;
    add_work(L, box, node, "annotation", a->text, ys_annot_place(a));
    set_number(L, "index", index);
    set_string(L, "name", a->name);
    lua_pop(L, 1);
  }
}

/* The text of a computed value begins behind `#@ ` and more blanks. */
static void add_computed(lua_State *L, const ysl_weave *box, uint32_t node,
                         const ys_computed *computed) {
  ys_str text = computed->text;
  ys_place place = computed->place;
  place.column += 3;
  while (text.len > 0 && (*text.ptr == ' ' || *text.ptr == '\t')) {
    text = (ys_str){text.ptr + 1, text.len - 1};
    place.column++;
  }
  add_work(L, box, node, "value", text, place);
  lua_pop(L, 1);
}

/* weave:work(part) -> list of { node, kind, index, name, text, file, line,
 * column } */
static int work(lua_State *L) {
  const ysl_weave *box = check_weave(L);
  const ys_part *part = check_part(L, box);
  ysl_enter(box->owner);
  lua_newtable(L);
  for (uint32_t i = 0; i < part->count; i++) {
    add_annotations(L, box, i, part->nodes[i].slot);
    if (part->nodes[i].computed != NULL)
      add_computed(L, box, i, part->nodes[i].computed);
  }
  ysl_leave(box->owner);
  return 1;
}

/* ---- frames --------------------------------------------------------------
 */

/* weave:frame(part, transient) -> frame */
static int new_frame(lua_State *L) {
  ysl_frame *box;
  ysl_weave *weave;
  const ys_part *part;
  lua_settop(L, 3);
  box = ysl_new_box(L, YSL_FRAME, sizeof *box);
  weave = check_weave(L);
  part = check_part(L, weave);
  ysl_getcompanion(L, 1);
  ysl_setcompanion(L, 4);
  box->transient = lua_toboolean(L, 3);
  if (box->transient)
    ysl_check_status(
        L, ys_space_init(&box->child, ysl_memory(L), weave->owner->space));
  box->weave = weave;
  box->frame.plain = box->transient;
  ysl_check_status(
      L, ys_frame_init(&box->frame, part,
                       box->transient ? &box->child : weave->owner->space));
  box->frame.plain = box->transient;
  box->open = true;
  return 1;
}

static void release(ysl_frame *box) {
  box->open = false;
  ys_frame_release(&box->frame);
  if (box->transient && box->weave != NULL) ys_space_release(&box->child);
  box->transient = false;
}

int ysl_frame_collect(lua_State *L) {
  release(ysl_check_box(L, 1, YSL_FRAME, sizeof(ysl_frame)));
  return 0;
}

static ysl_frame *check_frame(lua_State *L, int index) {
  ysl_frame *box = ysl_check_box(L, index, YSL_FRAME, sizeof *box);
  luaL_argcheck(L, box->open, index, "the frame has ended");
  check_alive(L, box->weave->owner);
  return box;
}

/* A frame that annotations and records are for. */
static ysl_frame *check_lasting(lua_State *L, int index) {
  ysl_frame *box = check_frame(L, index);
  luaL_argcheck(L, !box->transient, index, "the frame is transient");
  return box;
}

static uint32_t check_node(lua_State *L, const ysl_frame *box, int index) {
  const lua_Integer number = luaL_checkinteger(L, index);
  luaL_argcheck(L, number > 0 && number <= (lua_Integer)box->frame.part->count,
                index, "no such node");
  return (uint32_t)(number - 1);
}

/* Pushes nil and, when the records go with the frame, what the last one says;
 * the number of both. */
static int push_invalid(lua_State *L, ysl_frame *box) {
  const ys_diag *diag = box->child.diags.last;
  ys_str file, sentence;
  lua_pushnil(L);
  if (!box->transient || diag == NULL) return 1;
  file = ys_sources_name(&box->child.sources, diag->at);
  ysl_check_status(L,
                   ys_message_sentence(&box->child.arena, &box->child.sources,
                                       diag, &sentence));
  lua_pushlstring(L, file.ptr, file.len);
  lua_pushfstring(L, ":%d: ", (int)diag->at.line);
  lua_pushlstring(L, sentence.ptr, sentence.len);
  lua_concat(L, 3);
  return 2;
}

/* frame:put(from, to) -> true | nil, problem */
static int put(lua_State *L) {
  ysl_frame *box = check_frame(L, 1);
  const uint32_t from = check_node(L, box, 2), to = check_node(L, box, 3);
  if (!ysl_check_status(L, ys_frame_put(&box->frame, from, to)))
    return push_invalid(L, box);
  lua_pushboolean(L, true);
  return 1;
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
  ysl_frame *box = check_lasting(L, 1);
  const uint32_t node = check_node(L, box, 2);
  const lua_Integer index = luaL_checkinteger(L, 3);
  ys_annot *annot;
  ysl_owner *owner = box->weave->owner;
  bool done;
  luaL_checktype(L, 4, LUA_TTABLE);
  annot = index > 0 ? ys_frame_annot(&box->frame, node, (size_t)index) : NULL;
  luaL_argcheck(L, annot != NULL, 3, "no such annotation");
  lua_settop(L, 4);
  push_functions(L, 1);
  ysl_enter(owner);
  done = ysl_take_arguments(L, owner, box->weave->pending, annot, 4, 5);
  ysl_leave(owner);
  if (!done) return ysl_fail_top(L);
  lua_pushboolean(L, true);
  return 1;
}

static ys_status fail_computed(ys_space *space, const ys_computed *computed,
                               ys_place place, ys_str problem, ys_str calls) {
  const ys_place nowhere = {0};
  ys_diag *diag = ys_space_fault(space, YS_E_COMPUTED_VALUE, place, nowhere);
  if (diag == NULL) return YS_NOMEM;
  diag->args[0] = computed->text;
  YS_TRY(ys_arena_str(&space->arena, problem, &diag->args[1]));
  return ys_arena_str(&space->arena, calls, &diag->args[2]);
}

/* frame:fail(node, index, problem, line, column, calls): records why an
 * annotation, or without an index the computed value, of a node failed, and the
 * calls that led there */
static int fail_node(lua_State *L) {
  const ys_str problem = ysl_check_str(L, 4);
  ysl_frame *box = check_lasting(L, 1);
  const ys_part_node *node = &box->frame.part->nodes[check_node(L, box, 2)];
  lua_Integer index = luaL_optinteger(L, 3, 0);
  const ys_annot *annot = node->slot->annots;
  const bool computed = index <= 0;
  ys_str calls;
  ys_place place;
  calls.ptr = luaL_optlstring(L, 7, "", &calls.len);
  while (annot != NULL && --index > 0)
    annot = annot->next;
  luaL_argcheck(L, computed ? node->computed != NULL : annot != NULL, 3,
                "no such annotation or value");
  place = computed ? node->computed->place : ys_annot_place(annot);
  if (!lua_isnoneornil(L, 5)) {
    place.line = (uint32_t)luaL_checkinteger(L, 5);
    place.column = (uint32_t)luaL_optinteger(L, 6, 1);
  }
  ysl_check_status(L, computed ? fail_computed(box->frame.space, node->computed,
                                               place, problem, calls)
                               : ysl_record_problem(box->frame.space,
                                                    box->weave->syntax, annot,
                                                    place, problem, calls));
  return 0;
}

/* Makes the latest instance of the node the value at the top of the stack. */
static ys_status set_value(ysl_frame *box, ysl_import *im, uint32_t node) {
  ys_slot *slot = box->frame.live[node].instance;
  ys_slot value;
  im->place = ys_slot_place(slot);
  im->depth = box->frame.part->nodes[node].depth;
  YS_TRY(ysl_import_value(im, NULL, &value));
  slot->kind = value.kind;
  slot->flags = value.flags;
  slot->size = value.size;
  slot->u = value.u;
  return YS_OK;
}

/* frame:value(node, value) -> true | nil, problem */
static int value(lua_State *L) {
  ysl_frame *box = check_frame(L, 1);
  const uint32_t node = check_node(L, box, 2);
  ysl_owner *owner = box->weave->owner;
  ysl_import im = {.L = L, .space = box->frame.space};
  ys_status status;
  luaL_argcheck(L, box->frame.part->nodes[node].computed != NULL, 2,
                "the node has no computed value");
  luaL_argcheck(L, box->frame.live[node].instance != NULL, 2,
                "the node has not been put");
  lua_settop(L, 3);
  if (!box->transient) {
    push_functions(L, 1);
    im.origins = ysl_push_origins(L, 4);
  }
  lua_pushvalue(L, 3);
  ysl_enter(owner);
  status = set_value(box, &im, node);
  if (status == YS_INVALID) ysl_import_push_problem(&im);
  ysl_leave(owner);
  if (!ysl_check_status(L, status)) return ysl_fail_top(L);
  lua_pushboolean(L, true);
  return 1;
}

/* ---- the ends of frames ---------------------------------------------------
 */

/* Pushes what the frame's document is, or nil and perhaps a problem; the number
 * of these. */
static int push_fragment(lua_State *L, ysl_frame *box) {
  const ys_documents *documents = &box->frame.documents;
  int origins = 0;
  if (!ysl_check_status(L, ys_frame_finish(&box->frame)))
    return push_invalid(L, box);
  if (documents->count > 1)
    return ysl_fail(L, "a function gives one document, but its code made "
                       "several");
  if (documents->first == NULL) {
    lua_pushnil(L);
    return 1;
  }
  if (!box->transient) {
    push_functions(L, 1);
    origins = ysl_push_origins(L, 2);
  }
  if (!ysl_export_known(L, documents->first, origins)) return ysl_fail_top(L);
  return 1;
}

/* frame:fragment() -> value | nil | nil, problem */
static int fragment(lua_State *L) {
  ysl_frame *box = check_frame(L, 1);
  ysl_owner *owner = box->weave->owner;
  int results;
  lua_settop(L, 1);
  ysl_enter(owner);
  results = push_fragment(L, box);
  release(box);
  ysl_leave(owner);
  return results;
}

ys_status ysl_end_frame(lua_State *L, int index, const ysl_owner *owner,
                        ys_documents **out) {
  ysl_frame *box = check_lasting(L, index);
  ys_status status;
  luaL_argcheck(L, box->weave->owner == owner, index,
                "the frame is of another owner");
  status = ys_frame_finish(&box->frame);
  release(box);
  *out = &box->frame.documents;
  return status;
}

const luaL_Reg ysl_weave_methods[] = {
    {"part", new_part},       {"code_lines", code_lines},
    {"work", work},           {"nodes", nodes},
    {"is_schema", is_schema}, {"fail", fail_code},
    {"frame", new_frame},     {NULL, NULL}};

const luaL_Reg ysl_frame_methods[] = {
    {"put", put},        {"arguments", arguments}, {"value", value},
    {"fail", fail_node}, {"fragment", fragment},   {NULL, NULL}};

const luaL_Reg ysl_weave_functions[] = {{"weave", new_weave}, {NULL, NULL}};
