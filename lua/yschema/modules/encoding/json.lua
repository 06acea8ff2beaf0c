--- The module `json`: encodes and decodes JSON.
--
-- As in ytt, keys are sorted, both in encoded texts and in decoded values.
--
-- @module yschema.modules.encoding.json

local core = require "yschema.core"
local one_value = require "yschema.text.one_value"
local raise = require "yschema.starlark.values".raise
local support = require "yschema.modules.support"

local byte, find, gsub, match, rep, sub = string.byte, string.find, string.gsub, string.match,
  string.rep, string.sub
local concat, format = table.concat, string.format

-- Returns the end of the string that begins at an offset.
local function string_end(text, at)
  repeat
    at = find(text, '["\\]', at + 1)
    if byte(text, at) == 34 then return at end
    at = at + 1 -- skips the character after the backslash
  until false
end

-- Breaks a text on one line into several lines. Empty collections stay on one line.
local function indented(text, unit)
  local out, n, depth, at, size = {}, 0, 0, 1, 0
  local function add(piece)
    n, size = n + 1, size + #piece
    if size > support.most_bytes then raise "json.encode: the text is too long" end
    out[n] = piece
  end
  while at <= #text do
    local c, stop = sub(text, at, at), at
    if c == '"' then
      stop = string_end(text, at)
      add(sub(text, at, stop))
    elseif find(text, "^%[%]", at) or find(text, "^{}", at) then
      stop = at + 1
      add(sub(text, at, stop))
    elseif c == "{" or c == "[" then
      depth = depth + 1
      add(c .. "\n" .. rep(unit, depth))
    elseif c == "}" or c == "]" then
      depth = depth - 1
      add("\n" .. rep(unit, depth) .. c)
    elseif c == "," then
      add(",\n" .. rep(unit, depth))
    elseif c == ":" then
      add ": "
    else
      stop = at + #match(text, "^[^%[%]{},:]+", at) - 1
      add(sub(text, at, stop))
    end
    at = stop + 1
  end
  return concat(out)
end

-- Characters are escaped as in Go's encoder, and thus in ytt, for texts that go into HTML or JavaScript.
local html = { ["<"] = "\\u003c", [">"] = "\\u003e", ["&"] = "\\u0026" }
local line_ends = { ["\226\128\168"] = "\\u2028", ["\226\128\169"] = "\\u2029" }

local function nothing() return nil end

local fields = {}

support.define(fields, "json", "encode", { indent = "int", escape_html = "bool" },
  function(value, options)
    local indent = options.indent or 0
    if indent < 0 or indent > 8 then raise "json.encode: indent value must be between 0 and 8" end
    local text = gsub(support.encode("json.encode", value, "json", nothing), "\n$", "")
    text = gsub(text, "\226\128[\168\169]", line_ends)
    if options.escape_html ~= false then text = gsub(text, "[<>&]", html) end
    return indent > 0 and indented(text, rep(" ", indent)) or text
  end)

-- Returns the value of a text, or nil and the problem. The grammar is that of values which must be JSON.
local function decode(text)
  local value, problem, failure = one_value.of(core.source("json", support.charged(text), false, true),
    { max_bytes = support.most_bytes })
  return value, failure and format("%s (line %d, column %d)", problem, failure.line, failure.column) or problem
end

support.define(fields, "json", "decode", {}, function(value)
  local decoded, problem = decode(support.string("json.decode", value))
  if decoded == nil then raise("json.decode: " .. problem) end
  return decoded
end)

support.predicate(fields, "json", "decodable", "JSON", {}, function(value)
  local decoded, problem = decode(value)
  if decoded == nil then return problem end
end)

return { fields = fields }
