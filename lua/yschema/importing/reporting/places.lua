--- Replaces places of the converted schema in verdicts by those of the JSON Schema: users have not seen the converted
-- text.
--
-- @module yschema.importing.reporting.places

local places = {}

local MOST_SHOWN = 100 -- characters of a line

local function line_of(text, number)
  local count = 0
  for line in (text .. "\n"):gmatch "([^\n]*)\n" do
    count = count + 1
    if count == number then return #line > MOST_SHOWN and line:sub(1, MOST_SHOWN) .. "..." or line end
  end
  return ""
end

local function escaped(name) return (name:gsub("%W", "%%%0")) end

-- Returns a function that rewrites the places in a text.
local function rewriting(name, path, text, place_of)
  local pattern = escaped(name) .. ":(%d+)"
  local function inline(line)
    return (line:gsub(pattern, function(number)
      local file, at, pointer = place_of(tonumber(number))
      return ("%s:%d%s"):format(file, at, pointer ~= "" and " " .. pointer or "")
    end))
  end
  -- Writes the line of a JSON Schema in place of an excerpt.
  local function excerpt(out, number)
    local file, at, pointer = place_of(number)
    local gutter = (" "):rep(#tostring(at) + 2) .. " |"
    out[#out + 1] = file .. ":"
    out[#out + 1] = gutter
    out[#out + 1] = ("%3d | %s"):format(at, file == path and line_of(text, at) or pointer)
    out[#out + 1] = gutter
  end
  return function(given)
    local out, number, inside = {}, nil, false
    for line in (given .. "\n"):gmatch "([^\n]*)\n" do
      local row = inside and line:match "^%s*(%d+) | "
      if line == name .. ":" then
        inside, number = true, nil
      elseif row then
        number = tonumber(row)
      elseif inside and number and line:find "^%s*|$" then
        excerpt(out, number)
        inside = false
      elseif not inside then
        out[#out + 1] = inline(line)
      end
    end
    return table.concat(out, "\n")
  end
end

--- Makes a function that rewrites verdicts.
---@param name string of the converted schema
---@param path string of the JSON Schema
---@param text string the JSON Schema
---@param place_of fun(line: integer): string, integer, string
---@param rewrite_report fun(about: yschema.Report, change: fun(text: string): string)
---@return fun(verdict: yschema.Verdict)
function places.new(name, path, text, place_of, rewrite_report)
  local rewrite = rewriting(name, path, text, place_of)
  local function rewrite_record(record)
    if record.schema_file == name then
      record.schema_file, record.schema_line = place_of(record.schema_line or 1)
    end
    for _, key in ipairs { "message", "found", "expected", "hint" } do
      if type(record[key]) == "string" and record[key]:find(name, 1, true) then record[key] = rewrite(record[key]) end
    end
  end
  return function(verdict)
    if verdict.text then verdict.text = rewrite(verdict.text) end
    local about = verdict.report
    if not about or about == true then return end
    for _, list in ipairs { about.violations, about.warnings } do
      for _, record in ipairs(list) do rewrite_record(record) end
    end
    rewrite_report(about, rewrite)
  end
end

return places
