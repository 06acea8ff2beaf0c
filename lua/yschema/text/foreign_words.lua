--- Words of Python that Starlark does not have here, with hints on what to write instead.
--
-- @module yschema.text.foreign_words

local plain_tables = require "yschema.base.plain_tables"

local foreign_words = {}

local function set(words) return plain_tables.set(plain_tables.matches(words, "%a+")) end

--- Words that begin statements in Python.
foreign_words.statements = set [[assert async await class del except finally from global import is
  nonlocal raise try with yield local repeat]]

--- The words among them whose lines end with a colon.
foreign_words.blocks = set "async class except finally try with"

local hints = {
  frozenset = "sets do not change here: write set(...)",
  isinstance = 'compare type(x) == "int"',
  map = "write a comprehension: [f(x) for x in list]",
  filter = "write a comprehension: [x for x in list if f(x)]",
  super = "there are no classes",
  open = "code reads no files",
  input = "code reads nothing",
}

--- Returns advice in place of using a name, as " (in brackets)"; nil when there is none.
---@param name string
---@return string?
function foreign_words.hint(name)
  return hints[name] and " (" .. hints[name] .. ")"
end

local function is_sign(token, value)
  return token and token.kind == "sign" and token.value == value
end

--- Returns advice for an unexpected token that is valid in other languages.
---@param tokens table[] from `yschema.text.lexer`
---@param pos integer
---@return string? problem nil when there is no advice
function foreign_words.instead(tokens, pos)
  local token, before, following = tokens[pos], tokens[pos - 1], tokens[pos + 1]
  local pair = (before and before.value or "") .. " " .. tostring(token.value)
  if token.kind == "string" and before and before.kind == "name" and before.to + 1 == token.from then
    return 'there are no strings with a prefix but r"...": write "...".format(...) or "..." % ...'
  elseif token.kind == "name" and token.value == "is" then
    return "there is no `is`: write `==` or `!=`"
  elseif is_sign(token, ":") and following.kind == "name"
    and before and before.kind ~= "sign" and before.to + 1 == token.from then
    return "unexpected `:` (in an expression methods are called with `.`)"
  elseif pair == "else if" then
    return "write `elif` instead of `else if`"
  elseif pair == "& &" or pair == "| |" then
    return "write `" .. (pair == "& &" and "and" or "or") .. "` instead of `" .. pair:gsub(" ", "")
      .. "`"
  elseif is_sign(before, "+") and is_sign(tokens[pos - 2], "+") then
    return "there is no `++`: write `x += 1`"
  end
end

return foreign_words
