-- The line of progress of `yschema check`.

local progress = require "yschema.command.check.progress"
local tally = require "yschema.command.check.tally"

describe("the line of progress", function()
  local function shown(lasted, files, total, violations, columns)
    local written = {}
    local stream = { write = function(_, text) written[#written + 1] = text end, flush = function() end }
    local counted = tally.new()
    counted.began, counted.files, counted.invalid = os.time() - lasted, files, violations
    local watch = progress.new(stream, counted, total, nil, columns)
    watch:show()
    watch:show()
    watch:clear()
    return table.concat(written)
  end

  it("shows files, files with errors and time, once a second", function()
    local text = shown(10, 1240, 20000, 3)
    assert.matches("^\r1,240 of 20,000 files, 3 invalid, 15[12] s left\27%[K", text)
    assert.matches("\r1 of 1 file, 1 invalid, 0 s left", shown(10, 1, 1, 1), 1, true)
    assert.matches("1,234,567 of 12,345,678 files, 0 invalid", shown(10, 1234567, 12345678, 0), 1, true)
  end)

  it("fits the terminal: its first parts matter most", function()
    for columns, line in pairs {
      [60] = "1,240 of 20,000 files, 3 invalid, 15[12] s left", [40] = "1,240 of 20,000 files, 3 invalid",
      [30] = "1,240 of 20,000 files", [20] = "1,240 of 20,000 fil",
    } do
      assert.matches("^\r" .. line .. "\27%[K", shown(10, 1240, 20000, 3, columns))
    end
  end)

  it("is not there for what lasts a second", function() assert.equal("", shown(1, 1, 2, 0)) end)

  it("is followed by how long it took, from two seconds on", function()
    local time = os.time
    finally(function() os.time = time end) -- luacheck: ignore 122
    os.time = function() return 1000 end -- luacheck: ignore 122
    local counted = tally.new()
    local function after(seconds)
      counted.began = 1000 - seconds
      return (counted:summary())
    end
    assert.equal("no errors in 0 files\n", after(1))
    assert.equal("no errors in 0 files, 2 s\n", after(2))
  end)
end)
