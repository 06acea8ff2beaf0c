--- Publishes with the standalone program from a root that has nothing but it, to a real etcd with TLS.
--
--     lua5.4 spec/host/etcd.lua PROGRAM FOLDER
--
-- Needs root. FOLDER becomes the empty root.

package.path = "./?.lua;" .. package.path

local command = require "spec.support.command"
local etcd = require "spec.support.etcd"

local program, folder = arg[1], arg[2]
local missing = etcd.missing()
if missing then
  print("*** the standalone program was NOT tried with etcd: it " .. missing .. " ***")
  os.exit(0)
end

local function write(name, text)
  local file = assert(io.open(folder .. name, "w"))
  assert(file:write(text))
  assert(file:close())
end

assert(os.execute(("mkdir -p %s/tls && cp %s %s/yschema"):format(command.quote(folder), command.quote(program),
  command.quote(folder))))
local certificate = etcd.certificates(folder .. "/tls")
write("/schema.yml", "#@data/values-schema\n---\na: 1\n")

-- Runs the program, and fails unless it prints the words.
local function expect(words, server, line)
  local flags = ("--to etcds://127.0.0.1:%d/conf --cacert /tls/ca.pem --cert /tls/client.pem --key /tls/client.key")
    :format(server.port)
  local said = table.concat(command.output(("chroot %s /yschema %s %s 2>&1"):format(
    command.quote(folder), line, flags)), "\n")
  print(said)
  assert(said:find(words, 1, true), "it does not print: " .. words)
end

local server = etcd.start { tls = { cert = certificate "server.pem", key = certificate "server.key",
  client_ca = certificate "ca.pem" } }
local ok, problem = pcall(function()
  write("/values.yml", "a: 2\n")
  expect("in service (serial 1)", server, "publish shop -f /schema.yml -f /values.yml")
  write("/values.yml", "a: 3\n")
  expect("a: 2 -> 3", server, "publish shop -f /schema.yml -f /values.yml")
  expect("in service again (serial 3)", server, "rollback shop")
  expect("serial 3, not signed", server, "fleet shop")
end)
server:stop()
if not ok then print(problem) end
os.exit(ok and 0 or 1)
