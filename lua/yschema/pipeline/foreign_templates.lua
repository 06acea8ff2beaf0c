--- Recognises files to validate that are templates, of ytt or of Helm, and says how to validate what becomes of them.
--
-- @module yschema.pipeline.foreign_templates

local core = require "yschema.core"
local lazily = require "yschema.base.lazily"
local characters = lazily "yschema.text.characters"
local report = lazily "yschema.report.report"
local shell = lazily "yschema.base.shell"
local ytt_templates = lazily "yschema.pipeline.ytt_templates"

local foreign_templates = {}

local OF_YTT = "it is a template of ytt. Validate what ytt makes of it: %s | %s"
local OF_HELM = "it is a template, which is no YAML before Helm fills it in. Validate the result: %s | %s; with"
  .. " --skip-templates, templates are skipped"

-- Returns the call that validates standard input by a schema.
local function call_of(schema)
  local words = schema.json_schema and { "--json-schema", schema.json_schema } or {}
  for _, offered in ipairs(schema.offered) do
    words[#words + 1] = "-f"
    words[#words + 1] = offered:name()
  end
  words[#words + 1] = "-"
  return shell.line({ "yschema", "check" }, words)
end

--- Returns whether a text may be a template, which takes no time for others.
---@param source userdata a core source
---@return boolean
function foreign_templates.may_be(source) return source:has_code() or source:contains "{{" end

-- Returns the first line in which a text fails because of braces in it, and their column; or nil. Braces in quotes or
-- comments are read as YAML, and so are those of a text that fails elsewhere.
local function braces(source, settings)
  local parsed, owner = core.parse(source, settings)
  if parsed then
    parsed:close()
    return nil
  end
  local failed, number = {}, 0
  for _, record in ipairs((owner:violations())) do
    -- An error may be found in the line after the one that causes it.
    for line = (record.line or 1) - 1, record.line or 1 do failed[line] = true end
  end
  owner:close()
  for line in (source:text() .. "\n"):gmatch "([^\n]*)\n" do
    number = number + 1
    local at = failed[number] and string.find(line, "{{", 1, true)
    if at then return number, characters.count(line:sub(1, at - 1)) + 1 end
  end
end

-- The folder of a chart: templates are in its folder "templates".
local function chart_of(path)
  local chart = ("/" .. path):match "^(.*)/templates/"
  if not chart then return path:match "^(.*)/[^/]*$" or "." end
  return chart == "" and "." or chart:sub(2)
end

--- Returns the report on a file that is a template and no data, or nil.
---@param source userdata a core source
---@param schema yschema.CoreSchema
---@return yschema.Report?
function foreign_templates.report(source, schema)
  local name, settings = source:name(), schema.settings
  if source:has_code() and ytt_templates.is_template(source, settings.code_in_values) then
    return report.of_error("code-in-values", name, OF_YTT:format(
      shell.line({ "ytt", "-f" }, { name:match "^(.*)/[^/]*$" or name }), call_of(schema)))
  end
  local line, column
  if source:contains "{{" then line, column = braces(source, settings) end
  if not line then return nil end
  local about = report.of_error("template", name, OF_HELM:format(
    shell.line({ "helm", "template" }, { chart_of(name) }), call_of(schema)))
  about.violations[1].line, about.violations[1].column = line, column
  return about
end

return foreign_templates
