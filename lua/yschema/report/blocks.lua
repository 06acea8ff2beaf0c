--- Writes records that the core did not find as its blocks begin: `values.yml:3:5: error[read]: the message`
-- (reference#layout).
--
-- @module yschema.report.blocks

local core = require "yschema.core"

local blocks = {}

---@class yschema.BlockOptions
---@field all? boolean every place of a repeated violation
---@field warnings? boolean warnings, too
---@field concise? boolean only the first line of each block, for all places
---@field fix? string the beginning of the command that corrects a file
---@field columns? integer of the terminal

-- Appends a row, whose further lines are indented.
local function add_hints(out, hints)
  for hint in (hints or ""):gmatch "[^\n]+" do out[#out + 1] = "    = hint: " .. hint .. "\n" end
end

--- Writes the blocks of records.
---@param records yschema.Violation[]
---@param severity? "error"|"warning" default: error
---@param concise? boolean only their first lines
---@return string # safe for a terminal
function blocks.of_records(records, severity, concise)
  local out = {}
  for _, record in ipairs(records) do
    local place = record.file and core.printable(record.file, true) or ""
    if record.line then place = ("%s:%d:%d"):format(place, record.line, record.column or 1) end
    out[#out + 1] = ("%s%s%s[%s]: %s\n"):format(place, place == "" and "" or ": ", severity or "error",
      record.rule or record.kind, record.message)
    if not concise then add_hints(out, record.hint) end
  end
  return core.printable(table.concat(out))
end

return blocks
