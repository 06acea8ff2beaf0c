--- The parts of OpenResty that APISIX uses, for LuaJIT alone: regular expressions and addresses work, and everything
-- else is a value that accepts any use. Its schemas and checks need no more.

local ffi = require "ffi"

ffi.cdef [[
typedef struct pcre2_code pcre2_code;
typedef struct pcre2_match_data pcre2_match_data;
pcre2_code *pcre2_compile_8(const char *, size_t, uint32_t, int *, size_t *, void *);
pcre2_match_data *pcre2_match_data_create_from_pattern_8(const pcre2_code *, void *);
int pcre2_match_8(const pcre2_code *, const char *, size_t, size_t, uint32_t, pcre2_match_data *, void *);
size_t *pcre2_get_ovector_pointer_8(pcre2_match_data *);
int inet_pton(int, const char *, void *);
]]

local pcre2 = ffi.load "libpcre2-8.so.0"
local CASELESS, UTF = 0x8, 0x80000

local openresty = {}

-- ---- regular expressions ------------------------------------------------------------

local compiled = {}

local function compile(pattern, options)
  local key = (options or "") .. " " .. pattern
  if compiled[key] == nil then
    local number, at = ffi.new "int[1]", ffi.new "size_t[1]"
    local flags = ((options or ""):find "i" and CASELESS or 0) + ((options or ""):find "u" and UTF or 0)
    local code = pcre2.pcre2_compile_8(pattern, #pattern, flags, number, at, nil)
    compiled[key] = code ~= nil and { code, pcre2.pcre2_match_data_create_from_pattern_8(code, nil) } or false
  end
  return compiled[key]
end

local function find(subject, pattern, options, context)
  local code = compile(pattern, options)
  if not code then return nil, nil, "pcre2_compile() failed" end
  local start = context and context.pos and context.pos - 1 or 0
  local count = pcre2.pcre2_match_8(code[1], subject, #subject, start, 0, code[2], nil)
  if count < 1 then return nil end
  local at = pcre2.pcre2_get_ovector_pointer_8(code[2])
  return tonumber(at[0]) + 1, tonumber(at[1]), nil, count, at
end

local function match(subject, pattern, options, context)
  local first, last, problem, count, at = find(subject, pattern, options, context)
  if not first then return nil, problem end
  local found = { [0] = subject:sub(first, last) }
  for i = 1, count - 1 do found[i] = subject:sub(tonumber(at[2 * i]) + 1, tonumber(at[2 * i + 1])) end
  return found
end

local function gsub(subject, pattern, by, options)
  local parts, from, count = {}, 1, 0
  while from <= #subject + 1 do
    local first, last = find(subject, pattern, options, { pos = from })
    if not first then break end
    local found = match(subject, pattern, options, { pos = from })
    parts[#parts + 1] = subject:sub(from, first - 1)
    parts[#parts + 1] = type(by) == "function" and by(found)
      or by:gsub("%$(%d)", function(number) return found[tonumber(number)] or "" end)
    if last < first then parts[#parts + 1], last = subject:sub(first, first), first end
    from, count = last + 1, count + 1
  end
  return table.concat(parts) .. subject:sub(from), count
end

local function gmatch(subject, pattern, options)
  local from = 1
  return function()
    local first, last = find(subject, pattern, options, { pos = from })
    if not first then return nil end
    local found = match(subject, pattern, options, { pos = from })
    from = math.max(last, first) + 1
    return found
  end
end

openresty.re = { gmatch = gmatch, gsub = gsub, sub = gsub, find = function(...)
  local first, last, problem = find(...)
  return first, last, problem
end, match = match }

-- ---- everything else ----------------------------------------------------------------

local anything = {}
anything.__index = function(self, key)
  local value = setmetatable({}, anything)
  rawset(self, key, value)
  return value
end
anything.__call = function() return setmetatable({}, anything) end
anything.__concat = function() return "" end
anything.__len = function() return 0 end

--- A value that accepts any use.
function openresty.any() return setmetatable({}, anything) end

-- Functions of the tables of OpenResty's LuaJIT.
local function nkeys(map)
  local count = 0
  for _ in pairs(map) do count = count + 1 end
  return count
end

local function isarray(list) return nkeys(list) == #list end

-- cjson of OpenResty has more functions than that of others.
local function extend(cjson)
  local new = cjson.new
  cjson.decode_array_with_array_mt, cjson.encode_escape_forward_slash = function() end, function() end
  cjson.encode_number_precision = function() end
  cjson.new = function() return extend(new()) end
  return cjson
end

local function preload(name, value) package.preload[name] = function() return value end end

--- Makes the globals and modules. A module that no path has is a value that accepts any use; `missing` lists their
-- names.
function openresty.install(missing)
  extend(require "cjson")
  extend(require "cjson.safe")
  local ngx = openresty.any()
  ngx.re, ngx.null = openresty.re, require "cjson".null
  ngx.config = setmetatable({ subsystem = "http", nginx_version = 1027001, ngx_lua_version = 10028,
    prefix = function() return "/usr/local/apisix/" end }, anything)
  ngx.now, ngx.time = os.time, os.time
  ngx.worker = setmetatable({ exiting = function() return false end, id = function() return 0 end }, anything)
  ngx.crc32_short = function(text) return #text end
  ngx.encode_base64 = function(text) return text end
  ngx.decode_base64 = function(text)
    text = text:gsub("%s", "")
    if #text % 4 == 1 or text:find "[^%w+/=]" then return nil end
    return ("x"):rep(math.floor(#text:gsub("=", "") * 3 / 4))
  end
  ngx.get_phase = function() return "init" end
  rawset(_G, "ngx", ngx)
  preload("table.nkeys", nkeys)
  preload("table.isarray", isarray)
  preload("table.isempty", function(map) return next(map) == nil end)
  preload("table.clone", function(map)
    local copy = {}
    for key, value in pairs(map) do copy[key] = value end
    return copy
  end)
  local function anything_else(name)
    missing[#missing + 1] = name
    return function() return openresty.any() end
  end
  -- Modules of OpenResty that are installed here need nginx.
  table.insert(package.loaders, 2, function(name)
    local is_there = name == "resty.ipmatcher" or name == "resty.expr.v1"
    return (name:find "^ngx%." or name:find "^resty%.") and not is_there and anything_else(name) or nil
  end)
  table.insert(package.loaders, function(name) return not name:find "^apisix" and anything_else(name) or nil end)
end

return openresty
