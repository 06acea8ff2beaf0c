--- Words the mistakes of whoever calls a function of the API, so that the message says what to write.
--
-- It is loaded when there is such a mistake.
--
-- @module yschema.base.call_mistakes

local suggestion = require "yschema.base.suggestion"

local call_mistakes = {}

local error, pairs, tostring, type = error, pairs, tostring, type

-- What calls a function that calls one of these: error() counts from here.
local CALLER = 4

--- Throws: a method was called without its object, mostly with a dot.
---@param object string what it is a method of: "schema"
---@param method string
---@param got any what stood in the object's place
function call_mistakes.object(object, method, got)
  error(("calling '%s' on a bad self (%s expected, got %s): write %s:%s(...), with a colon")
    :format(method, object, type(got), object, method), CALLER)
end

--- What is wrong with a name that is none of a table's keys.
---@param what string "option"
---@param name any
---@param known table<string, any>
---@return string
function call_mistakes.unknown(what, name, known)
  local names = {}
  for key in pairs(known) do names[#names + 1] = key end
  -- What is neither might have a metatable that fails when it is shown.
  if type(name) == "number" then name = tostring(name) end
  if type(name) ~= "string" then return ("unknown %s of type %s"):format(what, type(name)) end
  local near = suggestion.hint(name, names)
  return ("unknown %s '%s'%s"):format(what, name, (near:gsub("`", "'")))
end

return call_mistakes
