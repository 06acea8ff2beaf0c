--- Byte ranges of a text and what replaces them.
--
-- @module yschema.editing.edits

local edits = {}

--- A byte range with its replacement. `last` is `first - 1` when it only adds text.
---@class yschema.ByteEdit
---@field first integer
---@field last integer
---@field text string|fun(before: string): string a function gets the byte before it in the new text
---@field rank number of edits that add text at the same byte, the one with the higher rank is the first
---@field number integer the order of edits with the same first byte

---@class yschema.EditPool
---@field [integer] yschema.ByteEdit

--- Adds an edit to a pool.
---@param pool yschema.EditPool
---@param first integer
---@param last integer
---@param text string|fun(before: string): string
---@param rank? number
function edits.add(pool, first, last, text, rank)
  pool[#pool + 1] = { first = first, last = last, text = text, rank = rank or 0, number = #pool }
end

local function is_before(a, b)
  if a.first ~= b.first then return a.first < b.first end
  local a_adds, b_adds = a.last < a.first, b.last < b.first
  if a_adds ~= b_adds then return a_adds end
  if a_adds and a.rank ~= b.rank then return a.rank > b.rank end
  return a.number < b.number
end

--- Applies the edits of a pool to a part of a text.
---@param text string
---@param pool yschema.EditPool
---@param first integer
---@param last integer
---@return string? new nil: two edits overlap
---@return { first: integer, last: integer, at: integer }[] kept the parts of the text that stay, and where they are now
function edits.applied(text, pool, first, last)
  table.sort(pool, is_before)
  local parts, kept, at, size, tail = {}, {}, first, 0, ""
  local function add(part)
    parts[#parts + 1] = part
    size = size + #part
    if part ~= "" then tail = part:sub(-1) end
  end
  local function keep(to)
    if to < at then return end
    kept[#kept + 1] = { first = at, last = to, at = size + 1 }
    add(text:sub(at, to))
    at = to + 1
  end
  for _, edit in ipairs(pool) do
    if edit.first >= first and edit.last <= last then
      if edit.first < at then return nil, kept end
      keep(edit.first - 1)
      add(type(edit.text) == "function" and edit.text(tail) or edit.text)
      at = edit.last + 1
    end
  end
  keep(last)
  return table.concat(parts), kept
end

return edits
