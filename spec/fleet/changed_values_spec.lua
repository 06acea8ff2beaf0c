-- Tests of the values that `yschema publish` prints as changed.

local core = require "yschema.core"
local changed_values = require "yschema.fleet.publishing.changed_values"
local validator = require "yschema.values.validator"
local bundle_validation = require "yschema.fleet.publishing.bundle_validation"
local record = require "yschema.fleet.publishing.record"
local settings = require "yschema.pipeline.settings".of_options({}, 1)

local function validated(schema, values)
  local said = {}
  local found = bundle_validation.validate({
    { role = "schema", name = "schema.yml", text = "#@data/values-schema\n---\n" .. schema },
    { role = "values", name = "values.yml", text = "#@data/values\n---\n" .. values },
  }, settings, function(owner) said[#said + 1] = owner:text() end)
  assert.is_table(found, table.concat(said))
  return found
end

local function changes(schema, before, after)
  return changed_values.between(validated(schema, before), validated(schema, after))
end

local function text(...) return changed_values.text(changes(...)) end

describe("changed values", function()
  local schema = "port: 80\nname: ''\ndb: {user: u, pool: 1}\nlist: ['']\n#@schema/nullable\nopt: 1\non: false\n"

  it("are reported with their paths, old and new", function()
    assert.equal('changed values:\n  port: 80 -> 81\n  name: "" -> "a\\nb"\n  db.pool: 1 -> 2\n  opt: null -> 3\n'
      .. "  on: false -> true\n",
      text(schema, "{}", "{port: 81, name: \"a\\nb\", db: {pool: 2}, opt: 3, on: true}"))
  end)

  it("are none when the result is the same", function()
    assert.equal("", text(schema, "{}", "{port: 80}"))
    assert.same({ count = 0, list = {} }, changes(schema, "{list: [a]}", "{list: [a]}"))
  end)

  it("are items that were added and removed, wherever they stand", function()
    assert.equal('changed values:\n  list[1]: added "b"\n', text(schema, "{list: [a, c]}", "{list: [a, b, c]}"))
    assert.equal('changed values:\n  list[0]: removed "a"\n', text(schema, "{list: [a, b, c]}", "{list: [b, c]}"))
    assert.equal('changed values:\n  list[1]: "b" -> "x"\n', text(schema, "{list: [a, b, c]}", "{list: [a, x, c]}"))
    assert.equal('changed values:\n  list: [] -> ["a"]\n', text(schema, "{}", "{list: [a]}"))
  end)

  it("are whole values where one is of another kind", function()
    local any = "#@schema/type any=True\nany:\n"
    assert.equal('changed values:\n  any: {"a":1} -> [1]\n', text(any, "any: {a: 1}", "any: [1]"))
    assert.equal("changed values:\n  any: null -> false\n", text(any, "{}", "any: false"))
    assert.equal("changed values:\n  any.b: added 2\n  any.a: removed 1\n", text(any, "any: {a: 1}", "any: {b: 2}"))
    assert.equal('changed values:\n  any: [] -> {"a":1}\n', text(any, "any: []", "any: {a: 1}"))
  end)

  it("do not show what is sensitive, in the old schema or in the new one", function()
    local open, sensitive = "key: ''\nother: 1\n", "#@schema/sensitive\nkey: ''\nother: 1\n"
    local masked = "changed values:\n  key: changed (sensitive)\n"
    for _, pair in ipairs { { sensitive, sensitive }, { open, sensitive }, { sensitive, open } } do
      local found = changed_values.between(validated(pair[1], "key: hunter2"), validated(pair[2], "key: hunter3"))
      assert.equal(masked, changed_values.text(found))
      assert.same({ count = 1, list = { { path = "key", change = "changed", sensitive = true } } }, found)
    end
    assert.equal("", text(sensitive, "key: hunter2", "key: hunter2"))
  end)

  it("do not show keys of sensitive maps", function()
    local sensitive = "#@schema/sensitive\n#@schema/type any=True\nkeys: {}\n"
    assert.equal("changed values:\n  keys: changed (sensitive)\n", text(sensitive, "keys: {hunter2: 1}",
      "keys: {hunter2: 2, hunter3: 1}"))
    local users = "users:\n- name: ''\n  #@schema/sensitive\n  password: ''\n"
    assert.equal("changed values:\n  users[1]: added (sensitive)\n", text(users, "users: [{name: a, password: x}]",
      "users: [{name: a, password: x}, {name: b, password: hunter2}]"))
    assert.equal('changed values:\n  users[0].name: "a" -> "b"\n  users[0].password: changed (sensitive)\n',
      text(users, "users: [{name: a, password: x}]", "users: [{name: b, password: z}]"))
  end)

  it("do not show what one of several alternatives or placeholders says to be sensitive", function()
    local head = "#@ def login():\n#@schema/sensitive\ntoken: ''\nuser: ''\n#@ end\n"
    local either = "#@schema/any-of 0, login(), {\"token\": \"\", \"port\": 0}\nauth: 0\n"
    local function both(rest, before, after)
      local texts = {}
      for i, values in ipairs { before, after } do
        local said = {}
        texts[i] = bundle_validation.validate({
          { role = "schema", name = "s.yml", text = head .. "#@data/values-schema\n---\n" .. rest },
          { role = "values", name = "v.yml", text = "#@data/values\n---\n" .. values },
        }, settings, function(owner) said[#said + 1] = owner:text() end)
        assert.is_table(texts[i], table.concat(said))
      end
      return changed_values.text(changed_values.between(texts[1], texts[2]))
    end
    assert.equal("changed values:\n  auth.token: changed (sensitive)\n  auth.user: \"a\" -> \"b\"\n",
      both(either, "auth: {token: x1, user: a}", "auth: {token: x2, user: b}"))
    assert.equal("changed values:\n  auth: changed (sensitive)\n",
      both(either, "auth: 1", "auth: {token: x2, user: b}"))
    assert.equal("changed values:\n  auth: 1 -> 2\n", both(either, "auth: 1", "auth: 2"))
    local any_key = "#@schema/key allowed=\"any\"\n#@schema/sensitive\nname: ''\n"
    assert.equal("changed values:\n  a: changed (sensitive)\n", both(any_key, "a: x1", "a: x2"))
    local lists = "#@schema/any-of [0], [login()], {\"a\": login()}\nauth: [0]\n"
    assert.equal("changed values:\n  auth[0]: changed (sensitive)\n",
      both(lists, "auth: [{token: x1, user: a}]", "auth: [{token: x2, user: a}]"))
    assert.equal("changed values:\n  auth.a: changed (sensitive)\n",
      both(lists, "auth: {a: {token: x1, user: a}}", "auth: {a: {token: x2, user: a}}"))
  end)

  it("are at most 20 lines, which are short and harmless to terminals", function()
    local before, after = {}, {}
    for i = 1, 25 do before[i], after[i] = ("k%02d: a"):format(i), ("k%02d: b"):format(i) end
    local any = "#@schema/type any=True\nall: {}\n"
    local printed = text(any, "all: {" .. table.concat(before, ", ") .. "}",
      "all: {" .. table.concat(after, ", ") .. "}")
    local _, lines = printed:gsub("\n", "")
    assert.equal(22, lines)
    assert.matches('\n  all.k20: "a" %-> "b"\n  and 5 more\n$', printed)
    printed = text("t: ''\n", "{}", "t: \"\\x1b[31m\\x7f\\x9b31m" .. ("\195\164"):rep(50) .. '"')
    assert.equal('changed values:\n  t: "" -> "\\u001b[31m\\u007f\\u009b31m' .. ("\195\164"):rep(5) .. "...\n", printed)
  end)

  -- A random schema, as lines, and two documents for it. What is sensitive has marked values, and the rest has none.
  local function random_case()
    local seed = 0
    local function add(lines, indent, inherited, depth)
      for i = 1, math.random(1, 3) do
        local key, sensitive = ("k%d"):format(i), math.random(5) == 1
        if sensitive then lines.schema[#lines.schema + 1] = indent .. "#@schema/sensitive" end
        local kind = depth > 0 and math.random(4) or 1
        local own = inherited or sensitive
        for _, side in ipairs { "schema", "old", "new" } do
          seed = seed + 1
          local number = side == "new" and math.random(2) == 1 and seed or i
          local word = side == "schema" and '""' or ('"%s%d"'):format(own and "s3cret" or "open", number)
          local list = lines[side]
          if kind == 1 then list[#list + 1] = ("%s%s: %s"):format(indent, key, word)
          elseif kind == 2 then
            list[#list + 1] = ("%s%s:"):format(indent, key)
            for _ = 1, side == "schema" and 1 or math.random(3) do list[#list + 1] = indent .. "- " .. word end
          else list[#list + 1] = ("%s%s:"):format(indent, key) end
        end
        if kind > 2 then add(lines, indent .. "  ", own, depth - 1) end
      end
    end
    local lines = { schema = {}, old = {}, new = {} }
    add(lines, "", false, 3)
    return table.concat(lines.schema, "\n") .. "\n", table.concat(lines.old, "\n"), table.concat(lines.new, "\n")
  end

  it("never show a sensitive value, and never miss a change", function()
    math.randomseed(7)
    local shown, differing = 0, 0
    for _ = 1, 150 do
      local random_schema, old, new = random_case()
      local before, after = validated(random_schema, old), validated(random_schema, new)
      local found = changed_values.between(before, after)
      local all = changed_values.text(found) .. assert(core.encode(record.values(found), "json"))
      assert.is_nil(all:find("s3cret", 1, true), all)
      assert.equal(not validator.equal(before.value, after.value), found.count > 0)
      if all:find("open", 1, true) then shown = shown + 1 end
      if found.count > 0 then differing = differing + 1 end
    end
    assert.is_true(shown > 50 and differing > 50)
  end)

  it("are counted beyond those that are kept", function()
    local after = {}
    for i = 1, 1500 do after[i] = ("k%d: b"):format(i) end
    local found = changes("#@schema/type any=True\nall: {x: 1}\n", "{}", "all: {" .. table.concat(after, ", ") .. "}")
    assert.equal(1000, #found.list)
    assert.is_true(found.count >= 1500)
  end)
end)
