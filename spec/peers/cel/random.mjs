// Writes random expressions of CEL with what @bufbuild/cel makes of them, for random.lua.
// Usage: node random.mjs FOLDER SEED COUNT [mutate]; the folder has node_modules with @bufbuild/cel and @bufbuild/re2.
//
// A line is { expr, value } or { expr, error }. A value is { TYPE: text or list }. With `mutate`, tokens of the
// expressions are removed, doubled, exchanged or replaced: `mutated` is true then, and `refused` says that the text is no
// expression.

import { createRequire } from "node:module";
import { resolve } from "node:path";

const folder = process.argv[2];
const require = createRequire(resolve(folder, "package.json"));
const cel = require("@bufbuild/cel");
const { strings } = require("@bufbuild/cel/ext");
const { isMessage, toJson } = require("@bufbuild/protobuf");
const { TimestampSchema, DurationSchema } = require("@bufbuild/protobuf/wkt");

let state = Number(process.argv[3]) >>> 0;
const count = Number(process.argv[4]);
const mutates = process.argv[5] === "mutate";

// A random integer from 0 to n - 1 (mulberry32).
function random(n) {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = state;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) % n;
}
const pick = (list) => list[random(list.length)];

// ---- expressions ---------------------------------------------------------------------

const literals = {
  int: ["0", "1", "2", "3", "-1", "-5", "7", "10", "100", "9223372036854775807", "-9223372036854775808", "0x1F",
    "4611686018427387904", "9007199254740993"],
  uint: ["0u", "1u", "2u", "7u", "100u", "18446744073709551615u", "9223372036854775808u", "0xFFu"],
  double: ["0.0", "1.0", "-1.5", "0.1", "2.5e3", "1e-7", "1e300", "3.0", "9007199254740992.0", "-0.5"],
  bool: ["true", "false"],
  string: ["''", "'a'", "'abc'", "'hello world'", "'ü'", "'日本'", "'A,b,c'", "'1'", "'true'", "'a\\nb'", "r'\\d'",
    "'-7'", "'2.5'", "'ab ab'"],
  bytes: ["b''", "b'a'", "b'abc'", "b'\\xff'", "b'ü'"],
  timestamp: ["timestamp('2009-02-13T23:31:30Z')", "timestamp('2000-02-29T12:00:00.5Z')", "timestamp('1969-12-31T23:59:59Z')",
    "timestamp('9999-12-31T23:59:59Z')", "timestamp('0601-01-01T00:00:00Z')"],
  duration: ["duration('0s')", "duration('1h')", "duration('-1m')", "duration('1.5s')", "duration('100ms')", "duration('36h5m')"],
  null: ["null"],
  type: ["int", "uint", "double", "bool", "string", "bytes", "list", "map", "null_type", "type"],
};
const scalars = ["int", "uint", "double", "bool", "string", "bytes"];
const kinds = [...scalars, "timestamp", "duration", "null", "list", "map"];
const patterns = ["'a'", "'^a.c$'", "'[a-c]+'", "'(a|b)*c'", "'\\\\d+'", "'^$'", "'l{2}o'", "'(?i)HELLO'", "'\\\\bw'", "'[^x]$'"];

// The names that an expression may use: those of variables that macros have bound, with their types.
function simple(type, scope) {
  const names = scope.filter((entry) => entry.type === type);
  if (names.length > 0 && random(2)) return pick(names).name;
  if (type.startsWith("list(")) return random(4) ? `[${simple(inner(type), scope)}]` : "[]";
  if (type.startsWith("map(")) return random(4) ? `{${simple("string", scope)}: ${simple(inner(type), scope)}}` : "{}";
  return pick(literals[type]);
}
const inner = (type) => type.slice(type.indexOf("(") + 1, -1);

function some_type(depth) {
  const kind = pick(kinds);
  if (kind !== "list" && kind !== "map") return kind;
  return `${kind}(${depth > 1 && random(3) === 0 ? some_type(depth - 1) : pick(scalars)})`;
}

let names = 0;

function comprehension(type, depth, scope) {
  const name = `v${(names += 1)}`;
  const item = pick(scalars);
  const over = random(4) ? `list(${item})` : `map(${item})`;
  const range = expression(over, depth - 1, scope);
  const own = [...scope, { name, type: over.startsWith("list") ? item : "string" }];
  if (type === "bool")
    return `${range}.${pick(["all", "exists", "exists_one"])}(${name}, ${expression("bool", depth - 1, own)})`;
  return `${range}.map(${name}, ${random(3) === 0 ? `${expression("bool", depth - 1, own)}, ` : ""}${expression(inner(type), depth - 1, own)})`;
}

// Makes an expression of a type from the types of its parts, which are named in braces.
function fill(template, depth, scope) {
  return template.replace(/\{([^{}]+)\}/g, (_, part) => {
    if (part === "pattern") return pick(patterns);
    if (part === "part") return pick(["'a'", "'b'", "'ab'", "' '", "'ü'"]); // the other replaces "" otherwise
    if (part === "few") return pick(["0", "1", "2", "5"]); // the other counts up to it
    if (part === "any") return expression(some_type(2), depth - 1, scope);
    return expression(part, depth - 1, scope);
  });
}

const numbers = (type) => [`({${type}} + {${type}})`, `({${type}} - {${type}})`, `({${type}} * {${type}})`, `({${type}} / {${type}})`];
const templates = {
  int: [...numbers("int"), "({int} % {int})", "-({int})", "int({uint})", "int({double})", "int(string({int}))", "size({string})",
    "{string}.size()", "size({bytes})", "size({list(int)})", "{map(int)}.size()", "{string}.indexOf({string})",
    "{string}.lastIndexOf({string})", "{timestamp}.getFullYear()", "{timestamp}.getDayOfYear()", "{timestamp}.getDayOfWeek()",
    "{timestamp}.getMonth()", "{timestamp}.getHours()", "{timestamp}.getMinutes('+02:00')", "{duration}.getHours()",
    "{duration}.getMinutes()", "{duration}.getSeconds()", "int({timestamp})", "{list(int)}[{int}]", "{map(int)}[{string}]"],
  uint: [...numbers("uint"), "({uint} % {uint})", "uint({int})", "uint({double})", "uint(string({uint}))", "{list(uint)}[{int}]"],
  double: [...numbers("double"), "-({double})", "double({int})", "double({uint})", "{list(double)}[{int}]"],
  string: ["({string} + {string})", "string({int})", "string({uint})", "string({bool})", "string({bytes})",
    "{string}.lowerAscii()", "{string}.upperAscii()", "{string}.trim()", "{string}.charAt({int})", "{string}.substring({int})",
    "{string}.substring({int}, {int})", "{string}.replace({part}, {string})", "{string}.replace({part}, {string}, {few})",
    "{list(string)}.join()", "{list(string)}.join({string})", "strings.quote({string})", "'%s|%d'.format([{string}, {int}])",
    "'%x %o %b'.format([{int}, {uint}, {bool}])", "{list(string)}[{int}]", "{map(string)}[{string}]"],
  bytes: ["({bytes} + {bytes})", "bytes({string})", "{list(bytes)}[{int}]"],
  bool: ["({bool} && {bool})", "({bool} || {bool})", "!({bool})", "bool({string})", "({int} < {int})", "({uint} >= {uint})",
    "({double} > {double})", "({string} < {string})", "({bytes} <= {bytes})", "({bool} < {bool})", "({timestamp} < {timestamp})",
    "({duration} >= {duration})", "({int} == {int})", "({string} != {string})", "(dyn({any}) == {any})", "(dyn({any}) != {any})",
    "(dyn({int}) < {double})", "(dyn({uint}) >= {int})", "(dyn({double}) == {uint})", "({int} in {list(int)})",
    "({string} in {map(int)})", "(dyn({any}) in {list(int)})", "{string}.contains({string})", "{string}.startsWith({string})",
    "{string}.endsWith({string})", "{string}.matches({pattern})", "(type({any}) == type({any}))",
    "(type({any}) == {type})", "({list(int)} == {list(int)})", "({map(int)} == {map(int)})", "has({map(int)}.a)"],
  timestamp: ["({timestamp} + {duration})", "({duration} + {timestamp})", "({timestamp} - {duration})"],
  duration: ["({duration} + {duration})", "({duration} - {duration})", "({timestamp} - {timestamp})"],
  null: [],
  type: ["type({any})"],
};

function expression(type, depth, scope) {
  if (depth <= 0) return simple(type, scope);
  const choice = random(12);
  if (choice === 0) return simple(type, scope);
  if (choice === 1) return `(${expression("bool", depth - 1, scope)} ? ${expression(type, depth - 1, scope)} : ${expression(type, depth - 1, scope)})`;
  if (choice === 2 && random(2)) return `dyn(${expression(type, depth - 1, scope)})`;
  if (choice === 3 && random(6) === 0) return expression(some_type(1), depth - 1, scope); // it is of another type
  if (type.startsWith("list(")) {
    const item = inner(type);
    if (choice < 6) return `(${expression(type, depth - 1, scope)} + ${expression(type, depth - 1, scope)})`;
    if (choice < 9) return comprehension(type, depth, scope);
    if (choice === 9) {
      const name = `v${(names += 1)}`;
      return `${expression(type, depth - 1, scope)}.filter(${name}, ${expression("bool", depth - 1, [...scope, { name, type: item }])})`;
    }
    if (type === "list(string)" && random(2)) return fill(pick(["{string}.split(',')", "{string}.split(' ')", "{string}.split('ab')"]), depth, scope);
    return `[${Array.from({ length: random(4) }, () => expression(item, depth - 1, scope)).join(", ")}]`;
  }
  if (type.startsWith("map(")) {
    const keys = ["'a'", "'b'", "'c'", "'ab'", "''"].slice(random(3), 3 + random(3));
    return `{${keys.map((key) => `${key}: ${expression(inner(type), depth - 1, scope)}`).join(", ")}}`;
  }
  if (type === "bool" && choice < 5) return comprehension("bool", depth, scope);
  return templates[type].length === 0 ? simple(type, scope) : fill(pick(templates[type]), depth, scope);
}

// ---- mutations -----------------------------------------------------------------------

const spare = ["(", ")", "[", "]", "{", "}", ".", ",", "?", ":", "+", "-", "*", "!", "&&", "||", "==", "in", "1", "'", '"', "1u",
  "1.5", "x", "has", "r'", "\\", "//", "$", "e", "0x", "_", " ", "\n", "null", "if", "`a`", "a.b"];

function mutated(text) {
  const tokens = text.match(/\w+|'[^']*'|\s+|./gsu) ?? [];
  for (let i = 0; i <= random(3); i += 1) {
    const at = random(tokens.length + 1);
    const kind = random(5);
    if (kind === 0) tokens.splice(at, 1);
    else if (kind === 1) tokens.splice(at, 0, tokens[at] ?? "");
    else if (kind === 2) tokens.splice(at, 1, pick(spare));
    else if (kind === 3) tokens.splice(at, 0, pick(spare));
    else tokens.splice(at, 0, pick(tokens) ?? "");
  }
  return tokens.join("");
}

// ---- values --------------------------------------------------------------------------

function value_of(v) {
  if (v === null) return { null: "" };
  switch (typeof v) {
    case "boolean": return { bool: String(v) };
    case "bigint": return { int: String(v) };
    case "number": return { double: Object.is(v, -0) ? "-0" : String(v) };
    case "string": return { string: v };
  }
  if (cel.isCelUint(v)) return { uint: String(v.value) };
  if (v instanceof Uint8Array) return { bytes: Buffer.from(v).toString("hex") };
  if (cel.isCelList(v)) return { list: Array.from(v, value_of) };
  if (cel.isCelMap(v)) return { map: Array.from(v, ([key, value]) => [value_of(key), value_of(value)]) };
  if (cel.isCelType(v)) return { type: v.name };
  const message = v.message ?? v;
  if (isMessage(message, TimestampSchema)) return { timestamp: toJson(TimestampSchema, message) };
  if (isMessage(message, DurationSchema)) return { duration: toJson(DurationSchema, message) };
  throw new Error(`a value of no known type: ${v}`);
}

const env = cel.celEnv({ funcs: strings });

function outcome(expr) {
  let parsed;
  try {
    parsed = cel.parse(expr);
  } catch (problem) {
    return { expr, refused: String(problem.message) };
  }
  try {
    const value = cel.plan(env, parsed)({});
    return cel.isCelError(value) ? { expr, error: String(value.message) } : { expr, value: value_of(value) };
  } catch (problem) {
    return { expr, error: String(problem.message) };
  }
}

for (let i = 0; i < count; i += 1) {
  names = 0;
  const text = expression(some_type(2), 1 + random(4), []);
  if (text.length < 2000) console.log(JSON.stringify({ ...outcome(mutates ? mutated(text) : text), mutated: mutates }));
}
