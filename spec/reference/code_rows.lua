-- Rows about code lines in schemas (reference#code).

local code = {}

code.definitions = {
  { "a def with a body of YAML as a default (c.4): the fragment, completed",
    file = "#@ def dbs():\n- name: core\n#@ end\n#@data/values-schema\n---\n#@schema/default dbs()\n"
      .. "dbs:\n- name: ''\n  port: 1",
    gives = "dbs:\n- name: core\n  port: 1" },
  { "a type error of such a default is placed in the def (c.4)",
    file = "#@ def dbs():\n- name: 5\n#@ end\n#@data/values-schema\n---\n#@schema/default dbs()\ndbs:\n- name: ''",
    places = "s.yml:2" },
  { "a def with a return", file = "#@ def n(x):\n#@   return x + 1\n#@ end\n#@data/values-schema\n"
      .. "---\n#@schema/default n(4)\na: 1",
    gives = "a: 5" },
  { "a def on one line needs no end (reference#code)",
    file = "#@ def n(x): return x + 1\n#@data/values-schema\n---\n#@schema/default n(4)\na: 1", gives = "a: 5" },
  { "a def between annotations of a node", schema = "a: 1\n#@ def f():\n#@   return 7\n#@ end\n"
      .. "#@schema/default f()\nb: 1",
    gives = "a: 1\nb: 7" },
  { "a def as a rule (e.1)",
    schema = "#@ def even(v):\n#@   return v % 2 == 0\n#@ end\n#@schema/validation (\"even\", even)\na: 3",
    violations = "rule a s.yml:7; expected even; by s.yml:6" },
  { "a def that fails (e.5)",
    schema = "#@ def even(v):\n#@   return fail(\"odd\")\n#@ end\n#@schema/validation (\"even\", even)\na: 3",
    violations = "rule a s.yml:7; found odd; expected even; by s.yml:6" },
  { "a name bound with = (reference#code)", schema = "#@ ports = [80, 443]\n#@schema/validation one_of=ports\nport: 80",
    gives = "port: 80" },
  { "two names at once (reference#code)", schema = "#@ low, high = 1, 9\n#@schema/validation min=low, max=high\na: 10",
    violations = "rule a s.yml:5; found value > 9; expected a value <= 9; by s.yml:4" },
  { "a name that is bound again is seen below (reference#code)",
    schema = "#@ d = 1\n#@schema/default d\na: 0\n#@ d = 2\n#@schema/default d\nb: 0", gives = "a: 1\nb: 2" },
  { "a name below its use is undefined", schema = "#@schema/default d\na: 0\n#@ d = 2",
    violations = "annotation-failed - s.yml:3; found global variable d referenced before assignment" },
  { "Lua: a local function (reference#code)",
    schema = "#@ local function even(v)\n#@   return v % 2 == 0\n#@ end\n#@schema/validation (\"even\", even)\na: 3",
    violations = "rule a s.yml:7; expected even; by s.yml:6" },
  { "notes between code lines are skipped (reference#code)",
    schema = "#@ def f():\n#! note\n#@   return 7\n#@ end\n#@schema/default f()\na: 1", gives = "a: 7" },
}

code.modules = {
  { "load binds a module (reference#code)",
    schema = "#@ load(\"@ytt:assert\", \"assert\")\n#@schema/validation (\"big\", assert.min(5))\na: 1",
    violations = "rule a s.yml:5; found value < 5; expected big; by s.yml:4" },
  { "load binds under another name",
    schema = "#@ load(\"@ytt:json\", j=\"json\")\n#@schema/default j.decode(\"[1]\")\na: [0]", gives = "a:\n- 1" },
  { "load of several", schema = "#@ load(\"@ytt:base64\", \"base64\")\n#@schema/default base64.decode(\"aGk=\")\na: ''",
    gives = "a: hi" },
}

code.places = {
  { "a value computed in place (a.1)", schema = "a: #@ 1 + 1", gives = "a: 2" },
  { "its type is the value's", schema = "a: #@ 1 + 1", values = "a: x",
    violations = "type a v.yml:1; found string; expected integer; by s.yml:3" },
  { "if around nodes (a.5)", schema = "#@ if 1 < 2:\na: 1\n#@ else:\nb: 1\n#@ end", gives = "a: 1" },
  { "for around items (a.5)", schema = "#@schema/type any=True\nl:\n#@ for i in range(3):\n- #@ i\n#@ end",
    gives = "l:\n- 0\n- 1\n- 2" },
  { "a fragment keeps the annotations written inside the def (a.5)",
    schema = "#@ def db():\nhost: ''\n#@schema/nullable\nport: 1\n#@ end\nmain: #@ db()\nspare: #@ db()",
    gives = "main:\n  host: \"\"\n  port: null\nspare:\n  host: \"\"\n  port: null" },
  { "code in data values does not run unless it may (reference#trust)", schema = "a: 1", values = "#@ x = 1\na: 2",
    violations = "code-in-values - v.yml:1; says code in data values is not run: x = 1; hint to allow it, give "
      .. "--allow-code-in-values (in Lua, opts.code_in_values)." },
}

-- The places of errors.
code.violations = {
  { "a value and a computed one (a.5)", schema = "a: 5 #@ 6", places = "s.yml:3" },
  { "an undefined name (a.5)", schema = "#@ schema = nullable\na: 1", places = "s.yml:3" },
  { "a def without end", schema = "#@ def f():\n#@   return 1\na: 1", places = "s.yml:3" },
  { "an end of nothing", schema = "a: 1\n#@ end", places = "s.yml:4" },
  { "#@def without the blank says so (reference#code)", schema = "#@def f(): return 1\na: 1",
    violations = "code-line - s.yml:3; found def f(): return 1; hint a blank is needed after #@" },
  { "a def between the header and --- is removed first (reference#code; ytt: a header without a document)",
    file = "#@data/values-schema\n#@ def f():\n- 1\n#@ end\n---\na: 1", gives = "a: 1" },
}

return code
