// Compares the verdicts of yschema on objects of Kubernetes with those of an API server, as oracle.mjs has them.
// Usage: node run.mjs PEERS FOLDER COUNT COMMAND...
// PEERS has node_modules, and gets what is written. FOLDER has definitions in `crds`, objects in `manifests`, and perhaps
// a `swagger.json`. COUNT objects are made of the definitions, and as many of the swagger.json: objects of `manifests`
// or of the schemas, most of them with one change. The last line is "N passed, M failed".

import { createRequire } from "node:module";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { spawnSync } from "node:child_process";
import { of_core, of_resource, prepare } from "./oracle.mjs";
import { line_of, mutant, random_of, read_of, value_for } from "./mutants.mjs";

const [peers, folder, count, ...command] = process.argv.slice(2);
const require = createRequire(resolve(peers, "x.js"));
const yaml = require("yaml");
// Go's expressions may say in the middle that letters of both cases count.
const regExp = (text) => new RegExp(text.replaceAll("(?i)", ""), text.includes("(?i)") ? "i" : "");
regExp.code = "new RegExp";
const ajv = prepare(new (require("ajv").default)({ strict: false, logger: false, validateFormats: true, code: { regExp } }));
const work = resolve(peers, "kubernetes");
const random = random_of(1);

function files_in(path) {
  if (!existsSync(path)) return [];
  return readdirSync(path).sort().flatMap((name) => {
    const file = join(path, name);
    return statSync(file).isDirectory() ? files_in(file) : /\.(ya?ml|json)$/.test(name) ? [file] : [];
  });
}

function documents_of(file) {
  return yaml.parseAllDocuments(readFileSync(file, "utf8"), { logLevel: "error" }).flatMap((d) => {
    if (d.errors.length > 0) return [];
    try { return [d.toJS({ maxAliasCount: -1, mapAsMap: false })]; } catch { return []; }
  }).filter((d) => d && typeof d === "object");
}

// Rules in CEL are compared elsewhere.
function without_rules(node) {
  if (Array.isArray(node)) return node.map(without_rules);
  if (node === null || typeof node !== "object") return node;
  return Object.fromEntries(Object.entries(node).filter(([key, value]) =>
    !(key === "x-kubernetes-validations" && Array.isArray(value))).map(([key, value]) => [key, without_rules(value)]));
}

function yschema(...words) {
  const done = spawnSync(command[0], [...command.slice(1), ...words], { cwd: work, encoding: "utf8", maxBuffer: 2 ** 30 });
  if (done.error) throw done.error;
  return done;
}

const kinds = new Map(); // `apiVersion kind`: { accepts, schema, definitions }

function import_definitions() {
  const definitions = files_in(join(folder, "crds")).flatMap(documents_of)
    .filter((d) => d.kind === "CustomResourceDefinition" && d.apiVersion === "apiextensions.k8s.io/v1").map(without_rules);
  const names = [];
  for (const [i, crd] of definitions.entries()) {
    writeFileSync(join(work, `crd${i}.yml`), yaml.stringify(crd, { aliasDuplicateObjects: false }));
    names.push(`crd${i}.yml`);
    for (const { name, served, schema } of crd.spec.versions) {
      if (served === false) continue;
      const version = `${crd.spec.group}/${name}`;
      kinds.set(`${version} ${crd.spec.names.kind}`, { schema: schema.openAPIV3Schema,
        accepts: of_resource(ajv, schema.openAPIV3Schema, version, crd.spec.names.kind) });
    }
  }
  if (names.length > 0) {
    const done = yschema("import", "crd", ...names, "-o", "schemas/", "-q");
    if (done.status !== 0) throw new Error(done.stderr);
  }
  return definitions.length;
}

function import_core() {
  const file = join(folder, "swagger.json");
  if (!existsSync(file)) return;
  const done = yschema("import", "openapi", resolve(file), "-o", "core/", "-q");
  if (done.status !== 0) throw new Error(done.stderr);
  for (const [name, kind] of of_core(ajv, JSON.parse(readFileSync(file, "utf8")))) {
    if (!name.endsWith("List")) kinds.set(name, kind); // their items are validated one by one
  }
}

// Returns the lines of a file that yschema refuses, by a project file.
function refused_in(project, file) {
  const done = yschema("check", "--project", project, "--report", "json", "--all", file);
  if (done.status > 1) throw new Error(done.stdout + done.stderr);
  const report = JSON.parse(done.stdout);
  const lines = new Map();
  for (const v of report.violations) if (!lines.has(v.line)) lines.set(v.line, v.message);
  return lines;
}

const verdicts = { objects: 0, accepted: 0, refused: 0, wrongly_refused: 0, wrongly_accepted: 0 };

function compare(name, project, rows) {
  const file = `${name}.yml`;
  writeFileSync(join(work, file), rows.map(([, object]) => `---\n${line_of(object)}\n`).join(""));
  const refused = refused_in(project, file);
  for (const [i, [kind, object]] of rows.entries()) {
    const theirs = kind.accepts(read_of(object));
    const why = refused.get(2 * i + 2) ?? refused.get(2 * i + 1);
    const mine = why === undefined;
    verdicts.objects += 1;
    verdicts[theirs ? "accepted" : "refused"] += 1;
    if (mine === theirs) continue;
    const way = theirs ? "wrongly_refused" : "wrongly_accepted";
    verdicts[way] += 1;
    if (verdicts[way] > 20) continue;
    console.log(`FAILED: ${way}: ${why ?? "?"}\n  ${line_of(object).slice(0, 2000)}`);
  }
}

const key_of = (object) => `${object.apiVersion} ${object.kind}`;

function objects_of(project, wanted) {
  const given = files_in(join(folder, "manifests")).flatMap(documents_of)
    .flatMap((d) => d.kind === "List" && Array.isArray(d.items) ? d.items : [d])
    .filter((d) => d && kinds.has(key_of(d)) && wanted(key_of(d)));
  compare(`${project}-given`, `${project}/.yschema.yml`, given.map((object) => [kinds.get(key_of(object)), object]));
  return given;
}

function compare_mutants(project, wanted) {
  const given = objects_of(project, wanted);
  const names = [...kinds.keys()].filter(wanted);
  if (names.length === 0) return;
  for (let from = 0; from < Number(count); from += 500) {
    const rows = [];
    for (let i = 0; i < Math.min(500, count - from); i += 1) {
      let object = given.length > 0 && random.chance(50) ? random.pick(given) : undefined;
      if (!object) {
        const name = random.pick(names);
        const { schema, definitions } = kinds.get(name);
        const [apiVersion, kind] = name.split(" ");
        object = { ...value_for(random, schema, definitions), apiVersion, kind, metadata: { name: "a" } };
      }
      rows.push([kinds.get(key_of(object)), random.chance(90) ? mutant(random, object) : object]);
    }
    compare(`${project}-mutants${from}`, `${project}/.yschema.yml`, rows);
  }
  console.log(`${project}: ${names.length} kinds, ${given.length} objects given`);
}

rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
const definitions = import_definitions();
const custom = new Set(kinds.keys());
import_core();
if (definitions > 0) compare_mutants("schemas", (name) => custom.has(name));
compare_mutants("core", (name) => !custom.has(name));
console.log(`${definitions} definitions; ${JSON.stringify(verdicts)}`);
const failed = verdicts.wrongly_refused + verdicts.wrongly_accepted;
console.log(`${verdicts.objects - failed} passed, ${failed} failed`);
