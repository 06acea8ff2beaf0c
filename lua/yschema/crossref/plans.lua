--- The names that a document defines, and the rules for references to them, made once for a schema, or for
-- the kinds of a configuration.
--
-- @module yschema.crossref.plans

local plain_tables = require "yschema.base.plain_tables"
local core = require "yschema.core"
local lazily = require "yschema.base.lazily"
local runs = lazily "yschema.pipeline.runs"
local suggestion = lazily "yschema.base.suggestion"

local plans = {}

--- Names of one place in the schema of a kind, which others refer to.
---@class yschema.NameGroup
---@field number integer of the names, from 0
---@field path string
---@field file? boolean they are needed in the file
---@field configuration? boolean they are needed in the configuration
---@field sensitive? boolean they must not be shown, and not be stored

--- The plan for documents that are validated by one schema, or as one kind.
---@class yschema.PlanMember
---@field schema yschema.CoreSchema
---@field core userdata of the schema
---@field like integer the first member with the same schema, from 0
---@field references table[] those of the schema; `groups` of each are the numbers of groups that have its names
---@field groups yschema.NameGroup[]

---@class yschema.Plan
---@field core userdata the same for the core
---@field members yschema.PlanMember[] of each kind, or the only one
---@field name? string of the configuration
---@field partial? boolean not all documents of the configuration are validated

--- Returns the name of a kind: its own, or else the value of the only key of its `has`.
---@param kind yschema.Kind
---@return string?
function plans.kind_name(kind)
  if kind.name then return kind.name end
  local key, value = next(kind.has or {})
  return key ~= nil and next(kind.has, key) == nil and type(value) == "string" and value or nil
end

local function kind_of(kinds, name)
  for i, kind in ipairs(kinds) do
    if plans.kind_name(kind) == name then return i end
  end
end

local function names_of(kinds) return plain_tables.mapped(kinds, function(kind) return plans.kind_name(kind) end) end

-- Returns the source of a schema's file.
local function source_of(schema, name)
  for _, source in ipairs(schema.offered) do
    if source:name() == name then return source end
  end
  return core.source(name, "")
end

-- Reports an error of an annotation.
local function complain(schema, reference, path, problem, remedy, report)
  local run, source = runs.start(schema), source_of(schema, reference.file)
  run:add_violation("TARGET", source, reference.line, reference.column, source, 0, "", "", "schema/refers", path,
    problem, remedy or "")
  report(run)
  run:close()
end

local function add_group(member, number, path, scope, sensitive)
  for _, group in ipairs(member.groups) do
    if group.number == number then
      group[scope] = true
      return
    end
  end
  member.groups[#member.groups + 1] = { number = number, path = path, [scope] = true, sensitive = sensitive }
end

-- Returns the number of the names at a path: of a kind, or of all documents that have a schema.
local function number_of(plan, at, schema, path)
  local id = (at and "k%d %s" or "s%d %s"):format(at or plan.numbers[schema], path)
  if not plan.ids[id] then
    plan.ids[id], plan.count = plan.count, plan.count + 1
  end
  return plan.ids[id]
end

-- Adds the groups of a reference to the documents that have its names. Returns nil when an error was reported.
local function add_reference(plan, kinds, member, reference, report)
  local at = reference.kind and kind_of(kinds, reference.kind)
  if reference.kind and not at then
    if not kinds[1] then
      plan.without_kinds = reference.kind
      return true
    end
    local nearest = suggestion.nearest(reference.kind, names_of(kinds))
    complain(member.schema, reference, reference.kind, "kind= is the name of no kind of the configuration",
      nearest and ('did you mean "%s"?'):format(nearest), report)
    return nil
  end
  local target = at and plan.members[at] or member
  reference.groups = {}
  for i, path in ipairs(reference.to) do
    local ok, second, remedy = true, reference.sensitive, nil
    if at then ok, second, remedy = target.schema.core:target(path) end
    if not ok then
      complain(member.schema, reference, path, second, remedy, report)
      return nil
    end
    local sensitive = second
    reference.sensitive = reference.sensitive or sensitive
    local number = number_of(plan, at, member.schema, path)
    reference.groups[i] = number
    for place, other in ipairs(plan.members) do
      if at == place or not at and other.schema == member.schema then
        add_group(other, number, path, reference.scope, sensitive)
      end
    end
  end
  return true
end

-- Whether a schema says something about several documents.
local function is_outward(kinds)
  return plain_tables.any(kinds, function(kind)
    return kind.schema and (kind.schema.core:references() or {}).outward
  end)
end

--- Makes a plan.
---@param validator { schema: yschema.CoreSchema?, kinds: yschema.Kind[]? }
---@param report fun(owner: userdata) gets errors
---@return yschema.Plan|false|nil plan false: other documents decide about nothing; nil: an error was reported
function plans.of(validator, report)
  local kinds = validator.kinds or { validator }
  if not is_outward(kinds) then return false end
  local plan, ok = { members = {}, numbers = {}, ids = {}, count = 0 }, true
  for i, kind in ipairs(kinds) do
    local schema = kind.schema
    plan.numbers[schema] = plan.numbers[schema] or i
    plan.members[i] = { schema = schema, core = schema.core, like = plan.numbers[schema] - 1,
      references = schema.core:references() or {}, groups = {} }
  end
  for _, member in ipairs(plan.members) do
    for _, reference in pairs(member.references) do
      if type(reference) == "table" and reference.to and reference.scope ~= "document" then
        plan.has_wide = plan.has_wide or reference.scope == "configuration"
        ok = add_reference(plan, validator.kinds or {}, member, reference, report) and ok
      end
    end
  end
  if not ok then return nil end
  plan.core = core.plan(plan.members, plan.count)
  return plan
end

-- ---- the plans of a call ------------------------------------------------------------

--- The plans of all that validates files in one call.
---@class yschema.Plans
---@field any? boolean documents refer to others
---@field failed? boolean an error was reported
---@field notes string[] for the user
---@field private plans table<string, table<table, yschema.Plan|false>>
---@field private report fun(owner: userdata)
---@field private request { references: boolean?, shard: table? }
local Plans = {}
Plans.__index = Plans

function Plans:note(plan, entry)
  if plan.partial and plan.has_wide then
    self.notes[#self.notes + 1] = ("references to other files%s are not validated, because only some of the files are")
      :format(entry and " of " .. entry or "")
  end
  if plan.without_kinds then
    self.notes[#self.notes + 1] = ("references with kind=%q are not validated: the kinds of a project file say which"
      .. " documents are meant"):format(plan.without_kinds)
  end
end

--- Returns the plan of what validates files, which is made once for each configuration.
---@param validator { schema: yschema.CoreSchema?, kinds: yschema.Kind[]? }
---@param entry? string the name of the configuration
---@param partial? boolean only some of its files are validated
---@return yschema.Plan|false|nil plan as by `of`
function Plans:plan(validator, entry, partial)
  if not self.request.references then return false end
  local known, by = self.plans[entry or ""] or {}, validator.kinds or validator.schema
  self.plans[entry or ""] = known
  if known[by] ~= nil then return known[by] end
  local plan = plans.of(validator, self.report)
  known[by] = plan or false
  if plan == nil then self.failed = true end
  if plan then
    self.any, plan.partial = true, partial or self.request.shard ~= nil
    self:note(plan, entry)
  end
  return plan
end

--- Makes an empty book.
---@param report fun(owner: userdata) gets errors
---@param request { references: boolean?, shard: table? } without `references`, there are no plans
---@return yschema.Plans
function plans.new(report, request)
  return setmetatable({ notes = {}, plans = {}, report = report, request = request }, Plans)
end

return plans
