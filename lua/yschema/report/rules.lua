--- The rules that records are about: one list of names, which all reports, SARIF and `yschema explain --rule` share.
--
-- @module yschema.report.rules

local sorted_keys = require("yschema.base.plain_tables").sorted_keys
local core = require "yschema.core"

local rules = {}

-- The kinds of violations that are in the data, though the core does not find them.
local of_data = { migration = true, setting = true, test = true }

for _, row in ipairs(core.violation_kinds()) do
  of_data[row.kind] = row.group ~= "input" and row.group ~= "schema" or nil
end

-- The kinds of problems with the call, which have no place in a file.
local of_call = { usage = true, flag = true, ["no-schema"] = true, read = true, write = true }

--- The meaning of a rule. An example of a violation has a schema that `invalid` violates and `valid` does not; an
--- example of an error in a schema has the schema and how it is corrected.
---@class yschema.RuleMeaning
---@field [1] string the sentence
---@field remedy? string
---@field schema? string
---@field invalid? string
---@field valid? string
---@field corrected? string

local PARTS = { "data", "schema", "input" }

-- The meaning of a named rule, from its row.
local function of_named(row)
  local sample = row.sample
  if not sample then return { row.sentence } end
  return {
    row.sentence, schema = ("#@schema/type any=True\n#@schema/validation %s=%s\nvalue: %s"):format(row.name,
      sample.argument, sample.passes), invalid = "value: " .. sample.fails, valid = "value: " .. sample.passes,
  }
end

local meanings

-- Returns what all rules mean, by their names.
local function all()
  if meanings then return meanings end
  meanings = {}
  for _, part in ipairs(PARTS) do
    for name, meaning in pairs(require("yschema.report.meanings." .. part)) do meanings[name] = meaning end
  end
  for _, row in ipairs(core.named_rules()) do meanings[row.name] = of_named(row) end
  return meanings
end

--- Returns what a rule means.
---@param name string
---@return yschema.RuleMeaning? meaning nil: there is no such rule
---@return string? nearest the name that is probably meant
function rules.meaning(name)
  local keyword = name:match "^json%-schema/([%a$]+)$"
  if keyword then
    return { ("A value does not satisfy the keyword `%s` of a JSON Schema."):format(keyword),
      remedy = "Write a value that does. The specification of JSON Schema says what the keyword means." }
  end
  local meaning = all()[name]
  return meaning, not meaning and core.nearest(name, rules.names()) or nil
end

--- Describes a rule in one sentence.
---@param name string
---@return string
function rules.description(name) return (rules.meaning(name) or { name })[1] end

local function indented(text) return "  " .. text:gsub("\n", "\n  ") .. "\n" end

--- Explains a rule to people, with an example and a remedy.
---@param name string
---@return string? text nil: there is no such rule
---@return string? nearest the name that is probably meant
function rules.explain(name)
  local meaning, nearest = rules.meaning(name)
  if not meaning then return nil, nearest end
  local out = { ("%s: %s\n"):format(name, meaning[1]) }
  for _, part in ipairs { { "corrected", "Invalid schema", "schema" }, { "invalid", "Schema", "schema" },
    { "invalid", "Invalid", "invalid" }, { "valid", "Valid", "valid" },
    { "corrected", "Valid schema", "corrected" } } do
    local text = meaning[part[1]] and meaning[part[3]]
    if text then out[#out + 1] = ("\n%s:\n%s"):format(part[2], indented(text)) end
  end
  if meaning.remedy then out[#out + 1] = "\nRemedy: " .. meaning.remedy .. "\n" end
  return table.concat(out)
end

--- Completes a record that the core did not make.
---@param kind string
---@param fields table
---@return yschema.Violation
function rules.record(kind, fields)
  fields.kind, fields.rule, fields.severity = kind, fields.rule or kind, fields.severity or "error"
  return fields
end

--- Returns the names of all rules, in alphabetical order. Those of JSON Schema are `json-schema/` and a keyword.
---@return string[]
function rules.names() return sorted_keys(all()) end

--- Returns whether violations of this kind are in the data.
---@param kind string
---@return boolean
function rules.is_data(kind)
  return of_data[kind] or false
end

--- Returns whether records of this kind are about the call of yschema.
---@param kind string
---@return boolean
function rules.is_call(kind)
  return of_call[kind] or false
end

return rules
