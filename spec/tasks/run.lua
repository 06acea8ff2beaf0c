-- Tries two of the five tasks of csrc/changing.md for real:
--
--   lua5.4 spec/tasks/run.lua [FOLDER]
--
-- It copies the tree to FOLDER (build-tasks), adds a named rule and an annotation there, in no other files than the
-- page says, builds the copy, and looks for both in every output. The last line is `N passed, M failed`.

local folder = arg[1] or "build-tasks"

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "a"
  file:close()
  return text
end

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  assert(file:write(text))
  file:close()
end

local function sh(line)
  local pipe = assert(io.popen("( " .. line .. " ) 2>&1"))
  local text = pipe:read "a"
  return text, pipe:close()
end

local passed, failed = 0, 0
local function check(name, holds, shown)
  passed, failed = passed + (holds and 1 or 0), failed + (holds and 0 or 1)
  print((holds and "ok      " or "FAILED  ") .. name)
  if not holds and shown then print(shown) end
end

-- ---- the patches --------------------------------------------------------------------

local EVEN = [[
static ys_status test_even(ys_space *space, const ys_rule *rule,
                           const ys_slot *value, ys_finding *finding) {
  (void)rule;
  finding->holds = value->kind == YS_INT && (value->u.integer & 1) == 0;
  if (finding->holds) return YS_OK;
  return ys_rule_found_value(ys_space_records(space), value, finding);
}

]]
local EVEN_ROW = [[
    {.name = "even",
     .sentence = "The number can be halved.",
     .sample = {"true", "2", "3"},
     .subject = YS_ABOUT_VALUE,
     .takes = 1U << YS_BOOL,
     .words = "true",
     .must_be = "halved without rest: ",
     .suits = YS_KINDS(YS_INT),
     .test = test_even},
]]
local SINCE = [[
  X(SINCE, "schema/since", YS_ANYWHERE, YS_IN_SCHEMA, false) \
]]
local SINCE_ROW = [[
  X(SINCE, NOTE, "since", "Since", "x-since", "x-since", YS_IN_ALL, "see", "\"1.2\"", \
    "The first version that has the key.") \
]]

-- The files of a task, each with the lines that are put before others.
local tasks = {
  ["A new named rule"] = {
    ["csrc/core/rule/bound.c"] = { { "const ys_named_rule ys_bound_rules[] = {\n", EVEN },
      { "    {.name = NULL},\n", EVEN_ROW } },
  },
  ["A new annotation"] = {
    ["csrc/core/annotation/vocabulary.h"] = { { '  X(EXAMPLE, "schema/example"', SINCE } },
    ["csrc/core/export/facts.h"] = { { "  X(SENSITIVE, FLAG,", SINCE_ROW } },
  },
}

local function patch(path, changes)
  local text = read(path)
  for _, change in ipairs(changes) do
    local first = assert(text:find(change[1], 1, true), path .. " has no line " .. change[1])
    text = text:sub(1, first - 1) .. change[2] .. text:sub(first)
  end
  write(path, text)
end

local page = read "csrc/changing.md"

local function add(name, files)
  local section = assert(page:match("\n## " .. name .. "\n(.-)\n## ") or page:match("\n## " .. name .. "\n(.*)$"))
  local count = 0
  for path, changes in pairs(files) do
    count = count + 1
    check(name .. ": the page names " .. path, section:find(path:match "^csrc/(.*)", 1, true))
    patch(folder .. "/" .. path, changes)
  end
  check(name .. ": two files of the product at most", count <= 2)
end

assert(select(2, sh(("rm -rf %s && mkdir -p %s && git ls-files -z csrc lua CMakeLists.txt .cmake rocks examples/editors"
  .. " | xargs -0 cp --parents -t %s"):format(folder, folder, folder))))
for name, files in pairs(tasks) do add(name, files) end
local said, built = sh(("cmake -S %s -B %s/build -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG='-O0 -w'"
  .. " && cmake --build %s/build --target lua54 --parallel \"$(nproc)\""):format(folder, folder, folder))
check("the copy is built", built, said)

-- ---- the outputs --------------------------------------------------------------------

write(folder .. "/old.yml", "#@data/values-schema\n---\nport: 80\n")
write(folder .. "/s.yml",
  '#@data/values-schema\n---\n#@schema/since "1.2"\n#@schema/validation even=True\nport: 80\n')
write(folder .. "/v.yml", "port: 81\n")

-- Runs Lua with the modules of the copy.
local function lua(code)
  write(folder .. "/run.lua", code)
  return (sh(("cd %s && LUA_PATH='lua/?.lua;lua/?/init.lua;;' LUA_CPATH='build/lua54/?.so;;' lua5.4 run.lua"):format(
    folder)))
end

local function command(words) return (sh(("cd %s && lua5.4 lua/bin/yschema %s"):format(folder, words))) end

local hover = lua [[
local schema = assert(require "yschema".load_file "s.yml")
print(require "yschema.server.values.descriptions".fields({ schema.core:outline().named[1] }, "port"))
]]
local completion = lua [[
local annotations = require "yschema.server.schemas.annotations"
print(annotations.by_name["schema/since"].text)
for _, argument in ipairs(annotations.by_name["schema/validation"].arguments) do print(argument.name, argument.text) end
]]
local diff = command "diff --samples 0 old.yml s.yml"
local must_be = "halved without rest"

for _, row in ipairs {
  { "the report", command "-f s.yml -f v.yml", must_be },
  { "the report of check", command "check -f s.yml v.yml", "error[even]" },
  { "SARIF", command "check -f s.yml v.yml --report sarif", '"ruleId":"even"' },
  { "explain --rule", command "explain --rule even", "The number can be halved." },
  { "the inspected schema", command "inspect -f s.yml", "rule: even", "since: " },
  { "OpenAPI", command "inspect -f s.yml --format openapi-v3", "x-since: " }, -- it has no place for other rules
  { "JSON Schema", command "inspect -f s.yml --format json-schema", must_be, '"x-since": "1.2"' },
  { "the HTML page", command "inspect -f s.yml --format html", must_be, "<dt>Since</dt>" },
  { "types for Lua", command "inspect -f s.yml --format luals", must_be, "Since: 1.2" },
  { "a complete example", command "example --complete -f s.yml", must_be, "Since: 1.2" },
  { "a hover", hover, must_be, "since: 1.2" },
  { "the completion of annotations", completion, "The number can be halved.", "The first version that has the key." },
  { "diff", diff, "rule-added", "since" },
} do
  for i = 3, #row do
    check(("%s has '%s'"):format(row[1], row[i]), row[2]:find(row[i], 1, true), row[2])
  end
end

if failed == 0 then sh("rm -rf " .. folder) end
print(("%d passed, %d failed"):format(passed, failed))
os.exit(failed == 0)
