--- Writes the difference between two versions of a text in the format of `diff -u` and `patch`.
--
-- @module yschema.editing.difference

local core = require "yschema.core"
local places = require "yschema.editing.places"

local difference = {}

local AROUND = 3 -- lines that are shown around a change

-- The lines of a text and their line breaks. The byte order mark precedes the first one.
local function lines_of(given)
  local its, lines = places.of(given.text), { ends = {} }
  for i, first in ipairs(given.text == "" and {} or its.starts) do
    lines[i] = its:line_text(i)
    lines.ends[i] = given.text:sub(first + #lines[i], its:line_last(i))
  end
  if lines[1] then lines[1] = given.mark .. lines[1] end
  return lines
end

-- Lists the lines of both texts: common, removed and added ones.
local function steps_of(old, new, origins, masked)
  local steps, at = {}, 1
  local function remove(to)
    for i = at, to do steps[#steps + 1] = { "-", old[i], old.ends[i], masked = masked.old[i] } end
  end
  for i, line in ipairs(new) do
    local origin = origins[i]
    if origin and line == old[origin] and new.ends[i] == old.ends[origin] then
      remove(origin - 1)
      steps[#steps + 1] = { " ", line, new.ends[i], masked = masked.old[origin] or masked.new[i] }
      at = origin + 1
    else
      steps[#steps + 1] = { "+", line, new.ends[i], masked = masked.new[i] }
    end
  end
  remove(#old)
  return steps
end

-- Puts removed lines before the lines that replace them.
local function sorted(steps)
  local out, waiting = {}, {}
  for _, step in ipairs(steps) do
    if step[1] == " " then
      for _, plus in ipairs(waiting) do out[#out + 1] = plus end
      waiting = {}
    end
    if step[1] == "+" then waiting[#waiting + 1] = step else out[#out + 1] = step end
  end
  for _, plus in ipairs(waiting) do out[#out + 1] = plus end
  return out
end

-- Returns the last step of the lines that are shown around a change, in one direction. They end before a line that must
-- not be shown.
local function around(steps, at, direction)
  for _ = 1, AROUND do
    local step = steps[at + direction]
    if not step or step[1] == " " and step.masked then break end
    at = at + direction
  end
  return at
end

-- The first and the last step of each hunk.
local function hunks_of(steps)
  local hunks = {}
  for i, step in ipairs(steps) do
    if step[1] ~= " " then
      local hunk = hunks[#hunks]
      local first = around(steps, i, -1)
      if not hunk or first > hunk.last + 1 then
        hunk = { first = first }
        hunks[#hunks + 1] = hunk
      end
      hunk.last = around(steps, i, 1)
    end
  end
  return hunks
end

local function range(first, count)
  if count == 1 then return ("%d"):format(first) end
  return ("%d,%d"):format(count == 0 and first - 1 or first, count)
end

-- Writes a hunk. `old` and `new` are the numbers of its first lines.
local function add_hunk(out, steps, hunk, old, new)
  local counts = { ["-"] = 0, ["+"] = 0, [" "] = 0 }
  local at = #out + 1
  out[at] = ""
  for i = hunk.first, hunk.last do
    local step = steps[i]
    counts[step[1]] = counts[step[1]] + 1
    local shown = step.masked or step[2]
    out[#out + 1] = step[1] .. shown .. (step[3] ~= "" and step[3] or "\n\\ No newline at end of file\n")
  end
  out[at] = ("@@ -%s +%s @@\n"):format(range(old, counts[" "] + counts["-"]), range(new, counts[" "] + counts["+"]))
end

local escapes = { ["\n"] = "\\n", ["\t"] = "\\t", ["\r"] = "\\r", ['"'] = '\\"', ["\\"] = "\\\\" }

-- The name of a file as `diff` writes it: in quotes when `patch` would read it differently, or when a terminal would
-- act on it. `patch` reads the escapes.
local function written_name(name)
  local acts = core.printable(name, true) ~= name
  if not acts and not name:find '["\\]' then return name:find " " and name .. "\t" or name end
  local escaped = acts and "[^%w ./+_-]" or '["\\]'
  local text = name:gsub(escaped, function(c) return escapes[c] or ("\\%03o"):format(c:byte()) end)
  return '"' .. text .. '"'
end

--- Writes what has changed.
---@param old yschema.FileText
---@param new yschema.FileText with the origins of its lines
---@param masked? { old: table<integer, string>, new: table<integer, string> } lines with values that must not be shown
---@return string
function difference.unified(old, new, masked)
  local steps = sorted(steps_of(lines_of(old), lines_of(new), new.origin, masked or { old = {}, new = {} }))
  local written = written_name(old.name)
  local out, at, from, to = { ("--- %s\n+++ %s\n"):format(written, written) }, 1, 1, 1
  for _, hunk in ipairs(hunks_of(steps)) do
    for i = at, hunk.first - 1 do
      if steps[i][1] ~= "+" then from = from + 1 end
      if steps[i][1] ~= "-" then to = to + 1 end
    end
    at = hunk.first
    add_hunk(out, steps, hunk, from, to)
  end
  return table.concat(out)
end

return difference
