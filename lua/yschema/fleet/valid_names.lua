--- Says which names configurations, nodes and the files of bundles may have.
--
-- They become keys in the store, parts of paths and words on terminals, and others may have written them.
--
-- @module yschema.fleet.valid_names

local core = require "yschema.core"

local valid_names = {}

local find, gmatch, gsub = string.find, string.gmatch, string.gsub

local longest_file = 1000
local replacement = "\239\191\189" -- U+FFFD

local function count(text) return select(2, gsub(text, replacement, "")) end

-- The core writes U+FFFD in place of what is no UTF-8.
local function is_utf8(text) return count(text) == count(core.encode(text, "json")) end

--- Returns whether a text is one line of UTF-8 without control characters.
---@param text string
---@return boolean
function valid_names.is_line(text)
  return not find(text, "%c") and not find(text, "\194[\128-\159]") and not find(text, "\226\128[\168\169]")
    and is_utf8(text)
end

--- Returns the problem of the name of a configuration; nil when it is valid.
---@param name any
---@return string?
function valid_names.configuration_problem(name)
  if type(name) == "string" and #name <= 100 and find(name, "^%w[%w._-]*$") then return nil end
  return "the name of a configuration has at most 100 letters, digits, \".\", \"_\" and \"-\", and begins with a letter"
    .. " or a digit"
end

--- Returns the problem of the name of a node; nil when it is valid.
---@param name any
---@return string?
function valid_names.node_problem(name)
  if type(name) == "string" and #name <= 200 and find(name, "^%w[%w._:@+-]*$") then return nil end
  return "the name of a node has at most 200 letters, digits, \".\", \"_\", \":\", \"@\", \"+\" and \"-\", and begins"
    .. " with a letter or a digit"
end

--- Returns the problem of the name of a file in a bundle; nil when it is valid.
---@param name any
---@return string?
function valid_names.file_problem(name)
  if type(name) ~= "string" then return "the name of a file must be a string" end
  if name == "" then return "the name of a file must not be empty" end
  if #name > longest_file then
    return ("the name of a file may have %d bytes, and one has %d"):format(longest_file, #name)
  end
  if not valid_names.is_line(name) then return "the name of a file must be UTF-8 without control characters" end
  if find(name, "^/") then return ('the name of a file must be relative, and "%s" is not'):format(name) end
  for part in gmatch(name .. "/", "(.-)/") do
    if part == "" or part == "." or part == ".." then
      return ('the name of a file must not have "//", "." or ".." on its way, as "%s" has'):format(name)
    end
  end
  return nil
end

return valid_names
