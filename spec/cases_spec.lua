local cases = require "spec.support.cases"
local command = require "spec.support.command"
local folder = require "spec.support.folder"
local txtar = require "spec.support.txtar"

-- Where commands start slowly, such as below valgrind, each tenth case may have to do.
local each = tonumber(os.getenv "YSCHEMA_EACH") or 1

describe("case", function()
  for i, name in ipairs(cases.find()) do
    if i % each == 0 then
      it(name, function()
        local case = cases.read(name)
        local difference = cases.differ(case, cases.play(case))
        assert(not difference, difference)
      end)
    end
  end
end)

describe("the files of cases", function()
  it("are written as the script that rewrites them does", function()
    if command.runtime ~= "lua5.4" then return end
    for _, name in ipairs(cases.find()) do
      local text = command.read(cases.path(name))
      assert.equal(text, txtar.format(txtar.parse(text)))
    end
  end)

  it("begin with what the case shows", function()
    for _, name in ipairs(cases.find()) do assert.matches("^%S.*%S\n$", cases.read(name).about, name) end
  end)
end)

describe("the support of cases", function()
  local root = cases.root
  local good, bad = "schema.yml --\n#@data/values-schema\n---\na: 1\n",
    "schema.yml --\n#@data/values-schema\n---\n#@schema/validation min=2\na: 1\n"

  local function write(name, text) folder.write(cases.root, name .. ".txt", text) end

  local function read(name) return command.read(cases.path(name)) end

  before_each(function()
    cases.root = folder.make()
    write("topic/good", "good\n-- args --\n-f schema.yml\n-- " .. good .. "-- stderr --\nold\n")
    write("topic/bad", "bad\n-- args --\n-f schema.yml\n-- " .. bad .. "-- stderr --\nold\n")
  end)

  after_each(function()
    folder.remove(cases.root)
    cases.root = root
  end)

  it("finds those of a topic, and one", function()
    assert.same({ "topic/bad", "topic/good" }, cases.find "topic")
    assert.same({ "topic/good" }, cases.find "topic/good")
    assert.same({ "topic/good" }, cases.find(cases.name_of "spec/cases/topic/good.txt"))
    assert.same({}, cases.find "top")
  end)

  it("reads all sections", function()
    write("topic/all", "What it\nshows.\n-- args --\n-f  'a b.yml' -- \"it's\"\nx.\"y\" ''\n-- vars --\nA=b c\n"
      .. "-- stdin --\na: 1\n-- rc --\n2\n-- d/a.yml --\n-- b.yml --\nb: 1\n-- stdout --\no\n-- stderr --\ne\n")
    assert.same({
      about = "What it\nshows.\n", args = { "-f", "a b.yml", "--", "it's", "x.y", "" }, vars = { "A=b c" },
      stdin = "a: 1\n", rc = 2, stdout = "o\n", stderr = "e\n",
      files = { { name = "d/a.yml", text = "" }, { name = "b.yml", text = "b: 1\n" } },
    }, cases.read "topic/all")
  end)

  it("refuses a case without arguments, a section that is there twice, and a quote that is not closed", function()
    for text, message in pairs {
      ["x\n-- a.yml --\n"] = "topic/no has no arguments",
      ["x\n-- args --\n-- a --\n-- a --\n"] = "topic/no has two sections a",
      ["x\n-- args --\n'a\n"] = "a quote is not closed",
    } do
      write("topic/no", text)
      assert.error_matches(function() cases.read "topic/no" end, message)
    end
  end)

  it("has the files of a case in a folder for as long as they are used", function()
    write("topic/files", "x\n-- args --\n-- stdin --\ni\n-- d/a.yml --\na\n")
    local case, path = cases.read "topic/files", nil
    assert.equal("a\n", cases.with_files(case, function(at)
      path = at
      assert.equal("i\n", command.read(at .. "/stdin"))
      return command.read(at .. "/d/a.yml")
    end))
    assert.is_nil(command.read(path .. "/stdin"))
    assert.error_matches(function() cases.with_files(case, function() error "no" end) end, "no")
  end)

  it("writes what is printed now, and removes what is not", function()
    assert.is_true(cases.rewrite "topic/good")
    assert.equal("good\n-- args --\n-f schema.yml\n-- " .. good .. "-- stdout --\na: 1\n", read "topic/good")
    assert.is_false(cases.rewrite "topic/good")
  end)

  it("refuses another exit status", function()
    local before = read "topic/bad"
    local changed, why = cases.rewrite "topic/bad"
    assert.is_false(changed)
    assert.equal("the exit status is 1 now, and 0 is expected; it prints:", why:match "[^\n]*")
    assert.equal(before, read "topic/bad")
  end)

  it("takes the status that was written by hand", function()
    write("topic/bad", "bad\n-- args --\n-f schema.yml\n-- rc --\n1\n-- " .. bad)
    assert.is_true(cases.rewrite "topic/bad")
    assert.matches("a value >= 2", cases.read("topic/bad").stderr, 1, true)
  end)

  it("compares every byte", function()
    local same = { rc = 0, stdout = "a\n", stderr = "" }
    assert.is_nil(cases.differ(same, { rc = 0, stdout = "a\n", stderr = "" }))
    for _, got in ipairs {
      { rc = 1, stdout = "a\n", stderr = "" }, { rc = 0, stdout = "a", stderr = "" },
      { rc = 0, stdout = "a\n\n", stderr = "" }, { rc = 0, stdout = "a\r\n", stderr = "" },
      { rc = 0, stdout = "a\n", stderr = "\n" },
    } do assert.is_string(cases.differ(same, got)) end
  end)
end)

describe("an archive", function()
  local function round(text)
    local archive = { comment = "c\n", files = { { name = "f", text = text }, { name = "g", text = "g\n" } } }
    local formatted = txtar.format(archive)
    assert.same(archive, txtar.parse(formatted))
    return formatted:match "\n%-%- f(.*)%-%- g"
  end

  it("holds most texts as they are", function()
    for _, text in ipairs { "", "a\n", "\n\n", "é\t\n", "--- a\n-- b\n-- c --d\n c -- d --\n", "a\\x41\\\nb\n" } do
      assert.equal(" --\n" .. text, round(text))
    end
  end)

  it("holds any other text with escapes", function()
    assert.equal(" (escaped) --\na\\\n", round "a")
    assert.equal(" (escaped) --\na\\x5c\\\n", round "a\\")
    assert.equal(" (escaped) --\na\\x0d\n\\x00é\n", round "a\r\n\0é\n")
    assert.equal(" (escaped) --\n\\x2d- a --\n\\x2d- b --\nc\n", round "-- a --\n-- b --\nc\n")
    assert.equal(" (escaped) --\n\\x2d- a --\\\n", round "-- a --")
    if command.runtime == "lua5.4" then assert.equal(" (escaped) --\n\\xff\\xc3\\xa9\n", round "\255é\n") end
  end)
end)
