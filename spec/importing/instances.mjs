// Makes random values for the JSON Schemas of a folder, and lets ajv judge them, for spec/importing/corpora.lua.
//
//   node instances.mjs FOLDER OUT [COUNT]
//
// For each FOLDER/schemastore/NAME, OUT/NAME.jsonl gets lines {"valid": ..., "value": ...}: the JSON files of `valid` and
// `invalid`, changed at random places, and values made from the schema. ajv, ajv-formats and ajv-draft-04 are found
// from OUT.

import { createRequire } from "node:module";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const [folder, out, count = "200"] = process.argv.slice(2);
const require = createRequire(resolve(out, "x"));
const formats = require("ajv-formats").default;
const options = { strict: false, allErrors: false, validateFormats: true, logger: false };

function load(name) {
  try {
    return require(name).default ?? require(name);
  } catch {
    return null;
  }
}

const drafts = [
  [/draft-0[67]/, load("ajv")], [/draft-04/, load("ajv-draft-04")], [/2019-09/, load("ajv/dist/2019")],
  [/2020-12/, load("ajv/dist/2020")],
];

let state = 1;
function random(n) {
  state = (state * 1103515245 + 12345) % 2147483648;
  return Math.floor((state / 2147483648) * n);
}
const pick = (list) => list[random(list.length)];

// Strings and numbers that a schema names, which values of interest are made of.
function words(node, found = new Set()) {
  if (typeof node === "string" || typeof node === "number") found.add(node);
  else if (Array.isArray(node)) node.forEach((item) => words(item, found));
  else if (node !== null && typeof node === "object")
    for (const [key, value] of Object.entries(node)) {
      found.add(key);
      words(value, found);
    }
  return found;
}

function scalar(known) {
  return pick([null, true, false, 0, 1, 1.5, -1, 2, 65536, "", "a", "1.0.0", "x-a", {}, [], pick(known), pick(known),
    pick(known)]);
}

function made(known, depth) {
  const kind = random(4);
  if (depth === 0 || kind === 0) return scalar(known);
  if (kind === 1) return Array.from({ length: random(4) }, () => made(known, depth - 1));
  return Object.fromEntries(Array.from({ length: random(5) }, () => [String(pick(known)), made(known, depth - 1)]));
}

// Changes a value somewhere.
function changed(value, known) {
  if (value === null || typeof value !== "object" || random(6) === 0) return made(known, random(2));
  const copy = Array.isArray(value) ? [...value] : { ...value };
  const keys = Object.keys(copy);
  const what = random(8);
  if (keys.length > 0 && what < 5) {
    const key = pick(keys);
    copy[key] = changed(copy[key], known);
  } else if (keys.length > 0 && what === 5) {
    const key = pick(keys);
    if (Array.isArray(copy)) copy.splice(Number(key), 1);
    else delete copy[key];
  } else if (Array.isArray(copy)) copy.push(keys.length > 0 && random(2) ? pick(copy) : made(known, 1));
  else copy[String(pick(known))] = made(known, random(3));
  return copy;
}

function jsonFiles(path) {
  if (!existsSync(path)) return [];
  return readdirSync(path).filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(path, name), "utf8").replace(/^\ufeff/, "")));
}

let judged = 0;
let left = 0;
for (const name of readdirSync(join(folder, "schemastore"))) {
  const home = join(folder, "schemastore", name);
  try {
    const schema = JSON.parse(readFileSync(join(home, "schema.json"), "utf8"));
    const [, Ajv] = drafts.find(([pattern]) => pattern.test(schema.$schema ?? "")) ?? drafts[0];
    if (!Ajv) throw new Error("no ajv for this draft");
    const ajv = new Ajv(options);
    formats(ajv);
    const judge = ajv.compile(schema);
    const known = [...words(schema)];
    const seeds = [...jsonFiles(join(home, "valid")), ...jsonFiles(join(home, "invalid"))];
    const lines = [];
    for (let i = 0; i < Number(count); i += 1) {
      let value = seeds.length > 0 && random(5) > 0 ? pick(seeds) : made(known, 3);
      for (let j = random(3); j >= 0; j -= 1) value = changed(value, known);
      lines.push(JSON.stringify({ valid: judge(value), value }));
    }
    writeFileSync(join(out, `${name}.jsonl`), lines.join("\n") + "\n");
    judged += 1;
  } catch (problem) {
    console.log(`left out: ${name}: ${problem.message.slice(0, 100)}`);
    left += 1;
  }
}
console.log(`${judged} schemas, ${left} left out`);
