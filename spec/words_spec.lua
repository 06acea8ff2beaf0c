-- The glossary: see spec/support/words.lua. To list the findings in other folders:
--
--   YSCHEMA_WORDS="csrc lua" busted spec/words_spec.lua

local command = require "spec.support.command"
local words = require "spec.support.words"

-- The files that are checked.
local checked = "README.md .github .ci csrc lua spec examples rocks"

local function found(text) return #words.findings("x.lua", text) end

describe("words", function()
  it("of the glossary are not used", function()
    assert.same({}, words.all(os.getenv "YSCHEMA_WORDS" or checked))
  end)

  it("are found in comments, strings and names", function()
    for _, text in ipairs {
      "-- A fault of the data.", 'print "the value is judged"', "local value_told = 1", "local isTold = 1",
      "-- What has\n-- to be given.", "/* a schema in\n * itself */", "-- the file is well", "# TELL",
    } do
      assert.equal(1, found(text), text)
    end
  end)

  it("that only look like them are not found", function()
    for _, text in ipairs {
      "local default = 1", "a segfault", "as well as", "conf:fault()", "kind: Secret", "(?<=a) is a lookbehind",
      "trailing blanks", "it is well-formed", "-- it has to\n-- be read", "retell",
    } do
      assert.equal(0, found(text), text)
    end
  end)

  -- A clause in place of a name, such as "What few nodes have.", sends the reader to the code for the name.
  it("that begin a comment name its subject", function()
    local clauses, count = {}, 0
    local endings = "'*.[ch]' -o -name '*.lua' -o -name '*.sh' -o -name '*.js' -o -name '*.mjs' -o -name '*.ts'"
    local find = "find .cmake csrc lua spec examples -type f '(' -name %s -o -name '*.cmake' ')'"
    for _, name in ipairs(command.output(find:format(endings))) do
      for line in (assert(command.read(name)):gsub("/%*+\n %* ", "/* ")):gmatch "[^\n]+" do
        local text = line:match "^%s*/%*+%s+(.+)$" or line:match "^%s*%-%-%-?%s+(.+)$" or line:match "^%s*//+%s+(.+)$"
          or name:find "%.%l*sh$" and line:match "^%s*#%s+(.+)$" or name:find "%.cmake$" and line:match "^%s*#%s+(.+)$"
        if text then
          count = count + 1
          text = text:match "^[%w_/]+%.[ch] %- (.+)$" or text
          if text:find "^Wh[ai][ct]h? %l[^?]*$" then clauses[#clauses + 1] = name .. ": " .. text end
        end
      end
    end
    assert.same({}, clauses)
    assert.is_true(count > 15000, count .. " comments")
  end)

  it("of fences on pages are data", function()
    assert.same({ "x.md:4: judge -> validate (a value), check (files)" },
      words.findings("x.md", "```yaml\nfault: 1\n```\njudge\n"))
  end)
end)
