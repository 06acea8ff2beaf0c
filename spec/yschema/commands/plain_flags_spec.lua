--- Most command lines are parsed without argparse, with the same result.

local flag_table = require "yschema.command.flag_table"
local flags = require "yschema.command.flags"

-- What argparse makes of the same words: it gets each flag joined to its argument, which only it splits.
local function by_argparse(job, words)
  local joined, i = {}, 1
  while words[i] do
    local word, argument = words[i], words[i + 1]
    if argument and argument:sub(1, 1) ~= "-" then
      joined[#joined + 1] = word:find "^%-%-" and word .. "=" .. argument or word .. argument
      i = i + 1
    else
      joined[#joined + 1] = word
    end
    i = i + 1
  end
  return { flags.parse(job, joined, true) }
end

local arguments = { "5", "json" }

describe("a plain command line #reference", function()
  it("is parsed as argparse parses it", function()
    for _, job in ipairs { "apply", "check" } do
      for _, row in ipairs(flag_table.rows_of(job)) do
        for name in row[1]:gmatch "%-%-%S+" do
          for _, argument in ipairs(row[2] and arguments or { false }) do
            local words = { name, argument or nil }
            assert.same(by_argparse(job, words), { flags.parse(job, words, true) }, job .. " " .. name)
          end
        end
      end
    end
  end)

  it("may repeat a flag", function()
    for _, words in ipairs { { "-f", "a", "-f", "b", "-q", "-q" }, { "-o", "json", "-o", "yaml" },
      { "--file", "a", "-v", "k=1", "--data-value", "l=2" } } do
      assert.same(by_argparse("apply", words), { flags.parse("apply", words, true) })
    end
  end)

  it("may have other words anywhere", function()
    local words = { "a", "-f", "b", "c", "-q", "d" }
    local joined = { "a", "-fb", "c", "-q", "d" }
    assert.same({ flags.parse("check", joined, true) }, { flags.parse("check", words, true) })
  end)

  it("needs no argparse", function()
    local loaded = package.loaded.argparse
    package.loaded.argparse = nil
    local options = flags.parse("apply", { "-f", "a", "--data-values-file", "b", "-o", "json" })
    local needed = package.loaded.argparse
    package.loaded.argparse = loaded
    assert.same({ { "a" }, { "b" }, "json" }, { options.file, options.data_values_file, options.format })
    assert.is_nil(needed)
  end)
end)
