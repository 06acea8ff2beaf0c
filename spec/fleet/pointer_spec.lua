-- Pointers: read, written and moved.

local fleet = require "spec.support.fleet"
local pointer = require "yschema.fleet.pointer"
local random = require "spec.properties.random"

if not fleet.usable "the pointer" then return end

local function id(letter) return letter:rep(64) end
local A, B, C, D = id "a", id "b", id "c", id "d"

local function change(bundle, seen)
  return { bundle = bundle, parts = bundle and 1, made = fleet.made, by = fleet.by, seen = seen }
end

local function target(bundle, serial)
  return { bundle = bundle, parts = 1, serial = serial, made = fleet.made, by = fleet.by }
end

local function whole(serial, stable, history, canary)
  return { serial = serial, stable = stable, canary = canary, history = history, made = fleet.made, by = fleet.by }
end

local function canary(bundle, serial, percent, upto)
  local own = target(bundle, serial)
  own.percent, own.upto = percent, upto
  return own
end

local first = pointer.publish(nil, change(A))
local second = pointer.publish(first, change(B))
local third = assert(pointer.canary(second, change(C), 5, "0fffffff"))

describe("a pointer", function()
  it("begins with the first bundle", function() assert.same(whole(1, target(A, 1), {}), first) end)

  it("names what was stable before", function()
    assert.same(whole(2, target(B, 2), { target(A, 1) }), second)
  end)

  it("leaves stable what canaries do not get", function()
    assert.same(whole(3, target(B, 2), { target(A, 1) }, canary(C, 3, 5, "0fffffff")), third)
  end)

  it("makes a canary stable", function()
    assert.same(whole(4, target(C, 4), { target(B, 2), target(A, 1) }), (pointer.promote(third, change())))
  end)

  it("takes a canary back: its nodes see a new serial, too", function()
    assert.same(whole(4, target(B, 4), { target(A, 1) }), (pointer.withdraw(third, change())))
  end)

  it("replaces a canary by another one, whose nodes may be others", function()
    assert.same(whole(5, target(B, 4), { target(A, 1) }, canary(D, 5, 10, "1fffffff")),
      (pointer.canary(third, change(D), 10, "1fffffff")))
  end)

  it("ends a canary when something is published to all", function()
    assert.same(whole(4, target(D, 4), { target(B, 2), target(A, 1) }), pointer.publish(third, change(D)))
  end)

  it("goes back: first over the canary, then over what is stable", function()
    local back, what = pointer.rollback(third, change())
    assert.equal("canary", what)
    assert.same(pointer.withdraw(third, change()), back)
    back, what = pointer.rollback(back, change())
    assert.equal("stable", what)
    assert.same(whole(5, target(A, 5), {}), back)
    back, what = pointer.rollback(back, change())
    assert.is_nil(back)
    assert.equal("there is nothing to go back to: no other bundle was in service before this one", what)
  end)

  it("goes further back with each rollback, and never to what was left", function()
    local now = second
    now = pointer.publish(now, change(C))
    now = pointer.publish(now, change(D))
    local way = {}
    while now do
      way[#way + 1] = now.stable.bundle:sub(1, 1)
      now = pointer.rollback(now, change())
    end
    assert.equal("dcba", table.concat(way))
  end)

  it("does not name a bundle twice in a row", function()
    assert.same({}, pointer.publish(first, change(A)).history)
  end)

  it("names at most twenty of the past", function()
    local now = first
    for i = 1, 30 do now = pointer.publish(now, change(id(("%x"):format(i % 2)))) end
    assert.equal(20, #now.history)
    assert.equal(30, now.history[1].serial)
    assert.same(now, pointer.parse(pointer.encode(now)))
  end)

  it("goes on where nodes are, when the store was emptied", function()
    assert.equal(101, pointer.publish(nil, change(A, 100)).stable.serial)
    assert.equal(101, pointer.withdraw(third, change(nil, 100)).serial)
    assert.equal(4, pointer.withdraw(third, change(nil, 2)).serial)
  end)

  it("does not go on where a node reports nonsense", function()
    assert.equal(4, pointer.withdraw(third, change(nil, 2 ^ 53 - 1)).serial)
    assert.equal(1, pointer.publish(nil, change(A, 2 ^ 52)).serial)
    assert.equal(2 ^ 23 + 3 + 1, pointer.withdraw(third, change(nil, 2 ^ 23 + 3)).serial)
    assert.equal(4, pointer.withdraw(third, change(nil, 2 ^ 23 + 4)).serial)
  end)

  it("cannot do what makes no sense", function()
    assert.same({ nil, "there is no canary" }, { pointer.promote(second, change()) })
    assert.same({ nil, "there is no canary" }, { pointer.withdraw(second, change()) })
    assert.equal("nothing is in service yet, so canaries could not go back to anything: publish without --canary first",
      (select(2, pointer.canary(nil, change(A), 5, "0fffffff"))))
  end)

  it("lists all its bundles", function()
    assert.same({ [A] = true, [B] = true, [C] = true }, pointer.bundles(third))
  end)
end)

describe("the serial of a pointer", function()
  -- Each node is moved along by each pointer, and looks at nothing but the serial.
  local function follow(nodes, now, step)
    for name, held in pairs(nodes) do
      local own = pointer.for_node(now, name)
      assert.is_true(own.serial >= held.serial, "step " .. step)
      assert.is_true(own.serial > held.serial or own.bundle == held.bundle, "step " .. step)
      assert.is_true(own.serial <= now.serial)
      nodes[name] = own
    end
  end

  it("always grows, so that each node goes where it is pointed to", function()
    local numbers = random.new(3)
    local now, nodes, names = nil, {}, {}
    for i = 1, 12 do
      names[i] = "web-" .. i
      nodes[names[i]] = { serial = 0 }
    end
    for step = 1, 500 do
      local own, before = change(id(("%x"):format(numbers:int(0, 15)))), now
      local way = numbers:int(1, 5)
      if not now or way == 1 then
        now = pointer.publish(now, own)
      elseif way == 2 then
        now = pointer.canary(now, own, 5, (pointer.threshold(names, numbers:int(1, 100))))
      elseif way == 3 then
        now = pointer.promote(now, own) or now
      elseif way == 4 then
        now = pointer.withdraw(now, own) or now
      else
        now = pointer.rollback(now, own) or now
      end
      assert.is_true(not before or now == before or now.serial > before.serial)
      now = assert(pointer.parse(pointer.encode(now)))
      follow(nodes, now, step)
    end
  end)
end)

describe("canaries", function()
  local names = {}
  for i = 1, 40 do names[i] = "node-" .. i end

  local function count(list, percent) return #select(2, pointer.threshold(list, percent)) end

  it("are so many of a hundred, rounded up, and at least one", function()
    assert.equal(1, count({ "a", "b", "c" }, 0.1))
    assert.equal(1, count({ "a" }, 100))
    assert.equal(2, count(names, 5))
    assert.equal(3, count(names, 5.1))
    assert.equal(40, count(names, 100))
    local many = {}
    for i = 1, 1000 do many[i] = "n" .. i end
    for percent = 1, 100 do assert.equal(percent * 10, count(many, percent)) end
    assert.equal(11, count(many, 1.1))
  end)

  it("are those that the pointer means", function()
    local upto, chosen = pointer.threshold(names, 20)
    local now = assert(pointer.canary(second, change(C), 20, upto))
    local found = {}
    for _, name in ipairs(names) do
      local own, is_canary = pointer.for_node(now, name)
      assert.equal(is_canary and C or B, own.bundle)
      if is_canary then found[#found + 1] = name end
    end
    assert.same(chosen, found)
    assert.equal(8, #found)
  end)

  it("are none without a canary", function()
    assert.same({ second.stable, false }, { pointer.for_node(second, "a") })
  end)

  it("belong together when the hashes of their names are equal", function()
    local a, b = "node-31705", "node-40730"
    assert.equal(pointer.hash(a), pointer.hash(b))
    assert.same({ pointer.hash(a), { a, b } }, { pointer.threshold({ a, b }, 1) })
  end)

  it("stay canaries when their share grows", function()
    local few = select(2, pointer.threshold(names, 10))
    local more, known = select(2, pointer.threshold(names, 50)), {}
    for _, name in ipairs(more) do known[name] = true end
    for _, name in ipairs(few) do assert.is_true(known[name]) end
  end)

  it("are none when no node is alive", function()
    assert.same({ nil, "no node is alive, so there are no canaries: start one, or publish without --canary" },
      { pointer.threshold({}, 5) })
  end)
end)

describe("the text of a pointer", function()
  it("is JSON", function()
    assert.equal('{"format":"yschema-pointer/1","serial":3,"stable":{"bundle":"' .. B .. '","parts":1,"serial":2,'
      .. '"made":"2026-11-23T08:00:00Z","by":"ann@build-1"},"canary":{"bundle":"' .. C .. '","parts":1,"serial":3,'
      .. '"percent":5,"upto":"0fffffff","made":"2026-11-23T08:00:00Z","by":"ann@build-1"},'
      .. '"made":"2026-11-23T08:00:00Z","by":"ann@build-1","history":[{"bundle":"' .. A .. '","parts":1,"serial":1,'
      .. '"made":"2026-11-23T08:00:00Z","by":"ann@build-1"}]}', pointer.encode(third))
  end)

  it("is read again", function()
    for _, own in ipairs { first, second, third } do assert.same(own, pointer.parse(pointer.encode(own))) end
  end)

  local function refused(text, problem) assert.same({ nil, problem }, { pointer.parse(text) }) end

  local function damaged(from, to, problem)
    local text, times = pointer.encode(third):gsub(from:gsub("%p", "%%%0"), (to:gsub("%%", "%%%%")), 1)
    assert.equal(1, times)
    refused(text, "the pointer is damaged: " .. problem
      .. "; publish again, and find out which other program writes to its key")
  end

  it("is refused when it is not one", function()
    refused(nil, "the pointer is missing: publish again, and find out which other program writes to its key")
    refused("hello", "the pointer is damaged: it is no JSON: did not find a value in a JSON text; publish again,"
      .. " and find out which other program writes to its key")
    refused('{"a":1}', 'the pointer is not one of yschema: its "format" is not "yschema-pointer/1"; publish again,'
      .. " and find out which other program writes to its key")
    refused('{"format":"yschema-pointer/12"}', "the pointer is in a newer format, yschema-pointer/12, and this yschema"
      .. " reads yschema-pointer/1: update yschema on this machine")
    refused(("x"):rep(70000), "the pointer is damaged: it has 70000 bytes, and may have 65536; publish again, and find"
      .. " out which other program writes to its key")
  end)

  it("is refused when values are invalid", function()
    damaged('"serial":3,"stable"', '"serial":0,"stable"', '"serial" must be a whole number above 0')
    damaged('"serial":3,"stable"', '"serial":1,"stable"', '"stable.serial" is greater than that of the pointer')
    damaged('"serial":3,"stable"', '"serial":2,"stable"', '"canary.serial" is greater than that of the pointer')
    damaged('"serial":3,"stable"', '"serial":4,"stable"', '"serial" must be that of its newest target')
    damaged('"serial":3,"stable"', '"serial":9007199254740991,"stable"', '"serial" leaves no room for the next ones')
    damaged('"stable":{', '"stabel":{', '"stable" is missing')
    damaged('"parts":1', '"parts":65', '"stable.parts" is more than a bundle may have')
    damaged('"parts":1', '"parts":"1"', '"stable.parts" must be a whole number above 0')
    damaged('"percent":5', '"percent":101', '"canary.percent" must be a number above 0, and at most 100')
    damaged('"0fffffff"', '"0FFFFFFF"', '"canary.upto" must be 8 hexadecimal digits in small letters')
    damaged("bbb", "xyz", '"stable.bundle" must be 64 hexadecimal digits in small letters')
    damaged('"history":[', '"history":[1,', '"history[1]" must be a map')
  end)

  it("may have keys that are not known yet, and targets without a maker", function()
    local text = '{"format":"yschema-pointer/1","serial":3,"stable":{"bundle":"' .. A
      .. '","parts":1,"serial":3,"x":1},"made":"2026-11-23T08:00:00Z","by":"me","history":[],"later":{}}'
    assert.same({ serial = 3, stable = { bundle = A, parts = 1, serial = 3 }, made = fleet.made, by = "me",
      history = {} }, pointer.parse(text))
  end)

  it("never throws, whatever is damaged", function()
    local numbers = random.new(4)
    local text = pointer.encode(third)
    for _ = 1, 2000 do
      local got, problem = pointer.parse(fleet.damaged(text, function(n) return numbers:int(1, n) end))
      assert.is_true(got ~= nil or type(problem) == "string")
      if got then assert.same(got, pointer.parse(pointer.encode(got))) end
    end
  end)
end)
