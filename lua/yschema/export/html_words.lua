--- The words of the HTML page for rules and for what marks a key.
--
-- @module yschema.export.html_words

local core = require "yschema.core"
local html_tree = require "yschema.export.html_tree"
local plain_tables = require "yschema.base.plain_tables"
local escape = require "yschema.text.markup".escape

local html_words = {}

local rows = core.named_rules()

--- The text above the alternatives of a rule.
html_words.choices = { ["any-of"] = "at least one of:", ["one-of"] = "exactly one of:", ["all-of"] = "all of:" }

-- The words for a bound, and what follows its number, by its subject.
local BOUNDS, UNITS = { greater = "at least %s", less = "at most %s" }, { number = "", length = " long" }

local LONGEST = 60 -- of the words beside a key

-- Returns the row of a rule with a number that is the least or the most; nil for other rules.
local function bound_of(rule)
  local row = rows[rule.rule]
  local is_bound = row and BOUNDS[row.stricter] and UNITS[row.subject] and not row.exclusive and not row.bytes
  return is_bound and tonumber(rule.argument) and row or nil
end

-- A number as people write it: 65535, not 65535.0.
local function number_of(value) return (tostring(value):gsub("%.0$", "")) end

local function encoded(value, format)
  local text = core.encode(value, format)
  return text and text:gsub("\n$", "") or nil
end

-- An item of a list of allowed values, or nil. Words that are texts have no quotes.
local function item_of(value)
  if type(value) ~= "string" then return encoded(value, type(value) == "table" and "json" or "yaml") end
  return value:find "^%a[%w_.+/-]*$" and encoded(value, "yaml") == value and value or encoded(value, "json")
end

-- The allowed values of a rule; nil: it has none, or they cannot be written so.
local function listed(rule)
  local row, values = rows[rule.rule], rule.argument
  local items = row and row.test == "list" and type(values) == "table" and plain_tables.mapped(values, item_of) or {}
  if not items[1] or #items < #values then return nil end
  return (items[2] and "one of " or "") .. table.concat(items, ", ")
end

--- Returns what a rule demands of a value, in words.
---@param rule table
---@return string
function html_words.rule(rule)
  local row = bound_of(rule)
  if not row then return listed(rule) or rule.must_be end
  local number = number_of(rule.argument)
  if number == "1" and row.subject == "length" and row.stricter == "greater" then return "not empty" end
  return BOUNDS[row.stricter]:format(number) .. UNITS[row.subject]
end

--- Returns rules with a minimum and a maximum as one: "1 to 65535".
---@param rules table[]
---@return table[]
function html_words.joined(rules)
  local bounds, left_out, list = { greater = {}, less = {} }, {}, {}
  for _, rule in ipairs(rules) do
    local row = not rule.when and bound_of(rule)
    if row then bounds[row.stricter][row.subject] = rule end
  end
  for subject, least in pairs(bounds.greater) do
    local most = bounds.less[subject]
    if most then
      left_out[most] = true
      left_out[least] = { rule = "range",
        must_be = number_of(least.argument) .. " to " .. number_of(most.argument) .. UNITS[subject] }
    end
  end
  for _, rule in ipairs(rules) do
    local other = left_out[rule]
    if other ~= true then list[#list + 1] = other or rule end
  end
  return list
end

--- Returns what marks a key beside `required`.
---@param field table
---@return string[]
function html_words.badges(field)
  local list = {}
  for _, name in ipairs { "deprecated", "sensitive", "renamed" } do
    if field[name] then list[#list + 1] = name end
  end
  return list
end

--- Returns the rules of a field in a few words, for the comment beside its key.
---@param field table
---@return string
function html_words.brief(field)
  local words = html_words.badges(field)
  if html_tree.rule(field, "required") then table.insert(words, 1, "required") end
  for _, rule in ipairs(html_words.joined(field.validations or {})) do
    local is_left_out = rule.rule == "key" or rule.rule == "required" or rule.when
      or rule.argument and html_words.choices[rule.rule]
    if not is_left_out then words[#words + 1] = html_words.rule(rule) end
  end
  local text = table.concat(words, ", ")
  while #text > LONGEST and words[2] do
    words[#words] = nil
    text = table.concat(words, ", ") .. ", …"
  end
  return #text <= LONGEST and text or ""
end

-- A line of the file with all keys in colours. A comment with one space after its sign is a note, else a key that is
-- not set.
local function coloured(line)
  if line:find "^[#%s]*# %S" then return ('<span class="c">%s</span>'):format(escape(line)) end
  local before, key, value = line:match "^([#%s-]*)([^%s:][^:]*:)(.*)$"
  if not key then return escape(line) end
  local tag = before:find "#" and "span" or "b"
  return ('%s<%s class="k">%s</%s><span class="v">%s</span>'):format(before, tag, escape(key), tag, escape(value))
end

--- Writes YAML in colours.
---@param text string
---@return string
function html_words.yaml(text) return (text:gsub("[^\n]+", coloured)) end

return html_words
