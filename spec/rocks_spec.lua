local command = require "spec.support.command"
local yschema = require "yschema"

local function rockspec(name)
  local rock = {}
  local chunk = assert(loadfile(command.root .. "/rocks/" .. name, "t", rock))
  if setfenv then setfenv(chunk, rock) end -- luacheck: ignore
  chunk()
  return rock
end

describe("the rockspec", function()
  local rock = rockspec "yschema-scm-1.rockspec"

  local function found(where)
    return command.output(
      ("cd %s && find %s | LC_ALL=C sort"):format(command.quote(command.root), where))
  end

  local function sorted(list)
    table.sort(list)
    return list
  end

  it("names all Lua modules and packs, under their names, without those for OpenResty", function()
    local own = rockspec "lua-resty-yschema-scm-1.rockspec"
    for folder, listed in pairs { ["lua/yschema"] = rock, ["lua/resty"] = own } do
      local expected = {}
      for _, path in ipairs(found(folder .. " -name '*.lua' -o -path '*/packs/*.yml'")) do
        local name = path:match "^lua/(.*)%.%a+$":gsub("/init$", ""):gsub("/", ".")
        expected[name] = path
      end
      assert.same(expected, listed.build.install.lua)
    end
    assert.same({ "lua == 5.1", "yschema" }, own.dependencies)
  end)

  it("installs the command", function()
    local script = assert(command.read(command.root .. "/" .. rock.build.install.bin.yschema))
    assert.matches("^#!/usr/bin/env lua", script)
  end)

  -- The sources that the build command compiles, with a compiler that only notes them.
  local function compiled()
    local notes = command.output(([[
      cd "$(mktemp -d)" && mkdir rocks && ln -s %s/csrc csrc && cp %s/rocks/build.sh rocks || exit
      cat >cc <<'END'
while [ $# != 0 ]; do
  case $1 in -o) out=$2 ;; -c) compiles=yes ;; *.c) echo "$compiles $1" >>notes ;; esac
  shift
done
: >"$out"
END
      { %s; } >said 2>&1 || cat said
      ls build/luarocks/core.so && sed -n 's/^yes //p' notes
      rm -r "$PWD"]]):format(command.quote(command.root), command.quote(command.root),
      (rock.build.build_command:gsub("%$%(CC%)", "sh cc"):gsub("%$%([%w_]+%)", ""))))
    assert.equal("build/luarocks/core.so", table.remove(notes, 1))
    return sorted(notes)
  end

  -- CMake takes all C files of the core and the binding, and the core's headers are a folder of their own.
  it("builds of the same C sources as CMake", function()
    local globs = {}
    for where in assert(command.read(command.root .. "/CMakeLists.txt"))
      :gmatch "file%(GLOB [%w_]+ CONFIGURE_DEPENDS (csrc/[%w/*.]+)%)" do
      globs[#globs + 1] = where
    end
    local all = found "csrc/core csrc/lua -name '*.c'"
    assert.same(all, sorted(command.output(("cd %s && ls %s"):format(
      command.quote(command.root), table.concat(globs, " ")))))
    assert.same(all, compiled())
  end)

  -- The address is a placeholder: rocks/README.md says so, and is the only other file that names it.
  it("has the address that rocks/README.md gives", function()
    local address = assert(command.read(command.root .. "/rocks/README.md")
      :match "\n## Placeholders\n[^`]*`(https://[^`]+)`")
    for _, one in ipairs { rock, rockspec "lua-resty-yschema-scm-1.rockspec" } do
      assert.equal(address, one.description.homepage)
      assert.equal(address .. "/issues", one.description.issues_url)
      assert.equal("git+" .. address .. ".git", one.source.url)
    end
    local host = address:match "^https://([^/]+)"
    assert.same({ "rocks/README.md" }, found("CMakeLists.txt README.md .github csrc examples lua rocks spec -type f "
      .. "! -name '*.rockspec' ! -path 'spec/cases/*' -exec grep -lF '" .. host .. "' {} +"))
  end)

  it("installs the licence", function()
    assert.same({ "rocks/LICENSE" }, rock.build.install.conf)
    assert.equal("MIT", rock.description.license)
    assert.matches("^MIT License\n", command.read(command.root .. "/rocks/LICENSE"))
  end)

  it("declares what is asked for where it is used", function()
    local rocks = { argparse = "argparse", lfs = "luafilesystem", cjson = "lua-cjson" }
    -- Only fleets need the first two, and only editors luv; without them, the problem says so.
    local declared = { socket = true, ssl = true, mime = true, luv = true }
    for _, dependency in ipairs(rock.dependencies) do
      declared[dependency:match "^%S+"] = true
    end
    local foreign = command.output("cd " .. command.quote(command.root) .. [=[ && grep -rhoE ]=]
      .. [=['require,? ?"[a-z]+"' lua/yschema | grep -oE '[a-z]+"$' | tr -d '"' | sort -u]=])
    for _, name in ipairs(foreign) do
      if name ~= "ffi" and name ~= "bit" and name ~= "yschema" then -- LuaJIT has these two
        assert.is_true(declared[rocks[name] or name], name)
      end
    end
    assert.is_true(#foreign > 3)
  end)
end)

for _, name in ipairs { "yschema", "lua-resty-yschema" } do
  describe("the rockspec of the release of " .. name, function()
    local version = yschema._VERSION:match "[%d.]+$"
    local release = rockspec(name .. "-" .. version .. "-1.rockspec")

    it("is of this version, and fetches its tag", function()
      assert.equal(version .. "-1", release.version)
      assert.equal("v" .. version, release.source.tag)
    end)

    it("says beside that what the other one says", function()
      local rock = rockspec(name .. "-scm-1.rockspec")
      assert.equal(rock.source.url, release.source.url)
      release.version, rock.version, release.source, rock.source = nil, nil, nil, nil
      assert.same(rock, release)
    end)
  end)
end
