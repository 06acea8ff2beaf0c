--- Compiles a block of code lines in Lua to a chunk.
--
-- The author's text is kept, and the host's `load` compiles it. A function whose body is YAML gets a
-- frame for that body, and each hole becomes a call that fills the frame:
--
--     function ports(n)            function ports(n) return (W.call(1, function(F)
--     - #@ n                 -->   W.put(F, 1, n)
--     end                          end)) end
--
-- Every statement keeps its line.
--
-- @module yschema.code.lua_block

local attempt = require "yschema.base.attempt"
local evaluation = require "yschema.expression.evaluation"
local lua_function = require "yschema.codegen.lua_function"
local lexer = require "yschema.text.lexer"
local lua_code = require "yschema.text.lua_code"

local lua_block = {}

local concat, find, sub = table.concat, string.find, string.sub
local unpack = table.unpack or unpack -- luacheck: ignore

-- The names that the builder and the frame have in a chunk.
local BUILDER, FRAME = "__builder", "__frame"

-- Selects the names of a hole that the block declares: Lua decides what they mean at the hole.
local function captures(hole, declared, holes)
  local names = {}
  for name in pairs(holes.names(hole.number)) do
    if declared[name] then names[#names + 1] = name end
  end
  table.sort(names)
  holes.captures(hole.number, names)
  return names
end

-- Lists what has to be inserted into the block's text, in the order of the text: { at =, text = }.
local function edits_of(block, declared, holes)
  local edits = {}
  local function add(at, text) edits[#edits + 1] = { at = at - block.start + 1, text = text } end
  for _, hole in ipairs(block.holes) do
    local names = captures(hole, declared, holes)
    local rest = names[1] and ", " .. concat(names, ", ") or ""
    add(hole.at, concat { BUILDER, ".put(", FRAME, ", ", hole.number, rest, ")" })
  end
  for _, f in ipairs(block.functions) do
    if f.part then
      local variadic = find(sub(block.text, f.head - block.start + 1, f.head_end - block.start + 1),
        "...", 1, true)
      add(f.head_end + 1, concat { " return (", BUILDER, ".call(", f.hole, ", function(", FRAME,
        variadic and ", ..." or "", ") " })
      add(f.last - 2, concat { " end", variadic and ", ..." or "", ")) " })
    end
  end
  table.sort(edits, function(a, b) return a.at < b.at end)
  return edits
end

local function edited(text, edits)
  local out, from = {}, 1
  for _, edit in ipairs(edits) do
    out[#out + 1] = sub(text, from, edit.at - 1)
    out[#out + 1] = edit.text
    from = edit.at
  end
  out[#out + 1] = sub(text, from)
  return concat(out)
end

-- Throws the problem that a message of `load` describes, at the beginning of the line that it names.
local function fail_in_line(text, problem)
  local line, message = problem:match "^%[y%d+:%d+%]:(%d+): (.*)$"
  local at = 1
  for _ = 2, tonumber(line) or 1 do at = (find(text, "\n", at, true) or #text) + 1 end
  lexer.fail(at, message or problem)
end

-- Resolves names as `lua_function.resolve` does. When a name is unknown because the text is not Lua,
-- the syntax error is reported instead.
local function resolved(text, block, context, known)
  local ok, names, constants, _, environment = attempt(lua_function.resolve, lua_code.tokens(text), {},
    context.scope, known)
  if ok then return names, constants, environment end
  local thrown = names
  local _, problem = load(block.text, context:chunk(1), "t", {})
  local holds_yaml = block.holes and block.holes[1]
  if problem and not holds_yaml and not (type(thrown) == "table" and thrown.certain) then
    fail_in_line(block.text, problem)
  end
  error(thrown, 0)
end

-- Returns the values that globals have before the block runs.
local function present_values(globals, scope)
  local present = {}
  for i, name in ipairs(globals) do present[i] = select(2, scope:lua(name)) end
  return present
end

-- The author's code must not use the names of the builder and of the frame.
local function refuse_own_names(tokens)
  for _, token in ipairs(tokens) do
    if token.kind == "name" and (token.text == BUILDER or token.text == FRAME) then
      lexer.fail(token.at, "the name " .. token.text .. " is reserved")
    end
  end
end

local function compile(block, context, holes)
  local tokens = lua_code.tokens(block.text)
  if not tokens then lexer.fail(1, "a string or a comment is not closed") end
  refuse_own_names(tokens)
  local text = block.text
  if block.holes then
    text = edited(text, edits_of(block, lua_code.declarations(tokens), holes))
  end
  local binds, globals = lua_code.bindings(tokens)
  local known = { [BUILDER] = true, [FRAME] = true }
  for _, name in ipairs(globals) do known[name], binds[#binds + 1] = true, name end
  local names, constants, environment = resolved(text, block, context, known)
  local n, present = #names, present_values(globals, context.scope)
  for i, name in ipairs(globals) do names[n + i], constants[n + i] = name, present[i] end
  local chunk, problem = load(concat { "local ", concat({ BUILDER, FRAME, unpack(names) }, ", "),
    " = ... ", text, "\nreturn ", concat(binds, ", ") }, context:chunk(1), "t", environment)
  if not chunk then fail_in_line(block.text, problem) end
  return function(builder, frame)
    return chunk(builder, frame, unpack(constants, 1, n + #globals))
  end, binds
end

--- Compiles a block.
---@param block table a block from `yschema.code.program`: `text`, and for fragments `holes`, `functions`
---@param place table the same fields as for `evaluation.prepare`
---@param scope Scope
---@param holes table the same fields as for `evaluation.block`
---@return function? run run(builder, frame) returns the values of the names that the block binds, in order;
---  nil when the other results say why the block cannot be compiled
---@return string[]|string binds the names; or the problem, without a place
---@return integer? column in bytes, from 1
---@return integer? line
function lua_block.compile(block, place, scope, holes)
  local context = evaluation.context(block.text, place, scope)
  local ok, run, binds = attempt(compile, block, context, holes)
  if ok then return run, binds end
  return evaluation.error(context, run)
end

return lua_block
