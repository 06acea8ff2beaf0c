--- Finds what is wrong with JSON Schemas, by their metaschemas (csrc/core/metaschema).
--
-- @module yschema.metaschema.validity

local core = require "yschema.core"
local lazily = require "yschema.base.lazily"
local json_pointer = lazily "yschema.text.json_pointer"
local metaschema_texts = lazily "yschema.metaschema.metaschema_texts"
local one_value = lazily "yschema.text.one_value"
local other_texts = lazily "yschema.metaschema.other_texts"

local validity = {}

local unpack = table.unpack or unpack -- luacheck: ignore

--- Returns the number of the draft that an address names: 4, 6, 7, 2019 or 2020, for older ones 1, 2 or 3; nil for
-- other addresses.
---@param address string
---@return integer?
function validity.draft_of(address)
  local draft = tonumber(address:match "^https?://json%-schema%.org/draft%-0?(%d)/[%w-]*schema#?$"
    or address:match "^https?://json%-schema%.org/draft/(20%d%d)%-%d%d/schema#?$")
  if draft and draft > 7 and draft ~= 2019 and draft ~= 2020 then return nil end
  return draft == 5 and 4 or draft
end

local addresses = { [4] = "http://json-schema.org/draft-04/schema", [6] = "http://json-schema.org/draft-06/schema",
  [7] = "http://json-schema.org/draft-07/schema", [2019] = "https://json-schema.org/draft/2019-09/schema",
  [2020] = "https://json-schema.org/draft/2020-12/schema" }

--- The addresses of the metaschemas, by the drafts.
validity.metaschemas = addresses

-- The draft of texts that name none.
local UNNAMED = "unnamed"

-- ---- metaschemas --------------------------------------------------------------------

-- Compiles a metaschema, with the texts that it refers to. Returns nil when one is missing.
local function compiled(address, text, draft, settings)
  local texts, beside = { address, text }, { file = address, base = address }
  while true do
    local acceptor, missing = core.acceptor(texts, draft, {})
    if acceptor then return acceptor:begin() and acceptor or nil end
    local other = missing and other_texts.source(missing, beside, settings)
    if not other then return nil end
    texts[#texts + 1], texts[#texts + 2] = missing, other:text()
  end
end

-- The compiled metaschemas of the drafts.
local of_drafts = {}

local function of_draft(draft)
  if not of_drafts[draft] then
    local text = draft == UNNAMED and metaschema_texts.unnamed or other_texts.metaschema(addresses[draft])
    -- Formats are annotations: an address with a blank is no mistake that stops anybody.
    text = text:gsub(', "format": "[%a-]+"', ""):gsub('{"format": "[%a-]+"}', "{}")
    of_drafts[draft] = compiled(addresses[draft] or UNNAMED, text, 2020, {})
  end
  return of_drafts[draft]
end

-- ---- metaschemas of other people ----------------------------------------------------

-- Reads the value of a text; nil when it cannot be read.
local function value_of(source)
  local root = one_value.of(source, { yaml = "1.2", wide_numbers = true }, true)
  return type(root) == "table" and root or nil
end

local known_vocabularies = { core = true, applicator = true, unevaluated = true, validation = true, format = true,
  ["meta-data"] = true, ["format-annotation"] = true, ["format-assertion"] = true, content = true }

--- The meaning of a metaschema that is none of a draft, for the schemas that name it.
---@class yschema.SchemaDialect
---@field draft integer
---@field lacks integer the sum of 1 for applicators, 2 for unevaluated parts and 4 for validation
---@field formats boolean they are asserted
---@field unknown? string a vocabulary that is required

-- Reads the vocabularies of a metaschema.
local function take_vocabularies(dialect, vocabularies)
  local has = {}
  for address, required in next, vocabularies do
    local name = address:match "^https://json%-schema%.org/draft/20%d%d%-%d%d/vocab/(.+)$"
    if name and known_vocabularies[name] then
      has[name] = required and "required" or "optional"
    elseif required and (not dialect.unknown or address < dialect.unknown) then
      dialect.unknown = address
    end
  end
  local unevaluated = dialect.draft == 2019 and has.applicator or has.unevaluated
  dialect.lacks = (has.applicator and 0 or 1) + (unevaluated and 0 or 2) + (has.validation and 0 or 4)
  dialect.formats = has["format-assertion"] ~= nil or has.format == "required"
end

local function dialect_of(root)
  local named = root["$schema"]
  local dialect = { draft = type(named) == "string" and validity.draft_of(named) or 2020, lacks = 0, formats = false }
  local vocabularies = root["$vocabulary"]
  if type(vocabularies) == "table" and dialect.draft >= 2019 then take_vocabularies(dialect, vocabularies) end
  return dialect
end

-- Finds a metaschema that is none of a draft: the schema itself, or a text as references find it.
local function source_of(source, address, settings)
  local root = source:text():find(address, 1, true) and value_of(source)
  local id = root and (root["$id"] or root.id)
  if id == address or id == address .. "#" then return source, root end
  local file = source:name()
  local found = other_texts.source(address, { file = file, base = file }, settings)
  return found, found and value_of(found)
end

-- The metaschemas that are being validated, because they cannot be compiled.
local in_question = {}

-- Returns why a metaschema cannot be compiled.
local function problem_of(source, address, settings)
  if in_question[address] then return "it names itself" end
  in_question[address] = true
  local problem = validity.problem(source, settings)
  in_question[address] = nil
  return problem or source:name() .. ": it refers to a text that is not there, or has what is not supported"
end

-- Finds the metaschema with an address. Returns it, the draft of the schemas that it is about, and whether it is that
-- of a draft; for one that is not, what it means for schemas. Nil: there is none; or there is a problem. Without a
-- source, only those of drafts are found.
local function find(source, address, settings)
  local draft = validity.draft_of(address)
  if draft and addresses[draft] then return of_draft(draft), draft, true end
  if address == UNNAMED then return of_draft(UNNAMED), 2020, true end
  if not source then return nil end
  local own, root = source_of(source, address, settings)
  if not own then return nil end
  if not root then return nil, own:name() .. ": it cannot be read" end
  local dialect = dialect_of(root)
  local acceptor = compiled(address, own:text(), dialect.draft, settings)
  if acceptor then return acceptor, dialect.draft, false, dialect end
  return nil, problem_of(own, address, settings)
end

-- ---- schemas ------------------------------------------------------------------------

-- The address that a text probably names for the whole of it.
local function guess(text)
  local address = text:match '"?%$schema"?%s*:%s*["\']?([^"\'%s,}]+)'
  local draft = address and validity.draft_of(address)
  return draft and draft >= 4 and address:gsub("#$", "") or nil
end

--- Something that is wrong with a JSON Schema.
---@class yschema.SchemaProblem
---@field file? string nil: the text names it, if there is one
---@field line? integer 0 or nil: none
---@field pointer? string
---@field text string

--- Facts about a valid JSON Schema.
---@class yschema.ValidSchema
---@field unknown { line: integer, pointer: string }[] where schemas name a metaschema that is not there
---@field dialects table<string, yschema.SchemaDialect> of metaschemas that are none of a draft, by their addresses
---@field misspelt { line: integer, pointer: string, meant: string }[] keys that are nearly keywords

--- A validation.
---@class yschema.SchemaValidation
---@field source? userdata of a text
---@field schema? userdata the core schema of a document
---@field part? integer|string[] the number of the document; or the pointers of all JSON Schemas in a text
---@field settings yschema.Settings
---@field around string the address of the metaschema of a text that names none
---@field open string[] addresses of metaschemas that are still to be validated by
---@field known table<string, { line: integer, pointer: string }> where the addresses are named
---@field found yschema.SchemaProblem[]
---@field fatal? yschema.SchemaProblem
---@field about yschema.ValidSchema
local Validation = {}
Validation.__index = Validation

local TOO_OLD = "draft-0%d is not supported. Convert it to draft-07 or later (the tool alterschema does most of it),"
  .. " and change its $schema"

-- Notes the other metaschemas that schemas name: rows of lines, pointers and addresses.
function Validation:take_others(others)
  for i = 1, #others, 3 do
    local line, address = others[i], others[i + 2]
    local draft = validity.draft_of(address)
    if draft and draft < 4 then
      self.fatal = { line = line > 0 and line or 1, text = TOO_OLD:format(draft) }
    elseif not self.known[address] then
      self.open[#self.open + 1], self.known[address] = address, { line = line, pointer = others[i + 1] }
    end
  end
end

-- Validates by one metaschema. Returns false if the text cannot be read.
function Validation:take(address)
  local at = self.known[address]
  local line = at.line
  local acceptor, draft, trusted, dialect = find(self.source, address, self.settings)
  self.about.dialects[address] = dialect
  if not acceptor and draft then
    self.fatal = { line = line > 0 and line or 1,
      text = ("its metaschema %s cannot be used: %s"):format(address, draft:match "^[^\n]*") }
    return true
  elseif not acceptor then
    if line > 0 then table.insert(self.about.unknown, at) end
    acceptor, draft, trusted = find(self.source, self.around, self.settings)
  elseif dialect and dialect.unknown then
    self.fatal = { line = line > 0 and line or 1,
      text = ("its metaschema %s requires the vocabulary %s, which is not known"):format(address, dialect.unknown) }
  end
  local list, others, more, misspelt = acceptor:schema_problems(self.source or self.schema, address, self.around, draft,
    trusted, self.settings.masks_schema or false, self.settings, self.part)
  if not trusted then acceptor:close() end
  if list == nil then return false end
  if not list then
    self.fatal = { line = 0, text = "it is not a JSON Schema, which is a map, true or false" }
    return true
  end
  self:take_others(others)
  for i = #misspelt - 2, 1, -3 do
    local all = self.about.misspelt
    all[#all + 1] = { line = misspelt[i], pointer = misspelt[i + 1], meant = misspelt[i + 2] }
  end
  local found = self.found
  for i = 1, #list, 3 do
    found[#found + 1] = { line = list[i], pointer = list[i + 1], text = "invalid JSON Schema: " .. list[i + 2] }
  end
  if more > 0 then found[#found].text = ("%s (%d more are not listed)"):format(found[#found].text, more) end
  return true
end

local function sort(found)
  for i, one in ipairs(found) do one.at = i end
  table.sort(found, function(a, b)
    if a.line ~= b.line then return a.line < b.line end
    return a.at < b.at
  end)
end

-- Validates by all metaschemas, of which the first one is probably that of the whole.
local function validate(self, first)
  setmetatable(self, Validation)
  self.open, self.known, self.found = { first }, { [first] = { line = 0 } }, {}
  self.about = { dialects = {}, misspelt = {}, unknown = {} }
  while self.open[1] do
    if not self:take(table.remove(self.open, 1)) then return false end
    if self.fatal then return { self.fatal } end
  end
  if not self.found[1] then return nil, self.about end
  sort(self.found)
  return self.found
end

--- Returns what is wrong with the keywords of a JSON Schema.
---@param source userdata a core source
---@param settings yschema.Settings
---@param draft? integer of a text without `$schema`
---@return yschema.SchemaProblem[]|false|nil problems in the order of their lines; nil: there are none; false: the text
---  cannot be read
---@return yschema.ValidSchema? about nil when there are problems
function validity.problems(source, settings, draft)
  local around = addresses[draft] or UNNAMED
  local found, about = validate({ source = source, settings = settings, around = around },
    guess(source:text()) or around)
  for _, one in ipairs(found or {}) do one.file = source:name() end
  return found, about
end

-- Adds records of what is wrong with a JSON Schema in a schema.
local function add_records(schema, number, one, settings)
  local around = addresses[one.draft] or UNNAMED
  local found, about = validate({ schema = schema, part = number, settings = settings, around = around }, around)
  for _, problem in ipairs(found or {}) do
    schema:add_error_at("JSON_SCHEMA", one.source, problem.line > 0 and problem.line or one.line, 0, problem.text)
  end
  for _, key in ipairs(about and about.misspelt or {}) do
    schema:add_error_at("MISSPELT_KEYWORD", one.source, key.line, 0, key.pointer, key.meant)
  end
end

--- Validates the JSON Schemas in a schema. What is wrong with them becomes records of it.
---@param schema userdata a core schema that is not compiled yet
---@param settings yschema.Settings
function validity.add_all_records(schema, settings)
  for number, one in ipairs(schema:json_schemas()) do
    add_records(schema, number, one, settings)
    one.source:close()
  end
end

--- Writes problems, each on a line of its own.
---@param found yschema.SchemaProblem[]
---@return string
function validity.text_of(found)
  local lines = {}
  for i, one in ipairs(found) do
    local line = (one.line or 0) > 0 and ":" .. one.line or ""
    lines[i] = one.file and ("%s%s: %s"):format(one.file, line, one.text) or one.text
  end
  return table.concat(lines, "\n")
end

--- Returns the problem of the JSON Schemas in a larger document, whose tables may have been changed since it was read.
---@param document { name: string, documents: userdata, root: table, draft: integer }
---@param parts string[] the pointers of the JSON Schemas; what they refer to is validated, too
---@param settings yschema.Settings
---@return string? problem nil: there is none
function validity.problem_in_parts(document, parts, settings)
  local around, text = addresses[document.draft], core.encode(document.root, "yaml")
  local found = text and validate({ source = core.source(document.name, text), settings = settings, around = around,
    part = parts }, around)
  if not found then return nil end
  local list, known = {}, {}
  for _, one in ipairs(found) do
    one.file = document.name
    if one.pointer then one.line = document.documents:place(unpack(json_pointer.tokens(one.pointer))) end
    if not known[one.text] then list[#list + 1] = one end
    known[one.text] = true
  end
  sort(list)
  return validity.text_of(list)
end

--- Returns the problem of a JSON Schema as a text, with a line for each of its invalid keywords.
---@param source userdata a core source
---@param settings yschema.Settings
---@param draft? integer of a text without `$schema`
---@return string|false|nil problem nil: there is none; false: the text cannot be read
---@return yschema.ValidSchema? about nil when there are problems
function validity.problem(source, settings, draft)
  local found, about = validity.problems(source, settings, draft)
  if not found then return found, about end
  return validity.text_of(found)
end

return validity
