// Compares results of expressions with those of @bufbuild/cel.
// Usage: node compare.mjs FOLDER < LINES; FOLDER has node_modules with @bufbuild/cel.
//
// A line is { expr, self, ours }: an expression, the value of `self` as { TYPE: text or list }, and our result as a text,
// or "fails". The last line of the output is `N passed, M failed`.

import { createRequire } from "node:module";
import { resolve } from "node:path";
import { createInterface } from "node:readline";

const require = createRequire(resolve(process.argv[2], "package.json"));
const { celEnv, isCelError, isCelList, isCelMap, isCelUint, celUint, parse, plan } = require("@bufbuild/cel");
const { strings } = require("@bufbuild/cel/ext");

const readers = {
  null: () => null,
  bool: (text) => text === "true",
  int: (text) => BigInt(text),
  uint: (text) => celUint(BigInt(text)),
  double: (text) => Number(text),
  string: (text) => text,
  list: (items) => items.map(read),
  map: (entries) => new Map(entries.map(([key, value]) => [read(key), read(value)])),
};

function read(tagged) {
  const [name] = Object.keys(tagged);
  return readers[name](tagged[name]);
}

function text_of_double(value) {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  return bits.getBigUint64(0).toString(16).padStart(16, "0");
}

// Writes a value as `text` of spec/support/cel_values.lua does, but for strings, whose code points it lists, and for
// doubles, whose bits it writes.
function text(value) {
  if (value === null) return "null";
  switch (typeof value) {
    case "boolean": return String(value);
    case "bigint": return String(value);
    case "number": return `double ${text_of_double(value)}`;
    case "string": return JSON.stringify([...value].map((c) => c.codePointAt(0)));
  }
  if (isCelUint(value)) return `${value.value}u`;
  if (isCelList(value)) return `[${[...value].map(text).join(", ")}]`;
  if (isCelMap(value)) return `{${[...value].map(([k, v]) => `${text(k)}: ${text(v)}`).sort().join(", ")}}`;
  return "other";
}

const env = celEnv({ funcs: strings });
const plans = new Map();

function result(expr, self) {
  try {
    if (!plans.has(expr)) plans.set(expr, plan(env, parse(expr)));
    const value = plans.get(expr)({ self });
    return isCelError(value) ? `fails: ${value.message}` : text(value);
  } catch (problem) {
    return `fails: ${problem.message}`;
  }
}

// Functions that the other implementation does not have.
const missing = /unbound function|no such overload: (find|isURL|url|isIP|ip|cidr|quantity)/;
const shown = new Set();
let equal = 0, different = 0, left_out = 0;

for await (const line of createInterface({ input: process.stdin })) {
  const row = JSON.parse(line);
  const theirs = result(row.expr, row.self && read(row.self));
  if (missing.test(theirs)) left_out++;
  else if (row.ours === theirs || (row.ours.startsWith("fails") && theirs.startsWith("fails"))) equal++;
  else {
    different++;
    if (shown.size < 100 && !shown.has(row.expr)) console.log(`${row.expr}\n  self:   ${JSON.stringify(row.self)}\n  ours:   ${row.ours}\n  theirs: ${theirs}`);
    shown.add(row.expr);
  }
}
if (left_out > 0) console.log(`${left_out} left out: functions that the other implementation does not have`);
console.log(`${equal} passed, ${different} failed`);
process.exit(different === 0 ? 0 : 1);
