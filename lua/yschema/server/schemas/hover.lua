--- Answers what an annotation does, what a name is, and what a key was compiled to.
--
-- @module yschema.server.schemas.hover

local annotations = require "yschema.server.schemas.annotations"
local compiled = require "yschema.server.nodes.compiled"
local core = require "yschema.core"
local cursor = require "yschema.server.schemas.cursor"
local descriptions = require "yschema.server.values.descriptions"
local code_blocks = require "yschema.server.nodes.code_blocks"
local code_names = require "yschema.server.schemas.code_names"
local views = require "yschema.server.values.views"

local hover = {}

--- Describes an annotation in Markdown.
---@param annotation yschema.AnnotationText
---@return string
function hover.annotation(annotation)
  local lines = {
    descriptions.code("#@" .. annotation.name .. (annotation.call ~= "" and " " .. annotation.call or "")), "",
    annotation.text,
  }
  if #annotation.arguments > 0 and #annotation.arguments < 8 then
    lines[#lines + 1] = ""
    for _, argument in ipairs(annotation.arguments) do
      lines[#lines + 1] = ("- `%s=`: %s"):format(argument.name, argument.text)
    end
  end
  return table.concat(lines, "\n")
end

-- Describes a name in code or in arguments.
local function of_name(found, bound, annotation)
  local argument = annotation and found.before:sub(-#found.word - 1):find "^[%s,%w_]" and
    annotations.argument(annotation, found.word)
  if argument then return ("`%s=`: %s"):format(found.word, argument.text) end
  local module, field = found.word:match "^([%a_][%w_]*)%.?(.*)$"
  local own = code_names.find(bound, module or "", found.line)
  if own and (own.file or ""):find "^@ytt:" then module = own.file:sub(6)
  elseif own then return "```python\n" .. own.text .. "\n```" end
  for _, name in ipairs(module and code_names.of_module(module) or {}) do
    if name == field then return ("`%s.%s`, of the module `%s`"):format(module, field, module) end
  end
end

-- Describes the key at a place.
local function of_key(server, text, at)
  local chain = code_blocks.chain(server, text, at)
  local node = chain[#chain]
  if not node or not node.key_first or at < node.key_first or at > node.key_last + 1 then return nil end
  local list = compiled.fields(server, text, node.key, text.open.content:line_of(node.key_first))
  return list[1] and descriptions.fields(list, node.key), node.key_first, node.key_last + 1
end

hover["textDocument/hover"] = function(server, params, text)
  local content, at = text.open.content, views.place(server, text, params)
  if not at then return core.null end
  local found = cursor.find(content, at, text.open.path or "")
  local annotation = found.annotation and annotations.by_name[found.annotation]
  local shown, first, after = nil, found.first, found.after
  if found.kind == "node" then
    shown, first, after = of_key(server, text, at)
  elseif found.kind == "name" then
    shown = annotation and hover.annotation(annotation)
  elseif found.word ~= "" then
    shown = of_name(found, code_names.bound(content, text.open.path or ""), annotation)
  end
  if not shown then return core.null end
  return { contents = { kind = "markdown", value = shown }, range = content:range(first, after, server.unit) }
end

return hover
