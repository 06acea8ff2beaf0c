--- The words of the HTML page for rules and for what marks a key.
--
-- @module yschema.export.html_words

local html_tree = require "yschema.export.html_tree"

local html_words = {}

local ipairs, pairs, table, tonumber, tostring, type = ipairs, pairs, table, tonumber, tostring, type

-- Pairs of rules that are one in words.
local RANGES = { min = { other = "max", words = "%s to %s" }, min_len = { other = "max_len", words = "%s to %s long" } }

local function is_plain(rule) return rule and not rule.when and tonumber(rule.argument) ~= nil end

-- A number as people write it: 65535, not 65535.0.
local function number_of(value) return (tostring(value):gsub("%.0$", "")) end

--- Returns rules with a minimum and a maximum as one: "1 to 65535".
---@param rules table[]
---@return table[]
function html_words.joined(rules)
  local by_name, left_out, list = {}, {}, {}
  for _, rule in ipairs(rules) do
    if rule.rule and is_plain(rule) then by_name[rule.rule] = rule end
  end
  for name, range in pairs(RANGES) do
    local least, most = by_name[name], by_name[range.other]
    if is_plain(least) and is_plain(most) then
      left_out[most] = true
      left_out[least] = {
        rule = "range", must_be = range.words:format(number_of(least.argument), number_of(most.argument)),
      }
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
    local is_key = rule.rule == "key" or rule.rule == "required"
    if not is_key and not rule.when and type(rule.argument) ~= "table" and #rule.must_be <= 60 then
      words[#words + 1] = rule.must_be
    elseif rule.rule == "one_of" and #rule.must_be <= 60 then
      words[#words + 1] = rule.must_be
    end
  end
  return table.concat(words, ", ")
end

return html_words
