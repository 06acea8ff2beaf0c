--- What people bring along from Python and Starlark here does not have.
--
-- @module yschema.starlark.foreign

local foreign = {}

local function set(words)
  local out = {}
  for word in words:gmatch "%a+" do out[word] = true end
  return out
end

--- Words that begin statements elsewhere.
foreign.statements = set [[assert async await class del except finally from global import is
  nonlocal raise try with yield local repeat]]

--- Those of them whose lines end with a colon.
foreign.blocks = set "async class except finally try with"

local hints = {
  set = "there are no sets: use a list, or the keys of a dict",
  frozenset = "there are no sets: use a list, or the keys of a dict",
  print = "code prints nothing: fail(\"...\") stops with a message",
  isinstance = 'compare type(x) == "int"',
  map = "write a comprehension: [f(x) for x in list]",
  filter = "write a comprehension: [x for x in list if f(x)]",
  super = "there are no classes",
  open = "code reads no files",
  input = "code reads nothing",
}

--- What to do instead of using a name, " (in brackets)"; nil: nothing is known.
---@param name string
---@return string?
function foreign.hint(name)
  return hints[name] and " (" .. hints[name] .. ")"
end

return foreign
