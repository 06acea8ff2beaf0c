// Writes the tests of CEL's specification as lines of JSON, for conformance.lua.
// Usage: node tests.mjs FOLDER, which has node_modules with @bufbuild/cel-spec.
//
// A line is { suite, name, expr, container, unchecked, only_type, type, variables, bindings, value, error, skip }. A value
// is { TYPE: text or list }; `skip` is the reason why the test is left out.

import { createRequire } from "node:module";
import { resolve } from "node:path";

const require = createRequire(resolve(process.argv[2], "package.json"));
const { getConformanceSuite } = require("@bufbuild/cel-spec/testdata/tests.js");

const primitives = ["", "bool", "int", "uint", "double", "string", "bytes"];
const well_known = ["", "any", "timestamp", "duration"];

class Message extends Error {}

// The text of a declared type.
function type_text({ typeKind: { case: kind, value } }) {
  switch (kind) {
    case "primitive": return primitives[value];
    case "dyn": return "dyn";
    case "null": return "null";
    case "listType": return `list(${type_text(value.elemType)})`;
    case "mapType": return `map(${type_text(value.keyType)}, ${type_text(value.valueType)})`;
    case "type": return "type";
    case "abstractType": return `optional(${value.parameterTypes.map(type_text)})`;
    case "wellKnown":
      if (value > 1) return well_known[value];
  }
  throw new Message(kind);
}

function value_of({ kind: { case: kind, value } }) {
  switch (kind) {
    case "nullValue": return { null: "" };
    case "boolValue": return { bool: String(value) };
    case "int64Value": return { int: String(value) };
    case "uint64Value": return { uint: String(value) };
    case "doubleValue": return { double: Object.is(value, -0) ? "-0" : String(value) };
    case "stringValue": return { string: value };
    case "bytesValue": return { bytes: Buffer.from(value).toString("hex") };
    case "typeValue": return { type: value };
    case "listValue": return { list: value.values.map(value_of) };
    case "mapValue": return { map: value.entries.map((entry) => [value_of(entry.key), value_of(entry.value)]) };
  }
  throw new Message(kind);
}

// The parts of protobuf that a test needs: messages, their wrappers, and enums.
const messages = /TestAllTypes|NestedTest|GlobalEnum|NestedEnum|proto\.(has|get)Ext|google\.protobuf\.(?!Timestamp\b|Duration\b)/;
const in_messages = /^(dynamic|enums|proto2|proto3|proto2_ext|wrappers)\//;

const of_messages = "protobuf: messages, wrappers and enums";

// Why a test is left out; nothing for most of them.
function reason_of(suite, test) {
  if (in_messages.test(`${suite}/`) || messages.test(test.expr)) return of_messages;
  if (test.name === "get_milliseconds")
    return "Go, and so Kubernetes, counts all milliseconds of a duration, not only those beyond its seconds";
  if (test.typeEnv.some((entry) => entry.declKind.case === "function")) return "the test declares a function";
}

function row_of(suite, { original: test, type }) {
  const row = {
    suite, name: test.name, expr: test.expr, container: test.container, unchecked: test.disableCheck,
    only_type: test.checkOnly, type, variables: {}, bindings: {},
  };
  if (suite.startsWith("block_ext/")) delete row.type; // cel-go knows no types of cel.index()
  row.skip = reason_of(suite, test);
  if (row.skip) return row;
  try {
    for (const { name, declKind } of test.typeEnv) row.variables[name] = type_text(declKind.value.type);
    for (const [name, { kind }] of Object.entries(test.bindings)) row.bindings[name] = value_of(kind.value);
    const { case: kind, value } = test.resultMatcher;
    if (kind === "value") row.value = value_of(value);
    else if (kind === "typedResult") {
      row.value = value.result ? value_of(value.result) : undefined;
      row.type = type_text(value.deducedType);
    }
    else if (kind === "evalError") row.error = value.errors.map((error) => error.message).join("; ");
    else row.value = { bool: "true" };
  } catch (problem) {
    if (!(problem instanceof Message)) throw problem;
    row.skip = of_messages;
  }
  return row;
}

function walk(suite, path) {
  for (const test of suite.tests) console.log(JSON.stringify(row_of(path.join("/"), test)));
  for (const inner of suite.suites) walk(inner, [...path, inner.name]);
}

walk(getConformanceSuite(), []);
