// Places in YAML files with a JSON Schema where an author asks for a completion, `|` being the cursor: a list of
// [name, schema, text]. completion.mjs lets two language servers answer.

const port = { type: "integer", description: "Where it listens.", default: 80 };
const level = { enum: ["debug", "info", "warn"] };
const cat = { properties: { kind: { const: "cat" }, lives: { type: "integer", description: "Left." } }, required: ["kind"] };
const dog = { properties: { kind: { const: "dog" }, tricks: { type: "array", items: level } }, required: ["kind"] };
const map = (properties, more = {}) => ({ type: "object", properties, ...more });

const byCondition = map({ tls: { type: "boolean" }, mode: { enum: ["a", "b"] } }, {
  if: { properties: { tls: { const: true } }, required: ["tls"] },
  then: { properties: { certificate: { type: "string" }, protocol: { enum: ["1.2", "1.3"] } } },
  else: { properties: { plain: { type: "boolean" } } },
});

// Schemas by name with the texts to complete in them.
const subjects = {
  properties: [map({ port, level, name: { type: "string" }, on: { type: "boolean" } }), [
    "|", "po|", "port: 1\n|", "port: |", "level: |", "level: d|", "on: |", "level: debug\nn|", "port: 1\nlevel: |\nname: a",
  ]],
  nested: [map({ a: map({ b: map({ port, level }) }) }), ["a:\n  |", "a:\n  b:\n    |", "a:\n  b:\n    level: |", "a: {|}", "a: {b: {|}}"]],
  items: [map({ list: { type: "array", items: map({ port, level }) }, names: { type: "array", items: level } }), [
    "list:\n- |", "list:\n- port: 1\n  |", "list:\n- level: |", "names:\n- |", "names: [|]", "list:\n  - port: 1\n  - l|",
  ]],
  prefixItems: [map({ pair: { type: "array", prefixItems: [level, map({ port })] } }), ["pair:\n- |", "pair:\n- debug\n- |"]],
  references: [map({ a: { $ref: "#/$defs/a" } }, { $defs: { a: map({ port, next: { $ref: "#/$defs/a" } }) } }), [
    "a:\n  |", "a:\n  next:\n    next:\n      |", "a:\n  port: |",
  ]],
  allOf: [{ type: "object", allOf: [map({ port }), map({ level })] }, ["|", "port: 1\n|", "level: |"]],
  anyOf: [map({ pet: { anyOf: [cat, dog] } }), ["pet:\n  |", "pet:\n  kind: |", "pet:\n  kind: dog\n  |", "pet:\n  kind: dog\n  tricks:\n  - |"]],
  oneOf: [{ type: "object", oneOf: [cat, dog] }, ["|", "kind: |", "kind: cat\n|"]],
  scalars: [map({ v: { oneOf: [{ const: "auto" }, { type: "boolean" }, { type: "integer", default: 3 }] }, n: { type: ["null", "boolean"] } }), [
    "v: |", "n: |",
  ]],
  condition: [byCondition, ["tls: true\n|", "tls: true\nprotocol: |", "tls: false\n|", "mode: a\n|"]],
  dependentSchemas: [map({ a: port }, { dependentSchemas: { a: map({ needed: level }) } }), ["a: 1\n|", "a: 1\nneeded: |"]],
  dependencies: [{ $schema: "http://json-schema.org/draft-07/schema#", ...map({ a: port }, { dependencies: { a: map({ needed: level }), b: ["c"] } }) },
    ["a: 1\n|", "a: 1\nneeded: |"]],
  patternProperties: [map({}, { patternProperties: { "^x-": map({ port, level }) } }), ["x-1:\n  |", "x-1:\n  level: |"]],
  additionalProperties: [map({}, { additionalProperties: map({ port, level }) }), ["any:\n  |", "any:\n  level: |"]],
  propertyNames: [map({}, { propertyNames: { enum: ["red", "green"] }, additionalProperties: level }), ["|", "red: |"]],
  patternNames: [map({}, { propertyNames: { pattern: "^[a-z]+$" }, additionalProperties: map({ port }) }), ["abc:\n  |"]],
  examples: [map({ image: { type: "string", examples: ["nginx", "redis"] }, size: { type: "integer", examples: [1, 2] } }), ["image: |", "size: |"]],
  defaults: [map({ host: { type: "string", default: "localhost" }, list: { type: "array", default: ["a"] }, deep: { type: "object", default: { a: 1 } } }), [
    "host: |", "list: |", "|",
  ]],
  snippets: [map({ job: map({ run: { type: "string" } }, { defaultSnippets: [{ label: "a job", body: { run: "make" } }] }) }, {
    defaultSnippets: [{ label: "whole", description: "All of it.", body: { job: { run: "$1" } } }],
  }), ["|", "job:\n  |"]],
  required: [map({ a: map({ b: port, c: level }, { required: ["b", "c"] }) }, { required: ["a"] }), ["|", "a:\n  |"]],
};

export const places = Object.entries(subjects).flatMap(([name, [schema, texts]]) =>
  texts.map((text) => [`${name}: ${JSON.stringify(text)}`, schema, text]));
