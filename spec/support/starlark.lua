--- Runs blocks of Starlark code, with a builder that only records its calls.

local assert = require "luassert"
local chunk_names = require "yschema.sandbox.chunk_names"
local evaluation = require "yschema.expression.evaluation"
local scopes = require "yschema.expression.scope"
local values = require "yschema.starlark.values"

local unpack = table.unpack or unpack -- luacheck: ignore

local starlark = {}

-- A builder whose frames are lists of what was put into them.
local function new_builder(names)
  local builder = {}
  function builder.put(frame, hole, ...)
    local entry = { "hole " .. hole }
    for i, name in ipairs(names[hole] or {}) do
      entry[#entry + 1] = name .. "=" .. values.repr((select(i, ...)))
    end
    frame[#frame + 1] = table.concat(entry, " ")
  end
  function builder.open() return {} end
  function builder.close(frame, value)
    if value ~= nil then return value end
    return values.list(frame)
  end
  function builder.load(module, wanted)
    local out = {}
    for i, name in ipairs(wanted) do out[i] = module .. "/" .. name end
    return unpack(out)
  end
  return builder
end

--- Compile and run a block.
---@param text string
---@param opts? table scope=, line=, names= (hole number to list of names)
---@return table? # name to value; nil and the message ("line: problem"), if it fails
---@return table|string # what was put into the frame of the file
function starlark.run(text, opts)
  opts = opts or {}
  local captured, wanted = {}, opts.names or {}
  local scope = opts.scope or scopes.new()
  local run, binds, column, line = evaluation.block(text, { file = "s.yml", line = opts.line or 1 }, scope, {
    names = function(hole)
      local set = {}
      for _, name in ipairs(wanted[hole] or {}) do set[name] = true end
      return set
    end,
    captures = function(hole, list) captured[hole] = list end,
  })
  if not run then return nil, ("%d:%s: %s"):format(line, tostring(column), binds) end
  local frame, out = {}, {}
  local results = { pcall(run, new_builder(captured), frame) }
  if not results[1] then
    return nil, (chunk_names.translate(results[2]):gsub("^s%.yml:", ""))
  end
  for i, name in ipairs(binds) do
    out[name] = results[i + 1]
    if out[name] ~= nil then scope:define(name, out[name]) end
  end
  return out, frame
end

--- The value of `r` after a block, as repr; of an error, "! line: message".
function starlark.result(text, opts)
  local out, problem = starlark.run(text, opts)
  if not out then return "! " .. problem end
  return values.repr(out.r)
end

--- The same for a text whose lines are parted by " / ".
function starlark.lines(text) return starlark.result((text:gsub(" / ", "\n"))) end

--- Makes a test of each row, { lines, what `r` is then }, with busted's `it`.
function starlark.rows(it, list)
  for _, row in ipairs(list) do
    it(row[1], function() assert.equal(row[2], starlark.lines(row[1])) end)
  end
end

return starlark
