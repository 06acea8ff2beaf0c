-- `yschema infer --references`: which values are references, which are not, and that the examples stay valid.

local yschema = require "yschema"
local measure = require "spec.inference.measure"
local random_documents = require "spec.inference.random_documents"

-- Infers a schema from texts, and validates them: they must not change.
local function inferred(...)
  local files = {}
  for i, text in ipairs { ... } do files[i] = { name = i .. ".yml", text = text } end
  local result = measure.of(files, { references = true })
  assert.is_nil(result.problem, result.problem)
  assert.equal(result.schema, (yschema.infer { values = { ... }, references = true }))
  return result.schema
end

-- Returns the annotations of references and identities, each with the key that it is about.
local function found_in(...)
  local list, before = {}, nil
  for line in inferred(...):gmatch "[^\n]+" do
    local note = line:match "#@schema/(refers to=.*)$" or line:match "#@schema/(identity .*)$"
    local key = line:match "^[ -]*([^ #:]+):" or line:match '^ *(%-) ""'
    if note and not key then before = note end
    if key and (note or before) then list[#list + 1] = key .. ": " .. (note or before) end
    if key then before = nil end
  end
  return table.concat(list, "\n")
end

local GATEWAY = [[
upstreams: [{name: core, port: 80}, {name: edge, port: 81}]
routes: [{path: /, upstream: core}, {path: /shop, upstream: edge}]
]]

describe("yschema infer --references", function()
  it("finds values that name items of an array, and requires both keys", function()
    assert.equal([[
#@data/values-schema
---
upstreams: #@schema/identity "name"
- name: "" #@schema/required
  port: 0
routes:
- path: ""
  #@schema/required
  upstream: "" #@schema/refers to="upstreams[].name"
]], inferred(GATEWAY))
    assert.is_nil(yschema.infer { values = { GATEWAY } }:find "refers")
  end)

  it("makes a schema that refuses other names and repeated ones", function()
    local schema = assert(yschema.load(inferred(GATEWAY)))
    local _, report = schema:check { upstreams = { { name = "a" }, { name = "a" } },
      routes = { { path = "/", upstream = "b" } } }
    assert.equal(2, #report.violations)
    assert.equal("identity", report.violations[1].kind)
    assert.equal("reference", report.violations[2].kind)
  end)

  it("finds values that name keys of a map, and items of arrays of strings", function()
    assert.equal('-: refers to="networks{}"', found_in [[
services: {web: {networks: [front, back]}, db: {networks: [back]}, mail: {networks: [front]}}
networks: {front: {}, back: {driver: bridge}}
]])
    assert.equal('stage: refers to="stages[]"', found_in [[
stages: [build, release]
jobs: [{run: a, stage: build}, {run: b, stage: build}, {run: c, stage: release}]
]])
  end)

  it("takes keys that are names for data", function()
    assert.equal([[
#@data/values-schema
---
zones:
  _: #@schema/any-key
    racks: 0
hosts:
-
  #@schema/required
  zone: "" #@schema/refers to="zones{}"
  port: 0
]], inferred "zones: {north: {racks: 1}, south: {racks: 2}}\nhosts: [{zone: north, port: 1}, {zone: south, port: 2}]\n")
  end)

  it("prefers the names that are nearest", function()
    assert.equal('zones: identity "name"\nplaces: identity "rack"\nmain_rack: refers to=".places[].rack"', found_in [[
zones:
- {name: a, places: [{rack: x, slot: 1}, {rack: p, slot: 2}], main_rack: x}
- {name: b, places: [{rack: x, slot: 1}, {rack: z, slot: 2}], main_rack: z}
- {name: c, places: [{rack: p, slot: 1}, {rack: z, slot: 2}], main_rack: z}
]])
    assert.equal('zones: identity "name"\nplaces: identity "rack"\nmain_rack: refers to="zones[].places[].rack"',
      found_in [[
zones:
- {name: a, places: [{rack: x, slot: 1}, {rack: p, slot: 2}], main_rack: x}
- {name: b, places: [{rack: u, slot: 1}, {rack: z, slot: 2}], main_rack: p}
- {name: c, places: [{rack: v, slot: 1}, {rack: w, slot: 2}], main_rack: z}
]])
  end)

  it("finds names in the array of another name, as in Kubernetes", function()
    assert.equal('volumeMounts: identity "name"\nname: refers to="spec.volumes[].name"\nvolumes: identity "name"',
      found_in [[
spec:
  containers:
  - {image: a, volumeMounts: [{name: data, path: /a}, {name: conf, path: /b}]}
  - {image: b, volumeMounts: [{name: conf, path: /b}]}
  volumes: [{name: data, size: 1}, {name: conf, size: 2}]
]])
  end)

  it("finds references within a collection, also in maps of several kinds and in definitions", function()
    assert.equal('-: refers to="jobs{}"', found_in [[
jobs:
  a: {image: x, needs: []}
  b: {image: x, needs: [a]}
  c: {image: y, needs: [a, b]}
  d: {image: y, needs: [c]}
  e: {image: y, needs: [c, b]}
  f: {image: z, needs: []}
]])
    local kinds = [[
hosts: [{name: h1, port: 1}, {name: h2, port: 2}]
jobs:
- {kind: copy, from: /srv/a, to: /srv/b, host: h1}
- {kind: copy, from: /srv/c, to: /srv/d, host: h2}
- {kind: mail, address: ops@example.com, subject: done, lines: 10}
- {kind: mail, address: dev@example.com, subject: late, lines: 20}
]]
    assert.matches('#@ def copy.*host: "" #@schema/refers to="hosts%[%].name"', inferred(kinds))
    local steps = inferred [[
tools: [{name: make, cost: 1}, {name: tar, cost: 2}]
steps:
- {tool: make, args: [a], then: [{tool: tar, args: [b]}, {tool: make, args: [c], then: [{tool: tar, args: []}]}]}
- {tool: tar, args: [d], then: []}
]]
    assert.matches('#@ def .*tool: "" #@schema/refers to="tools%[%].name"', steps)
  end)

  it("quotes keys in paths", function()
    assert.matches([=[to="%[\"up%.streams\"%]%[%].name"]=], inferred [[
up.streams: [{name: a}, {name: b}]
routes: [{streams: a}, {streams: b}]
]])
  end)

  it("needs every value to be a name", function()
    assert.equal('upstreams: identity "name"', found_in [[
upstreams: [{name: a}, {name: b}, {name: c}]
routes: [{upstream: a}, {upstream: b}, {upstream: d}]
]])
    local known = 'upstreams: identity "name"'
    assert.equal(known, found_in(GATEWAY, "upstreams: [{name: a}]\nroutes: [{path: /, upstream: b}]"))
    assert.equal(known, found_in(GATEWAY, 'upstreams: [{name: a}]\nroutes: [{path: /, upstream: ""}]'))
    assert.matches('upstream: refers to="upstreams%[%].name"',
      found_in(GATEWAY, "upstreams: [{name: a}]\nroutes: [{path: /, upstream: null}]"))
  end)

  -- Each of these has values that are among names, and no evidence that they are meant to be.
  for what, text in pairs {
    ["one constant"] = "upstreams: [{name: a}, {name: b}]\nroutes: [{upstream: a}, {upstream: a}, {upstream: a}]\n",
    ["few values under a key that has no word of the names"] = "tags: [{name: a}, {name: b}]\nx: [{y: a}, {y: b}]\n",
    ["numbers"] = "upstreams: [{id: 1}, {id: 2}]\nroutes: [{upstream: 1}, {upstream: 2}, {upstream: 2}]\n",
    ["booleans"] = "upstreams: [{name: true}, {name: false}]\nroutes: [{upstream: true}, {upstream: false}]\n",
    ["names of several types"] = "upstreams: [{name: a}, {name: 1}]\nroutes: [{upstream: a}, {upstream: 1}]\n",
    ["names that repeat"] = "upstreams: [{name: a}, {name: b}, {name: b}]\nroutes: [{upstream: a}, {upstream: b}]\n",
    ["names that are missing"] = "upstreams: [{name: a}, {port: 1, name: b}, {port: 2}]\n"
      .. "routes: [{upstream: a}, {upstream: b}]\n",
    ["the value's own name"] = "servers: [{name: a, server: a}, {name: b, server: b}]\n",
    ["the value's own key"] = "services: {s1: {service: s1}, s2: {service: s2}, s3: {service: s3}}\n",
    ["names that refer to each other"] = "volume_mounts: [{name: a, x: 1}, {name: b, x: 1}]\n"
      .. "mount_volumes: [{name: a, z: 1}, {name: b, z: 1}]\n",
    ["two collections that are as good"] = "a: {hosts: [{name: x}, {name: y}]}\nb: {hosts: [{name: x}, {name: y}]}\n"
      .. "routes: [{host: x}, {host: y}]\n",
    ["credentials"] = "tokens: [{name: a, port: 1}, {name: b, port: 2}]\nuses: [{token: a}, {token: b}]\n",
  } do
    it("takes " .. what .. " for no reference", function()
      assert.is_nil(inferred(text):find("refers", 1, true), inferred(text))
    end)
  end

  it("counts only values for which there was a choice", function()
    assert.equal("", found_in("hosts: [{name: a}]\nlabels: {host: a}", "hosts: [{name: b}]\nlabels: {host: b}",
      "hosts: [{name: c}]\nlabels: {host: c}"))
  end)

  it("says that overlays have no references", function()
    local schema, notes = yschema.infer { values = { GATEWAY, "#@overlay/match-child-defaults missing_ok=True\n---\n"
      .. GATEWAY }, references = true }
    assert.is_nil(schema:find "refers")
    assert.same({ "the examples contain overlays, which may change names: no references are inferred" }, notes)
  end)

  it("takes a time that is in proportion to the examples", function()
    local function seconds(count)
      local lines = { "upstreams:" }
      for i = 1, count do lines[#lines + 1] = ("- {name: u%d, zones: [{name: z%d}, {name: z0}]}"):format(i, i) end
      lines[#lines + 1] = "routes:"
      for i = 1, count do lines[#lines + 1] = ("- {path: /%d, upstream: u%d}"):format(i, i * 7 % count + 1) end
      local text, began = table.concat(lines, "\n"), os.clock()
      local schema = yschema.infer { values = { text }, references = true }
      assert.matches('to="upstreams%[%].name"', schema)
      return os.clock() - began
    end
    local few, many = math.huge, math.huge
    for _ = 1, 3 do few, many = math.min(few, seconds(1000)), math.min(many, seconds(4000)) end
    assert.is_true(many < few * 10, ("%.3f s for 1,000, %.3f s for 4,000"):format(few, many))
  end)

  it("accepts the examples, whatever they are", function()
    local random, count = random_documents.source(20261127), 0
    for _ = 1, 150 do
      local files = random_documents.of_names(random)
      local result = measure.of(files, { references = true })
      assert.is_nil(result.problem, result.schema and result.schema .. tostring(result.problem))
      count = count + (result.schema:find("@schema/refers", 1, true) and 1 or 0)
    end
    assert.is_true(count > 30, count .. " with references")
  end)
end)
