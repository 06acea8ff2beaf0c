-- The rooms of the project, and what each may know. A room is a folder; it may use the rooms that stand
-- before it in its list, and its own files. csrc/README.md tells what happens in each.
local core_rooms = {
  "base", "text", "tree", "scalar", "annotation", "json", "event", "yaml", "print", "type", "rule", "overlay",
  "check", "compile", "export", "choose", "run",
}

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

describe("csrc/core", function()
  local rank = ranks(core_rooms)

  it("has the rooms of the list, and no file beside them", function()
    local rooms = {}
    for _, path in ipairs(files "-d csrc/core/*") do rooms[#rooms + 1] = path:match "[^/]+$" end
    local listed = { (table.unpack or unpack)(core_rooms) }
    table.sort(listed)
    assert.same(listed, rooms)
  end)

  for _, path in ipairs(core) do
    local room = path:match "^csrc/core/([^/]+)/"

    it("uses only rooms before its own: " .. path, function()
      for line in io.lines(path) do
        local header = line:match '^%s*#%s*include%s+"([^"]+)"'
        local target = header and header:match "^core/([^/]+)/[%w_]+%.h$"
        if header then
          assert.is_number(rank[target], path .. ": " .. header .. " is of no room")
          assert.is_true(rank[target] <= rank[room], path .. " may not include " .. header)
        end
      end
    end)
  end

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

  it("always returns", function()
    assert.equal("", calls(core, "abort exit longjmp assert"))
  end)
end)

describe("csrc/lua", function()
  it("looks at Lua's version in one place", function()
    local binding = files "csrc/lua/*/*.[ch]"
    assert.equal("", lines_with(binding, { "LUA_VERSION_NUM" }, "lua/base/compat%.h$"))
  end)
end)
