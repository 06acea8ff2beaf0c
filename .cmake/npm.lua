-- npm.lua - makes the package for JavaScript:
--
--   lua5.4 .cmake/npm.lua SOURCE PROGRAM FOLDER VERSION
--
-- PROGRAM has what emscripten made (program.cmake). The folder gets the package as it is installed: the same code as an
-- ECMAScript module for Node, one for browsers, and a CommonJS module.

local source, program, folder, version = table.unpack(arg)

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "a"
  file:close()
  return text
end

local function write(name, text)
  local file = assert(io.open(folder .. "/" .. name, "wb"))
  assert(file:write(text))
  assert(file:close())
end

local function own(name) return read(source .. "/csrc/host/javascript/" .. name) end

-- Both links have made modules with the same imports and exports; only the code around them differs.
local wasm = read(program .. "/engine.wasm")

-- Emscripten ends with its own exports, for all kinds of modules.
local engine = read(program .. "/engine.js"):match "^(.-)\nif %(typeof exports"
assert(engine, "engine.js does not end as expected")
-- A module has no script of its own, and reads its files itself.
engine = engine:gsub("document%.currentScript%.src", '""')

local body = engine .. "\n" .. own "api.js" .. ('\nconst version = "%s";\n'):format(version)
local exports = "load, text, Text, Schema, YschemaError, version"
local in_browser = [[
async function readWasm() {
  const response = await fetch(new URL("./yschema.wasm", import.meta.url));
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}
]]
write("browser.mjs", body .. in_browser .. "export { " .. exports .. " };\n")
write("index.mjs", 'import { readFile } from "node:fs/promises";\n' .. body
  .. 'function readWasm() {\n  return readFile(new URL("./yschema.wasm", import.meta.url));\n}\n'
  .. "export { " .. exports .. " };\n")
write("index.cjs", '"use strict";\n' .. body
  .. 'const { join } = require("path");\n'
  .. 'function readWasm() {\n  return require("fs").promises.readFile(join(__dirname, "yschema.wasm"));\n}\n'
  .. "module.exports = { " .. exports .. " };\n")
write("index.d.ts", own "index.d.ts")
write("yschema.wasm", wasm)
write("command.js", read(program .. "/command.js"))
write("bin/yschema.js", own "command.js")
write("LICENSE", read(source .. "/rocks/LICENSE"))
write("README.md", own "package.md")
write("package.json", (own "package.json":gsub("VERSION", version)))
for title, package in pairs { Lua = "liblua5.4-dev", libyaml = "libyaml-dev", PCRE2 = "libpcre2-dev",
  LuaFileSystem = "lua-filesystem-dev", argparse = "lua-argparse", emscripten = "emscripten" } do
  write("licenses/" .. title, read("/usr/share/doc/" .. package .. "/copyright"))
end
