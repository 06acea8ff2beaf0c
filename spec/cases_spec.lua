local cases = require "spec.support.cases"
local command = require "spec.support.command"

-- Where commands start slowly, such as below valgrind, each tenth case may have to do.
local each = tonumber(os.getenv "YSCHEMA_EACH") or 1

describe("case", function()
  for i, name in ipairs(cases.find()) do
    if i % each == 0 then
      it(name, function()
        local violation = cases.differ(cases.wanted(name), cases.play(name))
        assert(not violation, violation)
      end)
    end
  end
end)

describe("the support of cases", function()
  local root = cases.root

  local function write(path, text)
    local file = assert(io.open(cases.root .. "/" .. path, "wb"))
    file:write(text)
    file:close()
  end

  before_each(function()
    cases.root = command.output("mktemp -d")[1]
    os.execute("mkdir -p " .. cases.root .. "/topic/good " .. cases.root .. "/topic/bad")
    for _, name in ipairs { "topic/good", "topic/bad" } do
      write(name .. "/args", "-f\nschema.yml\n")
      write(name .. "/stderr", "what was said before\n")
    end
    write("topic/good/schema.yml", "#@data/values-schema\n---\na: 1\n")
    write("topic/bad/schema.yml", "#@data/values-schema\n---\n#@schema/validation min=2\na: 1\n")
  end)

  after_each(function()
    os.execute("rm -r " .. command.quote(cases.root))
    cases.root = root
  end)

  it("finds those of a topic, and one", function()
    assert.same({ "topic/bad", "topic/good" }, cases.find "topic")
    assert.same({ "topic/good" }, cases.find "topic/good")
    assert.same({}, cases.find "top")
  end)

  it("writes what is printed now, and takes away what is not", function()
    assert.is_true(cases.rewrite "topic/good")
    assert.equal("a: 1\n", command.read(cases.path "topic/good" .. "stdout"))
    assert.is_nil(command.read(cases.path "topic/good" .. "stderr"))
    assert.is_false(cases.rewrite "topic/good")
  end)

  it("refuses another exit status", function()
    local changed, why = cases.rewrite "topic/bad"
    assert.is_false(changed)
    assert.equal("the exit status is 1 now, and 0 is expected; it prints:", why:match "[^\n]*")
    assert.equal("what was said before\n", command.read(cases.path "topic/bad" .. "stderr"))
    assert.is_nil(command.read(cases.path "topic/bad" .. "rc"))
  end)

  it("takes the status that was written by hand", function()
    write("topic/bad/rc", "1\n")
    assert.is_true(cases.rewrite "topic/bad")
    assert(command.read(cases.path "topic/bad" .. "stderr"):find("a value >= 2", 1, true))
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
