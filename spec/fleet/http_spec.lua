-- Answers of HTTP: however the bytes are cut, the result is the same.

local http = require "yschema.fleet.etcd.http"

-- Reads pieces; gives what was found, as one text.
local function read(pieces, most)
  local answer, body = http.answer(most), {}
  local ok, failure, kind, said = true, nil, nil, nil
  for _, piece in ipairs(pieces) do
    ok, failure, kind, said = answer:feed(piece)
    body[#body + 1] = answer:take()
    if not ok or answer.done then break end
  end
  if ok and not answer.done then ok, failure, kind, said = answer:finish() end
  local names = {}
  for name, value in pairs(answer.headers) do names[#names + 1] = name .. "=" .. value end
  table.sort(names)
  if ok then return ("%d %s %s"):format(answer.status, table.concat(names, ","), table.concat(body)) end
  return ("%s: %s%s"):format(kind, failure, said or "")
end

-- Cuts a text at random places; often into single bytes.
local function cut(text, random)
  local pieces, at = {}, 1
  local longest = ({ 1, 3, 20, 1000 })[random(4)]
  while at <= #text do
    local stop = at + random(longest) - 1
    pieces[#pieces + 1] = text:sub(at, stop)
    at = stop + 1
  end
  return pieces
end

local function chunked(...)
  local out = {}
  for i, text in ipairs { ... } do out[i] = ("%X\r\n%s\r\n"):format(#text, text) end
  return table.concat(out) .. "0\r\n\r\n"
end

local head = "HTTP/1.1 200 OK\r\n"
local coded = head .. "Transfer-Encoding: chunked\r\n\r\n"

local rows = {
  { head .. "Content-Length: 5\r\n\r\nhello", "200 content-length=5 hello" },
  { head .. "Content-Length: 5\r\n\r\nhello, and more", "200 content-length=5 hello" },
  { head .. "content-LENGTH:5   \r\nX:\t a  b \r\n\r\nhello", "200 content-length=5,x=a  b hello" },
  { head .. "Content-Length: 0\r\n\r\n", "200 content-length=0 " },
  { head .. "\r\nuntil the end", "200  until the end" },
  { "HTTP/1.0 404 Not Found\nA: b\n\nbare line feeds", "404 a=b bare line feeds" },
  { "HTTP/1.1 204\r\n\r\n", "204  " },
  { "HTTP/1.1 304 Same\r\nContent-Length: 10\r\n\r\n", "304 content-length=10 " },
  { "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\n" .. head .. "\r\nbody", "200  body" },
  { head .. "A: 1\r\nA: 2\r\nA: 2\r\n\r\n", "200 a=1, 2, 2 " },
  { coded .. chunked("hello", " ", "world"), "200 transfer-encoding=chunked hello world" },
  { coded .. "5;name=value\r\nhello\r\n05 \r\nworld\r\n000\r\nTrailer: x\r\n\r\n",
    "200 transfer-encoding=chunked helloworld" },
  { coded .. "5\nhello\n0\n\n", "200 transfer-encoding=chunked hello" },
  { coded .. chunked(("x"):rep(3000)), "200 transfer-encoding=chunked " .. ("x"):rep(3000) },
  -- Errors.
  { "", "connect: it ended the connection without an answer" },
  { "HTT", "answer: it does not speak HTTP, but says: HTT" },
  { "HTTP/1.1 2", "connect: it ended the connection in the middle of its answer" },
  { "HTTP/1.1 2000 OK\r\n\r\n", "answer: it does not speak HTTP, but says: HTTP/1.1 2000 OK" },
  { "HTTP/2 200\r\n\r\n", "answer: it does not speak HTTP, but says: HTTP/2 200" },
  { "\22\3\1\2\0\1\n", "answer: it does not speak HTTP, but says: \22\3\1\2\0\1" },
  { head, "connect: it ended the connection in the middle of its answer" },
  { head .. "Content-Length: 5\r\n\r\nhell", "connect: it ended the connection in the middle of its answer" },
  { coded .. "5\r\nhell", "connect: it ended the connection in the middle of its answer" },
  { coded .. "5\r\nhello\r\n", "connect: it ended the connection in the middle of its answer" },
  { coded .. "5\r\nhello\r\n0\r\n", "connect: it ended the connection in the middle of its answer" },
  { coded .. "5\r\nhello!\r\n", "answer: it sent a chunk that is longer than its size" },
  { coded .. "5\r\nhello\r!\n", "answer: it sent a chunk that is longer than its size" },
  { coded .. "\r\n", "answer: it sent a chunk whose size is no number: " },
  { coded .. "-5\r\n", "answer: it sent a chunk whose size is no number: -5" },
  { coded .. "5x\r\n", "answer: it sent a chunk whose size is no number: 5x" },
  { coded .. "fffffffffffff\r\n", "answer: it sent a chunk whose size is no number: fffffffffffff" },
  { coded .. ("0"):rep(2000), "answer: it sent a chunk without a size" },
  { head .. "Transfer-Encoding: gzip\r\n\r\n", "answer: it sent an unknown Transfer-Encoding: gzip" },
  { head .. "Content-Length: 5x\r\n\r\n", "answer: it sent an invalid Content-Length: 5x" },
  { head .. "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", "answer: it sent two different Content-Lengths" },
  { head .. "Content-Length: 1\r\nContent-Length: 1\r\n\r\nx", "200 content-length=1 x" },
  { head .. "no header\r\n\r\n", "answer: it sent a line that is no header: no header" },
  { head .. " folded: x\r\n\r\n", "answer: it sent a line that is no header:  folded: x" },
  { head .. ("X: y\r\n"):rep(5000) .. "\r\n", "answer: it sent headers of more than 16384 bytes" },
  { head .. "X: " .. ("y"):rep(20000), "answer: it sent headers of more than 16384 bytes" },
  { ("x"):rep(20000), "answer: it sent headers of more than 16384 bytes" },
  { coded .. "0\r\n" .. ("X: y\r\n"):rep(5000), "answer: it sent headers of more than 16384 bytes" },
  { head .. "Content-Length: 4001\r\n\r\n", "size: its answer has more than 4000 bytes" },
  { head .. "\r\n" .. ("x"):rep(4001), "size: its answer has more than 4000 bytes" },
  { coded .. chunked(("x"):rep(4000), "x"), "size: its answer has more than 4000 bytes" },
  { coded .. "fa1\r\n", "size: its answer has more than 4000 bytes" },
}

describe("an answer of HTTP", function()
  for number, row in ipairs(rows) do
    it(("is read: row %d"):format(number), function() assert.equal(row[2], read({ row[1] }, 4000)) end)
  end

  -- An answer of random parts, some of which are invalid.
  local function made(random)
    local function one(list) return list[random(#list)] end
    local function text(most) return ("ab{}\r\n\0\255"):rep(most):sub(1, random(0, most)) end
    local out = { random(5) == 1 and "HTTP/1.1 100 Continue\r\n\r\n" or "",
      one { "HTTP/1.1 200 OK", "HTTP/1.1 200 OK", "HTTP/1.1 200 OK", "HTTP/1.0 500", "HTTP/1.1 204 No", "HTTP 200" },
      one { "\r\n", "\r\n", "\n" } }
    for _ = 1, random(0, 3) do out[#out + 1] = one { "A: b\r\n", "B:c \r\n", "long: " .. text(500) .. "\r\n" } end
    local body, how = text(random(1, 1500)), random(4)
    if how == 1 then
      out[#out + 1] = ("Content-Length: %d\r\n\r\n%s"):format(#body + one { 0, 0, 0, 1, -1 }, body)
    elseif how == 2 then
      out[#out + 1] = "\r\n" .. body
    else
      local parts = {}
      for i = 1, random(0, 4) do parts[i] = text(random(1, 600)) .. "." end
      out[#out + 1] = "Transfer-Encoding: chunked\r\n\r\n" .. chunked((table.unpack or unpack)(parts))
    end
    local all = table.concat(out)
    if random(4) == 1 then all = all:sub(1, random(#all)) end
    if random(4) == 1 then
      local at = random(random(2) == 1 and #all or math.min(#all, 120)) -- the head is shorter than the body
      all = all:sub(1, at - 1) .. string.char(random(0, 255)) .. all:sub(at + 1)
    end
    return all
  end

  it("is the same however its bytes are cut", function()
    local seed = 7
    local function random(low, high)
      if not high then low, high = 1, low end
      seed = seed * 16807 % 2147483647
      return low + math.floor(seed / 2147483647 * (high - low + 1))
    end
    local results = {}
    for _, row in ipairs(rows) do
      for _ = 1, #row[1] > 2000 and 2 or 5 do assert.equal(row[2], read(cut(row[1], random), 4000)) end
    end
    for _ = 1, 300 do
      local text = made(random)
      local whole = read({ text }, 1200)
      results[whole:match "^%a+: [%a ]*" or "good"] = true
      for _ = 1, 4 do
        local pieces = cut(text, random)
        assert.equal(whole, read(pieces, 1200), ("%q"):format(text))
      end
    end
    local count = 0
    for _ in pairs(results) do count = count + 1 end
    assert.is_true(count > 6, count .. " different results")
  end)
end)

describe("a request of HTTP", function()
  it("names host, length and token", function()
    local endpoint = { host = "::1", port = 2379 }
    assert.equal("POST /v3/kv/range HTTP/1.1\r\nHost: [::1]:2379\r\nUser-Agent: yschema\r\nAccept: application/json\r\n"
      .. "Content-Type: application/json\r\nConnection: close\r\nAuthorization: abc.1\r\nContent-Length: 2\r\n\r\n{}",
      http.request(endpoint, "/v3/kv/range", "{}", "abc.1"))
    assert.is_nil(http.request(endpoint, "/", "", nil):find "Authorization")
  end)
end)
