-- `yschema migrate` and `yschema.migrate`: files get the new names of a schema, and nothing else changes.

local yschema = require "yschema"
local command = require "spec.support.command"
local measure = require "spec.migration.measure"

local folder

local function write(name, text)
  local path = folder .. "/" .. name
  assert(os.execute("mkdir -p " .. command.quote(path:match "^(.*)/")))
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

local function migrate(...) return command.run({ "migrate", ... }, { folder = folder, stdin = folder .. "/in" }) end

local function before()
  folder = os.tmpname()
  os.remove(folder)
  write("in", "")
end

local function after() os.execute("rm -r " .. command.quote(folder)) end

-- Migrates a text to a schema with a body. Returns the new text, or nil and why it does not change.
local function migrated(body, text, name)
  name = name or "v.yml"
  write("s.yml", "#@data/values-schema\n---\n" .. body)
  write(name, text)
  local ok, report, result = yschema.migrate { schema = folder .. "/s.yml", files = folder .. "/" .. name }
  if ok then return result.files[1] and result.files[1].text or text end
  return nil, (tostring(report):gsub("^[^\n]*/", ""))
end

local SERVER = [[
server:
  #@schema/renamed from=["/srv.host", "hostname"]
  host: ""
  port: 80
#@schema/renamed from="timeout_ms", with=lambda v: v / 1000
timeout: 1.5
items:
- #@schema/renamed from="nm"
  name: ""
  size: 0
]]

describe("a rewritten file", function()
  before_each(before)
  after_each(after)

  it("has a new key in place of one with escaped quotes", function()
    local schema = '#@schema/renamed from=["o\\"ld", "it\'s"]\nnew: 0\n'
    assert.equal('"new": 1 # c\n', assert(migrated(schema, '"o\\"ld": 1 # c\n')))
    assert.equal("'new': 1 # c\n", assert(migrated(schema, "'it''s': 1 # c\n")))
  end)

  local function becomes(new, old, body, name) assert.equal(new, assert(migrated(body or SERVER, old, name))) end
  local function is_unchanged(why, old, body)
    local text, problem = migrated(body or SERVER, old)
    assert.is_nil(text)
    assert.equal(why, (problem:gsub(": its new name is [^\n]*", "")))
  end

  it("has new names in place, and no other changes", function()
    becomes("server: {host: a, 'port': 1} # x\n\n# end", "server: {hostname: a, 'port': 1} # x\n\n# end")
    becomes("server:\r\n    \"host\" :   a\t# c\r\n\r\n", "server:\r\n    \"hostname\" :   a\t# c\r\n\r\n")
    becomes("server: {'host': a}", "server: {'hostname': a}")
    becomes("\239\187\191items:\n  - name: a # nm: b\n  -   size: 1\n      name: |\n        nm: c\n",
      "\239\187\191items:\n  - nm: a # nm: b\n  -   size: 1\n      nm: |\n        nm: c\n")
    becomes("---\nserver: {host: a}\n---\n# two\nserver:\n  host: b\n...\n",
      "---\nserver: {hostname: a}\n---\n# two\nserver:\n  hostname: b\n...\n")
    becomes('{\n\t"server": {"host": "ä"},\n\t"items": [{"name": "b"}, {"name": "c"}]}',
      '{\n\t"server": {"hostname": "ä"},\n\t"items": [{"nm": "b"}, {"nm": "c"}]}', nil, "v.json")
    becomes("server: {? host : a}\n", "server: {? hostname : a}\n")
    becomes("ü: {host: a}\n", "ü: {old: a}\n", '"ü":\n  #@schema/renamed from="old"\n  host: ""\n')
  end)

  it("has quotes around new names where YAML requires them", function()
    becomes("'a: b': 1\n", "old: 1\n", '#@schema/renamed from="old"\n"a: b": 0\n')
    becomes("'it''s': 1\n", "'old': 1\n", "#@schema/renamed from=\"old\"\n\"it's\": 0\n")
    becomes("new: 1\n", "a.b: 1\n", '#@schema/renamed from=\'["a.b"]\'\nnew: 0\n')
  end)

  it("has converted values", function()
    becomes("timeout: 2.5 # ms\n", "timeout_ms: 2500 # ms\n")
    becomes("{timeout: 2.5, server: {}}\n", "{timeout_ms: 2500, server: {}}\n")
    becomes("timeout: 3.0\n", "timeout_ms: 3000\n")
  end)

  it("has maps and arrays in the place of scalars, and scalars in the place of those", function()
    local split = '#@schema/renamed from="word", with=lambda v: v.split(";")\nlist:\n- ""\nz: 0\n'
    becomes('list: # c\n- a\n- "b: c"\nz: 1\n', 'word:   "a;b: c" # c\nz: 1\n', split)
    becomes("{list: [a, \"b,c\"], z: 1}", '{word: "a;b,c", z: 1}', split)
    becomes('{"list": ["a", "b"]}', '{"word": "a;b"}', split, "v.json")
    becomes("z: 1\nlist:\n- a\n- b\n", "z: 1\nword: |-\n  a;b\n", split)
    becomes("z: 1\nlist:\n- a\n- b\n\n# c", "z: 1\nword: >-\n   a;b\n\n# c", split)
    local deep = '- #@schema/renamed from="old", with=lambda v: {"b": [[{"c": v, "d": []}]]}\n  a:\n'
      .. "    b:\n    -\n      -\n        c: 0\n        d: [\"\"]\n"
    becomes("- a:\n    b:\n    - - c: 1\n        d: []\n", "- old: 1\n", deep)
    local joined = '#@schema/renamed from="list", with=lambda v: ";".join(v)\nword: ""\nz: 0\n'
    becomes("word: a;b\nz: 1\n", "list:\n- a\n- b\nz: 1\n", joined)
    becomes("word: a;b\nz: 1\n", "list: [a, b]\nz: 1\n", joined)
    becomes("{word: a;b, z: 1}\n", "{list: [a, b], z: 1}\n", joined)
    becomes("{word: a;b, z: 1}\n", "{list: [a,\n b], z: 1}\n", joined)
    becomes("z: 1\nword: a;b\n", "z: 1\nlist: &x\n- a\n- b\n", joined)
    is_unchanged("v.yml:1: word has a comment within its old value, which would be lost; change it by hand\n",
      "list:\n- a # first\n- b\n", joined)
  end)

  it("has entries in other maps, with their comments and what is below them", function()
    becomes("server:\n  port: 1\n  # which one\n  host: a # b\n",
      "srv:\n  # which one\n  host: a # b\nserver:\n  port: 1\n")
    becomes("server:\n  host: a\nitems: []\n", "srv:\n  host: a\nitems: []\n")
    becomes("# about\n\na:\n  b:\n    # why\n    new:\n        - 1\n        # c\n        - 2\nz: 1\n",
      "# about\n\n# why\nold:\n    - 1\n    # c\n    - 2\nz: 1\n",
      "a:\n  b:\n    #@schema/renamed from=\"/old\"\n    new:\n    - 0\nz: 0\n")
    becomes("t: |\n  x\n   y\n\n  # no comment\nz: 1\n",
      "a:\n  b:\n    c: |\n      x\n       y\n\n      # no comment\nz: 1\n",
      '#@schema/renamed from="/a.b.c"\nt: ""\nz: 0\n')
    becomes("a:\n  x: 1\n  y: 2\n", "x: 1\ny: 2\n",
      'a:\n  #@schema/renamed from="/x"\n  x: 0\n  #@schema/renamed from="/y"\n  y: 0\n')
  end)

  it("has entries in other maps from and to brackets across lines", function()
    becomes("server:\n  host: a\n", "srv: {\n  host: a}\n")
    becomes("server: {\n  port: 1, host: a}\n", "srv:\n  host: a\nserver: {\n  port: 1}\n")
    becomes('server: {port: 1, host: "a\\n"}\n', "srv:\n  host: |\n    a\nserver: {port: 1}\n")
    becomes("server: {\n  port: 1, # one\n  host: a,\n}\n", "srv: {host: a}\nserver: {\n  port: 1, # one\n}\n")
    becomes('{\n  "server": {\n    "port": 1,\n    "host": "a"\n  }\n}\n',
      '{\n  "srv": {\n    "host": "a"\n  },\n  "server": {\n    "port": 1\n  }\n}\n', nil, "v.json")
    becomes("server:\n  port: 1\n  host: &x a\n", "srv:\n  host: &x a\nserver:\n  port: 1\n")
    becomes("server:\n  # why\n  host: a # c\n", "srv: {\n  # why\n  host: a # c\n}\n")
    becomes("server: {\n  port: 1,\n  # why\n  host: a # c\n}\n",
      "srv:\n  # why\n  host: a # c\nserver: {\n  port: 1\n}\n")
    becomes("server:\n  !!str host: a\n", "server:\n  !!str hostname: a\n")
    becomes("server: {? host : a,\n  port: 1}\n", "server: {? hostname : a,\n  port: 1}\n")
  end)

  it("has entries from after a dash in other maps", function()
    local items = '- #@schema/renamed from="old.deep"\n  new: 0\n  box:\n    y: 0\n  old:\n    rest: 0\n'
    becomes("- # why\n  new: 1 # c\n  box: {}\n", "- old:\n    # why\n    deep: 1 # c\n  box: {}\n", items)
    becomes("- new: 1\n  box: {}\n-   new: 2\n", "- old: {deep: 1}\n  box: {}\n-   old: {deep: 2}\n", items)
    becomes("- old: {rest: 2}\n  new: 1\n", "- old: {deep: 1, rest: 2}\n", items)
    becomes("- old:\n    rest: 2\n  box: {}\n  new: 1\n", "- old:\n    deep: 1\n    rest: 2\n  box: {}\n", items)
  end)

  it("has parts of a line in other maps", function()
    becomes("server:\n  host: a\n", "srv: {host: a}\n")
    becomes("srv: {x: 1}\nserver:\n  port: 1 # c\n  host: 'a}'\n", "srv: {host: 'a}', x: 1}\nserver:\n  port: 1 # c\n",
      SERVER .. "srv:\n  x: 0\n")
    becomes("server: {port: 1, host: a} # c\n", "srv:\n  host: a\nserver: {port: 1} # c\n")
    becomes("server: {host: a }\nitems: []\n", "srv: {host: a}\nserver: { }\nitems: []\n")
    becomes('{"server": {"port": 1, "host": "a,"}, "items": []}',
      '{"srv": {"host": "a,"}, "server": {"port": 1}, "items": []}')
    becomes("{b: {c: 1}, z: 1}\n", "{a: 1, z: 1}\n", 'b:\n  #@schema/renamed from="/a"\n  c: 0\nz: 0\n')
    becomes("[{new: 1, z: 1}, {new: 2}]\n", "[{old: {deep: 1}, z: 1}, {old: {deep: 2}}]\n",
      '- #@schema/renamed from="old.deep"\n  new: 0\n  z: 0\n')
  end)

  it("keeps its final line breaks", function()
    becomes("server:\r\n  port: 1\r\n  host: a", "srv:\r\n  host: a\r\nserver:\r\n  port: 1")
    becomes("server:\n  host: a", "srv:\n  host: a")
    local body = '#@schema/removed "no"\nu: 0\na:\n  #@schema/renamed from="/t"\n  t: ""\n  z: ""\nk: 0\n'
    becomes("a:\n  z: |\n    x\n", "a:\n  z: |\n    x\nu: 1", body)
    becomes("a:\n  z: x\n  t: |\n    y\n", "t: |\n  y\na:\n  z: x", body)
    becomes("a:\n  t: |\n    y", "t: |\n  y", body)
    becomes("a:\n  z: x\n  t: |- # c\n    y\nk: 1", "a:\n  z: x\nk: 1\nt: | # c\n  y", body)
    becomes("a:\n  t: w\n  z: |\n    x", "t: w\na:\n  z: |\n    x", body)
    becomes("a:\n  z: x\n  t: >2-\n     y\nk: 1", "a:\n  z: x\nk: 1\nt: >2+\n   y", body)
  end)

  it("has new names for maps, and for keys in them", function()
    becomes("new:\n  inner: 1\n", "old:\n  was: 1\n",
      '#@schema/renamed from="old"\nnew:\n  #@schema/renamed from="was"\n  inner: 0\n')
  end)

  it("lacks removed keys, but keeps the comments above them", function()
    local body = 'a: 0\n#@schema/removed "use a"\nb:\n  c: 0\nm:\n  #@schema/removed "no"\n  x: 0\n  y: 0\n'
    becomes("a: 1\n# why\n\n# end\n", "a: 1\n# why\nb:\n  c: 1 # c\n\n# end\n", body)
    becomes("m: {}\n", "m:\n  x: 1\n", body)
    is_unchanged("v.yml:5: m.x has an annotation above it; remove it by hand\n",
      "#@data/values\n---\nm:\n  #@overlay/match missing_ok=True\n  x: 1\n", body)
    local items = '-\n  #@schema/removed "no"\n  x: 0\n  y: 0\n'
    becomes("- y: 1\n  \n-   y: 2 # c\n- # d\n  y: 3\n",
      "- x: 1\n  y: 1\n  \n-   x:  1\n    y: 2 # c\n- # d\n  x: 1\n  y: 3\n", items)
    becomes("-\n  # y\n  y: 1\n", "- x: 1\n  # y\n  y: 1\n", items)
    local two = '-\n  -\n    #@schema/removed "no"\n    x: 0\n    #@schema/removed "no"\n    y: 0\n    z: 0\n'
    becomes("- - z: 3\n-   -   z: 4\n",
      "- - x: 1\n    y: 2\n    z: 3\n-   -   y: 1\n        x:\n          2\n        z: 4\n", two)
    becomes("{a: 1}\n", "{a: 1, b: {c: '}, ,'}}\n", body)
    becomes('{"m": {"y": 2}, "a": 1}', '{"b": {"c": 1}, "m": {"x": 1 , "y": 2}, "a": 1}', body)
    becomes("{a: 1}\n", "{a: 1,\n b: {c: 1}}\n", body)
    becomes("{\n  a: 1 # a\n}\n", "{\n  a: 1, # a\n  b: { # c\n    c: 1\n  }\n}\n", body)
  end)

  it("may be one layer of several", function()
    local body = '#@schema/required\nname: ""\n#@schema/renamed from="old"\nnew: 0\n'
    becomes("new: 1\n", "old: 1\n", body)
    is_unchanged("v.yml:1: required keys are missing, so it is not certain how the schema converts its values;"
      .. " add the keys, or change the file by hand\n", "old: 1\n", body:gsub('"old"', '"old", with=lambda v: v'))
    is_unchanged("v.yml:1: required keys are missing, so it is not certain how the schema converts its values;"
      .. " add the keys, or change the file by hand\n", "old: 1\n",
      'm:\n  #@schema/renamed from="/old", with=lambda v: v\n  new: 0\n  #@schema/required\n  r: 0\n')
  end)

  it("does not change without old names", function()
    becomes("server: {host: a}\n", "server: {host: a}\n")
    becomes("", "")
    becomes("# only a comment", "# only a comment")
  end)

  it("does not change where advice is given", function()
    local _, problem = migrated(SERVER, "srv: {\n  host: &x a}\ntimeout: 1.0\nitems: [{name: *x}]\n")
    assert.equal("v.yml:2: srv.host has an anchor that is used elsewhere, and has to move to another map;"
      .. " change it by hand: its new name is server.host\n", problem)
  end)

  it("does not change when the new text is not certain", function()
    is_unchanged("v.yml:2: server.hostname is the old name of server.host, which is given, too; change it by hand\n",
      "server:\n  hostname: a\n  host: b\n")
    is_unchanged("v.yml:3: srv.host moves to another map, and a comment would be lost; change it by hand\n",
      "srv:\n  # why\n  host: a\nserver: {port: 1}\n")
    local with_any = SERVER .. "#@schema/type any=True\nx: 0\n"
    is_unchanged("v.yml:3: items[1].nm is in several places, through an anchor; change it by hand\n",
      "server:\n  port: 1\nx: &a {nm: a}\nitems:\n- name: b\n- <<: *a\n", with_any)
    is_unchanged("v.yml:1: items[0].nm is in several places, through an anchor; change it by hand\n",
      "x: {y: &a {nm: a}}\nitems: [*a]\n", with_any)
    is_unchanged("v.yml:2: srv.host has an alias, and has to move to another map; change it by hand\n",
      "items: [{name: &x a}]\nsrv: {host: *x}\nserver:\n  port: 1\n")
    is_unchanged("v.yml:1: there is another violation, which 'yschema check' explains; fix it first: x is not"
      .. " declared in the schema; expected one of { items, server, timeout }\n", "x: 1\nserver: {hostname: a}\n")
    is_unchanged("v.yml:2: srv.host moves to another map, and a comment would be lost; change it by hand\n",
      "srv: # why\n  host: a\nserver:\n  port: 1\n")
  end)
end)

-- ---- the property -------------------------------------------------------------------

describe("random new names", function()
  local texts = {
    "# head\n\nname: a   # one\n\n\nlist:\n- x: 1\n  'y': \"two\" \n-   x: 3\n    y: |+\n      text\n\nmap:\n"
      .. "    deep: {a: 1, \"b\": [1, 2,\n      3], c: {d: e}}\n    # about it\n    last: >-\n       folded\n"
      .. "       text\n",
    "a: 1\r\nb:\r\n  c: 2\r\n  d:\r\n  - e: 1\r\n  - e: 2",
    "\239\187\191---\nfirst: &x {a: 1}\nsecond: *x\nthird:\n  <<: *x\n  b: 2\n---\nfirst: {a: 2}\n",
    '{\n  "a": {"b": [true, null, 1.0, "x"]},\n  "c": "\\u00e4", "d": {}\n}\n',
    "x: !!str 1\ny: 'it''s'\nz: \"a \\\n  b\"\nw:\n\n  plain\n  text\n\n  more\nv: -1\n",
  }

  it("change nothing but names", function()
    local state = 3
    local function random(most)
      state = (state * 16807) % 2147483647
      return state % most + 1
    end
    local done = 0
    for i, text in ipairs(texts) do
      local counts = measure.of({ name = i .. ".yml", text = text }, random, 60)
      assert.is_nil(counts.problem, counts.problem)
      done = done + counts.done
    end
    assert.is_true(done > 60, done)
  end)
end)

-- ---- the command and the function ---------------------------------------------------

describe("yschema migrate", function()
  before_each(before)
  after_each(after)

  local SCHEMA = '#@data/values-schema\n---\n#@schema/renamed from="old"\nnew: 0\n#@schema/removed "no"\ngone: 0\n'
    .. "k: 0\n"

  it("prints the changes in the format of diff", function()
    write("s.yml", SCHEMA)
    write("d/a.yml", "k: 1\nold: 2\ngone: 3\n")
    write("d/b.yml", "new: 1\n")
    write("d/c.json", '{"k": 1, "old": 2}')
    local result = migrate("-n", "-f", "s.yml", "d")
    assert.equal("--- d/a.yml\n+++ d/a.yml\n@@ -1,3 +1,2 @@\n k: 1\n-old: 2\n-gone: 3\n+new: 2\n"
      .. '--- d/c.json\n+++ d/c.json\n@@ -1 +1 @@\n-{"k": 1, "old": 2}\n\\ No newline at end of file\n'
      .. '+{"k": 1, "new": 2}\n\\ No newline at end of file\n', result.stdout)
    assert.same({ 0, "" }, { result.rc, result.stderr })
    assert.equal("k: 1\nold: 2\ngone: 3\n", command.read(folder .. "/d/a.yml"))
    write("in", "old: 1\n")
    assert.matches("^%-%-%- stdin.yml\n", migrate("-n", "-f", "s.yml", "-").stdout)
  end)

  it("writes patches", function()
    local lines, wanted = {}, {}
    for i = 1, 40 do
      local is_old = i % 9 == 0
      lines[i], wanted[i] = (is_old and "- old: " or "- new: ") .. i, "- new: " .. i
    end
    write("s.yml", '#@data/values-schema\n---\n- #@schema/renamed from="old"\n  new: 0\n')
    write("v.yml", table.concat(lines, "\n"))
    write("change", migrate("-n", "-f", "s.yml", "v.yml").stdout)
    assert.matches("@@ %-6,7 %+6,7 @@", command.read(folder .. "/change"))
    if os.execute "patch --version >/dev/null 2>&1" then
      os.execute("cd " .. command.quote(folder) .. " && patch -s -p0 <change")
      assert.equal(table.concat(wanted, "\n"), command.read(folder .. "/v.yml"))
    end
  end)

  it("moves the only entry of a map to a map below it", function()
    local schema = '#@data/values-schema\n---\nm:\n  #@schema/renamed from="/top"\n  t: 0\n'
      .. '  d:\n    f: 0\n    #@schema/renamed from="/m.up"\n    e: ""\n'
    write("s.yml", schema)
    for old, new in pairs {
      ["m:\n  up: x # c\n"] = "m:\n  d:\n    e: x # c\n", ["m: {up: x}\n"] = "m: {d: {e: x}}\n",
      ["top: 1\nm:\n  up: x\n  d:\n    f: 2\n"] = "m:\n  d:\n    f: 2\n    e: x\n  t: 1\n",
    } do
      write("v.yml", old)
      local result = migrate("-f", "s.yml", "v.yml")
      assert.same({ 0, "" }, { result.rc, (result.stderr:gsub("^v.yml: %d keys? renamed\n$", "")) })
      assert.equal(new, command.read(folder .. "/v.yml"))
    end
  end)

  it("keeps an empty line before a key that is removed at the end", function()
    write("s.yml", SCHEMA)
    write("v.yml", "old: 2\n\ngone: 3")
    local change = migrate("-n", "-f", "s.yml", "v.yml").stdout
    assert.equal("--- v.yml\n+++ v.yml\n@@ -1,3 +1,2 @@\n-old: 2\n+new: 2\n \n-gone: 3\n"
      .. "\\ No newline at end of file\n", change)
    assert.equal(0, migrate("-f", "s.yml", "v.yml").rc)
    assert.equal("new: 2\n\n", command.read(folder .. "/v.yml"))
  end)

  it("writes patches after a byte order mark, and for any name", function()
    write("s.yml", SCHEMA)
    for name, header in pairs {
      ["a b.yml"] = "a b.yml\t", ["a\n+++ b.yml"] = '"a\\n+++ b.yml"', ['a"b.yml'] = '"a\\"b.yml"', ["c.yml"] = "c.yml",
      ["a\226\128\174b.yml"] = '"a\\342\\200\\256b.yml"', ["\195\164.yml"] = "\195\164.yml",
    } do
      write(name, "\239\187\191gone: 1\nold: 2\n")
      local change = migrate("-n", "-f", "s.yml", name).stdout
      assert.equal(("--- %s\n+++ %s\n@@ -1,2 +1 @@\n-\239\187\191gone: 1\n-old: 2\n+\239\187\191new: 2\n")
        :format(header, header), change)
      write("change", change)
      if os.execute "patch --version >/dev/null 2>&1" then
        os.execute("cd " .. command.quote(folder) .. " && patch -s -p0 <change")
        assert.equal("\239\187\191new: 2\n", command.read(folder .. "/" .. name))
      end
    end
  end)

  it("writes files", function()
    write("s.yml", SCHEMA)
    write("a.yml", "old: 2\ngone: 3\n")
    write("b.yml", "new: 1\n")
    local result = migrate("-f", "s.yml", "a.yml", "b.yml", "s.yml")
    assert.same({ 0, "", "a.yml: 1 key renamed, 1 key removed\n" }, { result.rc, result.stderr, result.stdout })
    assert.equal("new: 2\n", command.read(folder .. "/a.yml"))
    assert.same({ 0, "", "" }, { migrate("-f", "s.yml", "a.yml").rc, result.stderr, migrate("-f", "s.yml", "-q",
      "a.yml").stdout })
  end)

  it("names the files that it does not change, and continues", function()
    write("s.yml", SCHEMA)
    write("a.yml", "old: 2\nnew: 3\n")
    write("b.yml", "old: 1\n")
    local result = migrate("-f", "s.yml", "a.yml", "b.yml")
    assert.equal(1, result.rc)
    assert.matches("^a.yml:1:1: error%[migration%]: old is the old name of new, which is given, too; change it "
      .. "by hand\n",
      result.stdout)
    assert.equal("old: 2\nnew: 3\n", command.read(folder .. "/a.yml"))
    assert.equal("new: 1\n", command.read(folder .. "/b.yml"))
    result = migrate("-f", "s.yml", "--report", "json", "a.yml")
    assert.matches('"kind":"migration"', result.stdout, 1, true)
  end)

  it("reports invalid calls, schemas and files", function()
    write("s.yml", SCHEMA)
    write("bad.yml", "#@data/values-schema\n---\na:\n")
    write("v.yml", "a: [\n")
    for _, row in ipairs {
      { "no schema: give one with -f", "v.yml" },
      { "no files to rewrite: name files, folders or patterns after the options", "-f", "s.yml" },
      { "standard input cannot be rewritten in place; -n prints what would change", "-f", "s.yml", "-" },
      { "standard input can be read only once", "-n", "-f", "-", "-" },
      { "an argument is empty", "-f", "s.yml", "" },
      { "none.yml: error[read]: No such file", "-f", "s.yml", "none.yml" },
      { "none.yml: error[read]: cannot be read: No such file", "-f", "none.yml", "v.yml" },
      { "v.yml:2:1:", "-f", "s.yml", "v.yml" },
      { "bad.yml:", "-f", "bad.yml", "v.yml" },
    } do
      local result = migrate(select(2, (table.unpack or unpack)(row)))
      assert.equal(2, result.rc, row[1])
      assert.matches(row[1], result.text, 1, true)
    end
  end)
end)

describe("yschema.migrate", function()
  before_each(before)
  after_each(after)

  it("returns the outcome of each file", function()
    write("s.yml", '#@data/values-schema\n---\n#@schema/renamed from="old"\nnew: 0\n')
    write("a.yml", "old: 1\n")
    local request = { schema = folder .. "/s.yml", files = { folder .. "/a.yml" }, write = true }
    local ok, report, result = yschema.migrate(request)
    assert.is_true(ok)
    assert.equal(0, report.status)
    assert.same({ { file = folder .. "/a.yml", line = 1, path = "old", action = "move", to = "new" } }, result.done)
    assert.equal("new: 1\n", result.files[1].text)
    assert.equal("new: 1\n", command.read(folder .. "/a.yml"))
    write("a.yml", "old: 1\nnew: 2\n")
    ok, report, result = yschema.migrate(request)
    assert.is_nil(ok)
    assert.equal(1, report.status)
    assert.same({ "old", "old is the old name of new, which is given, too; change it by hand" },
      { result.refused[1].path, result.refused[1].message })
    ok, report, result = yschema.migrate { schema = folder .. "/none.yml", files = "x" }
    assert.is_nil(ok)
    assert.is_nil(result)
    assert.equal(2, report.status)
  end)

  it("leaves no file open", function()
    local function open_files() return #command.output "ls /proc/$PPID/fd" end
    write("s.yml", '#@data/values-schema\n---\n#@schema/renamed from="old"\nnew: 0\n')
    local known = open_files()
    for _ = 1, 10 do
      write("a.yml", "old: 1\n")
      assert(yschema.migrate { schema = folder .. "/s.yml", files = folder .. "/a.yml", write = true })
    end
    assert.is_true(open_files() < known + 10) -- the collector may close others
  end)

  it("throws on invalid calls", function()
    for _, row in ipairs {
      { "keys must be a table, got nil" },
      { "key 'schema' must be a string or a list of strings", { files = "x" } },
      { "key 'files' must be a string or a list of strings", { schema = "x", files = {} } },
      { "key 'write' must be a boolean, got number", { schema = "x", files = "x", write = 1 } },
    } do
      local ok, message = pcall(yschema.migrate, row[2])
      assert.is_false(ok)
      assert.equal("bad argument #1 to 'migrate' (" .. row[1] .. ")", message:match "bad argument.*")
    end
  end)

  it("does not overwrite a file that changes meanwhile", function()
    write("s.yml", '#@data/values-schema\n---\n#@schema/renamed from="old", with=lambda v: change(v)\nnew: 0\n')
    write("a.yml", "old: 1\n")
    local function change(value)
      write("a.yml", "old: 7\n")
      return value
    end
    local ok, report = yschema.migrate({
      schema = folder .. "/s.yml", files = folder .. "/a.yml", write = true,
    }, { env = { change = change } })
    assert.is_nil(ok)
    assert.matches("a.yml: another program changed it meanwhile, so it was not rewritten; call yschema migrate again",
      tostring(report), 1, true)
    assert.equal("old: 7\n", command.read(folder .. "/a.yml"))
  end)
end)
