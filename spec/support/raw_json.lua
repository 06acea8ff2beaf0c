--- Takes a JSON text apart without reading its numbers, which may be beyond those of Lua.
--
-- @module spec.support.raw_json

local raw_json = {}

-- Returns the offset after a string, which begins at `at`.
local function after_string(text, at)
  while true do
    at = assert(text:find('[\\"]', at + 1), "a string without its end")
    if text:sub(at, at) == '"' then return at + 1 end
    at = at + 1
  end
end

-- Returns the offset after the value that begins at `at`.
local function after_value(text, at)
  local first = text:sub(at, at)
  if first == '"' then return after_string(text, at) end
  if first ~= "{" and first ~= "[" then return (text:find("[,%]}%s]", at) or #text + 1) end
  local depth = 0
  repeat
    at = assert(text:find('["%[%]{}]', at), "a collection without its end")
    local sign = text:sub(at, at)
    if sign == '"' then
      at = after_string(text, at)
    else
      depth = depth + ((sign == "{" or sign == "[") and 1 or -1)
      at = at + 1
    end
  until depth == 0
  return at
end

-- Returns the texts that stand between commas and colons in a collection.
local function parts(text)
  local list, at = {}, text:find("[%[{]") + 1
  while true do
    at = text:find("[^%s,:]", at)
    if text:find("^[%]}]", at) then return list end
    local stop = after_value(text, at)
    list[#list + 1] = text:sub(at, stop - 1)
    at = stop
  end
end

--- Returns the texts of the items of an array.
---@param text string
---@return string[]
function raw_json.items(text) return parts(text) end

--- Returns the texts of the values of a map, by their keys, which may have no escapes.
---@param text string
---@return table<string, string>
function raw_json.members(text)
  local members, list = {}, parts(text)
  for i = 1, #list, 2 do members[list[i]:sub(2, -2)] = list[i + 1] end
  return members
end

return raw_json
