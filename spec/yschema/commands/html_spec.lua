local markup = require "yschema.text.markup"
local yschema = require "yschema"

local unpack = table.unpack or unpack

local HEADER = "#@data/values-schema\n---\n"

local function page(text, options)
  local schema, report = yschema.load(HEADER .. text, options)
  return assert(schema, tostring(report)):html()
end

-- Elements that have no end tag.
local void = { meta = true, link = true, input = true }

-- Checks that tags nest; gives the ids, and what is linked to.
local function read_tags(text)
  local open, ids, links = {}, {}, {}
  local body = text:gsub("<script>.-</script>", ""):gsub("<style>.-</style>", "")
    :gsub("^<!DOCTYPE html>\n", "")
  for closing, name, rest in body:gmatch "<(/?)(%w+)([^>]*)>" do
    if closing == "/" then
      assert.equal(open[#open], name)
      open[#open] = nil
    elseif not void[name] then
      open[#open + 1] = name
    end
    local id, link = rest:match ' id="([^"]*)"', rest:match ' href="#([^"]*)"'
    if id then
      assert.is_nil(ids[id], "two elements have the id " .. id)
      ids[id] = true
    end
    if link then links[#links + 1] = link end
  end
  assert.same({}, open)
  return ids, links
end

-- The file of a page that its button copies.
local function copied(text)
  local file = text:match '<pre id="example"><code>(.-)</code></pre>'
  return file and file:gsub("<[^>]*>", ""):gsub("&#39;", "'"):gsub("&quot;", '"'):gsub("&lt;", "<"):gsub("&gt;", ">")
    :gsub("&amp;", "&") or nil
end

describe("markup.escape", function()
  it("leaves nothing that markup is made of", function()
    assert.equal("&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;amp;", markup.escape [[<a b="c" d='e'>&amp;]])
  end)

  it("shows characters that turn the direction of text", function()
    assert.equal("a\\u202eb\\u2066", markup.escape "a\226\128\174b\226\129\166")
    assert.equal("a \226\128\147 \226\130\172", markup.escape "a \226\128\147 \226\130\172")
  end)

  it("replaces control characters, but for tabs and line ends", function()
    assert.equal("a\\x00\\x1b\t\nb", markup.escape "a\0\27\t\nb")
  end)
end)

describe("schema:html", function()
  it("links what @schema/see says, if it is the address of a page", function()
    local text = page [[
#@schema/see "https://example.com/?a=1&b=\"2\""
a: 1
#@schema/see "docs/<b>.md"
b: 1
#@schema/see "javascript:alert(1)"
c: 1
]]
    read_tags(text)
    local address = "https://example.com/?a=1&amp;b=&quot;2&quot;"
    assert.truthy(text:find(('<a href="%s">%s</a>'):format(address, address), 1, true))
    assert.truthy(text:find("<dd>docs/&lt;b&gt;.md</dd>", 1, true))
    assert.truthy(text:find("<dd>javascript:alert(1)</dd>", 1, true))
  end)

  it("nests its tags, and each link leads somewhere", function()
    local ids, links = read_tags(page [[
#@schema/title "A"
#@schema/desc "one\n\ntwo"
a: 1
hosts:
#@schema/desc "a host"
- name: ""
  ports:
  - 1
  tls:
    #@schema/deprecated "x"
    "a b": 1
    "a.b": 1
    a_b: 1
    "": 1
    'a"b': 1
z:
- - deep: 1
]])
    assert.is_true(#links > 20)
    for _, link in ipairs(links) do assert.is_true(ids[link], link) end
  end)

  it("shows no title that has the words of its key", function()
    local text = page "static_ip: ''\nlogLevel: ''\n#@schema/title 'NAME'\nname: ''\n"
    assert.not_matches('class="title"', text, 1, true)
    text = page "#@schema/title 'Host name'\nhostname: ''\n"
    assert.matches('<span class="title">Host name</span>', text, 1, true)
  end)

  it("marks what is required, deprecated, sensitive or renamed, and not what may be left out", function()
    local text = page("#@schema/key-may-be-present\na: 1\n#@schema/required\nb: 1\n#@schema/deprecated 'x'\nc: 1\n"
      .. "#@schema/sensitive\nd: ''\n#@schema/renamed from='old'\ne: 1\n")
    assert.matches('<b>a</b></code></a></h2>', text, 1, true)
    for name, word in pairs { b = "required", c = "deprecated", d = "sensitive", e = "renamed" } do
      assert.matches(('<b>%s</b></code></a> <span class="badge%%s?%%a*">%s</span></h2>'):format(name, word), text)
    end
    assert.not_matches("may be left out", text, 1, true)
  end)

  it("lists alternatives without the name of the annotation", function()
    local text = page "#@schema/any-of 'x', 5\na:\n"
    assert.matches("<li>at least one of:<ol", text, 1, true)
    assert.matches("<li>exactly one of:<ol", page "#@schema/one-of 'x', 5\na:\n", 1, true)
    assert.not_matches("schema/any", text, 1, true)
  end)

  it("lists allowed values by themselves, and not by the sentence about them", function()
    for list, words in pairs {
      ['"a", "b c", "yes", "a, b"'] = 'one of a, "b c", "yes", "a, b"', [ [["x\"y"]] ] = [["x\"y"]],
      ['"a", [1, "b"], True, None'] = 'one of a, [1,"b"], true, null', ['"a"'] = "a",
      ['"a", [1e400]'] = 'one of ["a", [1e400]]',
    } do
      local text = page("#@schema/validation one_of=[" .. list .. "]\n#@schema/nullable\na: a\n")
      assert.matches("<li>" .. markup.escape(words) .. "</li>", text, 1, true)
    end
  end)

  it("shows the default null only where null is accepted", function()
    assert.not_matches("<dt>Default", page "#@schema/any-of 'x', 5\na:\n", 1, true)
    assert.matches("<dt>Default</dt><dd><code>null", page "#@schema/nullable\na: 1\n", 1, true)
    assert.matches("<dt>Default</dt><dd><code>null", page "#@schema/type any=True\na: null\n", 1, true)
  end)

  it("has a file with all keys to copy, which the schema accepts", function()
    local text = [[
name: joe
#@schema/required
port: 0
#@schema/key-may-be-present
more: {deep: [x]}
#@schema/example "db.internal"
host: ""
#@schema/sensitive
password: hunter2
list:
- a: 1
  b: |
    two
    lines
#@schema/validation one_of=["debug", "info"]
#@schema/required
level: ""
#@schema/key allowed="any", expects="0+"
_: {z: 1}
]]
    local example = copied(page(text))
    for _, line in ipairs { "port: 1", "level: debug", "#name: joe", "#more:", "#  deep: []", "#host: \"\"", "#list:",
      "#    two", "# Example: \"db.internal\"", "#password: (sensitive)" } do
      assert.matches("\n" .. line .. "\n", "\n" .. example .. "\n", 1, true)
    end
    assert(assert(yschema.load(HEADER .. text)):apply(example))
  end)

  it("shows examples in place of made-up values", function()
    assert.matches("\nhost: db.internal\n", copied(page [[
#@schema/required
#@schema/example "db.internal"
host: ""
]]), 1, true)
  end)

  it("has a file to copy that the schema accepts, for the schemas of the pages", function()
    local count = 0
    local function check(paths)
      local schema, report = yschema.load_file(paths, { env = dofile "examples/gateway/rules.lua" })
      local example = copied(assert(schema, tostring(report)):html())
      assert.is_truthy(example, paths[1])
      assert(schema:apply(example))
      count = count + 1
    end
    for name in require "lfs".dir "examples" do
      local path = ("examples/%s/schema.yml"):format(name)
      local loaded = name == "code" and { "examples/code/names.star", "examples/code/parts.lib.yml" } or {}
      if require "lfs".attributes(path, "mode") then check({ path, unpack(loaded) }) end
    end
    assert.is_true(count >= 9)
  end)

  it("has no such file for a schema without keys", function()
    assert.not_matches('id="example"', page "[1]", 1, true)
  end)

  it("gives different keys different ids, and odd ones harmless ones", function()
    local ids = read_tags(page "a:\n  b: 1\na.b: 1\n\"a b\": 1\n\"\\\"><x>\": 1\né: 1\n")
    assert.is_true(ids["field.a.b"])
    assert.is_true(ids["field.a~2Eb"])
    assert.is_true(ids["field.a~20b"])
    assert.is_true(ids["field.~22~3E~3Cx~3E"])
    assert.is_true(ids["field.~C3~A9"])
  end)

  it("escapes every text of a schema", function()
    local evil = "</script><script>x</script>'\"&"
    local quoted = yschema.encode(evil, "json"):gsub("\n", "")
    local text = page(([[
#@schema/title E
#@schema/desc E
#@schema/examples (E, E)
#@schema/validation (E, rule), when=lambda v, c: E != v
#@schema/deprecated E
E: E
#@schema/validation one_of=[E]
b: E
]]):gsub("%f[%w]E%f[%W]", function() return quoted end), { env = { rule = function() end } })
    local _, scripts = text:gsub("<script>", "")
    assert.equal(1, scripts)
    assert.is_nil(text:find("<script>x", 1, true))
    assert.is_true(select(2, text:gsub("&lt;/script&gt;&lt;script&gt;x&lt;/script&gt;&#39;", "")) >= 9)
    read_tags(text)
  end)

  it("fetches nothing", function()
    local text = page "a: 1\n"
    assert.is_nil(text:find("https?:"))
    assert.is_nil(text:find("src="))
    assert.is_nil(text:find("url%("))
    assert.matches("default-src 'none'", text, 1, true)
    for address in text:gmatch 'href="([^"]*)"' do
      assert.is_true(address:sub(1, 1) == "#" or address == "data:,", address)
    end
  end)

  it("shows the search only to those who can use it", function()
    local text = page "a: 1\n"
    assert.matches('<form role="search" id="search" hidden>', text, 1, true)
    assert.matches("form.hidden = false", text, 1, true)
    assert.is_nil(text:match '<section[^>]* hidden')
  end)

  it("says what the type is in words", function()
    local text = page "#@schema/nullable\na:\n- - x\nb: 1.5\n#@schema/type any=True\nc: 1\n"
    assert.matches("<dd>array of array of string or null</dd>", text, 1, true)
    assert.matches("<dd>float</dd>", text, 1, true)
    assert.matches("<dd>any</dd>", text, 1, true)
  end)

  it("gives rules with their conditions", function()
    local text = page "#@schema/validation min=1, when=lambda v: v < 3\na: 1\n"
    assert.matches('<li>at least 1 <details class="when"><summary>under a condition</summary>'
      .. '<code>lambda v: v &lt; 3</code></details>', text, 1, true)
  end)

  it("is the file: keys with values and rules, each a link to its entry, folded below the second level", function()
    local text = page("#@schema/validation min=1, max=65535\nport: 80\na:\n  b:\n    c: x\nlist:\n- name: n\n"
      .. "  #@schema/required\n  odd key: 1\n")
    local file = text:match '<nav aria%-label="The file">(.-)</nav>'
    assert.matches('<li><span class="l"><a href="#field.port"><code>port:</code></a> <span class="v">80</span> '
      .. '<span class="c"># 1 to 65535</span></span></li>', file, 1, true)
    local function summary(id, name)
      return ('<summary><span class="l"><a href="#%s"><code>%s:</code></a></span></summary>'):format(id, name)
    end
    assert.matches("<li><details open>" .. summary("field.a", "a") .. "\n<ul>\n<li><details>"
      .. summary("field.a.b", "b"), file, 1, true)
    assert.matches("<code>&quot;odd key&quot;:</code>", file, 1, true)
    assert.matches("<li>1 to 65535</li>", text, 1, true)
    assert.matches("field.a.b.c\" class=\"field\">\n<details>\n<summary><h4>", text, 1, true)
    assert.not_matches("<details>\n<summary><h3>", text, 1, true)
  end)

  it("gives an item a section only when there is something to say", function()
    assert.is_nil(page "a:\n- x\n":find('id="field.a*"', 1, true))
    assert.matches('id="field.a*"', page "a:\n#@schema/validation min_len=1\n- x\n", 1, true)
    assert.matches('<a href="#field.a*.b">', page "a:\n- b: 1\n", 1, true)
  end)

  it("keeps paragraphs and lines of a documentation", function()
    local text = page '#@schema/desc "one\\ntwo\\n\\n\\nthree"\na: 1\n'
    assert.matches('<p class="doc">one\ntwo</p>\n<p class="doc">three</p>', text, 1, true)
  end)

  it("says what is to say of the document", function()
    local schema = assert(yschema.load("#@schema/title \"My app\"\n#@schema/desc \"It is fine.\"\n"
      .. "#@schema/validation min_len=1\n" .. HEADER .. "a: 1\n"))
    local text = schema:html()
    assert.matches("<title>My app</title>", text, 1, true)
    assert.matches("<h1>My app</h1>", text, 1, true)
    assert.matches("It is fine.", text, 1, true)
    assert.matches("<h2>The document</h2>", text, 1, true)
  end)

  it("has headings as deep as HTML has them", function()
    local text = page("{a: {b: {c: {d: {e: {f: {g: 1}}}}}}}\n")
    assert.matches('<h6><a href="#field.a.b.c.d.e">', text, 1, true)
    assert.matches('<h6 aria-level="7"><a href="#field.a.b.c.d.e.f">', text, 1, true)
    read_tags(text)
  end)

  it("shows values as YAML", function()
    local text = page "#@schema/type any=True\na: {z: [1], x: \"1\"}\nb: 1.0\n"
    assert.matches('<pre><code>z:\n- 1\nx: &quot;1&quot;</code></pre>', text, 1, true)
    assert.matches("<dt>Default</dt><dd><code>1.0</code></dd>", text, 1, true)
  end)

  it("describes small alternatives where they are chosen from", function()
    local text = page '#@schema/any-of "<b>", 5, ["<i>"]\na: ""\n'
    assert.matches("<dd>string or integer or array</dd>", text, 1, true)
    assert.matches('<ol class="alternatives"><li>string</li><li>integer</li><li>array of string</li></ol>',
      text, 1, true)
    read_tags(text)
  end)

  it("gives alternatives with fields a section, and each field of theirs", function()
    local text = page '#@schema/any-of "", {"port": 80, "hosts": [{"<i>": 1}]}\na: ""\n'
    assert.matches('<li>string</li><li><a href="#field.a!alternative~202"><code>alternative 2</code></a>: map</li>',
      text, 1, true)
    local ids, links = read_tags(text)
    for _, id in ipairs { "field.a", "field.a!alternative~202", "field.a!alternative~202.port",
      "field.a!alternative~202.hosts*.~3Ci~3E" } do
      assert.is_true(ids[id], id)
    end
    for _, link in ipairs(links) do assert.is_true(ids[link], link) end
    assert.matches("<span>a.</span><b>port</b>", text, 1, true)
    assert.matches("<span>a as </span><b>alternative 2</b>", text, 1, true)
    assert.matches("<dt>Default</dt><dd><code>80</code></dd>", text, 1, true)
  end)

  local KINDS = [[
#@ def file():
kind: file
#@schema/desc "where it is"
path: ""
#@ end
#@ def all():
kind: all
of:
#@schema/one-of file, all, by="kind"
-
#@ end
]]

  local function load(text)
    return assert(yschema.load(text)):html()
  end

  it("names alternatives that a key selects by its values", function()
    local text = load(KINDS .. HEADER .. "#@schema/one-of file, all, by=\"kind\"\nsource:\n")
    assert.matches('exactly one of: <a href="#field.source!file"><code>file</code></a>, <a', text, 1, true)
    assert.matches("<dt>Selected by</dt><dd><code>kind: file</code></dd>", text, 1, true)
    assert.matches('checked><label for="tab2">file</label>\n<section id="field.source!file"', text, 1, true)
    assert.matches('name="tabs2" id="tab5"><label for="tab5">all</label>', text, 1, true)
    local ids, links = read_tags(text)
    assert.is_true(ids["field.source!file.path"])
    assert.is_true(ids["field.source!all.of"])
    for _, link in ipairs(links) do assert.is_true(ids[link], link) end
  end)

  it("links a recursive schema to its section", function()
    local text = load(KINDS .. HEADER .. "#@schema/one-of file, all, by=\"kind\"\nsource:\n")
    assert.matches('like <a href="#field.source!all">all</a>', text, 1, true)
    local tree = load("#@ def tree():\nname: \"\"\nbelow:\n#@schema/like tree\n-\n#@ end\n" .. HEADER
      .. "#@schema/like tree\nroot:\n#@schema/like tree\nother:\n")
    assert.matches('array of map, like <a href="#field.root">tree</a>', tree, 1, true)
    assert.matches('<dd>map, like <a href="#field.root">tree</a></dd>', tree, 1, true)
    assert.matches("<dd>map, like tree</dd>", tree, 1, true)
    assert.is_nil(read_tags(tree)["field.root.below*"])
  end)

  it("describes a schema by name in the item where it is used first", function()
    local text = load("#@ def part():\nname: \"\"\n#@ end\n" .. HEADER
      .. "parts:\n#@schema/like part\n-\n#@schema/like part\nlast:\n")
    assert.is_true(read_tags(text)["field.parts*"])
    assert.matches('<dd>map, like <a href="#field.parts*">part</a></dd>', text, 1, true)
  end)

  it("marks required keys, and says why", function()
    local text = page '#@schema/required "<b>ask us"\nhost: ""\n#@schema/required\nport: 1\nname: ""\n'
    assert.equal(2, select(2, text:gsub('<span class="badge">required</span>', "")))
    assert.matches("<dt>Required</dt><dd>&lt;b&gt;ask us</dd>", text, 1, true)
    assert.matches('<a href="#field.port" class="required">', text, 1, true)
    assert.is_nil(text:find(">given", 1, true))
  end)

  it("shows nothing sensitive, also in alternatives and in schemas by name", function()
    local text = load [[
#@ def login():
user: guest
#@schema/sensitive
#@schema/example "hunter2"
password: hunter3
#@ end
#@data/values-schema
---
#@schema/any-of "", login
first: ""
#@schema/like login
second:
#@schema/sensitive
#@schema/any-of "hunter4", {"token": "hunter5"}
third: hunter6
#@schema/sensitive
#@schema/default ["hunter7"]
fourth:
- hunter8
]]
    assert.is_nil(text:find "hunter")
    assert.matches("string, sensitive: not shown in reports", text, 1, true)
  end)

  it("keeps the words of a search in the address", function()
    assert.matches('wanted.indexOf("search=") === 0', page "a: 1\n", 1, true)
  end)

  it("shows which keys a placeholder matches", function()
    local text = page '#@schema/key allowed="^<b>", expects="1+"\n#@schema/validation min=1\n_: 1\n'
    assert.matches("<dt>Key</dt><dd>at least 1 key matching &quot;^&lt;b&gt;&quot;</dd>", text, 1, true)
    assert.matches("<dt>Must be</dt><dd><ul><li>at least 1</li></ul></dd>", text, 1, true)
    assert.matches("<b>‹key›</b>", text, 1, true)
    assert.is_true(read_tags(text)["field._"])
  end)

  it("is made of a schema without fields, too", function()
    read_tags(page "{}\n")
    read_tags(page "x\n")
  end)
end)

describe("references", function()
  it("lead to the section with the names", function()
    local text = page('#@schema/identity "name"\nups:\n- name: ""\n#@schema/refers to="ups[].name"\nup: ""\n')
    local link = '<dd><a href="#field.ups*.name"><code>ups[].name</code></a></dd>'
    assert.truthy(text:find("<dt>Refers to</dt>" .. link, 1, true))
    assert.truthy(text:find("<dt>Items differ in</dt><dd><code>name</code></dd>", 1, true))
    local ids, links = read_tags(text)
    for _, to in ipairs(links) do assert.is_true(ids[to] or to == "", to) end
  end)
end)
