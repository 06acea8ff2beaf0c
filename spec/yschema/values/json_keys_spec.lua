-- Keys of JSON texts that a schema expects: in its order, in another one, left out, twice, and spelled in
-- other ways. The reader tries the schema's keys first, which must not change what it reads.

local yschema = require "yschema"

local schema = assert(yschema.load [=[
#@data/values-schema
---
a: 0
ab: 0
"say \"b\"": 0
'c\d': 0
é: 0
"": 0
"5": 0
list:
- name: ""
  port: 0
  tls:
    cert: ""
    key: ""
deep:
  rows:
  - - x: 0
      y: 0
  more:
    name: ""
    tls: 0
last: 0
]=])

local function same_as_yaml(text)
  local found, report = schema:apply_json(text)
  local expected, expected_report = schema:apply(text .. " # YAML")
  assert.same(expected, found)
  assert.equal((tostring(expected_report):gsub(" # YAML", "")), tostring(report))
  assert.equal(found ~= nil, (schema:check_json(text)) == true)
  return found, report
end

describe("keys that a schema expects", function()
  it("are read in its order and in any other", function()
    local entries = {
      '"a":1', '"ab":2', [=["say \"b\"":3]=], [=["c\\d":4]=], '"é":5', '"":6', '"5":7',
      '"list":[{"name":"n","port":8,"tls":{"cert":"c","key":"k"}},{"tls":{"key":"q"},"name":"m"}]',
      '"deep":{"rows":[[{"x":1,"y":2},{"y":3}],[],[{"x":4}]],"more":{"tls":9,"name":"o"}}', '"last":10',
    }
    local first = same_as_yaml("{" .. table.concat(entries, ",") .. "}")
    assert.same({ 1, 2, 3, 4, 5, 6, 7, 10 }, {
      first.a, first.ab, first['say "b"'], first["c\\d"], first["é"], first[""], first["5"], first.last })
    for turn = 1, #entries do
      entries[turn], entries[#entries] = entries[#entries], entries[turn]
      assert.same(first, same_as_yaml("{ " .. table.concat(entries, " , ") .. " }"))
    end
  end)

  it("may be left out, be it one or many", function()
    for _, text in ipairs {
      "{}", '{"last":1}', '{"a":1,"last":2}', '{"5":1}', '{"deep":{"more":{"tls":1}},"last":2}',
      '{"list":[{"tls":{"key":"k"}},{"port":1},{}],"last":2}', '{"deep":{"rows":[[{"y":1}]]}}',
    } do
      same_as_yaml(text)
    end
  end)

  it("may be spelled with escapes", function()
    local values = same_as_yaml [=[{"\u0061":1,"a\u0062":2,"say \u0022b\u0022":3,"\u00e9":4}]=]
    assert.same({ 1, 2, 3, 4 }, { values.a, values.ab, values['say "b"'], values["é"] })
  end)

  it("are refused when they stand there twice", function()
    for _, row in ipairs {
      { '{"a":1,"a":2}', 8 }, { '{"a":1,"ab":2,"a":3}', 15 }, { '{"last":1,"last":2}', 11 },
      { '{"a":1,"\\u0061":2}', 8 }, { '{"last":1,"a":1,"last":2}', 17 }, { '{"é":1,"é":2}', 8 },
      { '{"list":[{"name":"","tls":{},"name":""}]}', 30 }, { '{"new":1,"a":1,"new":2}', 16 },
    } do
      local _, report = schema:apply_json(row[1])
      assert.equal(1, #report.violations)
      local violation = report.violations[1]
      assert.same({ "duplicate-key", 1, row[2] }, { violation.kind, violation.line, violation.column })
    end
  end)

  it("are distinguished from keys that begin or end like them", function()
    same_as_yaml '{"abc":1}'
    same_as_yaml '{"a ":1,"A":2,"list":[{"names":""}]}'
    same_as_yaml '{"deep":{"row":1,"rows":[[{"xy":1}]]}}'
    local _, report = schema:apply_json '{"aa":1}'
    assert.same({ "aa", 2 }, { report.violations[1].found, report.violations[1].column })
  end)

  it("may have any length, also at the end of the text", function()
    local lines, keys = { "#@data/values-schema", "---" }, {}
    for size = 1, 20 do
      for _, last in ipairs { "x", "y" } do
        keys[#keys + 1] = ("k"):rep(size - 1) .. last
        lines[#lines + 1] = keys[#keys] .. ": 0"
      end
    end
    local own = assert(yschema.load(table.concat(lines, "\n") .. "\n"))
    for _, key in ipairs(keys) do
      for _, after in ipairs { "", (" "):rep(9) } do
        local values = assert(own:apply_json(('{"%s":7}%s'):format(key, after)))
        for _, other in ipairs(keys) do assert.equal(other == key and 7 or 0, values[other]) end
      end
      for _, wrong in ipairs { key .. "z", key:sub(1, -2) .. "z", key:sub(1, -2) .. "\\u007a" } do
        local _, report = own:apply_json(('{"%s":7}'):format(wrong))
        assert.equal(1, #report.violations)
        assert.equal("unknown-key", report.violations[1].kind)
        assert.same(report.violations, select(2, own:apply_json(('{"%s":7}         '):format(wrong))).violations)
      end
    end
  end)

  it("keep the columns after them correct", function()
    local _, report = schema:apply_json '{"é":1,"ab":"x"}'
    assert.same({ 1, 13 }, { report.violations[1].line, report.violations[1].column })
    same_as_yaml '{"é":1,\n"é":"x"}'
    same_as_yaml '{"say \\"b\\"":"x","ab":"x"}'
  end)

  it("may be cut off by the end of the text", function()
    local text = '{"a":1,"list":[{"name":"n"}]}'
    for size = 1, #text - 1 do
      local values, report = schema:apply_json(text:sub(1, size))
      assert.is_nil(values)
      assert.equal(1, #report.violations)
      assert.equal(2, report.status)
    end
  end)

  it("make no text JSON that is none", function()
    local anything = assert(yschema.load "#@schema/type any=True\n#@data/values-schema\n---\nnull\n")
    local text = '{"a":1,"ab":2,"list":[{"name":"n","tls":{"key":"k"}},{"port":8}],"last":3}'
    local refused = 0
    local function compare(changed)
      local good, report = anything:check_json(changed)
      if good then return end
      local fits, own_report = schema:check_json(changed)
      assert.is_not_true(fits, changed)
      assert.equal(tostring(report), tostring(own_report), changed)
      refused = refused + 1
    end
    for at = 1, #text do
      for byte in ('x}{]["\\:, 1\n'):gmatch "." do
        compare(text:sub(1, at - 1) .. byte .. text:sub(at + 1))
        compare(text:sub(1, at - 1) .. byte .. text:sub(at))
      end
      compare(text:sub(1, at - 1) .. text:sub(at + 1))
    end
    assert.is_true(refused > 1000)
  end)

  it("may be missing where the schema expects a map", function()
    same_as_yaml '{"list":{"name":1},"deep":[{"rows":1}],"a":{"a":1}}'
    same_as_yaml '{"deep":{"rows":{"x":1},"more":[{"name":1}]}}'
    same_as_yaml '[{"a":1,"list":[]}]'
  end)
end)
