-- How command lines are read.

local flag_table = require "yschema.command.flag_table"
local flags = require "yschema.command.flags"

-- The same words, with each argument joined to its flag.
local function joined(words)
  local list, i = {}, 1
  while words[i] do
    local word, argument = words[i], words[i + 1]
    if word:find "^%-." and argument and not argument:find "^%-." then
      list[#list + 1] = word:find "^%-%-" and word .. "=" .. argument or word .. argument
      i = i + 1
    else
      list[#list + 1] = word
    end
    i = i + 1
  end
  return list
end

local function parsed(job, words)
  local options, problem = flags.parse(job, words, true)
  return { options, problem }
end

describe("a command line #reference", function()
  it("may have arguments joined to their flags", function()
    local count = 0
    for _, job in ipairs { "apply", "check", "diff", "import", "publish" } do
      for _, row in ipairs(flag_table.rows_of(job)) do
        for name in (row[2] and row[1] or ""):gmatch "%S+" do
          for _, argument in ipairs(row[2]:find "^KEY" and { "k=v" } or { "5", "json", "k=v" }) do
            local words = { name, argument }
            assert.same(parsed(job, words), parsed(job, joined(words)), job .. " " .. name)
            count = count + 1
          end
        end
      end
    end
    assert.is_true(count > 400, count)
  end)

  it("may repeat a flag: the last one counts, or all do", function()
    local options = flags.parse("apply", { "-f", "a", "-q", "-f", "b", "-q", "-o", "json", "-o", "yaml" })
    assert.same({ { "a", "b" }, true, "yaml" }, { options.file, options.quiet, options.format })
    local words = { "--file", "a", "-v", "k=1", "--data-value", "l=2" }
    assert.same({ "k=1", "l=2" }, flags.parse("apply", words).data_value)
    assert.same(parsed("apply", words), parsed("apply", joined(words)))
  end)

  it("may have short flags in one word, the last of them with an argument", function()
    for _, words in ipairs { { "-qsfa" }, { "-qsf", "a" }, { "-s", "-qf", "a" }, { "-q", "-s=true", "-f", "a" } } do
      local options = assert(flags.parse("apply", words, true))
      assert.same({ { "a" }, true, true }, { options.file, options.quiet, options.strict })
    end
    assert.is_nil(flags.parse("apply", { "-q", "-s", "-s=false", "-f", "a" }, true).strict)
  end)

  it("may have other words anywhere, and after -- only these", function()
    local options = flags.parse("check", { "a", "-f", "b", "c", "-q", "d" })
    assert.same({ { "b" }, true, { "a", "c", "d" } }, { options.file, options.quiet, options.rest })
    options = flags.parse("check", { "-f", "a", "-", "--", "-q", "--", "--file=b" })
    assert.same({ { "a" }, nil, { "-", "-q", "--", "--file=b" } }, { options.file, options.quiet, options.rest })
  end)

  it("with whole names of flags needs no argparse", function()
    local loaded = package.loaded.argparse
    package.loaded.argparse = nil
    local options = flags.parse("apply", { "-f", "a", "--data-values-file", "b", "-o", "json" })
    local needed = package.loaded.argparse
    package.loaded.argparse = loaded
    assert.same({ { "a" }, { "b" }, "json" }, { options.file, options.data_values_file, options.format })
    assert.is_nil(needed)
  end)

  it("says which argument is empty", function()
    for _, job in ipairs { "apply", "check", "diff", "import", "init", "infer", "publish", "set", "test" } do
      for _, flag in ipairs(flags.list(job)) do
        local name, problem = flag.names[1], select(2, flags.parse(job, { flag.names[1], "" }, true))
        if flag.argument and not flag.argument:find "^KEY=" and problem ~= name .. ": its argument is empty" then
          assert.matches("''", problem, 1, true) -- it has to be one of some words, or a number
        end
      end
    end
    for job, word in pairs { check = "-fs.yml", fix = "-fs.yml", import = "crd", infer = "a", migrate = "-fs.yml",
      test = "a" } do
      local words = { word, "a", "" }
      assert.equal("an argument is empty", select(2, flags.parse(job, words, true)), job)
    end
  end)

  for problem, words in pairs {
    ["option '-f' requires an argument"] = { "-qf" },
    ["option '--file' requires an argument"] = { "--file", "--", "a" },
    ["option '-o' requires an argument"] = { "-f", "a", "-o", "-q" },
    ["unknown option '--fiel'"] = { "-f", "a", "--fiel=b" },
    ["unknown option '-Z'"] = { "-qZf", "a" },
    ["unknown option '-='"] = { "-f", "a", "-=" },
    ["unknown option '--'"] = { "--=a" },
    ["--quiet: expected true or false, got ''"] = { "-f", "a", "--quiet=" },
    ["--budget: expected a positive whole number, got '0'"] = { "--budget", "0", "--budget", "1" },
  } do
    it("says " .. problem, function()
      local options, said = table.unpack(parsed("apply", words), 1, 2)
      assert.is_nil(options)
      assert.equal(problem, said:match "^[^\n]*") -- a line with near names may follow
    end)
  end
end)
