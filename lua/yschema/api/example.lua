--- Makes documents from a schema: `schema:example`, which yschema/meta.lua documents.
--
-- @module yschema.api.example

local complete = require "yschema.generation.complete"
local core = require "yschema.core"
local documents = require "yschema.generation.documents"
local html_page = require "yschema.export.html_page"
local invalid = require "yschema.generation.invalid"
local plain_tables = require "yschema.base.plain_tables"
local report = require "yschema.report.report"
local total = require "yschema.sandbox.total"
local validator = require "yschema.values.validator"
local writing = require "yschema.base.writing"

local example = {}

local known = { complete = "boolean", count = { 1, 10000000 }, invalid = "boolean", seed = { 0, 2 ^ 31 } }

local NOTHING = "# No value is required.\n"

--- Returns a plain copy of options, or nil and the problem with them.
---@param given any
---@return table? options
---@return string? problem
function example.options(given)
  local options, problem = plain_tables.checked(given or {}, known, "option")
  if not options then return nil, problem end
  if options.complete and (options.count or options.invalid) then
    return nil, "option 'complete' makes one document: it excludes 'count' and 'invalid'"
  end
  if options.invalid and not options.count then options.count = 1 end
  return options
end

local in_order = writing.ordered { "document", "violation" }

-- Makes one of several documents.
local function one_of_many(found, options)
  if not options.invalid then
    local document = found:any()
    if document == nil then return nil, found:problem() end
    return document
  end
  local document, about = invalid.any(found)
  if document == nil then return nil, about end
  return in_order { document = document, violation = about }
end

-- A document that was made before is made again so many times. Of a long list, only the last ones are compared.
local most_repeats, most_remembered = 8, 10000

-- Returns a function that makes documents, which rarely repeat each other.
local function maker(found, options)
  local seen, count = {}, 0
  return function()
    local document, problem, key
    for _ = 1, most_repeats do
      document, problem = one_of_many(found, options)
      if document == nil then return nil, problem end
      key = core.encode(document, "json")
      if not seen[key] then break end
    end
    if count == most_remembered then seen, count = {}, 0 end
    seen[key], count = true, count + 1
    return document
  end
end

--- Calls `give` with random documents, until it returns false.
---@param schema yschema.CoreSchema
---@param options table of `example.options`
---@param give fun(document: any): boolean gets documents or, with `invalid`, tables with a document and its violation
---@return true? done
---@return string? problem
function example.each(schema, options, give)
  local make = maker(documents.new(schema, options.seed or 1), options)
  for _ = 1, options.count do
    local document, problem = total.within(total.for_tries(), make)
    if document == nil then return nil, problem end
    if not give(document) then return true end
  end
  return true
end

local function text_of(schema, options)
  local found = documents.new(schema, options.seed or 1)
  local document = found:smallest()
  if document == nil then return nil, found:problem() end
  if options.complete then document = found:with_examples(document) end
  local text = assert(core.encode(document, "yaml"))
  if options.complete then
    text = complete.text(found, document)
  elseif text == "{}\n" then
    text = NOTHING .. text
  end
  -- The printed text is validated, not only the value that it was made of.
  if validator.status(found.schema, text) ~= 0 then return nil, "the document that was made is not valid as YAML" end
  return text, document
end

--- Makes the smallest document, or the complete one.
---@param schema yschema.CoreSchema
---@param options table of `example.options`
---@return string? yaml
---@return string|any about the problem, or the document as a Lua value
function example.text(schema, options) return total.within(total.for_tries(), text_of, schema, options) end

-- A longer document is of no use on a page.
local most_bytes_on_page = 300000

--- Writes the HTML page of a schema, with the complete document if the schema is a map and there is one.
---@param schema yschema.CoreSchema
---@return string page
function example.page(schema)
  local text, document = example.text(schema, { complete = true })
  local is_shown = text and type(document) == "table" and text:find "%S:" and #text <= most_bytes_on_page
  return html_page.page(schema.core, is_shown and text or nil)
end

--- Makes what `schema:example` returns.
---@param schema yschema.CoreSchema
---@param options table of `example.options`
---@return any documents the document; the text, with `complete`; or a list, with `count`
---@return yschema.Report? report why there are none
function example.of_object(schema, options)
  local list = {}
  local result, about
  if options.count then
    result, about = example.each(schema, options, function(document)
      list[#list + 1] = document
      return true
    end)
    result = result and list
  else
    result, about = example.text(schema, options)
    if result and not options.complete then result = about end
  end
  if result == nil then return nil, report.of_error("usage", "schema:example", about) end
  return result
end

return example
