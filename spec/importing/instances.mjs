// Makes random values for the JSON Schemas of a folder, and lets ajv validate them, for spec/importing/corpora.lua.
//
//   node instances.mjs FOLDER OUT [COUNT]
//
// For each FOLDER/schemastore/NAME, OUT/NAME.jsonl gets lines {"valid": ..., "value": ...}: the JSON files of `valid` and
// `invalid`, changed at random places, and values made from the schema. ajv, ajv-formats and ajv-draft-04 are found
// from OUT.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { changed, validates, made, pick, random, words } from "./values.mjs";

const [folder, out, count = "200"] = process.argv.slice(2);
const compile = validates(out);

function jsonFiles(path) {
  if (!existsSync(path)) return [];
  return readdirSync(path).filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(path, name), "utf8").replace(/^\ufeff/, "")));
}

let validated = 0;
let left = 0;
for (const name of readdirSync(join(folder, "schemastore"))) {
  const home = join(folder, "schemastore", name);
  try {
    const schema = JSON.parse(readFileSync(join(home, "schema.json"), "utf8"));
    const validate = compile(schema);
    const known = [...words(schema)];
    const seeds = [...jsonFiles(join(home, "valid")), ...jsonFiles(join(home, "invalid"))];
    const lines = [];
    for (let i = 0; i < Number(count); i += 1) {
      let value = seeds.length > 0 && random(5) > 0 ? pick(seeds) : made(known, 3);
      for (let j = random(3); j >= 0; j -= 1) value = changed(value, known);
      lines.push(JSON.stringify({ valid: validate(value), value }));
    }
    writeFileSync(join(out, `${name}.jsonl`), lines.join("\n") + "\n");
    validated += 1;
  } catch (problem) {
    console.log(`left out: ${name}: ${problem.message.slice(0, 100)}`);
    left += 1;
  }
}
console.log(`${validated} schemas, ${left} left out`);
