-- Invalid values files for an editor: each goes to a folder with its schema for draft 7, which
-- it names in its first line as examples/inspect describes, and with the lines that yschema reports.
--
--   lua5.4 spec/peers/editor.lua FOLDER
--
-- Files: NAME.yml, NAME.schema.json, NAME.lines (numbers of the lines with violations, from 1).

package.path = "./?.lua;lua/?.lua;lua/?/init.lua;" .. package.path
package.cpath = (os.getenv "YSCHEMA_BUILD" or "build") .. "/lua54/?.so;" .. package.cpath
local command = require "spec.support.command"
local yschema = require "yschema"

local folder = assert(arg[1], "which folder?")
local HEADER = "#@data/values-schema\n---\n"

local function write(name, text)
  local file = assert(io.open(folder .. "/" .. name, "w"))
  assert(file:write(text))
  file:close()
end

local function fixture(name, schema_text, values)
  local schema = assert(yschema.load(schema_text:find("\n---\n", 1, true) and schema_text or HEADER .. schema_text))
  local text = ("# yaml-language-server: $schema=%s.schema.json\n%s"):format(name, values)
  local _, report = schema:apply(text)
  local lines, seen = {}, {}
  for _, violation in ipairs(report and report.violations or {}) do
    if not seen[violation.line] then lines[#lines + 1] = ("%d\n"):format(violation.line) end
    seen[violation.line] = true
  end
  write(name .. ".schema.json", (schema:json_schema()))
  write(name .. ".yml", text)
  write(name .. ".lines", table.concat(lines))
end

fixture("types", [[
name: ""
port: 80
ratio: 0.5
debug: false
hosts:
- name: ""
  weight: 1
]], [[
name: 5
port: eighty
ratio: 2
debug: "yes"
hosts:
- name: a
  weight: heavy
- name: [b]
  weight: 2
]])

fixture("unknown-keys", [[
name: ""
tls:
  cert: ""
  key: ""
]], [[
nmae: app
tls:
  cert: a
  kye: b
  chain: {a: 1}
extra: true
]])

fixture("rules", [[
#@schema/validation one_of=["debug", "info", "error"]
level: info
#@schema/validation regexp="^[a-z]+$"
name: app
#@schema/validation min=1, max=65535
port: 80
#@schema/validation min_len=3, max_len=5
code: abc
#@schema/default ["a"]
#@schema/validation min_len=1, unique=True
tags:
- ""
#@schema/validation format="ipv4"
address: 10.0.0.1
#@schema/validation starts_with="https://"
url: https://a.example
]], [[
level: verbose
name: App
port: 70000
code: ab
tags: [x, x]
address: 10.0.0
url: http://a.example
]])

fixture("null", [[
#@schema/nullable
a: 1
b: 1
#@schema/nullable
#@schema/validation not_null=True
c: ""
#@schema/type one_of=["string", "int"]
d: x
]], [[
a: null
b: null
c: null
d: null
]])

fixture("required", [[
#@schema/nullable
#@schema/validation not_null=True
password: ""
user: ""
]], [[
password: null
user: root
]])

fixture("alternatives", [[
#@schema/any-of "", {"host": "localhost", "port": 5432}
database: ""
#@schema/one-of 1, [""]
level: 1
#@schema/nullable
#@schema/any-of "", ["text"]
path: ""
]], [[
database: 5
level: high
path: null
]])

fixture("alternatives-below", [[
#@schema/any-of "", {"host": "localhost", "port": 5432}
database: ""
]], [[
database: {prt: 5432}
]])

fixture("keys", [[
limits:
  #@schema/key allowed="^max_", expects="0+"
  _: 0
labels:
  #@schema/any-key
  _: ""
ports:
  #@schema/key allowed="any", expects="2+"
  _: 0
]], [[
limits:
  max_users: many
  min_users: 1
labels:
  a: b
  c: 1
ports: {http: 80}
]])

fixture("removed", [[
#@schema/removed "use b"
a: 1
b: 2
]], [[
a: 1
b: 3
]])

fixture("nothing", [[
name: ""
#@schema/any-key
_:
- 1
]], [[
name: fine
more: [1, 2]
none: []
]])

fixture("platform", command.read(command.root .. "/spec/peers/platform.yml"), [[
system_domain: 5
app_domains: [a.example.com, 1]
admin_password: short
load_balancer:
  enable: "yes"
  static_ip: 10.0.0.1
system_registry:
  host: registry.example.com
app_registry:
  repository_prefix: apps
istio_static_ip: 1.2.3.4
databases:
  uaa:
    adapter: oracle
    port: http
blobstore: 5
log_level: 1.5
resources:
  cpu: {request: 1.5}
  disk: {request: 1}
features:
- name: a
  percent: 101
- named: b
]])
