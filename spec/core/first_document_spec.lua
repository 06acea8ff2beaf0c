-- The first document takes the place of the defaults it replaces. That is a short
-- cut: what comes out is what merging it onto the defaults gives.

local core = require "yschema.core"
local helper = require "spec.core.helper"

local schema = helper.schema([[
#@data/values-schema
---
a: 1
m:
  x: 1
  deep: {p: "", q: 2.5}
#@schema/nullable
n: {x: 1, y: 2}
#@schema/default {"b": 5}
p: {a: 1, b: 2, c: 3}
#@schema/default [{"k": "one"}]
l:
- {k: "", v: 7}
plain:
- {k: "", v: [0]}
#@schema/type any=True
any: {x: 1, l: [1]}
#@schema/default given()
given: {u: 1, v: {w: 2}}
#@schema/default items()
items:
- 0
open:
  named: 1
  list: [""]
  #@schema/key missing_ok=True
  maybe: {x: 1, y: [0]}
  #@schema/key missing_ok=True
  huge: 0
  #@schema/default [{"v": 3}]
  full:
  - {v: 0, w: 1}
  #@schema/any-key
  other: {a: 1, b: [0]}
]], {
  ["given()"] = { { text = "given()", value = function() return { v = { w = 9 } } end } },
  ["items()"] = { { text = "items()", value = function() return { 1, 2 } end } },
})

-- Returns the result of a run over these texts, in order, or its report.
local function printed(...)
  local run = core.run(schema)
  for i = 1, select("#", ...) do run:parse(core.source("values.yml", (select(i, ...))), "template") end
  helper.finish(run)
  if run:exit_status() ~= 0 then return run:text() end
  return run:encode "yaml"
end

local bodies = {
  "{}", "a: 2", "m: {}", "m: {deep: {q: 1}}", "m: {deep: {q: 1, p: z}, x: 3}", "n: {y: 3}", "n: null",
  "m: {deep: {p: z, q: 1.5}}", "m: {x: 3, deep: &d {p: z, q: 1.5}}\nany: {x: *d}", "n: {x: 5, y: 6}",
  "m:\n  deep:\n    <<: {q: 1.5}\n    p: z", "m: {deep: {p: z, q: wrong}}",
  "n: {}", "p: {c: 1}", "p: {}", "l: []", "l: [{v: 1}, {}]", "plain: [{v: [1]}, {k: z}]", "any: 5",
  "any: {y: 2, l: [2]}", "any: {x: {z: 1}}", "any: null", "given: {u: 2}", "given: {v: {}}", "items: [1]",
  "any: 1\nitems: []\nplain: []\nl: [{k: x}]\np: {b: 1}\nn: {x: 0}\nm: {x: 0}\na: 0",
  "open: {}", "open: {z: {}, named: 2, q: {a: 3, b: [1, 2]}}", "open: {maybe: {y: [4]}, r: {}}",
  "open: {huge: 18446744073709551615}",
  "open: {full: [{w: 2}], list: [x], s: {b: []}}", "open: {s: {c: 1}}", "open: {s: 1, t: {}}",
  "a: wrong", "m: 1", "m: {deep: {p: 1, z: 2}}", "l: [1]", "zz: 1\na: 3", "n: {z: 1}",
}

describe("the first document", function()
  for _, header in ipairs { "", "#@data/values\n---\n" } do
    for _, body in ipairs(bodies) do
      it(("is merged like any other: %s%s"):format(header, body), function()
        assert.equal(printed("#@data/values\n---\n{}", header .. body), printed(header .. body))
      end)
    end
  end

  it("gives what later documents change, if it gave all keys of a map in order", function()
    local all, later = "m: {x: 3, deep: {p: z, q: 1.5}}\nn: {x: 5, y: 6}", "m: {deep: {q: 9.5}}\nn: {y: 7}"
    assert.equal(printed("#@data/values\n---\n{}", all, later), printed(all, later))
    assert.matches("q: 9.5", printed(all, later), 1, true)
  end)

  it("is completed before the next one is merged, be it the first or not", function()
    local later = "n: {y: 7}\nopen: {maybe: {x: 9}, full: [{w: 3}], r: {a: 4, b: [5]}}"
    for _, body in ipairs(bodies) do
      for _, header in ipairs { "", "#@data/values\n---\n" } do
        assert.equal(printed(body, header .. later), printed("#@data/values\n---\n{}", body, header .. later))
      end
    end
  end)

  it("may be missing", function()
    assert.equal(printed "{}", printed())
  end)

  it("asks no rules of a map that has violations, even below an open key", function()
    local open = helper.schema('#@data/values-schema\n---\nm:\n  #@schema/any-key\n'
      .. '  #@schema/validation ("x", f)\n  other: {a: 1}\n',
      { ['("x", f)'] = helper.rule("x", function() return false end) })
    local run = core.run(open)
    run:parse(core.source("values.yml", "m: {k: {a: wrong}}"), "template")
    local violations = helper.finish(run):violations()
    assert.same({ 1, "type" }, { #violations, violations[1].kind })
  end)

  it("is distinguished from values that do not fit", function()
    assert.matches("found: string", printed "a: wrong")
  end)
end)
