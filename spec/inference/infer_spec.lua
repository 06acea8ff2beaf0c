-- `yschema infer` and `yschema.infer`: what a schema says about its examples, and that their results are the same.

local yschema = require "yschema"
local command = require "spec.support.command"
local measure = require "spec.inference.measure"
local random_documents = require "spec.inference.random_documents"

local HEADER = "#@data/values-schema\n---\n"

local function inferred(...)
  local schema, notes = yschema.infer { values = { ... } }
  return assert(schema, tostring(notes)), notes
end

-- Infers a schema from texts, and validates them: they must not change.
local function body_of(...)
  local files = {}
  for i, text in ipairs { ... } do files[i] = { name = i .. ".yml", text = text } end
  local result = measure.of(files)
  assert.is_nil(result.problem, result.problem)
  assert.equal(result.schema, (inferred(...)))
  local plain = result.schema:gsub("^" .. HEADER:gsub("%-", "%%-"), "")
  return plain
end

describe("an inferred schema", function()
  it("shows the values of one example", function()
    local text = "name: shop\nport: 8080\nratio: 1.0\ndebug: false\ntls:\n  cert: /etc/x.pem\nhosts: [a]\n"
    assert.equal(text, body_of(text))
  end)

  it("has the default of most examples, and a neutral one where they differ", function()
    assert.equal('name: ""\nport: 80\nratio: 0.0\n', body_of("name: a\nport: 80\nratio: 1.0",
      "name: b\nport: 80\nratio: 2.5", "name: c\nport: 90\nratio: 3.5"))
  end)

  it("marks keys that are missing somewhere, in the order of the examples", function()
    assert.equal("a: 1\nx: 2 #@schema/key-may-be-present\nb: 3\n", body_of("a: 1\nb: 3", "a: 1\nx: 2\nb: 3"))
    assert.equal("#@data/values-schema\n#@schema/keys-may-be-present\n---\na: 1\nb: 2\nc: 3\n",
      body_of("a: 1", "b: 2", "c: 3"))
  end)

  it("requires the keys of all examples, with `required`", function()
    local schema = yschema.infer { values = { "a: 1\nb: 2", "a: 2" }, required = true }
    assert.equal(HEADER .. "a: 0 #@schema/required\nb: 2 #@schema/key-may-be-present\n", schema)
  end)

  it("accepts null where it was seen", function()
    assert.equal("a: x #@schema/nullable\nb: null #@schema/type any=True\n", body_of("a: x\nb:", "a:\nb: ~"))
    assert.equal("a:\n- 0 #@schema/nullable\n", body_of "a: [1, null, 2]")
  end)

  it("has one schema for all items of arrays", function()
    assert.equal('a:\n- name: ""\n  port: 80 #@schema/key-may-be-present\n',
      body_of("a: [{name: u}, {name: v, port: 80}]", "a: []", "a: [{name: w}]"))
    assert.equal("a: [[0]]\n", body_of "a: [[1, 2], [3]]")
    assert.equal('a: [] #@schema/type "array"\nb: {} #@schema/type "map"\n', body_of "a: []\nb: {}")
  end)

  it("writes short arrays on the line of their key", function()
    assert.equal('a: [1]\nb:\n- {} #@schema/type "map"\n', body_of "a: [1]\nb: [{}]")
    assert.equal("a: #@schema/nullable\n- 1\n", body_of("a: [1]", "a:"))
    assert.equal("a:\n- b, c\n", body_of 'a: ["b, c"]')
  end)

  it("accepts several types of scalars, and scalars beside maps and arrays", function()
    assert.equal('a: 1 #@schema/type "int", "float"\n', body_of("a: 1", "a: 1", "a: 2.5", "a: 1"))
    assert.equal('a: #@schema/type "string", or_inferred=True\n  b: 1\n', body_of("a: x", "a: {b: 1}"))
    assert.equal('a: #@schema/type "string", or_inferred=True\n- 0\n', body_of("a: x", "a: [1, 2]"))
  end)

  it("has notes where it accepts any contents", function()
    local schema, notes = inferred("a: {b: 1}", "a: []", "a: x")
    assert.equal(HEADER .. 'a: {} #@schema/type "map", "array", "string"\n', schema)
    assert.same({ "values 1:1: 'a' is a map here and an array elsewhere: both may have any contents" }, notes)
    schema, notes = inferred "a: {1: x}"
    assert.equal(HEADER .. 'a: {} #@schema/type "map"\n', schema)
    assert.matches("^values 1:1: 'a' has keys that are not strings", notes[1])
    body_of("a: {b: 1}", "a: [1]", "a: x", "a: {1: x}")
  end)

  it("has alternatives where maps, arrays and scalars are in one place", function()
    local schema, notes = inferred("a: {b: 1}", "a: [{c: x}]", "a: x", "a: 3", "a:")
    assert.equal("#@ def a_map():\nb: 1\n#@ end\n\n#@ def a_list():\n- c: x\n#@ end\n\n" .. HEADER
      .. '#@schema/nullable\n#@schema/any-of a_map(), a_list(), "", 0\na:\n', schema)
    assert.same({}, notes)
    local loaded = yschema.load(schema)
    for _, text in ipairs { "a: {b: 2}", "a: [{c: u}, {c: z}]", "a: u", "a:" } do
      assert.is_true((loaded:check(yschema.parse(text):value(1))), text)
    end
    for _, text in ipairs { "a: {b: x}", "a: {c: 1}", "a: [{c: 1}]", "a: true" } do
      assert.is_nil((loaded:check(yschema.parse(text):value(1))), text)
    end
  end)

  it("has alternatives for documents, items and definitions", function()
    local function accepts(...)
      local loaded = yschema.load((inferred(...)))
      for _, text in ipairs { ... } do assert.is_true(loaded:check(yschema.parse(text):value(1)), text) end
    end
    accepts("{a: 1}", "[1]")
    accepts("a: [{b: 1, c: [x]}, [2], 3, {b: 4}]")
    accepts("a: {name: x, port: 1, host: y}\nb: {name: x, port: 1, host: y}\nc: [{name: x, port: 1, host: y}, [1]]\n")
    accepts("a: [{b: [1, [2, {c: 3}], {d: 4}]}, [[{e: 5}, [6]]]]") -- what is mixed below accepts any contents
  end)

  it("has a placeholder for keys that are data", function()
    assert.equal("services:\n  _: #@schema/any-key\n    port: 0\n    tls: true #@schema/key-may-be-present\n",
      body_of "services: {web: {port: 1}, db: {port: 2, tls: true}, mail: {port: 3}}")
    assert.equal('env:\n  _: "" #@schema/any-key\n', body_of "env: {HOME_DIR: /x, PATH_TO: /y, LANG: de}")
    assert.equal('a:\n  _: "" #@schema/any-key\n', body_of "a: {left-pad: ^1.0.0, lodash: ~4.1.2, ms: 2.0.0}")
    assert.equal("a:\n  _: #@schema/any-key\n    x: 0\n", body_of "a: {node1: {x: 1}, node2: {x: 2}}")
    assert.equal("limits:\n  cpu: 1\n  memory: 2\n", body_of "limits: {cpu: 1, memory: 2}")
  end)

  it("has a placeholder for data beside settings", function()
    assert.equal('stages: [""]\n_: #@schema/any-key\n  script: [""]\n  image: alpine #@schema/key-may-be-present\n',
      body_of("stages: [u, v]\nlint: {script: [a]}\nunit: {script: [b], image: alpine}\nrelease: {script: [c]}\n"
        .. "docs: {script: [d], image: alpine}\n"))
    body_of "_: 1\na: {x: 1}\nb: {x: 2}\nc: {x: 3}\nd: {x: 4}\n"
  end)

  it("has a placeholder for keys that are data in many maps whose own keys differ", function()
    assert.equal("rules:\n  _: #@schema/any-key\n    level: error\n    min: 1 #@schema/key-may-be-present\n"
      .. "    max: 3 #@schema/key-may-be-present\n", body_of(
      "rules: {brace: {level: error}, comma: {level: error}, width: {level: error, max: 3},"
      .. " tabs: {level: error}, names: {level: error, min: 1}, quotes: {level: error}}"))
  end)

  it("has a placeholder below a key for names, unless it is closed", function()
    local text = "labels: {app: a, tier: b}\nvolumes: {data: , cache: }\n"
      .. "networks: {inner: {driver: x}}\nlabel: {app: a}\n"
    assert.equal('labels:\n  _: "" #@schema/any-key\nvolumes:\n  #@schema/any-key\n  _: null #@schema/type any=True\n'
      .. "networks:\n  _: #@schema/any-key\n    driver: x\nlabel:\n  app: a\n", body_of(text))
    assert.equal(HEADER .. "labels:\n  app: a\n  tier: b\n", (yschema.infer { values = { "labels: {app: a, tier: b}" },
      closed = true }))
  end)

  -- Eight documents, of which some have a key of their own in a place.
  local function documents_with(own_keys)
    local texts = {}
    for i = 1, 8 do
      texts[i] = ("name: n%d\nport: 80\n%s"):format(i, own_keys[i] and own_keys[i] .. ": {x: 1}\n" or "")
    end
    return texts
  end

  it("requires the keys that so many maps have, where it accepts other keys", function()
    local values = {}
    for i = 1, 40 do values[i] = ("roles: [{role: a, %s: 1}, {role: b, on: true}]"):format(("v"):rep(i)) end
    local schema = assert(yschema.infer { values = values })
    assert.matches("\n  #@schema/required\n  role: a ", schema, 1, true)
    assert.matches("\n  #@schema/any-key\n  _: null #@schema/type any=True\n", schema, 1, true)
    assert.is_nil(yschema.load(schema):check { roles = { { rloe = "a" } } })
    for i = 9, 40 do values[i] = nil end
    assert.not_matches("schema/required", assert(yschema.infer { values = values }), 1, true)
  end)

  it("accepts other keys where the next document will probably have some, unless it is closed", function()
    local texts = documents_with { "proxy", "cache" }
    local schema, notes = yschema.infer { values = texts }
    assert.matches("\n#@schema/any-key\n_: null #@schema/type any=True\n", schema, 1, true)
    assert.matches("some maps accept other keys, too", notes[1], 1, true)
    assert.is_true(yschema.load(schema):check { name = "a", port = 1, queue = { 1 } })
    assert.is_nil((yschema.load(schema):check { name = "a", port = "x" }))
    schema, notes = yschema.infer { values = texts, closed = true }
    assert.is_nil((yschema.load(schema):check { queue = 1 }))
    assert.is_nil(notes[1])
    assert.is_nil((yschema.load((yschema.infer { values = documents_with {} })):check { queue = 1 }))
    assert.is_nil((yschema.load((yschema.infer { values = { texts[1], texts[2] } })):check { queue = 1 }))
  end)

  it("accepts other keys in every map if it is open", function()
    local schema, notes = yschema.infer { values = { "name: a\ndb: {port: 1}\n", "_: 1\n" }, open = true }
    assert.matches("\ndb:\n  port: 1\n  #@schema/any-key\n  _: null #@schema/type any=True\n", schema, 1, true)
    assert.not_matches("\n#@schema/any-key\n", schema, 1, true) -- a key has the placeholder's name
    assert.matches("some maps accept other keys, too", notes[1], 1, true)
    local loaded = yschema.load((yschema.infer { values = { "name: a\ndb: {port: 1}\n" }, open = true }))
    assert.is_true(loaded:check { queue = 1, db = { host = "a" } })
    assert.is_nil((loaded:check { db = { port = "x" } }))
    assert.has_error(function() yschema.infer { values = { "a: 1" }, open = true, closed = true } end,
      "bad argument #1 to 'infer' (keys 'open' and 'closed' exclude each other)")
  end)

  it("has a placeholder for keys that are new in each document, whatever their values are", function()
    local texts = {}
    for i = 1, 12 do
      texts[i] = ("windows:\n- %s: %s\n"):format(("w"):rep(i), i % 2 == 0 and "top" or "{panes: [a]}")
    end
    local schema = yschema.load((yschema.infer { values = texts }))
    assert.is_true(schema:check { windows = { { editor = "vim" }, { server = { panes = { "a", "b" } } } } })
    assert.is_nil((schema:check { windows = { { editor = 7 } } }))
  end)

  it("names keys that a file replaces, because a placeholder has nothing to replace", function()
    assert.equal("a:\n  b-1: [0]\n  b-2: [1]\n  b-3: [3]\n",
      body_of "#@data/values\n---\na:\n  b-1: [1, 2]\n  #@overlay/replace\n  b-2: [1]\n  b-3: [3]\n")
  end)

  it("describes a map once that is in several places", function()
    local tls = "{ca: /ca, cert: /crt, key_file: /key, verify: true}"
    assert.equal([[
#@ def tls():
ca: /ca
cert: /crt
key_file: /key
verify: true
#@ end

#@data/values-schema
---
a:
  tls: #@schema/like tls
  port: 80
b:
  hosts: [""]
  tls: #@schema/like tls
c:
  d:
    tls: #@schema/like tls
]], body_of(("a: {tls: %s, port: 80}\nb: {hosts: [u, v], tls: %s}\nc: {d: {tls: %s}}"):format(tls, tls, tls)))
  end)

  it("describes maps separately whose values are of other kinds elsewhere, or when that saves nothing", function()
    for _, text in ipairs {
      "a: {tls: {x: 1, y: 2, z: 3, u: 4, v: 5}}\nb: {tls: {x: 1, y: 2, z: 3, u: 4, v: [5]}}\n",
      "a: {tls: {x: 1, y: 2}}\nb: {tls: {x: 1, y: 2}}\n",
      "a: {pwd: {x: r, y: r, z: r, u: r, v: r}}\nb: {pwd: {x: r, y: r, z: r, u: r, v: r}}\n",
    } do
      assert.is_nil(body_of(text):find("schema/like", 1, true), text)
    end
  end)

  it("describes recursive maps", function()
    assert.equal([[
#@ def menu():
title: ""
menu: #@schema/key-may-be-present
#@schema/like menu
-
href: "" #@schema/key-may-be-present
#@ end

#@data/values-schema
---
menu:
#@schema/like menu
-
]], body_of("menu:\n- {title: a, href: /}\n- title: b\n  menu:\n  - {title: c, href: /c}\n"
      .. "  - {title: d, menu: [{title: e, href: /e}]}\n"))
    assert.equal('#@ def next():\nvalue: 0\nid: 0\n#@schema/nullable\nnext: #@schema/like next\n#@ end\n\n'
      .. "#@data/values-schema\n#@schema/like next\n---\nnull\n",
      body_of "{value: 1, id: 1, next: {value: 2, id: 2, next: {value: 3, id: 3, next: null}}}")
    assert.matches("node: #@schema/like node",
      body_of "{name: a, size: 1, node: {name: b, size: 2, node: {}}}", 1, true)
  end)

  it("describes kinds of maps that contain each other", function()
    assert.equal([[
#@ def run():
kind: run
command: ""
#@ end

#@ def group():
kind: group
title: ""
steps:
#@schema/one-of run, group, by="kind"
-
#@ end

#@data/values-schema
---
steps:
#@schema/one-of run, group, by="kind"
-
]], body_of([[
steps:
- {kind: run, command: a}
- {kind: group, title: t, steps: [{kind: run, command: b}, {kind: group, title: v, steps: [{kind: run, command: c}]}]}
- {kind: run, command: d}
- {kind: group, title: u, steps: [{kind: run, command: e}, {kind: run, command: f}]}
]]))
  end)

  it("lists repeated words, and has formats", function()
    assert.equal('- a #@schema/validation one_of=["a", "b"]\n', body_of "[a, b, a, b, a, a, b, a]")
    assert.equal('- ""\n', body_of "[a, b, a, b, c]")
    assert.equal('- ""\n', body_of "[a, b, a, b, a, b]")
    for _, key in ipairs { "name", "host", "userName", "version", "image" } do
      assert.equal(key .. ': [""]\n', body_of(key .. ": [a, b, a, b, a, b, a, b]"))
    end
    for _, words in ipairs { "v1.2, v1.2.0", "DB_HOST, DB_PORT", "a.example, b.example" } do
      assert.equal('- ""\n', body_of("[" .. ("'x', " .. words .. ", "):rep(8):gsub("'x', ", "") .. "]"), words)
    end
    assert.equal('when: "2024-01-02" #@schema/validation format="date"\n', body_of('when: "2024-01-02"'))
    assert.equal('url: https://a.example/x #@schema/validation format="uri"\n', body_of "url: https://a.example/x")
    assert.equal("image: circleci/aws@6.1.0\n", body_of "image: circleci/aws@6.1.0")
  end)

  it("has no sensitive values", function()
    assert.equal('db_password: "" #@schema/sensitive\n', body_of "db_password: hunter2")
    assert.equal('apiKeys:\n- "" #@schema/sensitive\n', body_of "apiKeys: [hunter2]")
    assert.equal("max_tokens: 4096\nask_password: true\n", body_of "max_tokens: 4096\nask_password: true")
    assert.equal("plan: Basic plan\nkind: Bearer\n", body_of "plan: Basic plan\nkind: Bearer")
  end)

  it("has no sensitive numbers, values of several types, collections or addresses", function()
    assert.equal("password: 0 #@schema/sensitive\n", body_of "password: 1234")
    for _, text in ipairs {
      "token: hunter2\n---\ntoken: hunter2\n---\ntoken: 1", "token: {value: hunter2}",
      "tokens: {a: hunter2, b: [hunter2]}",
      "token: hunter2\n---\ntoken: hunter2\n---\ntoken: {value: hunter2}", "dsn: postgres://user:hunter2@db/x",
      "env:\n- {name: DB_PASSWORD, value: hunter2}", "awsSecretAccessKey: hunter2", "passwordHash: hunter2",
      "header: Bearer hunter2.hunter2", "header: Basic hunter2hunter2==",
      "text: |\n  -----BEGIN RSA PRIVATE KEY-----\n  hunter2",
    } do
      local schema = body_of(text)
      assert.is_nil(schema:find("hunter2", 1, true), schema)
      assert.truthy(schema:find("#@schema/sensitive", 1, true), schema)
    end
  end)

  -- Each text has "hunter2" where the credential is; tokens are put together here, so that no tool finds tokens in this
  -- file.
  it("has no credentials in texts, lists and beside their names", function()
    local token = ("hunter2"):rep(6)
    for _, text in ipairs {
      "environment: [DB_PASSWORD=hunter2]", "environment: [A=b, 'API_KEY=hunter2', C=d]", "mysql_root_pw: hunter2",
      "rootPw: hunter2", "smtp_pass: hunter2", "conn: 'Server=db;User Id=sa;Password=hunter2;'",
      "conn: host=db password=hunter2", "c: DefaultEndpointsProtocol=https;AccountName=a;AccountKey=hunter2==",
      "a: '" .. "eyJ" .. token .. ".eyJ" .. token .. "." .. token .. "'", "a: x " .. "ghp_" .. token,
      "a: " .. "glpat-" .. token,
      "a: " .. "xoxb-1-" .. token, "a: " .. "sk_live_" .. token, "a: " .. "npm_" .. token, "a: " .. "sk-" .. token,
      "a: https://hooks.example.com/services/T0/B0/" .. token, "a: https://chat.example/webhooks/17/" .. token,
      "a: https://x.example/y?sig=" .. token, "a: https://x.example/y?a=b&access_token=hunter2",
      "a: see mysql://root:hunter2@db/x", "a: https://" .. token .. "@git.example/x",
      "command: [mysqld, --password=hunter2]", "command: [tool, --token, hunter2, --quiet]",
      "command: tool --password hunter2",
      "command: curl -u admin:hunter2 x", "a: '$2b$12$" .. token .. "'", "a: 'user:$apr1$hunter2$hunter2'",
      "tags: [{Key: DB_PASSWORD, Value: hunter2}]", "vars: [{variable: api_token, default: hunter2}]",
      "headers: [{name: Authorization, value: hunter2}]", "h: ['Authorization: Bearer hunter2hunter2']",
      "text: |\n  a = 1\n  password: hunter2\n", "text: '{\"password\": \"hunter2\", \"a\": 1}'",
      "env: {A_B: hunter2, C_D: hunter2, DB_PASSWORD: hunter2, E_F: hunter2, G_H: hunter2, I_J: hunter2}",
      "command: --password hunter2 --quiet", "a: 'root:hunter2@tcp(db:3306)/x'", "a: '12345678:AA" .. token .. "'",
      "a: <x><password>hunter2</password></x>", "ldap: bindpw=hunter2", "creds: hunter2", ".dockerconfigjson: hunter2",
      "kind: Secret\ndata: {user: hunter2, a: {b: hunter2}}", "items:\n- kind: Secret\n  stringData: {user: hunter2}",
      "auths: {registry.example: {auth: Ahunter2Zg==}}",
      "psk: hunter2", "a:\n  # password: hunter2\n  b: ''", "# run: tool --password=hunter2 now\ntoken: hunter2",
    } do
      local schema = body_of(text)
      assert.is_nil(schema:find("hunter2", 1, true), schema)
      assert.is_true(text:find("#", 1, true) ~= nil or schema:find("#@schema/sensitive", 1, true) ~= nil, schema)
    end
    local aws = body_of("key: " .. "AKIA" .. ("HUNTER2X"):rep(2))
    assert.equal('key: "" #@schema/sensitive\n', aws)
  end)

  it("keeps values that only resemble a credential", function()
    for _, text in ipairs {
      "environment:\n- LOG_LEVEL=debug\n", "environment:\n- DB_PASSWORD=${DB_PASSWORD}\n",
      "environment:\n- DB_PASSWORD_FILE=/run/secrets/db\n", "environment:\n- MYSQL_ALLOW_EMPTY_PASSWORD=yes\n",
      "proxy_pass: app\n", "bypass: x\n", "command: tool --password-file /run/secrets/x\n",
      "arn: arn:aws:x:eu-1:1:secret:prod/db\n", "command: tool --max-tokens=4096\n", "note: max_tokens=4096\n",
      "image: registry.example/group/project-name_with.dots:1.2.3\n", "hint: enter the password\n",
      "digest: 4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba87\n", "compass: north\n",
      "auth: disabled\n", "kind: ConfigMap\ndata:\n  user: someone\n", "a: <path>x</path>\n",
      "time: 12345678:AB\n", "list: https://example.com/list?page=2&sort=name\n",
      "text: 'Set the token: it is needed.'\n", "url: https://example.com/webhooks/about\n",
    } do
      local schema = body_of(text)
      assert.is_nil(schema:find("#@schema/sensitive", 1, true), schema)
      assert.is_truthy(schema:find(text:match "([^%s']+)'?\n$", 1, true), schema)
    end
  end)

  it("finds credentials in time proportional to the text", function()
    local credentials = require "yschema.inference.credentials"
    local function seconds(text, count, start, stop)
      local long, began = (start or "") .. text:rep(count) .. (stop or ""), os.clock()
      credentials.are_in(long)
      return os.clock() - began
    end
    local function check(text, start, stop)
      local least = math.huge
      for _ = 1, 5 do
        least = math.min(least, seconds(text, 40000, start, stop) / math.max(seconds(text, 5000, start, stop), 0.001))
        if least < 24 then return end
      end
      error(("%q: %.0f times the time for 8 times the text"):format(text, least))
    end
    for _, text in ipairs {
      "a", "a.", "eyJ", "eyJa.", "a-", "-a ", "://", "://a:", ":", "=", "a=", "a: ", " ", "ghp_", "$2b$", "{SHA", "?a=",
      "Basic ",
      "sk-", "xoxa-", "a b:", "a ", "$1$a", "<a", "<a>b", "</", " -a", "1",
      "a:b@", "12345678:", "/", "hook/", "\"a\": ", "%", "gl",
    } do
      check(text)
    end
    check('"', "password=", "x")
    check("a", "https://hooks.example/", "//")
  end)

  it("distinguishes code in strings from templates", function()
    assert.equal("a: 'x #@ y'\nb: (@ x @)\n", body_of 'a: "x #@ y"\nb: "(@ x @)"')
    assert.equal('a: ""\n', body_of "a: |\n  #@ if x:\n  b")
    for _, text in ipairs { "a: #@ 1", "a: 1 #@ x", "- 1 #@ x", "#@ if x:\na: 1\n#@ end", "a: 1 #@" } do
      local schema, problem = yschema.infer { values = { text } }
      assert.is_nil(schema)
      assert.matches("it is a template of ytt", tostring(problem), 1, true)
    end
    local schema, problem = yschema.infer { values = { "#@ x\na: [" } }
    assert.is_nil(schema)
    assert.is_nil(tostring(problem):find("template", 1, true))
  end)

  it("has alternatives for kinds", function()
    local text = "sources:\n- {kind: file, path: /a}\n- {kind: file, path: /b}\n"
      .. "- {kind: remote, host: a, port: 1, user: u}\n- {kind: remote, host: b, port: 1, user: v}\n"
    assert.equal([[
#@ def file():
kind: file
path: ""
#@ end

#@ def remote():
kind: remote
host: ""
port: 1
user: ""
#@ end

#@data/values-schema
---
sources:
#@schema/one-of file(), remote(), by="kind"
-
]], body_of(text))
  end)

  it("has no alternatives for names", function()
    assert.equal('routes:\n- route: ""\n  protocol: http2 #@schema/key-may-be-present\n', body_of(
      "routes: [{route: a.example}, {route: a.example}, {route: b.example, protocol: http2},"
      .. " {route: b.example, protocol: http2}]"))
  end)

  it("has descriptions from comments", function()
    assert.equal('#@schema/desc "Where we listen. Not 80."\nport: 8080\nname: x\n#@schema/desc "after it"\nhost: a\n',
      body_of "# Licence\n\n# Where we listen.\n# Not 80.\nport: 8080\n\n# old: 3\nname: x\nhost: a # after it\n")
    assert.equal("a: 1\nb: 2\n", body_of "# Copyright (c) 2020 me\n# Free.\na: 1\n# -----\nb: 2 # 1=2\n")
    assert.equal('#@schema/desc "with \\"quotes\\" and \\\\"\na: 1\n', body_of 'a: 1 # with "quotes" and \\')
  end)

  it("describes documents that are not maps, and several in a file", function()
    assert.equal("- a: 0\n", body_of "[{a: 1}, {a: 2}]")
    assert.equal("text\n", body_of "text")
    assert.equal("a: 0\n", body_of("a: 1\n---\na: 2\n---\n", ""))
  end)

  it("has quotes around keys and values where YAML requires them", function()
    body_of('"yes": "no"\n"1": "0x1"\n"a: b": "# c"\n"": " x "\n"null": "~"\n"a\\nb": "x\\ny"\n_: 1\n"#x": "-"\n')
    body_of('a: .inf\nb: -.inf\nc: 1e300\nd: 18446744073709551615\ne: -9223372036854775808\nf: "\\u0001"\n')
  end)
end)

-- ---- the property -------------------------------------------------------------------

describe("files", function()
  it("pass the schema that was inferred from them, unchanged", function()
    local random = random_documents.source(7)
    for round = 1, 50 * (tonumber(os.getenv "YSCHEMA_COMPOSITIONS") or 5) do
      local files = random_documents.files(random)
      for _, required in ipairs { false, true } do
        local result = measure.of(files, { required = required })
        assert.is_nil(result.problem, ("round %d: %s\n%s"):format(round, tostring(result.problem), result.schema))
      end
    end
  end)

  local function read(path) return assert(command.read(command.root .. "/" .. path)) end

  it("of the examples pass it, too", function()
    for _, line in ipairs(command.output("cd " .. command.quote(command.root)
      .. " && find examples -name '*.yml' -o -name '*.json' | sort")) do
      local result = measure.of { { name = line, text = read(line) } }
      assert.is_true(result.problem == nil or result.unreadable, result.problem)
    end
  end)
end)

-- ---- the command and the function ---------------------------------------------------

local folder

local function write(name, text)
  local path = folder .. "/" .. name
  assert(os.execute("mkdir -p " .. command.quote(path:match "^(.*)/")))
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

local function infer(...)
  return command.run({ "infer", ... }, { folder = folder, stdin = folder .. "/in" })
end

local function make_folder()
  folder = os.tmpname()
  os.remove(folder)
  write("in", "a: 1\n")
end

local function remove_folder() os.execute("rm -r " .. command.quote(folder)) end

describe("yschema infer", function()
  before_each(make_folder)
  after_each(remove_folder)

  it("reads files, folders, patterns and standard input", function()
    write("d/x.yml", "a: 1\n")
    write("d/y.json", '{"a": 1, "b": [true]}')
    write("d/no.txt", "[")
    assert.equal(HEADER .. "a: 1\nb: #@schema/key-may-be-present\n- true\n", infer("d").stdout)
    assert.equal(HEADER .. "a: 1\n", infer("d/*.yml").stdout)
    assert.equal(HEADER .. "a: 1\n", infer("-").stdout)
  end)

  it("writes a file, which is not an example", function()
    write("d/x.yml", "a: 1\n")
    for _ = 1, 2 do
      local result = infer("-o", "d/schema.yml", "d", "--force")
      assert.same({ 0, "", "" }, { result.rc, result.stdout, result.stderr })
      assert.equal(HEADER .. "a: 1\n", command.read(folder .. "/d/schema.yml"))
    end
    local result = infer("-o", "none/schema.yml", "in")
    assert.equal(2, result.rc)
    assert.matches("^yschema: Error: %-o: ", result.stderr)
  end)

  it("reports all problems of the files, and infers nothing then", function()
    write("a.yml", "a: [1\n")
    write("b.json", '{"a": 1,}')
    write("c.yml", "#@data/values-schema\n---\na: 1\n")
    write("d.yml", "#@ if x:\na: 1\n#@ end\n")
    local result = infer("-o", "s.yml", "a.yml", "b.json", "c.yml", "d.yml", "e.yml", "in")
    assert.equal(2, result.rc)
    assert.equal("", result.stdout)
    assert.is_nil(command.read(folder .. "/s.yml"))
    for _, text in ipairs { "a.yml:2", "b.json:1:9", "c.yml: it is a schema already; name files with values",
      "d.yml: it is a template of ytt", "e.yml: No such file or directory" } do
      assert.matches(text, result.stderr, 1, true)
    end
    result = infer("--report", "json", "e.yml")
    assert.matches('"file":"e.yml"', result.stderr, 1, true)
  end)

  it("reports invalid calls", function()
    write("empty.yml", "# nothing\n")
    for _, row in ipairs {
      { "no files: name files, folders or patterns with example values" },
      { "the files have no values, so there is nothing to make a schema of", "empty.yml" },
      { "standard input can be read only once", "-", "-" },
      { "an argument is empty", "" },
      { "unknown option '--budget'", "--budget", "1", "in" },
    } do
      local result = infer(select(2, (table.unpack or unpack)(row)))
      assert.equal(2, result.rc)
      assert.matches("yschema: Error: " .. row[1], result.stderr, 1, true)
    end
    assert.equal("no-file.yml: No such file or directory\n", infer("no-file.yml").stderr)
  end)

  it("prints notes where the schema accepts any contents, unless it is quiet", function()
    write("m.yml", "a: {b: 1}\n---\na: []\n")
    assert.matches("yschema: Note: m.yml:1: 'a' is a map here and an array elsewhere", infer("m.yml").stderr, 1, true)
    assert.equal("", infer("-q", "m.yml").stderr)
  end)
end)

describe("yschema.infer", function()
  before_each(make_folder)
  after_each(remove_folder)

  it("accepts files, texts, documents and values", function()
    local text, notes = yschema.infer {
      files = { folder .. "/in" },
      values = { "a: 1", yschema.parse "a: 1\n---\na: 1", { a = 1, b = setmetatable({}, yschema.array_mt) } },
    }
    assert.equal(HEADER .. 'a: 1\n#@schema/key-may-be-present\nb: [] #@schema/type "array"\n', text)
    assert.same({}, notes)
  end)

  it("returns a report when there is no schema", function()
    local text, report = yschema.infer { files = folder .. "/none.yml" }
    assert.is_nil(text)
    assert.same({ "read", folder .. "/none.yml" }, { report.violations[1].kind, report.violations[1].file })
    text, report = yschema.infer { values = { "a: [" } }
    assert.is_nil(text)
    assert.equal("syntax", report.violations[1].kind)
    text, report = yschema.infer { values = { "" } }
    assert.is_nil(text)
    assert.matches("there are no values", tostring(report))
    assert.is_nil((yschema.infer({ values = { "a: no" } }, { strict = true })))
  end)

  it("throws on invalid calls", function()
    for _, row in ipairs {
      { "keys must be a table, got nil" },
      { "key 'files' or 'values' is missing: there are no examples", {} },
      { "key 'files' must be a string or a list of strings", { files = 1 } },
      { "key 'files' must be a string or a list of strings", { files = { 1 } } },
      { "key 'values' must be a table, got string", { values = "a" } },
      { "key 'required' must be a boolean, got number", { values = { "a" }, required = 1 } },
      { "unknown key 'file' (did you mean 'files'?)", { file = "x" } },
    } do
      local ok, message = pcall(yschema.infer, row[2])
      assert.is_false(ok)
      assert.equal("bad argument #1 to 'infer' (" .. row[1] .. ")", message:match "bad argument.*")
    end
  end)
end)
