--- Tests sets of documents, which functions with `---` in their YAML return. In code, a set is a list; as a value, it
-- is its only document.

local rows = require "spec.support.rows"

local sets = "#@ def docs():\n---\nstr\n---\n123\n---\nkey: 123\n#@ end\n"
  .. "#@ def none():\n#@ if/end False:\n---\na: 1\n#@ end\n"
  .. "#@ function pairs_of()\n---\nx: 1\n---\ny: 2\n#@ end\n"
local header = "#@data/values-schema\n---\n"

local function gives(title, code, expected)
  return { title, file = sets .. header .. code, gives = expected }
end

describe("a set of documents", function()
  rows.each(it, {
    gives("is indexed from 0", "a: #@ docs()[0]\nb: #@ docs()[2]['key']\nc: #@ docs()[-2]\n",
      "a: str\nb: 123\nc: 123\n"),
    gives("has the types of its documents",
      "a: #@ ' '.join([type(d) for d in docs()])\n", "a: string int dict\n"),
    gives("has a length and a truth", "a: #@ str([len(docs()), bool(docs()), len(none()), bool(none())])\n",
      "a: '[3, True, 0, False]'\n"),
    gives("is gone over in a loop", "#@schema/type any=True\na:\n#@ for d in docs():\n- #@ d\n#@ end\n",
      "a:\n- str\n- 123\n- key: 123\n"),
    gives("is made of what its code keeps",
      "#@ def some(yes):\n---\na: 1\n#@ if yes:\n---\nb: 2\n#@ end\n#@ end\n"
      .. "a: #@ len(some(True))\nb: #@ len(some(False))\n", "a: 2\nb: 1\n"),
    gives("is sliced and copied as a list", "a: #@ str(docs()[:2])\nb: #@ len(list(docs()) + docs())\n",
      "a: '[\"str\", 123]'\nb: 6\n"),
    gives("is a value as its only document", "a: #@ docs()[2:][0]\nb: #@ [pairs_of()[1]][0]\n",
      "a:\n  key: 123\nb:\n  \"y\": 2\n"),
    gives("is null when it is empty", "#@schema/type any=True\na: #@ none()\n", "a: null\n"),
    gives("counts from 1 in Lua",
      "#@ local n = 0\n#@ for _, d in ipairs(pairs_of()) do n = n + (d.x or d.y) end\n"
      .. "#@ local first = pairs_of()[1].x\na: #@ n\nb: #@ first\n", "a: 3\nb: 1\n"),
    gives("is there for rules and defaults",
      "#@schema/validation ('as long as the set', lambda v: v == len(docs()))\na: 3\n"
      .. "#@schema/type any=True\n#@schema/default lambda: pairs_of()[0]\nb: 1\n", "a: 3\nb:\n  x: 1\n"),
    { "is there in data values", schema = "a: ''\nb: 0\n", options = { code_in_values = true },
      values = "#@ def docs():\n---\nx\n---\n2\n#@ end\n---\na: #@ docs()[0]\nb: #@ docs()[1]\n",
      flags = { "-f", "s.yml", "-f", "v.yml", "--allow-code-in-values" }, gives = "a: x\nb: 2\n" },
    { "is no value when there are several", file = sets .. header .. "a: #@ pairs_of()\n",
      violations = "computed-value - s.yml:22; says the computed value pairs_of(): several documents are no value: "
        .. "take one of them by its index, or go over them in a loop" },
    { "has no keys", file = sets .. header .. "a: #@ pairs_of()['x']\nb: #@ docs()[3]\n",
      violations = {
        "computed-value - s.yml:22; says the computed value pairs_of()['x']: list index: got string, want int",
        "computed-value - s.yml:23; says the computed value docs()[3]: index 3 out of range [-3:2]",
      } },
    { "with an error is reported once", file = "#@ def f():\n---\na: 1\na: 2\n#@ end\n" .. header
        .. "x: #@ f()[0]\ny: #@ f()['b'].c\n",
      violations = 'duplicate-key - s.yml:4; says duplicate key "a"; by s.yml:3; '
        .. "hint the key was given first at s.yml:3; keep one of the two." },
  })
end)

describe("an annotation of a scalar that a function returns", function()
  rows.each(it, {
    { "is reported where it would be lost", file = "#@ def f():\n#@schema/validation min=1\n80\n#@ end\n" .. header
        .. "x: #@ f()\n#@schema/any-of f(), ''\ny: ''\n",
      violations = "annotation-lost - s.yml:2; says @schema/validation is about a scalar, which a function returns "
        .. "without its annotations; hint write --- below the annotation: then the function gives a document, "
        .. "which keeps it. | or annotate the node that is given the scalar." },
    { "is none of our business when it is another's", file = "#@ def f():\n#@other/thing 1\n80\n#@ end\n" .. header
        .. "x: #@ f()\n", gives = "x: 80\n" },
  })
end)
