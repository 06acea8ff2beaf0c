-- How long the files and functions of the project may be, so that a reader sees a function at a glance and a file
-- has one purpose; and how many small modules there may be, so that these limits are not met by dividing what belongs
-- together.

local lua_modules = require "spec.support.lua_modules"

local longest_file, longest_function = 400, 40

-- A module of so few lines, with one user, should be a concept that a page explains: otherwise it belongs into its
-- user. These were left when all others had been moved; the number may only become smaller.
local small_module, most_small_modules = 60, 7

local function files(command)
  local out, pipe = {}, assert(io.popen(command .. " | LC_ALL=C sort"))
  for path in pipe:lines() do out[#out + 1] = path end
  pipe:close()
  return out
end

local function lines_of(path)
  local lines = {}
  for line in io.lines(path) do lines[#lines + 1] = line end
  return lines
end

-- Where functions of Lua begin and end, by their indentation: the `end` stands below the line with the
-- word `function`. The one function that a file returns counts as the file.
local function lua_functions(lines)
  local found, open = {}, {}
  for number, line in ipairs(lines) do
    local indent, rest = line:match "^(%s*)(.*)$"
    local begun = open[#open]
    if begun and begun.indent == indent and rest:find "^end%f[^%w_]" then
      open[#open] = nil
      found[#found + 1] = { first = begun.first, last = number }
    end
    local starts = not rest:find "^%-%-" and rest:find "%f[%w_]function%f[^%w_][^\"'`]*%b()%s*$"
    if starts and not line:find "^return function" then open[#open + 1] = { indent = indent, first = number } end
  end
  return found
end

-- The same in C, where clang-format puts the last brace of a function at the beginning of a line.
local function c_functions(lines)
  local found, first = {}, nil
  for number, line in ipairs(lines) do
    if line:find "^[%a_].*%(" and not line:find ";%s*$" and not first then first = number end
    if first and line:find "^}" then
      found[#found + 1] = { first = first, last = number }
      first = nil
    elseif first and line:find "^[^%s].*;%s*$" then
      first = nil
    end
  end
  return found
end

-- The definitions are a list of all there is, which is looked up and not read; so is a table that a program writes.
local lists = { ["lua/yschema/meta.lua"] = true, ["csrc/core/format/idn_table.h"] = true }

local function check_files(paths)
  for _, path in ipairs(paths) do
    if not lists[path] then
      it("is short: " .. path, function()
        local lines = lines_of(path)
        assert.is_true(#lines <= longest_file, ("%s has %d lines"):format(path, #lines))
      end)
    end
  end
end

local function check_functions(paths, functions_in)
  for _, path in ipairs(paths) do
    it("has short functions: " .. path, function()
      for _, f in ipairs(functions_in(lines_of(path))) do
        local length = f.last - f.first + 1
        assert.is_true(length <= longest_function, ("%s:%d: a function of %d lines"):format(path, f.first, length))
      end
    end)
  end
end

describe("a file in Lua", function()
  local paths = files "find lua -name '*.lua'"
  check_files(paths)
  check_functions(paths, lua_functions)

  it("is looked through for functions", function()
    local found = lua_functions { "local function f(a)", "  each(list, function(b)", "    g(b)", "  end)", "end" }
    assert.same({ { first = 2, last = 4 }, { first = 1, last = 5 } }, found)
  end)
end)

-- Each function of `yschema` has a module, which is loaded when the function is first called.
local public_module = "lua/yschema/init.lua"

describe("modules with one user", function()
  it(("of at most %d lines are at most %d"):format(small_module, most_small_modules), function()
    local modules, found = lua_modules.find "lua", {}
    for name, users in pairs(lua_modules.users(modules)) do
      local module = modules[name]
      if module.lines <= small_module and #users == 1 and users[1] ~= public_module then
        found[#found + 1] = ("%s (%d lines), used by %s"):format(module.path, module.lines, users[1])
      end
    end
    table.sort(found)
    assert.is_true(#found <= most_small_modules,
      ("there are %d; move one into its user:\n%s"):format(#found, table.concat(found, "\n")))
  end)
end)

describe("a file in C", function()
  local paths = files "find csrc -name '*.[ch]'"
  check_files(paths)
  check_functions(paths, c_functions)

  it("is looked through for functions", function()
    local found = c_functions { "int f(int a);", "static int g(int a,", "             int b) {", "  return b;", "}" }
    assert.same({ { first = 2, last = 5 } }, found)
  end)
end)
