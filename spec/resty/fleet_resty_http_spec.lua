-- The client of etcd where lua-resty-http is installed. A module that works as it does stands for it; with
-- YSCHEMA_RESTY_HTTP=FOLDER in the environment, it is the real one, from the folder that has `resty/http.lua` and,
-- of lua-resty-string, `resty/string.lua`.

local etcd = require "spec.support.etcd"
local fake_etcd = require "spec.support.fake_etcd"
local problems = require "spec.support.problems"
local nginx = require "spec.support.nginx"

if not nginx.usable "lua-resty-http" or not etcd.usable "lua-resty-http" then return end

local real = os.getenv "YSCHEMA_RESTY_HTTP"

local stand_in = [[
package.preload["resty.http"] = function()
  local Http = {}
  Http.__index = Http
  function Http.new() return setmetatable({ sock = ngx.socket.tcp() }, Http) end
  function Http:set_timeouts(...) self.sock:settimeouts(...) end
  function Http:connect(o)
    local ok, problem = self.sock:connect(o.host, o.port, { pool = o.pool })
    if not ok or o.scheme == "http" then return ok, problem end
    return self.sock:sslhandshake(nil, o.ssl_server_name, o.ssl_verify)
  end
  function Http:request(o)
    local lines = { o.method .. " " .. o.path .. " HTTP/1.1", "Content-Length: " .. #o.body }
    for name, value in pairs(o.headers) do lines[#lines + 1] = name .. ": " .. value end
    self.sock:send(table.concat(lines, "\r\n") .. "\r\n\r\n" .. o.body)
    local line, problem = self.sock:receive "*l"
    if not line then return nil, problem end
    local status = tonumber(line:sub(10, 12))
    if not status then return nil, "couldn't parse HTTP version from response status line: " .. line end
    local headers = {}
    repeat
      line, problem = self.sock:receive "*l"
      if not line then return nil, problem end
      local name, value = line:match "^(.-): (.*)$"
      if name then headers[name:lower()] = value end
    until line == ""
    return { status = status, headers = headers, body_reader = self:reader(headers) }
  end
  function Http:reader(headers)
    local left = headers["transfer-encoding"] and 0 or tonumber(headers["content-length"])
    local sock, chunked, ended = self.sock, headers["transfer-encoding"], false
    return coroutine.wrap(function(most)
      while not ended do
        if chunked and left == 0 then
          local line, problem = sock:receive "*l"
          left = line and tonumber(line, 16)
          if not left then most = coroutine.yield(nil, problem or "unable to read chunksize") end
          ended = left == 0
        end
        if left ~= 0 then
          local count = left and math.min(left, most)
          local data, problem, partial = sock:receive(count or most)
          if count then left = left - count end
          if not count and problem == "closed" then data, problem, ended = partial, nil, true end
          most = coroutine.yield(data, problem)
        end
        if chunked and left == 0 then sock:receive(2) end
        if not chunked and left == 0 then ended = true end
      end
      while true do coroutine.yield() end
    end)
  end
  function Http:close() return self.sock:close() end
  return Http
end]]

local handler = [[
location = / { return 200 "up"; }
location = /run { content_by_lua_block {
  ngx.req.read_body()
  local new, now = function(options)
    options.transport = require "resty.yschema.cosocket"
    return require "yschema.fleet.etcd.client".new(options)
  end, require "resty.yschema.cosocket".now
  ngx.say(tostring(assert(loadstring("local new, now = ...; " .. ngx.req.get_body_data()))(new, now)))
} }
location = /used { content_by_lua_block {
  ngx.print(tostring(package.loaded["resty.yschema.etcd.resty_http"] ~= nil))
} }
]]

describe("the client of etcd with lua-resty-http #programs", function()
  local server, secure, fake, web, folder, file

  lazy_setup(function()
    folder = etcd.new_folder()
    file = etcd.certificates(folder)
    server = etcd.start { user = "publisher", password = "s3cret-word" }
    secure = etcd.start { tls = { cert = file "server.pem", key = file "server.key" } }
    fake = fake_etcd.start {
      html = [[client:send(http "<html>\n<body>Welcome!</body></html>")]],
      bad_chunk = [[client:send(http("zz\r\n{}\r\n", nil, "Transfer-Encoding: chunked\r\n"))]],
      good = [[client:send(http("{" .. header .. "}"))]],
    }
    local load = real and ("package.path = %q .. package.path"):format(real .. "/?.lua;") or stand_in
    web = nginx.start {
      main = "worker_processes 1;", server = handler,
      http = ("init_by_lua_block { %s }\nlua_ssl_trusted_certificate %s;"):format(load, file "ca.pem"),
    }
  end)

  lazy_teardown(function()
    for _, one in ipairs { web, server, secure } do one:stop() end
    local said = fake:said()
    fake:stop()
    os.execute("rm -rf '" .. folder .. "'")
    assert.equal("", said)
  end)

  local function run(lua, ...) return web:post("/run", lua:format(...)).body end

  local assert_says = problems.say

  it("reads, writes and watches", function()
    assert.equal("news 1000000 timeout timeout\n", run([[
      local store = new { endpoints = { { host = "127.0.0.1", port = %d } }, user = "publisher",
        password = "s3cret-word" }
      local watch = assert(store:watch "w")
      local _, first = watch:next(0.05)
      assert(store:put("w", "news"))
      local news = assert(watch:next(5)).events[1].value
      assert(store:put("w", ("x"):rep(1000000)))
      local size = #assert(watch:next(5)).events[1].value
      assert(size == #assert(store:range "w").kvs[1].value)
      local _, second = watch:next(0.05)
      watch:close()
      return news .. " " .. size .. " " .. first .. " " .. second]], server.port))
    assert.equal("news", (function() server:put("n", "news") return server:get "n" end)())
    assert.equal("true", web:get("/used").body)
  end)

  it("verifies certificates", function()
    local text = [[
      local found, problem = new { endpoints = { { host = "127.0.0.1", port = %d, tls = true } },
        tls = { %s } }:range "a"
      return found and "good" or problem.kind .. " " .. tostring(problem)]]
    assert.equal("good\n", run(text, secure.port, 'name = "localhost"'))
    assert_says("tls etcd at 127.0.0.1:" .. secure.port .. ": its certificate ", run(text, secure.port, ""))
    assert_says("set it, and leave tls.ca out", run(text, secure.port, 'ca = "ca.pem"'))
    assert_says("tls etcd at 127.0.0.1", run(text, server.port, ""))
  end)

  local rows = {
    silent = "timeout it did not answer within 0.3 seconds",
    dripping = "timeout it did not answer within 0.3 seconds",
    dripping_header = "timeout it did not answer within 0.3 seconds",
    banner = 'answer it does not speak HTTP, but says: "SSH-2.0-OpenSSH_9.2": is it etcd',
    mute = "connect it ended the connection without an answer: ",
    html = 'answer its answer is no JSON, but begins with "<html> <body>Welcome!</body></html>": is it etcd',
    half_chunk = "connect it ended the connection in the middle of its answer",
    bad_chunk = "answer it sent a chunk whose size is no number: is it etcd",
    long_length = "connect it ended the connection in the middle of its answer",
    body = "size its answer has more than 1000000 bytes",
    chunks = "size its answer has more than 1000000 bytes",
    echo = "http it answers with the status 500, and says ",
  }

  for name, said in pairs(rows) do
    it("refuses an answer: " .. name, function()
      local kind, words = said:match "^(%l+) (.*)$"
      local text = run([[
        local store = new { endpoints = { { host = "127.0.0.1", port = %d } }, timeout = %s, max_bytes = 1000000,
          user = %s, password = "hunter2" }
        local began = now()
        local value, problem = store:range "a"
        return problem.kind .. " " .. tostring(now() - began < %d) .. " " .. tostring(problem)]], fake.ports[name],
        kind == "timeout" and 0.3 or 5, name == "echo" and '"someone"' or "nil", kind == "timeout" and 1 or 4)
      assert_says(("%s true etcd at 127.0.0.1:%d: %s"):format(kind, fake.ports[name], words), text)
      assert.is_nil(text:find("hunter2", 1, true), text)
    end)
  end

  it("says when nobody listens", function()
    assert_says("etcd at 127.0.0.1:1: it cannot be reached (connection refused): is etcd running",
      run [[return tostring(select(2, new { endpoints = { { host = "127.0.0.1", port = 1 } } }:range "a"))]])
  end)

  it("asks the next endpoint, and writes once", function()
    assert.equal("timeout\n", run([[
      local store = new { endpoints = { { host = "127.0.0.1", port = %d }, { host = "127.0.0.1", port = %d } },
        timeout = 0.3 }
      assert(store:range "a")
      return select(2, new { endpoints = { { host = "127.0.0.1", port = %d } }, timeout = 0.3 }:put("a", "1")).kind]],
      1, fake.ports.good, fake.ports.silent))
  end)
end)
