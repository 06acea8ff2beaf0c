-- The scenarios of oom_binding.c, in which the binding has to survive failing allocations. Each gives a text.

local core = require "yschema.core"
local yschema = require "yschema"

local schema_text = [[
#@data/values-schema
---
#@schema/desc "who answers"
#@schema/validation min_len=2, when=lambda v: v != "x"
name: web
#@schema/validation ("even", lambda v, ctx: v % 2 == 0 and ctx.parent.name != "")
port: 80
#@schema/nullable
tls:
  certificate: ""
#@schema/any-of {"kind": "a", "size": 1}, [""], ""
many: ""
list:
- id: 0
  #@schema/default function() return { "x", "y" } end
  tags:
  - ""
#@schema/any-key
labels: ""
]]

local code_text = [[
#@ def label(name):
#@schema/validation min_len=1
text: #@ name.upper()
#@ for i in range(2):
key: value
#@ break
#@ end
#@ end
#@ local function twice(x)
#@   return x .. x
#@ end
#@data/values-schema
---
first: #@ label("a")
#@schema/default label("b")
second:
  text: ""
  key: ""
third: #@ twice("z")
]]

local outlined_text = [[
#@ def node():
name: ""
nodes:
#@schema/like node
-
#@ end
#@data/values-schema
---
tree:
#@schema/like node
-
#@schema/examples ("one", 1)
#@schema/validation not_null=True, min=1, when=lambda v: v > 2
number: 7
#@schema/one-of {"kind": "a"}, {"kind": "b"}, by="kind"
either: {kind: a}
#@schema/renamed from="old"
#@schema/deprecated "soon"
new: 1
#@schema/required
given: 1
#@schema/key allowed="^x", expects="1+"
more: 1.5
]]

local old_names_text = [[
#@ def waits():
#@schema/renamed from="secs", with=lambda v: v * 1000
ms: 1
#@ end
#@ def kind():
kind: a
#@schema/renamed from="old", with=lambda v: v + 1
new: 1
#@ end
#@data/values-schema
---
#@schema/one-of kind(), {"kind": "b"}, by="kind"
x: {kind: a}
items:
- ""
#@schema/any-of waits(), {"n": 1}
y: {n: 2}
]]

local old_names_overlay = [[
#@data/values
---
x:
  #@overlay/match when=1
  old: 5
y:
  #@overlay/match when=1
  secs: 7
]]

-- Returns the content of a table as a text, which is the same for equal tables.
local function shown(value)
  if type(value) ~= "table" then return tostring(value) end
  local parts = {}
  for key, item in pairs(value) do parts[#parts + 1] = shown(key) .. "=" .. shown(item) end
  table.sort(parts)
  return "{" .. table.concat(parts, " ") .. "}"
end

-- Returns the results of a call of the module as a text.
local function result_text(value, report)
  if value == nil then return tostring(report) .. report:json() end
  return shown(value)
end

-- Each level has the alternatives of the level above.
local recursive_text = [[
#@ def one():
#@schema/validation one_of=[1]
k: 1
#@schema/nullable
#@schema/any-of one, two
child:
#@ end
#@ def two():
k: 2
#@schema/nullable
#@schema/all-of two, two
child:
#@ end
#@data/values-schema
---
#@schema/nullable
#@schema/any-of one, two
a:
]]

local good = { name = "api", port = 8080, many = { kind = "b", size = 2 }, list = { { id = 1 }, { id = 2 } } }

local schema

local function load_schema()
  schema = assert(yschema.load(schema_text, { name = "schema.yml" }))
end

local path

-- A folder with a good file and a bad one, and a schema without functions.
local function load_files()
  path = path or os.tmpname()
  os.remove(path)
  os.execute("mkdir -p " .. path)
  core.write(path .. "/good.yml", "name: a\n---\nname: b\n")
  core.write(path .. "/bad.yml", "nam: a\n")
  schema = assert(yschema.load "#@data/values-schema\n---\nname: ''\n")
end

return {
  { name = "load", run = function()
    local made, report = yschema.load(schema_text)
    return result_text(made and "made", report)
  end },
  { name = "load with errors", run = function()
    local made, report = yschema.load("#@data/values-schema\n---\n#@schema/nullabel\na: [1, 2]\nb: null\n")
    assert(not made)
    return tostring(report)
  end },
  { name = "code", run = function()
    local made, report = yschema.load(code_text, { name = "code.yml" })
    if not made then return result_text(nil, report) end
    return result_text(made:defaults())
  end },
  { name = "apply text", prepare = load_schema, run = function()
    return result_text(schema:apply("name: api\nport: 82\nlist:\n- id: 1\n- {}\ntls: {certificate: x}\nfree: y\n"))
  end },
  { name = "alternatives inside alternatives", prepare = function()
    schema = assert(yschema.load(recursive_text, { name = "schema.yml" }))
  end, run = function()
    return result_text(schema:apply("a: {k: 1, child: {k: 1, child: {k: 1, child: {k: 1, child: {k: 3}}}}}\n",
      "a: {k: 2, child: {k: 1, child: {child: {k: 3}}}}\n"))
  end },
  { name = "explain", prepare = function()
    schema = assert(yschema.load(schema_text, { name = "schema.yml", explain = true }))
  end, run = function()
    local values, report = schema:apply("name: api\nport: 82\nlist:\n- id: 1\n", { list = { { id = 2 } } })
    return result_text(values, report) .. shown(report:origin "port")
  end },
  { name = "explain a reference", prepare = function()
    schema = assert(yschema.load('#@data/values-schema\n---\nnames: [""]\n#@schema/nullable\n'
      .. '#@schema/refers to="names[]"\nname: ""\n'))
  end, run = function()
    local run = core.run(schema.core, { explain = true })
    run:give { names = { "a", "b" }, name = "b" }
    require("yschema.pipeline.runs").finish(schema, run)
    return shown(run:provenance(true))
  end },
  { name = "annotate", prepare = load_schema, run = function()
    local run = core.run(schema.core, {})
    run:give { name = "api", port = 8080 }
    require("yschema.pipeline.runs").finish(schema, run)
    return run:annotated()
  end },
  { name = "apply text with violations", prepare = load_schema, run = function()
    return result_text(schema:apply("name: 1\nport: 81\nlist:\n- id: x\nmany: {kind: 1}\n"))
  end },
  { name = "apply overlays", prepare = load_schema, run = function()
    return result_text(schema:apply("list:\n- id: 1\n- id: 2\n", [[
#@data/values
---
list:
#@overlay/match by="id"
- id: 2
  tags: [z]
#@overlay/match missing_ok=True
extra: more
]]))
  end },
  { name = "old names in alternatives", prepare = function()
    schema = assert(yschema.load(old_names_text))
  end, run = function()
    return result_text(schema:apply("x: {old: 1}\nitems: [a]\ny: {secs: 3}", old_names_overlay))
  end },
  { name = "validate JSON", prepare = load_schema, run = function()
    local fine, problem = schema:check_json '{"name":"api","port":82,"list":[{"id":1},{}]}'
    if not fine then return result_text(nil, problem) end
    local plain = assert(yschema.load "#@data/values-schema\n---\nname: web\nlist:\n- id: 0\n")
    assert(plain:check_json '{"list":[{"id":1},{"id":2}]}')
    local ok, report = plain:check_json '{"list":[{"id":"\\u0031"}],"new":1}'
    assert(not ok)
    return result_text(plain:apply_json '{"list":[{},{"id":3}]}') .. result_text(nil, report)
      .. result_text(schema:apply_json '{"port":81}')
  end },
  { name = "apply table", prepare = load_schema, run = function() return result_text(schema:apply(good)) end },
  { name = "check table", prepare = load_schema, run = function()
    local fine, problem = schema:check(good)
    if not fine then return result_text(nil, problem) end
    local ok, report = schema:check { port = "x", list = { { id = {} } } }
    assert(not ok)
    return report:json()
  end },
  { name = "kinds", prepare = function()
    load_schema()
    require "yschema.pipeline.kinds"
  end, run = function()
    local source = require "yschema.core".source("v.yml", "name: api\nlist: [{id: 1}]\n---\nport: 1\n---\nname: bb\n")
    local kinds, parts = { { has = { list = { { id = 1 } } }, schema = schema },
      { has = { port = 1 }, schema = schema } }, {}
    require "yschema.pipeline.kinds".validate(kinds, "error", source, function(run, line)
      parts[#parts + 1] = line .. " " .. run:text()
    end)
    return table.concat(parts)
  end },
  { name = "acceptor", run = function()
    local acceptor = core.acceptor({ "s.json", [[{"$id": "https://a.test/s", "$ref": "t#x", "$defs": {"x": {"$id": "t",
      "$anchor": "x", "type": "object", "properties": {"a": {"enum": [1,2,3,4,5,6,7,8,1e400]}, "b": {"$ref": "#x"},
      "c": {"items": {"pattern": "^x"}, "uniqueItems": true,
      "prefixItems": [{"multipleOf": 1000000007000000000000000000000049}]}}, "required": ["a"],
      "patternProperties": {"^x": {"format": "date"}}, "dependentRequired": {"c": ["b"]}, "propertyNames": true,
      "oneOf": [{"const": {"a": 1}}, {"minProperties": 1}], "unevaluatedProperties": true}}}]] }, 2020, {})
    assert(acceptor:begin())
    local verdict = acceptor:verdict('{"a":2,"b":{"a":1e400},"c":[1000000007000000000000000000000049e9,"x1","x2"],'
      .. '"xx":"y"}')
    local other = acceptor:verdict '{"a":1}'
    acceptor:close()
    return ("%s %s"):format(tostring(verdict), tostring(other))
  end },
  { name = "validate a JSON Schema", run = function()
    local acceptor = core.acceptor({ "https://a.test/m", [[{"$id": "https://a.test/m", "type": ["object", "boolean"],
      "properties": {"type": {"anyOf": [{"enum": ["string", "null"]}, {"type": "array"}]}, "minimum": {"type":
      "number"}, "required": {"uniqueItems": true}, "properties": {"additionalProperties": {"$ref": "#"}}}}]] }, 2020,
      {})
    assert(acceptor:begin {})
    local list, others, more = acceptor:schema_problems(core.source("s.json", [[{"type": "sting", "titel": 1,
      "minimum": "1",
      "required": ["a", "a"], "properties": {"a": 5, "b": {"$schema": "https://a.test/n", "type": 1}, "c": {"pattern":
      "(", "$ref": "#/x/y"}}, "x": {"y": {"minimum": null}}}]], false, true), "https://a.test/m", "https://a.test/m",
      2020, true, false, {})
    local of_parts = acceptor:schema_problems(core.source("p.yml", '{"x": {"y": {"type": "sting"}, "z": {"minimum":'
      .. ' ""}}}', false, true), "https://a.test/m", "https://a.test/m", 2020, true, false, {}, { "/x/y", "/x/z" })
    acceptor:close()
    return table.concat(list, " ") .. table.concat(others, " ") .. more .. table.concat(of_parts, " ")
  end },
  { name = "load_json_schema", run = function()
    local loaded, report = yschema.load_json_schema [[{"$id": "https://a.test/s", "$ref": "t", "$defs": {"e":
      {"$dynamicAnchor": "e", "type": "string"}, "t": {"$id": "t", "properties": {"a": {"enum": [1, 2]}, "b": {"items":
      {"$dynamicRef": "#e"}, "contains": {"const": 1}}}, "required": ["c"], "propertyNames": {"maxLength": 1},
      "oneOf": [{"required": ["x"]}, {"minProperties": 9}], "not": {"required": ["b"]}, "unevaluatedProperties": false,
      "$defs": {"e": {"$dynamicAnchor": "e"}}}}}]]
    if not loaded then return result_text(nil, report) end
    return result_text(loaded:apply '{"a": 3, "b": [2, "x"], "dd": {"e": null}}')
  end },
  { name = "load_json_schema, with what leads nowhere", run = function()
    local options = { allow_inexact = true, files = { ["https://a.test/t"] = '{"required": ["a"]}' } }
    local loaded, report = yschema.load_json_schema([[{"$ref": "https://a.test/t", "properties": {"a": {"$ref":
      "#/none"}, "b": {"$ref": "https://a.test/x"}, "c": {"type": "string", "deprecated": true}}}]], options)
    if not loaded then return result_text(nil, report) end
    local count, at = loaded.core:accept_lines('{"a":1,"c":"x"}\n{"c":"x"}\n', 1)
    return result_text(loaded:apply "a: 1\nc: x\n") .. count .. " " .. at
  end },
  { name = "parse", run = function()
    local documents, report = yschema.parse("a: [1, 2.5, x, null]\n---\n? b\n: &x {c: 'd'}\ne: *x\n", "some.yml")
    if not documents then return result_text(nil, report) end
    return result_text(documents:value(1)) .. result_text(documents:value(2)) .. documents:encode "yaml"
  end },
  { name = "overlay", run = function()
    local result, report = yschema.overlay_with({ code_in_values = true }, "a: 1\nlist:\n- name: x\n", [[
#@overlay/match-child-defaults missing_ok=True
---
#@overlay/replace via=function(left, right) return left + right end
a: 2
b: {c: d}
list:
#@overlay/match by="name"
- name: x
  new: 1
]])
    if not result then return result_text(nil, report) end
    return result:encode "json"
  end },
  { name = "print", prepare = function()
    schema = assert(yschema.load "#@schema/type any=True\n#@data/values-schema\n---\nnull\n")
  end, run = function()
    local run = core.run(schema.core)
    assert(run:give(good))
    assert(select(3, run:step()) == core.OVER)
    local pieces = {}
    assert(run:print("json", function(piece)
      pieces[#pieces + 1] = piece
      return true
    end))
    return table.concat(pieces)
  end },
  { name = "encode", run = function()
    return assert(yschema.encode(good.list, "json")) .. assert(yschema.encode({ 1, "two", 2.5 }, "yaml"))
  end },
  { name = "outline for the checker", prepare = function()
    schema = assert(yschema.load [[
#@data/values-schema
---
#@schema/validation min_len=1, one_of=["a", "b"]
text: a
#@schema/validation regexp="^a"
found: a
#@schema/validation format="date"
date: "2024-01-01"
list:
- sub: {key: 1.5}
#@schema/any-of 1, "x"
either: 1
#@schema/key allowed="^x", expects="0+"
more: 1
]])
  end, run = function()
    local root, array_mt = schema.core:outline(100)
    assert(root.named[2].rules[1].test "abc" and not root.named[2].rules[1].test "b")
    assert(root.named[3].rules[1].test "2024-01-01")
    return root.named[1].key .. root.named[4].item.named[1].named[1].kind .. type(array_mt)
  end },
  { name = "outline", prepare = function() schema = assert(yschema.load(outlined_text)) end, run = function()
    local root = schema.core:outline()
    local item = root.named[1].item
    assert(item.named[2].item.named[2] == item.named[2] and not schema.core:outline(100))
    local words = { item.named[1].key, root.named[2].rules[1].yaml, root.named[3].choice[2].words }
    return table.concat(words, " ") .. shown(root.open[1].count) .. shown(root.named[4].renamed)
  end },
  { name = "points of the coverage", prepare = function()
    schema = assert(yschema.load("#@data/values-schema\n---\n#@schema/validation min=1, one_of=[1, 2]\nport: 1\n"
      .. "#@schema/one-of \"\", 1\nother: 1\n"))
  end, run = function()
    local owner, words = schema.core, {}
    for i, point in ipairs(owner:points()) do words[i] = point.change .. (point.value or point.words or "") end
    owner:change(4)
    local run = core.run(owner, { watch = true })
    run:give { port = 2 }
    run:step()
    owner:change()
    for _, number in ipairs(owner:reached()) do words[#words + 1] = tostring(number) end
    run:close()
    local documents = assert(core.parse(core.source("a.yml", "a: [1, {b: c}]\n"), {}))
    words[#words + 1] = assert(documents:part("json", "a", "1"))
    documents:close()
    return table.concat(words, " ")
  end },
  { name = "files", prepare = load_files, run = function()
    assert(core.validate_lines(schema.core, '{"name":"a"}\n{"name":1}\n', 1) == 1)
    local texts = { table.concat({ core.validate_file(schema.core, "f.yml", path .. "/good.yml", 1000) }, " ") }
    for _, name in ipairs { "bad.yml", "none.yml" } do
      local line, other = core.validate_file(schema.core, name, path .. "/" .. name, 1000)
      texts[#texts + 1] = tostring(line) .. (type(other) == "string" and other or other:name())
    end
    for _, name in ipairs { "bad.yml", "good.yml" } do texts[#texts + 1] = core.names(path)[name] end
    texts[#texts + 1] = core.digest "text" .. type(core.identity(path)) .. tostring(core.write("/dev/null", "text"))
    texts[#texts + 1] = core.printable "\27\n::a" .. core.printable("\27\n", true)
    local written = path .. "/new.yml"
    texts[#texts + 1] = tostring(core.write(written, "text")) .. tostring(core.write(written, "other", true))
    os.remove(written)
    assert(core.draft "/dev/null"):discard()
    assert(core.workers()):close()
    return table.concat(texts, " ")
  end },
  { name = "describe", prepare = load_schema, run = function()
    return shown(schema:describe()) .. shown(schema:openapi()) .. shown(schema:json_schema()) .. schema:html()
  end },
}
