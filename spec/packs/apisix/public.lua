--- Lists the configurations in APISIX's documentation and tests: standalone files, and what their calls of the Admin
-- API send, each in its section.

local cjson = require "cjson.safe"

local public = {}

local SECTIONS = { routes = true, services = true, upstreams = true, consumers = true, ssls = true, protos = true,
  global_rules = true, stream_routes = true, plugin_configs = true, consumer_groups = true, plugin_metadata = true,
  secrets = true }

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "*a"
  file:close()
  return text
end

-- A null means there that a key is removed.
local function without_nulls(value)
  for _, each in pairs(type(value) == "table" and value or {}) do
    if each == cjson.null then return false end
    if not without_nulls(each) then return false end
  end
  return true
end

-- Adds what a call of the Admin API sends.
local function add_call(list, name, section, id, json)
  local value = SECTIONS[section] and cjson.decode(json)
  if type(value) ~= "table" or not without_nulls(value) then return end
  local holder = json
  if id ~= "" and value.id == nil and section ~= "consumers" then
    holder = ('{"id": %s, %s'):format(id:find "^%d+$" and id or cjson.encode(id), (json:gsub("^%s*{", "", 1)))
  end
  if not cjson.decode(holder) then return end
  list[#list + 1] = { name = name, text = ('{"%s": [%s]}'):format(section, holder) }
end

-- A call in a test, and one in the documentation.
local IN_TESTS = "t%(%s*['\"]/apisix/admin/([%w_]+)/?([^'\"]*)['\"],%s*ngx%.HTTP_P[UOS]+T,%s*%[%[(.-)%]%]"
local IN_PAGES = "/apisix/admin/([%w_]+)/?([^%s\"']*)[^\n]*\n?[^{}']-%-d '%s*(%b{})"

local function add_file(list, path)
  local text, number = read(path), 0
  local function name()
    number = number + 1
    return path:match "[^/]+$" .. " " .. number
  end
  for yaml in text:gmatch "\n%-%-%- apisix_yaml[^\n]*\n(.-)#END" do
    list[#list + 1] = { name = name(), text = yaml }
  end
  for _, pattern in ipairs { IN_TESTS, IN_PAGES } do
    for section, id, json in text:gmatch(pattern) do add_call(list, name(), section, id, json) end
  end
  for yaml in text:gmatch "\n```ya?ml[^\n]*\n(.-)\n```" do
    if not yaml:find "image:" and yaml:find "^%w+s:%s*\n" or yaml:find "\n#END" then
      local section = yaml:match "^(%w+):" or "routes"
      if SECTIONS[section] or yaml:find "#END" then list[#list + 1] = { name = name(), text = yaml } end
    end
  end
end

--- Lists them, each once.
---@param folder string the value of YSCHEMA_APISIX
---@return { name: string, text: string }[]
function public.list(folder)
  local list, seen, once = {}, {}, {}
  local find = "find '%s/apisix/docs/en' '%s/apisix/t' '(' -name '*.md' -o -name '*.t' ')' | LC_ALL=C sort"
  local pipe = assert(io.popen(find:format(folder, folder)))
  for path in pipe:lines() do add_file(list, path) end
  pipe:close()
  for _, each in ipairs(list) do
    if not seen[each.text] then once[#once + 1] = each end
    seen[each.text] = true
  end
  return once
end

return public
