-- The parts that each part of the project may use, and the number of files that a folder may have.

local interface = require "spec.support.interface"
local lua_modules = require "spec.support.lua_modules"

-- The trees of the project's C code, and what each file may know. A tree is a folder of csrc; its rooms
-- are the folders in it. A file may use its own room, the rooms that stand before it in the list, and the
-- trees that are named under `uses`. csrc/README.md describes each room of the core, csrc/lua/README.md
-- each room of the binding.
local trees = {
  {
    name = "core",
    rooms = {
      "base", "pattern", "format", "text", "tree", "scalar", "annotation", "json", "event", "yaml", "tolerant", "print",
      "type", "rule", "fix", "coverage", "jsonschema", "jsonplace", "metaschema", "jsonrule", "provenance", "overlay",
      "check", "reference", "compile", "export", "evaluate", "crossref", "run",
    },
    uses = {},
  },
  {
    name = "lua",
    rooms = {
      "base", "system", "limit", "text", "workers", "value", "document", "report", "code", "schema", "overlay", "run",
      "module",
    },
    uses = { core = true },
  },
  { name = "host", rooms = { "modules", "library", "command", "python", "wasm", "javascript", "playground" },
    uses = { core = true, lua = true } },
}
-- The README.md of each of these folders describes it.
local lua_rooms = {
  "packs", "base", "text", "syntax", "sandbox", "starlark", "modules", "codegen", "cel", "expression", "code", "report",
  "export", "metaschema", "pipeline", "provenance", "values", "comparison", "baseline", "generation",
  "inference", "importing", "jsonschema", "crossref", "batch", "editing", "migration", "assignment", "fixing",
  "testing", "fleet", "checker", "api", "server", "command",
}

-- How many files `.c` a room may have, so that a reader can overlook it.
local most_c_files = 16

local function ranks(order)
  local rank = {}
  for i, name in ipairs(order) do rank[name] = i end
  return rank
end

local function files(pattern)
  local out, pipe = {}, assert(io.popen("ls " .. pattern .. " 2>/dev/null"))
  for path in pipe:lines() do out[#out + 1] = path end
  pipe:close()
  return out
end

local core = files "csrc/core/*/*.[ch]"
local binding = files "csrc/lua/*/*.[ch]"
local sources = files "csrc/*/*/*.[ch]"

-- The lines of some files where one of these patterns is found; but for the file `except`.
local function lines_with(paths, patterns, except)
  local found = {}
  for _, path in ipairs(paths) do
    local number = 0
    for line in io.lines(path) do
      number = number + 1
      for _, pattern in ipairs(patterns) do
        if line:find(pattern) and not (except and path:find(except)) then
          found[#found + 1] = ("%s:%d: %s"):format(path, number, line)
        end
      end
    end
  end
  return table.concat(found, "\n")
end

-- The lines where a function of these names is called.
local function calls(paths, names)
  local patterns = {}
  for name in names:gmatch "%S+" do
    patterns[#patterns + 1] = "^" .. name .. "%s*%("
    patterns[#patterns + 1] = "[^%w_.>]" .. name .. "%s*%("
  end
  return lines_with(paths, patterns)
end

-- The headers of the project that a file includes: each with its tree and its room.
local function includes(path)
  local found = {}
  for line in io.lines(path) do
    local header = line:match '^%s*#%s*include%s+"([^"]+)"'
    if header then
      local tree, room = header:match "^(%w+)/(%w+)/[%w_]+%.h$"
      found[#found + 1] = { header = header, tree = tree, room = room }
    end
  end
  return found
end

-- The files of a room that stand in circles of calls, or between two of them, with the files that each calls.
local function circles(room)
  local texts, home, uses = {}, {}, {}
  for _, path in ipairs(files("csrc/core/" .. room .. "/*.c")) do
    local file = assert(io.open(path))
    texts[path], uses[path] = file:read "*a":gsub("/%*.-%*/", ""), {}
    file:close()
    for head, name in texts[path]:gmatch "\n(%a[^\n;]-)(ys_[%w_]+)%([^;{]*%)%s*{" do
      if not head:find "^static" then home[name] = path end
    end
  end
  for path, text in pairs(texts) do
    for name in text:gmatch "ys_[%w_]+" do
      if home[name] and home[name] ~= path then uses[path][home[name]] = true end
    end
  end
  local function is_outside(path)
    local calls_one, is_called = false, false
    for other, used in pairs(uses) do
      calls_one, is_called = calls_one or uses[path][other], is_called or used[path]
    end
    return not calls_one or not is_called
  end
  local going = true
  while going do
    going = false
    for path in pairs(uses) do
      if is_outside(path) then uses[path], going = nil, true end
    end
  end
  return uses
end

for _, tree in ipairs(trees) do
  describe("the rooms of csrc/" .. tree.name, function()
    local rank = ranks(tree.rooms)

    it("are those of the list, with no file beside them", function()
      local rooms = {}
      for _, path in ipairs(files("csrc/" .. tree.name)) do rooms[#rooms + 1] = path:match "^[^.]+$" end
      local listed = { (table.unpack or unpack)(tree.rooms) }
      table.sort(listed)
      assert.same(listed, rooms)
      assert.same({}, files("csrc/" .. tree.name .. "/*.[ch]"))
    end)

    it("have at most " .. most_c_files .. " files in C", function()
      for _, room in ipairs(tree.rooms) do
        local folder = ("csrc/%s/%s"):format(tree.name, room)
        local count = #files(folder .. "/*.c")
        assert.is_true(count <= most_c_files, ("%s has %d files in C"):format(folder, count))
      end
    end)

    for _, path in ipairs(files("csrc/" .. tree.name .. "/*/*.[ch]")) do
      local room = path:match "^csrc/%w+/([^/]+)/"

      it("use only rooms before their own: " .. path, function()
        for _, used in ipairs(includes(path)) do
          if not tree.uses[used.tree] then
            assert.equal(tree.name, used.tree, path .. " may not include " .. used.header)
            assert.is_number(rank[used.room], path .. ": " .. used.header .. " is of no room")
            assert.is_true(rank[used.room] <= rank[room], path .. " may not include " .. used.header)
          end
        end
      end)
    end
  end)
end

describe("csrc/core", function()
  it("knows nothing of Lua", function()
    assert.equal("", lines_with(core, { '#%s*include%s*[<"]lua', "lauxlib", "lua_State" }))
  end)

  it("knows libyaml in one place", function()
    assert.equal("", lines_with(core, { "#%s*include%s*<yaml" }, "core/event/stream"))
  end)

  it("knows PCRE2 in one place", function()
    assert.equal("", lines_with(core, { "#%s*include%s*<pcre2" }, "core/type/regexp%.c"))
  end)

  it("takes its memory from the caller's allocator", function()
    assert.equal("", calls(core, "malloc calloc realloc free strdup strndup"))
  end)

  it("does not depend on the locale", function()
    assert.equal("", calls(core, [[strtod strtof strtol strtoul strtoll strtoull atof atoi atol
      sprintf snprintf printf sscanf setlocale strcoll isalpha isdigit isalnum isspace isupper
      islower isprint tolower toupper]]))
  end)

  it("knows the names of annotations in one place", function()
    assert.equal("", lines_with(sources, { '"overlay/', '"schema/', '"assert/validate', '"library/ref' },
      "core/annotation/[vs]%a+%.[ch]")) -- vocabulary.h, synonym.c
  end)

  it("always returns", function()
    assert.equal("", calls(core, "abort exit longjmp assert"))
  end)

  -- A map has fields, and an alternative is one: to compile a node is a recursion.
  it("has no circles of calls in compile and evaluate, but that of nodes, maps and alternatives", function()
    local left = {}
    for _, room in ipairs { "compile", "evaluate" } do
      for path in pairs(circles(room)) do left[#left + 1] = path:match "[^/]+$" end
    end
    table.sort(left)
    assert.same({ "choice.c", "compile.c", "map.c" }, left)
  end)
end)

describe("csrc/lua", function()
  it("looks at Lua's version in one place", function()
    assert.equal("", lines_with(binding, { "LUA_VERSION_NUM" }, "lua/base/compat%.h$"))
  end)

  it("is documented: each function, method and constant stands in csrc/lua/README.md", function()
    local pipe = assert(io.open "csrc/lua/README.md")
    local text, missing, count = pipe:read "*a", {}, 0
    pipe:close()
    for _, path in ipairs(binding) do
      local source = assert(io.open(path))
      for name in source:read "*a":gmatch '{"([%w_]+)", [%w_]+}' do
        if not text:find("[.:]" .. name .. "%f[^%w_]") then missing[#missing + 1] = name end
        count = count + 1
      end
      source:close()
    end
    assert.same({}, missing)
    assert.is_true(count > 100, count .. " names were found")
  end)
end)

-- ---- lua/yschema --------------------------------------------------------------------

-- The pairs of folders of one room of which each uses the other, with a place for each direction.
local function mutual_folders(modules)
  local places, found = {}, {}
  for _, module in pairs(modules) do
    for _, used in ipairs(module.uses) do
      local target = modules[used.name]
      if target and target.room and target.room == module.room and target.folder ~= module.folder then
        places[module.folder .. " <-> " .. target.folder] = used.place
      end
    end
  end
  for pair, place in pairs(places) do
    local one, other = pair:match "^(.*) <%-> (.*)$"
    if one < other and places[other .. " <-> " .. one] then
      found[pair] = place .. ", " .. places[other .. " <-> " .. one]
    end
  end
  return found
end

describe("lua/yschema", function()
  local rank, modules = ranks(lua_rooms), lua_modules.find "lua"

  it("has the rooms of the list", function()
    local rooms, listed = {}, { (table.unpack or unpack)(lua_rooms) }
    for _, path in ipairs(files "-d lua/yschema/*/") do rooms[#rooms + 1] = path:match "([^/]+)/$" end
    table.sort(listed)
    assert.same(listed, rooms)
  end)

  it("has no other files beside the rooms than its face and its definitions", function()
    assert.same({ "lua/yschema/init.lua", "lua/yschema/meta.lua" }, files "lua/yschema/*.lua")
  end)

  it("describes each room in a page", function()
    for _, room in ipairs(lua_rooms) do
      assert.is_true(#files("lua/yschema/" .. room .. "/README.md") == 1, room)
    end
  end)

  it("has no folder of more than 14 modules", function()
    for _, folder in ipairs(files "-d $(find lua -type d)") do
      assert.is_true(#files(folder .. "/*.lua") <= 14, folder)
    end
  end)

  it("uses the folders of a room in one direction only", function()
    assert.same({}, mutual_folders(modules))
  end)

  -- Modules that are loaded only when they are needed count, too.
  for name, module in pairs(modules) do
    it("uses only rooms before its own: " .. module.path, function()
      for _, used in ipairs(module.uses) do
        local target = modules[used.name]
        if used.name:find "^yschema%." and used.name ~= "yschema.core" then
          assert.is_table(target, used.place .. ": there is no " .. used.name)
        end
        if target and module.room then
          assert.is_true(target.room == nil or rank[target.room] <= rank[module.room],
            used.place .. ": " .. name .. " may not use " .. used.name)
        end
      end
    end)
  end

  it("keeps its face out of the rooms, but for the command", function()
    for _, module in pairs(modules) do
      for _, used in ipairs(module.room ~= "command" and module.room and module.uses or {}) do
        assert.are_not.equal("yschema", used.name, used.place)
      end
    end
  end)

  it("has no circle of modules", function()
    local state = {}
    local function visit(name, way)
      assert.are_not.equal("open", state[name], way .. " -> " .. name)
      if state[name] or not modules[name] then return end
      state[name] = "open"
      for _, used in ipairs(modules[name].uses) do
        -- Its methods are called by users; `start` asks for the module as any of them would.
        if used.name ~= name then visit(used.name, way .. " -> " .. name) end
      end
      state[name] = "done"
    end
    for name in pairs(modules) do visit(name, "") end
  end)
end)

-- The rooms are the folders of lua/resty/yschema, which lua/resty/README.md describes. The module `resty.yschema.etcd`
-- belongs to the room `etcd`.
describe("lua/resty", function()
  local rooms = { "shared", "report", "source", "serve", "options", "etcd" }
  local rank, modules = ranks(rooms), lua_modules.find "lua/resty"

  it("has the rooms of the list, and no other files beside them than its two public modules", function()
    local found, listed = {}, { (table.unpack or unpack)(rooms) }
    for _, path in ipairs(files "-d lua/resty/yschema/*/") do found[#found + 1] = path:match "([^/]+)/$" end
    table.sort(listed)
    assert.same(listed, found)
    assert.same({ "lua/resty/yschema.lua", "lua/resty/yschema/etcd.lua" },
      files "lua/resty/*.lua lua/resty/yschema/*.lua")
  end)

  for name, module in pairs(modules) do
    local room = name:match "^resty%.yschema%.([%w_]+)"
    it("uses only rooms before its own: " .. module.path, function()
      for _, used in ipairs(module.uses) do
        local other = used.name:match "^resty%.yschema%.([%w_]+)"
        assert.is_true(other == nil or modules[used.name] ~= nil, used.place .. ": there is no " .. used.name)
        local is_before = other and (not room or rank[other] <= rank[room])
        -- Its methods are called by users; a message names the module itself.
        assert.is_true(is_before or used.name == name or not used.name:find "^resty%.yschema",
          used.place .. ": " .. name .. " may not use " .. used.name)
      end
    end)
  end
end)

describe("the interface between the core and Lua", function()
  it("has the number that belongs to the sources, on both sides: lua5.4 spec/raise_interface.lua", function()
    for _, place in ipairs(interface.places) do
      assert.equal(interface.number(), interface.written(place), place.path)
    end
  end)
end)
