--- A real etcd for specs: with a data folder of its own, on free loopback ports, stopped by its pid.
--
--     local server = etcd.start()                  -- { tls = certificates, user = "root", password = "..." }
--     server.host, server.port, server.url         -- "127.0.0.1", 23456, "http://127.0.0.1:23456"
--     server:put("key", "value"); server:get "key" -- without the client under test
--     server:pause(); server:resume(); server:kill(); server:restart { empty = true }; server:compact()
--     server:stop()
--
-- The spec that starts one stops it, also when it fails: in `teardown`, or with `finally`.

local busted = require "busted"
local command = require "spec.support.command"
local nginx = require "spec.support.nginx"

local etcd = {}

local quote, output, wait = command.quote, command.output, nginx.wait

local Server = {}
Server.__index = Server

--- Why no etcd can be started here; nil when one can.
function etcd.missing()
  local all = output("command -v etcd && command -v etcdctl && command -v curl && command -v ps "
    .. "&& command -v openssl && " .. command.runtime .. " -e 'require \"socket\" require \"ssl\"' 2>&1 && echo all")
  if all[#all] == "all" then return nil end
  return "needs etcd: apt-get install etcd-server etcd-client lua-socket lua-sec openssl curl procps"
end

--- Whether specs with a real etcd run here. Where it is missing, the specs' title is pending, and a line says so.
---@param title string what the specs are about
---@return boolean
function etcd.usable(title)
  local problem = etcd.missing()
  if problem then
    io.stderr:write("*** ", title, ": NOT tested: ", problem, " ***\n")
    busted.describe(title, function() busted.pending(problem) end)
  end
  return not problem
end

-- ---- processes ----------------------------------------------------------------------

--- Whether a process runs. One that has ended does not, once its last thread is gone, even before it was waited for.
---@param pid integer
---@return boolean
function etcd.is_running(pid)
  local status = command.read(("/proc/%d/stat"):format(pid))
  local state = status and status:match "%) (%a)"
  if state ~= "Z" and state ~= "X" then return state ~= nil end
  return #output(("ls /proc/%d/task 2>/dev/null"):format(pid)) > 1
end

local function signal(pid, name) os.execute(("kill -%s %d 2>/dev/null"):format(name, pid)) end

-- Ends a process, and waits until it is gone.
local function finish(pid, name)
  signal(pid, name)
  if wait(function() return not etcd.is_running(pid) end, 5) then return end
  signal(pid, "KILL")
  wait(function() return not etcd.is_running(pid) end, 5)
end

--- Starts a program in the background.
---@param line string for the shell
---@param said string the file for what it prints
---@return integer pid
function etcd.background(line, said)
  return tonumber(output(("exec %s >%s 2>&1 </dev/null & echo $!"):format(line, quote(said)))[1])
end

--- Stops a program that `background` started.
function etcd.finish(pid) finish(pid, "TERM") end

-- ---- certificates -------------------------------------------------------------------

local make_certificates = [[
cd "$1" && exec >/dev/null 2>&1
key() { openssl ecparam -name prime256v1 -genkey -noout -out "$1.key"; }
authority() {
  key "$1" && openssl req -x509 -new -key "$1.key" -subj "/CN=$1" -days 3650 -config /dev/null \
    -addext basicConstraints=critical,CA:TRUE -out "$1.pem"
}
# NAME AUTHORITY ALTERNATIVE-NAMES; without a common name: where its own certificate has one, etcd's gateway takes
# it for a user's, and refuses passwords
signed() {
  key "$1" && openssl req -new -key "$1.key" -subj "/O=$1" -config /dev/null -out "$1.csr" &&
    printf 'subjectAltName=%s\nextendedKeyUsage=serverAuth,clientAuth\n' "$3" >"$1.ext" &&
    openssl x509 -req -in "$1.csr" -CA "$2.pem" -CAkey "$2.key" -set_serial "0x$(openssl rand -hex 8)" \
      -days 3650 -extfile "$1.ext" -out "$1.pem"
}
authority ca && authority stranger && signed server ca IP:127.0.0.1,DNS:localhost &&
  signed elsewhere ca "DNS:elsewhere.example,DNS:*.wild.example,IP:10.0.0.1,IP:2001:db8::1" &&
  signed client ca DNS:client.example && signed strange stranger IP:127.0.0.1,DNS:localhost
]]

--- Makes certificates: pairs NAME.pem, NAME.key of the authorities `ca` and `stranger`, and of `server` (127.0.0.1,
-- localhost), `elsewhere` (elsewhere.example and others) and `client` by `ca`, and `strange` (127.0.0.1) by `stranger`.
---@param folder string that is there
---@return fun(name: string): string path of NAME.pem or NAME.key
function etcd.certificates(folder)
  local file = assert(io.open(folder .. "/make.sh", "w"))
  file:write(make_certificates)
  file:close()
  output(("sh %s/make.sh %s"):format(quote(folder), quote(folder)))
  assert(command.read(folder .. "/strange.pem"), "openssl made no certificates")
  return function(name) return folder .. "/" .. name end
end

-- ---- the server ---------------------------------------------------------------------

--- A folder in memory, where there is one: etcd waits for the disk at each write.
function etcd.new_folder()
  return output("mktemp -d /dev/shm/etcd.XXXXXX 2>/dev/null || mktemp -d")[1]
end

local function tls_words(what)
  local tls = what.tls
  if not tls then return "" end
  local words = (" --cert-file %s --key-file %s"):format(quote(tls.cert), quote(tls.key))
  if tls.client_ca then words = words .. " --client-cert-auth --trusted-ca-file " .. quote(tls.client_ca) end
  return words
end

local function launch(self)
  local what = self.what
  local line = table.concat({
    "etcd --name node --data-dir ", quote(self.folder .. "/data"), " --listen-client-urls ", self.url,
    " --advertise-client-urls ", self.url, " --listen-peer-urls http://127.0.0.1:", self.peer_port,
    " --initial-advertise-peer-urls http://127.0.0.1:", self.peer_port,
    " --initial-cluster node=http://127.0.0.1:", self.peer_port, " --initial-cluster-token ", self.token,
    " --heartbeat-interval 20 --election-timeout 200 --bcrypt-cost 4 --log-level error --logger zap",
    " --quota-backend-bytes 536870912", -- it maps its database as large as that may become: else 10 GiB
    " --auth-token-ttl ", what.token_seconds or 300, tls_words(what), " ", what.arguments or "",
  })
  self.pid = etcd.background(line, self.folder .. "/said")
end

-- The flags of curl for this server.
local function curl_words(self)
  local tls = self.what.tls
  if not tls then return "" end
  if not tls.client_ca then return " -k" end
  return (" -k --cert %s --key %s"):format(quote(tls.cert), quote(tls.key))
end

--- Asks the server by curl; returns its answer.
---@param path string such as "/v3/kv/range"
---@param body string? JSON, for a POST
---@return string
function Server:curl(path, body)
  local data = ""
  if body then
    local file = assert(io.open(self.folder .. "/body", "wb"))
    file:write(body)
    file:close()
    data = " --data-binary @" .. quote(self.folder .. "/body")
  end
  local header = self.authorization and (" -H 'Authorization: %s'"):format(self.authorization) or ""
  return table.concat(output(("curl -s -m 10%s%s%s %s"):format(curl_words(self), header, data,
    quote(self.url .. path))), "\n")
end

local function answers(self)
  return wait(function()
    if not etcd.is_running(self.pid) then return "ended" end
    return self:curl("/health"):find('"health":"true"', 1, true) and "up"
  end, 15) == "up"
end

local function authenticate(self)
  local name, password = self.what.user, self.what.password
  self.authorization = nil
  local said = self:curl("/v3/auth/authenticate", ('{"name":"%s","password":"%s"}'):format(name, password))
  self.authorization = said:match '"token":"([^"]*)"'
end

-- A user with all permissions, whose name is always root in etcd, and the user of the specs.
local function enable_auth(self)
  local name, password = self.what.user, self.what.password
  local function ask(path, body) self:curl("/v3/auth/" .. path, body) end
  self.authorization = nil
  ask("role/add", '{"name":"root"}')
  for _, user in ipairs(name == "root" and { "root" } or { "root", name }) do
    ask("user/add", ('{"name":"%s","password":"%s"}'):format(user, password))
    ask("user/grant", ('{"user":"%s","role":"root"}'):format(user))
  end
  ask("enable", "{}")
  authenticate(self)
  assert(self.authorization, "etcd has no users")
end

local tokens = 0

local function try(what)
  tokens = tokens + 1
  local self = setmetatable({
    what = what, host = "127.0.0.1", port = what.port or nginx.free_port(), peer_port = nginx.free_port(),
    folder = etcd.new_folder(),
  }, Server)
  self.token = ("spec-%d-%d"):format(self.port, tokens)
  self.url = (what.tls and "https://" or "http://") .. self.host .. ":" .. self.port
  self.endpoint = self.host .. ":" .. self.port
  launch(self)
  if not answers(self) then
    local said = command.read(self.folder .. "/said")
    self:stop()
    return nil, said
  end
  local ok, problem = pcall(what.user and enable_auth or type, self)
  if not ok then
    self:stop()
    return nil, problem
  end
  return self
end

--- Starts a server, and waits until it answers.
---@param what { tls: { cert: string, key: string, client_ca: string? }?, user: string?, password: string?,
---   token_seconds: integer?, port: integer?, arguments: string? }?
---@return table server
function etcd.start(what)
  local said
  for _ = 1, 3 do -- another program may take a port that was free
    local self
    self, said = try(what or {})
    if self then return self end
  end
  error("etcd does not start: " .. tostring(said))
end

--- Stops it and removes its folder.
function Server:stop()
  if etcd.is_running(self.pid) then
    signal(self.pid, "CONT")
    finish(self.pid, "KILL") -- its data is removed, so a clean end is not needed
  end
  os.execute("rm -rf " .. quote(self.folder))
end

--- Ends it at once, as a crash does. Its data stays.
function Server:kill() finish(self.pid, "KILL") end

--- Stops its processor: connections stay open, and nothing is answered. On a busy machine some threads go on for a
-- moment, and would answer.
function Server:pause()
  signal(self.pid, "STOP")
  local states = ("cat /proc/%d/task/*/stat 2>/dev/null | grep -vc ') [Tt] '"):format(self.pid)
  assert(wait(function() return output(states)[1] == "0" end, 5), "etcd does not stop")
end

function Server:resume() signal(self.pid, "CONT") end

--- Starts it again, on the same port.
---@param how { empty: boolean }? `empty`: without its data, so that it is another cluster
function Server:restart(how)
  if etcd.is_running(self.pid) then self:kill() end
  if how and how.empty then
    os.execute("rm -rf " .. quote(self.folder .. "/data"))
    tokens = tokens + 1
    self.token = ("spec-%d-%d"):format(self.port, tokens)
  end
  launch(self)
  assert(answers(self), command.read(self.folder .. "/said"))
  if self.what.user then
    if how and how.empty then enable_auth(self) else authenticate(self) end
  end
end

-- ---- its keys, without the client under test ----------------------------------------

local function encoded(text)
  local letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
  local padded = text .. ("\0"):rep(-#text % 3)
  local out = padded:gsub("...", function(three)
    local a, b, c = three:byte(1, 3)
    local n = a * 65536 + b * 256 + c
    local four = ""
    for shift = 3, 0, -1 do
      local digit = math.floor(n / 64 ^ shift) % 64 + 1
      four = four .. letters:sub(digit, digit)
    end
    return four
  end)
  return out:sub(1, #out - -#text % 3) .. ("="):rep(-#text % 3)
end

local function decoded(text)
  local letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
  local out, n, bits = {}, 0, 0
  for letter in text:gmatch "[^=]" do
    n, bits = n * 64 + letters:find(letter, 1, true) - 1, bits + 6
    if bits >= 8 then
      bits = bits - 8
      out[#out + 1] = string.char(math.floor(n / 2 ^ bits))
      n = n % 2 ^ bits
    end
  end
  return table.concat(out)
end

--- Puts a value; returns the store's revision, a number.
function Server:put(key, value)
  local said = self:curl("/v3/kv/put", ('{"key":"%s","value":"%s"}'):format(encoded(key), encoded(value)))
  return assert(tonumber(said:match '"revision":"(%d+)"'), said)
end

--- A value; nil when there is none.
function Server:get(key)
  local said = self:curl("/v3/kv/range", ('{"key":"%s"}'):format(encoded(key)))
  assert(said:find('"header"', 1, true), said)
  if not said:find('"kvs"', 1, true) then return nil end
  return decoded(said:match '"value":"([^"]*)"' or "")
end

-- The range of a key, or of all that begin with it, as JSON without its braces.
local function range_of(key, prefix)
  if not prefix then return ('"key":"%s"'):format(encoded(key)) end
  if key == "" then return '"key":"AA==","range_end":"AA=="' end
  local last = key:sub(1, -2) .. string.char(key:byte(-1) + 1)
  return ('"key":"%s","range_end":"%s"'):format(encoded(key), encoded(last))
end

--- The keys that begin with a text, in order.
---@return string[]
function Server:keys(prefix)
  local said = self:curl("/v3/kv/range", ('{%s,"keys_only":true}'):format(range_of(prefix, true)))
  assert(said:find('"header"', 1, true), said)
  local keys = {}
  for key in said:gmatch '"key":"([^"]*)"' do keys[#keys + 1] = decoded(key) end
  table.sort(keys)
  return keys
end

--- Removes a key, or with `prefix` all that begin with it.
function Server:delete(key, prefix)
  self:curl("/v3/kv/deleterange", ("{%s}"):format(range_of(key, prefix)))
end

--- The revision of the store, a number.
function Server:revision()
  return tonumber(self:curl("/v3/kv/range", ('{"key":"%s"}'):format(encoded "none")):match '"revision":"(%d+)"')
end

--- Forgets all revisions before this one, or before the newest.
function Server:compact(revision)
  self:curl("/v3/kv/compaction", ('{"revision":"%d","physical":true}'):format(revision or self:revision()))
end

return etcd
