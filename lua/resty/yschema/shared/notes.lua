--- Keeps short texts in the shared dictionary.
--
-- Each has a fixed size and is made at the start. It is overwritten in place, which works even when the dictionary is
-- full.
--
-- @module resty.yschema.shared.notes

local notes = {}

---@class resty.yschema.Notes
---@field private dict table the shared dictionary
---@field private prefix string
---@field private sizes table<string, integer>
local Notes = {}
Notes.__index = Notes

--- Opens the notes of one configuration.
---@param dict table the shared dictionary
---@param name string the configuration's
---@param sizes table<string, integer> bytes of each note
---@return resty.yschema.Notes
function notes.new(dict, name, sizes)
  return setmetatable({ dict = dict, prefix = name .. ":", sizes = sizes }, Notes)
end

--- Makes the notes that are not there.
---@return boolean? ok
---@return string? problem
function Notes:reserve()
  for name in pairs(self.sizes) do
    if not self.dict:get(self.prefix .. name) then
      local ok, problem = self:set(name, "")
      if not ok then return nil, problem end
    end
  end
  return true
end

--- Writes a note. A text that is too long is cut.
---@param name string
---@param text string
---@return boolean? ok
---@return string? problem
function Notes:set(name, text)
  local size = self.sizes[name]
  if #text > size then text = text:sub(1, size - 3) .. "..." end
  return self.dict:safe_set(self.prefix .. name, text .. (" "):rep(size - #text))
end

--- Returns a note, without the spaces at its end.
---@param name string
---@return string text "" when there is none
function Notes:get(name)
  return ((self.dict:get(self.prefix .. name) or ""):match "^(.-)%s*$")
end

return notes
