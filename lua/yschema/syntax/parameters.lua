--- Parses the parameters of functions and the arguments of calls.
--
-- This is a part of `yschema.syntax.expressions` and adds methods to the parser.
--
-- @module yschema.syntax.parameters

local fail = require "yschema.text.lexer".fail

return function(Parser)
  -- Checks whether a parameter may follow these. Parameters after `*` can only be given by name.
  local function check_order(param, last, at)
    if param.star == "*" and param.after_star then
      fail(at, "duplicate `*` among the parameters")
    elseif not last then
      return
    elseif last.star == "**" then
      fail(at, "no parameter may follow **" .. last.name)
    elseif last.default and not param.default and not param.star and not param.after_star then
      fail(at, "a parameter without default may not follow one with a default")
    end
  end

  function Parser:parameter(params, seen)
    local star = self:accept "**" and "**" or self:accept "*" and "*" or nil
    local at = self.token.from
    if star == "*" and self:is "," and not seen["*"] then
      seen["*"] = at
      return
    end
    local param = { name = self:name "the name of a parameter", star = star, at = at,
      after_star = seen["*"] and star ~= "**" }
    if seen[param.name] then fail(at, "duplicate parameter " .. param.name) end
    seen[param.name] = true
    if not star and self:accept "=" then param.default = self:test() end
    check_order(param, params[#params], at)
    if star == "*" then seen["*"] = at end
    params[#params + 1] = param
  end

  function Parser:lambda()
    local at = self.token.from
    self:advance()
    local params, seen = {}, {}
    while not self:is ":" do
      self:parameter(params, seen)
      if not self:accept "," then break end
    end
    self:expect ":"
    return { type = "lambda", at = at, params = params, body = self:test() }
  end

  function Parser:argument(state)
    local arg = { from = self.token.from }
    if self:accept "**" then
      arg.star, state.named = "**", true
    elseif self:accept "*" then
      arg.star = "*"
    elseif self:at_keyword() then
      arg.name = self.token.value
      if state.names[arg.name] then
        fail(arg.from, "keyword argument " .. arg.name .. " repeated")
      end
      state.names[arg.name], state.named = true, true
      self:advance()
      self:advance()
      arg.from = self.token.from
    elseif state.named then
      fail(arg.from, "positional argument may not follow named")
    end
    arg.value = self:test()
    arg.to = self.tokens[self.pos - 1].to
    return arg
  end

  -- Reads arguments up to the sign `close` (nil: up to the end), which is not consumed.
  function Parser:arguments(close)
    local args, state = {}, { names = {}, named = false }
    while not (close and self:is(close) or self.token.kind == "end") do
      args[#args + 1] = self:argument(state)
      -- The comma before a keyword argument may be left out.
      if not self:accept "," and not self:at_keyword() then break end
    end
    return args
  end
end
