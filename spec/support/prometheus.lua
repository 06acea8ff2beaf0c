--- Reads Prometheus' text format, version 0.0.4, by its grammar, and refuses what is none:
--- https://prometheus.io/docs/instrumenting/exposition_formats/

local prometheus = {}

local types = { counter = true, gauge = true, histogram = true, summary = true, untyped = true }

local function fail(number, line) error(("line %d is not in Prometheus' text format: %s"):format(number, line), 0) end

-- Returns where the labels end that begin at the brace `at`, or nil.
local function end_of_labels(line, at)
  at = at + 1
  while line:sub(at, at) ~= "}" do
    local _, last = line:find('^[%a_][%w_]*="', at)
    if not last then return nil end
    at = last + 1
    while line:sub(at, at) ~= '"' do
      local char = line:sub(at, at)
      if char == "" or char == "\\" and not line:find('^\\[\\"n]', at) then return nil end
      at = at + (char == "\\" and 2 or 1)
    end
    at = at + 1
    if line:sub(at, at) == "," then at = at + 1 elseif line:sub(at, at) ~= "}" then return nil end
  end
  return at
end

local function value_of(text)
  if text == "NaN" then return 0 / 0 end
  local sign = text:match "^([+-]?)Inf$"
  if sign then return sign == "-" and -math.huge or math.huge end
  return not text:find "[xX]" and tonumber(text) or nil
end

--- Parses a text.
---@param text string
---@return table<string, { type: string?, help: string? }> families
---@return table<string, number> samples by name and labels, as they are written
function prometheus.parse(text)
  local families, samples, current, over, number = {}, {}, nil, {}, 0
  assert(text:sub(-1) == "\n", "the last line does not end")
  -- All lines about a family stand together.
  local function enter(name, line)
    if name ~= current then
      if over[name] then fail(number, line) end
      if current then over[current] = true end
      current = name
      families[name] = families[name] or {}
    end
    return families[name]
  end
  for line in text:gmatch "(.-)\n" do
    number = number + 1
    local keyword, name, rest = line:match "^# (%u+) ([%a_:][%w_:]*) ?(.*)$"
    if keyword == "TYPE" or keyword == "HELP" then
      local family, field = enter(name, line), keyword:lower()
      if family[field] or keyword == "TYPE" and (not types[rest] or family.sampled) then fail(number, line) end
      family[field] = rest
    elseif line ~= "" and line:sub(1, 1) ~= "#" then
      local last
      name, last = line:match "^([%a_:][%w_:]*)()"
      if not name then fail(number, line) end
      if line:sub(last, last) == "{" then last = (end_of_labels(line, last) or fail(number, line)) + 1 end
      local value, stamp = line:match("^ +(%S+) *(%-?%d*)$", last)
      local known = value and value_of(value)
      local key = line:sub(1, last - 1)
      if not known or samples[key] or stamp == "-" then fail(number, line) end
      enter(name, line).sampled = true
      samples[key] = known
    end
  end
  return families, samples
end

return prometheus
