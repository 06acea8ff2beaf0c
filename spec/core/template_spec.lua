local core = require "yschema.core"
local helper = require "spec.core.helper"

require "yschema" -- its hooks for large integers

local HEADER = "#@data/values-schema\n---\n"

-- A template of an owner, and the number of the part that all of the text is.
local function instantiated(text, owner)
  owner = owner or core.schema {}
  local template = core.template(owner, core.source("s.yml", text))
  return template, template:part(text, 1), owner
end

-- Puts the nodes of some lines into a frame.
local function put(frame, template, part, first, last)
  local from, to = template:nodes(part, first, last)
  return frame:put(from, to)
end

-- The fragment that a text is, all of it put.
local function fragment(text, owner, above)
  local template = core.template(owner, core.source("s.yml", text))
  local part = template:part(text, above or 1)
  local frame = template:frame(part)
  assert(put(frame, template, part, 1, 1000))
  return assert(frame:fragment())
end

-- A run over `value` of the schema, with what its rules found.
local function violations_of(schema, value)
  return helper.apply(schema, value):violations()
end

-- A schema whose computed values are what functions by their names give.
local function computed(text, values, owner)
  local template, part, schema = instantiated(HEADER .. text, owner)
  local frame = template:frame(part)
  assert(put(frame, template, part, 1, 1000))
  for _, work in ipairs(template:work(part)) do
    local value = values[work.text]
    if work.kind == "value" then
      assert(frame:value(work.node, value))
    else
      assert(frame:arguments(work.node, work.index, value))
    end
  end
  return schema, frame
end

describe("a source", function()
  it("knows whether it may hold code", function()
    assert.is_true(core.source("s", "a: 1\n#@ if x:\n"):has_code())
    assert.is_true(core.source("s", "a: #@ x"):has_code())
    assert.is_true(core.source("s", "#@\n"):has_code())
    assert.is_false(core.source("s", "#@schema/title 'x'\n#! @\n# a\n"):has_code())
  end)
end)

describe("template:part", function()
  it("counts from 1, and gives nil and a record for what is no YAML", function()
    local template, part, schema = instantiated "a: 1\n"
    assert.equal(1, part)
    assert.equal(2, template:part("b: 2\n", 7))
    assert.is_nil(template:part("b: [\n", 7))
    assert.same({ "syntax", 8 }, { schema:violations()[1].kind, schema:violations()[1].line })
    assert.equal(3, template:part("c: 3\n", 1))
  end)

  it("refuses a value beside a computed one", function()
    local _, part, schema = instantiated "a: 1\nb: 5 #@ 6\n"
    assert.is_nil(part)
    local violation = schema:violations()[1]
    assert.same({ "computed-twice", 2 }, { violation.kind, violation.line })
    assert.matches("either a computed or a YAML value, but found both", violation.message, 1, true)
    assert.equal(2, schema:exit_status())
  end)

  it("gives places of the file", function()
    local schema = core.schema {}
    local template = core.template(schema, core.source("s.yml", ("\n"):rep(40)))
    local part = template:part("a: 1\n\n#@schema/title f\nb: #@  x\n", 21)
    assert.same({
      { node = 3, kind = "annotation", index = 1, name = "schema/title", text = "f",
        file = "s.yml", line = 23, column = 1 },
      { node = 3, kind = "value", text = "x", file = "s.yml", line = 24, column = 8 },
    }, template:work(part))
    assert.same({ 1, 2 }, { template:nodes(part, 1, 22) })
    assert.same({ 3, 3 }, { template:nodes(part, 22, 24) })
    assert.is_nil(template:nodes(part, 25, 30))
  end)

  it("leaves annotations that need no code, or are not ours, out of the work", function()
    local template, part = instantiated "#@schema/title 'x'\n#@other/thing f\n#@schema/desc f\na: 1\n"
    local work = template:work(part)
    assert.same({ "schema/desc", 2 }, { work[1].name, work[1].index })
    assert.is_nil(work[2])
  end)

  it("knows the code lines that are comments", function()
    local template, part = instantiated "#@ if a:\na: |\n  #@ text\n#@ end\nb: #@ c\n  #@ more\n"
    assert.same({ 1, 4, 6 }, template:code_lines(part))
  end)

  it("knows schemas, also those that lack their ---", function()
    local template, plain = instantiated "a: 1\n"
    assert.is_false(template:is_schema(plain))
    assert.is_true(template:is_schema(template:part("#@data/values-schema\n---\na: 1\n", 1)))
    assert.is_true(template:is_schema(template:part("#@data/values-schema\na: 1\n", 1)))
  end)
end)

describe("template:forget", function()
  it("leaves a file to another owner", function()
    local schema = core.schema {}
    schema:add_error("READ", "other.yml", "gone")
    local template, part = instantiated("a: 1\n#@schema/title 'x'\n", schema)
    local _, warnings = schema:violations()
    assert.equal("unattached", warnings[1].kind)
    assert.is_false(template:is_schema(part))
    template:forget()
    local violations, none = schema:violations()
    assert.same({ 1, 0 }, { #violations, #none })
  end)
end)

describe("frame:put", function()
  it("leaves out, and makes several", function()
    local template, part = instantiated "a: 1\nb:\n- c: 2\n  d: 3\n"
    local frame = template:frame(part)
    assert.is_true(put(frame, template, part, 2, 2))
    for _ = 1, 2 do assert.is_true(put(frame, template, part, 3, 3)) end
    assert.is_true(put(frame, template, part, 4, 4))
    assert.same({ b = { { c = 2 }, { c = 2, d = 3 } } }, frame:fragment())
  end)

  it("records what belongs to something that was left out", function()
    local template, part, schema = instantiated "a: 1\nb:\n- c: 2\n"
    local frame = template:frame(part)
    assert.is_true(frame:put(3, 3))
    assert.same({ n = 1 }, { n = select("#", frame:put(5, 5)) })
    local violation = schema:violations()[1]
    assert.same({ "left-out", 3 }, { violation.kind, violation.line })
    assert.matches("was left out by the code around it", schema:text(), 1, true)
  end)
end)

describe("frame:fragment", function()
  it("gives maps in order, arrays, scalars, and nil for nothing", function()
    local template, part = instantiated "z: 1\na: [x, null]\n"
    local frame = template:frame(part)
    assert(put(frame, template, part, 1, 2))
    local map = frame:fragment()
    assert.same({ z = 1, a = { "x", core.null } }, map)
    assert.same({ "z", "a" }, getmetatable(map).keys)
    assert.equal(core.array_mt, getmetatable(map.a))
    assert.equal("text", fragment("text\n", core.schema {}))
    assert.equal(core.null, fragment("null\n", core.schema {}))
    assert.same({ n = 1 }, { n = select("#", template:frame(part):fragment()) })
  end)

  it("ends the frame", function()
    local template, part = instantiated "a: 1\n"
    local frame = template:frame(part)
    frame:fragment()
    assert.error_matches(function() frame:put(1, 1) end, "the frame has ended")
    assert.error_matches(function() frame:fragment() end, "the frame has ended")
  end)

  it("is a set of documents where the part has ---", function()
    local template, part = instantiated "---\na: 1\n---\nb: 1\n"
    local frame = template:frame(part)
    assert(put(frame, template, part, 1, 4))
    local set = frame:fragment()
    assert.same({ { a = 1 }, { b = 1 } }, set)
    assert.equal(core.documents_mt, getmetatable(set))
    set = template:frame(part):fragment() -- whatever was put
    assert.same({}, set)
    assert.equal(core.documents_mt, getmetatable(set))
  end)

  it("records annotations of a scalar, which would be lost", function()
    local template, part, schema = instantiated "#@schema/nullable\n80\n"
    local frame = template:frame(part)
    assert(put(frame, template, part, 1, 2))
    assert.same({ nil, false }, { frame:fragment() })
    assert.same({ "annotation-lost", 1 },
      { schema:violations()[1].kind, schema:violations()[1].line })
  end)

  it("records duplicate keys", function()
    local template, part, schema = instantiated "a: 1\nb: 2\n"
    local frame = template:frame(part)
    assert(put(frame, template, part, 1, 2))
    assert(put(frame, template, part, 1, 1))
    assert.same({ nil, false }, { frame:fragment() })
    assert.equal("duplicate-key", schema:violations()[1].kind)
  end)
end)

describe("a transient frame", function()
  local schema, template, part
  before_each(function()
    local text = HEADER .. "a: 1\n"
    schema = core.schema {}
    template = core.template(schema, core.source("s.yml", text))
    local file = template:part(text, 1)
    part = template:part("#@schema/title f\nx: 2.5\nx: #@ y\n", 10)
    local frame = template:frame(file)
    assert(put(frame, template, file, 1, 3))
    assert.equal("schema", schema:keep(frame))
    assert(schema:compile())
  end)

  it("is what there is when the schema takes no more", function()
    local frame, transient = template:frame(part)
    assert.is_true(transient)
    frame:fragment()
    local growing, number = instantiated "a: 1\n"
    assert.is_false(select(2, growing:frame(number)))
  end)

  it("is there as long as the schema is", function()
    assert.error_matches(function() template:part("a: 1\n", 1) end, "takes no more inputs")
    local run = core.run(schema)
    schema:close() -- the run goes on, and so may its closures
    local frame = template:frame(part)
    assert(put(frame, template, part, 11, 11))
    assert.same({ x = 2.5 }, frame:fragment())
    run:close()
    assert.error_matches(function() template:frame(part) end, "is closed")
  end)

  it("returns its problems instead of recording them", function()
    local frame = template:frame(part)
    assert(put(frame, template, part, 11, 12))
    assert(frame:value(3, { 1 }))
    assert.same({ nil, 's.yml:12: duplicate key "x"' }, { frame:fragment() })
    assert.same({}, schema:violations())
  end)

  it("takes computed values, but no functions, arguments or failures", function()
    local frame = template:frame(part)
    assert(put(frame, template, part, 12, 12))
    assert.same({ nil, "[0]: a function is not a value" },
      { frame:value(3, { function() end }) })
    assert(frame:value(3, { "v" }))
    assert.error_matches(function() frame:arguments(2, 1, {}) end, "the frame is transient")
    assert.error_matches(function() frame:fail(2, 1, "x") end, "the frame is transient")
    assert.error_matches(function() schema:keep(frame) end, "has been compiled")
    assert.same({ x = { "v" } }, frame:fragment())
  end)

  it("gives its memory back with its value, not when it is collected #unsanitized", function()
    local statm = io.open "/proc/self/statm"
    if not statm then return pending "needs /proc" end
    statm:close()
    -- The sanitizer keeps what was freed, for a while.
    local maps = assert(io.open "/proc/self/maps")
    local sanitized = maps:read "*a":find("libasan", 1, true)
    maps:close()
    if sanitized then return pending "the sanitizer keeps freed memory" end
    local function pages()
      local file = assert(io.open "/proc/self/statm")
      local resident = file:read "*a":match "^%d+ (%d+)"
      file:close()
      return tonumber(resident)
    end
    local function use()
      local frame = template:frame(part)
      frame:put(1, 2)
      frame:fragment()
    end
    collectgarbage "stop"
    for _ = 1, 100 do use() end
    local before = pages()
    for _ = 1, 20000 do use() end
    local grown = pages() - before
    collectgarbage "restart"
    assert.is_true(grown < 15000, "20000 frames took " .. grown .. " pages")
  end)
end)

describe("what code gives", function()
  it("becomes values and arguments", function()
    local calls = 0
    local schema, frame = computed(
      "#@schema/validation v\na: #@ one\nb:\n- #@ two\nc: #@ three\n", {
      v = helper.rule("even", function(value) calls = calls + 1 return value % 2 == 0 end),
      one = 1, two = "x", three = setmetatable({ z = 1, a = true }, { keys = { "z", "a" } }),
    })
    assert.equal("schema", schema:keep(frame))
    assert(schema:compile(), schema:text())
    assert.same({ a = 4, b = {}, c = { z = 1, a = true } },
      helper.apply(schema, { a = 4 }):value())
    assert.equal(1, #violations_of(schema, { a = 3 }))
    assert.equal(2, calls)
  end)

  it("is about the latest instance", function()
    local template, part, schema = instantiated(HEADER .. "a:\n- #@ v\n")
    local frame = template:frame(part)
    assert(put(frame, template, part, 1, 3))
    for i = 1, 3 do
      assert(frame:put(3, 3))
      assert(frame:value(3, i))
    end
    schema:keep(frame)
    assert.is_nil(schema:compile())
    assert.equal("array-items", schema:violations()[1].kind)
  end)

  it("cannot be a function, nor too deep", function()
    local schema = core.schema { max_depth = 4 }
    local template, part = instantiated("a:\n  b: #@ x\n", schema)
    local frame = template:frame(part)
    assert(put(frame, template, part, 1, 2))
    assert.same({ nil, "k: a function is not a value" },
      { frame:value(3, { k = function() end }) })
    assert.is_true(frame:value(3, { { "fits" } }))
    local ok, problem = frame:value(3, { { { "deep" } } })
    assert.is_nil(ok)
    assert.matches("nested too deeply", problem, 1, true)
  end)

  it("may fail, at a place", function()
    local template, part, schema = instantiated(HEADER .. "#@schema/title f\na: #@ g(\n")
    local frame = template:frame(part)
    frame:fail(2, 1, "f is unknown")
    frame:fail(2, nil, "unfinished", 4, 8)
    local found = {}
    for i, v in ipairs(schema:violations()) do
      found[i] = ("%s %d:%d %s"):format(v.kind, v.line, v.column, v.message)
    end
    table.sort(found)
    assert.same({
      "annotation-syntax 3:1 syntax error in @schema/title annotation: f is unknown",
      "computed-value 4:8 the computed value g(: unfinished",
    }, found)
    assert.equal(2, schema:exit_status())
  end)

  it("may fail in data values, too", function()
    local run = core.run(helper.any(), { code_in_values = true })
    local template, part = instantiated("#@data/values\n---\n#@overlay/match by=f\na: #@ g\n", run)
    local frame = template:frame(part)
    frame:fail(2, 1, "f is unknown")
    frame:fail(2, nil, "g is unknown")
    local found = {}
    for i, v in ipairs(run:violations()) do found[i] = v.message end
    assert.same({ "syntax error in @overlay/match annotation: f is unknown",
      "the computed value g: g is unknown" }, found)
    assert.not_matches("schema", run:text(), 1, true)
  end)

  it("is about nodes that there are", function()
    local template, part = instantiated "a: 1\n#@schema/title f\nb: #@ x\n"
    local frame = template:frame(part)
    assert.error_matches(function() frame:put(1, 9) end, "no such node")
    assert.error_matches(function() frame:value(2, 1) end, "no computed value")
    assert.error_matches(function() frame:value(3, 1) end, "not been put")
    assert.error_matches(function() frame:arguments(3, 1, {}) end, "no such annotation")
    frame:put(1, 3)
    assert.error_matches(function() frame:arguments(3, 0, {}) end, "no such annotation")
    assert.error_matches(function() frame:fail(2, 1, "x") end, "no such annotation")
    assert.error_matches(function() frame:fail(3, 0, "x") end, "no such annotation")
    assert.error_matches(function() template:nodes(2, 1, 1) end, "no such part")
    assert.error_matches(function() template:nodes(part, 1, 0) end, "bad argument #3 to 'nodes' %(not a line%)")
    assert.error_matches(function() core.template(core.source("s", ""), 1) end, "expected")
    assert.error_matches(function()
      core.template(core.parse(core.source("s", "a: 1\n")), core.source("s", ""))
    end, "takes no more inputs")
  end)
end)

describe("a fragment", function()
  local schema
  before_each(function() schema = core.schema {} end)

  -- The schema of `x: #@ f`, where f is what `change` makes of the fragment.
  local function used(text, change)
    local value = fragment(text, schema, 50)
    local _, frame = computed("x: #@ f\n", { f = change and change(value) or value }, schema)
    assert.equal("schema", schema:keep(frame))
    assert(schema:compile(), schema:text())
    return schema
  end

  it("keeps annotations and places", function()
    local violations = violations_of(used("#@schema/validation min=3\na: 3\nb:\n- #@schema/nullable\n  1\n"),
      { x = { a = 1, b = { core.null } } })
    assert.same({ 1, "x.a", 50 },
      { #violations, violations[1].path, violations[1].schema_line })
  end)

  it("brings them along in what holds it, and from what it held", function()
    used("#@schema/nullable\na: {b: 1}\nc:\n#@schema/nullable\n- d: 1\n", function(value)
      return setmetatable({ { first = value, second = value.a, third = value.c } },
        core.array_mt)
    end)
    -- a key's annotations are the key's, an item's go with the item
    assert.same({ x = {} }, helper.apply(schema, {}):value())
    assert.same({ x = { { first = { a = core.null, c = {} }, second = { b = 1 }, third = {} } } },
      helper.apply(schema, { x = { {} } }):value())
    assert.same({}, violations_of(schema, { x = { { third = { core.null } } } }))
    assert.equal(1, #violations_of(schema, { x = { { second = core.null } } }))
  end)

  it("may be changed by code", function()
    used("#@schema/nullable\na: 1\n#@schema/nullable\nb: 2\nc: 3\n", function(value)
      value.a = nil
      value.b = "text"
      value.new = true
      return value
    end)
    assert.same({ x = { b = core.null, c = 3, new = true } },
      helper.apply(schema, {}):value())
  end)

  it("keeps floats, large integers and order", function()
    used "z: 2.0\nq: 9007199254740993\n#@schema/type any=True\nx: [1.0, 2]\na: 3\n"
    assert.equal("x:\n  z: 2.0\n  q: 9007199254740993\n  x:\n  - 1.0\n  - 2\n  a: 3\n",
      helper.apply(schema, {}):encode "yaml")
  end)

  it("may be used several times", function()
    local value = fragment("#@schema/nullable\na: 1\n", schema)
    local _, frame = computed("x: #@ f\ny: #@ f\n", { f = value }, schema)
    assert.equal("schema", schema:keep(frame))
    assert(schema:compile(), schema:text())
    assert.same({ x = { a = core.null }, y = { a = core.null } },
      helper.apply(schema, {}):value())
  end)

  it("is good for arguments", function()
    local one = fragment("#@schema/validation min=3\na: 3\n", schema, 60)
    local other = fragment("b: ''\n", schema, 70)
    local rows = fragment("- a: 7\n- a: 8\n", schema, 80)
    local _, frame = computed(
      "#@schema/any-of f\nx:\n  a: 5\n#@schema/default g\ny:\n- a: 0\n", {
      f = { { text = "one", value = one }, { text = "other", value = other } },
      g = { { text = "rows", value = rows } },
    }, schema)
    assert.equal("schema", schema:keep(frame))
    assert(schema:compile(), schema:text())
    assert.same({ x = { a = 5 }, y = { { a = 7 }, { a = 8 } } },
      helper.apply(schema, {}):value())
    assert.same({}, violations_of(schema, { x = { a = 4 } }))
    assert.equal(1, #violations_of(schema, { x = { a = 1 } }))
  end)

  it("is known to no other schema", function()
    local value = fragment("#@schema/nullable\na: 1\n", schema)
    local other, frame = computed("x: #@ f\n", { f = value })
    other:keep(frame)
    assert(other:compile())
    assert.same({ x = { a = 1 } }, helper.apply(other, {}):value())
  end)

  it("is forgotten when there is no reference to it", function()
    local template, part = instantiated("#@schema/title f\na: [1]\n", schema)
    local kept = setmetatable({}, { __mode = "k" })
    for _ = 1, 10 do
      local frame = template:frame(part)
      frame:put(1, 2)
      kept[frame:fragment()] = true
    end
    collectgarbage() collectgarbage()
    assert.is_nil(next(kept))
  end)
end)

describe("keep", function()
  it("checks as a schema's add() does", function()
    local template, part, schema = instantiated "a: 1\n"
    local frame = template:frame(part)
    put(frame, template, part, 1, 1)
    assert.equal("values", schema:keep(frame))
    assert.equal("schema", schema:keep(template:frame(part)))
    assert.is_nil(schema:compile())
    assert.equal("no-schema", schema:violations()[1].kind)
  end)

  it("finds documents of another kind", function()
    local template, part, schema = instantiated(HEADER .. "a: 1\n---\nb: 1\n")
    local frame = template:frame(part)
    put(frame, template, part, 1, 5)
    assert.is_nil(schema:keep(frame))
    assert.same({ "document-mix", 4 },
      { schema:violations()[1].kind, schema:violations()[1].line })
    assert.error_matches(function() schema:keep(frame) end, "the frame has ended")
  end)

  it("finds a header that lacks its ---", function()
    local template, part, schema = instantiated "#@data/values-schema\na: 1\n"
    local frame = template:frame(part)
    put(frame, template, part, 1, 2)
    assert.is_nil(schema:keep(frame))
    assert.equal("annotation-misplaced", schema:violations()[1].kind)
  end)

  it("takes data values", function()
    local run = core.run(helper.schema(HEADER .. "a: 1\nb:\n- ''\n"), { code_in_values = true })
    local template, part = instantiated("#@data/values\n---\na: #@ x\n#@overlay/match by=f\nb:\n- #@ y\n", run)
    local frame = template:frame(part)
    assert(put(frame, template, part, 1, 6))
    for _, work in ipairs(template:work(part)) do
      if work.kind == "value" then assert(frame:value(work.node, ({ x = 7, y = "z" })[work.text])) end
    end
    assert.same({ true }, { frame:arguments(3, 1, {}) })
    assert.is_true(run:keep(frame, "template"))
    assert.same({}, run:pending())
    assert.same({ a = 7, b = { "z" } }, helper.finish(run):value())
    assert.error_matches(function() template:part("a: 1\n", 1) end, "takes no more inputs")
    assert.is_true(select(2, template:frame(part)))
  end)

  it("checks data values as parse() does", function()
    local run = core.run(helper.any(), { code_in_values = true })
    local template, part = instantiated("#@schema/title 'x'\na: 1\n", run)
    local frame = template:frame(part)
    put(frame, template, part, 1, 2)
    assert.is_nil(run:keep(frame))
    assert.equal("input-annotation", run:violations()[1].kind)
  end)

  it("takes overlays on any documents", function()
    local layers = core.layers { code_in_values = true }
    assert(layers:parse(core.source("base.yml", "a: 1\n"), "base"))
    local template, part = instantiated("---\n#@overlay/match missing_ok=True\nb: #@ x\n", layers)
    local frame = template:frame(part)
    put(frame, template, part, 1, 3)
    frame:value(2, fragment("- 2.0\n", layers))
    assert.is_true(layers:keep(frame, "overlay"))
    assert(layers:apply(), layers:text())
    assert.equal("a: 1\nb:\n- 2.0\n", layers:encode "yaml")
  end)

  it("needs the arguments of an annotation", function()
    local schema, layers = core.schema {}, core.layers { code_in_values = true }
    schema:add(core.source("s.yml", "#@data/values-schema\n---\n#@schema/default g\na: ''\n"))
    assert(layers:parse(core.source("o.yml", "---\n#@overlay/match missing_ok=g\nb: 2\n"), "overlay"))
    local run = core.run(helper.any(), { code_in_values = true })
    assert(run:parse(core.source("v.yml", "#@data/values\n---\n#@overlay/match missing_ok=g\nb: 2\n"), "template"))
    for _, owner in ipairs { schema, layers, run } do
      local id = owner:pending()[1].id
      assert.error_matches(function() owner:set_arguments(id) end, "table expected")
    end
  end)

  it("refuses frames of another owner", function()
    local template, part = instantiated "a: 1\n"
    assert.error_matches(function() core.schema {}:keep(template:frame(part)) end,
      "of another owner")
  end)
end)

describe("a frame's end in the middle of its work", function()
  local lines = {}
  for i = 1, 300 do lines[i] = ("k%d: [x, {y: z}]\n"):format(i) end
  local text = table.concat(lines) .. "last: #@ x\n"

  -- Returns the result of `work` on a transient frame that a finalizer tries to end in the
  -- middle. When the collector comes is its own business: in a full heap it may take
  -- many turns.
  local function ended_during(work)
    local template, part, schema = instantiated(text)
    local node = template:work(part)[1].node
    schema:compile()
    local result, problem
    helper.with_whole_collections(function()
      for _ = 1, 5000 do
        local frame, working = template:frame(part), false
        assert(put(frame, template, part, 1, 1000))
        helper.doomed(function()
          if working then problem = select(2, pcall(frame.fragment, frame)) end
        end)
        working = true
        result = work(frame, node)
        working = false
        if problem then break end
      end
    end)
    assert.matches("the frame has ended", tostring(problem), 1, true)
    return result
  end

  it("does not take its document away", function()
    local value = ended_during(function(frame) return frame:fragment() end)
    assert.same({ "x", { y = "z" } }, value.k300)
  end)

  it("does not take away what a value goes into", function()
    local deep = {}
    for i = 1, 300 do
      deep[i] = setmetatable({ i }, { __index = {} })
    end
    assert.same(deep, ended_during(function(frame, node)
      assert(frame:value(node, deep))
      return frame:fragment()
    end).last)
  end)
end)

describe("a place that Lua gives", function()
  it("has a line in the range of lines", function()
    local schema = core.schema {}
    for _, line in ipairs { -1, 0x7fffffff } do
      assert.error_matches(function()
        schema:add_error_at("CODE_FAILED", core.source("s", "a: 1\n"), line, 1)
      end, "not a line or column")
    end
  end)
end)
