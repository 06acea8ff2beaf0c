--- Shapes of input whose cost once grew faster than their size. spec/yschema/safety/complexity_spec.lua runs each.
--
-- A shape is a title, a size `n`, and a function of the size, which returns the files by their names and the arguments
-- of the command. At 4 * n, a cost that grows with the square must be much more than the cost of a start. A `bounded`
-- shape must end soon at any size, with a result or an error; `megabytes` is the memory that it may take.
-- Add a row for any input whose cost may grow too fast.

local HEAD = "#@data/values-schema\n---\n"

local function times(n, pattern)
  local out = {}
  for i = 1, n do out[i] = pattern:gsub("%%d", i) end
  return table.concat(out)
end

local function check(schema, values, ...)
  return { ["s.yml"] = HEAD .. schema, ["v.yml"] = values }, { "check", "-q", "-f", "s.yml", "v.yml", ... }
end

local function merged(schema, values, ...)
  return { ["s.yml"] = HEAD .. schema, ["v.yml"] = values }, { "-f", "s.yml", "-f", "v.yml", ... }
end

local function diffed(old, new)
  return { ["a.yml"] = HEAD .. old, ["b.yml"] = HEAD .. new }, { "diff", "a.yml", "b.yml" }
end

-- A chain of schemas, each of which names the next one eight times as an alternative, so that there are 8^n ways to the
-- last of them.
local function chained(n)
  local link = "#@ def s%d():\n#@schema/any-of " .. ("s%s, "):rep(7) .. "s%s\n#@schema/validation min=1\n"
    .. "#@schema/nullable\n---\n#@ end\n"
  local lines = {}
  for i = 1, n do lines[i] = link:gsub("%%d", i):gsub("%%s", i + 1) end
  return table.concat(lines) .. ("#@ def s%d():\n--- 0\n#@ end\n"):format(n + 1) .. HEAD
    .. "#@schema/nullable\n#@schema/any-of s1, s1\n#@schema/validation min=1\na:\n"
end

-- A chain of `n` schemas, each of which names the one before it twice as an alternative, so that there are 2^n ways to
-- the first of them: for the value itself, or for the value below a key or in a list. `check` is the command.
local function doubled(n, mode, leaf, place, value)
  local around = {
    value = "#@schema/nullable\n#@schema/%s s%d, s%d\n---\n",
    key = "---\n#@schema/nullable\n#@schema/%s s%d, s%d\na:\n",
    item = "#@schema/nullable\n---\n#@schema/nullable\n#@schema/%s s%d, s%d\n-\n",
  }
  local lines = { "#@ def s0():\n" .. leaf .. "#@ end\n" }
  for i = 1, n do
    local inner = around[place]:format(mode, i - 1, i - 1)
    lines[i + 1] = ("#@ def s%d():\n%s#@ end\n"):format(i, inner)
    if place ~= "value" then value = place == "key" and "{a: " .. value .. "}" or "[" .. value .. "]" end
  end
  local last = ("#@schema/nullable\n#@schema/%s s%d, s%d\na:\n"):format(mode, n, n)
  return { ["s.yml"] = table.concat(lines) .. HEAD .. last, ["v.yml"] = "a: " .. value .. "\n" },
    { "check", "-f", "s.yml", "v.yml" }
end

-- The same as a JSON Schema. `around` is what stands in a definition, with %s for the one before it.
local function doubled_json(n, around, value, ...)
  local lines = { '{"$ref": "#/$defs/s' .. n .. '", "$defs": {"s0": {"type": "integer"}' }
  for i = 1, n do
    lines[i + 1] = (', "s%d": '):format(i) .. around:gsub("%%s", ('{"$ref": "#/$defs/s%d"}'):format(i - 1))
  end
  return { ["s.json"] = table.concat(lines) .. "}}", ["v.json"] = value .. "\n" },
    { "check", "--json-schema", "s.json", "v.json", ... }
end

local shapes = {
  { "keys that moved away from another map", n = 3000, make = function(n)
    return check(times(n, '#@schema/renamed from="/z.y%d"\na%d: 1\n'), "z:\n" .. times(n, "  y%d: 1\n"))
  end },
  { "keys renamed in their map", n = 4000, make = function(n)
    return check(times(n, '#@schema/renamed from="y%d"\na%d: 1\n'), times(n, "y%d: 1\n"))
  end },
  { "keys that moved into another map", n = 3000, make = function(n)
    return check("z:\n" .. times(n, '  #@schema/renamed from="/y%d"\n  a%d: 1\n'), times(n, "y%d: 1\n"))
  end },
  { "old names of one key", n = 10000, make = function(n)
    return check("#@schema/renamed from=[" .. times(n, '"o%d",') .. '"p"]\na: 1\n', "a: 1\n")
  end },
  { "values that are none of the allowed ones", n = 20000, make = function(n)
    return check("a:\n#@schema/validation one_of=[" .. times(n, '"k%d",') .. '"k"]\n- k\n',
      "a: [" .. times(n, "z%d, ") .. "]\n")
  end },
  { "values that are allowed", n = 5000, make = function(n)
    return check("a:\n#@schema/validation one_of=[" .. times(n, '"k%d",') .. '"k"]\n- k\n',
      "a: [" .. times(n, "k%d, ") .. "]\n")
  end },
  { "an overlay that inserts for each match", n = 6, make = function(n)
    return merged("#@schema/type any=True\na: []\n", "---\na: [x]\n#@data/values\n---\na:\n"
      .. times(n * 8, '#@overlay/match by=overlay.all, expects="1+"\n#@overlay/insert before=True\n- x\n'), "-q")
  end, bounded = true },
  { "items that are found by a key", n = 2000, make = function(n)
    return merged("a:\n- name: ''\n  v: 0\n", "---\na:\n" .. times(n, "- {name: n%d, v: 1}\n")
      .. "#@data/values\n---\na:\n" .. times(n, '#@overlay/match by="name"\n- {name: n%d, v: 2}\n'), "-q")
  end },
  { "unknown keys beside known ones", n = 4000, make = function(n)
    return check(times(n, "key_number_%d: 1\n"), times(n, "kex_nunber_%d: 1\n"))
  end },
  { "unknown keys that differ only in their middle", n = 3000, make = function(n)
    local same = ("a"):rep(200)
    return check("a: 1\n", times(n, same .. "%d" .. same .. ": 1\n"))
  end },
  { "long unknown keys in a report", n = 2000, make = function(n)
    local files = check("a: 1\n", times(n, ("k"):rep(994) .. "%d: 1\n"))
    return files, { "check", "-f", "s.yml", "--report", "codequality", "v.yml" }
  end },
  { "keys that << brings again and again", n = 300, bounded = true, make = function(n)
    return check("#@schema/type any=True\na: {}\n",
      "a:\n  a0: &a0 {" .. times(n * 4, "k%d: 1, ") .. "}\n" .. times(n * 4, "  b%d: {<<: *a0}\n"))
  end },
  { "aliases of aliases", n = 5, bounded = true, make = function(n)
    local lines = { "a0: &a0 {x: 1}\n" }
    for i = 1, n do lines[i + 1] = ("a%d: &a%d [%s]\n"):format(i, i, ("*a" .. i - 1 .. ", "):rep(9)) end
    return { ["s.yml"] = "#@data/values-schema\n#@schema/type any=True\n---\n", ["v.yml"] = table.concat(lines) },
      { "check", "-q", "-f", "s.yml", "v.yml" }
  end },
  { "maps without repeated items", n = 4000, make = function(n)
    return check("#@schema/type any=True\n#@schema/validation unique=True\na: []\n",
      "a: [" .. times(n, "{a: %d, b: [1, {c: %d}]}, ") .. "]\n")
  end },
  { "errors on one line", n = 4000, make = function(n)
    return check("a:\n- 1\n", "a: [" .. times(n, "x, ") .. "]\n")
  end },
  { "empty values on one line", n = 5000, make = function(n)
    return check('#@schema/any-key\na: ""\n', "{" .. times(n, "k%d: , ") .. "}\n")
  end },
  -- 7 MB of text: its tree takes three to four times as much, and what is printed of it almost nothing.
  { "the values of a large text", n = 50000, bounded = true, megabytes = 40, make = function(n)
    return merged("a:\n- name: ''\n  text: ''\n", "a:\n" .. times(n, "- name: item %d\n  text: plain text\n"))
  end },
  { "the values of a large text as JSON", n = 50000, bounded = true, megabytes = 40, make = function(n)
    return merged("a:\n- name: ''\n  text: ''\n", "a:\n" .. times(n, "- name: item %d\n  text: plain text\n"),
      "-o", "json")
  end },
  { "an allowed value that is written again and again", n = 10000, make = function(n)
    return check("#@schema/validation one_of=[" .. ("1, "):rep(n) .. "2]\na: 1\n", "a: 2\n")
  end },
  { "a rule of alternatives inside alternatives", n = 10, bounded = true, make = function(n)
    return { ["s.yml"] = chained(n) }, { "-f", "s.yml" }
  end },
  { "an export of alternatives inside alternatives", n = 10, bounded = true, make = function(n)
    return { ["s.yml"] = chained(n) }, { "-f", "s.yml", "--data-values-schema-inspect", "-o", "json-schema" }
  end },
  { "a default for alternatives inside alternatives", n = 10, bounded = true, make = function(n)
    local text = {}
    for i = 1, n do
      text[i] = ("#@ def s%d():\n#@schema/any-of %s\n---\n#@ end\n"):format(i,
        ("s%d, "):format(i + 1):rep(8):sub(1, -3))
    end
    return { ["s.yml"] = ("%s#@ def s%d():\n#@schema/required\nk: 0\n#@ end\n%s#@schema/default {'b': {'k': 1}}\n"
      .. "a:\n  #@schema/required\n  q: 1\n  #@schema/any-of s1, s1\n  b:\n"):format(table.concat(text), n + 1, HEAD) },
      { "-f", "s.yml" }
  end },
  { "a text that a rule makes longer", n = 1, bounded = true, make = function()
    return { ["s.yml"] = HEAD .. "#@schema/validation ('r', function(v) local s = ('x'):rep(2^24)"
      .. " for i = 1, 5 do s = s .. s end return true end)\nx: 0\n" }, { "-f", "s.yml" }
  end },
  { "documents to migrate", n = 3000, megabytes = 170, make = function(n)
    return { ["s.yml"] = HEAD .. '#@schema/renamed from="old"\nnew: 1\n', ["v.yml"] = ("---\nold: 1\n"):rep(n) },
      { "migrate", "-f", "s.yml", "v.yml" }
  end },
  { "items to migrate", n = 4000, make = function(n)
    return { ["s.yml"] = HEAD .. 'a:\n- #@schema/renamed from="old"\n  new: 1\n',
      ["v.yml"] = "a:\n" .. times(n, "- old: %d\n") }, { "migrate", "-f", "s.yml", "v.yml" }
  end },
  { "comments of other tools in data", n = 60000, make = function(n)
    return check("#@schema/type any=True\na: ''\n", ("#@x/y\n"):rep(n) .. "a:\n" .. ("- 1 #@x/y\n"):rep(n)
      .. "b: {<<: {c: 1}} #@x/y\n" .. ("#@x/y\n"):rep(n))
  end },
  { "recursive alternatives", n = 20, bounded = true, make = function(n)
    return { ["s.json"] = [[{"$ref": "#/definitions/a", "definitions": {"a": {"anyOf": [
      {"properties": {"child": {"$ref": "#/definitions/a"}, "k": {"const": 1}}, "required": ["k"]},
      {"properties": {"child": {"$ref": "#/definitions/a"}, "k": {"const": 2}}, "required": ["k"]}]}}}]],
      ["v.json"] = ('{"child":'):rep(n) .. '{"k":3}' .. ("}"):rep(n) },
      { "check", "-q", "--json-schema", "s.json", "v.json" }
  end },
  { "deep recursive alternatives", n = 220, bounded = true, megabytes = 100, make = function(n)
    local function alternative(name, k)
      return ("#@ def %s():\n#@schema/validation one_of=[%d]\nk: 1\n#@schema/nullable\n#@schema/any-of one, two\n"
        .. "child:\n#@ end\n"):format(name, k)
    end
    return { ["s.yml"] = alternative("one", 1) .. alternative("two", 2) .. HEAD
      .. "#@schema/any-of one, two\na: {k: 1}\n",
      ["v.yml"] = "a: " .. ("{k: 1, child: "):rep(n) .. "{k: 3}" .. ("}"):rep(n) .. "\n" },
      { "check", "-q", "-f", "s.yml", "v.yml" }
  end },
  { "deep recursive alternatives and complete", n = 220, bounded = true, make = function(n)
    return { ["s.yml"] = "#@ def f():\n#@schema/nullable\n#@schema/any-of f, g\nc:\nx: 1\n#@ end\n"
      .. "#@ def g():\n#@schema/nullable\n#@schema/any-of f, g\nc:\n#@schema/validation min=2\nx: 1\n#@ end\n" .. HEAD
      .. "#@schema/any-of f, g\na: {}\n", ["v.yml"] = "a: " .. ("{c: "):rep(n) .. "{x: 0}" .. ("}"):rep(n) .. "\n" },
      { "check", "-q", "-f", "s.yml", "v.yml" }
  end },
  { "recursive schemas, all of which apply", n = 220, bounded = true, megabytes = 100, make = function(n)
    return { ["s.yml"] = "#@ def f():\n#@schema/nullable\n#@schema/all-of f, f\nc:\nx: 1\n#@ end\n" .. HEAD
      .. "#@schema/like f\na:\n", ["v.yml"] = "a: " .. ("{c: "):rep(n) .. "{x: 1}" .. ("}"):rep(n) .. "\n" },
      { "check", "-q", "-f", "s.yml", "v.yml" }
  end },
  { "allOf of a recursive JSON Schema", n = 10, bounded = true, make = function(n)
    return { ["s.json"] = [[{"$ref": "#/definitions/a", "definitions": {
      "a": {"allOf": [{"$ref": "#/definitions/b"}, {"$ref": "#/definitions/c"}]},
      "b": {"properties": {"child": {"$ref": "#/definitions/a"}}},
      "c": {"properties": {"child": {"$ref": "#/definitions/a"}, "x": {"type": "integer"}}}}}]],
      ["v.json"] = ('{"child":'):rep(n) .. '{"x":1}' .. ("}"):rep(n) },
      { "check", "-q", "--json-schema", "s.json", "v.json" }
  end },
  -- Functions of more than 64 KB are compiled when they are loaded, and smaller ones when they are called: both
  -- measures are beyond that.
  { "members of allOf with keys and patterns of keys", n = 1600, make = function(n)
    return { ["s.json"] = '{"allOf": [' .. times(n, '{"properties": {"k%d": {"type": "string"}}, '
      .. '"patternProperties": {"^x%d": {"type": "integer"}}}, ') .. "{}]}" }, { "import", "json-schema", "s.json" }
  end },
  { "members of allOf with patterns that may be anywhere", n = 400, bounded = true, make = function(n)
    return { ["s.json"] = '{"allOf": [' .. times(n, '{"properties": {"k%d": {"type": "string"}}, '
      .. '"patternProperties": {"x%d": {"type": "integer"}}}, ') .. "{}]}" }, { "import", "json-schema", "s.json" }
  end },
  { "small members of allOf", n = 1500, make = function(n)
    return { ["s.json"] = '{"allOf": [' .. times(n, '{"properties": {"k%d": {"minLength": %d}}}, ') .. "{}]}" },
      { "import", "json-schema", "s.json" }
  end },
  { "members of allOf with patterns", n = 3200, make = function(n)
    return { ["s.json"] = '{"allOf": [' .. times(n, '{"pattern": "a%d"}, ') .. "{}]}" },
      { "import", "json-schema", "s.json" }
  end },
  { "keys that a newer schema has other names for", n = 1000, make = function(n)
    return diffed(times(n, "key_number_%d: 1\n"), times(n, "kex_nunber_%d: 1\n"))
  end },
  { "keys that have other types in a newer schema", n = 1000, make = function(n)
    return diffed(times(n, "k%d: 1\n"), times(n, 'k%d: ""\n'))
  end },
  { "maps whose keys have other types in a newer schema", n = 300, make = function(n)
    return diffed(times(n, "m%d: {a: 1, b: {c: 1}}\n"), times(n, 'm%d: {a: "", b: {c: ""}}\n'))
  end },
  { "rules that are tighter in a newer schema", n = 1000, make = function(n)
    return diffed(times(n, "#@schema/validation min=1\nk%d: 9\n"), times(n, "#@schema/validation min=5\nk%d: 9\n"))
  end },
  { "allowed values to which a newer schema adds one", n = 8000, make = function(n)
    return diffed("#@schema/validation one_of=[" .. times(n, '"k%d", ') .. '"z"]\na: z\n',
      "#@schema/validation one_of=[" .. times(n, '"k%d", ') .. '"y", "z"]\na: z\n')
  end },
  { "keys to infer a schema from", n = 10000, make = function(n)
    return { ["v.yml"] = times(n, "key_%d: %d\n") }, { "infer", "v.yml" }
  end },
  { "notes on a schema from examples", n = 1500, make = function(n)
    return { ["v.yml"] = times(n, "a%d: {1: x}\nb%d: true\n") }, { "infer", "v.yml" }
  end },
  { "items to explain", n = 5000, make = function(n)
    return { ["s.yml"] = HEAD .. "a:\n- b: 1\n  c: ''\n", ["v.yml"] = "a:\n" .. times(n, "- b: %d\n") },
      { "explain", "a", "-f", "s.yml", "-f", "v.yml" }
  end },
  { "keys with new names to migrate", n = 4000, make = function(n)
    return { ["s.yml"] = HEAD .. times(n, '#@schema/renamed from="y%d"\na%d: 1\n'),
      ["v.yml"] = times(n, "y%d: 1\n") }, { "migrate", "-f", "s.yml", "v.yml" }
  end },
  { "keys to migrate to another map", n = 1500, make = function(n)
    return { ["s.yml"] = HEAD .. "z:\n" .. times(n, '  #@schema/renamed from="/y%d"\n  a%d: 1\n'),
      ["v.yml"] = times(n, "y%d: 1\n") }, { "migrate", "-f", "s.yml", "v.yml" }
  end },
  { "removed keys to migrate", n = 6000, make = function(n)
    return { ["s.yml"] = HEAD .. "z: 1\n" .. times(n, '#@schema/removed "gone"\na%d: 1\n'),
      ["v.yml"] = times(n, "a%d: 1\n") .. "z: 2\n" }, { "migrate", "-f", "s.yml", "v.yml" }
  end },
  { "keys on one line to migrate", n = 1200, make = function(n)
    return { ["s.yml"] = HEAD .. times(n, '#@schema/renamed from="/z.y%d"\na%d: 1\n'),
      ["v.yml"] = "z: {" .. times(n, "y%d: 1, ") .. "}\n" }, { "migrate", "-f", "s.yml", "v.yml" }
  end },
  { "values of enum", n = 4000, make = function(n)
    return { ["s.json"] = '{"properties": {"k": {"enum": [' .. times(n, '"v%d", ') .. '"z"]}}}' },
      { "import", "json-schema", "s.json" }
  end },
  { "patterns of keys", n = 2000, make = function(n)
    return { ["s.json"] = '{"patternProperties": {' .. times(n, '"^k%dx": {"type": "integer"}, ') .. '"^z": {}}}' },
      { "import", "json-schema", "s.json" }
  end },
  { "an export of keys with old names", n = 16000, make = function(n)
    return { ["s.yml"] = HEAD .. times(n, '#@schema/renamed from="y%d"\na%d: 1\n') },
      { "inspect", "-f", "s.yml", "-o", "json-schema" }
  end },
  { "an export of keys that need each other", n = 16000, make = function(n)
    return { ["s.yml"] = HEAD .. "#@schema/validation mutually_required=[" .. times(n, '"k%d", ') .. '"z"]\n'
      .. "a:\n  z: 1\n" .. times(n, "  k%d: 1\n") }, { "inspect", "-f", "s.yml", "-o", "json-schema" }
  end },
}

-- Alternatives that name the same ones twice, with a value that fits, one that breaks a rule and one of another type.
local leaves = {
  { "numbers", "#@schema/validation min=9\n--- 9\n", { "9", "5", "x" } },
  { "what a function refuses", '#@schema/validation ("seven", lambda v: v == 7)\n--- 7\n', { "7", "5" } },
  { "what is around", '#@schema/validation ("seven", lambda v, ctx: ctx.root == 7)\n--- 7\n', { "5" } },
  { "required keys", "---\n#@schema/required\nx: 0\n", { "{x: 1}", "{x: q}", "{}", "5" } },
}
for _, mode in ipairs { "any-of", "one-of", "all-of" } do
  for _, leaf in ipairs(leaves) do
    for _, place in ipairs { "value", "key", "item" } do
      local title = ("%s of %s, twice for each %s"):format(mode, leaf[1], place)
      for _, value in ipairs(leaf[3]) do
        shapes[#shapes + 1] = { title .. ": " .. value, n = 8, bounded = true, megabytes = 100, make = function(n)
          return doubled(n, mode, leaf[2], place, value)
        end }
      end
    end
  end
end
for _, around in ipairs {
  '{"oneOf": [%s, %s]}', '{"anyOf": [%s, %s]}', '{"allOf": [%s, %s]}', '{"not": {"oneOf": [%s, %s]}}',
  '{"oneOf": [{"not": %s}, {"not": %s}]}',
} do
  for _, value in ipairs { "5", '"x"', "[[1]]" } do
    shapes[#shapes + 1] = { around .. " of " .. value, n = 8, bounded = true, megabytes = 100, make = function(n)
      return doubled_json(n, around, value)
    end }
  end
end

return shapes
