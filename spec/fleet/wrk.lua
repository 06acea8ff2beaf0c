-- For wrk: which bodies the answers have, and how often each status comes. `wrk … -s wrk.lua URL -- FILE PAUSE`
-- writes them to a file, a line `200 BODY` for each body and `STATUS NUMBER` for each other status. Each connection
-- waits for some milliseconds between two requests.

-- luacheck: globals setup init delay response done bodies others file pause
local threads = {}

function setup(thread) threads[#threads + 1] = thread end

bodies, others = {}, {}

function init(arguments)
  file, pause = arguments[1], tonumber(arguments[2])
  if pause == 0 then delay = nil end
end

function delay() return pause end

function response(status, _, body)
  if status == 200 then bodies[body] = true else others[tostring(status)] = (others[tostring(status)] or 0) + 1 end
end

function done()
  local out = assert(io.open(threads[1]:get "file", "w"))
  for _, thread in ipairs(threads) do
    for body in pairs(thread:get "bodies") do out:write("200 ", body, "\n") end
    for status, count in pairs(thread:get "others") do out:write(status, " ", count, "\n") end
  end
  out:close()
end
