--- Measures how well inferred schemas validate files that they were not made of:
--
--     lua5.4 spec/inference/held_out.lua FOLDER [--show NAME] [--seed N] [--least N]
--
-- FOLDER has a folder for each project: `schema.json`, which is its JSON Schema, and its documents, one a line in
-- `instances.jsonl` or one a file in `valid`. Half of the documents of a project, mixed by the seed, are the examples
-- of one schema. The script prints how many of the other half that schema accepts, and how many copies of them with
-- one change it refuses: a value of another type, a key misspelt or unknown. Only copies count that the project's
-- JSON Schema refuses: all others are right. Projects with fewer different documents than --least (8) are left out.
-- With `--show`, one project's schema and what it refuses wrongly are printed, too.

package.path = "lua/?.lua;lua/?/init.lua;./?.lua;" .. package.path
package.cpath = (_VERSION == "Lua 5.4" and "build/lua54/?.so;" or "build/luajit/?.so;") .. package.cpath

local listing = require "yschema.batch.listing"
local lfs = require "lfs"
local mutations = require "spec.packs.mutations"
local yschema = require "yschema"

local unpack = table.unpack or unpack
local MUTANTS = 400 -- tried for each project
local COUNTED = { type = true, unknown = true, misspelt = true }

local folder, options = arg[1], { seed = 1, least = 8 }
for i = 2, #arg, 2 do options[arg[i]:gsub("^%-%-", "")] = tonumber(arg[i + 1]) or arg[i + 1] end
if not folder or not lfs.attributes(folder, "mode") then
  io.stderr:write "usage: lua5.4 spec/inference/held_out.lua FOLDER [--show NAME] [--seed N] [--least N]\n"
  os.exit(2)
end

local function text_of(path)
  local handle = assert(io.open(path, "rb"))
  local text = handle:read "*a"
  handle:close()
  return text
end

-- The value of a text with one document that is a map, or nil.
local function tree_of(text)
  local parsed = yschema.parse(text)
  local tree = parsed and parsed:count() == 1 and parsed:value(1)
  return type(tree) == "table" and getmetatable(tree) ~= yschema.array_mt and tree or nil
end

-- The different documents of a project that are maps.
local function documents_of(path)
  local list, seen = {}, {}
  local function add(text)
    local tree = not seen[text] and tree_of(text)
    seen[text] = true
    if tree then list[#list + 1] = { text = text, tree = tree } end
  end
  if lfs.attributes(path .. "/instances.jsonl", "mode") then
    for line in io.lines(path .. "/instances.jsonl") do add(line) end
  elseif lfs.attributes(path .. "/valid", "mode") then
    for _, file in ipairs(listing.of { path .. "/valid" }) do
      if not file.problem then add(text_of(file.path)) end
    end
  end
  return list
end

local function halves(list)
  local random = mutations.generator(options.seed)
  for i = #list, 2, -1 do
    local j = random(i)
    list[i], list[j] = list[j], list[i]
  end
  local middle = math.ceil(#list / 2)
  return { unpack(list, 1, middle) }, { unpack(list, middle + 1) }
end

-- Counts which copies are refused, by kinds of changes.
local function validate_copies(result, schema, truth, trees)
  for text, change in mutations.each(trees, { seed = options.seed, count = MUTANTS }) do
    local kind = change:match "^%a+"
    local tree = COUNTED[kind] and tree_of(text)
    if tree and truth:check(tree) == nil then
      local sum = result[kind] or { all = 0, refused = 0 }
      result[kind] = sum
      sum.all = sum.all + 1
      if schema:check(tree) == nil then
        sum.refused = sum.refused + 1
      elseif options.show then
        io.write("accepted: ", change, "\n")
      end
    end
  end
end

-- Infers a schema from one half, and validates the other.
local function measured(path, list)
  local examples, others = halves(list)
  local values, result = {}, { accepted = 0, all = #others, examples = #examples }
  for i, document in ipairs(examples) do values[i] = document.text end
  local text, problem = yschema.infer { values = values }
  if not text then return nil, tostring(problem) end
  if options.show then io.write(text) end
  local schema = assert(yschema.load(text))
  local trees = {}
  for _, document in ipairs(others) do
    local ok, about = schema:check(document.tree)
    if ok ~= nil then
      result.accepted = result.accepted + 1
      trees[#trees + 1] = document.tree
    elseif options.show then
      io.write("refused: ", document.text:sub(1, 200), "\n", tostring(about):sub(1, 600), "\n")
    end
  end
  local truth = yschema.load_json_schema(text_of(path .. "/schema.json"))
  if truth and trees[1] then validate_copies(result, schema, truth, trees) end
  return result
end

local function shares(result)
  local words, all, refused = {}, 0, 0
  for _, kind in ipairs { "type", "unknown", "misspelt" } do
    local sum = result[kind]
    if sum then
      all, refused = all + sum.all, refused + sum.refused
      words[#words + 1] = ("%s %d/%d"):format(kind, sum.refused, sum.all)
    end
  end
  local share = all > 0 and ("%.1f %%"):format(100 * refused / all) or "none"
  return ("accepts %.1f %% of %d; refuses %s of the changed ones (%s)"):format(100 * result.accepted / result.all,
    result.all, share, table.concat(words, ", "))
end

local total = { accepted = 0, all = 0 }
local function add(result)
  total.accepted, total.all = total.accepted + result.accepted, total.all + result.all
  for kind in pairs(COUNTED) do
    local sum, own = total[kind] or { all = 0, refused = 0 }, result[kind] or { all = 0, refused = 0 }
    total[kind] = { all = sum.all + own.all, refused = sum.refused + own.refused }
  end
end

local names = {}
for name in lfs.dir(folder) do
  if name:sub(1, 1) ~= "." and (not options.show or options.show == name) then names[#names + 1] = name end
end
table.sort(names)
for _, name in ipairs(names) do
  local path = folder .. "/" .. name
  local list = lfs.attributes(path .. "/schema.json", "mode") and documents_of(path) or {}
  if #list >= options.least then
    local result, problem = measured(path, list)
    io.write(name, ": ", result and shares(result) or problem, "\n")
    if result then add(result) end
  end
end
if total.all > 0 then io.write("all: ", shares(total), "\n") end
