-- The snippets of the extension for VS Code: each of them, as it is inserted, is part of a valid schema.

local command = require "spec.support.command"
local messages = require "yschema.server.messages"
local yschema = require "yschema"

local snippets = messages.decode(assert(command.read "examples/editors/vscode/snippets/yaml.json"))

-- Returns the text that a snippet inserts: its places have their first choice or what they propose.
local function inserted(lines)
  local text, proposed = table.concat(lines, "\n"), {}
  text = text:gsub("\\(.)", function(char) return ("\1%02x"):format(char:byte()) end)
  text = text:gsub("%$%{(%d+)|([^,|]*)[^|]*|%}", "${%1:%2}")
  text = text:gsub("%$%{(%d+):([^}]*)%}", function(place, words)
    proposed[place] = proposed[place] or words
    return proposed[place]
  end)
  text = text:gsub("%$%{?%d+%}?", "")
  return (text:gsub("\1(%x%x)", function(code) return string.char(tonumber(code, 16)) end))
end

describe("the snippet", function()
  local count, uses = 0, {}
  for name, snippet in pairs(snippets) do
    count = count + 1
    it(name .. " is valid", function()
      local text = inserted(snippet.body)
      assert.is_nil(text:find "%${")
      for annotation in text:gmatch "#@([%w/-]+)" do uses[annotation] = true end
      if text:find "^# yschema:" then return end
      if not text:find("#@data/values-schema", 1, true) then
        if not text:find "\n" then text = text .. "\na: 1" end
        text = "#@data/values-schema\n---\n" .. text
      end
      local schema, problem = yschema.load(text .. "\n", { name = "schema.yml" })
      assert(schema, tostring(problem) .. text)
    end)
  end

  it("has a prefix and says what it inserts", function()
    assert.is_true(count >= 20, count)
    for name, snippet in pairs(snippets) do
      assert.is_truthy(snippet.prefix, name)
      assert.matches("^%u[^.]+$", snippet.description)
    end
  end)

  it("exists for each annotation that people write most", function()
    for _, name in ipairs { "desc", "validation", "required", "nullable", "type", "default", "any-key", "any-of",
      "identity", "refers", "sensitive", "deprecated", "renamed" } do
      assert.is_true(uses["schema/" .. name], name)
    end
  end)
end)
