--- The time that an editor waits: `lua spec/bench/editing.lua FOLDER COUNT` makes edits of the text `edited.yml` in a
-- folder with a project, and prints the 95th percentiles in milliseconds as `name=number`, and the memory in MB.

package.path = "lua/?.lua;lua/?/init.lua;./?.lua;" .. package.path

local uris = require "yschema.server.uris"
local core = require "yschema.core"
local lfs = require "lfs"
local messages = require "yschema.server.messages"
local server = require "yschema.server.server"
local sandbox = require "yschema.sandbox.sandbox"
local settings_of = require "yschema.pipeline.settings".of_options

-- As the command does.
sandbox.count_instructions()
core.keep_memory()

local clock = core.clock -- nanoseconds
if os.getenv "YSCHEMA_PROCESSOR_TIME" then -- on a machine that does other work, too
  clock = function() return os.clock() * 1e9 end
end

local folder, count = arg[1], tonumber(arg[2])
if folder:sub(1, 1) ~= "/" then folder = lfs.currentdir() .. "/" .. folder end

-- The folder of the project becomes the working directory.
local function absolute(paths)
  return (paths:gsub("[^;]+", function(path)
    return path:sub(1, 1) ~= "/" and lfs.currentdir() .. "/" .. path:gsub("^%./", "") or nil
  end))
end
package.path, package.cpath = absolute(package.path), absolute(package.cpath)

local sent = 0
local one = server.new(function(bytes) sent = sent + #bytes end, settings_of({ budget = 2000000 }, 1))
local id = 0

local function give(method, params, is_request)
  if is_request then id = id + 1 end
  one:receive(messages.encode { jsonrpc = "2.0", id = is_request and id or nil, method = method, params = params })
  one:work()
end

local function kilobytes()
  local file = assert(io.open "/proc/self/statm")
  local pages = tonumber(file:read "*a":match "^%d+ (%d+)")
  file:close()
  return pages * 4
end

local function percentile(times)
  table.sort(times)
  return times[math.ceil(#times * 0.95)] / 1e6
end

local file = assert(io.open(folder .. "/edited.yml", "rb"))
local text = file:read "*a"
file:close()
local uri = uris.uri(folder .. "/edited.yml")
give("initialize", { capabilities = { textDocument = { documentSymbol = {
  hierarchicalDocumentSymbolSupport = true } } } }, true)
give("textDocument/didOpen", { textDocument = { uri = uri, version = 1, text = text, languageId = "yaml" } })

-- Each edit types or deletes a letter in the middle of the text, before a key or in it.
local lines = select(2, text:gsub("\n", ""))
local function edit(i)
  local line = math.floor(lines / 2)
  local inserts = i % 2 == 1
  local first, after = { line = line, character = 4 }, { line = line, character = inserts and 4 or 5 }
  return { range = { start = first, ["end"] = after }, text = inserts and "x" or "" }
end

local function measured(act)
  local times = {}
  for i = 1, count do
    local begin = clock()
    act(i)
    times[i] = clock() - begin
  end
  return percentile(times)
end

local before = sent
local change = measured(function(i)
  give("textDocument/didChange", { textDocument = { uri = uri, version = i + 1 }, contentChanges = { edit(i) } })
end)
assert(sent > before + 100 * count, "nothing was published")

-- Measures the answers to a request, each about a new version of the text: editors ask after each key.
local version = count + 1
local function asked(method, params)
  local times = {}
  params.textDocument = { uri = uri }
  for i = 1, count do
    version = version + 1
    give("textDocument/didChange", { textDocument = { uri = uri, version = version }, contentChanges = { edit(i) } })
    local begin = clock()
    give(method, params, true)
    times[i] = clock() - begin
  end
  return percentile(times)
end

local middle = math.floor(lines / 2)
local place = { line = middle, character = 5 }
local screen = { start = { line = middle - 25, character = 0 }, ["end"] = { line = middle + 25, character = 0 } }
local cursor = { start = place, ["end"] = place }
local all = { start = { line = 0, character = 0 }, ["end"] = { line = lines + 1, character = 0 } }
local none = setmetatable({}, core.array_mt)
-- Half of the edits make a key that is not declared, so there is something to correct.
local some = setmetatable({ { range = cursor, message = "" } }, core.array_mt)

-- The requests that take longest are last, because they may enlarge the memory that later ones walk through.
local found = { { "change", change } }
for _, row in ipairs {
  { "hover", "hover", { position = place } }, { "completion", "completion", { position = place } },
  { "definition", "definition", { position = place } }, { "implementation", "implementation", { position = place } },
  { "references", "references", { position = place, context = { includeDeclaration = true } } },
  { "rename", "prepareRename", { position = place } },
  { "selection", "selectionRange", { positions = { place } } }, { "links", "documentLink", {} },
  { "lens", "codeLens", {} }, { "hints", "inlayHint", { range = screen } },
  { "actions", "codeAction", { range = cursor, context = { diagnostics = none } } },
  { "fix", "codeAction", { range = cursor, context = { diagnostics = some } } },
  { "allhints", "inlayHint", { range = all } },
} do found[#found + 1] = { row[1], asked("textDocument/" .. row[2], row[3]) } end
found[#found + 1] = { "memory", kilobytes() / 1024 }
for _, row in ipairs { { "folds", "foldingRange", {} }, { "symbols", "documentSymbol", {} } } do
  found[#found + 1] = { row[1], asked("textDocument/" .. row[2], row[3]) }
end
for _, row in ipairs(found) do print(("%s=%.3f"):format(row[1], row[2])) end
print("size=" .. #text)
