-- Wraps the prose of pages at 100 columns. Fences, tables, headings and commands that are set apart by four
-- blanks stay as they are; each anchor and each `piece of code` stays in one line, unless the code is long.
--
--   lua5.4 spec/wrap_pages.lua README.md examples/language/README.md

local width = 100
local longest_code = 90

local function columns(text) return utf8.len(text) end

-- A paragraph as lines: `first` stands in front of the first one, `rest` in front of the others.
local function fill(paragraph, first, rest)
  local text = paragraph:gsub("(`+)(.-)%1", function(quote, code)
    code = code:gsub("%s+", " ")
    return quote .. (columns(code) > longest_code and code or code:gsub(" ", "\0")) .. quote
  end):gsub("<a%s+id=", "<a\0id=")
  local lines, line = {}, nil
  for word in text:gmatch "[^ \t\n]+" do
    if line and columns(line) + 1 + columns(word) <= width then
      line = line .. " " .. word
    else
      lines[#lines + 1] = line
      line = (#lines == 0 and not line and first or rest) .. word
    end
  end
  lines[#lines + 1] = line
  return (table.concat(lines, "\n"):gsub("%z", " "))
end

local function wrapped(text)
  local out, paragraph, fenced = {}, {}, false
  local function flush()
    if #paragraph == 0 then return end
    local indent, bullet = paragraph[1]:match "^(%s*)([-*]%s+)"
    if not bullet then indent, bullet = paragraph[1]:match "^(%s*)(%d+%.%s+)" end
    local first = bullet and indent .. bullet or ""
    local body = table.concat(paragraph, "\n"):sub(#first + 1)
    out[#out + 1] = fill(body, first, (" "):rep(#first))
    paragraph = {}
  end
  for line in text:gmatch "([^\n]*)\n" do
    local in_item = paragraph[1] and (paragraph[1]:find "^%s*[-*]%s" or paragraph[1]:find "^%s*%d+%.%s")
    local kept = fenced or line == "" or line:find "^#" or line:find "^|" or line:find "^```"
      or (line:find "^    " and not in_item)
    if kept or line:find "^%s*[-*]%s" or line:find "^%s*%d+%.%s" then flush() end
    if line:find "^```" then fenced = not fenced end
    local into = kept and out or paragraph
    into[#into + 1] = line
  end
  flush()
  return table.concat(out, "\n") .. "\n"
end

for _, name in ipairs(arg) do
  local file = assert(io.open(name, "rb"))
  local text = file:read "a"
  file:close()
  file = assert(io.open(name, "wb"))
  file:write(wrapped(text))
  file:close()
end
