--- The properties of overlays, which hold for every composition { base, layers } (overlays.lua).

local overlay_evaluator = require "spec.properties.evaluator.overlays"
local overlays = require "spec.properties.overlays"
local random_of = require "spec.properties.random"
local value = require "spec.properties.value"
local yaml_text = require "spec.properties.yaml_text"
local yschema = require "yschema"

local overlay_properties = {}

local unpack = table.unpack or unpack -- luacheck: ignore

function overlay_properties.inputs_of(composition, random)
  local texts = {}
  for i, document in ipairs(composition.base) do
    texts[i] = "---\n" .. yaml_text.document(document, random, { flow = 20, comments = true })
  end
  local inputs = { table.concat(texts) }
  for i, node in ipairs(composition.layers) do inputs[i + 1] = overlays.text(node, random) end
  return inputs
end

local function run(inputs)
  local result, report = yschema.overlay_with({ code_in_values = true }, unpack(inputs))
  if not result then return { accepted = false, text = tostring(report), status = report.status } end
  return { accepted = true, yaml = result:encode "yaml", json = result:encode "json", text = "" }
end

local function meant(composition, first)
  local documents, state = overlay_evaluator.evaluate(composition)
  composition.expected = state
  if state.unsure then return nil end
  if (documents ~= nil) ~= first.accepted then
    if first.accepted then return "applied, but should be an error; result:\n" .. first.json end
    return "an error, but should be applied:\n" .. first.text
  end
  if not documents then return nil end
  local lines = {}
  for i, document in ipairs(documents) do lines[i] = value.json(document, state.by_key) end
  local wanted = table.concat(lines, "\n")
  local found = {}
  for line in first.json:gmatch "[^\n]+" do found[#found + 1] = value.json(value.read(line), state.by_key) end
  found = table.concat(found, "\n")
  if wanted ~= found then return ("the result differs; expected:\n%s\nfound:\n%s"):format(wanted, found) end
end

-- Runs the same composition in another spelling.
local function otherwise(composition, first, random)
  local inputs = overlay_properties.inputs_of(composition, random)
  local other = run(inputs)
  if other.accepted ~= first.accepted then
    return "one is applied, the other is an error:\n" .. first.text .. other.text, inputs
  end
  if other.yaml ~= first.yaml then return ("the results differ:\n%s\n%s"):format(first.yaml, other.yaml), inputs end
end

local function reads_back(_, first)
  if not first.accepted or first.yaml == "" then return nil end
  local back, report = yschema.parse(first.yaml)
  if not back then return "what was printed cannot be read:\n" .. tostring(report) end
  -- A null document is printed as nothing.
  local json = ("\n" .. first.json):gsub("\nnull%f[\n]", ""):gsub("^\n", "")
  if back:encode "json" ~= json then return "what was printed reads back as something else" end
end

local all = {
  { "the core and the second evaluator agree about overlays", meant },
  { "overlays in other spellings give the same", otherwise },
  { "the printed result of overlays reads back", reads_back },
}

--- Tests a composition: returns nil and the result, or { property, problem, inputs }. With `only`, tests the property
-- of that name.
function overlay_properties.validate(composition, seed, only)
  local inputs = overlay_properties.inputs_of(composition, random_of.new(seed, 1))
  local first = run(inputs)
  for i, property in ipairs(all) do
    if not only or only == property[1] then
      local problem, others = property[2](composition, first, random_of.new(seed, i + 1))
      if problem then
        return { property = property[1], problem = problem, inputs = inputs, others = others, first = first }
      end
    end
  end
  return nil, first
end

return overlay_properties
