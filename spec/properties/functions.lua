--- Functions that are written in other ways, in which they may give further results. These are dropped
-- (reference#one-result).

local functions = {}

local lambdas = {
  "lambda %s: False or (lambda: %s)()", "lambda %s: True and (lambda: %s)()",
  "lambda %s: (lambda: %s)() if True else fail('never')", "lambda %s: fail('never') if False else (lambda: %s)()",
}
local lua_functions = {
  "function(%s) return %s, 5 end", "function(%s) return %s, nil end", "function(%s) return %s, 'why', {} end",
  "function(%s) return %s, function() end end",
}

--- Another spelling of an argument, if it is a function of one expression; seldom the argument itself.
---@param random table
---@param text string
---@return string
function functions.spelt(random, text)
  if random:chance(60) then return text end
  local parameters, expression = text:match "^lambda ?([^:]*): (.*)$"
  if parameters then return random:pick(lambdas):format(parameters, expression) end
  parameters, expression = text:match "^function%(([^)]*)%) return (.*) end$"
  if parameters then return random:pick(lua_functions):format(parameters, expression) end
  return text
end

return functions
