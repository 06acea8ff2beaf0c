--- Gives a key of a file another name in a schema for it, and validates what `yschema migrate` makes of the file.

local core = require "yschema.core"
local inference = require "yschema.inference.inference"
local migration = require "yschema.migration.migration"
local schemas = require "yschema.pipeline.schemas"
local transaction = require "yschema.editing.transaction.transaction"
local settings_of = require "yschema.pipeline.settings".of_options

local measure = {}

local NEW = "zz_new_name"

local function lines_of(text)
  local list = {}
  for line in text:gmatch "([^\n]*)\n" do list[#list + 1] = line end
  return list
end

-- A schema in which the key on a line has a new name, or nil when there is none on it.
local function with_new_name(lines, number)
  local blanks, dash, key, rest = lines[number]:match "^( *)(%-? ?)([%a][%w_-]*):(.*)$"
  if not key then return nil end
  local out = {}
  for i, line in ipairs(lines) do
    if i ~= number then
      out[#out + 1] = line
    else
      local indent = blanks
      if dash ~= "" then
        out[#out + 1] = blanks .. "-"
        indent = blanks .. "  "
      end
      out[#out + 1] = ('%s#@schema/renamed from="%s"'):format(indent, key)
      out[#out + 1] = indent .. NEW .. ":" .. rest
    end
  end
  return table.concat(out, "\n") .. "\n", key
end

-- The lines of a key, of its annotations, and of everything below it.
local function block_of(lines, number, blanks)
  local first, last = number, number
  while lines[first - 1] and lines[first - 1]:find("^" .. blanks .. "#@") do first = first - 1 end
  local inner = "^" .. blanks .. "[ -]"
  while lines[last + 1] and (lines[last + 1]:find(inner) or lines[last + 1]:find("^" .. blanks .. "#@")
    and (lines[last + 2] or ""):find("^" .. blanks .. "%-")) do
    last = last + 1
  end
  return first, last
end

-- A schema in which the key on a line, at the root, is in a new map, or nil when there is none on it. Keys in functions
-- are not at the root.
local function with_new_place(lines, number)
  local key = lines[number]:match "^([%a][%w_-]*):"
  if not key then return nil end
  local first, last = block_of(lines, number, "")
  for i = number, #lines do
    if lines[i]:find "^#@data/values%-schema" then return nil end
  end
  local out = {}
  for i, line in ipairs(lines) do
    if i == first then
      out[#out + 1] = NEW .. ":"
      out[#out + 1] = ('  #@schema/renamed from="/%s"'):format(key)
    end
    out[#out + 1] = (i >= first and i <= last and "  " or "") .. line
  end
  return table.concat(out, "\n") .. "\n", key
end

-- A schema in which a key of a map has a new name at the root, or nil when there is none there.
local function with_new_root(lines, number)
  local key = lines[number]:match "^  ([%a][%w_-]*):"
  local above = number
  while key and above > 1 and lines[above]:find "^ " do above = above - 1 end
  local parent = key and lines[above]:match "^([%a][%w_-]*):"
  if not parent then return nil end
  local first, last = block_of(lines, number, "  ")
  local out, moved = {}, { ('#@schema/renamed from="/%s.%s"'):format(parent, key) }
  for i, line in ipairs(lines) do
    if i < first or i > last then
      out[#out + 1] = line
    else
      moved[#moved + 1] = i == number and NEW .. line:sub(#key + 3) or line:sub(3)
    end
  end
  for _, line in ipairs(moved) do out[#out + 1] = line end
  return table.concat(out, "\n") .. "\n", key
end

-- A schema in which a key at the root has a new name in another map, or nil when there is none there.
local function with_new_map(lines, number)
  local key = lines[number]:match "^([%a][%w_-]*):"
  if not key then return nil end
  local first, last = block_of(lines, number, "")
  local target
  for i = 1, #lines - 1 do
    local is_map = (i < first or i > last) and lines[i]:find "^[%a][%w_-]*:$" and lines[i + 1]:find "^  [%a]"
    if is_map and (not target or i < number) then target = i end
  end
  if not target then return nil end
  local out, moved = {}, { ('  #@schema/renamed from="/%s"'):format(key) }
  for i = first, last do moved[#moved + 1] = "  " .. (i == number and NEW .. lines[i]:sub(#key + 1) or lines[i]) end
  for i, line in ipairs(lines) do
    if i < first or i > last then out[#out + 1] = line end
    if i == target then
      for _, more in ipairs(moved) do out[#out + 1] = more end
    end
  end
  return table.concat(out, "\n") .. "\n", key
end

local function compiled(text)
  local schema = schemas.new(settings_of({}, 1))
  schemas.add(schema, core.source("renamed.yml", text))
  return schemas.compile(schema) and schema or nil
end

local WAYS = { with_new_name, with_new_place, with_new_root, with_new_map }

-- The words of a text, sorted, as one text, without keys, because maps may be added or removed.
local function sorted_words(text)
  local list = {}
  for word in text:gsub(" +:", ":"):gmatch "[^%s,{}]+" do
    if not word:find ":$" then list[#list + 1] = word end
  end
  table.sort(list)
  return table.concat(list, "\n")
end

local function edit_of(schema, source)
  local text = { name = source:name(), text = source:text(), mark = "", settings = schema.settings, schema = schema }
  return transaction.of(migration.unit(schema, { path = source:name() }), { text }, "")
end

local function results_of(schema, source)
  local state, list, left = edit_of(schema, source):validate(), {}, 0
  for i, document in ipairs(state.documents) do list[i] = tostring(document.result) end
  for _, item in ipairs(state.records) do
    if item.record.kind == "renamed" then left = left + 1 end
  end
  return table.concat(list, "\n"), left
end

-- Returns what is wrong with a rewritten text, or nil.
local function error_of(schema, source, text, key, moves)
  local old = source:text()
  if moves and sorted_words(text) ~= sorted_words(old) then return "other words were changed" end
  if not moves and text:gsub(NEW, (key:gsub("%%", "%%%%"))) ~= old then return "other bytes were changed" end
  local before = results_of(schema, source)
  local after, left = results_of(schema, core.source(source:name(), text, source:name()))
  if before ~= after then return "the values are not the same" end
  if left > 0 then return "old names are left" end
end

--- Makes schemas of a file in which a key has another name, and migrates the file.
---@param file { name: string, text: string }
---@param random fun(most: integer): integer
---@param rounds integer
---@return { done: integer, refused: integer, skipped: integer, problem: string?, refusals: string[] } counts
function measure.of(file, random, rounds)
  local counts = { done = 0, refused = 0, skipped = 0, refusals = {} }
  local source = core.source(file.name, file.text, file.name, file.name:find "%.json$" ~= nil)
  local examples = inference.new(settings_of({}, 1))
  local inferred = examples:add(source) and examples:schema()
  if not inferred then return counts end
  local lines = lines_of(inferred)
  for _ = 1, rounds do
    local way = WAYS[random(#WAYS)]
    local moves = way ~= with_new_name
    local text, key = way(lines, random(#lines))
    local schema = text and compiled(text)
    local migrated = schema and migration.of(edit_of(schema, source))
    if not migrated or not (migrated.changes[1] or migrated.problems[1]) then
      counts.skipped = counts.skipped + 1
    elseif migrated.problems[1] then
      counts.refused = counts.refused + 1
      counts.refusals[#counts.refusals + 1] = ("%s:%d: %s"):format(file.name, migrated.problems[1].line,
        migrated.problems[1].message)
    else
      counts.done = counts.done + 1
      local problem = error_of(schema, source, migrated.text:bytes(), key, moves)
      if problem then counts.problem = ("%s: %s: %s\n%s"):format(file.name, key, problem, migrated.text:bytes()) end
    end
    if schema then schema.core:close() end
  end
  return counts
end

return measure
