/*
 * lua/module/module.c - yschema.core, the C module below lua/yschema/. Not
 * public.
 *
 * The core does the work and the binding converts. What the data can cause
 * never throws: it is a record in its owner (a schema, a run, or what
 * core.parse made), or `nil, problem`. Wrong arguments, closed objects and "not
 * enough memory" throw.
 *
 * Values
 *   core.null       the light userdata NULL
 *   core.array_mt   the metatable of arrays; {} with it is an array
 *   core.share_array_mts(array_mt, empty_array_mt): arrays get this one from
 * now on; both, and a metatable whose `__jsontype` is "array", mark arrays that
 * come in core.tuple_mt   the metatable of tuples, in annotation arguments only
 *   core.matcher_mt the metatable of matchers, { "index", 0 } and the like, in
 *                   annotation arguments only
 *   core.hooks      functions that the host sets:
 *     call(fn, ...) -> true, results... | false, message: calls a closure of an
 *     overlay; it may not yield
 *     and for LuaJIT integer_text(cdata) -> decimal text | nil;
 *     big_integer(text) -> value
 *   A table is an array when it is marked as one or its keys are exactly 1..n,
 *   n > 0; else a map, but an empty one where the schema wants an array. A map
 *   whose metatable has a list `keys` has those first, in that order. Other
 *   keys stand in the schema's order, unknown ones after them, sorted.
 *   Functions are values in annotation arguments only.
 *
 * Sources
 *   core.read(name, path, max_bytes, streams) -> source | nil, problem
 *     "-": stdin; it is a file when its name is its path. Only regular files
 * are read, which never wait, unless `streams`: then FIFOs and terminals, too
 *   core.source(name, text, is_file) -> source
 *   source:likely_schema() -> boolean; source:name(); source:text()
 *   source:has_code() -> whether it may hold code lines or computed values
 *   source:assume(): says in reports that it is taken for data values
 *
 * Schemas
 *   core.schema{ strict=, max_bytes=, max_depth=, max_alias_nodes=,
 *     max_nodes= } -> schema
 *   schema:add(source) -> "schema" | "values" | nil
 *   schema:pending() -> list of { id=, name=, text=, file=, line=, column= }:
 *     annotations whose arguments the host has to compile
 *   schema:set_arguments(id, args) -> true | nil, problem
 *     args: list of { name = string | nil, text = string, value = any,
 *     computed = whether the text is no literal }
 *   schema:fail_arguments(id, problem, ran): ran: their code did, and failed
 *   schema:compile() -> true | nil
 *   schema:closures() -> table of the functions, by number
 *   schema:describe(texts) -> what core/export/describe.h says, without its
 * outer `schema` | nil, problem; values are YAML when `texts` is true; the
 * tables of maps have metatables with `keys` schema:inspect("yaml" | "json" |
 * "openapi-v3" | "json-schema" | "json-schema-2020-12") -> text, unsaid | nil,
 * problem unsaid: list of { path, must_be } that the format cannot say; null
 * for others than JSON Schema
 *
 * Runs
 *   core.run(schema, { skip_validation=, ask_no_rules=, code_in_values= })
 *     -> run
 *   run:parse(source, "template" | "plain") -> true | nil
 *   run:give(value) -> true | nil, problem
 *   run:give_value(source, keys, text, as_yaml) -> true | nil
 *   run:pending(), :set_arguments(id, args), :fail_arguments(id, ...): as
 *     a schema's, for annotations of data values, when code_in_values is set
 *   run:step(...) -> value, function, kind: what the last question's function
 *     gave goes in, the next question comes out. A plain question has no kind:
 *     step on with what function(value, ctx) gives. Its function is nil when it
 *     is that of the last one. Other kinds, whose function is never nil:
 *     core.DEFAULT: function() gives a default; run:answer() takes it
 *     core.RULE, core.WHEN: a rule that does not hold, or a `when=` that is no
 *     boolean: the first two values it gave are back, null for no second one;
 *     run:answer() takes the verdict on them
 *     core.MARKED: a plain question after run:mark()
 *     core.OVER: the run is over
 *   run:answer(verdict, message or value, calls) -> as step()
 *     verdict: core.VALID, INVALID, FAILED, NO_BOOLEAN, with a message, and for
 *     core.DEFAULT core.GIVEN, with the value, or DEFAULT_FAILED, with a
 *     message. Calls led to a failure, one a line
 *   run:mark(): has the next plain question marked
 *   run:asked() -> kind of the question that waits for an answer | nil
 *   run:questions() -> how many there were
 *   run:context("parent" | "root" | "path" | "key") -> value, nodes: about the
 *     last question; nil, problem when Lua cannot have the value
 *   run:question_place() -> file, line of the question's annotation
 *   run:value(ordered) -> value | nil, problem; run:encode(format)
 *     ordered: maps get metatables with the list of their `keys`
 *
 * Documents, values and rules by themselves
 *   core.parse(source, options) -> documents | nil, owner
 *   documents:count(), :source(), :encode(format)
 *   documents:value(i, ordered) -> value | nil, problem; with `ordered`, the
 *     tables of maps have metatables with `keys`
 *   core.encode(value, "yaml" | "json") -> string | nil, problem
 *   core.rule_test(name, argument, value) -> holds, found | nil, problem
 *   core.rule_phrase(name, argument) -> what a value must be | nil, problem
 *   core.nearest(word, list of strings) -> the nearest of them | nil
 *
 * Regular expressions
 *   core.matches(pattern, text) -> matches | nil, problem
 *   matches:next() -> first, last | nil | nil, problem: as string.sub() takes
 *     them; problem: the search was given up. The end closes it.
 *   matches:span(group) -> first, last | nil: of a group of the last match
 *   matches:group(name) -> the group's number | nil; matches:close()
 *
 * Overlays on any documents
 *   core.layers(options) -> layers
 *   layers:parse(source, "either" | "base" | "overlay") -> true | nil
 *   layers:give(value, layer) -> true | nil, problem
 *   layers:pending(), :set_arguments(...), :fail_arguments(...): as a schema's
 *   layers:apply() -> true | nil
 *   layers:count(), :value(i, ordered), :encode(format): the documents of the
 * result
 *
 * What closures may use up (lua/limit/meter.h)
 *   core.meter(budget | nil, max_memory | nil, run | nil) -> meter
 *     for the calls of one run; each question of `run` has the whole budget
 *   core.caller(meter) -> call(fn, ...): as pcall. Lua 5.4 only; LuaJIT:
 *   core.enter(meter) -> two values; core.leave(meter, two values, pcall(fn,
 *     ...)) -> as pcall
 *   core.charge(instructions): for work that was done in C, or is about to be
 *   core.clock() -> nanoseconds; core.charge_time(since, most): up to `most`
 *     instructions
 *   core.throw_spent(): what was caught was that something is used up
 *   core.has_own_hook(); core.guard_strings(methods)
 *
 * Errors
 *   core.trace(thrown) -> { thrown =, traced = true, place, ... }: for xpcall()
 *
 * YAML with code lines around its nodes (core/yaml/weave.h)
 *   The host runs the code and says which lines of YAML it comes through. A
 *   part is a text that is parsed once: the file without the bodies of its
 *   functions, or one such body, whose place in the file `first_line` tells; a
 *   line of the file that is not of the part is an empty one. Nodes (documents,
 *   map entries, array items) have numbers from 1, in the order of the text.
 *   core.weave(owner, source) -> weave
 *     owner: a schema, a run or layers that take inputs; the source is added to
 *     it, since all places are in it
 *   weave:part(text, first_line) -> number from 1 | nil, with records
 *   weave:code_lines(part) -> list of the line numbers of `#@ ` comments on
 *     lines of their own, as far as they are comments to the parser
 *   weave:is_schema(part) -> whether one of its documents is a schema, or
 *     should be, since its header is there, but no `---`
 *   weave:nodes(part, first_line, last_line) -> from, to | nil
 *     the nodes that begin on these lines. A document without `---` begins
 *     where what it holds does, and is made once in a frame, as soon as it is
 *     needed
 *   weave:work(part) -> list, in the order of the nodes, of what code has to
 *     give: { node=, kind = "annotation", index=, name=, text=, file=, line=,
 *     column= } with index and place of the annotation, and { node=, kind =
 *     "value", text=, file=, line=, column= } for `key: #@ text`, with the
 *     place where the text begins; blanks around it are cut off
 *   weave:forget(): takes back all records of the owner since the weave was
 *     made, since another owner is going to read the file
 *   weave:frame(part, transient) -> frame
 *     one time that the part's code runs. Its instances are the owner's, and
 *     good for owner:keep(). Those of a transient frame are not: they have no
 *     annotations, and go with the frame; it may be made as long as the owner,
 *     or a run of it, is there
 *   frame:put(from, to) -> true | nil: makes instances of these nodes, each the
 *     last one in the latest instance of the node it belongs to. nil: that was
 *     left out; there is a record, or for a transient frame a second result,
 *     the problem with its file and line
 *   The next three are about the latest instance of a node:
 *   frame:arguments(node, index, args) -> true | nil, problem: as a schema's
 *     set_arguments(); not for transient frames
 *   frame:value(node, value) -> true | nil, problem: sets a computed value.
 *     Functions are no values
 *   frame:fail(node, index | nil, problem, line | nil, column | nil, ran,
 *     calls): records that an annotation, or without an index the computed
 *     value, failed; not for transient frames
 *   frame:fragment() -> value, is_float | nil | nil, problem or false: of its
 *     one document, nil alone when it has none, and the end of the frame. Keys
 *     that stand twice are records (then false), or a transient frame's
 *     problem. The tables of maps have metatables with `keys`. Tables of frames
 * that are not transient bring annotations and places of their nodes along when
 * they, or what they hold, are in values or arguments that the owner is given:
 * for each key that is still there, for each item by its position. A float in
 * them stays one in LuaJIT, too schema:keep(frame) -> as schema:add();
 * run:keep(frame, "template" | "plain") and layers:keep(frame, layer) -> as
 * parse(): take the documents of a frame, which ends. A frame without documents
 * keeps a schema's file a schema's
 *
 * Every owner of records
 *   owner:violations() -> list, list of warnings: { kind, message, path, rule,
 *     found, expected, hint, file, line, column, schema_file, schema_line };
 *     list of the files' names
 *   owner:text(), :warnings_text(), :json() -> string
 *   owner:exit_status() -> 0, 1, 2
 *   owner:fault(code, file, arg1, arg2): adds a record about no line
 *   owner:fault_at(code, source, line, column, arg1, arg2, calls): about a
 *     place
 *   owner:refused() -> list of texts of annotations that were taken for code
 *   owner:misspelt(problems): what is wrong with some of these, by their
 *     numbers there: they are no code either
 *   owner:close(): safe twice; also done by the collector
 *
 * The process
 *   core.is_terminal(descriptor) -> boolean; 1 is standard output, 2 standard
 *     error
 *   core.die_of_interrupts(): SIGINT ends the process, unless it is ignored
 *   core.write(path, text) -> true | nil, problem: a file that no signal leaves
 *     half written
 *   core.read_link(path) -> what a symbolic link says | nil: it is none
 */

#include "lua/base/owner.h"
#include "lua/base/trace.h"
#include "lua/code/frame.h"
#include "lua/code/weave.h"
#include "lua/document/documents.h"
#include "lua/document/rule.h"
#include "lua/limit/call.h"
#include "lua/limit/charge.h"
#include "lua/limit/hook.h"
#include "lua/limit/meter.h"
#include "lua/limit/strings.h"
#include "lua/overlay/layers.h"
#include "lua/report/report.h"
#include "lua/run/pool.h"
#include "lua/run/run.h"
#include "lua/schema/schema.h"
#include "lua/system/link.h"
#include "lua/system/process.h"
#include "lua/system/terminal.h"
#include "lua/text/buffer.h"
#include "lua/text/regexp.h"
#include "lua/text/source.h"

#define REGISTRY_NAME "yschema.state"

/* Where things stand on the stack while the module is opened. */
enum { AT_STATE = 1, AT_MODULE };

/* A type with its methods; both lists may be NULL. */
static void add_type(lua_State *L, ysl_type type, const luaL_Reg *methods,
                     const luaL_Reg *more, lua_CFunction collect) {
  ysl_new_type(L, AT_STATE, type);
  lua_pushvalue(L, AT_STATE);
  lua_pushcclosure(L, collect, 1);
  ysl_set_finalizer(L);
  lua_newtable(L);
  if (methods != NULL) ysl_set_functions(L, methods, AT_STATE);
  if (more != NULL) ysl_set_functions(L, more, AT_STATE);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, false); /* nobody puts it on another object */
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 1);
}

static void add_types(lua_State *L) {
  add_type(L, YSL_SOURCE, ysl_source_methods, NULL, ysl_source_collect);
  add_type(L, YSL_SCHEMA, ysl_schema_methods, ysl_report_methods,
           ysl_collect_method);
  add_type(L, YSL_RUN, ysl_run_methods, ysl_report_methods, ysl_collect_method);
  add_type(L, YSL_DOCUMENTS, ysl_documents_methods, ysl_report_methods,
           ysl_collect_method);
  add_type(L, YSL_LAYERS, ysl_layers_methods, ysl_report_methods,
           ysl_collect_method);
  add_type(L, YSL_WEAVE, ysl_weave_methods, NULL, ysl_weave_collect);
  add_type(L, YSL_FRAME, ysl_frame_methods, NULL, ysl_frame_collect);
  add_type(L, YSL_MATCHES, ysl_regexp_methods, NULL, ysl_collect_method);
  add_type(L, YSL_BUFFER, NULL, NULL, ysl_buffer_collect);
  add_type(L, YSL_POOL, NULL, NULL, ysl_pool_collect);
  add_type(L, YSL_METERS_BOX, NULL, NULL, ysl_meters_collect);
  add_type(L, YSL_METER, NULL, NULL, ysl_meter_collect);
}

/* The metatable of arrays says what dkjson and rapidjson want to hear. */
static void mark_arrays(lua_State *L) {
  lua_rawgeti(L, AT_STATE, YSL_ARRAY_MT);
  lua_pushliteral(L, "array");
  lua_setfield(L, -2, "__jsontype");
  lua_pop(L, 1);
}

/* Pushes the state. There is one in a Lua state, also when the module is
 * loaded anew: what was made before goes on to work. */
static void push_state(lua_State *L) {
  lua_getfield(L, LUA_REGISTRYINDEX, REGISTRY_NAME);
  if (!lua_isnil(L, -1)) return;
  lua_pop(L, 1);
  lua_newtable(L);
  add_types(L);
  for (int place = YSL_ARRAY_MT; place <= YSL_HOOKS; place++) {
    lua_newtable(L);
    lua_rawseti(L, AT_STATE, place);
  }
  mark_arrays(L);
  lua_pushvalue(L, AT_STATE);
  lua_pushcclosure(L, ysl_new_pool, 1);
  lua_call(L, 0, 1);
  lua_rawseti(L, AT_STATE, YSL_POOL_BOX);
  lua_pushvalue(L, AT_STATE);
  lua_pushcclosure(L, ysl_new_meters, 1);
  lua_call(L, 0, 1);
  lua_rawseti(L, AT_STATE, YSL_METERS);
  lua_pushvalue(L, AT_STATE);
  lua_setfield(L, LUA_REGISTRYINDEX, REGISTRY_NAME);
}

/* core.share_array_mts(array_mt, empty_array_mt): from now on arrays get this
 * metatable, and both mark arrays that come in. */
static int share_array_mts(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  lua_rawseti(L, YSL_STATE, YSL_EMPTY_ARRAY_MT);
  lua_rawseti(L, YSL_STATE, YSL_ARRAY_MT);
  return 0;
}

static void add_values(lua_State *L) {
  lua_pushlightuserdata(L, NULL);
  lua_setfield(L, AT_MODULE, "null");
  lua_rawgeti(L, AT_STATE, YSL_ARRAY_MT);
  lua_setfield(L, AT_MODULE, "array_mt");
  lua_rawgeti(L, AT_STATE, YSL_TUPLE_MT);
  lua_setfield(L, AT_MODULE, "tuple_mt");
  lua_rawgeti(L, AT_STATE, YSL_MATCHER_MT);
  lua_setfield(L, AT_MODULE, "matcher_mt");
  lua_rawgeti(L, AT_STATE, YSL_DOCUMENTS_MT);
  lua_setfield(L, AT_MODULE, "documents_mt");
  lua_rawgeti(L, AT_STATE, YSL_HOOKS);
  lua_setfield(L, AT_MODULE, "hooks");
}

static void add_constants(lua_State *L) {
  static const struct {
    const char *name;
    int value;
  } constants[] = {{"WHEN", YS_ASK_WHEN},
                   {"RULE", YS_ASK_RULE},
                   {"DEFAULT", YS_ASK_DEFAULT},
                   {"OVER", YSL_OVER},
                   {"MARKED", YSL_MARKED},
                   {"VALID", YSL_VALID},
                   {"INVALID", YSL_INVALID},
                   {"FAILED", YSL_FAILED},
                   {"NO_BOOLEAN", YSL_NO_BOOLEAN},
                   {"GIVEN", YSL_GIVEN},
                   {"DEFAULT_FAILED", YSL_DEFAULT_FAILED}};
  for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
    lua_pushinteger(L, constants[i].value);
    lua_setfield(L, AT_MODULE, constants[i].name);
  }
}

YSL_EXPORT int luaopen_yschema_core(lua_State *L);

YSL_EXPORT int luaopen_yschema_core(lua_State *L) {
  const luaL_Reg values[] = {{"share_array_mts", share_array_mts},
                             {NULL, NULL}};
  lua_settop(L, 0);
  push_state(L);
  lua_newtable(L);
  add_values(L);
  add_constants(L);
  ysl_set_functions(L, values, AT_STATE);
  ysl_set_functions(L, ysl_source_functions, AT_STATE);
  ysl_set_functions(L, ysl_schema_functions, AT_STATE);
  ysl_set_functions(L, ysl_run_functions, AT_STATE);
  ysl_set_functions(L, ysl_documents_functions, AT_STATE);
  ysl_set_functions(L, ysl_rule_functions, AT_STATE);
  ysl_set_functions(L, ysl_layers_functions, AT_STATE);
  ysl_set_functions(L, ysl_trace_functions, AT_STATE);
  ysl_set_functions(L, ysl_weave_functions, AT_STATE);
  ysl_set_functions(L, ysl_regexp_functions, AT_STATE);
  ysl_set_functions(L, ysl_terminal_functions, AT_STATE);
  ysl_set_functions(L, ysl_process_functions, AT_STATE);
  ysl_set_functions(L, ysl_link_functions, AT_STATE);
  ysl_set_functions(L, ysl_call_functions, AT_STATE);
  ysl_set_functions(L, ysl_charge_functions, AT_STATE);
  ysl_set_functions(L, ysl_hook_functions, AT_STATE);
  ysl_set_functions(L, ysl_strings_functions, AT_STATE);
  return 1;
}
