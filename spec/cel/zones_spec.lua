-- Time zones by name: the files of a folder that the spec writes.

local calendar = require "yschema.cel.values.calendar"
local zone_rules = require "yschema.cel.values.zone_rules"
local zones = require "yschema.cel.values.zones"

local function big_endian(n, bytes)
  local out = {}
  for i = bytes, 1, -1 do out[i], n = string.char(n % 256), math.floor(n / 256) end
  return table.concat(out)
end

-- A file with one transition, at 1980, from +01:00 to +02:00; then a rule.
local function zone_file(bytes, footer)
  local function part(width)
    return "TZif" .. (bytes == 8 and "2" or "\0") .. ("\0"):rep(15)
      .. big_endian(0, 4):rep(3) .. big_endian(1, 4) .. big_endian(2, 4) .. big_endian(4, 4)
      .. big_endian(315532800, width) .. "\1"
      .. big_endian(3600, 4) .. "\0\0" .. big_endian(7200, 4) .. "\0\0" .. "AAA\0"
  end
  return part(4) .. (bytes == 8 and part(8) .. "\n" .. footer .. "\n" or "")
end

local function seconds(year, month, day, hour) return calendar.seconds(year, month, day, hour or 0, 0, 0) end

describe("time zones", function()
  local folder, real = os.tmpname(), zones.folder

  setup(function()
    os.remove(folder)
    assert(os.execute("mkdir -p " .. folder .. "/Test"))
    for name, text in pairs {
      Old = zone_file(4), Plain = zone_file(8, ""), Ruled = zone_file(8, "EST5EDT,M3.2.0,M11.1.0"), Broken = "TZif2",
      ["Test/Short"] = zone_file(8, "x"):sub(1, 60),
    } do
      local file = assert(io.open(folder .. "/" .. name, "wb"))
      file:write(text)
      file:close()
    end
    zones.folder = folder
  end)

  teardown(function()
    zones.folder = real
    os.execute("rm -r " .. folder)
  end)

  it("change at the times that their files have", function()
    for _, name in ipairs { "Old", "Plain" } do
      assert.equal(3600, zones.offset(name, 315532799), name)
      assert.equal(7200, zones.offset(name, 315532800), name)
      assert.equal(7200, zones.offset(name, seconds(2100, 1, 1)), name)
    end
  end)

  it("follow the rule of their files after the last change", function()
    assert.equal(3600, zones.offset("Ruled", 0))
    assert.equal(-18000, zones.offset("Ruled", seconds(2024, 3, 10, 6)))
    assert.equal(-14400, zones.offset("Ruled", seconds(2024, 3, 10, 7)))
    assert.equal(-14400, zones.offset("Ruled", seconds(2024, 11, 3, 5)))
    assert.equal(-18000, zones.offset("Ruled", seconds(2024, 11, 3, 6)))
  end)

  it("are refused when their files cannot be read", function()
    for _, name in ipairs { "Broken", "Test/Short", "Test", "None", "Test/../Old", "Test//Short", "./Old" } do
      local ok, thrown = pcall(zones.offset, name, 0)
      assert.is_false(ok, name)
      assert.truthy(thrown.message:find("is no time zone", 1, true), name)
    end
  end)

  it("have rules of three forms, on both sides of the equator", function()
    local sydney = zone_rules.read "AEST-10AEDT,M10.1.0,M4.1.0/3"
    assert.equal(39600, sydney(seconds(2024, 1, 1)))
    assert.equal(36000, sydney(seconds(2024, 7, 1)))
    assert.equal(-10800, zone_rules.read "<-03>3"(0))
    assert.equal(20700, zone_rules.read "<+0545>-5:45"(0))
    local julian = zone_rules.read "AAA0BBB,J60/0,J300/0"
    assert.equal(0, julian(seconds(2023, 3, 1) - 1))
    assert.equal(3600, julian(seconds(2023, 3, 1)))
    assert.equal(3600, julian(seconds(2024, 3, 1)))
    local numbered = zone_rules.read "AAA0BBB-0:30,59/0,300/0"
    assert.equal(1800, numbered(seconds(2024, 2, 29)))
    assert.equal(0, numbered(seconds(2024, 2, 29) - 1))
    assert.is_nil(zone_rules.read "AAA0BBB,x")
    assert.is_nil(zone_rules.read "")
  end)

  it("are those of the system", function()
    local file = io.open(real .. "/Australia/Sydney")
    if not file then return end
    file:close()
    zones.folder = real
    assert.equal(39600, zones.offset("Australia/Sydney", 1234567890))
    assert.equal(20700, zones.offset("Asia/Kathmandu", 1234567890))
    assert.equal(-12600, zones.offset("America/St_Johns", 1234567890))
    zones.folder = folder
  end)
end)
