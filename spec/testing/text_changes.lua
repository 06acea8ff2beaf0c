-- Makes in the text of a schema the small changes that `yschema test --coverage` makes in the compiled schema. Not
-- every change can be made in every text.

local text_changes = {}

-- ---- lines --------------------------------------------------------------------------

local function indent_of(line) return #line:match "^( *)" end

local function is_annotation(line) return line:find "^%s*#@" ~= nil end

-- The number of the first annotation above the key in a line.
local function first_annotation(lines, at)
  while at > 1 and is_annotation(lines[at - 1]) and indent_of(lines[at - 1]) == indent_of(lines[at])
    and not lines[at - 1]:find "^%s*#@ " do
    at = at - 1
  end
  return at
end

-- The number of the last line of the entry that begins in a line.
local function last_line(lines, at)
  local indent, stop = indent_of(lines[at]), at
  local is_item = lines[at]:find "^%s*%-" ~= nil
  for i = at + 1, #lines do
    local line = lines[i]
    if line:find "^%s*$" or line:find "^%s*#" and indent_of(line) > indent then
      if line:find "^%s*#" then stop = i end
    elseif indent_of(line) > indent or not is_item and indent_of(line) == indent and line:find "^%s*%- ?" then
      stop = i
    else
      break
    end
  end
  return stop
end

local function without(lines, first, last)
  local copy = {}
  for i, line in ipairs(lines) do
    if i < first or i > last then copy[#copy + 1] = line end
  end
  return copy
end

local function with(lines, at, ...)
  local copy = { (table.unpack or unpack)(lines) }
  for i, line in ipairs { ... } do table.insert(copy, at + i - 1, line) end
  return copy
end

local function replaced(lines, at, line)
  local copy = { (table.unpack or unpack)(lines) }
  copy[at] = line
  return copy
end

-- ---- arguments ----------------------------------------------------------------------

local opens = { ["("] = true, ["["] = true, ["{"] = true }
local closes = { [")"] = true, ["]"] = true, ["}"] = true }

-- Splits arguments at the commas between them. The words of Lua's blocks count as brackets.
local function split(text)
  local parts, depth, quote, from, at = {}, 0, nil, 1, 1
  while at <= #text do
    local letter = text:sub(at, at)
    if quote then
      if letter == "\\" then at = at + 1 elseif letter == quote then quote = nil end
    elseif letter == '"' or letter == "'" then
      quote = letter
    elseif opens[letter] then
      depth = depth + 1
    elseif closes[letter] then
      depth = depth - 1
    elseif letter == "," and depth == 0 then
      parts[#parts + 1] = text:sub(from, at - 1)
      from = at + 1
    elseif letter:find "%a" then
      local word = text:match("^[%w_]+", at)
      if word == "function" or word == "if" or word == "do" then depth = depth + 1 end
      if word == "end" then depth = depth - 1 end
      at = at + #word - 1
    end
    at = at + 1
  end
  parts[#parts + 1] = text:sub(from)
  return parts
end

local function name_of(part) return part:match "^%s*([%a_][%w_]*)%s*=%f[^=]" end

-- The head of an annotation and its arguments.
local function annotation(line)
  local head, rest = line:match "^(%s*#@[%w/_-]+)%s*(.*)$"
  return head, head and rest ~= "" and split(rest) or {}
end

local aliases = { one_of = "enum", regexp = "pattern", starts_with = "prefix", ends_with = "suffix" }

-- The index of the argument of a named rule.
local function argument_of(parts, rule)
  for i, part in ipairs(parts) do
    local name = name_of(part)
    if name == rule or name ~= nil and name == aliases[rule] then return i end
  end
end

-- The line of an annotation with other arguments; false: nothing is left of it.
local function rewritten(head, parts)
  local rest, rules = {}, 0
  for _, part in ipairs(parts) do
    if part ~= "" then
      rest[#rest + 1] = part:match "^%s*(.-)%s*$"
      if name_of(part) ~= "when" then rules = rules + 1 end
    end
  end
  return rules > 0 and head .. " " .. table.concat(rest, ", ")
end

-- Changes an argument of a rule. `change` gets it, and returns another; "" removes it.
local function change_rule(lines, point, change)
  local line = lines[point.line]
  local head, parts = annotation(line or "")
  if not head or not head:find "valid" then return nil end
  local at = point.rule and argument_of(parts, point.rule)
  if not at and not point.rule and point.must_be then
    -- A function: the one with this description.
    for i, part in ipairs(parts) do
      if not name_of(part) and part:find(point.must_be, 1, true) then at = at or i end
    end
  end
  if not at then return nil end
  local text = change(parts[at])
  if not text then return nil end
  parts[at] = text
  local new = rewritten(head, parts)
  return new and replaced(lines, point.line, new) or without(lines, point.line, point.line)
end

local function drop() return "" end

-- Replaces the argument of a keyword argument that is a number or a tuple that begins with one.
local function with_argument(value)
  return function(part)
    if not value then return nil end
    local name, rest = part:match "^%s*([%w_]+%s*=%s*)(.*)$"
    local number = rest and rest:match "^%(?(%-?[%d.]+)"
    if not number then return nil end
    local at = rest:find(number, 1, true)
    return name .. rest:sub(1, at - 1) .. value .. rest:sub(at + #number)
  end
end

local never = {
  min = with_argument "1000000000000", max = with_argument "-1000000000000", exclusive_min = with_argument "1e12",
  exclusive_max = with_argument "-1e12", min_len = with_argument "1000000000", max_len = with_argument "-1",
  regexp = function(part) return part:gsub("=.*$", '="(?!)"') end,
}

local function unlist(point)
  return function(part)
    local head, list, tail = part:match "^(.-)(%b[])(.*)$"
    if not list then return nil end
    local values = split(list:sub(2, -2))
    if not values[2] then return nil end
    local wanted = point.value:gsub('^"(.*)"$', "%1")
    for i, value in ipairs(values) do
      if value:match "^%s*(.-)%s*$":gsub("^[\"'](.*)[\"']$", "%1") == wanted then
        table.remove(values, i)
        return head .. "[" .. table.concat(values, ",") .. "]" .. tail
      end
    end
  end
end

local function change_when(lines, point, text)
  local head, parts = annotation(lines[point.line] or "")
  if not head then return nil end
  for i, part in ipairs(parts) do
    if name_of(part) == "when" then
      parts[i] = text
      local new = rewritten(head, parts)
      return new and replaced(lines, point.line, new)
    end
  end
end

-- ---- keys ---------------------------------------------------------------------------

-- The number of the annotation above a key, if it is there.
local function annotation_above(lines, at, name)
  for i = first_annotation(lines, at), at - 1 do
    if lines[i]:find("#@" .. name, 1, true) and not lines[i]:find("#@" .. name .. "[%w-]") then return i end
  end
end

local function is_key(line) return line ~= nil and line:find "^ *[%w_\"'.-]+:" ~= nil and not line:find "^ *%-" end

local function drop_annotation(name)
  return function(lines, point)
    local at = is_key(lines[point.line]) and annotation_above(lines, point.line, name)
    return at and without(lines, at, at)
  end
end

-- A map whose only key is removed would be no map any more.
local function drop_key(lines, point)
  if not is_key(lines[point.line]) then return nil end
  local first, last = first_annotation(lines, point.line), last_line(lines, point.line)
  local indent, above = indent_of(lines[point.line]), first - 1
  while above > 0 and (lines[above]:find "^%s*#" or lines[above]:find "^%s*$") do above = above - 1 end
  local is_first = above == 0 or indent_of(lines[above]) < indent
  local is_last = lines[last + 1] == nil or indent_of(lines[last + 1]) < indent
  return not (is_first and is_last) and without(lines, first, last) or nil
end

local ANY = '#@schema/type one_of=["bool", "float", "int", "null", "string"%s], or_inferred=True'

-- The type of a map or an array is inferred, because the word for it would accept any contents.
local function others_of(lines, at)
  local below = at + 1
  while lines[below] and lines[below]:find "^%s*#" do below = below + 1 end
  local next_line = lines[below] or ""
  if not lines[at]:find ":%s*$" and not lines[at]:find "^ *%-%s*$" then
    if lines[at]:find "%[%]%s*$" or lines[at]:find "{" then return nil end
    return lines[at]:find "^ *%- [%w_]+:" == nil and ', "array", "map"' or nil
  end
  if next_line:find "^ *%-" and indent_of(next_line) >= indent_of(lines[at]) then return ', "map"' end
  return indent_of(next_line) > indent_of(lines[at]) and ', "array"' or nil
end

local function accept_any_type(lines, point)
  local line = lines[point.line]
  if not is_key(line) and not (line or ""):find "^ *%-" then return nil end
  if point.path:find "%]$" and not line:find "^ *%-" then return nil end
  -- The key of an item is in the line of the item.
  if line:find "^ *%-" and not point.path:find "%]$" then return nil end
  local others = others_of(lines, point.line)
  if not others then return nil end
  if annotation_above(lines, point.line, "schema/type") or annotation_above(lines, point.line, "schema/like")
    or annotation_above(lines, point.line, "schema/nullable") then
    return nil
  end
  return with(lines, first_annotation(lines, point.line), (" "):rep(indent_of(line)) .. ANY:format(others))
end

-- A map gets a placeholder for all other keys, below its last one.
local function accept_unknown(lines, point)
  local line = lines[point.line]
  local at, indent
  if line == "---" and point.path ~= "" then return nil end
  if line == "---" then
    at, indent = point.line + 1, 0
    while lines[at] and (lines[at]:find "^%s*#" or lines[at]:find "^%s*$") do at = at + 1 end
    at = first_annotation(lines, at)
  elseif is_key(line) and line:find ":%s*$" then
    at = point.line + 1
    while lines[at] and lines[at]:find "^%s*#" do at = at + 1 end
    indent = lines[at] and indent_of(lines[at])
    if not indent or indent <= indent_of(line) or not is_key(lines[at]) then return nil end
    at = first_annotation(lines, at)
  else
    return nil
  end
  local stop = #lines
  for i = at, #lines do
    local own = not lines[i]:find "^%s*$" and not lines[i]:find "^%s*#" and indent_of(lines[i])
    if lines[i]:find "^%-%-%-" or own and own < indent or own and own == indent and lines[i]:find "^ *%-" then
      stop = i - 1
      break
    end
  end
  while stop > at and (lines[stop]:find "^%s*$" or lines[stop]:find "^%s*#") do stop = stop - 1 end
  local lead = (" "):rep(indent)
  return with(lines, stop + 1, lead .. "#@schema/any-key", lead .. "#@schema/type any=True", lead .. "all_others: 1")
end

local function null_default(lines, point)
  if not is_key(lines[point.line]) or annotation_above(lines, point.line, "schema/nullable")
    or annotation_above(lines, point.line, "schema/default") or annotation_above(lines, point.line, "schema/type") then
    return nil
  end
  local lead = (" "):rep(indent_of(lines[point.line]))
  return with(lines, first_annotation(lines, point.line), lead .. "#@schema/nullable")
end

local function drop_alternative(lines, point)
  local head, parts = annotation(lines[point.line] or "")
  if not head or not head:find "-of$" then return nil end
  local index = 0
  for i, part in ipairs(parts) do
    if not name_of(part) then
      index = index + 1
      if index == point.index then
        table.remove(parts, i)
        return parts[1] and replaced(lines, point.line, head .. " " .. table.concat(parts, ","))
      end
    end
  end
end

-- ---- all changes --------------------------------------------------------------------

local ways = {
  holds = function(lines, point) return change_rule(lines, point, drop) end,
  fails = function(lines, point)
    local change = never[point.rule]
    return change and change_rule(lines, point, change)
  end,
  looser = function(lines, point) return change_rule(lines, point, with_argument(point.value)) end,
  stricter = function(lines, point) return change_rule(lines, point, with_argument(point.value)) end,
  unlisted = function(lines, point) return change_rule(lines, point, unlist(point)) end,
  always = function(lines, point) return change_when(lines, point, "") end,
  never = function(lines, point) return change_when(lines, point, "when=function() return false end") end,
  ["any-type"] = accept_any_type, optional = drop_annotation "schema/required", unknown = drop_key,
  ["accept-unknown"] = accept_unknown, ["accept-removed"] = drop_annotation "schema/removed",
  ["no-notice"] = drop_annotation "schema/deprecated", ["null-default"] = null_default, without = drop_alternative,
}

--- Makes a change in the text of a schema.
---@param text string
---@param point table of `coverage.points`, with `must_be`, `value` and `index`
---@return string? text nil: it cannot be made
function text_changes.make(text, point)
  local way = ways[point.change]
  if not way then return nil end
  local lines = {}
  for line in (text:gsub("\n$", "") .. "\n"):gmatch "([^\n]*)\n" do lines[#lines + 1] = line end
  local key = (lines[point.line] or ""):match "^ *[\"']?([%w_.-]+)[\"']?:"
  local last = point.path:match "([%w_-]+)$"
  if key and last and key ~= last then return nil end -- the key stands in the line of another one
  local made = way(lines, point)
  return made and table.concat(made, "\n") .. "\n" or nil
end

return text_changes
