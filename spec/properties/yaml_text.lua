--- Values as texts: YAML in block or flow style, with or without comments, JSON, and Lua tables.

local value = require "spec.properties.value"

local yaml_text = {}

local reserved = {}
for word in ("y n yes no on off true false null inf nan"):gmatch "%w+" do reserved[word] = true end

--- Returns whether a string needs no quotes anywhere.
function yaml_text.is_plain(text)
  return text:find "^%a[%w_-]*$" ~= nil and not reserved[text:lower()]
end

local function single_quoted(text) return "'" .. text:gsub("'", "''") .. "'" end

local function string_text(text, random)
  if yaml_text.is_plain(text) and random:chance(70) then return text end
  if not text:find "[%c\127]" and random:chance(40) then return single_quoted(text) end
  return value.quoted(text)
end

local spellings = {
  ["true"] = { "true", "True", "yes", "on" }, ["false"] = { "false", "FALSE", "no", "off" },
  null = { "null", "~", "Null" },
}

--- A scalar on one line, in one of its spellings.
function yaml_text.scalar(v, random)
  local kind = value.kind(v)
  if kind == "string" then return string_text(v, random) end
  local text = kind == "bool" and tostring(v) or kind == "null" and "null" or v.text
  local others = spellings[text]
  if others and random:chance(30) then return random:pick(others) end
  if kind == "int" and not v.big and random:chance(8) then return v.n >= 0 and ("0x%x"):format(v.n) or text end
  return text
end

--- A key.
function yaml_text.key(key, random)
  if yaml_text.is_plain(key) and random:chance(90) then return key end
  return value.quoted(key)
end

-- ---- anchors and merge keys -------------------------------------------------------------------------

-- Finds the values that occur several times, by their JSON, and gives them names.
local function repeated(v, names, counts)
  local kind, text = value.kind(v), value.json(v)
  counts[text] = (counts[text] or 0) + 1
  if counts[text] == 2 then
    counts.all = (counts.all or 0) + 1
    names[text] = { name = "a" .. counts.all }
  end
  for _, key in ipairs(kind == "map" and v.keys or {}) do repeated(v.at[key], names, counts) end
  for _, item in ipairs(kind == "array" and v or {}) do repeated(item, names, counts) end
  return names
end

-- Returns `&name ` for the first of several equal values, and "*name" and true for the others.
local function anchor(v, options)
  local known = options.anchors and options.anchors[value.json(v)]
  if not known then return "" end
  if known.used then return "*" .. known.name, true end
  known.used = true
  return "&" .. known.name .. " "
end

-- How many of a map's first keys a merge key is to bring.
local function merged_keys(v, random, options)
  if not options.merge_keys or #v.keys < 2 or v.at["<<"] ~= nil or not random:chance(30) then return 0 end
  return random:int(1, #v.keys - 1)
end

-- Those keys: as a map, or as a list of maps.
local function merge_value(v, count, random)
  local maps = {}
  for i = 1, count do maps[i] = value.map { { v.keys[i], v.at[v.keys[i]] } } end
  if count > 1 and random:chance(50) then return yaml_text.flow(value.array(maps), random) end
  local map = value.map()
  for i = 1, count do value.set(map, v.keys[i], v.at[v.keys[i]]) end
  return yaml_text.flow(map, random)
end

-- ---- flow style -------------------------------------------------------------------------------------

local none = {}

--- A value in flow style, on one line.
function yaml_text.flow(v, random, options)
  options = options or none
  local kind, parts = value.kind(v), {}
  local mark, alias = anchor(v, options)
  if alias then return mark end
  if kind == "map" then
    local merged = merged_keys(v, random, options)
    if merged > 0 then parts[1] = "<<: " .. merge_value(v, merged, random) end
    for i = merged + 1, #v.keys do
      local key = v.keys[i]
      -- A colon would be a part of an alias in front of it.
      parts[#parts + 1] = yaml_text.key(key, random) .. ": " .. yaml_text.flow(v.at[key], random, options)
    end
    return mark .. "{" .. table.concat(parts, ", ") .. "}"
  elseif kind == "array" then
    for i, item in ipairs(v) do parts[i] = yaml_text.flow(item, random, options) end
    return mark .. "[" .. table.concat(parts, ", ") .. "]"
  end
  return mark .. yaml_text.scalar(v, random)
end

-- ---- block style ----------------------------------------------------------------------------------

local notes = { "# a note", "#! a note", "# - a: 1", "#! @schema/nullable", "" }

--- Adds a comment now and then.
function yaml_text.note(out, indent, random, comments)
  if not comments or not random:chance(25) then return end
  local note = random:pick(notes)
  -- Never deeper, because after a literal block it would be a part of the text.
  out[#out + 1] = note == "" and "" or (" "):rep(random:int(0, indent)) .. note
end

local function is_collection(v)
  local kind = value.kind(v)
  return kind == "map" and #v.keys > 0 or kind == "array" and #v > 0
end

-- A literal block: only for texts that end in exactly one line break and have no odd blanks.
local function may_be_literal(v)
  return value.kind(v) == "string" and v:find "^[^%s%c][^\r\t]*[^%s]\n$" ~= nil and not v:find "[^\n\32-\255]"
end

local block

-- Adds a value after `prefix` ("key:" or "-").
local function add(out, prefix, v, indent, random, options)
  if is_collection(v) and not (options.flow and random:chance(options.flow)) then
    local mark, alias = anchor(v, options)
    out[#out + 1] = prefix .. (mark ~= "" and " " .. mark:gsub(" $", "") or "")
    if alias then return end
    out[#out] = out[#out] .. (options.comments and random:chance(8) and " # after" or "")
    local deeper = value.kind(v) == "array" and prefix:sub(-1) == ":" and random:chance(50) and 0 or 2
    return block(out, v, indent + deeper, random, options)
  end
  if may_be_literal(v) and not options.anchors and random:chance(50) then
    out[#out + 1] = prefix .. " |"
    for line in v:gmatch "([^\n]*)\n" do
      out[#out + 1] = line == "" and "" or (" "):rep(indent + 2) .. line
    end
    return
  end
  if v == value.null and not options.anchors and random:chance(20) then out[#out + 1] = prefix
  else out[#out + 1] = prefix .. " " .. yaml_text.flow(v, random, options) end
  if options.comments and random:chance(8) then out[#out] = out[#out] .. " # after" end
end

--- Adds the lines of a value in block style. `options`: comments, flow (percents), merge_keys, and of documents anchor.
function block(out, v, indent, random, options)
  local pad = (" "):rep(indent)
  if not is_collection(v) then
    out[#out + 1] = pad .. yaml_text.flow(v, random, options)
  elseif v.tag == "map" then
    local merged = merged_keys(v, random, options)
    if merged > 0 then out[#out + 1] = pad .. "<<: " .. merge_value(v, merged, random) end
    for i = merged + 1, #v.keys do
      local key = v.keys[i]
      yaml_text.note(out, indent, random, options.comments)
      add(out, pad .. yaml_text.key(key, random) .. ":", v.at[key], indent, random, options)
    end
  else
    for _, item in ipairs(v) do
      yaml_text.note(out, indent, random, options.comments)
      add(out, pad .. "-", item, indent, random, options)
    end
  end
end

yaml_text.block = block

--- A document.
function yaml_text.document(v, random, options)
  local out = {}
  if options.anchor then options = { anchors = repeated(v, {}, {}), flow = options.flow } end
  block(out, v, 0, random, options)
  return table.concat(out, "\n") .. "\n"
end

-- ---- Lua --------------------------------------------------------------------------------------------

local function converter(null, array_mt)
  local function convert(v)
    local kind = value.kind(v)
    if kind == "null" then return null end
    if kind == "int" or kind == "float" then return v.n end
    if kind == "array" then
      local list = setmetatable({}, array_mt)
      for i, item in ipairs(v) do list[i] = convert(item) end
      return list
    elseif kind == "map" then
      local map = {}
      for _, key in ipairs(v.keys) do map[key] = convert(v.at[key]) end
      return setmetatable(map, { keys = v.keys })
    end
    return v
  end
  return convert
end

--- A value as plain Lua tables.
function yaml_text.tables(v, yschema) return converter(yschema.null, yschema.array_mt)(v) end

-- ---- literals of annotations ------------------------------------------------------------------------

local named = { starlark = { ["true"] = "True", ["false"] = "False", null = "None" },
  lua = { ["true"] = "true", ["false"] = "false", null = "null" } }

--- A value as an expression; `language`: "starlark" or "lua".
function yaml_text.literal(v, language)
  local kind, parts = value.kind(v), {}
  if kind == "map" then
    for i, key in ipairs(v.keys) do
      local name = value.quoted(key)
      parts[i] = (language == "lua" and "[" .. name .. "] = " or name .. ": ") .. yaml_text.literal(v.at[key], language)
    end
    return "{" .. table.concat(parts, ", ") .. "}"
  elseif kind == "array" then
    for i, item in ipairs(v) do parts[i] = yaml_text.literal(item, language) end
    local open, close = "[", "]"
    if language == "lua" then open, close = "{", "}" end
    return open .. table.concat(parts, ", ") .. close
  elseif kind == "string" then return value.quoted(v)
  elseif kind == "bool" then return named[language][tostring(v)]
  elseif kind == "null" then return named[language].null end
  return v.text
end

return yaml_text
