-- Messages and hints are for people. A program that reads their English breaks when a sentence is written anew, so
-- records have fields for what programs need.

local command = require "spec.support.command"

-- Sentences of Lua, which have no fields.
local OF_LUA = { ["stack overflow"] = true, ["module 'yschema%.[%w_.]*fleet%.[%w_.]+' not found"] = true,
  ["^%[y%d+:%d+%]:(%d+): (.*)$"] = true }

-- The sockets of libraries, which say only in words why they have failed.
local OF_LIBRARIES = { ["lua/yschema/fleet/etcd/luasocket.lua"] = true, ["lua/resty/yschema/etcd/cosocket.lua"] = true }

local SENTENCES = { message = true, hint = true, expected = true, found = true, must_be = true, problem = true }

-- Returns whether a pattern has a word. Classes such as `%d` and `[a-z]`, and escapes, are none.
local function has_word(pattern)
  return pattern:gsub("\\.", " "):gsub("%%.", " "):gsub("%[[^%]]*%]", " "):find "%a%a" ~= nil
end

-- Returns whether a pattern takes a line number out of a sentence.
local function has_line(pattern) return pattern:find("(%d+):", 1, true) ~= nil end

-- Lists the patterns with words that are applied to a sentence, which is a variable or a field.
local function findings(text)
  local list = {}
  local function add(name, rest)
    local pattern = SENTENCES[name] and (rest:match '^%(?%s*"(.-[^\\])"' or rest:match "^%(?%s*'(.-[^\\])'"
      or rest:match "^%(?%s*%[%[(.-)%]%]")
    if pattern and not OF_LUA[pattern] and (has_word(pattern) or has_line(pattern)) then
      list[#list + 1] = name .. ": " .. pattern
    end
  end
  for line in text:gmatch "[^\n]+" do
    line = line:gsub(' or ""%)', ")")
    for name, method, at in line:gmatch "([%w_]+)%)?:(%l+)%s*()" do
      if ("match find gmatch gsub sub"):find(method, 1, true) then add(name, line:sub(at)) end
    end
    for method, name, at in line:gmatch "([%w_]+)%(%(?[%w_.]-([%w_]+),%s*()" do
      if method == "match" or method == "find" or method == "gmatch" or method == "gsub" then
        add(name, line:sub(at))
      end
    end
  end
  return list
end

describe("sentences for people", function()
  it("are not read by programs", function()
    local files, all = 0, {}
    for _, name in ipairs(command.output "find lua -name '*.lua'") do
      files = files + 1
      for _, found in ipairs(OF_LIBRARIES[name] and {} or findings(assert(command.read(name)))) do
        all[#all + 1] = name .. ": " .. found
      end
    end
    assert.same({}, all)
    assert.is_true(files > 450, files .. " files")
  end)

  it("are found where they are read", function()
    for _, text in ipairs {
      [[local a = record.message:match "has a new name: (.*)"]], [[if hint:find('did you mean "', 1, true) then]],
      [[local b = string.match(one.expected, "^a key that matches (.*)")]], [[message:gsub("^The ", "the ")]],
      [[local d = row and rule.must_be:match "^one of %[(.+)%]$"]],
      [[local e = problem:match "^unknown option '[^']*'"]],
      [[local f, g = (self.take and problem or ""):match "^([^\n]-):(%d+): (.*)$"]],
      [[if tostring(problem):find "No such file" then]],
      [[local c = find(found, 'null value')]], [[for word in record.found:gmatch [=[type (%a+)]=] do]],
    } do
      assert.equal(1, #findings((text:gsub("%[=%[", "[["):gsub("%]=%]", "]]"))), text)
    end
  end)

  it("may be split, escaped and searched for what others give", function()
    for _, text in ipairs {
      [[hint:gmatch "[^\n]+"]], [[message:gsub("\n+$", "")]], [[record.message:find(file, 1, true)]],
      [[message:find "^%[y%d"]], [[found.before:find "load"]], [[local found = text:find("data", 1, true)]],
    } do
      assert.same({}, findings(text), text)
    end
  end)
end)
