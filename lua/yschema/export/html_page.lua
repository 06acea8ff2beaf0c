--- Writes the schema as one HTML page for the people who write values.
--
-- The page needs no network and no other files. All of it can be read without JavaScript, which only
-- adds the search. It is made only from the core's description of the schema (core/export/describe.h).
--
-- @module yschema.export.html_page

local core = require "yschema.core"
local html_assets = require "yschema.export.html_assets"

local html_page = {}

local ipairs, setmetatable, type = ipairs, setmetatable, type

-- ---- text ---------------------------------------------------------------------------

local entities = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;", ["'"] = "&#39;" }

-- Characters that change the direction of the text after them are shown by their codes, because the page
-- must not look different from the schema.
local turning = {}
for code = 0x202A, 0x202E do
  turning["\226\128" .. ("").char(0x80 + code % 64)] = ("&lt;U+%X&gt;"):format(code)
end
for code = 0x2066, 0x2069 do
  turning["\226\129" .. ("").char(0x80 + code % 64)] = ("&lt;U+%X&gt;"):format(code)
end

--- Escapes a text, so that it is safe everywhere in the page, also in the quotes of an attribute.
---@param text string
---@return string
function html_page.escape(text)
  return (text:gsub("[&<>\"']", entities)
    :gsub("[%z\1-\8\11\12\14-\31\127]", "\239\191\189")
    :gsub("\226[\128\129][\128-\191]", turning))
end
local escape = html_page.escape

-- Splits documentation into paragraphs and keeps the line breaks within them.
local function paragraphs(text, class)
  local out = {}
  for part in (text:gsub("\r\n?", "\n") .. "\n\n"):gmatch "(.-)\n[ \t]*\n+" do
    part = part:gsub("^%s+", ""):gsub("%s+$", "")
    if part ~= "" then out[#out + 1] = ('<p class="%s">%s</p>\n'):format(class, escape(part)) end
  end
  return table.concat(out)
end

-- Writes a value as YAML.
local function value_of(text)
  if text:find("\n", 1, true) then return "<pre><code>" .. escape(text) .. "</code></pre>" end
  return "<code>" .. escape(text) .. "</code>"
end

-- ---- places -------------------------------------------------------------------------

-- The place of a field: `text` is its path, and `id` is the fragment of its link.
local Place = {}
Place.__index = Place

local root = setmetatable({ text = "", id = "field" }, Place)

-- Escapes a key so that different paths have different ids.
local function id_of(key)
  return (key:gsub("[^%w_-]", function(c) return ("~%02X"):format(c:byte()) end))
end

function Place:entry(key)
  local plain = key:find "^[%w_-]+$"
  local name = plain and key or ('["%s"]'):format(key:gsub('[\\"]', "\\%0"))
  local dot = plain and self.text ~= "" and "." or ""
  return setmetatable({
    before = self.text .. dot, name = name, text = self.text .. dot .. name,
    id = self.id .. "." .. id_of(key),
  }, Place)
end

function Place:item()
  return setmetatable({
    before = self.text, name = "[]", text = self.text .. "[]", id = self.id .. "*",
  }, Place)
end

-- ---- words --------------------------------------------------------------------------

-- Returns the item of an array, which is its only field and has no name.
local function item_of(field)
  local first = field.fields and field.fields[1]
  return first and not first.name and first or nil
end

-- Returns the type in words, such as "array of string or null", or "map, like route" for a field whose contents
-- are shown where the name stands first.
local function type_words(field)
  local words = type(field.type) == "table" and field.type or { field.type }
  local out, item = {}, item_of(field)
  for _, word in ipairs(words) do
    if word == "array" and item then word = "array of " .. type_words(item) end
    out[#out + 1] = word
  end
  local like = field.like and ", like " .. field.like or ""
  return (#out > 0 and table.concat(out, " or ") or "nothing") .. like
end

local function rule_words(rule)
  local words = escape(rule.must_be)
  if not rule.when then return words end
  return ('%s <span class="when">when <code>%s</code></span>'):format(words, escape(rule.when))
end

-- ---- alternatives -------------------------------------------------------------------

local brief_field

local function brief_fields(field)
  local list = {}
  for i, child in ipairs(field.fields or {}) do
    local name = child.name and ("<code>%s</code>: "):format(escape(child.name)) or "each item: "
    list[i] = "<li>" .. name .. brief_field(child) .. "</li>"
  end
  return #list > 0 and "<ul>" .. table.concat(list) .. "</ul>" or ""
end

-- Lists the rules of a field. A rule with alternatives has a list of them.
local function rules_of(field)
  local list = {}
  for _, rule in ipairs(field.validations or {}) do
    local words = rule_words(rule)
    if type(rule.argument) == "table" then
      local alternatives = {}
      for i, alternative in ipairs(rule.argument) do
        alternatives[i] = "<li>" .. brief_field(alternative) .. "</li>"
      end
      words = ('%s<ol class="alternatives">%s</ol>'):format(words, table.concat(alternatives))
    end
    if rule.rule ~= "key" then list[#list + 1] = "<li>" .. words .. "</li>" end
  end
  return #list > 0 and "<ul>" .. table.concat(list) .. "</ul>" or nil
end

-- Describes a field that has no section of its own.
function brief_field(field)
  local item = item_of(field)
  local words = { escape(type_words(field)) .. (field.sensitive and ", sensitive" or "") }
  if field.documentation then words[#words + 1] = " – " .. escape(field.documentation) end
  if field.default ~= nil then words[#words + 1] = ", by default " .. value_of(field.default) end
  if field.deprecated then
    words[#words + 1] = ", <strong>deprecated:</strong> " .. escape(field.deprecated)
  end
  for _, rule in ipairs(field.validations or {}) do
    if rule.rule == "key" then words[#words + 1] = ", " .. rule_words(rule) end
  end
  local rules = rules_of(field)
  if rules then words[#words + 1] = ", must be" .. rules end
  if not item or item.fields or item.validations or item.documentation then
    words[#words + 1] = brief_fields(field)
  end
  return table.concat(words)
end

-- ---- parts --------------------------------------------------------------------------

local function row(out, name, content)
  out[#out + 1] = ("<dt>%s</dt><dd>%s</dd>\n"):format(name, content)
end

local function add_rules(out, field)
  local rules = rules_of(field)
  for _, rule in ipairs(field.validations or {}) do
    if rule.rule == "key" then row(out, "Key", rule_words(rule)) end
  end
  if rules then row(out, "Must be", rules) end
end

local function add_examples(out, field)
  if not field.example then return end
  local list = {}
  for i, example in ipairs(field.example) do
    local about = example.description
    local words = about ~= core.null and about ~= "" and escape(about) .. ": " or ""
    list[i] = "<li>" .. words .. value_of(example.value) .. "</li>"
  end
  row(out, #list > 1 and "Examples" or "Example", "<ul>" .. table.concat(list) .. "</ul>")
end

-- Adds everything that is known about one field.
local function add_facts(out, field)
  if field.deprecated then
    out[#out + 1] = ('<p class="notice"><strong>Deprecated:</strong> %s</p>\n')
      :format(escape(field.deprecated))
  end
  if field.documentation then out[#out + 1] = paragraphs(field.documentation, "doc") end
  out[#out + 1] = "<dl>\n"
  row(out, "Type", escape(type_words(field)) .. (field.sensitive and ", sensitive: not shown in reports" or ""))
  if field.default ~= nil then row(out, "Default", value_of(field.default)) end
  if field.renamed then row(out, "Old names", value_of(table.concat(field.renamed, ", "))) end
  add_rules(out, field)
  add_examples(out, field)
  out[#out + 1] = "</dl>\n"
end

-- Tells whether an item has more to show than its type.
local function is_told(field)
  return field.title or field.documentation or field.example or field.deprecated
    or field.validations or field.renamed
end

-- The level of a heading is the depth of the field, as far as HTML has levels.
local function add_section(out, field, place, depth)
  local level = depth < 6 and depth + 1 or 6
  local deeper = depth >= 6 and (' aria-level="%d"'):format(depth + 1) or ""
  out[#out + 1] = ('<section id="%s" class="field%s">\n'):format(
    place.id, field.deprecated and " deprecated" or "")
  out[#out + 1] = ('<h%d%s><a href="#%s"><code><span>%s</span><b>%s</b></code></a>'):format(
    level, deeper, place.id, escape(place.before), escape(place.name))
  if field.title and field.title ~= place.name then
    out[#out + 1] = (' <span class="title">%s</span>'):format(escape(field.title))
  end
  out[#out + 1] = ("</h%d>\n"):format(level)
  add_facts(out, field)
  out[#out + 1] = "</section>\n"
end

-- Calls `visit(field, place, depth)` for each field below a field that has something to show.
local function walk(field, place, depth, visit)
  local item = item_of(field)
  if item then
    local below = place:item()
    if is_told(item) then
      visit(item, below, depth)
      depth = depth + 1
    end
    return walk(item, below, depth, visit)
  end
  for _, child in ipairs(field.fields or {}) do
    local below = place:entry(child.name)
    visit(child, below, depth)
    walk(child, below, depth + 1, visit)
  end
end

-- ---- the page -----------------------------------------------------------------------

-- Makes nested lists of links, which are as deep as the fields.
local function contents(schema)
  local out, open = {}, 0
  walk(schema, root, 1, function(field, place, depth)
    if depth > open then
      out[#out + 1] = "\n<ul>\n"
    else
      out[#out + 1] = "</li>\n" .. ("</ul>\n</li>\n"):rep(open - depth)
    end
    open = depth
    out[#out + 1] = ('<li><a href="#%s"%s><code>%s</code></a>'):format(place.id,
      field.deprecated and ' class="deprecated"' or "", escape(place.name))
  end)
  if open > 0 then out[#out + 1] = "</li>\n" .. ("</ul>\n</li>\n"):rep(open - 1) .. "</ul>\n" end
  return table.concat(out)
end

local function sections(schema)
  local out = {}
  if schema.type ~= "map" or schema.validations or schema.example then
    out[#out + 1] = '<section id="field" class="field document">\n<h2>The document</h2>\n'
    add_facts(out, {
      type = schema.type, sensitive = schema.sensitive, default = schema.default, validations = schema.validations,
      example = schema.example, fields = schema.fields,
    })
    out[#out + 1] = "</section>\n"
  end
  walk(schema, root, 1, function(field, place, depth) add_section(out, field, place, depth) end)
  return table.concat(out)
end

--- Writes the page of a schema.
---@param schema table the core's description, with values as texts
---@return string page UTF-8, ends with a line break
function html_page.page(schema)
  local name = "Schema for <code>" .. escape(schema.name) .. "</code>"
  local parts = {
    title = escape(schema.title or "Schema for " .. schema.name),
    heading = schema.title and escape(schema.title) or name,
    name = schema.title and '<p class="name">' .. name .. "</p>\n" or "",
    style = html_assets.style,
    script = html_assets.script,
    intro = schema.documentation and paragraphs(schema.documentation, "doc") or "",
    contents = contents(schema),
    sections = sections(schema),
  }
  return (html_assets.page:gsub("{{(%w+)}}", parts))
end

return html_page
