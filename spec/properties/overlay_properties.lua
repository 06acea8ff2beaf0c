--- What holds of every base with every overlays: it is what the second evaluator says, comments and styles change
-- nothing, and what is printed reads back.

local overlaying = require "spec.properties.overlaying"
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
  local documents, state = overlaying.general(composition)
  composition.expected = state
  if state.unsure then return nil end
  if (documents ~= nil) ~= first.accepted then
    if first.accepted then return "laid on, though at violation; gives:\n" .. first.json end
    return "refused, though it fits:\n" .. first.text
  end
  if not documents then return nil end
  local lines = {}
  for i, document in ipairs(documents) do lines[i] = value.json(document, state.by_key) end
  local wanted = table.concat(lines, "\n")
  local found = {}
  for line in first.json:gmatch "[^\n]+" do found[#found + 1] = value.json(value.read(line), state.by_key) end
  found = table.concat(found, "\n")
  if wanted ~= found then return ("the result is not the one wanted:\n%s\nfound:\n%s"):format(wanted, found) end
end

-- The same in other spellings.
local function otherwise(composition, first, random)
  local inputs = overlay_properties.inputs_of(composition, random)
  local other = run(inputs)
  if other.accepted ~= first.accepted then
    return "one is laid on, the other is not:\n" .. first.text .. other.text, inputs
  end
  if other.yaml ~= first.yaml then return ("the results differ:\n%s\n%s"):format(first.yaml, other.yaml), inputs end
end

local function reads_back(_, first)
  if not first.accepted or first.yaml == "" then return nil end
  local back, report = yschema.parse(first.yaml)
  if not back then return "what was printed cannot be read:\n" .. tostring(report) end
  -- A document that is null prints nothing.
  local json = ("\n" .. first.json):gsub("\nnull%f[\n]", ""):gsub("^\n", "")
  if back:encode "json" ~= json then return "what was printed reads back as something else" end
end

local all = {
  { "overlays mean what the second evaluator says", meant },
  { "overlays in other spellings give the same", otherwise },
  { "what overlays give reads back", reads_back },
}

--- Validates a composition: nil and the result, or { property, problem, inputs }. `only` is the one property to look at.
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
