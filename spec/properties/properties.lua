--- The properties of schemas and values, which hold for every composition { schema, layers }.
--
-- schemas.lua and values.lua make a composition. A property is a function of the composition, of its result, and of
-- random numbers for other spellings. It returns nil, or the problem: a text, and the inputs that show it.

local fixes = require "spec.properties.fixes"
local gaps = require "spec.properties.evaluator.gaps"
local examples = require "spec.properties.examples"
local explanations = require "spec.support.provenance"
local likes = require "spec.properties.likes"
local lua_types = require "spec.support.lua_types"
local provenance = require "spec.properties.evaluator.provenance"
local references = require "spec.properties.references"
local nodes = require "spec.properties.evaluator.nodes"
local random_of = require "spec.properties.random"
local evaluator = require "spec.properties.evaluator.layers"
local nulls = require "spec.properties.evaluator.nulls"
local schema_text = require "spec.properties.schema_text"
local overlays = require "spec.properties.overlays"
local sensitive_values = require "spec.properties.sensitive_values"
local suspended = require "spec.properties.suspended"
local value = require "spec.properties.value"
local values = require "spec.properties.values"
local yaml_text = require "spec.properties.yaml_text"
local runs = require "yschema.pipeline.runs"
local core = require "yschema.core"
local reports = require "yschema.report.report"
local yschema = require "yschema"

local properties = {}

-- ---- running ----------------------------------------------------------------------------------------

--- Returns the inputs of a run: the text of the schema, the files that it loads, and the layers as texts or tables.
local function inputs_of(composition, random, options)
  options = options or {}
  local text, files = schema_text.of(composition.schema, random, options)
  local inputs = { schema = text, files = files }
  for i, layer in ipairs(composition.layers) do
    if layer.node then inputs[i] = overlays.text(layer.node, random, "#@data/values")
    else
      inputs[i] = (layer.over and "#@data/values\n---\n" or "") .. yaml_text.document(layer.value, random, options)
    end
  end
  return inputs
end

local function violations_of(report)
  local list = {}
  for i, violation in ipairs(report.violations) do
    local kind = violation.schema_pointer and "json" or violation.kind
    if kind == "cel" then kind = "rule" end
    list[i] = { kind = kind, path = violation.path or "", rule = violation.rule }
  end
  return list
end

-- Gives the layers to a run, as named texts or as files.
local function give(schema, core_run, inputs, as_files)
  for i = 1, #inputs do
    if type(inputs[i]) == "table" and inputs[i].is_flag then
      local flag = core.source("(flag)", table.concat(inputs[i].keys, ".") .. "=" .. inputs[i].text)
      core_run:give_value(flag, inputs[i].keys, inputs[i].text, inputs[i].as_yaml)
    elseif type(inputs[i]) == "string" then
      runs.take_source(schema, core_run, core.source("v" .. i .. ".yml", inputs[i], as_files))
    else core_run:give(inputs[i]) end
  end
end

-- Loads the schema of inputs. `limits` are those of `yschema.load`, and `env` has functions for the schema.
local function load(inputs, env, limits)
  local settings = { files = inputs.files, name = "s.yml", code_in_values = true, limits = limits, env = env }
  return yschema.load(inputs.schema, settings)
end

-- Validates the values of inputs. Returns { accepted, json, yaml, violations, status, warnings }.
local function validate(schema, inputs)
  local core_run = runs.start(schema)
  give(schema, core_run, inputs)
  runs.finish(schema, core_run)
  local about = reports.new(core_run)
  local result = { status = about.status, accepted = about.status == 0, violations = violations_of(about),
    schema = schema, about = about }
  if result.accepted then
    result.json, result.yaml = core_run:encode "json", core_run:encode "yaml"
    result.warnings = {}
    for _, warning in ipairs(about.warnings) do
      if warning.kind == "deprecated" then result.warnings[warning.path] = true end
    end
  else
    result.text, result.report = tostring(about), about
  end
  core_run:close()
  return result
end

-- Runs the inputs, and returns the result (`validate`).
local function run(inputs, limits)
  local schema, report = load(inputs, nil, limits)
  if schema then return validate(schema, inputs) end
  return { accepted = false, status = 2, at_load = true, violations = violations_of(report), text = tostring(report),
    report = report }
end

properties.inputs_of = inputs_of

local function sorted(json) return value.json(value.read(json), true) end

-- Returns the difference between two results as a text, or nil. With `by_key`, the order of keys is ignored.
local function difference(a, b, by_key)
  if a.accepted ~= b.accepted then
    return ("one is accepted, the other is not:\n%s"):format(a.text or b.text)
  end
  if not a.accepted then return nil end
  local left, right = a.json, b.json
  if by_key then left, right = sorted(left), sorted(right) end
  if left ~= right then return ("the values differ:\n%s\n%s"):format(left, right) end
  if not by_key and a.yaml ~= b.yaml then return ("the texts differ:\n%s\n%s"):format(a.yaml, b.yaml) end
end

-- ---- the second evaluator -----------------------------------------------------------------------------

-- Returns whether a path is that of a node, or of one below it.
local function is_within(path, start)
  return path:sub(1, #start) == start and (start == "" or path:sub(#start + 1, #start + 1):find "^[.%[]?$" ~= nil)
end

local function below(path, choices)
  for _, start in ipairs(choices) do
    if is_within(path, start) then return true end
  end
  return false
end

-- Returns a path up to its first sensitive node, because keys below it may be masked.
local function shown_path(path, sensitive)
  local shortest = path
  for start in pairs(sensitive or {}) do
    if #start < #shortest and is_within(path, start) then shortest = start end
  end
  return shortest
end

-- The kinds of violations that are found in a complete value.
local of_final_values = { rule = true, ["rule-failed"] = true, reference = true, identity = true }

-- Returns the violations as a sorted text. All violations of alternatives count as one, at their node.
local function violation_text(violations, choices, with_rules, sensitive)
  local lines, seen, wrong = {}, {}, false
  local function is_of_choice(one) return below(shown_path(one.path, sensitive), choices) or one.kind == "choice" end
  for _, one in pairs(violations) do wrong = wrong or one.kind == "type" and not is_of_choice(one) end
  for _, one in pairs(violations) do
    local line = one.kind .. " " .. shown_path(one.path, sensitive)
    if is_of_choice(one) then line = nil
    elseif one.kind == "key-count" and not with_rules then line = nil -- it may be reported beside invalid types
    elseif one.kind == "required" and wrong then line = nil -- it is not reported below an invalid type
    elseif of_final_values[one.kind] then line = with_rules and "rule " .. shown_path(one.path, sensitive) or nil end
    if line and not seen[line] then lines[#lines + 1] = line end
    if line then seen[line] = true end
  end
  table.sort(lines)
  return table.concat(lines, "\n")
end

-- Returns the first path of alternatives at which no violation is reported, or nil. Beside invalid types and keys, they
-- may not be looked at.
local function unreported(expected, first, choices)
  for _, one in pairs(expected.violations) do
    if one.kind ~= "choice" and one.kind ~= "rule" then return nil end
  end
  for _, choice in ipairs(choices) do
    local found = false
    for _, one in ipairs(first.violations) do
      found = found or is_within(shown_path(one.path, expected.sensitive), choice)
    end
    if not found then return choice end
  end
end

-- Compares the violations of references beside those of types, where rules need not be reported. Those of alternatives
-- that do not fit explain the choice.
local function compare_references(expected, first, choices)
  local shown, may = {}, {}
  for _, one in ipairs(first.violations) do
    local path = shown_path(one.path, expected.sensitive)
    if (one.kind == "reference" or one.kind == "identity") and not below(path, choices) then shown[path] = true end
  end
  for path, certainty in pairs(expected.references) do
    path = shown_path(path, expected.sensitive)
    may[path] = true
    if certainty == "sure" and not shown[path] and not below(path, choices) then
      return ("no violation of the reference at '%s'"):format(path)
    end
  end
  for path in pairs(shown) do
    if not may[path] then return ("the reference at '%s' is valid"):format(path) end
  end
end

local function compare_violations(expected, first, composition)
  for _, layer in ipairs(composition.layers) do
    if layer.over then return nil end -- paths of appended items are those of the layer
  end
  for _, one in ipairs(first.violations) do
    -- A key that is masked in one path is masked in all, unless the schema has it.
    if shown_path(one.path, expected.sensitive):find("(sensitive)", 1, true) then return nil end
  end
  local choices = {}
  for _, one in pairs(expected.violations) do
    if one.kind == "choice" then choices[#choices + 1] = shown_path(one.path, expected.sensitive) end
  end
  local missed = unreported(expected, first, choices)
  if missed then return ("no violation of the alternatives at '%s':\n%s"):format(missed, first.text) end
  local with_rules = not expected.types_wrong
  local problem = expected.types_wrong and expected.references and compare_references(expected, first, choices)
  if problem then return problem .. ":\n" .. first.text end
  local mine = violation_text(expected.violations, choices, with_rules, expected.sensitive)
  local theirs = violation_text(first.violations, choices, with_rules, expected.sensitive)
  if mine ~= theirs then
    return ("the violations differ; expected:\n%s\nfound:\n%s\nreport:\n%s"):format(mine, theirs, first.text)
  end
end

-- Whether a path is one of these, in which keys may be masked.
local function is_shown(path, shown)
  for one in pairs(shown) do
    local pattern = one:gsub("%p", "%%%0"):gsub("%%%(sensitive%%%)", ".-")
    if path:find("^" .. pattern .. "$") then return true end
  end
  return false
end

-- Below a sensitive node, the keys of a path may be masked, and below a placeholder that has such nodes, whose key it
-- may be.
local function compare_warnings(expected, first)
  local shown = {}
  for path in pairs(first.warnings) do shown[shown_path(path, expected.sensitive)] = true end
  for path in pairs(expected.warnings) do
    if not is_shown(shown_path(path, expected.sensitive), shown) then return "no warning of " .. path end
  end
end

--- The result, the value and the violations are those of the second evaluator.
local function agrees(composition, first)
  local expected = composition.expected
  if expected.unsure then return nil end
  if expected.schema_error then
    if not first.at_load then return "the schema loads, but should be invalid: " .. expected.schema_error end
    return nil
  elseif first.at_load then return "the schema does not load:\n" .. first.text end
  if expected.accepted ~= first.accepted then
    if first.accepted then
      return "accepted, but should have violations:\n" .. violation_text(expected.violations, {}, true)
        .. "\nresult: " .. first.json
    end
    return "refused, but should be valid:\n" .. first.text
  end
  if not first.accepted then return compare_violations(expected, first, composition) end
  local mine, theirs = value.json(expected.value, true), sorted(first.json)
  if mine ~= theirs then return ("the value differs; expected:\n%s\nfound:\n%s"):format(mine, theirs) end
  return not expected.overlaid and compare_warnings(expected, first) or nil
end

-- An unknown key beside names that lead nowhere hides none of them.
local function hides_nothing(composition, first)
  local expected, root, key = composition.expected, composition.schema.root, "a_key_unlike_others"
  local last = composition.layers[#composition.layers] or { value = value.map() }
  if expected.unsure or expected.types_wrong or expected.overlaid or last.over or last.node then return nil end
  if not expected.references or not next(expected.references) or value.kind(last.value) ~= "map" then return nil end
  if root.shape ~= "map" or root.like or root.choice or nodes.item_for(root, key) then return nil end
  local layers = { (table.unpack or unpack)(composition.layers) } -- luacheck: ignore
  local more = value.map()
  for _, name in ipairs(last.value.keys) do value.set(more, name, last.value.at[name]) end
  value.set(more, key, value.int(1))
  layers[math.max(#layers, 1)] = { value = more }
  local inputs = inputs_of({ schema = composition.schema, layers = layers }, random_of.new(1, 1))
  local other, changed = run(inputs), evaluator.evaluate(composition.schema, layers)
  if changed.unsure or first.at_load then return nil end
  if other.accepted then return "accepted with an unknown key", inputs end
  return compare_violations(changed, other, { layers = layers }), inputs
end

-- ---- the same composition in other spellings --------------------------------------------------------------------

-- Returns the property that another spelling of the composition has the same result.
local function spelled(options)
  return function(composition, first, random)
    local inputs = inputs_of(composition, random, options)
    return difference(first, run(inputs)), inputs
  end
end

local function as_tables(composition, first, random)
  local inputs = inputs_of(composition, random)
  for i, layer in ipairs(composition.layers) do
    if layer.over or schema_text.whole_floats(layer.value) or type(layer.value) ~= "table"
      or layer.value == value.null then return nil end -- a string is a text
    inputs[i] = yaml_text.tables(layer.value, yschema)
  end
  return difference(first, run(inputs)), inputs
end

-- JSON has one kind of number, so that 1.0 is an integer there if the schema requires one.
local function as_json(composition, first, random)
  local inputs = inputs_of(composition, random)
  for i, layer in ipairs(composition.layers) do
    if layer.over or schema_text.whole_floats(layer.value) then return nil end
    inputs[i] = value.json(layer.value)
  end
  return difference(first, run(inputs)), inputs
end

-- Returns a value with the old names of its keys, where the schema has some.
local function with_old_names(node, v)
  node = likes.resolved(node)
  local kind = value.kind(v)
  if node.choice or node.any or kind ~= node.shape then return v end
  if kind == "array" then
    local list = value.array {}
    for i, item in ipairs(v) do list[i] = node.item and with_old_names(node.item, item) or item end
    return list
  elseif kind ~= "map" then return v end
  local map = value.map()
  for _, key in ipairs(v.keys) do
    local item = nodes.item_for(node, key)
    local child = item and item[2]
    local inner = child and with_old_names(child, v.at[key]) or v.at[key]
    value.set(map, child and item[1] == key and child.old or key, inner)
  end
  return map
end

local function by_old_names(composition, first, random)
  if first.at_load then return nil end
  local layers = {}
  for i, layer in ipairs(composition.layers) do
    if layer.node then return nil end
    layers[i] = { value = with_old_names(composition.schema.root, layer.value), over = layer.over }
  end
  local inputs = inputs_of({ schema = composition.schema, layers = layers }, random)
  return difference(first, run(inputs)), inputs
end

-- Returns whether other layers have the same result for the second evaluator. They may not, because a layer can be
-- merged with a default or replace it.
local function are_equivalent(composition, layers)
  local one, other = composition.expected, evaluator.evaluate(composition.schema, layers)
  if one.unsure or other.unsure or other.schema_error then return false end
  return value.json(one.value, true) == value.json(other.value, true)
end

local function in_layers(composition, first, random)
  local layers = {}
  for _, layer in ipairs(composition.layers) do
    if layer.over then return nil end
    local a, b = values.split(random, layer.value)
    layers[#layers + 1] = { value = a }
    layers[#layers + 1] = { value = b }
  end
  if not are_equivalent(composition, layers) then return nil end
  local inputs = inputs_of({ schema = composition.schema, layers = layers }, random)
  return difference(first, run(inputs), true), inputs
end

-- Adds the leaves of a map as flags of the command. Returns nil when flags cannot express them. An array is written as
-- JSON, which has one kind of number.
local function flags_of(v, keys, flags, random)
  if value.kind(v) == "array" and schema_text.whole_floats(v) then return nil end
  if value.kind(v) ~= "map" then
    local as_text = type(v) == "string" and random:chance(50)
    local list = {}
    for i, key in ipairs(keys) do list[i] = key end
    local text = as_text and v or yaml_text.flow(v, random)
    flags[#flags + 1] = { is_flag = true, keys = list, text = text, as_yaml = not as_text }
    return true
  end
  for _, key in ipairs(v.keys) do
    if key == "" or key:find "[.=]" then return nil end
    keys[#keys + 1] = key
    if not flags_of(v.at[key], keys, flags, random) then return nil end
    keys[#keys] = nil
  end
  return #v.keys > 0
end

-- Returns the value at the end of a path, in maps of one key each.
local function leaf(v, keys, from)
  if from > #keys then return v end
  return value.map { { keys[from], leaf(v.at[keys[from]], keys, from + 1) } }
end

local function as_flags(composition, first, random)
  if #composition.layers ~= 1 or composition.layers[1].over then return nil end
  local inputs, v = inputs_of(composition, random), composition.layers[1].value
  inputs[1] = nil
  if value.kind(v) ~= "map" or not flags_of(v, {}, inputs, random) then return nil end
  local layers = {}
  for i, flag in ipairs(inputs) do
    local layer = leaf(v, flag.keys, 1)
    layers[i] = { value = layer }
  end
  if not are_equivalent(composition, layers) then return nil end
  return difference(first, run(inputs), true), inputs
end

-- No report contains a value of a sensitive node, valid or not. The values are given as texts in several styles, as
-- JSON, or as tables.
local function masks_sensitive(composition, first, random)
  if first.at_load or not sensitive_values.has_any(composition.schema.root) then return nil end
  local layers = {}
  for i, layer in ipairs(composition.layers) do
    if layer.node then return nil end
    layers[i] = { value = sensitive_values.marked(random, composition.schema.root, layer.value), over = layer.over }
  end
  local marked = { schema = composition.schema, layers = layers }
  local inputs = inputs_of(marked, random, { flow = random:pick { 0, 30, 100 }, anchor = random:chance(30),
    merge_keys = random:chance(30), comments = random:chance(30) })
  for i, layer in ipairs(layers) do
    local form = layer.over and 3 or random:int(1, 4)
    if form == 1 then inputs[i] = value.json(layer.value)
    elseif form == 2 and type(layer.value) == "table" and layer.value ~= value.null then
      inputs[i] = yaml_text.tables(layer.value, yschema)
    end
  end
  local outcome = run(inputs)
  local found = sensitive_values.shown(outcome.about)
  if found then return "a report contains a sensitive value:\n" .. found, inputs end
  if not outcome.schema or not random:chance(40) then return nil end
  found = sensitive_values.lines(explanations.texts(outcome.schema, function(core_run)
    give(outcome.schema, core_run, inputs)
  end))
  if found then return "an explanation contains a sensitive value:\n" .. found, inputs end
end

-- Returns a node with its alternatives in reverse order.
local function turned(node)
  local copy = {}
  for name, part in pairs(node) do copy[name] = part end
  if node.choice then
    local list, count = {}, #node.choice.alternatives
    -- The order matters for all-of.
    for i, alternative in ipairs(node.choice.alternatives) do
      list[node.choice.mode == "all-of" and i or count - i + 1] = turned(alternative)
    end
    copy.choice = { mode = node.choice.mode, alternatives = list, by = node.choice.by }
  end
  for i, item in ipairs(node.items or {}) do
    copy.items = i == 1 and {} or copy.items
    copy.items[i] = { item[1], turned(item[2]) }
  end
  copy.item = node.item and turned(node.item)
  return copy
end

local function in_any_order(composition, first, random)
  local schema = composition.schema
  if not values.has_choice(schema.root) then return nil end
  schema = { reading = schema.reading, required = schema.required, root = turned(schema.root),
    definitions = schema.definitions }
  local inputs = inputs_of({ schema = schema, layers = composition.layers }, random)
  local other = run(inputs)
  if other.accepted == first.accepted then return nil end
  if references.has_any(schema.root) then
    -- References count in the first alternative that a value fits, and its defaults are names.
    local expected = evaluator.evaluate(schema, composition.layers)
    if expected.unsure or expected.accepted == other.accepted then return nil end
  end
  return difference(first, other), inputs
end

-- ---- the result -----------------------------------------------------------------------------------------

local function again(composition, first, random)
  if composition.expected.overlaid then return nil end -- removed values are added again
  if not first.accepted then return nil end
  local expected = composition.expected
  if expected.unsure then return nil end
  local result = value.read(first.json)
  local mine = evaluator.evaluate(composition.schema, { { value = result } })
  if mine.unsure or not mine.accepted or value.json(mine.value, true) ~= value.json(result, true) then return nil end
  local inputs = inputs_of({ schema = composition.schema, layers = {} }, random)
  inputs[1] = first.yaml
  local second = run(inputs)
  -- A key that one layer removes and another adds again has another place, and so has one that replaces a default.
  local by_key = #composition.layers > 1 or values.has_choice(composition.schema.root)
  if difference(first, second, by_key) then
    return difference(first, second, true) or "the order of keys changes", inputs
  end
end

local function reads_back(_, first)
  -- A null document is printed as nothing.
  if not first.accepted or first.json:find "^null%s*$" then return nil end
  local yaml, report = yschema.parse(first.yaml)
  if not yaml then return "what was printed cannot be read:\n" .. tostring(report), { first.yaml } end
  if yaml:encode "json" ~= first.json then return "YAML reads back as another value", { first.yaml } end
  if yaml:encode "yaml" ~= first.yaml then return "YAML reads back, but is printed differently", { first.yaml } end
  local json = assert(yschema.parse(first.json))
  if json:encode "yaml" ~= first.yaml then return "JSON reads back as another value", { first.json } end
end

local function checks(composition, first)
  if first.at_load or #composition.layers ~= 1 then return nil end
  local layer = composition.layers[1]
  if layer.over or layer.value == value.null or schema_text.whole_floats(layer.value) then return nil end
  local ok, report = first.schema:check(yaml_text.tables(layer.value, yschema))
  if (ok == true) ~= first.accepted then
    return ("check says %s, apply says %s:\n%s"):format(tostring(ok == true), tostring(first.accepted),
      ok and first.text or tostring(report))
  end
end

local function by_default(composition, first)
  if first.at_load or #composition.layers > 0 or composition.expected.unsure then return nil end
  for _, one in pairs(composition.expected.violations) do
    if one.kind ~= "rule" and one.kind ~= "json" and one.kind ~= "choice" and one.kind ~= "required" then return nil end
  end
  local defaults, report = first.schema:defaults()
  if defaults == nil then return "there are no defaults:\n" .. tostring(report) end
  -- LuaJIT's tables have no floats that are whole.
  if first.accepted and schema_text.whole_floats(value.read(first.json)) then return nil end
  local accepted = first.accepted and sorted(first.json)
  local mine = value.json(value.read(yschema.encode(defaults, "json")), true)
  if accepted and accepted ~= mine then return ("the defaults differ:\n%s\n%s"):format(accepted, mine) end
end

-- Compares the provenance of values with the second evaluator, unless there are alternatives or overlays.
local function compare_provenance(composition, root)
  local numbers = {}
  for i, layer in ipairs(composition.layers) do
    if layer.node then return nil end
    numbers["v" .. i .. ".yml"] = i
  end
  if values.has_choice(composition.schema.root) then return nil end
  return provenance.compare({ layers = nulls.layers(composition) }, root, numbers)
end

-- A run that records provenance has the same result, and the provenance of each value ends with its final value.
local function explains(composition, first, random)
  if first.at_load or not random:chance(60) then return nil end
  local inputs = inputs_of(composition, random)
  local plain = true
  for i, layer in ipairs(composition.layers) do
    if not layer.over and not layer.node and random:chance(15) and not schema_text.whole_floats(layer.value)
      and type(layer.value) == "table" and layer.value ~= value.null then
      inputs[i], plain = yaml_text.tables(layer.value, yschema), false
    end
  end
  local schema = first.schema
  local problems, _, root = explanations.check(schema.settings, function(settings)
    return explanations.run(schema, settings, function(core_run) give(schema, core_run, inputs) end)
  end)
  local problem = problems[1]
  if not problem and plain and first.accepted then problem = compare_provenance(composition, root) end
  if problem then return problem, inputs end
end

-- The place where a report says "not given in" is that of the second evaluator.
local function reports_gaps(composition, first, random)
  if first.accepted or first.at_load then return nil end
  for _, layer in ipairs(composition.layers) do
    if layer.node or layer.over then return nil end
  end
  local inputs = inputs_of(composition, random)
  local core_run = runs.start(first.schema)
  give(first.schema, core_run, inputs, true)
  runs.finish(first.schema, core_run)
  local problem = gaps.compare((core_run:violations()), nulls.layers(composition), inputs, composition.schema.root)
  core_run:close()
  if problem then return problem .. "\n" .. first.text, inputs end
end

-- All exports of a schema and formats of a report can be written, and read as JSON, YAML, XML or HTML.
local function exports(_, first, random)
  if not random:chance(20) then return nil end
  if first.report then
    value.read(first.report:json())
    value.read(first.report:sarif())
    if not first.report:junit():find "</testsuites>%s*$" then return "no JUnit" end
  end
  if not first.schema then return nil end
  value.read((first.schema:json_schema()))
  value.read((first.schema:json_schema { draft = "2020-12" }))
  local openapi, problem = yschema.parse((first.schema:openapi()))
  if not openapi then return "OpenAPI is no YAML:\n" .. tostring(problem) end
  if not first.schema:html():find "</html>%s*$" then return "no HTML" end
  first.schema:describe()
end

-- A result has the types that editors of Lua get.
local function has_types(_, first)
  if not first.accepted then return nil end
  local text = first.schema:lua_types()
  if not lua_types.read(text):has(assert(yschema.parse(first.json)):value(1), "Values") then
    return "the result has not these types:\n" .. text .. first.json
  end
end

-- Returns the number of bytes of a run's inputs and its result.
local function size_of(inputs, outcome)
  local size = #inputs.schema + #(outcome.yaml or outcome.text)
  for _, text in pairs(inputs.files or {}) do size = size + #text end
  for _, text in ipairs(inputs) do size = size + #text end
  return size
end

-- Returns the processor time of a run: the shortest of several, because the garbage collector may run in one of them.
local function seconds(inputs, enough)
  local least = math.huge
  for _ = 1, 5 do
    local began = os.clock()
    run(inputs)
    least = math.min(least, os.clock() - began)
    if least <= enough then break end
  end
  return least
end

-- Time and memory (counted in nodes) are in proportion to the size of inputs and result. The bounds are ten times what
-- thousands of compositions took, because the computer may be slow.
local function costs(composition, first, random)
  if not random:chance(30) then return nil end
  local inputs = inputs_of(composition, random)
  local size = size_of(inputs, first)
  local most_nodes = 20 + math.floor(size / 2)
  local problem = difference(first, run(inputs, { max_nodes = most_nodes }))
  if problem then return ("%d bytes take more than %d nodes: %s"):format(size, most_nodes, problem), inputs end
  local enough = 0.05 + 5e-5 * size
  local taken = seconds(inputs, enough)
  if taken > enough then return ("%d bytes take %.3f seconds"):format(size, taken), inputs end
end

local function fixes_mistakes(composition, first, random)
  return fixes.problem(composition, first, random, {
    inputs_of = inputs_of, run = run, difference = difference,
    random = function(seed) return random_of.new(seed, 1) end,
  })
end

-- Two validations whose rules wait have the results that each has alone.
local function waits(composition, first, random)
  return suspended.problem(composition, first, random, {
    inputs_of = inputs_of, load = load, validate = validate, difference = difference,
    random = function(seed) return random_of.new(seed, 1) end,
  })
end

--- The properties in order: { name, function }.
properties.all = {
  { "the core and the second evaluator agree", agrees },
  { "block and flow style have the same result", spelled { flow = 60 } },
  { "comments change nothing", spelled { comments = true } },
  { "anchors and aliases have the same result", spelled { anchor = true, flow = 30 } },
  { "merge keys have the same result", spelled { merge_keys = true, flow = 30 } },
  { "a schema in bodies of functions has the same result", spelled { code = true } },
  { "a schema in two documents has the same result", spelled { parts = true } },
  { "all spellings together have the same result", spelled { code = true, flow = 30, comments = true } },
  { "tables have the same result", as_tables },
  { "JSON has the same result", as_json },
  { "old names have the same result", by_old_names },
  { "no report contains a sensitive value", masks_sensitive },
  { "several layers have the same result", in_layers },
  { "flags have the same result", as_flags },
  { "alternatives in any order accept the same", in_any_order },
  { "applying again changes nothing", again },
  { "the printed result reads back", reads_back },
  { "check and apply agree", checks },
  { "a run without values has the defaults", by_default },
  { "provenance ends with the final values", explains },
  { "missing values are reported where they could be given", reports_gaps },
  { "examples are valid, and invalid ones are not", examples },
  { "exports and reports can be written", exports },
  { "a result has the types of the schema in Lua", has_types },
  { "a mistake in valid values is fixed", fixes_mistakes },
  { "time and memory are in proportion to the size", costs },
  { "an unknown key hides no reference", hides_nothing },
  { "rules that wait have the same result", waits },
}

--- Tests a composition: returns nil and the result, or { property, problem, inputs }. With `only`, tests the property
-- of that name.
function properties.validate(composition, seed, only)
  local inputs = inputs_of(composition, random_of.new(seed, 1))
  local first = run(inputs)
  composition.expected = evaluator.evaluate(composition.schema, composition.layers)
  for i, property in ipairs(properties.all) do
    if not only or only == property[1] or i == 1 then
      local problem, others = property[2](composition, first, random_of.new(seed, i + 1))
      if problem and (not only or only == property[1]) then
        return { property = property[1], problem = problem, inputs = inputs, others = others, first = first }
      end
    end
  end
  return nil, first
end

return properties
