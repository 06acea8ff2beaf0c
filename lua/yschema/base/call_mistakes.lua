--- The errors about invalid calls of the API. They say what to write instead.
--
-- The module is loaded only when a call is invalid.
--
-- @module yschema.base.call_mistakes

local suggestion = require "yschema.base.suggestion"

local call_mistakes = {}

-- The level for error() that points to the caller of the function that calls one of these.
local CALLER = 4

--- Throws an error, because a method was called without its object: mostly with a dot in place of a colon.
---@param object string what it is a method of: "schema"
---@param method string
---@param got any what was given in place of the object
function call_mistakes.object(object, method, got)
  error(("calling '%s' on a bad self (%s expected, got %s): write %s:%s(...), with a colon")
    :format(method, object, type(got), object, method), CALLER)
end

--- Says that a name is not one of the known names, and which of them may be meant.
---@param what string "option"
---@param name any
---@param known table<string, any>
---@return string
function call_mistakes.unknown(what, name, known)
  local names = {}
  for key in pairs(known) do names[#names + 1] = key end
  -- A name of another type might have a metatable that fails when the key is printed.
  if type(name) == "number" then name = tostring(name) end
  if type(name) ~= "string" then return ("unknown %s of type %s"):format(what, type(name)) end
  local near = suggestion.hint(name, names)
  return ("unknown %s '%s'%s"):format(what, name, (near:gsub("`", "'")))
end

return call_mistakes
