--- The names and references of a document, as a text that another process or a later call can read.
--
-- The text consists of fields that end with a zero byte; in a field, that byte is escaped.
--
-- @module yschema.referring.mentions

local mentions = {}

local ipairs, tonumber, tostring = ipairs, tonumber, tostring
local concat, find, gsub = table.concat, string.find, string.gsub

local escapes = { ["\0"] = "\1\2", ["\1"] = "\1\3" }
local originals = { ["\1\2"] = "\0", ["\1\3"] = "\1" }

local function original(text) return find(text, "\1", 1, true) and gsub(text, "\1.", originals) or text end

-- Joins fields. Hardly any of them has a byte that is escaped, so that is looked for only once.
local function joined(list)
  if not list[1] then return nil end
  if find(concat(list), "[%z\1]") then
    for i, field in ipairs(list) do list[i] = gsub(field, "[%z\1]", escapes) end
  end
  list[#list + 1] = ""
  return concat(list, "\0")
end

local function add_names(list, group, names, lines, uncertain)
  local at = #list
  for i, name in ipairs(names or {}) do
    list[at + 1], list[at + 2], list[at + 3], list[at + 4] = "n", group.id, name, tostring(lines[i])
    at = at + 4
  end
  if uncertain or not names then list[at + 1], list[at + 2] = "u", group.id end
end

-- Most references lead to a name, so all that only a report needs is one field.
local function add_mention(list, number, mention, file)
  local at, other = #list, mention.file
  list[at + 1], list[at + 2], list[at + 3] = "m", number .. " " .. mention.reference, mention.name
  list[at + 4] = (mention.line or 0) .. "\n" .. (mention.column or 0) .. (mention.sensitive and "\n1\n" or "\n0\n")
    .. mention.path .. "\n" .. (other and other ~= file and other or "") .. "\n" .. mention.shown
end

--- Reads the last field of a mention.
---@param text string
---@return { line: integer, column: integer, sensitive: boolean, path: string, file: string, shown: string }
function mentions.details(text)
  local line, column, sensitive, path, file, shown = text:match "^(%d+)\n(%d+)\n(%d)\n([^\n]*)\n([^\n]*)\n(.*)$"
  return {
    line = tonumber(line), column = tonumber(column), sensitive = sensitive == "1", path = path, file = file,
    shown = shown,
  }
end

--- Collects what a document says.
---@param plan yschema.Plan
---@param number integer of the member that it is of
---@param run userdata which is over
---@param file string that was validated
---@return string? in_file what matters in the file
---@return string? in_configuration what matters in the configuration
---@return boolean sensitive whether a text may have a name that must not be stored
function mentions.of(plan, number, run, file)
  local member = plan.members[number]
  local own, all, sensitive = {}, {}, false
  for _, group in ipairs(member.groups) do
    sensitive = sensitive or group.sensitive or false
    local names, lines, uncertain = run:names(group.path)
    if group.file then add_names(own, group, names, lines, uncertain) end
    if group.configuration then add_names(all, group, names, lines, uncertain) end
  end
  for _, mention in ipairs(run:mentions() or {}) do
    local reference = member.references[mention.reference]
    sensitive = sensitive or mention.sensitive or reference.sensitive or false
    add_mention(reference.scope == "file" and own or all, number, mention, file)
  end
  return joined(own), joined(all), sensitive
end

--- Reads a text.
---@param text string
---@param handler { name: fun(self, group: string, name: string, line: string), uncertain: fun(self, group: string),
---  mention: fun(self, reference: string, name: string, details: string) }
function mentions.read(text, handler)
  local next_field = text:gmatch "(%Z*)%z"
  local plain = not find(text, "\1", 1, true)
  local function field() return original(next_field()) end
  if plain then field = next_field end
  for kind in next_field do
    if kind == "n" then
      local group, name = field(), field()
      handler:name(group, name, field())
    elseif kind == "u" then
      handler:uncertain(field())
    else
      local reference, name = field(), field()
      handler:mention(reference, name, field())
    end
  end
end

return mentions
