-- Tests that nodes which `@overlay/match when=` skips are not validated, and that others are validated as
-- if the annotation were not there.

local rows = require "spec.support.rows"

local schema = [[
a: 0
m: {x: 0, y2: ""}
l: [{name: "", v: 0}]
#@schema/removed "use a"
old: 0
#@schema/deprecated "use a"
fading: 0
#@schema/any-of "", {"host": ""}
c: ""
#@schema/key-may-be-present
rare: {x: 0}]]

local base = "a: 0\nm:\n  x: 0\n  y2: \"\"\nl: []\nfading: 0\nc: \"\"\n"
local function over(when, text) return "#@overlay/match when=" .. when .. "\n" .. text end
local function below(when, text)
  return "#@data/values\n#@overlay/match-child-defaults when=" .. when .. "\n---\n" .. text
end

local skipped, validated = {}, {}
local function add(name, text, violation, changed, warning)
  skipped[#skipped + 1] = { name, schema = schema, over = over("2", text), gives = base }
  skipped[#skipped + 1] = { name .. ", by what is inherited", schema = schema, values = below("2", text), gives = base }
  local taken = { name, schema = schema, over = over('"0+"', text) }
  local inherited = { name .. ", by what is inherited", schema = schema, values = below('"0+"', text) }
  for _, row in ipairs { taken, inherited } do
    row.violations = violation and violation:gsub("LINE", "v.yml:4")
    row.gives = changed
    row.warns = warning and warning:gsub("LINE", "v.yml:4")
    validated[#validated + 1] = row
  end
end

add("a value of the wrong type", "a: text",
  "type a LINE; found string; expected integer; by s.yml:3")
add("an unknown key", "zz: 1",
  "unknown-key zz LINE; found zz; expected one of { a, c, fading, l, m, old, rare }; by s.yml:2")
add("a key that was removed", "old: 1", "removed old LINE; found old; expected no value; by s.yml:6; hint use a")
add("a deprecated key", "fading: 1", nil, (base:gsub("fading: 0", "fading: 1")),
  "deprecated fading LINE; says fading is deprecated: use a; by s.yml:8")
add("a value that fits no alternative", "c: [1]",
  'type c LINE; found array; expected a value that fits string or a map with "host"; by s.yml:11')
add("a value that fits", "a: 7", nil, (base:gsub("a: 0", "a: 7", 1)))

describe("when= that is not met skips", function() rows.each(it, skipped) end)
describe("when= that is met leaves to be validated", function() rows.each(it, validated) end)

describe("when= and what is below:", function() rows.each(it, {
  { "a violation in a map that is skipped", schema = schema, over = over("2", "m: {x: t, q: 1}"), gives = base },
  { "a violation in a map that is not", schema = schema, over = over("1", "m: {x: t}"),
    violations = "type m.x v.yml:4; found string; expected integer; by s.yml:4" },
  { "a key below that is skipped, of one that is not", schema = schema,
    over = "m:\n  #@overlay/match when=2\n  x: t\n  y2: z", gives = (base:gsub('y2: ""', "y2: z")) },
  { "an item that is skipped", schema = schema,
    values = { "l: [{name: nm, v: 1}]",
      '#@data/values\n---\nl:\n#@overlay/match by="name", when=2\n- {name: nm, v: t}\n' },
    gives = (base:gsub("l: %[%]", "l:\n- name: nm\n  v: 1")) },
  { "an item that is not", schema = schema,
    values = { "l: [{name: nm, v: 1}]",
      '#@data/values\n---\nl:\n#@overlay/match by="name", when=1\n- {name: nm, v: t}\n' },
    violations = "type l[0].v v2.yml:5; found string; expected integer; by s.yml:5" },
  { "an item that looks for nothing is validated, whatever is inherited", schema = schema,
    values = "#@data/values\n#@overlay/match-child-defaults when=1\n---\nl:\n- {name: nm, v: t}\n",
    violations = "type l[0].v v.yml:5; found string; expected integer; by s.yml:5" },
  { "a document that is skipped", schema = schema,
    values = "#@data/values\n#@overlay/match when=2\n---\na: t\nzz: 1\n", gives = base },
  { "a document that is not", schema = schema,
    values = "#@data/values\n#@overlay/match when=1\n---\na: t\n",
    violations = "type a v.yml:4; found string; expected integer; by s.yml:3" },
  { "what is added is validated with all that is in it", schema = schema,
    values = '#@data/values\n#@overlay/match-child-defaults when="0+"\n---\nrare: {x: t}\n',
    violations = "type rare.x v.yml:4; found string; expected integer; by s.yml:13" },
}) end)

describe("where anything goes, there is nothing to validate:", function()
  local list = {}
  for _, row in ipairs {
    { "#@schema/type any=True", "any=True" }, { '#@schema/type "map"', "a map of any contents" },
    { '#@schema/type "any"', "any" },
  } do
    local free = row[1] .. "\nm: {a: 1, l: [1]}"
    list[#list + 1] = { "a key of " .. row[2], schema = free, over = "m:\n  #@overlay/match when=1\n  a: true",
      gives = "m:\n  a: true\n  l:\n  - 1" }
    list[#list + 1] = { "an unknown key of " .. row[2], schema = free,
      over = 'm:\n  #@overlay/match when="0+"\n  b: {c: 1}', gives = "m:\n  a: 1\n  l:\n  - 1\n  b:\n    c: 1" }
    list[#list + 1] = { "an item below " .. row[2], schema = free,
      over = "m:\n  l:\n  #@overlay/match by=overlay.all, when=1\n  - x", gives = "m:\n  a: 1\n  l:\n  - x" }
    list[#list + 1] = { "by what is inherited, a key of " .. row[2], schema = free,
      values = '#@data/values\n#@overlay/match-child-defaults when="0+"\n---\nm: {a: x, b: 2}',
      gives = "m:\n  a: x\n  l:\n  - 1\n  b: 2" }
  end
  rows.each(it, list)
end)

local renamed = [[
#@schema/renamed from=["old", "older"]
new: 1
#@schema/renamed from="/away.x"
far:
  z: 1
m:
  #@schema/renamed from="o2"
  n2: 1
other: 0]]
local kept = 'new: 1\nfar:\n  z: 1\nm:\n  n2: 1\nother: 0\n'
local function warning(old, new, line, by)
  return ("renamed %s v.yml:%d; says %s has a new name: %s; by s.yml:%d"):format(old, line, old, new, by)
end

describe("a value under an old name is warned of", function() rows.each(it, {
  { "only if it is not skipped", schema = renamed, over = over("2", "old: 3"), gives = kept },
  { "if when= is met", schema = renamed, over = over("1", "old: 3"), gives = (kept:gsub("new: 1", "new: 3")),
    warns = warning("old", "new", 4, 4) },
  { "only if it is not skipped, by what is inherited", schema = renamed, values = below("2", "older: 3"),
    gives = kept },
  { "if what is inherited is met", schema = renamed, values = below("1", "older: 3\nm: {o2: 7}"),
    gives = (kept:gsub("new: 1", "new: 3"):gsub("n2: 1", "n2: 7")),
    warns = { warning("older", "new", 4, 4), warning("m.o2", "m.n2", 5, 10) } },
  { "only if the map above it is not skipped", schema = renamed, over = over("2", "m: {o2: 7}"), gives = kept },
  { "if the map above it is not", schema = renamed, over = over("1", "m: {o2: 7}"),
    gives = (kept:gsub("n2: 1", "n2: 7")), warns = warning("m.o2", "m.n2", 4, 10) },
  { "only if it is not skipped, where the old name begins at the root", schema = renamed,
    over = "away:\n  #@overlay/match when=2\n  x: {z: 3}", gives = kept },
  { "at once if another one is skipped", schema = renamed, over = over("2", "other: 5\nm: {o2: 7}"),
    gives = (kept:gsub("n2: 1", "n2: 7")), warns = warning("m.o2", "m.n2", 5, 10) },
}) end)

describe("two old names of a key", function() rows.each(it, {
  { "are reported by their names", schema = renamed, values = "older: 2\nold: 3",
    warns = "renamed old v.yml:2; says old has a new name: new; by s.yml:4",
    violations = "renamed-twice older v.yml:1; found older; expected only new; by s.yml:4" },
}) end)

local moved = [[
#@schema/renamed from=["gone.older"], with=lambda v: v + 100
new: 1
#@schema/renamed from="/away.x"
far: {w: 1, z: 1}
#@schema/renamed from="/times.ms", with=lambda v: fail("too small") if v < 0 else v + 100
time: 1
m:
  #@schema/renamed from="deep.o3"
  n3: 1
  deep: {keep: 1}
l:
- name: ""
  #@schema/renamed from="o6", with=lambda v: v + 100
  n6: 1
#@schema/key-may-be-present
rare:
  #@schema/renamed from="o7", with=lambda v: v + 100
  n7: 1]]
local unmoved = "new: 1\nfar:\n  w: 1\n  z: 1\ntime: 1\nm:\n  n3: 1\n  deep:\n    keep: 1\nl: []\n"
local function becomes(old, new) return (unmoved:gsub(old, new)) end
local older = warning("gone.older", "new", 5, 4)

describe("when= on a map that leads to an old name", function() rows.each(it, {
  { "skips the value", schema = moved, over = over("2", "gone:\n  older: 3"), gives = unmoved },
  { "leaves the value if it is met", schema = moved, over = over("1", "gone:\n  older: 3"),
    gives = becomes("new: 1", "new: 103"), warns = older },
  { "skips the value, by what is inherited", schema = moved,
    over = "#@overlay/match-child-defaults when=2\ngone:\n  older: 3", gives = unmoved },
  { "skips the value where the path begins at the root", schema = moved, over = over("2", "away:\n  x: {z: 3}"),
    gives = unmoved },
  { "does not convert what it skips", schema = moved, over = over("2", "times:\n  ms: -1"), gives = unmoved },
  { "skips the value in a map that the schema has", schema = moved,
    over = "m:\n  #@overlay/match when=2\n  deep:\n    o3: 3\n    keep: 2", gives = unmoved },
  { "yields to that of the value", schema = moved, over = over("2", "gone:\n  #@overlay/match when=1\n  older: 3"),
    gives = becomes("new: 1", "new: 103"), warns = warning("gone.older", "new", 6, 4) },
  { "replaces the number of matches of the value", schema = moved,
    over = over("2", "gone:\n  #@overlay/match missing_ok=True\n  older: 3"), gives = unmoved },
  { "counts for what is in the value, if it is inherited", schema = moved,
    over = "#@overlay/match-child-defaults when='0+'\naway:\n  x:\n    #@overlay/match when=2\n    w: 3\n    z: 3",
    gives = becomes("z: 1", "z: 3"), warns = warning("away.x", "far", 5, 6) },
}) end)

describe("what is added as a whole takes old names, whatever is inherited:", function()
  local item = "l:\n  - name: a\n    n6: 103\n"
  local added = becomes("l: %[%]\n", (item:gsub("\n  ", "\n")))
  rows.each(it, {
    { "an item", schema = moved, values = below("'0+'", "l: [{name: a, o6: 3}]"), gives = added,
      warns = warning("l[0].o6", "l[0].n6", 4, 16) },
    { "an item with when= in it", schema = moved, over = "l:\n- name: a\n  #@overlay/match when=1\n  o6: 3",
      gives = added, warns = warning("l[0].o6", "l[0].n6", 6, 16) },
    { "a map with when= in it", schema = moved, over = "rare:\n  #@overlay/match when=1\n  o7: 3",
      gives = unmoved .. "rare:\n  n7: 103\n", warns = warning("rare.o7", "rare.n7", 5, 20) },
  })
end)
