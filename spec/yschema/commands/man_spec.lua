-- `yschema man` and `--help`, which are made from the same tables, and the pages that say the same.

local command = require "spec.support.command"

local function here(program) return #command.output("command -v " .. program) > 0 end

local names = { "apply" }
for _, name in ipairs(require "yschema.command.commands".names) do names[#names + 1] = name end

local function arguments(job, ...)
  if job == "apply" then return { ... } end
  return { job, ... }
end

local function page(job)
  local result = command.run(job == "apply" and { "man" } or { "man", job })
  assert.same({ 0, "" }, { result.rc, result.stderr })
  return result.stdout
end

-- Returns a page as a terminal shows it, as one line, and groff's warnings about it.
local function shown(text)
  local path = os.tmpname()
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
  local said = command.output(("groff -man -Tascii -P-c -ww %s 2>&1 >%s.out"):format(path, path))
  local lines = command.output(("col -b <%s.out"):format(path))
  os.remove(path)
  os.remove(path .. ".out")
  return (table.concat(lines, " "):gsub("%s+", " ")), said
end

describe("the page of the manual #programs", function()
  for _, job in ipairs(names) do
    it("about " .. job .. " shows all that --help does", function()
      local help = command.run(arguments(job, "--help"))
      assert.equal(0, help.rc)
      local text = page(job)
      for flag in help.stdout:gmatch "%-%-[%l-]+" do
        assert.is_true(text:find((flag:gsub("%-", "\\-")), 1, true) ~= nil, flag)
      end
      assert.matches("\n.SH EXAMPLES\n", text, 1, true)
      assert.matches("\nExamples:\n  %S", help.stdout)
    end)

    it("about " .. job .. " is understood by groff without a warning", function()
      if not here "groff" then return pending "groff is not installed: the page was NOT tried" end
      local text, said = shown(page(job))
      assert.same({}, said)
      assert.matches("NAME", text, 1, true)
      assert.matches("SEE ALSO", text, 1, true)
    end)
  end

  it("begins no line with what roff takes for a request", function()
    local text = page "check"
    for line in text:gmatch "[^\n]+" do
      local request = line:match "^[.'](.*)"
      assert.is_true(not request or request:find '^\\"' ~= nil or request:find "^[A-Z][A-Z]%f[%s%z]" ~= nil
        or request == "nf" or request == "fi" or request == "TP" or request:find "^SS " ~= nil
        or request:find "^BR " ~= nil, line)
    end
    assert.matches("yschema 0.1.0", text, 1, true)
  end)

  it("has the exit statuses of the pages", function()
    local text, shown_text = page "apply", assert(command.read "examples/command/README.md"):gsub("%s+", " ")
    for status, words in pairs { [0] = "if the data is valid", [1] = "if the data has violations",
      [2] = "if the call, the input or the schema is invalid, or if the result cannot be written" } do
      assert.is_true(shown_text:find(("- %d %s"):format(status, words), 1, true) ~= nil, words)
    end
    assert.matches("\\fB0\\fR\nThe data is valid.\n.TP\n\\fB1\\fR\nThe data has violations.\n.TP\n\\fB2\\fR\n\z
      The call, the input or the schema is invalid, or the result cannot be written.\n", text, 1, true)
  end)

  it("repeats sentences of the command's page", function()
    local pages, count = { apply = "command", check = "check", init = "command" }, 0
    for job, name in pairs(pages) do
      local shown_text = assert(command.read("examples/" .. name .. "/README.md"))
        :gsub("`", ""):gsub("%[([^]]*)%]%([^)]*%)", "%1"):gsub("%s+", " ")
      for paragraph in page(job):gmatch "\n%.PP\n([^\n]*)" do
        count = count + 1
        local words = paragraph:gsub("\\([-&])", { ["-"] = "-", ["&"] = "" }):gsub("%.$", "")
        assert.is_true(shown_text:find(words, 1, true) ~= nil, name .. ": " .. words)
      end
    end
    assert.equal(8, count)
  end)

  it("is refused for what is no command", function()
    local result = command.run { "man", "chekc" }
    assert.equal(2, result.rc)
    assert.matches("there is none for 'chekc', use check, inspect, explain,", result.stderr, 1, true)
  end)
end)

describe("the help", function()
  it("of the command lists the others before the options", function()
    local help = command.run({ "--help" }).stdout:match "^(.-)\n%-?[%w ]+:\n +%-"
    for i = 2, #names do assert.matches("\n  " .. names[i] .. " +%l", help) end
  end)

  for _, job in ipairs(names) do
    it("of " .. job .. " begins with the usage, names each flag below a heading, and has 80 columns", function()
      local help = command.run(arguments(job, "--help")).stdout
      assert.matches("^Usage: yschema" .. (job == "apply" and " %-f" or " " .. job), help)
      for line in help:gmatch "[^\n]+" do assert.is_true(#line <= 80, line) end
      local list = require "yschema.command.flags".list(job)
      assert.is_true(#list > 0)
      for _, flag in ipairs(list) do
        local words = table.concat(flag.names, ", ") .. (flag.argument and " " .. flag.argument or "")
        assert.matches("\n" .. flag.group .. ":\n", help, 1, true)
        assert.is_true((help:gsub("\n", " ")):find("  " .. words .. " ", 1, true) ~= nil, words)
      end
    end)
  end

  it("means the same by the same flag in every command", function()
    for _, job in ipairs(names) do
      for _, flag in ipairs(require "yschema.command.flags".list(job)) do
        local name = flag.names[#flag.names]
        if name == "--output" then assert.equal("FILE", flag.argument) end
        if name == "--format" or name == "--report" then assert.equal("FORMAT", flag.argument) end
        if name == "--file" then assert.equal("PATH", flag.argument) end
        if name == "--strict" then assert.matches("^Refuse ambiguous plain scalars", flag.text) end
      end
    end
  end)

  it("is named where the command is given nothing, with the way to begin", function()
    local result = command.run {}
    assert.equal(2, result.rc)
    assert.matches("Try 'yschema --help'. To begin, 'yschema init' writes a schema and values.", result.stderr, 1, true)
  end)
end)
