--- Makes the `ctx` argument of rules and defaults: `ctx.parent`, `ctx.root`, `ctx.path`, `ctx.key`.
--
-- A context copies from the run what a function asks for. Once functions have asked for many copies they
-- share one, so that the cost of a run stays proportional to the size of the document.
--
-- @module yschema.pipeline.rule_contexts

local rule_contexts = {}

-- These are not called as methods, which take longer to find while closures run.
local find = string.find

-- Each closure that asks for `ctx.parent` or `ctx.root` gets its own copy while all copies together have
-- fewer nodes than this; after that, closures share one copy.
local FREE_NODES, COPIES = 100000, 64

-- Finds the parent of the value at `path` in a copy of the whole document; nil when the path has escapes
-- and cannot be read back easily.
local function parent_in(root, path)
  if find(path, "\\", 1, true) then return nil end
  local node, at, size = nil, 1, #path
  local key
  while at <= size do
    if key == nil then node = root else node = node[key] end
    if type(node) ~= "table" then return nil end
    local first, last, found = find(path, '^%["([^"]*)"%]', at)
    if not first then
      first, last, found = find(path, "^%[(%d+)%]", at)
      found = found and found + 1
    end
    if not first then first, last, found = find(path, "^%.?([^.%[]+)", at) end
    if not first then return nil end
    key, at = found, last + 1
  end
  return node
end

-- Makes a function that reads "parent" or "root" of the value that a question is about.
local function collections_of(run)
  local spent, allowance = 0, FREE_NODES
  local shared, measured

  local function copy(what)
    local value, nodes = run:context(what)
    if value == nil and type(nodes) == "string" then error(nodes, 0) end
    return value, nodes or 0
  end

  return function(what)
    if spent > allowance and not measured then
      measured = true
      local _, nodes = copy("root")
      allowance = FREE_NODES + COPIES * nodes
    end
    if spent <= allowance then
      local value, nodes = copy(what)
      spent = spent + nodes
      return value
    end
    shared = shared or copy("root")
    if what == "root" then return shared end
    return parent_in(shared, run:context("path")) or (copy(what))
  end
end

--- Makes the state of a run. The contexts of the run have its metatable `mt`.
--
-- The answers to a function are kept in its ctx, so that it gets the same table when it asks twice. The
-- state is then `used`, and the next function gets a new ctx.
---@param run userdata a core run
---@param call function calls a function within its budget, as pcall does
---@return table state { run =, call =, mt =, used =, open = whether contexts can be read }
function rule_contexts.new(run, call)
  local state = { run = run, call = call, used = true, open = true }
  local collection = collections_of(run)
  state.mt = { __metatable = false }
  function state.mt.__index(ctx, name)
    if not state.open then return nil end
    local value
    if name == "parent" or name == "root" then value = collection(name)
    elseif name == "path" or name == "key" then value = run:context(name) end
    if value ~= nil then ctx[name] = value end
    return value
  end
  function state.mt.__newindex(ctx, name, value)
    state.used = true
    run:mark()
    rawset(ctx, name, value)
  end
  return state
end

return rule_contexts
