// Random values of interest to a JSON Schema, and the ajv for its draft: for instances.mjs and exports.mjs.

import { createRequire } from "node:module";
import { resolve } from "node:path";

// Drops the keywords beside $ref, which are ignored up to draft-07. ajv has an option for that,
// which keeps `type`.
function aloneWithRef(node) {
  if (Array.isArray(node)) return node.map(aloneWithRef);
  if (node === null || typeof node !== "object") return node;
  const kept = (key) => typeof node.$ref !== "string" || ["$ref", "$schema", "$id", "id", "definitions"].includes(key);
  return Object.fromEntries(Object.entries(node).filter(([key]) => kept(key))
    .map(([key, item]) => [key, aloneWithRef(item)]));
}

// Finds ajv, ajv-formats and ajv-draft-04 from a folder. The result compiles a schema.
export function validates(folder) {
  const require = createRequire(resolve(folder, "x"));
  const load = (name) => {
    try {
      return require(name).default ?? require(name);
    } catch {
      return null;
    }
  };
  const formats = load("ajv-formats");
  const drafts = [
    [/draft-0[67]/, load("ajv")], [/draft-04/, load("ajv-draft-04")], [/2019-09/, load("ajv/dist/2019")],
    [/2020-12/, load("ajv/dist/2020")],
  ];
  return (schema) => {
    const [, Ajv] = drafts.find(([pattern]) => pattern.test(schema.$schema ?? "")) ?? drafts[0];
    if (!Ajv) throw new Error("no ajv for this draft");
    // From 2019-09 on, a format validates nothing.
    const validateFormats = !/2019-09|2020-12/.test(schema.$schema ?? "");
    const ajv = new Ajv({ strict: false, logger: false, ownProperties: true, validateFormats });
    formats(ajv);
    return ajv.compile(validateFormats ? aloneWithRef(schema) : schema);
  };
}

let state = 1;
export function random(n) {
  state = (state * 1103515245 + 12345) % 2147483648;
  return Math.floor((state / 2147483648) * n);
}
export const pick = (list) => list[random(list.length)];

// Strings and numbers that a schema names, which values of interest are made of.
export function words(node, found = new Set()) {
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

export function made(known, depth) {
  const kind = random(4);
  if (depth === 0 || kind === 0) return scalar(known);
  if (kind === 1) return Array.from({ length: random(4) }, () => made(known, depth - 1));
  return Object.fromEntries(Array.from({ length: random(5) }, () => [String(pick(known)), made(known, depth - 1)]));
}

// Changes a value somewhere.
export function changed(value, known) {
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
