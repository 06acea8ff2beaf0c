-- With the setting `fold_repeats` a run keeps no records of violations that the text of its report only counts. The
-- text, the warnings and the exit status are those of a run that keeps all of them, and the memory does not grow with
-- the number of violations.
local each_document = require "yschema.batch.each_document"
local core = require "yschema.core"
local random = require "spec.properties.random"
local runs = require "yschema.pipeline.runs"
local schemas = require "yschema.pipeline.schemas"
local settings_from = require "yschema.pipeline.settings".of_options

local schema_text = [[
#@ load("@ytt:assert", "assert")
#@ def even(v): return v % 2 == 0 or assert.fail("%d is odd" % v)
#@ def whether(v): return v["port"] > 10 if v["port"] != 13 else assert.fail("13")
#@ def pair():
a: 0
#@schema/validation min_len=2
b: ab
#@ end
#@ def file():
kind: file
#@schema/validation min_len=2
path: ab
#@ end
#@ def remote():
kind: remote
host: h
#@schema/validation min=10
port: 80
#@ end
#@ def listed():
kind: listed
list:
- 0
stores:
#@schema/one-of file(), remote(), by="kind"
- kind: file
#@ end
#@ def numbers():
#@schema/validation min=10
a: 10
#@schema/validation ("an even number", even), when=lambda v: v != 4 or 1
c: 0
#@ end
#@ def nest():
#@schema/validation max_len=2
within:
#@schema/one-of file(), pair(), numbers()
- {}
#@schema/any-of 0, nest
deeper: 0
#@ end
#@data/values-schema
---
choices:
#@schema/any-of pair(), numbers(), nest()
- {}
both:
#@schema/all-of {"a": 0}, numbers()
- {}
items:
#@schema/validation ("big", whether)
- name: ""
  #@schema/validation min=10, max=65535
  port: 80
  #@schema/validation ("an even number", even)
  even: 0
  #@schema/deprecated "use port"
  #@schema/validation one_of=[0, 1]
  old: 0
  #@schema/removed "it has no use any more"
  gone: ""
  #@schema/renamed from="heading"
  title: ""
  #@schema/sensitive
  #@schema/validation min_len=3
  token: abc
  #@schema/one-of "", 0, pair()
  either: ""
  #@schema/any-of file(), remote(), by="kind"
  store:
    kind: file
  #@schema/validation unique=True, max_len=3
  tags:
  - ""
needs:
- a: 1
  #@schema/required
  b: 1
#@schema/validation ("all well", lambda v: len(v) < 5)
by_key:
  #@schema/any-key
  any:
    size: 1
    #@schema/validation min_len=2
    word: ab
#@schema/one-of file(), listed(), by="kind"
selected: {kind: file}
counted:
- #@schema/key allowed="^max_", expects="1+"
  max_one: 1
#@schema/type any=True
free: null
]]

local function compiled(text, fold, limits)
  local settings = settings_from({ limits = limits }, 1)
  settings.fold_repeats = fold
  local schema = schemas.new(settings)
  local ok, report = schemas.compile_sources(schema, { core.source("schema.yml", text) })
  return assert(ok, tostring(report))
end

local function report_of(run)
  return ("status %d\n%s\n%s"):format(run:exit_status(), run:warnings_text(), run:text())
end

-- Returns the report on texts that are merged.
local function reported(schema, texts)
  local run = runs.start(schema)
  for i, text in ipairs(texts) do
    runs.take_source(schema, run, core.source(("values-%d.yml"):format(i), text))
  end
  runs.finish(schema, run)
  local all = report_of(run)
  run:close()
  return all
end

-- Returns the report on each document of a text.
local function reported_apart(schema, text)
  local all = {}
  each_document.validate(schema, core.source("values.yml", text), function(run, line)
    all[#all + 1] = ("%s: %s"):format(tostring(line), report_of(run))
  end)
  return table.concat(all, "\n")
end

local whole, folded = compiled(schema_text, false), compiled(schema_text, true)

local function alike(texts)
  local expected = reported(whole, texts)
  assert.equal(expected, reported(folded, texts))
  return expected
end

-- ---- random values --------------------------------------------------------------------------

local item_parts = {
  function(r) return "name: " .. r:pick { "x", "[1]", "{a: 1}", "~", "5", "''" } end,
  function(r) return "port: " .. r:pick { "80", "5", "70000", "13", "eighty", "'80'", "true", r:int(1, 90000) } end,
  function(r) return "even: " .. r:pick { "0", "1", "3", "x", r:int(1, 50) } end,
  function(r) return "old: " .. r:pick { "0", "7", "x" } end,
  function(r) return "gone: " .. r:pick { "x", "[]" } end,
  function(r) return r:pick { "heading: x", "heading: [1]", "title: 5" } end,
  function(r) return "token: " .. r:pick { "secret", "ab", "q", "[hidden]", "77" } end,
  function(r) return "either: " .. r:pick { "x", "1.5", "{a: x}", "{c: 1}", "[1]", "{a: 1, b: 2}", "{b: x}", "~" } end,
  function(r)
    return "store: " .. r:pick { "{kind: file, path: a}", "{kind: remote, port: 5}", "{kind: remote, port: x}",
      "{kind: fil}", "{path: [1]}", "{kind: file, host: x}", "5" }
  end,
  function(r) return "tags: " .. r:pick { "[a, a]", "[a, b, c, d]", "[1]", "x", "[a]" } end,
  function(r) return r:pick { "nam: 1", "prt: 2", ("k%d: 1"):format(r:int(1, 5)) } end,
}

local function item(r)
  local parts, seen = {}, {}
  for _ = 1, r:int(1, 3) do
    local part = item_parts[r:int(1, #item_parts)](r)
    local key = part:match "^[^:]*"
    if not seen[key] and not (key == "title" and seen.heading) and not (key == "heading" and seen.title) then
      seen[key] = true
      parts[#parts + 1] = part
    end
  end
  return "{" .. table.concat(parts, ", ") .. "}"
end

local function list(r, name, count, make)
  local lines = { name .. ":" }
  for _ = 1, count do lines[#lines + 1] = "- " .. make(r) end
  return table.concat(lines, "\n") .. "\n"
end

local choice_parts = {
  "{a: 1, c: 1}", "{a: 11, c: 3}", "{a: 1}", "{a: 12, c: 4}", "{b: x}", "{a: 1, b: x}", "{c: x}", "{a: 10}",
  "{a: 5, c: 6}",
}

-- A value for one of several alternatives, whose rules may not hold.
local function choice(r)
  if r:chance(70) then return r:pick(choice_parts) end
  local below = {}
  for i = 1, r:int(0, 4) do below[i] = r:pick { "{kind: file, path: a}", r:pick(choice_parts) } end
  return ("{within: [%s], deeper: %s}"):format(table.concat(below, ", "), r:chance(80) and "1" or choice(r))
end

local function keyed(r, count)
  local lines, seen = { "by_key:" }, {}
  for _ = 1, count do
    local key = "k" .. r:int(1, 2 * count)
    if not seen[key] then
      seen[key] = true
      lines[#lines + 1] = ("  %s: %s"):format(key, r:pick {
        "{size: x}", "{word: a}", "{word: [a]}", "{siz: 1}", "5", "{size: 2, word: b}", "{word: abc}" })
    end
  end
  return table.concat(lines, "\n") .. "\n"
end

local function document(r)
  local most, parts = r:pick { 5, 60, 600 }, {}
  if r:chance(80) then parts[#parts + 1] = list(r, "items", r:int(1, most), item) end
  if r:chance(50) then
    parts[#parts + 1] = list(r, "needs", r:int(1, most), function()
      return r:pick { "{a: 1}", "{b: 1}", "{b: x}", "~" }
    end)
  end
  if r:chance(50) then parts[#parts + 1] = keyed(r, r:int(1, most)) end
  if r:chance(60) then parts[#parts + 1] = list(r, "choices", r:int(1, most), choice) end
  if r:chance(30) then
    parts[#parts + 1] = list(r, "both", r:int(1, most), function() return r:pick(choice_parts) end)
  end
  if r:chance(50) then
    parts[#parts + 1] = list(r, "counted", r:int(1, most), function()
      return r:pick { "{max_a: 1}", "{max_a: 1, max_b: 2}", "{}", "{max_a: x}", "{b: 1}" }
    end)
  end
  if #parts == 0 then parts[1] = "free: 1\n" end
  for i = #parts, 2, -1 do
    local j = r:int(1, i)
    parts[i], parts[j] = parts[j], parts[i]
  end
  local head = r:pick { "", "", "#@data/values\n---\n",
    "#@data/values\n#@overlay/match-child-defaults missing_ok=True\n---\n" }
  return head .. table.concat(parts)
end

describe("a run that drops records", function()
  it("reports the same for random values", function()
    local long = 0
    for seed = 1, 120 do
      local r = random.new(23, seed)
      local texts = {}
      for i = 1, r:pick { 1, 1, 2, 3 } do texts[i] = document(r) end
      if alike(texts):find "more place" then long = long + 1 end
    end
    assert.is_true(long > 60)
  end)

  it("reports the same when a limit ends the run before the records are sorted", function()
    local items = {}
    for i = 1, 400 do items[i] = ("- {port: x%d, nam: 1}"):format(i) end
    local texts = { "items:\n" .. table.concat(items, "\n") .. "\n" }
    local limits = { max_nodes = 1000 }
    local expected = reported(compiled(schema_text, false, limits), texts)
    assert.matches("max_nodes", expected, 1, true)
    assert.matches("397 more places", expected, 1, true)
    assert.equal(expected, reported(compiled(schema_text, true, limits), texts))
  end)

  it("reports the same when an overlay makes violations before those that were found", function()
    local items = {}
    for i = 1, 400 do items[i] = ("- {port: x%d, name: n%d}"):format(i, i) end
    local given = "items:\n" .. table.concat(items, "\n") .. "\n"
    local overlay = '#@ load("@ytt:overlay", "overlay")\n#@data/values\n---\nitems:\n'
      .. "#@overlay/match by=overlay.all, expects='0+'\n- %s\n"
    alike { given, overlay:format "name: [1]" }
    alike { given, overlay:format "#@overlay/match missing_ok=True\n  nam: 1", "items:\n- {port: [1]}\n", given }
  end)

  it("reports the same for a text that cannot be read beside others", function()
    local items = {}
    for i = 1, 400 do items[i] = ("- {port: x%d, nam: 1}"):format(i) end
    alike { "items: [\n", "items:\n" .. table.concat(items, "\n") .. "\n" }
  end)

  it("reports the same for documents that are validated one by one", function()
    for seed = 1, 30 do
      local r = random.new(29, seed)
      local parts = {}
      for i = 1, r:int(1, 4) do
        parts[i] = "---\n" .. list(r, "items", r:int(1, 400), item)
      end
      local text = table.concat(parts)
      assert.equal(reported_apart(whole, text), reported_apart(folded, text))
    end
  end)

  it("reports the same for a long list in the alternative that a key selects", function()
    local numbers, stores = {}, {}
    for i = 1, 600 do numbers[i] = ("x%d"):format(i) end
    for i = 1, 400 do stores[i] = ("{kind: remote, port: x%d, nam: 1}"):format(i) end
    local given = ("selected: {kind: listed, list: [%s], stores: [%s]}\n"):format(table.concat(numbers, ", "),
      table.concat(stores, ", "))
    alike { given }
    alike { given, "selected: {list: [a, b]}\n", given }
    assert.matches("597 more places", reported(folded, { given }), 1, true)
  end)

  it("keeps few records of many violations", function()
    for _, part in ipairs { "port: x", "port: 5", "zzzzzzzz: 1", "store: {kind: fil}", "either: {b: x}",
      "store: {kind: remote, port: 5}" } do
      local run = runs.start(folded)
      runs.take_source(folded, run, core.source("values.yml", "items:\n" .. ("- {%s}\n"):format(part):rep(20000)))
      runs.finish(folded, run)
      local kept = #run:violations()
      assert.is_true(kept >= 3 and kept < 200, ("%s: %d"):format(part, kept))
      assert.matches("19997 more places", (run:text()))
      run:close()
    end
  end)
end)
