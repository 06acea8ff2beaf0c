--- Writes JSON Schemas in the language of yschema, for the generators of packs. Names, types, limits and defaults carry
-- over; sentences do not.
--
-- A node is `{ notes, value, body }`: the lines of annotations, and either what stands after a key, or the lines below.

local conditions = require "spec.packs.conditions"

local keywords = require "spec.packs.keywords"

local quoted, literal, sorted = conditions.quoted, conditions.literal, conditions.sorted
local type_of, ZERO = keywords.type_of, keywords.ZERO

local Writer = {}
Writer.__index = Writer

local FORMATS = { ipv4 = true, ipv6 = true, ip = true }

-- ---- scalars --------------------------------------------------------------------------

-- The named rules of keywords.
local RULES = {
  { "minimum", "min" }, { "maximum", "max" }, { "exclusiveMinimum", "exclusive_min" },
  { "exclusiveMaximum", "exclusive_max" }, { "minLength", "min_len" }, { "maxLength", "max_len" },
  { "minItems", "min_len" }, { "maxItems", "max_len" }, { "minProperties", "min_len" },
  { "maxProperties", "max_len" },
}

-- Some long lists are made from the keys of tables, in any order.
local function in_stable_order(values)
  if #values > 8 and type(values[1]) == "string" then table.sort(values) end
  return values
end

local function named_rules(schema)
  local rules = {}
  for _, rule in ipairs(RULES) do
    local bound = schema[rule[1]]
    if bound ~= nil and not (bound == 0 and rule[2] == "min_len") then
      rules[#rules + 1] = rule[2] .. "=" .. literal(bound)
    end
  end
  if schema.pattern then rules[#rules + 1] = "regexp=" .. quoted(schema.pattern) end
  if FORMATS[schema.format] then rules[#rules + 1] = "format=" .. quoted(schema.format) end
  if schema.enum then rules[#rules + 1] = "one_of=" .. literal(in_stable_order(schema.enum)) end
  if schema.const ~= nil then rules[#rules + 1] = "one_of=" .. literal { schema.const } end
  if schema.uniqueItems and schema.items then rules[#rules + 1] = "unique=True" end
  return rules
end

-- Writes a rule that is a function.
local function rule(text, expression) return ("(%s, lambda v: %s)"):format(quoted(text), expression) end

-- Writes the annotation of rules: functions come before named rules.
local function validation(rules)
  local functions, others = {}, {}
  for _, each in ipairs(rules) do table.insert(each:find "^%(" and functions or others, each) end
  for _, each in ipairs(others) do functions[#functions + 1] = each end
  return functions[1] and "#@schema/validation " .. table.concat(functions, ", ") or nil
end

-- The plain texts that YAML reads as no string.
local WORDS = { yes = true, no = true, on = true, off = true, ["true"] = true, ["false"] = true, null = true, y = true,
  n = true }

local function plain(text)
  return text:find "^[%a_][%w_/.-]*$" and not WORDS[text:lower()]
end

local function scalar(value, kind)
  if kind == "number" then
    local text = literal(value)
    return text:find "[.e]" and text or text .. ".0"
  end
  if type(value) == "string" then return plain(value) and value or '"' .. value:gsub('[\\"]', "\\%0")
    :gsub("\n", "\\n"):gsub("\t", "\\t") .. '"' end
  return type(value) == "boolean" and tostring(value) or literal(value)
end

local OUR_TYPES = { string = '"string"', integer = '"int"', number = '"int", "float"', boolean = '"bool"',
  object = '"map"', array = '"array"' }

-- Whether no value fits two types of a list, and all are scalars.
local function union_of(variants)
  local types, seen = {}, {}
  for _, each in ipairs(variants) do
    local kind = type_of(each)
    if type(kind) ~= "string" or ZERO[kind] == nil then return nil end
    if not seen[kind] then types[#types + 1] = OUR_TYPES[kind] end
    seen[kind] = true
  end
  return types
end

-- ---- maps -----------------------------------------------------------------------------

-- Adds the rules of conditions.
function Writer:conditions(schema, properties, path)
  local rules, own, defaults = {}, schema.properties or {}, keywords.defaults_of(properties)
  if self.rules[path] then return self.rules[path] end
  local function add(keyword, part)
    part = keywords.without_defaults(part, defaults)
    local condition = keywords.without_types(part, own)
    local text = conditions.expression(condition, "v", defaults)
    if not text then
      self.left[#self.left + 1] = path .. ": " .. keyword
    elseif text ~= "True" then
      rules[#rules + 1] = rule(conditions.words(keyword, part), text)
    end
  end
  for _, each in ipairs(schema.allOf or {}) do
    for _, keyword in ipairs { "anyOf", "oneOf", "not", "if", "dependencies", "required" } do
      if each[keyword] then
        add(keyword, { [keyword] = each[keyword], ["then"] = keyword == "if" and each["then"] or nil,
          ["else"] = keyword == "if" and each["else"] or nil })
      end
    end
  end
  for _, keyword in ipairs { "anyOf", "oneOf" } do
    local keys = schema[keyword] and keywords.single_keys(keyword, schema[keyword])
    if keys then
      local list = literal(keys)
      rules[#rules + 1] = "at_least_one_of=" .. list .. (keyword == "oneOf" and ", mutually_exclusive=" .. list or "")
    elseif schema[keyword] then
      add(keyword, { [keyword] = schema[keyword] })
    end
  end
  if schema["not"] then add("not", { ["not"] = schema["not"] }) end
  for _, key in ipairs(sorted(schema.dependencies)) do
    add("dependencies", { dependencies = { [key] = schema.dependencies[key] } })
  end
  local branch = schema
  if branch["if"] then add("if", { ["if"] = branch["if"], ["then"] = branch["then"], ["else"] = branch["else"] }) end
  return rules
end

local function indented(lines, by)
  local out = {}
  for i, line in ipairs(lines) do out[i] = by .. line end
  return out
end

local function append(out, lines)
  for _, line in ipairs(lines) do out[#out + 1] = line end
end

local function key_text(key) return plain(key) and key or '"' .. key:gsub('[\\"]', "\\%0") .. '"' end

-- Writes an entry of a map.
function Writer:entry(out, key, schema, path, notes)
  append(out, notes)
  local node = self:node(schema, path)
  append(out, node.notes)
  if node.body then
    out[#out + 1] = key_text(key) .. ":"
    append(out, node.is_array and node.body or indented(node.body, "  "))
  else
    out[#out + 1] = key_text(key) .. ":" .. (node.value == "" and "" or " " .. node.value)
  end
end

-- Writes what keys that have no name may be.
function Writer:other_keys(out, schema, path)
  local extra = schema.additionalProperties
  for _, pattern in ipairs(sorted(schema.patternProperties)) do
    local each = schema.patternProperties[pattern]
    local any = pattern == ".*" or pattern == "^.*$"
    local name = pattern:match "^%a+$" or "_"
    self:entry(out, name, each, path .. ".*", { any and "#@schema/any-key"
      or "#@schema/key allowed=" .. quoted(pattern) .. ", missing_ok=True" })
    if any then return end
  end
  if extra == false then return end
  if type(extra) == "table" and next(extra) then
    return self:entry(out, "_", extra, path .. ".*", { "#@schema/any-key" })
  end
  local ignored = extra == nil and not schema.patternProperties
  append(out, { "#@schema/any-key", ignored and "#@schema/deprecated ignored" or nil })
  append(out, { "#@schema/type any=True", (schema.patternProperties and "other" or "_") .. ":" })
end

-- The keys of a map: those that are required first.
local function in_order(properties, required)
  local keys = sorted(properties)
  table.sort(keys, function(a, b)
    if required[a] ~= required[b] then return required[a] ~= nil end
    return a < b
  end)
  return keys
end

function Writer:map(schema, path)
  local properties, required = keywords.keys_of(schema), {}
  for _, key in ipairs(schema.required or {}) do required[key] = true end
  for key in pairs(required) do properties[key] = properties[key] or true end
  local keys, notes, body = in_order(properties, required), {}, {}
  local rules = named_rules { minProperties = schema.minProperties, maxProperties = schema.maxProperties }
  append(rules, self:conditions(schema, properties, path))
  append(rules, self.more[path] or {})
  if not keys[1] and not schema.patternProperties and not schema.additionalProperties then
    return { notes = { '#@schema/type "map"', validation(rules) }, value = "{}" }
  end
  local has_optional = false
  for _, key in ipairs(keys) do
    local own = path .. "." .. key
    has_optional = has_optional or not required[key]
    local extra = { required[key] and "#@schema/required" or nil }
    if self.sensitive[own] then extra[#extra + 1] = "#@schema/sensitive" end
    append(extra, self.extra[own] or {})
    if properties[key] ~= false then
      self:entry(body, key, properties[key], own, extra)
    end
  end
  self:other_keys(body, schema, path)
  if has_optional then notes[1] = "#@schema/keys-may-be-present" end
  notes[#notes + 1] = validation(rules)
  return { notes = notes, body = body }
end

-- ---- arrays ---------------------------------------------------------------------------

function Writer:array(schema, path)
  local rules = named_rules(schema)
  if schema.contains then
    local item = conditions.expression(schema.contains, "x")
    if item then rules[#rules + 1] = rule("an item that is needed", ("any([%s for x in v])"):format(item)) end
  end
  append(rules, self.more[path] or {})
  local notes, items = { validation(rules) }, schema.items
  if type(schema.default) == "table" and schema.default[1] ~= nil then
    table.insert(notes, 1, "#! default: " .. literal(schema.default))
  end
  if type(items) ~= "table" or items[1] then
    table.insert(notes, 1, '#@schema/type "array"')
    return { notes = notes, value = "[]" }
  end
  local node, body = self:node(items, path .. "[]"), {}
  append(body, node.notes)
  if node.body and not node.is_array then
    body[#body + 1] = "-"
    append(body, indented(node.body, "  "))
  elseif node.body then
    body[#body + 1] = "-"
    append(body, indented(node.body, "  "))
  else
    body[#body + 1] = node.value == "" and "-" or "- " .. node.value
  end
  return { notes = notes, body = body, is_array = true }
end

-- ---- alternatives ---------------------------------------------------------------------

-- Defines a function with a schema.
function Writer:define(name, schema, path)
  local node = self:node(schema, path, true)
  local out = { ("#@ def %s():"):format(name) }
  append(out, node.notes)
  out[#out + 1] = "---"
  append(out, node.body or { node.value ~= "" and node.value or nil })
  append(out, { "#@ end", "" })
  append(self.out, out)
end

local function name_of(path)
  return (path:gsub("%[%]", "_item"):gsub("%*", "each"):gsub("[^%w]+", "_"):gsub("^_", ""))
end

function Writer:choice(schema, path)
  local variants = schema.anyOf or schema.oneOf
  local types = union_of(variants)
  if types then
    local parts = conditions.expression({ anyOf = variants }, "v")
    local bare = true
    for _, each in ipairs(variants) do
      bare = bare and not named_rules(each)[1]
    end
    local notes = { "#@schema/type " .. table.concat(types, ", ") }
    if types[1] and not types[2] and not types[1]:find "," then notes = {} end
    if not bare then
      if parts then
        notes[#notes + 1] = validation { rule(self.texts[path] or "a value that fits one of its types", parts) }
      else
        self.left[#self.left + 1] = path .. ": limits"
      end
    end
    local first = type_of(variants[1])
    return { notes = notes, value = scalar(schema.default ~= nil and schema.default or ZERO[first], first) }
  end
  local names = {}
  for i, each in ipairs(variants) do
    names[i] = self.names[each] or ("%s_%d"):format(name_of(path), i)
    if not self.names[each] then self:define(names[i], each, path) end
    names[i] = names[i] .. "()"
  end
  return { notes = { "#@schema/any-of " .. table.concat(names, ", ") }, value = "" }
end

-- ---- nodes ----------------------------------------------------------------------------

function Writer:scalar(schema, kind, path)
  local notes, default, rules = {}, schema.default, named_rules(schema)
  append(rules, self.more[path] or {})
  if kind == "number" then notes[1] = '#@schema/type "int", "float"' end
  notes[#notes + 1] = validation(rules)
  if default == nil then default = schema.enum and schema.enum[1] or schema.const end
  if default == nil then default = ZERO[kind] end
  if kind == "number" and literal(default):find "^-?%d+$" then kind = "integer" end
  return { notes = notes, value = scalar(default, kind) }
end

--- Writes a schema. `anew`: a schema with a name is written, and not named.
function Writer:node(schema, path, anew)
  if type(schema) ~= "table" then return { notes = { "#@schema/type any=True" }, value = "" } end
  local list = schema.anyOf
  if list and self.names[list] then return { notes = { "#@schema/like " .. self.names[list] }, value = "" } end
  if self.names[schema] and not anew then return { notes = { "#@schema/like " .. self.names[schema] }, value = "" } end
  local kind = type_of(schema)
  local choice = schema.anyOf or schema.oneOf
  if choice and kind ~= "object" and kind ~= "array" or choice and not keywords.are_conditions(choice) then
    return self:choice(schema, path)
  end
  if type(kind) == "table" then
    local types = {}
    for i, name in ipairs(kind) do types[i] = OUR_TYPES[name] end
    return { notes = { "#@schema/type " .. table.concat(types, ", ") }, value = "" }
  end
  if kind == "object" then return self:map(schema, path) end
  if kind == "array" then return self:array(schema, path) end
  if ZERO[kind or 0] ~= nil then return self:scalar(schema, kind, path) end
  return { notes = { "#@schema/type any=True" }, value = "" }
end

--- Makes a writer. `names`: the functions of schemas that are named; `extra`: further annotations by paths;
-- `rules`: the rules of maps by paths, in place of those of the schema; `more`: further rules by paths; `texts`: the
-- words of rules by paths.
return function(names, known)
  return setmetatable({ names = names, extra = known.extra, texts = known.texts, rules = known.rules, more = known.more,
    sensitive = {}, out = {}, left = {} }, Writer)
end
