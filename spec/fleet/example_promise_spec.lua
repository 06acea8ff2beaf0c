-- A newcomer gets the output that the pages of examples/fleet show, typed word for word; but ports may be taken here,
-- and ids, times and names of machines are others. With FLEET_REFRESH=1 in the environment, what is printed is written
-- into the pages.

local fleet = require "spec.support.real_fleet"

if not fleet.usable "examples/fleet" then return end

local command = require "spec.support.command"
local nginx = require "spec.support.nginx"
local pages = require "spec.support.pages"

local node_port, etcd_port

-- Ports next to each other that are free.
local function ports()
  repeat
    node_port, etcd_port = nginx.free_port(), nginx.free_port()
  until math.abs(node_port - etcd_port) > 5
end

local function here(text)
  text = text:gsub("sh examples/fleet/run%.sh\n", ("sh examples/fleet/run.sh %d %d\n"):format(node_port, etcd_port))
  text = text:gsub("23790", tostring(etcd_port))
  return (text:gsub("808([123])", function(digit) return tostring(node_port + digit - 1) end))
end

local function there(text)
  text = text:gsub(tostring(etcd_port), "23790")
  for i = 1, 3 do text = text:gsub(tostring(node_port + i - 1), "808" .. i) end
  return (text:gsub("by %S+@%S+", "by ann@build"))
end

-- The words that are the same each time.
local function alike(text)
  text = text:gsub("%d+ of %d+ %l+ serve it[^\n]*\n", "")
  text = text:gsub("%f[%x]" .. ("%x"):rep(12) .. "%f[%X]", "0123456789ab")
  text = text:gsub("%d%d%d%d%-%d%d%-%d%dT[%d:]+Z", "2026-11-23T08:00:00Z")
  return (text:gsub("%f[%d]%d+s\n", "0s\n"))
end

-- Types all lines of a page into one shell; gives what each of them prints.
local function type_all(lines)
  local parts = { "cd " .. command.quote(command.root), 'curl() { command curl -s "$@"; }' } -- as on a terminal
  for _, line in ipairs(lines) do parts[#parts + 1] = ("{ %s\n} 2>&1 </dev/null; printf '\\001'"):format(line) end
  local script = os.tmpname()
  local file = assert(io.open(script, "w"))
  file:write(table.concat(parts, "\n"), "\n")
  file:close()
  local pipe = assert(io.popen("sh " .. script .. " 2>/dev/null"))
  local printed = {}
  for text in pipe:read("*a"):gmatch "(.-)\1" do printed[#printed + 1] = text end
  pipe:close()
  os.remove(script)
  return printed
end

local function turns_of(text)
  local turns = {}
  for _, fence in ipairs(pages.fences(text)) do
    if fence.language == "shell" then
      for _, turn in ipairs(pages.dialogue(fence.body)) do turns[#turns + 1] = turn end
    end
  end
  return turns
end

-- Writes what was printed below what was typed.
local function refreshed(text, printed)
  local number = 0
  return (text:gsub("```shell\n(.-)```", function(body)
    local out = {}
    for _, turn in ipairs(pages.dialogue(body)) do
      number = number + 1
      out[#out + 1] = ("$ %s\n%s"):format(turn.typed, (there(printed[number])))
    end
    return "```shell\n" .. table.concat(out) .. "```"
  end))
end

describe("examples/fleet", function()
  setup(ports)
  teardown(function() os.execute("sh examples/fleet/run.sh stop >/dev/null 2>&1") end)

  for _, name in ipairs { "README.md", "operating.md" } do
    it("answers as its page says: " .. name, function()
      local path = command.root .. "/examples/fleet/" .. name
      local text = command.read(path)
      local lines = {}
      for _, turn in ipairs(turns_of(here(text))) do lines[#lines + 1] = turn.typed end
      local printed = type_all(lines)
      if os.getenv "FLEET_REFRESH" then
        local file = assert(io.open(path, "w"))
        file:write(refreshed(text, printed), "")
        file:close()
        return
      end
      for i, turn in ipairs(turns_of(text)) do
        assert.equal(alike(turn.printed), alike(there(printed[i])), turn.typed)
      end
      assert.is_true(#lines > 5)
    end)
  end
end)
