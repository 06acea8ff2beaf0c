--- The file on the HTML page (yschema.export.html_page): all keys of a schema as YAML with their values and rules, each
-- key a link to its entry. What is below the second level is folded.
--
-- @module yschema.export.html_file

local characters = require "yschema.text.characters"
local html_tree = require "yschema.export.html_tree"
local html_words = require "yschema.export.html_words"
local escape = require "yschema.text.markup".escape

local html_file = {}

-- The room for a dash.
local ROOM = '<span class="dash">  </span>'

local OPEN_LEVELS, LONGEST, LONGEST_COMMENT = 1, 60, 100

-- The class of a link in the file.
local function link_class(field)
  local class = field.deprecated and "deprecated" or html_tree.rule(field, "required") and "required"
  return class and (' class="%s"'):format(class) or ""
end

-- A key as YAML has it, a dash for an item, or the name of an alternative.
local function key_of(node)
  local name = node.place.name
  if node.alternative then return "as " .. name end
  if name == "[]" then return "-" end
  return (name:gsub("^%[(\".*\")%]$", "%1")) .. ":"
end

-- A text that is not too long for a line.
local function shortened(text, most) return characters.shortened(text, most + 3, "…") end

-- The first sentence about a key, as a comment above it.
local function comment_of(field, dash)
  local text = field.documentation
  text = text and text:gsub("^%s+", ""):match "^[^\r\n]+"
  text = text and (text:match "^(.-[.!?])%s" or text)
  return text and ('<span class="c above">%s# %s</span>'):format(dash ~= "" and ROOM or "",
    escape(shortened(text, LONGEST_COMMENT))) or ""
end

-- The value of a key on its line: its first example, or its default.
local function value_of(field, has_below)
  local example = field.example and field.example[1]
  local text = example and example.value or field.default
  if has_below or field.sensitive or text == nil or text:find("\n", 1, true) then return "" end
  return (' <span class="v">%s</span>'):format(escape(shortened(text, LONGEST)))
end

-- The dash before the first key of an item, or the room for it before the others. An item with an entry has its own
-- line.
local function dash_of(node, above, items)
  local before = node.place.before or ""
  if node.place.name == "[]" then items[node.place.text] = true end
  local path = before:match "^(.*%[%])%.?$"
  if not path or items[path] or node.place.name == "[]" or node.alternative then return "" end
  return above and above.depth < node.depth and '<span class="dash">- </span>' or ROOM
end

local function line_of(node, has_below, dash)
  local brief = html_words.brief(node.field)
  local comment = brief ~= "" and (' <span class="c"># %s</span>'):format(escape(brief)) or ""
  return ('%s<span class="l">%s<a href="#%s"%s><code>%s</code></a>%s%s</span>'):format(comment_of(node.field, dash),
    dash, node.place.id, link_class(node.field), escape(key_of(node)), value_of(node.field, has_below), comment)
end

--- Writes the file as nested lists, which are as deep as the fields.
---@param tree table of yschema.export.html_tree
---@return string
function html_file.list(tree)
  local out, nodes, open, items = {}, {}, {}, {}
  for _, node in ipairs(tree.nodes) do
    if node.place.name then nodes[#nodes + 1] = node end
  end
  local function close(depth)
    while open[1] and open[#open] >= depth do
      out[#out + 1] = "</ul>\n</details></li>\n"
      open[#open] = nil
    end
  end
  if nodes[1] then out[1] = "\n<ul>\n" end
  for i, node in ipairs(nodes) do
    local has_below = nodes[i + 1] ~= nil and nodes[i + 1].depth > node.depth
    local dash = dash_of(node, nodes[i - 1], items)
    close(node.depth)
    if has_below then
      out[#out + 1] = ("<li><details%s><summary>%s</summary>\n<ul>\n"):format(
        node.depth <= OPEN_LEVELS and " open" or "", line_of(node, true, dash))
      open[#open + 1] = node.depth
    else
      out[#out + 1] = "<li>" .. line_of(node, false, dash) .. "</li>\n"
    end
  end
  close(0)
  if nodes[1] then out[#out + 1] = "</ul>\n" end
  return table.concat(out)
end

return html_file
