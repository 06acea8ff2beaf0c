local command = require "spec.support.command"
local rockspecs = require "spec.support.rockspecs"
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

  local function count(map)
    local n = 0
    for _ in pairs(map) do n = n + 1 end
    return n
  end

  local function sorted(list)
    table.sort(list)
    return list
  end

  it("is as rocks/update.lua writes it, with all modules and packs, and so is that of the release", function()
    local texts = rockspecs.texts()
    for _, one in ipairs(texts) do assert.equal(one.text, command.read(command.root .. "/" .. one.path), one.path) end
    assert.equal(4, #texts)
    assert.equal(#found "lua/yschema -name '*.lua' -o -path '*/packs/*.yml'", count(rock.build.install.lua))
    assert.equal("lua/yschema/packs/kong.yml", rock.build.install.lua["yschema.packs.kong"])
    assert.equal("lua/yschema/init.lua", rock.build.install.lua.yschema)
    assert.is_nil(rock.source.tag)
    local release = rockspec(texts[2].path:match "[^/]+$")
    assert.equal(yschema._VERSION:match "[%d.]+$" .. "-1", release.version)
    assert.equal("v" .. yschema._VERSION:match "[%d.]+$", release.source.tag)
  end)

  it("of the modules for OpenResty depends on the other one", function()
    local own = rockspec "lua-resty-yschema-scm-1.rockspec"
    assert.equal(#found "lua/resty -name '*.lua'", count(own.build.install.lua))
    assert.same({ "lua == 5.1", "yschema" }, own.dependencies)
  end)

  it("installs the command", function()
    local script = assert(command.read(command.root .. "/lua/bin/yschema"))
    assert.matches("^#!/usr/bin/env lua", script)
    assert.same({ yschema = "build/luarocks/yschema" }, rock.build.install.bin)
    assert.is_false(rock.deploy.wrap_bin_scripts) -- it would look for luarocks.loader in the working directory
  end)

  -- The sources that the build command compiles, with a compiler that only notes them.
  local function compiled()
    local notes = command.output(([[
      cd "$(mktemp -d)" && mkdir rocks && ln -s %s/csrc %s/lua . && cp %s/rocks/build.sh rocks || exit
      cat >cc <<'END'
while [ $# != 0 ]; do
  case $1 in -o) out=$2 ;; -c) compiles=yes ;; *.c) echo "$compiles $1" >>notes ;; esac
  shift
done
: >"$out"
END
      { %s; } >said 2>&1 || cat said
      ls build/luarocks/core.so && head -n 1 build/luarocks/yschema && sed -n 's/^yes //p' notes
      rm -r "$PWD"]]):format(command.quote(command.root), command.quote(command.root), command.quote(command.root),
      (rock.build.build_command:gsub("%$%(CC%)", "sh cc"):gsub("%$%(LUA%)", "/some/lua"):gsub("%$%([%w_]+%)", ""))))
    assert.equal("build/luarocks/core.so", table.remove(notes, 1))
    assert.equal("#!/some/lua", table.remove(notes, 1))
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
