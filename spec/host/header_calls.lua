-- Writes a program in C that calls each function of yschema.h with invalid arguments, each call in a process of its
-- own:
--
--   lua5.4 spec/host/header_calls.lua csrc/host/library/yschema.h >calls.c
--
-- The prototypes are read from the header. For each parameter of a function there are calls in which it alone has each
-- of its invalid values: NULL for a pointer, and for a size more than anything has. All others have valid ones; for
-- pointers that are NULL together with sizes there is a call of the whole row, too. The program prints the calls that
-- end their process or do not end, and as its last line `N functions, M calls, K failed`.

local header = assert(io.open(arg[1])):read "a"

-- Valid values of parameters, by type and name. A call has `schema`, `result`, `value` and the like as variables.
local valid = {
  ["yschema *"] = "schema", ["yschema_result *"] = "result", ["const yschema_result *"] = "result",
  ["const yschema_value *"] = "value", ["yschema_call *"] = "call", ["const yschema_call *"] = "call",
  ["const char *"] = '"name"', ["const char *const *"] = "paths", ["const yschema_input *"] = "inputs",
  ["char *"] = "text", ["yschema_function *"] = "function", ["void *"] = "NULL", ["size_t *"] = "&size",
  size_t = "1", bool = "true", int64_t = "1", uint64_t = "1", double = "1.5",
}
-- Parameters that are lists: a valid size belongs to them.
local sizes = { ["text size"] = "4", ["paths count"] = "1", ["inputs count"] = "1" }
local invalid_sizes = { "(size_t)-1", "(size_t)-1 - 4096", "(size_t)PTRDIFF_MAX", "(size_t)PTRDIFF_MAX + 1" }
-- The objects that have to be freed before a schema, and those that a call ends.
local before = { yschema_free = "yschema_free_result(result); result = NULL;" }
local after = {
  yschema_free = "schema = NULL;", yschema_free_result = "result = NULL;", yschema_free_text = "text = NULL;",
}

local function trimmed(text)
  return (text:gsub("%s+", " "):gsub("^ ", ""):gsub(" $", ""))
end

local function parameters_of(text)
  local list = {}
  if trimmed(text) == "void" then return list end
  for one in (text .. ","):gmatch "([^,]*)," do
    local type, name = trimmed(one):match "^(.-)([%w_]+)$"
    type = trimmed(type)
    assert(valid[type], "no valid value for the type " .. type)
    list[#list + 1] = { type = type, name = name }
  end
  return list
end

-- The functions of the header: { name, returns, parameters }.
local functions = {}
for returns, name, parameters in header:gmatch "\nYSCHEMA_API%s+([%w_%s*]-)(yschema_[%w_]+)%s*(%b());" do
  local list = parameters_of(parameters:sub(2, -2))
  functions[#functions + 1] = { name = name, returns = trimmed(returns), parameters = list }
end
local _, declared = header:gsub("\nYSCHEMA_API%s", "")
assert(#functions == declared, ("%d of %d prototypes were read"):format(#functions, declared))

local function valid_of(f, i)
  local p, previous = f.parameters[i], f.parameters[i - 1]
  return sizes[(previous and previous.name or "") .. " " .. p.name] or valid[p.type]
end

local function invalid_of(f, i)
  local type = f.parameters[i].type
  if type:find "%*$" then return { "NULL" } end
  if type ~= "size_t" then return {} end
  -- A size that is larger than the memory of its text is undetectable, unless no text has it.
  return invalid_sizes
end

local calls = {}

local function add(f, arguments)
  local frees = arguments[1] ~= "NULL"
  local ignored = f.returns ~= "void" and "(void)" or ""
  calls[#calls + 1] = { code = ("%s%s(%s);"):format(ignored, f.name, table.concat(arguments, ", ")),
    before = frees and before[f.name] or "", after = frees and after[f.name] or "",
    in_function = f.parameters[1] and f.parameters[1].type:find "yschema_call" ~= nil }
end

for _, f in ipairs(functions) do
  local usual, nothing = {}, {}
  for i, p in ipairs(f.parameters) do
    usual[i] = valid_of(f, i)
    nothing[i] = p.type:find "%*$" and "NULL" or usual[i]
  end
  add(f, usual)
  add(f, nothing)
  for i in ipairs(f.parameters) do
    for _, value in ipairs(invalid_of(f, i)) do
      local arguments = { table.unpack(usual) }
      arguments[i] = value
      add(f, arguments)
    end
  end
end

io.write [[
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "yschema.h"

static int asked; /* the number of the call */
static yschema *schema;
static yschema_result *result;
static const yschema_value *value;
static char *text;
static size_t size;
static const char *const paths[] = {"no-such-file.yml"};
static const yschema_input inputs[] = {{YSCHEMA_YAML, "v", "a: 2", 4}};

static void function(yschema_call *call, void *data);

static void call_one(yschema_call *call) {
  (void)call;
  switch (asked) {
]]
for i, call in ipairs(calls) do
  io.write(("  case %d: %s %s %s break;\n"):format(i, call.before, call.code, call.after))
end
io.write "  }\n}\n\nstatic const char *const codes[] = {\n"
for _, call in ipairs(calls) do io.write(("  %q,\n"):format(call.code)) end
io.write "};\nstatic const bool in_function[] = {"
for _, call in ipairs(calls) do io.write(call.in_function and "true, " or "false, ") end
io.write(([[
};
enum { FUNCTIONS = %d, CALLS = %d };

static void function(yschema_call *call, void *data) {
  (void)data;
  yschema_return_boolean(call, true);
  call_one(call);
}

/* The other functions are called without and with a schema that is loaded, by
 * the program and from within a function that the schema calls. */
static void run(int way) {
  static const char rule[] =
      "#@data/values-schema\n---\n#@schema/validation (\"f\", f)\na: 1\n";
  if (!(schema = yschema_new())) abort();
  yschema_add_function(schema, "f", function, NULL);
  if (way > 0) {
    const int call = asked;
    yschema_result *loaded = yschema_load_text(schema, "s", rule, strlen(rule));
    if (yschema_status_of(loaded) != YSCHEMA_VALID) abort();
    yschema_free_result(loaded);
    asked = 0;
    result = yschema_apply(schema, inputs, 1);
    if (yschema_status_of(result) != YSCHEMA_VALID) abort();
    value = yschema_root(result);
    text = yschema_to_yaml(result, NULL);
    asked = call;
  }
  if (way < 2 && !in_function[asked - 1])
    call_one(NULL);
  else
    yschema_free_result(yschema_apply(schema, inputs, 1));
  value = NULL;
  /* The schema still works, or says why not. */
  asked = 0;
  yschema_free_result(yschema_apply(schema, inputs, 1));
  yschema_free_text(text);
  yschema_free_result(result);
  yschema_free(schema);
  exit(0);
}

int main(void) {
  int status, failed = 0, calls = 0;
  setvbuf(stdout, NULL, _IONBF, 0);
  for (int way = 0; way < 3; way++)
    for (int i = 1; i <= CALLS; i++, calls++) {
      const pid_t child = fork();
      if (child == 0) {
        asked = i;
        alarm(60);
        run(way);
      }
      if (child < 0 || waitpid(child, &status, 0) != child) return 2;
      if (status == 0) continue;
      failed++;
      printf("FAILED (%%s): %%s\n", strsignal(status & 127), codes[i - 1]);
    }
  printf("%%d functions, %%d calls, %%d failed\n", FUNCTIONS, calls, failed);
  return failed > 0;
}
]]):format(#functions, #calls))
