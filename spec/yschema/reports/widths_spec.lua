-- On a terminal, what is printed for people fits its columns: excerpts are cut, and sentences are broken at blanks.

local command = require "spec.support.command"
local folder = require "spec.support.folder"

local SCHEMA = [[
#@data/values-schema
---
#@schema/validation one_of=["debug", "info", "warn", "error", "critical", "emergency"]
level: info
#@schema/validation min_len=1
name: ""
#@schema/required
team: ""
servers:
- port: 80
  address: ""
]]

local VALUES = [[
servers: [{port: 1, address: "a"}, {port: 2, address: "a long address before the place"}, {prot: 8080}, {port: x}]
level:                              verbose   # the value stands far to the right of its key, for this line
name: ""
]]

local CALLS = {
  "check -f schema.yml values.yml", "-f schema.yml -f values.yml", "diff old.yml schema.yml", "help", "help check",
  "help import", "packs", "check -f broken.yml values.yml", "nonsense.yml --nonsense",
}

local function has_terminal()
  local ok = os.execute "script -qec true /dev/null </dev/null >/dev/null 2>&1"
  return ok == true or ok == 0
end

-- Lines that programs or users take as they are, and words that cannot be broken.
local function may_be_longer(line, columns)
  if line:find "^%S+:%d+:%d+: " or line:find "^    = fix: " then return true end
  local words = line:gsub("^%s+", ""):gsub(" \\$", ""):gsub("^[=-] ", ""):gsub("^[%w ]+: ", "")
  return not words:sub(1, -2):find(" ", 1, true) or #words:match "%S*$" + 6 > columns
end

describe("on a terminal", function()
  local dir

  setup(function()
    dir = folder.make "conf"
    folder.write(dir, "schema.yml", SCHEMA)
    folder.write(dir, "old.yml", (SCHEMA:gsub("name: \"\"", "name: 5"):gsub('"warn", ', "")))
    folder.write(dir, "values.yml", VALUES)
    folder.write(dir, "broken.yml",
      (SCHEMA:gsub("min_len=1", "min_length=1, max_length=5, and_something_else=[1, 2, 3]")))
  end)

  teardown(function() folder.remove(dir) end)

  -- Returns the output of the calls on a terminal with these columns, in order.
  local function shown(columns)
    local typed = { ("cd %s; stty cols %d rows 20"):format(command.quote(dir), columns) }
    for _, call in ipairs(CALLS) do
      typed[#typed + 1] = ("env TERM=xterm NO_COLOR=1 %s %s; echo =end="):format(command.words, call)
    end
    local text = table.concat(command.output(("script -qec %s /dev/null </dev/null"):format(command.quote(
      table.concat(typed, "; ")))), "\n") .. "\n"
    local list = {}
    for one in text:gmatch "(.-)=end=\n" do list[#list + 1] = one end
    assert.equal(#CALLS, #list)
    return list
  end

  local function words_of(text)
    local words = {}
    for word in text:gsub("[\\^|]", " "):gmatch "%S+" do words[#words + 1] = word end
    return table.concat(words, " ")
  end

  local wide

  setup(function() wide = has_terminal() and shown(1000) end)

  for _, columns in ipairs { 20, 40, 60, 80, 120 } do
    it(("of %d columns, texts fit #unsanitized"):format(columns), function()
      if not wide then return pending "no terminal can be had" end
      for i, text in ipairs(shown(columns)) do
        assert.equal("\n", text:sub(-1), CALLS[i])
        for line in text:gmatch "[^\n]+" do
          local width = #line:gsub("[\128-\191]", "")
          assert.is_true(width <= columns or may_be_longer(line, columns), CALLS[i] .. "\n" .. line)
        end
        -- Nothing is left out but parts of lines of files.
        if CALLS[i]:find "^help" or CALLS[i] == "packs" then assert.equal(words_of(wide[i]), words_of(text)) end
      end
    end)
  end

  it("a report ends with the command that explains a rule, and with the counts #unsanitized", function()
    if not wide then return pending "no terminal can be had" end
    assert.matches("\n\nFor more about a rule, try 'yschema explain %-%-rule missing%-key'.\n5 errors in 1 file\n$",
      (wide[1]:gsub("\r", "")))
  end)

  it("of 20 columns, marks stand below what they mark #unsanitized", function()
    if not wide then return pending "no terminal can be had" end
    local report = shown(20)[1]
    local found = {}
    for line, mark in report:gmatch "\n *%d+ |([^\n]*)\n +|( *%^+)[^\n]*" do
      line = line:gsub("…", ".")
      found[#found + 1] = line:sub((mark:find "%^"), #mark)
    end
    assert.same({ "prot", "x", "verbo", '""' }, found)
    assert.matches("= hint: did you\n      mean \"port\"?\n", report, 1, true)
  end)
end)
