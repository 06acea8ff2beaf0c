--- Writes the schema as one HTML page for the people who write values.
--
-- The page needs no network and no other files. All of it can be read without JavaScript, which only
-- adds the search. It is made only from the core's description of the schema (core/export/describe.h).
--
-- @module yschema.export.html_page

local plain_tables = require "yschema.base.plain_tables"
local documentation = require "yschema.export.documentation"
local html_assets = require "yschema.export.html_assets"
local html_file = require "yschema.export.html_file"
local html_tree = require "yschema.export.html_tree"
local html_words = require "yschema.export.html_words"
local escape = require "yschema.text.markup".escape

local html_page = {}

local OPEN_LEVELS = 2

-- ---- text ---------------------------------------------------------------------------

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

-- ---- facts --------------------------------------------------------------------------

local function example_words(example)
  local about = documentation.description(example)
  return (about and escape(about) .. ": " or "") .. value_of(example.value)
end

local function facts_of(field, part) return documentation.facts(field, "html", part, example_words) end

-- Writes one text of a fact. A note may be the address of a page.
local function fact_text(kind, text)
  if kind == "examples" then return text end
  if kind == "names" then return value_of(text) end
  local words = escape(text)
  return kind == "note" and text:find "^https?://" and ('<a href="%s">%s</a>'):format(words, words) or words
end

-- Writes the facts of a part after each other, each after a comma.
local function brief_facts(field, part)
  local words = {}
  for _, fact in ipairs(facts_of(field, part)) do
    for _, text in ipairs(fact.texts) do
      local label = fact.row.label:gsub("^%u", string.lower)
      words[#words + 1] = text == "" and ", " .. label
        or (", <strong>%s:</strong> %s"):format(label, fact_text(fact.row.kind, text))
    end
  end
  return table.concat(words)
end

-- ---- words --------------------------------------------------------------------------

-- Writes the name of a schema that is described once, as a link to its section.
local function like_words(tree, field)
  if not field.like then return "" end
  local name, id = escape(field.like), tree.definitions[field.like]
  if not id or tree.places[field] and tree.places[field].id == id then return ", like " .. name end
  return (', like <a href="#%s">%s</a>'):format(id, name)
end

-- Names the flags of an item that its array does not have.
local function flags_of(item, array)
  local words = {}
  for _, fact in ipairs(facts_of(item, "state")) do
    if fact.row.kind == "flag" and not array[fact.row.name] then words[#words + 1] = fact.row.label:lower() end
  end
  return words[1] and " (" .. table.concat(words, ", ") .. ")" or ""
end

-- Writes the type, such as "array of string or null", or "map, like route" for a field whose contents are
-- shown where the name occurs first.
local function type_words(tree, field)
  local words = type(field.type) == "table" and field.type or { field.type }
  local out, item = {}, html_tree.item_of(field)
  for _, word in ipairs(words) do
    if word == "array" and item then word = "array of " .. type_words(tree, item) .. flags_of(item, field) end
    out[#out + 1] = word
  end
  return (#out > 0 and table.concat(out, " or ") or "nothing") .. like_words(tree, field)
end

local function rule_words(rule)
  local words = rule.argument and html_words.choices[rule.rule] or escape(html_words.rule(rule))
  if not rule.when then return words end
  return ('%s <details class="when"><summary>under a condition</summary><code>%s</code></details>'):format(words,
    escape(rule.when))
end

-- ---- rules and alternatives ---------------------------------------------------------

local brief_field

-- Writes an alternative: a link to its section, or all of it.
local function alternative_words(tree, alternative)
  local place = tree.places[alternative]
  if not place then return brief_field(tree, alternative) end
  local words = ('<a href="#%s"><code>%s</code></a>: %s'):format(place.id, escape(place.name),
    type_words(tree, alternative))
  local about = alternative.documentation or alternative.title
  return about and words .. " – " .. escape(about) or words
end

-- Writes the alternatives of a rule, as links if all of them are tabs and have no documentation.
local function alternatives_of(tree, rule)
  local items, links = {}, {}
  for i, alternative in ipairs(rule.argument) do
    local place, is_silent = tree.places[alternative], not (alternative.documentation or alternative.title)
    items[i] = "<li>" .. alternative_words(tree, alternative) .. "</li>"
    links[#links + 1] = place and is_silent and ('<a href="#%s"><code>%s</code></a>'):format(place.id,
      escape(place.name)) or nil
  end
  if #links < #items then return ('<ol class="alternatives">%s</ol>'):format(table.concat(items)) end
  return " " .. table.concat(links, ", ") .. (rule.by and ", by <code>" .. escape(rule.by) .. "</code>" or "")
end

-- Lists the rules of a field.
local function rules_of(tree, field)
  local list = {}
  for _, rule in ipairs(html_words.joined(field.validations or {})) do
    local words = rule_words(rule)
    if rule.argument and html_words.choices[rule.rule] then words = words .. alternatives_of(tree, rule) end
    if rule.rule ~= "key" and rule.rule ~= "required" then list[#list + 1] = "<li>" .. words .. "</li>" end
  end
  return #list > 0 and "<ul>" .. table.concat(list) .. "</ul>" or nil
end

-- Describes an alternative that has no section of its own.
function brief_field(tree, field)
  local words, rules = { type_words(tree, field) }, rules_of(tree, field)
  for _, fact in ipairs(facts_of(field, "prose")) do words[#words + 1] = " – " .. escape(fact.texts[1]) end
  if field.default ~= nil then words[#words + 1] = ", by default " .. value_of(field.default) end
  words[#words + 1] = brief_facts(field, "state") .. brief_facts(field, "more")
  if rules then words[#words + 1] = ", must be" .. rules end
  return table.concat(words)
end

-- ---- parts --------------------------------------------------------------------------

local function row(out, name, content)
  out[#out + 1] = ("<div><dt>%s</dt><dd>%s</dd></div>\n"):format(name, content)
end

-- Adds why the key is required, or how many keys there may be.
local function add_key(out, field)
  local required, key = html_tree.rule(field, "required"), html_tree.rule(field, "key")
  if required and required.argument then row(out, "Required", escape(required.argument)) end
  if key and not html_tree.is_optional(field) then row(out, "Key", rule_words(key)) end
end

-- Adds notes, examples and old names.
local function add_more(out, field)
  for _, fact in ipairs(facts_of(field, "more")) do
    local label, kind, list = fact.row.label, fact.row.kind, {}
    for i, text in ipairs(fact.texts) do list[i] = fact_text(kind, text) end
    local all = table.concat(list, "</li><li>")
    row(out, list[2] and label .. "s" or label, kind == "examples" and "<ul><li>" .. all .. "</li></ul>" or all)
  end
end

-- Documents all values together.
local function intro_of(schema)
  local out, notes = { schema.documentation and paragraphs(schema.documentation, "doc") or "" }, {}
  add_more(notes, schema)
  if notes[1] then out[2] = "<dl>\n" .. table.concat(notes) .. "</dl>\n" end
  return table.concat(out)
end

-- Whether a field has a default. A null that the field does not accept represents a value that is left out.
local function has_default(field)
  if field.default ~= "null" then return field.default ~= nil end
  local words = type(field.type) == "table" and field.type or { field.type }
  return plain_tables.any(words, function(word) return word == "null" or word == "any" end)
end

-- Writes a path to names, as a link to its section, if it has one.
local function target_link(tree, path)
  if not tree.ids then
    tree.ids = {}
    for _, node in ipairs(tree.nodes) do tree.ids[node.place.text] = node.place.id end
  end
  local id, text = tree.ids[path], "<code>" .. escape(path) .. "</code>"
  return id and ('<a href="#%s">%s</a>'):format(id, text) or text
end

-- Writes what a value refers to, and in which keys items differ.
local function add_references(out, tree, field)
  for _, one in ipairs(field.refers or {}) do
    local links = {}
    for i, path in ipairs(one.to) do links[i] = target_link(tree, path) end
    local when = one.when and (" (when <code>%s</code>)"):format(escape(one.when)) or ""
    row(out, "Refers to", table.concat(links, " or ") .. when)
  end
  for _, one in ipairs(field.identity or {}) do
    row(out, "Items differ in", "<code>" .. escape(table.concat(one.keys, ", ")) .. "</code>")
  end
end

-- Adds everything that is known about one field.
local function add_facts(out, tree, field, selected)
  local rules, flags = rules_of(tree, field), {}
  for _, fact in ipairs(facts_of(field, "state")) do
    local label, text = fact.row.label, fact.texts[1]
    if fact.row.kind == "flag" then flags[#flags + 1] = ", " .. label:gsub("^%u", string.lower)
    else out[#out + 1] = ('<p class="notice"><strong>%s:</strong> %s</p>\n'):format(label, escape(text)) end
  end
  for _, fact in ipairs(facts_of(field, "prose")) do
    if fact.row.kind == "text" then out[#out + 1] = paragraphs(fact.texts[1], "doc") end
  end
  out[#out + 1] = "<dl>\n"
  row(out, "Type", type_words(tree, field) .. table.concat(flags))
  if selected then row(out, "Selected by", value_of(selected)) end
  add_key(out, field)
  if has_default(field) then row(out, "Default", value_of(field.default)) end
  if rules then row(out, "Must be", rules) end
  add_references(out, tree, field)
  add_more(out, field)
  out[#out + 1] = "</dl>\n"
end

local add_below

-- The level of a heading is the depth of the field, as far as HTML has levels.
local function add_heading(out, field, place, depth)
  local level = depth < 6 and depth + 1 or 6
  local deeper = depth >= 6 and (' aria-level="%d"'):format(depth + 1) or ""
  out[#out + 1] = ('<h%d%s><a href="#%s"><code><span>%s</span><b>%s</b></code></a>'):format(
    level, deeper, place.id, escape(place.before), escape(place.name))
  if field.title and not documentation.echoes(field.title, field.name or place.name) then
    out[#out + 1] = (' <span class="title">%s</span>'):format(escape(field.title))
  end
  if html_tree.rule(field, "required") then out[#out + 1] = ' <span class="badge">required</span>' end
  for _, name in ipairs(html_words.badges(field)) do
    out[#out + 1] = (' <span class="badge %s">%s</span>'):format(name, name)
  end
  out[#out + 1] = ("</h%d>\n"):format(level)
end

-- Adds the section of a node, with those of all that is below it. Below the second level, it is folded, but for a tab.
-- Returns the index of the next node.
local function add_section(out, tree, i)
  local node = tree.nodes[i]
  local field, place, is_tab = node.field, node.place, node.alternative and node.alternative.tabs
  local folded = node.depth > OPEN_LEVELS and not is_tab
  out[#out + 1] = ('<section id="%s" class="field%s">\n'):format(place.id, field.deprecated and " deprecated" or "")
  if folded then out[#out + 1] = "<details>\n<summary>" end
  add_heading(out, field, place, node.depth)
  if folded then out[#out + 1] = "</summary>\n" end
  add_facts(out, tree, field, node.alternative and node.alternative.selected)
  i = add_below(out, tree, i + 1, node.depth + 1)
  out[#out + 1] = folded and "</details>\n</section>\n" or "</section>\n"
  return i
end

-- Adds alternatives of which a value is one, as tabs: radio buttons, which need no script.
local function add_tabs(out, tree, i)
  local tabs, first = tree.nodes[i].alternative.tabs, i
  out[#out + 1] = '<div class="tabs">\n'
  while tree.nodes[i] and tree.nodes[i].alternative and tree.nodes[i].alternative.tabs == tabs do
    local id = ("tab%d"):format(i)
    out[#out + 1] = ('<input type="radio" name="tabs%d" id="%s"%s><label for="%s">%s</label>\n'):format(first, id,
      i == first and " checked" or "", id, escape(tree.nodes[i].alternative.label))
    i = add_section(out, tree, i)
  end
  out[#out + 1] = "</div>\n"
  return i
end

-- Adds the sections from a node on that are at a depth or below it. Returns the index of the next node.
function add_below(out, tree, i, depth)
  local node = tree.nodes[i]
  if not node or node.depth < depth then return i end
  out[#out + 1] = '<div class="below">\n'
  while node and node.depth >= depth do
    i = (node.alternative and node.alternative.tabs and add_tabs or add_section)(out, tree, i)
    node = tree.nodes[i]
  end
  out[#out + 1] = "</div>\n"
  return i
end

-- Adds the section of the document itself. Its title and documentation are above all sections.
local function add_document(out, tree, schema)
  local field = setmetatable({ documentation = false, title = false }, { __index = schema })
  tree.places[field] = tree.places[schema]
  out[#out + 1] = '<section id="field" class="field document">\n<h2>The document</h2>\n'
  add_facts(out, tree, field)
  out[#out + 1] = "</section>\n"
end

-- ---- the page -----------------------------------------------------------------------

local function sections(tree)
  local out, i = {}, 1
  if tree.nodes[1] and not tree.nodes[1].place.name then
    add_document(out, tree, tree.nodes[1].field)
    i = 2
  end
  add_below(out, tree, i, 1)
  return table.concat(out)
end

-- A file with all keys, folded, with a button that copies it.
local function example_of(text)
  if not text then return "" end
  return '<details class="example">\n<summary>A file with all keys</summary>\n'
    .. '<button type="button" id="copy" hidden>Copy</button>\n'
    .. '<pre id="example"><code>' .. html_words.yaml(text) .. "</code></pre>\n</details>\n"
end

--- Writes the page of a schema.
---@param owner { describe: fun(self: any, as_texts?: boolean): table } the core's schema
---@param example? string a file with all keys of the schema
---@return string page UTF-8, ends with a line break
function html_page.page(owner, example)
  local schema = owner:describe(true)
  local tree = html_tree.of(schema)
  local name = "Schema for <code>" .. escape(schema.name) .. "</code>"
  local parts = {
    title = escape(schema.title or "Schema for " .. schema.name),
    heading = schema.title and escape(schema.title) or name,
    name = schema.title and '<p class="name">' .. name .. "</p>\n" or "",
    style = html_assets.style,
    script = html_assets.script,
    intro = intro_of(schema),
    example = example_of(example),
    contents = html_file.list(tree),
    sections = sections(tree),
  }
  return (html_assets.page:gsub("{{(%w+)}}", parts))
end

return html_page
