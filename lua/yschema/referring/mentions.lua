--- The names and references of a document, as a text that another process or a later call can read.
--
-- The text consists of fields that end with a zero byte; in a field, that byte is escaped.
--
-- @module yschema.referring.mentions

local mentions = {}

local concat, find, gsub, ipairs, tonumber = table.concat, string.find, string.gsub, ipairs, tonumber

local escapes = { ["\0"] = "\1\2", ["\1"] = "\1\3" }
local originals = { ["\1\2"] = "\0", ["\1\3"] = "\1" }

local function escaped(text) return find(text, "[%z\1]") and gsub(text, "[%z\1]", escapes) or text end
local function original(text) return find(text, "\1", 1, true) and gsub(text, "\1.", originals) or text end

local function add(list, ...)
  local count = #list
  for i = 1, select("#", ...) do list[count + i] = escaped((select(i, ...))) end
end

local function add_names(list, run, group)
  local names, lines, uncertain = run:names(group.path)
  for i, name in ipairs(names or {}) do add(list, "n", group.id, name, ("%d"):format(lines[i])) end
  if uncertain or not names then add(list, "u", group.id) end
end

local function add_mention(list, number, mention)
  add(list, "m", ("%d"):format(number), ("%d"):format(mention.reference), mention.name, mention.shown, mention.path,
    mention.file or "", ("%d"):format(mention.line or 0), ("%d"):format(mention.column or 0),
    mention.sensitive and "s" or "")
end

--- Collects what a document says.
---@param plan yschema.Plan
---@param number integer of the member that it is of
---@param run userdata which is over
---@return string? in_file what matters in the file
---@return string? in_configuration what matters in the configuration
function mentions.of(plan, number, run)
  local member = plan.members[number]
  local own, all = {}, {}
  for _, group in ipairs(member.groups) do
    add_names(own, run, group)
    if group.scope == "configuration" then add_names(all, run, group) end
  end
  for _, mention in ipairs(run:mentions() or {}) do
    add_mention(member.references[mention.reference].scope == "file" and own or all, number, mention)
  end
  return own[1] and concat(own, "\0") .. "\0", all[1] and concat(all, "\0") .. "\0"
end

--- Reads a text.
---@param text string
---@param handler { name: fun(self, group: string, name: string, line: integer), uncertain: fun(self, group: string),
---  mention: fun(self, mention: table) }
function mentions.read(text, handler)
  local next_field = text:gmatch "(%Z*)%z"
  local function field() return original(next_field()) end
  for kind in next_field do
    if kind == "n" then
      local group, name = field(), field()
      handler:name(group, name, tonumber(field()))
    elseif kind == "u" then
      handler:uncertain(field())
    else
      handler:mention {
        member = tonumber(field()), reference = tonumber(field()), name = field(), shown = field(), path = field(),
        file = field(), line = tonumber(field()), column = tonumber(field()), sensitive = field() == "s",
      }
    end
  end
end

return mentions
