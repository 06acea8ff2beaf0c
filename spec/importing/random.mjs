// Makes random JSON Schemas with values that ajv and Hyperjump have validated, for spec/importing/random.lua. Where these
// two differ, which is mostly about what is unevaluated, the value is left out.
//
//   node random.mjs PACKAGES SEED COUNT [VALUES] > schemas.jsonl
//
// PACKAGES is a folder from which both are found. Each line is {"seed", "draft", "schema", "tests": [{"data", "valid"}]};
// the seeds are SEED and those that follow it.

import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [packages, first, count, values = "30"] = process.argv.slice(2);
const require = createRequire(resolve(packages, "x"));
class Ajv6 extends require("ajv").default {
  constructor(options) {
    super(options);
    this.addMetaSchema(require("ajv/dist/refs/json-schema-draft-06.json"));
  }
}
const drafts = {
  6: [Ajv6, "http://json-schema.org/draft-06/schema#"],
  7: [require("ajv").default, "http://json-schema.org/draft-07/schema#"],
  2019: [require("ajv/dist/2019").default, "https://json-schema.org/draft/2019-09/schema"],
  2020: [require("ajv/dist/2020").default, "https://json-schema.org/draft/2020-12/schema"],
};

const names = { 6: "draft-06", 7: "draft-07", 2019: "draft-2019-09", 2020: "draft-2020-12" };
const hyperjump = {};
for (const [draft, name] of Object.entries(names))
  hyperjump[draft] = await import(pathToFileURL(require.resolve(`@hyperjump/json-schema/${name}`)));

// The validator of Hyperjump for a schema.
async function second(made, seed, draft, uri) {
  const address = `https://example.org/${seed}`;
  hyperjump[draft].registerSchema(made, address, uri);
  const validate = await hyperjump[draft].validate(address);
  return (data) => validate(data).valid;
}

let state = 1;
function random(n) {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % n;
}
const pick = (list) => list[random(list.length)];
const some = (make, least, most) => Array.from({ length: least + random(most - least + 1) }, make);

const different = (list) => [...new Map(list.map((item) => [JSON.stringify(item), item])).values()];

const keys = ["a", "b", "ab", "c"];
const types = ["null", "boolean", "object", "array", "number", "string", "integer"];

function value(depth) {
  const kind = random(depth > 0 ? 12 : 8);
  if (kind < 8) return pick([null, true, false, 0, 1, 2, 1.5, -1, 10, "", "a", "ab", "b1", {}, [], "a", 1]);
  if (kind < 10) return some(() => value(depth - 1), 0, 3);
  return Object.fromEntries(some(() => [pick(keys), value(depth - 1)], 0, 3));
}

const map = (make) => Object.fromEntries(some(() => [pick(keys), make()], 1, 3));

// Each keyword with what it may be.
function keywords(depth, draft, top) {
  const below = () => schema(depth - 1, draft);
  const below_list = () => some(below, 1, 3);
  const list = {
    type: () => (random(3) ? pick(types) : different(some(() => pick(types), 1, 3))),
    enum: () => different(some(() => value(1), 1, 3)), const: () => value(1), minimum: () => pick([0, 1, 1.5]),
    maximum: () => pick([1, 2, 10]), exclusiveMinimum: () => pick([0, 1]), exclusiveMaximum: () => pick([2, 1.5]),
    multipleOf: () => pick([1, 2, 0.5]), minLength: () => random(3), maxLength: () => random(3),
    pattern: () => pick(["^a", "b$", "^[ab]+$", "\\d", ""]), minItems: () => random(3), maxItems: () => random(3),
    uniqueItems: () => random(4) > 0, minProperties: () => random(3), maxProperties: () => random(3),
    required: () => different(some(() => pick(keys), 1, 2)), default: () => value(1),
  };
  if (depth <= 0) return list;
  Object.assign(list, {
    properties: () => map(below), additionalProperties: below, propertyNames: below, not: below,
    patternProperties: () => Object.fromEntries(some(() => [pick(["^a", "b$", "^c"]), below()], 1, 2)),
    items: below, allOf: below_list, anyOf: below_list, oneOf: below_list, if: below, then: below,
    else: below, $ref: () => `#/${draft < 10 ? "definitions" : "$defs"}/${pick(["x", "y"])}`,
    properties2: () => map(below),
  });
  if (draft === 6) ["if", "then", "else"].forEach((name) => delete list[name]);
  if (draft < 2020) list.additionalItems = below;
  if (draft < 10) {
    Object.assign(list, { dependencies: () => map(() => (random(2) ? below() : some(() => pick(keys), 1, 1))) });
  } else {
    if (draft === 2020) list.prefixItems = below_list;
    Object.assign(list, { dependentSchemas: () => map(below), minContains: () => random(3),
      maxContains: () => random(3), dependentRequired: () => map(() => some(() => pick(keys), 1, 1)),
      unevaluatedProperties: below, unevaluatedItems: below });
  }
  // ajv 8 forgets to begin anew with `contains` for each of several arrays, and takes all items for looked at by it.
  if (top) list.contains = below;
  return list;
}

function schema(depth, draft, top = false) {
  if (random(8) === 0) return random(2) === 0;
  const list = keywords(depth, draft, top);
  const made = {};
  for (const name of some(() => pick(Object.keys(list)), 1, depth > 2 ? 4 : 3)) made[name.replace("2", "")] = list[name]();
  if (made.items !== undefined && draft < 2020 && random(3) === 0 && typeof made.items === "object")
    made.items = [made.items];
  if (made.contains !== undefined) {
    delete made.prefixItems;
    if (Array.isArray(made.items)) delete made.items;
    delete made.unevaluatedItems;
  }
  return made;
}

// A definition below $defs may refer to x from y, so that there are no circles.
function without_refs(node, allowed) {
  if (node === null || typeof node !== "object") return node;
  if (Array.isArray(node)) return node.map((item) => without_refs(item, allowed));
  return Object.fromEntries(Object.entries(node).filter(([key, item]) => key !== "$ref" || item.endsWith(allowed))
    .map(([key, item]) => [key, without_refs(item, allowed)]));
}

for (let seed = Number(first); seed < Number(first) + Number(count); seed += 1) {
  state = Math.imul(seed, 2654435761);
  const draft = pick([6, 7, 7, 2019, 2020, 2020]);
  const [Ajv, uri] = drafts[draft];
  let made = schema(2 + random(2), draft, true);
  if (typeof made === "object") {
    const defs = { x: without_refs(schema(2, draft), "-"), y: without_refs(schema(2, draft), "x") };
    made = { $schema: uri, ...made, [draft < 10 ? "definitions" : "$defs"]: defs };
  }
  try {
    const validate = new Ajv({ strict: false, logger: false }).compile(made);
    const other = await second(made, seed, draft, uri);
    const tests = some(() => value(3), Number(values), Number(values)).map((data) => ({ data, valid: validate(data) }))
      .filter(({ data, valid }) => other(data) === valid);
    console.log(JSON.stringify({ seed, draft, schema: made, tests }));
  } catch (problem) {
    console.error(`left out: ${seed}: ${problem.message.slice(0, 200)}`);
  }
}
