-- Writes lua/yschema/packs/kong.yml from Kong's own schemas:
--
--   YSCHEMA_KONG=… LUA_PATH=… luajit spec/packs/kong/make.lua > lua/yschema/packs/kong.yml
--
-- truth.lua says what the two variables have to name. Facts are read from Kong's tables: names, types, limits,
-- defaults and enumerations. The patterns and rules are those of prelude.yml and rules.lua.

local truth = require("spec.packs.kong.truth").load(os.getenv "YSCHEMA_KONG")
local rules = require "spec.packs.kong.rules"
local constants = require "kong.constants"

local null = require("cjson").null
local out = {}

local function write(line) out[#out + 1] = line end

-- ---- Literals ----

local function quoted(text)
  if text:find '[\\"]' then
    return "'" .. text:gsub("'", "''") .. "'"
  end
  return '"' .. text .. '"'
end

-- A string as YAML, in quotes where it could be read as something else.
local function yaml_text(text)
  if text:find "^[%a/][%w_/%.%-]*$" and not text:lower():find "^[tfyno][rae]?[lsuf]?[sel]*$" then
    return text
  end
  return quoted(text)
end

local function number(value, float)
  if value == math.floor(value) and math.abs(value) < 1e15 then
    return ("%d%s"):format(value, float and ".0" or "")
  end
  return ("%.14g"):format(value)
end

-- A value as an expression in an annotation.
local function literal(value)
  if type(value) == "string" then
    return '"' .. value:gsub('[\\"]', "\\%0") .. '"'
  elseif type(value) == "boolean" then
    return value and "True" or "False"
  elseif type(value) == "number" then
    return number(value)
  end
  local parts = {}
  for i, one in ipairs(value) do
    parts[i] = literal(one)
  end
  return "[" .. table.concat(parts, ", ") .. "]"
end

-- ---- Rules of a field ----

local function place(fn)
  local info = debug.getinfo(fn, "S")
  return info.source:match "kong/([^/]+/.*)$":gsub("^kong/", "") .. ":" .. info.linedefined
end

local function pattern_rule(field, pattern)
  return "regexp=" .. (field.referenceable and "or_vault(" .. pattern .. ")" or pattern)
end

local function add_string_rules(list, field)
  if field.uuid then
    list[#list + 1] = "regexp=uuid"
  end
  if field.match then
    local pattern = rules.patterns[field.match] or error("no pattern for " .. field.match)
    list[#list + 1] = pattern_rule(field, pattern)
  end
  if field.starts_with and not field.custom_validator then
    list[#list + 1] = "prefix=" .. literal(field.starts_with)
  end
  if field.is_regex then
    list[#list + 1] = "a_pattern"
  end
  if (field.len_min or 1) > 1 then
    list[#list + 1] = "min_len=" .. field.len_min
  end
  if field.len_max then
    list[#list + 1] = "max_bytes=" .. field.len_max
  end
  if field.len_eq then
    list[#list + 1] = ("min_len=%d, max_len=%d"):format(field.len_eq, field.len_eq)
  end
  if field.not_one_of and not field.match and not field.custom_validator then
    list[#list + 1] = ('regexp=(r"^(?!(%s)$)", "another text than %s")'):format(
      table.concat(field.not_one_of, "|"):gsub("%.", "\\."), table.concat(field.not_one_of, ", "))
  end
end

local function add_custom_rule(list, field)
  if not field.custom_validator then
    return
  end
  local known = rules.validators[place(field.custom_validator)]
  if known == nil then
    error("no rule for " .. place(field.custom_validator))
  elseif known and not (field.match and rules.patterns[field.match]) then
    local is_pattern = field.type == "string" and not known:find "^a_" and not known:find "^star_"
    list[#list + 1] = is_pattern and pattern_rule(field, known) or known
  end
end

-- The arguments of @schema/validation.
local function rules_of(field)
  local list = {}
  if field.between then
    list[#list + 1] = ("min=%s, max=%s"):format(number(field.between[1]), number(field.between[2]))
  end
  if field.gt then
    list[#list + 1] = "exclusive_min=" .. number(field.gt)
  end
  if field.timestamp then
    list[#list + 1] = "exclusive_min=0"
  end
  if field.one_of then
    rules.sort_formats(field.one_of)
    list[#list + 1] = "one_of=" .. literal(field.one_of)
  end
  if field.type == "string" then
    add_string_rules(list, field)
  elseif field.len_min and field.len_min > 0 then
    list[#list + 1] = "min_len=" .. field.len_min
  end
  if field.type ~= "string" and field.len_max then
    list[#list + 1] = "max_len=" .. field.len_max
  end
  add_custom_rule(list, field)
  list[#list + 1] = field.rule
  if field.condition then
    list[#list + 1] = "when=" .. field.condition
  end
  if field.unique_in then
    list[#list + 1] = ('only_one("%s", "%s")'):format(field.unique_in, field.key_name)
  end
  return list
end

-- ---- Nodes ----

local render_record, shared

-- Whether a record that is left out is an error, because something in it is required.
local function must_be_given(field)
  if field.default ~= nil and field.default ~= null then
    return false
  elseif field.type ~= "record" then
    return field.required and not field.auto
  elseif field.required == false then
    return false
  end
  for _, entry in ipairs(field.fields or {}) do
    local _, inner = next(entry)
    if must_be_given(inner) then
      return true
    end
  end
  return false
end

-- Kong makes records required unless they say that they are not.
local function nullable(field)
  if field.type == "record" then
    return field.required == false
  end
  return not field.required
end

local function scalar(field)
  local default = field.default
  if default == null then
    default = nil
  end
  if field.type == "string" then
    return default and yaml_text(default) or '""'
  elseif field.type == "integer" then
    return number(default or 0)
  elseif field.type == "number" then
    return number(default or 0, true)
  end
  return tostring(default or false)
end

local function is_sensitive(name, field)
  if field.type ~= "string" and field.type ~= "map" then
    return false
  end
  return field.encrypted or name == "password" or name == "private_key" or name == "redis_password"
end

-- Writes the annotations of a node. Returns what stands at the end of its line.
local function annotate(indent, notes, field)
  for _, note in ipairs(notes) do
    write(indent .. "#@schema/" .. note)
  end
  return field and nullable(field) and " #@schema/nullable" or ""
end

-- Rules that are functions stand before those that have a name, as the grammar of arguments asks for.
local function validation(list)
  local functions, named = {}, {}
  for _, rule in ipairs(list) do
    table.insert(rule:find "^[%w_]+=" and named or functions, rule)
  end
  for _, rule in ipairs(named) do
    functions[#functions + 1] = rule
  end
  return #list > 0 and "validation " .. table.concat(functions, ", ") or nil
end

local render

-- Writes the items of a list, or the values of a map, below `indent`.
local function render_item(lead, indent, field)
  local notes = { validation(rules_of(field)) }
  if field.type == "record" then
    local form = shared(field)
    if form then
      annotate(indent, { "like " .. form })
      write(indent .. lead)
      return
    end
    table.insert(notes, 1, "keys-may-be-present")
    local checks = validation(rules.checks(field, ""))
    notes[#notes + 1] = checks
    annotate(indent, notes)
    write(indent .. lead)
    local first = #out + 1
    render_record(field, indent .. "  ")
    -- An annotation after the dash would be one of the item.
    if lead == "-" and not out[first]:find "^ *#" then
      out[first] = indent .. "- " .. out[first]:sub(#indent + 3)
      table.remove(out, first - 1)
    end
  elseif field.type == "array" or field.type == "set" then
    annotate(indent, notes)
    write(indent .. lead)
    render_item("-", indent, field.elements)
  else
    if field.len_min == 0 then
      notes[#notes + 1] = "allow-empty"
    end
    annotate(indent, notes)
    write(indent .. lead .. " " .. scalar(field))
  end
end

local function render_map(name, field, indent, notes)
  local ends = annotate(indent, notes, field)
  write(indent .. name .. ":" .. ends)
  local pattern = field.keys.custom_validator and rules.validators[place(field.keys.custom_validator)]
  if field.keys.match_none then
    pattern = "header_but_host"
  end
  write(indent .. (pattern and "  #@schema/key allowed=" .. pattern .. "[0], missing_ok=True" or "  #@schema/any-key"))
  render_item("name:", indent .. "  ", field.values)
end

local function list_default(field)
  if type(field.default) ~= "table" or #field.default == 0 or type(field.default[1]) == "table" then
    return nil
  end
  return "default " .. literal(field.default)
end

function render(name, field, indent, extra)
  local notes = extra or {}
  if field.required and not field.auto and must_be_given(field) then
    notes[#notes + 1] = "required"
  elseif field.type == "record" and must_be_given(field) then
    notes[#notes + 1] = "required"
  end
  if is_sensitive(name, field) then
    notes[#notes + 1] = "sensitive"
  end
  if field.type == "string" and field.len_min == 0 then
    notes[#notes + 1] = "allow-empty"
  end
  local checks = validation(rules_of(field))
  if field.type == "record" then
    local form = shared(field)
    notes[#notes + 1] = form and "like " .. form or "keys-may-be-present"
    if not form then
      notes[#notes + 1] = validation(rules.checks(field, name))
    end
    local ends = annotate(indent, notes, field)
    write(indent .. name .. ":" .. ends)
    if not form then
      render_record(field, indent .. "  ")
    end
  elseif field.type == "array" or field.type == "set" then
    notes[#notes + 1] = list_default(field)
    notes[#notes + 1] = checks
    local ends = annotate(indent, notes, field)
    write(indent .. name .. ":" .. ends)
    render_item("-", indent, field.elements)
  elseif field.type == "map" then
    notes[#notes + 1] = checks
    render_map(name, field, indent, notes)
  elseif field.type == "json" or field.type == "any" then
    notes[#notes + 1] = "type any=True"
    annotate(indent, notes)
    write(indent .. name .. ": {}")
  else
    notes[#notes + 1] = checks
    local ends = annotate(indent, notes, field)
    write(indent .. name .. ": " .. scalar(field) .. ends)
  end
end

local function replaced_by(field)
  local with = field.deprecation and field.deprecation.replaced_with
  return with and table.concat(with[1].path, ".")
end

function render_record(field, indent)
  local before = #out
  for _, entry in ipairs(rules.in_order(field.fields or {})) do
    local name, inner = next(entry)
    render(name, inner, indent)
  end
  for _, entry in ipairs(field.shorthand_fields or {}) do
    local name, inner = next(entry)
    if not rules.no_shorthand[name] then
      local new = replaced_by(inner) or rules.new_names[name]
      inner.one_of = inner.one_of or rules.values[name]
      local target = replaced_by(inner) and rules.field_at(field, replaced_by(inner))
      for _, key in ipairs { "between", "custom_validator", "required" } do
        if target and inner[key] == nil then
          inner[key] = target[key]
        end
      end
      inner.default = target and target.default or inner.default
      render(name, inner, indent, { ('deprecated "use %s"'):format(new) })
    end
  end
  if #out == before then
    write(indent .. "#@schema/removed \"there are no settings\"")
    write(indent .. "none: false")
  end
end

-- ---- Forms that are used more than once ----

local forms, form_of = {}, {}

local function key_of(field)
  local saved = out
  out = {}
  local ok, err = pcall(render_record, field, "")
  local text = table.concat(out, "\n")
  out = saved
  assert(ok, err)
  return text .. table.concat(rules.checks(field, ""), "\n")
end

local collecting = true

function shared(field)
  if collecting then
    return nil
  end
  return form_of[key_of(field)]
end

local function each_record(field, name, visit)
  if field.type == "record" and field.fields then
    visit(field, name)
  end
  for _, entry in ipairs(field.fields or {}) do
    local key, inner = next(entry)
    each_record(inner, key, visit)
  end
  for _, key in ipairs { "elements", "values" } do
    if field[key] then
      each_record(field[key], name, visit)
    end
  end
end

local function plugin_config(name)
  local plugin = require("kong.plugins." .. name .. ".schema")
  local found = {}
  for _, entry in ipairs(plugin.fields) do
    local key, field = next(entry)
    found[key] = field
  end
  return plugin, found
end

local plugins = {}
for name in pairs(constants.BUNDLED_PLUGINS) do
  plugins[#plugins + 1] = name
end
table.sort(plugins)

local function collect_forms()
  local times, names, fields = {}, {}, {}
  for _, plugin in ipairs(plugins) do
    local _, found = plugin_config(plugin)
    each_record(found.config, plugin, function(field, name)
      if #field.fields < 3 or field == found.config then
        return
      end
      local key = key_of(field)
      if not times[key] then
        fields[#fields + 1] = { key = key, field = field }
      end
      times[key] = (times[key] or 0) + 1
      names[key] = names[key] or name
    end)
  end
  local taken = {}
  -- Inner forms come before those that contain them.
  table.sort(fields, function(a, b) return #a.key < #b.key end)
  for _, one in ipairs(fields) do
    if times[one.key] > 1 then
      local name = rules.form_names[names[one.key]] or names[one.key]
      assert(not taken[name], name .. " names two forms")
      taken[name] = true
      forms[#forms + 1] = { name = name, field = one.field, key = one.key }
    end
  end
  collecting = false
  -- Their texts are shorter now, because they use each other.
  for _, form in ipairs(forms) do
    form_of[key_of(form.field)] = form.name
  end
end

local function define(name, field, checks)
  write ""
  write("#@ def " .. name .. "():")
  write "#@schema/keys-may-be-present"
  local list = validation(checks)
  if list then
    write("#@schema/" .. list)
  end
  write "---"
  render_record(field, "")
  write "#@ end"
end

-- ---- Plugins ----

local function identifier(name) return (name:gsub("-", "_")) end

local function settings_of(name)
  local plugin, found = plugin_config(name)
  local checks = rules.checks(found.config, "config", plugin.entity_checks, name)
  local saved = form_of[key_of(found.config)]
  define(identifier(name) .. "_settings", found.config, checks)
  return { plugin = plugin, found = found, saved = saved }
end

local function accepts_nothing(name)
  local accepted = truth.check(('_format_version: "3.0"\nplugins:\n- name: %s\n'):format(name))
  return accepted
end

local function row(name)
  local _, found = plugin_config(name)
  local not_for = {}
  for _, key in ipairs { "service", "route", "consumer" } do
    if found[key] and found[key].eq == null then
      not_for[#not_for + 1] = key
    end
  end
  local protocols = found.protocols and #found.protocols.elements.one_of < 5 and "http" or "all"
  return ('#@   ("%s", %s, %s, %s, %s),'):format(name, identifier(name) .. "_settings", protocols,
    accepts_nothing(name) and "optional" or "required", literal(not_for))
end

-- ---- Entities ----

local function entity_definition(name)
  local ok, definition = pcall(require, "kong.db.schema.entities." .. name)
  if ok then
    return definition
  end
  for _, plugin in ipairs(plugins) do
    local has, daos = pcall(require, "kong.plugins." .. plugin .. ".daos")
    for _, dao in ipairs(has and daos or {}) do
      if dao.name == name then
        return dao
      end
    end
  end
  error("no entity " .. name)
end

local children = {}

local function collect_children()
  for _, name in ipairs(truth.schema.known_entities) do
    for _, entry in ipairs(entity_definition(name).fields) do
      local _, field = next(entry)
      if field.type == "foreign" then
        children[field.reference] = children[field.reference] or {}
        table.insert(children[field.reference], name)
      end
    end
  end
end

local function render_foreign(name, field)
  local paths = rules.paths[field.reference]
  if not paths then
    write '#@schema/type "string", "map", "null"'
    write(name .. ': ""')
    return
  end
  write(("#@schema/any-of named(%s), identified(%s)"):format(paths, paths))
  write(name .. ': "" #@schema/nullable')
end

local function render_children(name)
  for _, child in ipairs(children[name] or {}) do
    annotate("", { rules.once(entity_definition(child), name) })
    write(child .. ": #@schema/nullable")
    write("#@schema/like " .. rules.singular(child))
    write "-"
  end
end

local function entity(name)
  local definition = entity_definition(name)
  write ""
  write("#@ def " .. rules.singular(name) .. "():")
  if name == "plugins" then
    write "#@schema/one-of *[plugin_of(*row) for row in bundled], by=\"name\""
    write "---"
    write "#@ end"
    return
  end
  write "#@schema/keys-may-be-present"
  local list = validation(rules.checks(definition, name, nil, name))
  if list then
    write("#@schema/" .. list)
  end
  write "---"
  for _, entry in ipairs(definition.fields) do
    local key, field = next(entry)
    if field.type == "foreign" then
      render_foreign(key, field)
    elseif not field.transient and not (field.abstract) then
      if field.auto then
        field.required = nil
      end
      if (rules.not_required[name] or {})[key] then
        field.required = nil
      end
      if rules.not_null[name] == key then
        field.required, field.default = true, field.default or ""
      end
      if key == "id" then
        field.unique = true
      end
      field.condition = (rules.conditions[name] or {})[key]
      if name == "vaults" and key == "name" then
        field.one_of = { "env" }
      end
      field.unique_in, field.key_name = field.unique and name, key
      if key == "updated_at" then
        write "updated_at: 0 #@schema/type any=True"
      else
        render(key, field, "")
      end
    elseif field.abstract then
      write "#@schema/like env_vault"
      write "config:"
    end
  end
  if definition.ttl then
    write "ttl: 0 #@schema/type any=True"
  end
  for _, entry in ipairs(definition.shorthand_fields or {}) do
    local key, field = next(entry)
    if not rules.no_shorthand[key] then
      field.rule, field.required, field.default = rules.short_forms[key], true, ""
      render(key, field, "")
    end
  end
  write "_comment: \"\" #@schema/nullable"
  write "_ignore: [] #@schema/nullable"
  render_children(name)
  write "#@ end"
end

-- ---- The file ----

local function copy_lines(path)
  for line in io.lines(path) do
    write(line)
  end
end

local function main()
  local folder = arg[0]:match "^(.*)/[^/]*$"
  copy_lines(folder .. "/prelude.yml")
  collect_forms()
  write ""
  write "#! ---- Forms that many plugins share ----"
  for _, form in ipairs(forms) do
    define(form.name, form.field, rules.checks(form.field, form.name))
  end
  write ""
  write "#! ---- Settings of plugins ----"
  for _, name in ipairs(plugins) do
    settings_of(name)
  end
  write ""
  copy_lines(folder .. "/plugins.yml")
  write "#@ bundled = ["
  for _, name in ipairs(plugins) do
    write(row(name))
  end
  write "#@ ]"
  write ""
  write "#! ---- Entities ----"
  collect_children()
  copy_lines(folder .. "/entities.yml")
  for _, name in ipairs(truth.schema.known_entities) do
    entity(name)
  end
  write ""
  write "#! ---- The file ----"
  write ""
  write "#@schema/title \"kong.yml\""
  write "#@schema/keys-may-be-present"
  write "#@schema/definition data_values=True"
  write "---"
  write "#@schema/required"
  write "#@schema/validation one_of=[\"1.1\", \"2.1\", \"3.0\"]"
  write "_format_version: \"3.0\""
  write "_transform: true #@schema/nullable"
  write "_comment: \"\" #@schema/nullable"
  write "_ignore: [] #@schema/nullable"
  for _, name in ipairs(truth.schema.known_entities) do
    annotate("", { rules.once(entity_definition(name)) })
    write(name .. ": #@schema/nullable")
    write("#@schema/like " .. rules.singular(name))
    write "-"
  end
  io.write(table.concat(out, "\n"), "\n")
end

main()
