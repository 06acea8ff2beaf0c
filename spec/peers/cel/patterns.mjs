// Writes random regular expressions and texts as expressions of CEL, with what @bufbuild/re2 makes of them, for random.lua.
// Usage: node patterns.mjs FOLDER SEED COUNT; the folder has node_modules with @bufbuild/re2.
//
// A line is { expr, value } or, when the pattern is refused, { expr, error }.

import { createRequire } from "node:module";
import { resolve } from "node:path";

const require = createRequire(resolve(process.argv[2], "package.json"));
const { RE2JS } = require("@bufbuild/re2");

let state = Number(process.argv[3]) >>> 0;
const count = Number(process.argv[4]);

// A random integer from 0 to n - 1 (mulberry32).
function random(n) {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = state;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) % n;
}
const pick = (list) => list[random(list.length)];

const atoms = ["a", "b", "c", "A", "1", "-", "_", " ", "é", "日", ".", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "^", "$", "\\A", "\\z",
  "\\b", "\\B", "\\.", "\\n", "\\t", "\\x41", "\\x{e9}", "\\101", "\\pL", "\\p{Lu}", "\\PN", "\\p{Greek}", "\\p{^Latin}", "\\Qa.b\\E", "\\{", "}",
  "]", "a{2", "{,2}", "\n", "&", "~", "#", "\\-", "\\/"];
const odd = ["\\1", "\\Z", "\\C", "\\X", "\\R", "\\h", "\\G", "\\K", "\\k<n>", "(?=a)", "(?!a)", "(?<=a)", "(?<!a)", "(?>a)", "(?#x)", "(?R)", "(?1)",
  "(?|a)", "(*FAIL)", "a++", "a*+", "a**", "[[:foo:]]", "[z-a]", "[a", "(", ")", "\\", "*", "+", "?", "\\p{Foo}", "\\p{L&}", "\\pX", "\\N{U+41}",
  "a{1001}", "a{2,1}", "(?P<n>a)(?P<n>b)", "(?P<>a)", "(?<n-m>a)", "\\8", "\\08", "\\x", "\\x{110000}", "\\x{}", "\\u0041", "\\c", "\\e", "\\E",
  "[\\b]", "[a-\\d]", "[\\Qa\\E]", "(?x) a", "(?i", "(?-)", "(?i-)a", "(?^a)", "{2}", "|*", "^*", "a|*b", "(?:a{100}){11}", "(?i)+"];
const items = ["a", "b-d", "A-Z", "0-9", "é", "\\d", "\\W", "\\s", "\\S", "[:alpha:]", "[:^space:]", "\\pL", "\\P{Lu}", "\\n", "-", "^", "\\]", "\\x41-\\x43", "日",
  "[", "&&", ".", "$", "|", "(", "\\\\", "~", "\\-", " "];
const repeats = ["*", "+", "?", "{2}", "{1,3}", "{2,}", "{0}", "{0,1}"];

function set() {
  const inner = Array.from({ length: 1 + random(3) }, () => pick(items)).join("");
  return `[${random(4) ? "" : "^"}${random(12) ? "" : "]"}${inner}]`;
}

function pattern(depth) {
  const choice = random(14);
  if (depth <= 0 || choice < 3) return random(40) ? pick(atoms) : pick(odd);
  if (choice < 5) return set();
  if (choice < 8) return Array.from({ length: 1 + random(4) }, () => pattern(depth - 1)).join("");
  if (choice < 10) return pattern(depth - 1) + pick(repeats) + (random(4) ? "" : "?");
  if (choice === 10) return `${pattern(depth - 1)}|${random(5) ? pattern(depth - 1) : ""}`;
  if (choice === 11) return `(${pick(["?i", "?s", "?m", "?U", "?im-s", "?-i"])}${random(2) ? `:${pattern(depth - 1)})` : `)${pattern(depth - 1)}`}`;
  return `(${pick(["", "", "?:", `?P<n${random(1000000)}>`])}${pattern(depth - 1)})`;
}

const letters = [..."aabbcABC1 -_.éÉ日ßsKk{}[]&~#\n\t\v\\αΩ,2"];
const text = () => Array.from({ length: random(8) }, () => pick(letters)).join("");

function literal(s) {
  return `"${s.replace(/[\\"]/g, "\\$&").replace(/[\0-\x1f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)}"`;
}

for (let i = 0; i < count; i += 1) {
  const source = pattern(4);
  const subject = text();
  const row = { expr: `${literal(subject)}.matches(${literal(source)})` };
  try {
    row.value = { bool: String(new RE2JS(source).test(subject)) };
  } catch (problem) {
    row.error = String(problem.message);
  }
  console.log(JSON.stringify(row));
}
