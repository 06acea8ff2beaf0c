--- Compares what came of a test with what it expects.
--
-- @module yschema.testing.expectations

local core = require "yschema.core"
local paths = require "yschema.provenance.paths"
local shortened = require "yschema.text.characters".shortened

local expectations = {}

local MASKED = core.MASKED
local MOST_SHOWN = 83 -- bytes of a value in a message

--- A difference between a test and what came of it.
---@class yschema.Mismatch
---@field path? string of the value
---@field message string for people
---@field expected? string
---@field found? string

-- ---- violations ---------------------------------------------------------------------

local function describes(wanted, record)
  local path, rule = wanted.path, wanted.rule
  if path and path ~= record.path and not (path:sub(1, 1) == "/" and path == record.pointer) then return false end
  local is_rule = not rule or rule == record.rule or rule == record.kind or "json-schema/" .. rule == record.rule
  if not is_rule then return false end
  if not wanted.message then return true end
  local rest = (record.expected or "") .. (record.found and (" (found: %s)"):format(record.found) or "")
  return record.message:find(wanted.message, 1, true) ~= nil or rest:find(wanted.message, 1, true) ~= nil
end

-- Finds a record of its own for each expectation, if that is possible: an expectation that many records meet leaves to
-- others what only they can take.
local function assign(wanted, records)
  local taken = {} -- the number of the expectation by that of the record
  local function find(i, visited)
    for j, record in ipairs(records) do
      if not visited[j] and describes(wanted[i], record) then
        visited[j] = true
        if not taken[j] or find(taken[j], visited) then
          taken[j] = i
          return true
        end
      end
    end
    return false
  end
  local found = {}
  for i = 1, #wanted do found[i] = find(i, {}) end
  return found, taken
end

local function wanted_in_words(wanted)
  local parts = {}
  if wanted.path then parts[1] = wanted.path == "" and "the document" or wanted.path end
  if wanted.rule then parts[#parts + 1] = wanted.rule end
  if wanted.message then parts[#parts + 1] = '"' .. wanted.message .. '"' end
  return table.concat(parts, ", ")
end

-- Returns the sentence of a record, with its place in the schema.
local function record_in_words(record)
  local file, line = record.schema_file, record.schema_line
  return record.message .. (file and line and (" (%s:%d)"):format(file, line) or "")
end

--- Compares violations or warnings with those that are expected.
---@param wanted { path: string?, rule: string?, message: string? }[]
---@param records yschema.Violation[]
---@param word "violation"|"warning"
---@param more? boolean there may be others
---@return yschema.Mismatch[]
function expectations.of_records(wanted, records, word, more)
  local list = {}
  local found, taken = assign(wanted, records)
  for i, each in ipairs(wanted) do
    if not found[i] then
      local text = wanted_in_words(each)
      list[#list + 1] = { path = each.path, message = ("expected a %s, but none came: %s"):format(word, text),
        expected = text, found = "no such " .. word }
    end
  end
  for j, record in ipairs(more and {} or records) do
    if not taken[j] then
      local text = record_in_words(record)
      list[#list + 1] = { path = record.path, message = ("unexpected %s: %s"):format(word, text),
        expected = ("no other %s"):format(word), found = text }
    end
  end
  return list
end

-- ---- results ------------------------------------------------------------------------

-- A result that is compared with the expected one. All nodes are those of `documents:outline`.
---@class yschema.ResultComparison
---@field expected userdata documents
---@field actual userdata documents
---@field steps string[] that lead to the expected result
---@field whole boolean maps have no other keys than the expected ones
---@field list yschema.Mismatch[]
local Comparison = {}
Comparison.__index = Comparison

local function cut(text) return shortened(text, MOST_SHOWN) end

local unpack = table.unpack or unpack -- luacheck: ignore

-- Returns the text of a value, on one line.
local function text_at(documents, steps)
  local text = documents:part("json", unpack(steps)) or documents:part("yaml", unpack(steps)) or ""
  return (text:gsub("%s+$", ""):gsub("\n", " "))
end

local function joined(steps, more)
  local all = {}
  for _, list in ipairs { steps, more } do
    for _, step in ipairs(list) do all[#all + 1] = step end
  end
  return all
end

function Comparison:add(at, expected, found)
  self.list[#self.list + 1] = {
    path = at.path, expected = expected, found = found,
    message = ("result%s: expected %s, found %s"):format(at.path ~= "" and " at " .. at.path or "", expected, found),
  }
end

-- Adds that two values differ. A sensitive one is not shown.
function Comparison:differ(at, shown)
  if not shown then return self:add(at, "another value", MASKED) end
  self:add(at, cut(text_at(self.expected, joined(self.steps, at.steps))), cut(text_at(self.actual, at.steps)))
end

-- The place of an entry or item, from that of its collection.
local function below(at, key, index)
  local step = key and { key = key } or { index = index }
  return { path = paths.join(at.path, step), steps = joined(at.steps, { key or ("%d"):format(index) }) }
end

local function name_of(node) return (node.key_kind or "") .. ":" .. node.key end

local function by_name(node)
  local map = {}
  for _, each in ipairs(node or {}) do map[name_of(each)] = each end
  return map
end

local function is_shown(node) return node ~= nil and node.value ~= MASKED end

function Comparison:maps(at, expected, actual, shown)
  local there, wanted, visible = by_name(actual), by_name(expected), by_name(shown)
  for _, each in ipairs(expected) do
    local name, place = name_of(each), below(at, each.key)
    if there[name] then
      self:values(place, each, there[name], visible[name])
    else
      self:add(place, "a value", "nothing") -- it may be sensitive, so it is not shown
    end
  end
  for _, each in ipairs(self.whole and actual or {}) do
    local name, place = name_of(each), below(at, each.key)
    if not wanted[name] then
      self:add(place, "nothing", is_shown(visible[name]) and cut(text_at(self.actual, place.steps)) or MASKED)
    end
  end
end

function Comparison:arrays(at, expected, actual, shown)
  if #expected ~= #actual then
    return self:add(at, ("%d items"):format(#expected), ("%d items"):format(#actual))
  end
  for i, each in ipairs(expected) do self:values(below(at, nil, i - 1), each, actual[i], shown and shown[i]) end
end

function Comparison:are_same(at, expected, actual)
  if expected.kind ~= actual.kind then return false end
  if expected.value ~= nil or actual.value ~= nil then
    return expected.value == actual.value or expected.value ~= expected.value and actual.value ~= actual.value
  end
  -- Lua has no number for the integer, so the texts decide.
  return text_at(self.expected, joined(self.steps, at.steps)) == text_at(self.actual, at.steps)
end

-- Compares two values. `shown` is the node of the masked result; nil below what is sensitive.
function Comparison:values(at, expected, actual, shown)
  if not is_shown(shown) then shown = nil end
  if expected.kind == "map" and actual.kind == "map" then
    self:maps(at, expected, actual, shown)
  elseif expected.kind == "array" and actual.kind == "array" then
    self:arrays(at, expected, actual, shown)
  elseif not self:are_same(at, expected, actual) then
    self:differ(at, shown)
  end
end

-- Returns the documents in a text that the core has written, and the node of the first.
local function parsed(text)
  local documents = assert(core.parse(core.source("result.yml", text), {}))
  return documents, documents:count() > 0 and documents:outline(1) or { kind = "null" }
end

--- Compares the result of a run with the one that a test expects.
---@param wanted { documents: userdata, steps: string[], node: table, whole: boolean }
---@param run userdata that is over and has no violations
---@return yschema.Mismatch[]
function expectations.of_result(wanted, run)
  local actual, node = parsed(run:encode "yaml")
  local shown, masked = parsed(run:annotated(true))
  local self = setmetatable({
    expected = wanted.documents, actual = actual, steps = wanted.steps, whole = wanted.whole, list = {},
  }, Comparison)
  self:values({ path = "", steps = {} }, wanted.node, node, masked)
  for _, documents in pairs { actual, shown } do documents:close() end
  return self.list
end

return expectations
