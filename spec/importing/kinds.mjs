// Compares the verdicts of `yschema import crd` and `import openapi` with those of ajv, and of kubeconform.
//
//   node spec/importing/kinds.mjs PACKAGES FOLDER OUT [COUNT] [KUBECONFORM]
//
// FOLDER has crds/, openapi/ (documents with kinds of Kubernetes) and manifests/. From PACKAGES, js-yaml, ajv-draft-04
// and ajv-formats are found. OUT gets the imported schemas, and COUNT objects: the manifests, objects made from the
// schemas, and changed ones. KUBECONFORM is the program; it gets the JSON Schemas that its own script would make.
// Prints each difference and its cause. Lists are long: the first of each cause are shown.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { changed, pick, random, words } from "./values.mjs";

const [packages, folder, out, count = "4000", kubeconform] = process.argv.slice(2);
const require = createRequire(resolve(packages, "x"));
const yaml = require("js-yaml");
const Ajv = require("ajv-draft-04").default ?? require("ajv-draft-04");
const formats = require("ajv-formats").default;
const program = resolve("lua/bin/yschema");

// ---- what a schema means, said once more ------------------------------------------

const isMap = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const only = (list) => JSON.stringify(list) === '[{"type":"integer"},{"type":"string"}]';
const known = ["date-time", "date", "email", "hostname", "ipv4", "ipv6"];

const text = { type: ["string", "null"] };
const map = { type: ["object", "null"], additionalProperties: text };

function metadata(own, without) {
  const made = { type: "object", ...own, properties: { ...own?.properties }, "x-kubernetes-preserve-unknown-fields": true };
  for (const [key, item] of Object.entries({ name: text, generateName: text, namespace: text, labels: map, annotations: map })) {
    if (without !== "metadata") made.properties[key] = { ...item, ...made.properties[key] };
  }
  return made;
}

// A structural schema as JSON Schema. Without one of the features, which is named, it shows what that causes.
function structural(schema, without, logical = false) {
  const node = { ...schema };
  if (node["x-kubernetes-int-or-string"]) {
    node.type = ["integer", "string"];
    if (only(node.anyOf)) delete node.anyOf;
  }
  if (!logical && node["x-kubernetes-embedded-resource"] && without !== "embedded") {
    node.properties = { apiVersion: { type: "string" }, kind: { type: "string" }, ...node.properties };
    node.properties.metadata = metadata(node.properties.metadata, without);
    node.required = [...new Set([...(node.required ?? []), "apiVersion", "kind"])];
  }
  if (!logical && node["x-kubernetes-list-type"] === "set" && without !== "set") node.uniqueItems = true;
  if (!logical && node.properties && node.additionalProperties === undefined
    && (!node["x-kubernetes-preserve-unknown-fields"] || without === "preserve")) node.additionalProperties = false;
  if (node.nullable && node.type && without !== "nullable") node.type = [node.type, "null"].flat();
  if (!known.includes(node.format) && without !== "formats") delete node.format;
  for (const key of ["items", "additionalProperties", "not"]) {
    if (isMap(node[key])) node[key] = structural(node[key], without, logical || key === "not");
  }
  for (const key of ["allOf", "anyOf", "oneOf"]) {
    if (node[key]) node[key] = node[key].map((item) => structural(item, without, true));
  }
  if (node.properties) {
    node.properties = Object.fromEntries(Object.entries(node.properties)
      .map(([key, item]) => [key, structural(item, without, logical)]));
  }
  return node;
}

function ofKind(schema, apiVersion, kind, without) {
  const root = { ...schema, properties: { ...schema.properties } };
  root.properties.metadata = metadata(root.properties.metadata, without);
  root.properties.apiVersion = { type: "string", enum: [apiVersion] };
  root.properties.kind = { type: "string", enum: [kind] };
  root.required = [...new Set([...(root.required ?? []), "apiVersion", "kind"])];
  return structural({ type: "object", ...root }, without);
}

// The JSON Schema that the script of kubeconform makes of a definition.
function ofScript(node) {
  if (Array.isArray(node)) return node.map(ofScript);
  if (!isMap(node)) return node;
  if (node.format === "int-or-string") return { oneOf: [{ type: "string" }, { type: "integer" }] };
  const made = Object.fromEntries(Object.entries(node).map(([key, item]) => [key, ofScript(item)]));
  if ("properties" in made && !("additionalProperties" in made)) made.additionalProperties = false;
  return made;
}

// Kubernetes has the regular expressions of Go.
const posix = { alpha: "A-Za-z", alnum: "0-9A-Za-z", digit: "0-9", space: "\\s", lower: "a-z", upper: "A-Z" };
const regExp = (text, flags) => new RegExp(text.replace(/\[:(\w+):\]/g, (_, name) => posix[name]).replaceAll("(?i)", ""),
  text.includes("(?i)") ? `${flags}i` : flags);
regExp.code = "regExp";

function compiled(schema) {
  const ajv = new Ajv({ strict: false, logger: false, ownProperties: true, validateFormats: true, code: { regExp } });
  formats(ajv);
  ajv.addFormat("byte", true); // it is reported as looser
  return ajv.compile(schema);
}

// ---- what is compared ---------------------------------------------------------------

const files = (name) => {
  try {
    return readdirSync(join(folder, name)).sort().map((file) => join(folder, name, file));
  } catch {
    return [];
  }
};
const documents = (file) => {
  try {
    return yaml.loadAll(readFileSync(file, "utf8")).filter(isMap);
  } catch {
    return []; // templates
  }
};

const kinds = new Map();
for (const crd of files("crds").flatMap(documents)) {
  if (crd.kind !== "CustomResourceDefinition") continue;
  for (const version of crd.spec.versions) {
    const api = `${crd.spec.group}/${version.name}`;
    const schema = version.schema.openAPIV3Schema;
    const make = (without) => compiled(ofKind(schema, api, crd.spec.names.kind, without));
    if (version.served) kinds.set(`${api} ${crd.spec.names.kind}`, { schema, make, script: ofScript(schema) });
  }
}
for (const file of files("openapi")) {
  const { components } = JSON.parse(readFileSync(file, "utf8"));
  for (const [name, schema] of Object.entries(components.schemas)) {
    const list = schema["x-kubernetes-group-version-kind"];
    if (list?.length !== 1 || !schema.properties?.apiVersion) continue;
    const whole = { $ref: `#/components/schemas/${name}`, components };
    const api = list[0].group ? `${list[0].group}/${list[0].version}` : list[0].version;
    const without = (what) => JSON.parse(JSON.stringify(whole), (key, item) =>
      (what === "integers" && key === "format" && /^int/.test(item) ? undefined : item));
    kinds.set(`${api} ${list[0].kind}`, { schema, components, make: (what) => compiled(without(what)), script: whole });
  }
}

const candidates = ["a", "1", "1h", "a.b", "https://a.b/c", "10.0.0.1", "2026-01-01T00:00:00Z", "2026-01-01", "a@b.c",
  "A", "a-b", "1Gi", "/a", "", "aaaaaaaaaa"];

// A value that the schema may accept.
function valueOf(schema, components, depth) {
  if (schema.$ref) return valueOf(components.schemas[schema.$ref.split("/").pop()], components, depth);
  if (schema.allOf?.[0]?.$ref) return valueOf(schema.allOf[0], components, depth);
  if (schema.enum) return pick(schema.enum);
  if (schema.nullable && random(8) === 0) return null;
  const type = schema.type ?? (schema.properties ? "object" : schema["x-kubernetes-int-or-string"] ? "string" : "any");
  if (type === "boolean") return random(2) === 0;
  if (type === "integer" || type === "number") return Math.max(schema.minimum ?? 0, Math.min(schema.maximum ?? 3, 3));
  if (type === "array") {
    const least = schema.minItems ?? 0;
    return Array.from({ length: depth > 0 ? Math.max(least, random(3)) : least },
      () => valueOf(schema.items ?? {}, components, depth - 1));
  }
  if (type === "object") {
    const entries = Object.entries(schema.properties ?? {})
      .filter(([key]) => schema.required?.includes(key) || (depth > 0 && random(depth > 3 ? 2 : 5) === 0));
    const made = Object.fromEntries(entries.map(([key, item]) => [key, valueOf(item, components, depth - 1)]));
    if (isMap(schema.additionalProperties) && depth > 0 && random(2)) {
      made.x = valueOf(schema.additionalProperties, components, depth - 1);
    }
    return made;
  }
  if (type === "any") return pick(["a", 1, true, {}]);
  const fitting = candidates.filter((text) => !schema.pattern || regExp(schema.pattern, "u").test(text));
  return pick(fitting.length > 0 ? fitting : candidates);
}

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, "objects"), { recursive: true });
mkdirSync(join(out, "schemas"));
const objects = [];
function add(name, value) {
  const [apiVersion, kind] = name.split(" ");
  const object = { ...(isMap(value) ? value : {}), apiVersion, kind };
  const file = join(out, "objects", `${String(objects.length).padStart(5, "0")}.json`);
  writeFileSync(file, JSON.stringify(object));
  objects.push({ name, object, file, ajv: kinds.get(name).validate(object) });
}

for (const [, one] of kinds) {
  one.validate = one.make();
  one.words = [...words(one.schema)];
}
const manifests = files("manifests").flatMap(documents)
  .flatMap((one) => (one.kind === "List" && Array.isArray(one.items) ? one.items.filter(isMap) : [one]))
  .map((value) => ({ name: `${value.apiVersion} ${value.kind}`, value })).filter(({ name }) => kinds.has(name));
for (const { name, value } of manifests) add(name, value);
const fromManifests = objects.length;
const names = [...kinds.keys()];
while (objects.length < Number(count)) {
  const name = names[objects.length % names.length];
  const one = kinds.get(name);
  const seeds = manifests.filter((manifest) => manifest.name === name);
  let value = seeds.length > 0 && random(3) > 0 ? pick(seeds).value : valueOf(one.schema, one.components, 7);
  for (let i = random(4); i > 0; i -= 1) value = changed(value, one.words);
  add(name, value);
}

// ---- verdicts -------------------------------------------------------------------------

function run(command, words, options = {}) {
  try {
    return execFileSync(command, words, { encoding: "utf8", maxBuffer: 2 ** 30, stdio: ["ignore", "pipe", "pipe"], ...options });
  } catch (problem) {
    if (problem.status > 1 || problem.status === null) throw problem;
    return problem.stdout;
  }
}
const seconds = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

const verdicts = new Map();
const start = performance.now();
const imports = [["crd", files("crds")], ...files("openapi").map((file) => ["openapi", [file]])];
imports.filter(([, list]) => list.length > 0).forEach(([what, list], i) => {
  const place = resolve(out, "schemas", String(i));
  const here = { cwd: join(out, "objects") }; // a project file names all files below
  run(program, ["import", what, ...list.map((file) => resolve(file)), "-q", "-o", `${place}/`, "--loss", `${place}.loss`], here);
  console.log(`${what} ${list.length > 1 ? `${list.length} files` : list[0]}: imported after ${seconds(start)}`);
  const text = run(program, ["check", "--project", join(place, ".yschema.yml"), "--report", "ndjson"], here);
  for (const line of text.split("\n").filter(Boolean)) {
    const { file, valid } = JSON.parse(line);
    if (file && typeof valid === "boolean") verdicts.set(resolve(here.cwd, file), valid);
  }
  console.log(`  checked after ${seconds(start)}`);
});

const theirs = new Map();
const failures = new Map();
if (kubeconform) {
  const place = join(out, "json");
  mkdirSync(place);
  for (const [name, { script }] of kinds) {
    const [api, kind] = name.split(" ");
    const [group, version = group] = api.split("/");
    writeFileSync(join(place, `${group}_${kind}_${version}.json`.toLowerCase()), JSON.stringify(script));
  }
  const location = `${place}/{{.Group}}_{{.ResourceKind}}_{{.ResourceAPIVersion}}.json`;
  const before = performance.now();
  const text = run(kubeconform, ["-output", "json", "-verbose", "-schema-location", location, join(out, "objects")]);
  for (const { filename, status, msg } of JSON.parse(text).resources) {
    theirs.set(resolve(filename), status === "statusValid");
    if (status === "statusError") failures.set(resolve(filename), `kubeconform: ${msg.replace(/ for \w+$/, "").slice(0, 90)}`);
  }
  console.log(`kubeconform: ${seconds(before)}`);
}

// ---- differences ----------------------------------------------------------------------

const sums = {};
const causes = {};
function cause(one, verdict) {
  for (const what of ["nullable", "preserve", "embedded", "set", "formats", "integers", "metadata"]) {
    const made = kinds.get(one.name);
    made[what] ??= made.make(what);
    if (made[what](one.object) === verdict && !failures.has(resolve(one.file))) return what;
  }
  return failures.get(resolve(one.file)) ?? "unknown";
}
function compare(title, one, ours, verdict) {
  sums[title] ??= { equal: 0, refused: 0, different: 0 };
  if (ours === verdict) {
    sums[title].equal += 1;
    if (!ours) sums[title].refused += 1;
    return;
  }
  sums[title].different += 1;
  const what = title === "ajv" ? "wrong" : cause(one, verdict);
  const list = ((causes[title] ??= {})[what] ??= []);
  list.push(`${one.file} ${one.name}: yschema ${ours}, ${title} ${verdict}`);
}
for (const one of objects) {
  const ours = verdicts.get(resolve(one.file));
  compare("ajv", one, ours, one.ajv);
  if (kubeconform) compare("kubeconform", one, ours, theirs.get(resolve(one.file)) ?? false);
}
console.log(`${kinds.size} kinds, ${objects.length} objects, ${fromManifests} of them manifests`);
for (const [title, sum] of Object.entries(sums)) {
  console.log(`${title}: ${sum.equal} equal verdicts, ${sum.refused} of them refusals; ${sum.different} different`);
  for (const [what, list] of Object.entries(causes[title] ?? {})) {
    console.log(`  ${what}: ${list.length}`);
    for (const line of list.slice(0, 5)) console.log(`    ${line}`);
  }
}
process.exit(causes.ajv ? 1 : 0);
