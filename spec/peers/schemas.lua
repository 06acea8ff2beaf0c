local unpack = table.unpack or unpack -- luacheck: ignore
-- Schemas that are hardest to express in other languages, each with values at its edges. yschema itself decides
-- whether a value is valid (export.lua).

local schemas = {}

-- A value for which another validator has another result, with the reason.
local function because(reason, value) return { value, because = reason } end
local WHOLE = "in JSON Schema, 1.0 is an integer"

local function add(name, text, ...)
  schemas[#schemas + 1] = { name = name, text = "#@data/values-schema\n---\n" .. text, values = { ... }, env = {} }
end

-- ---- alternatives ----------------------------------------------------------

add("any-of, text or map", [[
#@schema/any-of "", {"host": "localhost", "port": 5432}
database: ""
]], "{}", "database: x", "database: {}", "database: {host: a}", "database: {port: 1, host: b}", "database: 1",
  "database: {prt: 1}", "database: {port: x}", "database: null", "database: []", "other: 1")

add("any-of, left out", "#@schema/any-of 1, [\"\"]\na:\n", "a: 1", "a: [x]", "a: []", "a: x", "a: [1]", "a: {}",
  "a: 1.5")

add("any-of, nullable", [[
#@schema/nullable
#@schema/any-of "", {"host": "localhost"}
database: ""
]], "{}", "database: x", "database: null", "database: {host: null}", "database: 1")

add("one-of, distinct", [[
#@schema/one-of {"file": ""}, {"url": "", "port": 80}
source: {file: a}
]], "source: {file: x}", "source: {url: x}", "source: {port: 1}", "source: {file: x, url: y}", "source: 1",
  "source: {}")

add("one-of, numbers", "#@schema/one-of 1, 1.5\na: 2.5\n", "a: 1", "a: 1.0", "a: 2.5", "a: x", "{}")
add("any-of, numbers", "#@schema/any-of 1, \"\"\na: 1\n", "a: 1", because(WHOLE, "a: 1.0"), "a: x", "a: 1.5", "{}")
add("one-of, arrays", "#@schema/one-of [\"\"], [1]\na: [1]\n", "a: [1]", "a: [x]", "a: [1, x]", "a: []", "a: 1")
add("all-of", "#@schema/all-of {\"a\": 1}, {\"a\": 1.5}\nm: {a: 1}\n", "m: {a: 1}", "m: {a: 1.5}", "m: {a: x}",
  "m: {b: 1}", "m: {}", "{}")

add("nested alternatives", [[
servers:
- name: ""
  #@schema/any-of "", {"name": "", "tags": [""]}
  at: ""
  #@schema/all-of 1, 1.5
  weight: 1
]], "servers: []", "servers: [{at: x}]", "servers: [{at: {name: x, tags: [a, b]}}]", "servers: [{at: {tags: [1]}}]",
  "servers: [{at: x, weight: 2}]", "servers: [{at: x, weight: 2.5}]", "servers: [{at: {x: 1}}]")

add("alternatives that have keys in common", [[
#@schema/one-of {"a": 1, "b": 1}, {"a": 1, "c": 1}
m: {a: 1, b: 2}
]], "m: {a: 2}", "m: {b: 2}", "m: {c: 2}", "m: {}", "m: {d: 1}", "m: {a: x}")

add("alternatives with rules", [[
#@schema/one-of small, big
size: 1
]], "size: 1", "size: 9", "size: 10", "size: 11", "size: 200", "size: 201", "size: x", "{}")
schemas[#schemas].env = {
  small = "#@data/values-schema\n#@schema/validation min=1, max=10\n---\n1\n",
  big = "#@data/values-schema\n#@schema/validation min=10, max=200\n---\n10\n",
}

add("alternatives with functions", [[
#@schema/one-of even, third
size: 2
]], "size: 2", "size: 3", "size: 6", "size: 5", "size: x")
schemas[#schemas].env = {
  even = "#@data/values-schema\n#@schema/validation (\"even\", lambda v: v % 2 == 0)\n---\n1\n",
  third = "#@data/values-schema\n#@schema/validation (\"by three\", lambda v: v % 3 == 0)\n---\n3\n",
}

add("alternatives that are tagged", [[
#@schema/one-of file, remote
source:
]], "source: {kind: file}", "source: {kind: remote, port: 8080}", "source: {kind: remote, port: 80}",
  "source: {kind: file, port: 8080}", "source: {port: 8080}", "source: {kind: other}", "source: {}")
schemas[#schemas].env = {
  file = "#@data/values-schema\n---\n#@schema/validation one_of=[\"file\"]\nkind: file\npath: /var/lib\n",
  remote = "#@data/values-schema\n---\n#@schema/validation one_of=[\"remote\"]\nkind: remote\n"
    .. "#@schema/validation min=1024\nport: 8443\n",
}

add("alternatives in alternatives", [[
#@schema/any-of inner, 1
a: 1
]], "a: 1", "a: x", "a: [y]", "a: [1]", "a: true", "a: null")
schemas[#schemas].env = { inner = "#@data/values-schema\n#@schema/any-of \"\", [\"\"]\n---\nx\n" }

add("alternatives and rules of the node", [[
#@schema/any-of "", [""]
#@schema/validation min_len=2
a: xy
]], "a: xyz", "a: x", "a: [a, b]", "a: [a]", "a: 1", "{}")

add("alternatives and a rule that is an anyOf", [[
#@schema/any-of "", 1
#@schema/validation format="ip"
a: 10.0.0.1
]], "a: 10.0.0.2", "a: '::1'", "a: x", "a: true")

add("a nullable alternative", [[
#@schema/any-of maybe, 1
a: 1
]], "a: null", "a: x", "a: 1", "a: []")
schemas[#schemas].env = { maybe = "#@data/values-schema\n#@schema/nullable\n---\nx\n" }

add("alternatives of the early reading", "", "{}")
schemas[#schemas].text = "#@schema/definition data_values=True\n---\n#@schema/any-of \"\", [\"\"]\na: x\n"
schemas[#schemas].values = { "a: x", "a: ''", "a: []", "a: ['']", "a: [x]", "a: 1" }

add("any alternative", "#@schema/any-of 1, anything\na: 1\n", "a: 1", "a: x", "a: {b: 1}", "a: null")
schemas[#schemas].env = { anything = "#@data/values-schema\n#@schema/type any=True\n---\nx\n" }

-- ---- keys ------------------------------------------------------------------

add("any key", [[
ports:
  #@schema/any-key
  _: {port: 80, name: ""}
]], "{}", "ports: {}", "ports: {a: {port: 1}}", "ports: {a: {port: x}}", "ports: {a: 1}", "ports: {a: {x: 1}}",
  "ports: {_: {port: 1}}")

add("keys by a pattern", [[
limits:
  #@schema/key allowed="^max_", expects="0+"
  _: 0
  #@schema/key allowed="_name$", expects="0+"
  name: ""
  fixed: true
]], "{}", "limits: {max_users: 5}", "limits: {max_users: x}", "limits: {a_name: x}", "limits: {a_name: 1}",
  "limits: {max_name: 1}", "limits: {max_name: x}", "limits: {other: 1}", "limits: {fixed: 1}",
    "limits: {fixed: false}")

add("keys by a pattern, then any", [[
#@schema/key allowed="^x-", expects="0+"
ext: ""
#@schema/any-key
_: 0
]], "{}", "x-a: b", "x-a: 1", "a: 1", "a: b")

add("keys by a pattern that only PCRE2 knows", [[
#@schema/key allowed="(?i)^x-\\p{Greek}*+$", expects="0+"
ext: ""
]], "{}", "X-: b", "a: b", "x-: 1")

add("keys by a function", [[
#@schema/key allowed=lambda k, s: k.endswith(s), expects="0+"
_db: {host: ""}
name: app
]], "{}", "a_db: {host: x}", "a_db: {host: 1}", "a: {host: x}", "name: x", "name: 1")

add("named keys that a pattern matches, too", [[
mode: true
name: ""
#@schema/key allowed="^m", expects="0+"
_: 0
]], "mode: false", "mode: 2", "mode: x", "max: 1", "max: x", "name: m", "{}")

for _, expects in ipairs { "1", '"1+"', '"0+"', "2", '"2+"', "[0, 2]", '[1, "3+"]', "lambda n: n < 2" } do
  add("any keys, expects=" .. expects, ([[
#@schema/nullable
m:
  #@schema/key allowed="any", expects=%s
  _: 0
]]):format(expects), "m: {}", "m: {a: 1}", "m: {a: 1, b: 2}", "m: {a: 1, b: 2, c: 3}", "m: null", "{}", "m: {a: x}")
  add("keys by a pattern beside a named one, expects=" .. expects, ([[
fixed: 1
#@schema/key allowed="^a", expects=%s
_: 0
]]):format(expects), "{}", "fixed: 2", "a: 1", "{a: 1, ab: 2}", "{a: 1, ab: 2, ac: 3}", "{fixed: 1, a: 1}", "b: 1")
end

add("two kinds of keys, both counted", [[
#@schema/key allowed="^a", expects="1+"
a_: 0
#@schema/key allowed="^b", expects=2
b_: 0
]], "{}", "{a: 1, b: 1, bb: 1}", "{a: 1, b: 1}", "{b: 1, bb: 1}", "{a: 1, aa: 1, b: 1, bb: 1}")

add("keys of the document", "#@schema/any-key\n_: [\"\"]\n", "{}", "a: [b]", "a: [1]", "a: 1")

add("a key that may be there", [[
#@schema/key-may-be-present
cache: {size: 1}
name: ""
]], "{}", "cache: {}", "cache: {size: x}", "name: a", "cache: null")

add("keys that are required", [[
#@schema/required
a: 1
b: {c: 1}
]], "{}", "a: 1", "b: {}", "{a: 1, b: {c: 2}}", "c: 1")

add("removed keys", [[
#@schema/removed "use b"
a: 1
b: 2
]], "{}", "a: 1", "b: 1")

add("removed keys among any", [[
#@schema/removed "use b"
a: ""
#@schema/any-key
_: ""
]], "{}", "a: x", "b: x", "b: 1")

add("deprecated keys", "#@schema/deprecated \"use b\"\na: 1\nb: 2\n", "a: 1", "a: x", "b: 1")

-- ---- types -----------------------------------------------------------------

add("types", [[
#@schema/type one_of=["string", "int"]
a: x
#@schema/type one_of=["null", "bool"], or_inferred=True
b: 1.5
#@schema/type "array", "map"
c: []
#@schema/type any=True
d: {x: 1}
#@schema/type "string"
#@schema/nullable
e: x
]], "a: 1", "a: x", "a: null", "a: 1.5", "b: null", "b: true", "b: 1", "b: 1.5", "b: x", "c: {a: 1}", "c: [1]",
  "c: x", "d: null", "d: 1", "e: null", "e: x", "e: 1")

add("nullable and one of several types, with rules", [[
#@schema/type one_of=["string", "int"]
#@schema/nullable
#@schema/validation one_of=["x", 1]
a: x
]], "a: null", "a: x", "a: 1", "a: 2", "a: 1.5", "{}")

add("nullable collections", [[
#@schema/nullable
m: {a: 1}
#@schema/nullable
#@schema/validation min_len=1
l: [""]
]], "m: null", "m: {}", "m: {a: x}", "m: {b: 1}", "l: null", "l: []", "l: [x]", "l: [1]")

add("types that are mixed with a map", [[
#@schema/type one_of=["string"], or_inferred=True
m: {a: 1}
#@schema/type one_of=["null", "string"], or_inferred=True
l: [""]
]], "m: x", "m: {a: 2}", "m: {a: x}", "m: {b: 1}", "m: 1", "l: x", "l: [y]", "l: [1]", "l: null")

-- ---- rules -----------------------------------------------------------------

add("rules with messages", [[
#@schema/validation min=(1, "at least one"), max=(5, "five will do")
a: 1
#@schema/validation regexp=("^[a-z]+$", "small letters")
b: x
#@schema/validation one_of=(["x", "z"], "x or z")
c: x
#@schema/validation format=("ipv4", "an address")
d: 1.2.3.4
#@schema/default ["a"]
#@schema/validation unique=True, min_len=1
e: [""]
]], "a: 0", "a: 3", "a: 6", "b: X", "b: ä", "b: z", "c: z", "c: w", "d: x", "d: 9.9.9.9", "e: [a, a]", "e: []",
  "e: [a]")

add("rules of texts", [[
#@schema/validation starts_with="a.b"
a: a.b.c
#@schema/validation ends_with="+"
b: x+
#@schema/validation starts_with="a", ends_with="z", regexp="m"
c: amz
#@schema/validation max_len=2
d: ""
#@schema/validation regexp="^a$"
e: a
]], "a: axb", "a: a.b", "b: x", "b: +", 'b: "+\\n"', "c: az", "c: amz", "c: amy", "d: äö", "d: äöü", "d: 😀😀", "e: ab",
  'e: "a\\n"')

-- The texts about which ajv-formats differs from RFC 3339, 5321 and 1123, and from yschema.
local otherwise = {
  ["date-time"] = { ["'2024-01-01 00:00:00Z'"] = "a blank for T", ["'2024-01-01T23:59:60Z'"] = "a leap second" },
  email = { ["'a@localhost'"] = "a domain without a dot", ["'\"a b\"@b.example'"] = "a quoted name" },
  hostname = {
    ["1.2.3.4"] = "an address", ["1.2.3.400"] = "a last label of digits", ["01.2.3.4"] = "a last label of digits",
  },
}

for _, format in ipairs { "date-time", "time", "date", "email", "hostname", "ip", "ipv4", "ipv6", "uri", "port",
  "percent",
  "duration" } do
  local values = {}
  for _, value in ipairs { "x", "''", "1.2.3.4", "'::1'", "a@b.example", "a.example", "'2024-02-29'", "'2023-02-29'",
    "'12:00:00Z'", "'2024-01-01T00:00:00Z'", "http://a.example/b?c#d", "'80'", "80", "'99999'", "99999", "50%",
      "1h30m", "'1.2.3'", "-a.example",
    "a_b.example", "fe80::1%eth0", "'2024-01-01 00:00:00Z'", "'2024-01-01T23:59:60Z'", "'24:00:00Z'", "'12:00:00'",
      "'a b'",
    "1.2.3.400", "01.2.3.4", "'a@localhost'", "'\"a b\"@b.example'", "urn:isbn:1", "'//a/b'", "mailto:a@b.example",
      "P1D",
    "'12:00:00+01:00'", "'2024-01-01T00:00:00.123+01:00'", "'a@b..c'", "'a.example.'", "150%", "'1.5%'",
    "'2024-01-01t00:00:00z'", "'http://[::1]/'", "'http://a b/'", "'http://ä.example/'", "'::ffff:1.2.3.4'" } do
    local reason = otherwise[format] and otherwise[format][value]
    values[#values + 1] = reason and because(format .. " in ajv-formats: " .. reason, "a: " .. value) or "a: " .. value
  end
  local default = format == "port" and "#@schema/type one_of=[\"int\", \"string\"]\n" or ""
  add("format " .. format, default .. "#@schema/validation format=\"" .. format .. "\"\na: \"\"\n", unpack(values))
end

add("rules of any value", [[
#@schema/type any=True
#@schema/validation min=1
a: 1
#@schema/type any=True
#@schema/validation min_len=2, max_len=3
b: [1, 2]
]], "a: 0", "a: 1", "a: x", "b: [1]", "b: [1, 2]", "b: {a: 1}", "b: {a: 1, b: 2}", "b: x", "b: xy")

-- ---- keys that are given ----------------------------------------------------

add("keys that exclude each other", [[
#@schema/validation mutually_exclusive=["a", "b"]
pair: {a: 1, b: 2}
#@schema/nullable
#@schema/validation mutually_exclusive=["a", "b", "c"]
three: {a: 1, b: 2, c: 3}
]], "{}", "pair: {}", "pair: {a: 1}", "pair: {b: 1}", "pair: {a: 1, b: 2}", "three: null", "three: {}",
  "three: {a: 1}", "three: {c: 1}", "three: {a: 1, b: 1}", "three: {b: 1, c: 1}", "three: {a: 1, b: 1, c: 1}",
  "three: 1")

add("keys that need each other, and at least one", [[
#@schema/validation mutually_required=["a", "b", "c"]
all: {a: 1, b: 2, c: 3}
#@schema/key-may-be-present
#@schema/validation at_least_one_of=["a", "b"], mutually_exclusive=["a", "b"]
one: {a: 1, b: 2}
items:
#@schema/nullable
#@schema/validation at_least_one_of=["a", "b"]
- {a: 1, b: 2}
]], "{}", "all: {}", "all: {a: 1}", "all: {a: 1, b: 1}", "all: {a: 1, b: 1, c: 1}", "all: {c: 1}", "one: {}",
  "one: {a: 1}", "one: {a: 1, b: 2}", "items: [{}]", "items: [{b: 1}, null]", "items: [{a: 1, b: 1}]")

-- ---- all together -----------------------------------------------------------

local function read(path)
  local file = assert(io.open(path))
  local text = file:read "a"
  file:close()
  return text
end

add("a platform", "", "{}", "system_domain: a.example.com", "system_domain: a b", "app_domains: []",
  "app_domains: [a.example.com]",
  "app_domains: [a.example.com, a.example.com]", "admin_password: short", "admin_password: null",
  "admin_password: long enough it is", "load_balancer: {enable: false, static_ip: null}",
  "load_balancer: {static_ip: null}", "load_balancer: {static_ip: 10.0.0}", "system_registry: {hostname: a}",
  "system_registry: {hostname: ''}", "system_registry: {host: a}", "system_registry: null",
  "app_registry: {repository_prefix: apps}", "app_registry: {repository_prefix: /x, username: ''}",
    "istio_static_ip: 1.2.3.4",
  "databases: {uaa: {host: a, port: 1}}", "databases: {uaa: {port: 99999}}", "databases: {uaa: {adapter: oracle}}",
  "databases: {uaa: {ca_cert: x}}", "databases: {uaa: {ca_cert: 1}}", "databases: {uaa: {user: x}}",
    "databases: {uaa: null}",
  "blobstore: {bucket: a}", "blobstore: {path: a}", "blobstore: {path: 1}", "blobstore: {bucket: a, path: b}",
  "blobstore: ''", "blobstore: other", "blobstore: null", "log_level: 3", "log_level: null", "log_level: 1.5",
    "log_level: []",
  "experimental: [1, {a: null}]", "resources: {cpu: {request: 1, limit: 2Gi}}", "resources: {cpu: {request: 1.5}}",
  "resources: {disk: {request: 1}}", "features: [{name: a}]", "features: [{name: a, percent: 101}]",
  "features: [{name: ''}]", "features: [{name: a, enabled: 1}]", "features: {}", "other: 1")
schemas[#schemas].text = read "spec/peers/platform.yml"

add("a gateway", "", "hostname: a", "hostname: ''", "{hostname: a, limits: {max_a: 1}}",
  "{hostname: a, limits: {max_a: 1001}}",
  "{hostname: a, limits: {min_a: 1}}", "{hostname: a, limits: {max_a: 1}, backend: {host: a, pools: [{size: 1}]}}",
  "{hostname: a, limits: {max_a: 1}, backend: {host: a, pools: [{size: x}]}}", "listeners: [{port: x}]",
    "level: verbose")
schemas[#schemas].text = read "spec/peers/schema.yml"

return schemas
