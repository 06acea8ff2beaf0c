--- Texts that cannot be read, with values after the keys of sensitive fields: written and then broken in
-- many ways. Every such value begins with the mark of spec/properties/sensitive_values.lua.

local sensitive_values = require "spec.properties.sensitive_values"

local broken_texts = {}

local PLAIN = { "host", "n", "list", "x y", "b" }
local SENSITIVE = { "password", "key4", "tokens", "pin" }

local SCHEMA = [==[
#@data/values-schema
---
host: ""
n: 1
b: {c: 1}
list:
- ""
"x y": ""
#@schema/sensitive
password: ""
#@schema/sensitive
key4: ""
#@schema/sensitive
tokens:
  #@schema/any-key
  _: ""
#@schema/sensitive
pin: 1
users:
- name: ""
  #@schema/sensitive
  password: ""
db:
  host: ""
  #@schema/sensitive
  key4: ""
  n: 1
]==]

--- The schema of the texts.
broken_texts.schema = SCHEMA

local function word(random) return sensitive_values.mark .. random:int(1, 99) end

-- A value after a key, with lines that are indented below `pad`.
local function sensitive_value(random, pad, inline)
  local one, two = word(random), word(random)
  local forms = {
    one, one, '"' .. one .. '"', "'" .. one .. "'", one .. " " .. two, "!!str " .. one, "&a " .. one,
    one .. " # " .. two, "{x: " .. one .. "}", "[" .. one .. ", " .. two .. "]",
    '{"' .. one .. '": "' .. two .. '"}', '"' .. one .. " " .. two .. '"',
    one .. ":" .. two, "{x: {y: " .. one .. "}, z: [" .. two .. "]}", "*" .. one, "&" .. one .. " " .. two,
  }
  if not inline then
    for _, form in ipairs {
      "|\n" .. pad .. "  " .. one .. "\n" .. pad .. "  " .. two,
      ">-\n" .. pad .. "  " .. one .. "\n\n" .. pad .. "  " .. two,
      '"' .. one .. "\n" .. pad .. "  " .. two .. '"',
      one .. "\n" .. pad .. "  " .. two,
      "\n" .. pad .. "  " .. one,
      "\n" .. pad .. "- " .. one .. "\n" .. pad .. "- " .. two,
      "\n" .. pad .. "  x: " .. one .. "\n" .. pad .. "  y: " .. two,
      "[\n" .. pad .. "  " .. one .. ",\n" .. pad .. "  " .. two .. "\n" .. pad .. "]",
      "{\n" .. pad .. "  x: " .. one .. ",\n" .. pad .. "  y: " .. two .. "\n" .. pad .. "}",
    } do forms[#forms + 1] = form end
  end
  return random:pick(forms)
end

local function quoted(random, key)
  return random:pick { key, key, key, '"' .. key .. '"', "'" .. key .. "'" }
end

local function entry(random, pad, inline)
  if random:chance(50) then
    return quoted(random, random:pick(SENSITIVE)) .. ": " .. sensitive_value(random, pad, inline)
  end
  return quoted(random, random:pick(PLAIN)) .. ": " .. random:pick { "1", "text", '"text"', "[a, b]", "{c: 1}", "" }
end

local function inline_entries(random)
  local list = {}
  for i = 1, random:int(1, 4) do list[i] = entry(random, "", true) end
  return "{" .. table.concat(list, ", ") .. "}"
end

-- A text before it is broken.
local function whole(random)
  if random:chance(10) then return inline_entries(random) .. "\n" end
  local lines = {}
  for _ = 1, random:int(1, 5) do
    local form = random:int(1, 6)
    if form == 1 then lines[#lines + 1] = "db: " .. inline_entries(random)
    elseif form == 2 then
      lines[#lines + 1] = "db:"
      for _ = 1, random:int(1, 3) do lines[#lines + 1] = "  " .. entry(random, "  ") end
    elseif form == 3 then
      lines[#lines + 1] = "users:"
      for _ = 1, random:int(1, 2) do
        lines[#lines + 1] = "- name: u"
        lines[#lines + 1] = "  " .. entry(random, "  ")
      end
    else
      lines[#lines + 1] = entry(random, "")
    end
  end
  return table.concat(lines, "\n") .. "\n"
end

-- The byte of a character that is no letter or digit, near a place.
local function sign_near(text, at) return text:find("[^%w]", at) or text:find "[^%w]" end

local SIGNS = { '"', "'", "{", "}", "[", "]", ",", ":", ": ", "&", "*", "!", "|", ">", "%", "@", "`", "-", "- ", "?",
  "#", " #", "\t", " ", "\n", "\\", "=", "---\n", "\1", "\255", "\r", "  " }

-- Each way to break a text gets the text and the place of a sign, and returns a text.
local WAYS = {
  function(_, text, at) return text:sub(1, at - 1) .. text:sub(at + 1) end,
  function(_, text, at) return text:sub(1, at - 1) .. text:sub(at + 1) end,
  function(_, text, at) return text:sub(1, at - 1) .. text:sub(at + 2):gsub("^%s+", "") end,
  function(random, text, at) return text:sub(1, at - 1) .. random:pick(SIGNS) .. text:sub(at + 1) end,
  function(random, text, at) return text:sub(1, at - 1) .. random:pick(SIGNS) .. text:sub(at) end,
  function(random, text, at) return text:sub(1, at) .. random:pick(SIGNS) .. text:sub(at + 1) end,
  function(_, text, at) return text:sub(1, at) end,
  function(_, text, at) -- a line loses its indentation
    local line = text:find("\n +", at)
    return line and text:sub(1, line) .. text:sub(line + 1):gsub("^ +", "") or text
  end,
  function(random, text, at) -- it gets another one
    local line = text:find("\n", at, true)
    return line and text:sub(1, line) .. random:pick { " ", "   ", "\t", "      " } .. text:sub(line + 1) or text
  end,
  function(_, text, at) -- all indentation is of tabs
    return text:sub(1, at) .. text:sub(at + 1):gsub("\n  ", "\n\t")
  end,
  function(_, text, at) -- one kind of quotes is missing
    return text:sub(1, at) .. text:sub(at + 1):gsub("\"", "", 1)
  end,
  function(_, text, at) return text:sub(1, at) .. text:sub(at + 1):gsub(": ", ":", 1) end,
  function(_, text, at) return text:sub(1, at) .. text:sub(at + 1):gsub(": ", "", 1) end,
  function(_, text, at) return text:sub(1, at) .. text:sub(at + 1):gsub(": ", " ", 1) end,
  function(_, text, at) return text:sub(1, at) .. text:sub(at + 1):gsub(":", "=", 1) end,
  function(_, text) return "x: [\n" .. text end,
  function(_, text) return text .. "x: *nowhere\n" end,
  function(_, text) return text .. "}\n" end,
  function(_, text) return "\t" .. text end,
}

local function broken(random, text)
  for _ = 1, random:int(1, 3) do
    local at = #text > 0 and sign_near(text, random:int(1, #text))
    if at then text = random:pick(WAYS)(random, text, at) end
  end
  return text
end

--- A text that probably cannot be read.
---@param random table
---@return string
function broken_texts.make(random) return broken(random, whole(random)) end

--- A schema that probably cannot be read: what is above its last key can. The comments are whole.
---@param random table
---@return string
function broken_texts.make_schema(random)
  local lines = { "#@data/values-schema", "---" }
  for _ = 1, random:int(0, 2) do lines[#lines + 1] = entry(random, ""):gsub(sensitive_values.mark, "x") end
  lines[#lines + 1] = random:pick { "#@schema/sensitive", '#@schema/validation one_of=["' .. word(random) .. '"]' }
  lines[#lines + 1] = random:pick { "#@schema/sensitive", '#@schema/default "' .. word(random) .. '"' }
  lines[#lines + 1] = "#@schema/sensitive"
  return table.concat(lines, "\n") .. "\n" .. broken(random, "name: " .. sensitive_value(random, "") .. "\nlast: 1\n")
end

return broken_texts
