--- Finds the lines of a YAML text that are code, as far as possible without parsing the text.
--
-- The parser corrects the result later, where a line that looks like code is inside a scalar.
--
-- @module yschema.text.yaml_lines

local yaml_lines = {}

local find, match, sub = string.find, string.match, string.sub

-- When a block scalar begins at the end of a line (`key: |`, `- >-`, `- key: |`), returns the indentation
-- of what surrounds it; otherwise nil.
local function block_scalar(line)
  local text = line:gsub("%s#.*$", "")
  local at = find(text, "[|>][0-9+-]*[ \t\r]*$")
  if not at then return nil end
  local before = sub(text, 1, at - 1):gsub("[&!]%S*%s+$", ""):gsub("[&!]%S*%s+$", "")
  local dashes = match(before, "^ *") .. match(before, "^ *([%-? ]*)")
  if find(before, ":%s+$") then return #dashes end -- the indentation of the key
  if find(before, "[%-?]%s+$") then return #match(dashes, "^(.*)[%-?]") end -- the indentation of the last dash
  return find(before, "^%s*$") and -1 or nil -- in a document without indentation, every line belongs to the scalar
end

--- Returns the kind of each line: "code", "yaml" (which includes annotations) or "" (blank lines and comments).
---@param lines string[]
---@param known table<integer, string> kinds of lines that are known for sure
---@return string[]
function yaml_lines.kinds(lines, known)
  local kinds, around = {}, nil -- around: the indentation of what surrounds an open block scalar
  for i, line in ipairs(lines) do
    local indent, rest = match(line, "^( *)(.*)$")
    local blank = not find(rest, "%S")
    if around and not blank and #indent <= around then around = nil end
    if blank then
      kinds[i] = ""
    elseif known[i] then
      kinds[i] = known[i]
    elseif around then
      kinds[i] = "yaml"
    elseif find(rest, "^%s*#@%s") or find(rest, "^%s*#@$") then
      kinds[i] = "code"
    elseif find(rest, "^%s*#[^@]") or find(rest, "^%s*#$") then
      kinds[i] = ""
    else
      kinds[i], around = "yaml", block_scalar(line)
    end
  end
  return kinds
end

--- Splits a text into lines, without their line feeds.
---@param text string
---@return string[]
function yaml_lines.split(text)
  local lines, from = {}, 1
  while true do
    local at = find(text, "\n", from, true)
    if not at then break end
    lines[#lines + 1] = sub(text, from, at - 1)
    from = at + 1
  end
  if from <= #text then lines[#lines + 1] = sub(text, from) end
  return lines
end

return yaml_lines
