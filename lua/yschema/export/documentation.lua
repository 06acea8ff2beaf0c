--- The facts that document a field, for every output that shows fields to people.
--
-- The core has the table of them (csrc/core/export/facts.h). Fields are those of an outline or of a description.
--
-- @module yschema.export.documentation

local core = require "yschema.core"

local documentation = {}

--- A row of the table.
---@class yschema.FactRow
---@field name string of the fact in fields
---@field kind "title"|"flag"|"notice"|"text"|"note"|"examples"|"names"
---@field label string
---@field annotation string
---@field section? string of the reference; nil: the annotation has arguments, which are documented elsewhere
---@field call? string
---@field about? string
---@field outputs string their names

--- The table, in the order of outputs. It has the rows by their names, too.
---@type yschema.FactRow[]
documentation.rows = core.facts()

--- Returns whether an output shows a fact.
---@param row yschema.FactRow
---@param output string
---@return boolean
function documentation.shows(row, output) return row.outputs:find(output, 1, true) ~= nil end

--- A fact of a field.
---@class yschema.Fact
---@field row yschema.FactRow
---@field texts string[] an example has one each; that of a flag is empty

---@alias yschema.FactPart
---| "prose" the title and the text, without labels
---| "state" flags and notices
---| "more" all others

local part_of = { title = "prose", text = "prose", flag = "state", notice = "state" }

local function name_of(renamed) return type(renamed) == "table" and renamed.path or renamed end

-- Returns a fact as texts.
local function texts_of(row, value, write_example)
  local texts = {}
  if row.kind == "examples" then
    for _, example in ipairs(value) do texts[#texts + 1] = write_example(example) end
  elseif row.kind == "names" then
    for i, renamed in ipairs(value) do texts[i] = name_of(renamed) end
    texts = { table.concat(texts, ", ") }
  else
    texts[1] = row.kind == "flag" and "" or value
  end
  return texts
end

--- Returns whether a title has the same words as a key.
---@param title string
---@param key string
---@return boolean
function documentation.echoes(title, key)
  local function words(text) return text:gsub("(%l)(%u)", "%1 %2"):gsub("[%s%p]+", " "):lower() end
  return words(title) == words(key)
end

-- Whether a field has a fact that an output shows. Titles that say what the key or the text says are left out:
-- descriptions have titles that are made of keys.
local function is_shown(row, field, output, part)
  local value = field[row.name]
  if not value or not documentation.shows(row, output) or (part_of[row.kind] or "more") ~= part then return false end
  if row.kind ~= "title" then return true end
  return value ~= field.documentation and not (field.name and documentation.echoes(value, field.name))
end

--- Lists the facts of a field that an output shows.
---@param field table
---@param output "hover"|"html"|"luals"|"complete"
---@param part yschema.FactPart
---@param write_example? fun(example: { value: any, description: any }): string? for "more"; nil: it is not shown
---@return yschema.Fact[]
function documentation.facts(field, output, part, write_example)
  local list = {}
  for _, row in ipairs(documentation.rows) do
    if is_shown(row, field, output, part) then
      local texts = texts_of(row, field[row.name], write_example)
      if texts[1] then list[#list + 1] = { row = row, texts = texts } end
    end
  end
  return list
end

--- Lists the same facts as lines. Prose stands without a label, and may have line breaks.
---@param field table
---@param output "hover"|"html"|"luals"|"complete"
---@param part yschema.FactPart
---@param write_example? fun(example: { value: any, description: any }): string?
---@return string[]
function documentation.lines(field, output, part, write_example)
  local lines = {}
  for _, fact in ipairs(documentation.facts(field, output, part, write_example)) do
    for _, text in ipairs(fact.texts) do
      local label = part ~= "prose" and fact.row.label or nil
      lines[#lines + 1] = label and text ~= "" and label .. ": " .. text or label or text
    end
  end
  return lines
end

--- Lists all facts of a field that has no key of its own, such as that of the items of an array, as lines with a label.
---@param label string
---@param field table
---@param output "luals"|"complete"
---@param write_example fun(example: { value: any, description: any }): string?
---@return string[]
function documentation.labelled(label, field, output, write_example)
  local list = {}
  for _, part in ipairs { "prose", "state", "more" } do
    for _, line in ipairs(documentation.lines(field, output, part, write_example)) do
      list[#list + 1] = label .. ": " .. line
    end
  end
  return list
end

--- Returns the description of an example, or nil if it has none.
---@param example { description: any }
---@return string?
function documentation.description(example)
  local text = example.description
  return type(text) == "string" and text ~= "" and text or nil
end

return documentation
