--- Compiles statements.
--
-- This is a part of `yschema.codegen.generator` and adds methods to it.
--
-- Every variable of a function is declared at the head of the function, as in Starlark. `self.assigned`
-- follows which variables certainly have a value; when another one is read, this is checked at run time.
--
-- @module yschema.codegen.statement_code

local fail = require "yschema.text.lexer".fail
local used_names = require "yschema.codegen.used_names"

local concat, sort = table.concat, table.sort

-- How many top-level variables of a block may be Lua locals, and how many there may be in all. The second
-- limit exists because LuaJIT limits the number of values that a function returns.
local most_variables, most_binds = 10, 7000

return function(Generator)
  local run = {} -- by the type of the statement

  local function wrapped(body)
    if not body[2] then return body[1] end
    return "do " .. concat(body, "; ") .. " end"
  end

  function Generator:statement(node)
    local before = self.here
    self.here = self:mark(node.at)
    local body = self:block(function() run[node.type](self, node) end)
    if body[1] then self.out[#self.out + 1] = wrapped(body) end
    self.here = before
  end

  function Generator:body(list)
    for _, node in ipairs(list) do self:statement(node) end
  end

  local jumps = { ["return"] = true, ["break"] = true, ["continue"] = true }

  -- Compiles statements that may be skipped at run time. Returns their source, and the set of the variables that
  -- they certainly assign; this set is nil when control never reaches the end of the statements.
  function Generator:branch(list, before)
    local outer = self.assigned
    self.assigned = setmetatable({}, { __index = outer })
    local body = self:block(function()
      if before then before() end
      self:body(list)
    end)
    local own = self.assigned
    self.assigned = outer
    local last = list[#list]
    return concat(body, "; "), not (last and jumps[last.type]) and own or nil
  end

  -- ---- variables and targets --------------------------------------------------------

  function Generator:store_name(name, code)
    local entry = self.locals[name]
    self:emit(entry.lua, " = ", code)
    self.assigned[entry] = true
  end

  -- Assigns the value of the source `code` to a target. The source is evaluated once, unless it is stable.
  function Generator:store(target, code, stable)
    if target.type == "name" then
      self:store_name(target.name, code)
    elseif target.type == "index" then
      if not stable then code = self:temporary(code) end
      local ops = self:several { target.value, target.key }
      self:emit(self:helper "set_item", "(", ops[1].code, ", ", ops[2].code, ", ", code, ")")
    else
      local parts = self:spread(code, #target.items)
      for i, item in ipairs(target.items) do self:store(item, parts[i], true) end
    end
  end

  -- Returns whether a target and a value are both written as items, and have the same number of them.
  local function is_parallel(target, value)
    return target.items and value.items and (value.type == "tuple" or value.type == "list")
      and #target.items == #value.items and #target.items > 0
  end

  function Generator:store_parallel(targets, nodes)
    local ops, parts, declared = self:several(nodes), {}, {}
    for i, op in ipairs(ops) do
      parts[i] = op.code
      declared[i] = self:new_name "t"
    end
    self.frame.live = self.frame.live + #ops
    self:emit("local ", concat(declared, ", "), " = ", concat(parts, ", "))
    for i, target in ipairs(targets) do self:store(target, declared[i], true) end
  end

  function run.assign(self, node)
    if is_parallel(node.target, node.value) and #node.target.items < 50 then
      return self:store_parallel(node.target.items, node.value.items)
    end
    local op = self:expression(node.value)
    self:store(node.target, op.code, op.stable)
  end

  local in_place = { ["+"] = "add_to", ["|"] = "merge_into" }

  -- Compiles the operator of `x += y` and the like. Its left operand is the node `left`.
  function Generator:updated(node, left)
    local helper = in_place[node.op]
    if not helper then
      return self:expression { type = "binary", op = node.op, at = node.at, left = left,
        right = node.value }
    end
    local ops = self:several { left, node.value }
    return self:helper_call(helper, nil, ops)
  end

  function run.augment(self, node)
    local target = node.target
    if target.type == "name" then
      return self:store_name(target.name, self:updated(node, target).code)
    end
    local ops = self:several { target.value, target.key }
    local value, key = self:temporary(ops[1].code), self:temporary(ops[2].code)
    self:push()
    -- These two names contain blanks, so no name in the source text can be the same.
    self.locals["object of"], self.locals["key of"] = { lua = value, mutable = true },
      { lua = key, mutable = true }
    local result = self:updated(node, { type = "index", at = target.at,
      value = { type = "name", at = target.at, name = "object of" },
      key = { type = "name", at = target.at, name = "key of" } })
    self:pop()
    self:emit(self:helper "set_item", "(", value, ", ", key, ", ", result.code, ")")
  end

  function run.expression(self, node)
    local op = self:expression(node.value)
    if not op.stable then self:emit("do local _ = ", op.code, " end") end
  end

  function run.def(self, node)
    local entry = self.locals[node.name]
    self:store_name(node.name, self:def(node, entry))
  end

  function run.pass() end

  -- ---- branches and loops -----------------------------------------------------------

  -- Adds to `assigned` the variables that every branch assigns.
  local function merge(assigned, sets, count)
    local first = sets[1]
    if not first then return end
    for entry in pairs(first) do
      local everywhere = true
      for i = 2, count do everywhere = everywhere and sets[i][entry] end
      if everywhere then assigned[entry] = true end
    end
  end

  -- Emits an `if` whose later tests need statements. Each branch jumps to the end of the `if`.
  function Generator:jumping(branches, otherwise)
    local label, parts = self:new_name "e", {}
    for _, branch in ipairs(branches) do
      parts[#parts + 1] = concat { "do ", concat(branch.before, "; "), branch.before[1] and "; " or "",
        "if ", branch.test, " then ", branch.body, "; goto ", label, " end end" }
    end
    if otherwise then parts[#parts + 1] = "do " .. otherwise .. " end" end
    self:emit("do ", concat(parts, "; "), "; ::", label, ":: end")
  end

  run["if"] = function(self, node)
    local branches, sets, count, direct = {}, {}, 0, true
    local function body_of(list)
      local body, own = self:branch(list)
      if own then
        count = count + 1
        sets[count] = own
      end
      return body
    end
    for i, clause in ipairs(node.clauses) do
      self.here = self:mark(clause.at)
      local before, test = self:capture(function() return self:condition(clause.test) end)
      branches[i] = { before = before, test = self:mark(clause.at) .. test,
        body = body_of(clause.body) }
      direct = direct and (i == 1 or not before[1])
    end
    local otherwise = node.otherwise and body_of(node.otherwise)
    if otherwise then merge(self.assigned, sets, count) end
    self.here = self:mark(node.at)
    if not direct then return self:jumping(branches, otherwise) end
    for _, statement in ipairs(branches[1].before) do self.out[#self.out + 1] = statement end
    local parts = {}
    for i, branch in ipairs(branches) do
      parts[i] = concat { i == 1 and "if " or "elseif ", branch.test, " then ", branch.body }
    end
    if otherwise then parts[#parts + 1] = "else " .. otherwise end
    self:emit(concat(parts, " "), " end")
  end

  -- Returns the source of the body of a loop. The label that `continue` jumps to is at its end.
  function Generator:loop_body(list, before)
    local outer = self.loop
    self.loop = { label = self:new_name "c" }
    local body = self:branch(list, before)
    if self.loop.used then
      body = concat { "do ", body, " end; ::", self.loop.label, "::" }
    end
    self.loop = outer
    return body
  end

  run["for"] = function(self, node)
    local items = self:temporary(self:helper "items" .. "(" .. self:expression(node.iterable).code
      .. ")")
    local i = self:new_name "i"
    self.frame.live = self.frame.live + 4 -- Lua's `for` needs these locals itself
    local item = concat { items, "[", i, "]" }
    local body = self:loop_body(node.body, function()
      self:store(node.target, concat { item, " == nil and ", self:helper "next_item", "(", items, ", ",
        i, ") or ", item })
    end)
    self:emit("for ", i, " = 1, #", items, " do ", body, " end")
  end

  run["while"] = function(self, node)
    local before, test = self:capture(function() return self:condition(node.test) end)
    before[#before + 1] = concat { "if not ", test, " then break end" }
    local body = self:loop_body(node.body)
    self:emit("while true do ", concat(before, "; "), "; ", body, " end")
  end

  run["break"] = function(self) self:emit "do break end" end

  run["continue"] = function(self)
    self.loop.used = true
    self:emit("goto ", self.loop.label)
  end

  run["return"] = function(self, node)
    if node.value then node.value.returned = not self.makes_nodes end
    local is_float = node.value and self:gives_float(node.value) or nil
    if self.is_float ~= nil then is_float = self.either_float(self.is_float, is_float) end
    self.is_float = is_float or false
    local op = node.value and self:expression(node.value)
    if self.makes_nodes then
      self:emit("do return (W.close(F", op and ", " .. op.code or "", ")) end")
    else
      self:emit("do return ", op and self:returned(op) or "", " end")
    end
  end

  -- ---- YAML and other files ---------------------------------------------------------

  function run.hole(self, node)
    local list, codes = {}, { "F", tostring(node.number) }
    for name in pairs(self.context.hole_names(node.number)) do
      if self.locals[name] then list[#list + 1] = name end
    end
    sort(list)
    for _, name in ipairs(list) do codes[#codes + 1] = self.locals[name].lua end
    self.context.hole_captures(node.number, list)
    self:emit("W.put(", concat(codes, ", "), ")")
  end

  function run.load(self, node)
    local targets, loaded = {}, {}
    for i, name in ipairs(node.names) do
      local entry = self.locals[name.as]
      targets[i], loaded[i] = entry.lua, self:constant(name.name).code
      self.assigned[entry] = true
    end
    self:emit(concat(targets, ", "), " = W.load(", self:constant(node.module).code, ", {",
      concat(loaded, ", "), "})")
  end

  -- ---- the block --------------------------------------------------------------------

  -- Decides where a top-level variable is kept, and emits code that sets it to the value that its name already has.
  function Generator:top_variable(name, in_table, n)
    local entry = self:declare(name)
    entry.mutable, entry.checked, entry.global = true, true, true
    if self.scope.wanted[name] and self.scope:later(name) then
      -- Code further up in the file looks the name up in the scope, perhaps while this block runs.
      entry.lua = self:kept(self.scope.names) .. "[" .. self:constant(name).code .. "]"
    elseif in_table then
      entry.lua = "G[" .. n .. "]"
    else
      self:emit("local ", entry.lua)
    end
    if self.scope:later(name) then return entry end
    local found, value = self.scope:starlark(name)
    if found then
      self:emit(entry.lua, " = ", self:constant(value).code)
      self.assigned[entry] = true
    end
    return entry
  end

  --- Compiles a block. Returns the source of its statements, and the list of the names that it binds.
  function Generator:top(ast)
    local facts = used_names.facts(ast, self.context)
    local binds, places = facts.locals, {}
    if #binds > most_binds then
      fail(ast.at, "the code binds more than " .. most_binds .. " names")
    end
    local in_table = #binds > most_variables
    if in_table then
      self:emit "local G = {}"
      self.frame.live = 1 - #binds
    end
    for i, name in ipairs(binds) do places[i] = self:top_variable(name, in_table, i).lua end
    self:body(ast.body)
    self:bound_floats(ast, facts, binds)
    if in_table then
      for i, place in ipairs(places) do
        if place:sub(1, 1) ~= "G" then self:emit("G[", i, "] = ", place) end
      end
      self:emit("return ", self:helper "unpack", "(G, 1, ", #binds, ")")
    elseif binds[1] then
      self:emit("return ", concat(places, ", "))
    end
    return concat(self.out, "; "), binds
  end

end
