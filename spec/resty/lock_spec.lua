-- The lock of the worker that watches, with a dictionary and workers that the spec plays.

local command = require "spec.support.command"
local lock = require "resty.yschema.shared.lock"

-- A shared dictionary without times: an entry ends when the spec says so.
local function dictionary()
  local entries = {}
  return {
    safe_add = function(_, key, value)
      if entries[key] then return nil, "exists" end
      entries[key] = value
      return true
    end,
    get = function(_, key) return entries[key] end,
    delete = function(_, key) entries[key] = nil end,
    expire = function(_, key) return entries[key] and true or nil end,
  }
end

describe("the lock of the worker that watches", function()
  local here = tonumber(command.output("echo $PPID")[1]) -- a process that runs
  local gone = tonumber(command.output("sh -c 'echo $$'")[1]) -- and one that has ended
  local dict, mine, other, worker

  before_each(function()
    dict, worker = dictionary(), here
    mine, other = lock.new(dict, "a"), lock.new(dict, "a")
    rawset(_G, "ngx", { worker = { pid = function() return worker end } })
  end)
  after_each(function() rawset(_G, "ngx", nil) end)

  -- Does something as another worker.
  local function as(pid, f)
    worker = pid
    local result = f()
    worker = here
    return result
  end

  it("is that of one worker at a time", function()
    assert.is_true(mine:take())
    assert.is_true(mine:take())
    assert.is_true(mine:keep())
    assert.is_false(mine:is_lost())
    assert.is_false(as(here + 1, function() return other:take() or other:keep() or not other:is_lost() end))
    as(here + 1, function() other:leave() end)
    assert.is_true(mine:is_mine())
    mine:leave()
    assert.is_true(as(here + 1, function() return other:take() end))
    assert.is_true(mine:is_lost())
  end)

  it("moves at once when its worker has ended", function()
    assert.is_true(as(gone, function() return other:take() end))
    assert.is_true(mine:take())
    assert.is_true(mine:is_mine())
    assert.is_true(as(gone, function() return other:is_lost() end))
  end)

  it("is free when it was not renewed", function()
    assert.is_true(mine:take())
    dict:delete "a:watcher"
    assert.is_false(mine:is_lost())
    assert.is_true(as(here + 1, function() return other:take() end))
    assert.is_false(mine:keep())
  end)

  it("is that of each one when the dictionary is full", function()
    function dict.safe_add() return nil, "no memory" end
    assert.is_true(mine:take())
    assert.is_true(as(here + 1, function() return other:take() end))
    assert.is_false(mine:is_mine())
  end)
end)
