// Compares JSON Schemas with what they are after an import and an export (exports.lua): ajv validates the same values by
// both.
//
//   node exports.mjs PACKAGES EXPORTS [VALUES]
//
// PACKAGES is a folder from which ajv, ajv-formats and ajv-draft-04 are found. VALUES random values are validated by each
// pair besides the project's files. What the export accepts and the original refuses counts as unsaid when the export
// says in a comment that it cannot express everything; what the export refuses and the original accepts is always wrong.

import { readFileSync } from "node:fs";
import { changed, validates, made, pick, random, words } from "./values.mjs";

const [packages, file, count = "200"] = process.argv.slice(2);
const compile = validates(packages);
const sum = { schemas: 0, exact: 0, left: 0, verdicts: 0, agree: 0, stricter: 0, looser: 0, unsaid: 0 };

function comments(node) {
  if (node === null || typeof node !== "object") return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === "$comment" && typeof value === "string" ? [value] : comments(value));
}

function valuesOf(row, original) {
  const known = [...words(original)];
  const values = [...row.values];
  for (let i = 0; i < Number(count); i += 1) {
    let value = row.values.length > 0 && random(5) > 0 ? pick(row.values) : made(known, 3);
    for (let j = random(3); j >= 0; j -= 1) value = changed(value, known);
    values.push(value);
  }
  return values;
}

function report(row, what, value, errors) {
  const at = (errors ?? []).map((e) => `${e.instancePath} ${e.message} (${e.schemaPath})`).join("; ");
  console.log(`${what}: ${row.name}: ${JSON.stringify(value).slice(0, 300)}: ${at.slice(0, 400)}`);
}

// Lists values with what the original says of them.
function verdictsOf(row) {
  if (row.tests) return row.tests.map(({ data, valid }) => [data, valid, null]);
  const original = JSON.parse(readFileSync(row.path, "utf8").replace(/^\ufeff/, ""));
  const before = compile(original);
  return valuesOf(row, original).map((value) => {
    const right = before(value);
    return [value, right, before.errors];
  });
}

function compare(row) {
  const [verdicts, after] = [verdictsOf(row), compile(row.schema)];
  const unsaid = comments(row.schema).length > 0 || !row.exact;
  const reported = new Set();
  sum.schemas += 1;
  sum.exact += row.exact ? 1 : 0;
  for (const [value, right, errors] of verdicts) {
    const found = after(value);
    sum.verdicts += 1;
    const what = right === found ? "agree" : right ? "stricter" : unsaid ? "unsaid" : "looser";
    sum[what] += 1;
    if ((what === "stricter" || what === "looser") && !reported.has(what)) {
      report(row, what, value, right ? after.errors : errors);
      reported.add(what);
    }
  }
}

for (const line of readFileSync(file, "utf8").trim().split("\n")) {
  const row = JSON.parse(line);
  try {
    compare(row);
  } catch (problem) {
    console.log(`left out: ${row.name}: ${problem.message.slice(0, 200)}`);
    sum.left += 1;
  }
}
console.log(`${sum.schemas} schemas, ${sum.exact} of them imported exactly, ${sum.left} left out; ${sum.verdicts} verdicts: `
  + `${sum.agree} agree, ${sum.unsaid} are accepted where the export says that it cannot say all, ${sum.looser} are `
  + `accepted without that, ${sum.stricter} are refused`);
const failed = sum.looser + sum.stricter;
console.log(`${sum.verdicts - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
