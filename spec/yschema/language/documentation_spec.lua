-- The facts that document a field: each output shows each of them, unless a reason stands here.

local annotations = require "yschema.server.schemas.annotations"
local comparison = require "yschema.comparison.comparison"
local core = require "yschema.core"
local descriptions = require "yschema.server.values.descriptions"
local yschema = require "yschema"

-- The annotation of a fact, and what outputs show of it.
local samples = {
  title = { '#@schema/title "Marked"', "Marked" },
  sensitive = { "#@schema/sensitive", "ensitive", openapi = "writeOnly: true", json_schema = '"writeOnly": true' },
  deprecated = { '#@schema/deprecated "Marked"', "Marked", openapi = "deprecated: true" },
  documentation = { '#@schema/desc "Marked"', "Marked" },
  see = { '#@schema/see "https://marked.example"', "https://marked.example" },
  example = { '#@schema/examples ("Marked", "marked")', "marked" },
  renamed = { '#@schema/renamed from="marked"', "marked" },
}

local reasons = {
  ["json_schema see"] = "JSON Schema has no keyword for it",
  ["complete deprecated"] = "deprecated keys are left out",
  ["complete renamed"] = "a new file has new names",
}

local function load(text)
  return assert(yschema.load("#@data/values-schema\n---\n" .. text .. "\na: x\nb: 1\n"))
end

local function changes(schema)
  local old, new, words = comparison.side(load ""), comparison.side(schema), {}
  for _, change in ipairs(comparison.compare(old, new, { direction = "backward", samples = 0 })) do
    words[#words + 1] = change.rule
  end
  return table.concat(words, " ")
end

local outputs = {
  inspected = function(schema) return core.encode(schema:describe(), "yaml") end,
  openapi = function(schema) return (schema:openapi()) end,
  json_schema = function(schema) return (schema:json_schema()) end,
  html = function(schema) return (schema:html():gsub("^.-<section", "")) end,
  luals = function(schema) return schema:lua_types() end,
  hover = function(schema) return descriptions.fields({ schema.core:outline().named[1] }, "a") end,
  complete = function(schema) return (schema:example { complete = true }) end,
}

-- Schemas in which a place is marked that is no key, and an example there.
local places = {
  document = { "---\na: x\nb: 1\n", "^", '{"a": "marked"}' },
  map = { "---\nm:\n  a: x\n", "\n", '{"a": "marked"}' },
  placeholder = { '---\nm:\n  #@schema/key allowed="^x"\n  _: x\n', "m:\n", '"marked"' },
  item = { "---\nl:\n- x\n", "l:\n", '"marked"' },
}

local reasons_at = { ["document deprecated"] = "keys are deprecated" }

local function load_at(place, note)
  local text, at, example = place[1], select(2, place[1]:find(place[2])), place[3]
  note = note and note:gsub('"marked"%)$', example .. ")") .. "\n" or ""
  return assert(yschema.load("#@data/values-schema\n" .. text:sub(1, at) .. note .. text:sub(at + 1)))
end

-- Returns the text of the page itself, without the file of all keys in it.
local function page_of(schema)
  return (schema:html():gsub("<style>.-</style>", ""):gsub("<script>.-</script>", "")
    :gsub('<details class="example">.-</details>', ""))
end

describe("the facts that document a field", function()
  it("have a sample here, an annotation that editors complete, and a row in the reference", function()
    local count = 0
    local file = assert(io.open "examples/reference/interfaces.md")
    local page = file:read "*a":match "### Inspection\n(.-)\n### "
    file:close()
    for _, row in ipairs(core.facts()) do
      count = count + 1
      assert.is_truthy(samples[row.name], row.name)
      assert.is_truthy(annotations.by_name[row.annotation], row.annotation)
      assert.matches("`" .. row.name .. "`", page, 1, true)
    end
    for _ in pairs(samples) do count = count - 1 end
    assert.equal(0, count)
  end)

  for name, sample in pairs(samples) do
    for output, write in pairs(outputs) do
      local words = sample[output] or sample[2]
      local reason = reasons[output .. " " .. name]
      it(("%s %s of %s"):format(output, reason and "has nothing" or "has what is said", name), function()
        assert.is_nil(write(load ""):find(words, 1, true))
        assert.equal(reason == nil, write(load(sample[1])):find(words, 1, true) ~= nil, reason)
      end)
    end

    for at, place in pairs(places) do
      for _, output in ipairs { "inspected", "openapi", "json_schema", "html", "luals", "complete" } do
        local words, write = sample[output] or sample[2], output == "html" and page_of or outputs[output]
        local is_shown = not reasons[output .. " " .. name] and name ~= "renamed" and not reasons_at[at .. " " .. name]
        it(("%s shows %s of %s"):format(output, name, at), is_shown and function()
          assert.is_nil(write(load_at(place)):find(words, 1, true))
          assert.is_not_nil(write(load_at(place, sample[1])):find(words, 1, true), write(load_at(place, sample[1])))
        end or function() end)
      end
    end

    it("diff reports a change of " .. name, function()
      assert.equal("", changes(load ""))
      assert.are_not.equal("", changes(load(sample[1])))
    end)
  end

  it("stand in the notes of keys of an HTML page, after their labels", function()
    local text = load('#@schema/see "https://a.example"\n#@schema/examples ("one", "p"), ("two", "q")'):html()
    assert.matches('<dt>See</dt><dd><a href="https://a.example">https://a.example</a></dd>', text, 1, true)
    assert.matches("<dt>Examples</dt><dd><ul><li>one: <code>p</code></li><li>two: <code>q</code></li></ul></dd>", text,
      1, true)
  end)

  it("are lines of comments above a key", function()
    assert.matches('\n--- See: chapter 3\n--- Example: "p" (one)\n---@field a string\n',
      load('#@schema/see "chapter 3"\n#@schema/examples ("one", "p")'):lua_types(), 1, true)
    assert.matches('# See: chapter 3\n# Example: "p" (one)\n#a: x\n',
      load('#@schema/see "chapter 3"\n#@schema/examples ("one", "p")'):example { complete = true }, 1, true)
  end)

  it("are lines of a hover", function()
    local text = outputs.hover(load '#@schema/see "chapter 3"\n#@schema/deprecated "use b"')
    assert.matches("- deprecated: use b\n", text, 1, true)
    assert.matches("\n- see: chapter 3", text, 1, true)
  end)
end)
