-- Random changes of texts: all other bytes stay, and the values are those that were planned.

local measure = require "spec.editing.measure"

local TEXTS = {
  "# head\n\nname: a   # one\n\n\nlist:\n- x: 1\n  'y': \"two\" \n-   x: 3\n    y: |+\n      text\n\nmap:\n"
    .. "    deep: {a: 1, \"b\": [1, 2,\n      3], c: {d: e}}\n    # about it\n    last: >-\n       folded\n"
    .. "       text\n",
  "a: 1\r\nb:\r\n  c: 2\r\n  d:\r\n  - e: 1\r\n  - e: 2",
  '{\n  "a": {"b": [true, null, 1.0, "x"]},\n  "c": "\\u00e4", "d": {}\n}\n',
  "x: !!str 1\ny: 'it''s'\nz: \"a \\\n  b\"\nw:\n\n  plain\n  text\n\n  more\nv: -1\n",
  "- - - a\n    - {b: 1}\n  -\n- ? c\n  : d\n- [e: 1, ? f : 2, g]\n",
  "--- |\n  text\n--- # two\n{a: 1, # c\n b, c: [ ],}\n...\n---\n\195\164: \226\130\172 # \195\182\n",
  "a: &x 1\nb: &y {c: &z [1]}\nd:\n    e: >2-\n      f\n    # g\n    h:\n      - i\n\n      - j: \"k\"",
}

-- The files of the examples.
local function examples()
  local list, pipe = {}, assert(io.popen "ls examples/*/*.yml examples/*/*.json examples/*/*/*.yml 2>/dev/null")
  for path in pipe:lines() do
    local file = assert(io.open(path, "rb"))
    list[#list + 1] = { name = path, text = file:read "*a" }
    file:close()
  end
  pipe:close()
  return list
end

local state = 5
local function random(most)
  state = (state * 16807) % 2147483647
  return state % most + 1
end

local function holds(files, rounds, least, count_of)
  local done = 0
  for _, file in ipairs(files) do
    for _, mutant in ipairs(measure.mutants(file)) do
      local counts = measure.of(mutant, random, rounds, nil, count_of)
      assert.is_nil(counts.problem, counts.problem)
      assert.is_nil(counts.latest["would have other values in its new text"])
      done = done + counts.done
    end
  end
  assert.is_true(done > least, done)
end

describe("random changes", function()
  it("of texts in many styles change nothing else", function()
    local files = {}
    for i, text in ipairs(TEXTS) do files[i] = { name = i .. ".yml", text = text } end
    files[3].name = "3.json"
    holds(files, 60, 500)
    holds(files, 20, 200, 5)
  end)

  it("of the examples change nothing else", function()
    holds(examples(), 4, 100)
    holds(examples(), 1, 30, 8)
  end)
end)
