local core = require "yschema.core"

-- A text, what becomes of it, and how many repairs that takes. `~` stands for a blank that was something else.
local rows = {
  { "a text that can be read", "a: 1\nb: [x]\n", "a: 1\nb: [x]\n", 0 },
  { "a key that is being written", "a: 1\npo\nb: 2\n", "a: 1\n~~\nb: 2\n", 1 },
  { "the first key", "po\na: 1\n", "~~\na: 1\n", 1 },
  { "a key below a map", "a:\n  b: 1\n  po\nc: 2\n", "a:\n  b: 1\n  ~~\nc: 2\n", 1 },
  { "an open quote", 'a: "x\nb: 1\n', 'a: "x"\nb: 1\n', 1 },
  { "an open single quote at the end", "a: 'it''s", "a: 'it''s'", 1 },
  { "an open quote before another one", 'a: "x\nb: "y"\nc: 2\n', 'a: "x"\nb: "y"\nc: 2\n', 1 },
  { "an open bracket", "a: [1, 2\nb: 3\n", "a: [1, 2 ]\nb: 3\n", 1 },
  { "brackets in brackets", "- a: [1, {b: \n- c\n", "- a: [1, {b:  }]\n- c\n", 1 },
  { "an open bracket before a comment", "a: {b: 1 # why\nc: 2\n", "a: {b: 1 ~~~~~ }\nc: 2\n", 1 },
  { "an open bracket across lines", "a: {\n  b: 1,\n  c:\nd: 2\n", "a: {\n  b: 1,\n  c: }\nd: 2\n", 1 },
  { "a comma that is missing", "a: {\n  b: 1\n  c: 2\n}\n", "a: {\n  b: 1,\n  c: 2\n}\n", 1 },
  { "a bracket too many", "a: [1]]\nb: 2\n", "a: [1]~\nb: 2\n", 1 },
  { "a colon in a value", "a: b: c\nd: 1\n", "a:~~~~~\nd: 1\n", 1 },
  { "a line that is indented too far", "a: 1\n   b: 2\nc: 3\n", "a: 1\n   ~~~~\nc: 3\n", 1 },
  { "a line that is indented too little", "a:\n  b: 1\n c: 2\nd: 3\n", "a:\n  b: 1\n ~~~~\nd: 3\n", 1 },
  { "what is below such a line", "a: 1\nb\n  c: 1\n  d: 2\ne: 3\n", "a: 1\n~\n  ~~~~\n  ~~~~\ne: 3\n", 1 },
  { "an item, which keeps its dash", "- a: 1\n- b: c: d\n- e: 2\n", "- a: 1\n- b:~~~~~\n- e: 2\n", 1 },
  { "an unknown escape", [[a: "\q"]] .. "\nb: 1\n", [[a: "~q"]] .. "\nb: 1\n", 1 },
  { "a character that begins nothing", "a: @x\nb: 1\n", "a: ~~\nb: 1\n", 1 },
  { "an unknown alias", "a: *x\nb: 1\n", "a: ~~\nb: 1\n", 1 },
  { "a key that is given twice", "a: 1\na: 2\nb: 3\n", "a: 1\n~~~~\nb: 3\n", 1 },
  { "a number that is too large", "a: 1e999\nb: 1\n", "a: ~~~~~\nb: 1\n", 1 },
  { "text between documents", "a: 1\n--- b: 2\nc: 3\n---\nd: 1\n", "a: 1\n~~~~~~~~\nc: 3\n---\nd: 1\n", 1 },
  { "a first line that is indented deeper", "    x: 1\na: 1\nb: 2\n", "    ~~~~\na: 1\nb: 2\n", 1 },
  { "carriage returns", "a: [1\r\nb: 2\r\n", "a: [1 ]\r\nb: 2\r\n", 1 },
  { "a control character", "a: 1\nb: \1\nc: 2\n", "a: 1\nb: ~\nc: 2\n", 1 },
}

local function readable(text, name) return core.source(name or "t.yml", text, true):readable() end

describe("a readable text", function()
  for _, row in ipairs(rows) do
    it("is made of one with " .. row[1], function()
      local text, repairs = readable(row[2])
      assert.equal((row[3]:gsub("~", " ")), text)
      assert.equal(row[4], repairs)
    end)
  end

  it("is made of JSON", function()
    assert.equal('{"a": 1, "b":  }', (readable('{"a": 1, "b": ', "t.json")))
  end)

  -- Deletes ranges and puts in marks.
  it("is made of any text, and keeps the places of all bytes", function()
    local whole = 'a: &x {b: "c", d: [1, 2]} #e\nlist:\n- *x\n- "f":\n    g: |\n      h\n  j: k\n- - l\n  - n\n'
      .. "---\n? n\n: 'o'\np:\n  q:\n    r: 1\n  s: 2 #@t\n"
    local marks = { '"', "'", "{", "[", "]", "}", ": ", "- ", "\n", "\t", "&", "*", "@", "|", "?" }
    for first = 1, #whole do
      for last = first - 1, math.min(first + 30, #whole) do
        local put = marks[(first * 31 + last) % (2 * #marks) + 1] or ""
        local text = whole:sub(1, first - 1) .. put .. whole:sub(last + 1)
        local made, repairs = readable(text)
        local again, more = readable(made)
        assert.equal(0, more, text)
        assert.equal(made, again)
        if repairs == 0 then assert.equal(text, made) end
        local lines = (made .. "\n"):gmatch "(.-)\n"
        for line in (text .. "\n"):gmatch "(.-)\n" do
          local now = lines()
          for at = 1, #line do
            local byte = now:sub(at, at)
            assert(byte == " " or byte == line:sub(at, at), text)
          end
        end
        assert.is_nil(lines())
      end
    end
  end)
end)
