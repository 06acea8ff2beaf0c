--- Several files in one text, in the format of Go's txtar: a comment, then each file below a line
-- `-- NAME --`. A file is all lines up to the next such line.
--
-- A file that cannot be written so has the marker `-- NAME (escaped) --`. In its lines `\xHH` is a byte,
-- and a backslash at the end of a line removes the end of that line:
--
--     -- values.yml (escaped) --
--     text: "a carriage return: \x0d"
--     \x2d- no marker --
--     the last line, which does not end\
--
-- Text is escaped when it has control characters, is no UTF-8, does not end with the end of a line, or has
-- a line that looks like a marker.

local txtar = {}

local marker_pattern = "^%-%- (.-) %-%-$"
local suffix = " (escaped)"

local function byte_of(hex) return string.char(tonumber(hex, 16)) end

local function unescape(text) return (text:gsub("\\\n", ""):gsub("\\x(%x%x)", byte_of)) end

local function hex_of(byte) return ("\\x%02x"):format(byte:byte()) end

-- LuaJIT has no library to recognize UTF-8. There, `escape` writes bytes beyond ASCII as they are.
local function is_utf8(text) return not utf8 or utf8.len(text) ~= nil end

local function has_marker(text) return ("\n" .. text):find "\n%-%- [^\n]- %-%-\n" ~= nil end

local function is_plain(text)
  return text == "" or text:sub(-1) == "\n" and not text:find "[%z\1-\8\11-\31\127]" and not has_marker(text)
    and is_utf8(text)
end

local function escape(text)
  text = text:gsub("[%z\1-\8\11-\31\\\127]", hex_of)
  if not is_utf8(text) then text = text:gsub("[\128-\255]", hex_of) end
  text = ("\n" .. text):gsub("\n%-(%- [^\n]- %-%-)%f[\n%z]", "\n\\x2d%1"):sub(2)
  return text:sub(-1) == "\n" and text or text .. "\\\n"
end

--- Reads an archive.
---@param text string
---@return { comment: string, files: { name: string, text: string }[] }
function txtar.parse(text)
  local archive = { comment = "", files = {} }
  local lines, name, is_escaped = {}, nil, false
  local function finish()
    local content = table.concat(lines)
    if not name then archive.comment = content
    else archive.files[#archive.files + 1] = { name = name, text = is_escaped and unescape(content) or content } end
  end
  for line, ending in text:gmatch "([^\n]*)(\n?)" do
    local marked = line:match(marker_pattern)
    if marked then
      finish()
      is_escaped = marked:sub(-#suffix) == suffix
      lines, name = {}, is_escaped and marked:sub(1, -#suffix - 1) or marked
    else
      lines[#lines + 1] = line .. ending
    end
  end
  finish()
  return archive
end

--- Writes an archive, as `txtar.parse` reads it.
---@param archive { comment: string, files: { name: string, text: string }[] }
---@return string
function txtar.format(archive)
  local out = { archive.comment }
  for _, file in ipairs(archive.files) do
    local plain = is_plain(file.text)
    out[#out + 1] = ("-- %s%s --\n"):format(file.name, plain and "" or suffix)
    out[#out + 1] = plain and file.text or escape(file.text)
  end
  return table.concat(out)
end

return txtar
