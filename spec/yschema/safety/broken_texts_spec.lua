-- Texts that cannot be read, with sensitive values in them (spec/properties/broken_texts.lua): no report shows one.

local broken_texts = require "spec.properties.broken_texts"
local cli = require "yschema.command.cli"
local folder = require "spec.support.folder"
local random_of = require "spec.properties.random"
local sensitive_values = require "spec.properties.sensitive_values"
local yschema = require "yschema"

local function violation(number, text, shown)
  return ("number %d shows what is sensitive:\n%s\nthe text:\n%s"):format(number, shown, text)
end

local function is_unread(report) return report and report.violations[1] and report.violations[1].kind == "syntax" end

local function stream()
  local written = {}
  return {
    write = function(self, ...)
      for _, text in ipairs { ... } do written[#written + 1] = text end
      return self
    end,
    flush = function(self) return self end,
    text = function() return table.concat(written) end,
  }
end

-- All that a command says.
local function said(argv)
  local both = stream()
  cli.main(argv, { out = both, err = both })
  return both.text()
end

describe("texts that cannot be read", function()
  local schema = assert(yschema.load(broken_texts.schema))
  local dir

  before_each(function() dir = folder.make "broken" end)
  after_each(function() folder.remove(dir) end)

  it("show no sensitive value in any report", function()
    local unread = 0
    for number = 1, 3000 do
      local text = broken_texts.make(random_of.new(1, number))
      local _, report = schema:apply(text)
      if is_unread(report) then
        unread = unread + 1
        local shown = sensitive_values.shown(report)
        assert.is_falsy(shown, shown and violation(number, text, shown))
      end
    end
    assert.is_true(unread > 1500, unread .. " could not be read")
  end)

  it("show none in what the commands say, in any format", function()
    local named = folder.write(dir, "schema.yml", broken_texts.schema)
    local unread = 0
    for number = 1, 150 do
      local text = broken_texts.make(random_of.new(6, number))
      local values = folder.write(dir, "values.yml", text)
      if is_unread(select(2, schema:apply(text))) then
        unread = unread + 1
        local calls = { { "-f", named, "-f", values }, { "explain", "db", "-f", named, "-f", values },
          { "explain", "-o", "annotated", "-f", named, "-f", values }, { "migrate", "-f", named, values } }
        for _, format in ipairs { "text", "json", "ndjson", "sarif", "junit", "codequality", "github" } do
          calls[#calls + 1] = { "check", "-f", named, values, "--report", format }
        end
        for _, argv in ipairs(calls) do
          local shown = sensitive_values.lines(said(argv))
          assert.is_falsy(shown, shown and violation(number, text, table.concat(argv, " ") .. "\n" .. shown))
        end
      end
    end
    assert.is_true(unread > 70, unread .. " could not be read")
  end)

  it("show none where they are schemas", function()
    local named = folder.write(dir, "schema.yml", broken_texts.schema)
    local unread = 0
    for number = 1, 1500 do
      local text = broken_texts.make_schema(random_of.new(1, number))
      local loaded, report = yschema.load(text)
      if not loaded and is_unread(report) then
        unread = unread + 1
        local shown = sensitive_values.shown(report)
        assert.is_falsy(shown, shown and violation(number, text, shown))
        if number % 15 == 0 then
          local broken = folder.write(dir, "broken.yml", text)
          for _, argv in ipairs { { "diff", named, broken }, { "-f", broken, "--schema-inspect" } } do
            shown = sensitive_values.lines(said(argv))
            assert.is_falsy(shown, shown and violation(number, text, shown))
          end
        end
      end
    end
    assert.is_true(unread > 700, unread .. " could not be read")
  end)
end)
