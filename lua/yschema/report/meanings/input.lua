--- Explains the rules about calls and texts: a sentence, a remedy where it is not obvious, and an example.
--
-- @module yschema.report.meanings.input

---@type table<string, yschema.RuleMeaning>
return {
  -- the call
  usage = { "The call of the command is invalid, or the command failed.", remedy = "See yschema COMMAND --help." },
  flag = { "The argument of a flag cannot be read." },
  read = { "A file or the standard input cannot be read." },
  write = { "A file cannot be written." },
  ["no-schema"] = {
    "None of the files holds a schema document.",
    remedy = "Write #@data/values-schema on the line above the `---` of the schema.",
  },
  -- the text
  yaml = {
    "The text is not YAML, or not JSON where JSON is required.",
    schema = "hosts: [a]", invalid = "hosts: [a", valid = "hosts: [a]",
  },
  template = {
    "A file is a template, which is no YAML before a program such as Helm fills it in.",
    remedy = "Validate the result: `helm template . | yschema check -f schema.yml -`.",
  },
  encoding = { "The text is not UTF-8.", remedy = "Save the file as UTF-8." },
  ["duplicate-key"] = {
    "A map has the same key twice.",
    schema = "port: 8080", invalid = "port: 80\nport: 81", valid = "port: 81", remedy = "Keep one of the two.",
  },
  ["unknown-alias"] = {
    "An alias names an anchor that is not defined above it.",
    schema = "a: 1\nb: 1", invalid = "a: *x\nb: &x 1", valid = "a: &x 1\nb: *x",
  },
  ["recursive-alias"] = {
    "An anchor contains its own alias.", schema = "#@schema/type any=True\na: 1", invalid = "a: &x [*x]",
    valid = "a: []",
  },
  ["merge-value"] = {
    "A merge key takes a map or an array of maps.", schema = "a: 1", invalid = "<<: 1", valid = "<<: {a: 1}",
  },
  ["complex-key"] = {
    "A map key must be a scalar.", schema = "a: 1", invalid = "? [a]\n: 1", valid = "a: 1",
  },
  ["integer-range"] = {
    "An integer does not fit in 64 bits.",
    schema = "#@schema/type any=True\na: 1", invalid = "a: 99999999999999999999", valid = 'a: "99999999999999999999"',
    remedy = "Put it in quotes, or write a float.",
  },
  ["float-range"] = {
    "A float is out of range.",
    schema = "#@schema/type any=True\na: 1", invalid = "a: 1e999", valid = "a: .inf",
  },
  tag = {
    "A scalar cannot be read as its tag says.", schema = "a: 1", invalid = "a: !!int x", valid = "a: !!int 7",
  },
  strict = {
    "Strict parsing accepts only plain scalars that are not ambiguous.", remedy = "Put the text in quotes.",
  },
  ["plain-comment"] = {
    "A plain comment is in a file with annotations, where --refuse-plain-comments refuses it.",
    remedy = "Begin the comment with #!.",
  },
  ["too-deep"] = { "Collections are nested deeper than the limit.", remedy = "Raise the limit max_depth." },
  ["too-many-aliases"] = { "Aliases add more nodes than the limit.", remedy = "Raise the limit max_alias_nodes." },
  ["too-long-aliases"] = { "Aliases add more text than they may." },
  ["too-many-nodes"] = { "Defaults make more nodes than the limit.", remedy = "Raise the limit max_nodes." },
  ["too-costly"] = { "A value cannot be validated by the JSON Schema in a reasonable time." },
  ["document-mix"] = { "A file holds schema documents or data values, not both.", remedy = "Use two files." },
  ["input-annotation"] = { "The annotation does not belong in these data values." },
  -- code
  ["code-in-values"] = {
    "Code in data values runs only when that is allowed.", schema = "a: 1", invalid = "a: #@ 1 + 1", valid = "a: 2",
    remedy = "Allow it, if you trust the file: --allow-code-in-values.",
  },
  code = { "Code failed, or cannot be read." },
  ["code-line"] = { "Code is not allowed here." },
  ["computed-twice"] = { "A node has either a value or code that gives one." },
  ["computed-value"] = { "What code gives cannot be the value of a node." },
  ["left-out"] = { "Code left out the node that another node belongs to." },
  ["annotation-lost"] = { "A function gives an annotated scalar, which cannot keep its annotation." },
}
