// Lets others validate what yschema exports: ajv the JSON Schemas and the values, a validator of
// OpenAPI the documents, and ajv again the values by these.
// Usage: node validate.mjs schemas.jsonl [brief]; with `brief` what is validated otherwise is only counted. The packages are found from there.

import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const file = resolve(process.argv[2]);
const require = createRequire(file);
const formats = require("ajv-formats");
const { Validator } = await import(require.resolve("@seriousme/openapi-schema-validator"));

// A type is not needed where anything goes, and a key that is given need not be described beside `required`.
const options = { strict: true, strictTypes: false, strictRequired: false, allErrors: true };
const drafts = {
  "draft-07": ["http://json-schema.org/draft-07/schema#", require("ajv").default],
  "2020-12": ["https://json-schema.org/draft/2020-12/schema", require("ajv/dist/2020").default],
};

let passed = 0;
let failed = 0;
let agreed = 0;
const rest = new Map(); // reason: what ajv validates otherwise for it

function count(holds, name, why) {
  if (holds) passed += 1;
  else {
    failed += 1;
    console.log(`FAILED: ${name}: ${why}`);
  }
}

function note(reason, name, by) {
  if (!rest.has(reason)) rest.set(reason, new Map());
  const names = rest.get(reason);
  names.set(name, [...(names.get(name) ?? []), by]);
}

// All comments in a schema: what it says that it cannot say.
function comments(node) {
  if (node === null || typeof node !== "object") return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === "$comment" && typeof value === "string" ? [value] : comments(value));
}

function has_patterns(node) {
  return node !== null && typeof node === "object"
    && Object.entries(node).some(([key, value]) => key === "patternProperties" || has_patterns(value));
}

function compile(schema, Ajv, name, more = {}) {
  const ajv = new Ajv({ ...options, ...more });
  formats.default(ajv);
  try {
    return ajv.compile(schema);
  } catch (problem) {
    count(false, name, problem.message);
    return null;
  }
}

// The others have to accept what yschema accepts. A value that it refuses has to be refused, unless the schema says
// in a comment that it cannot say it. Where the validate is known to know better, it has to do so.
function validate(row, by, validate, unsaid) {
  for (const { text, value, valid, because } of row.values) {
    const name = `${row.name}, ${text}, by ${by}`;
    const accepted = validate(value);
    if (accepted === valid) {
      agreed += 1;
      count(!because, name, `they agree, though it is said that ${because}`);
    } else if (valid && !because) {
      const problems = validate.errors.map((e) => `${e.instancePath} ${e.message}`).join("; ");
      count(false, name, `ajv refuses what yschema accepts: ${problems}`);
    } else if (because || unsaid.length > 0) {
      note(because ?? unsaid.join("; "), `${row.name}: ${text}`, by);
    } else count(false, name, "ajv accepts what yschema refuses, and the schema has no comment");
  }
}

// A bound of OpenAPI 3.0 is exclusive by a flag; one of JSON Schema, by its name.
function bounds_of(node) {
  const bounds = { ...node };
  for (const [name, exclusive] of [["minimum", "exclusiveMinimum"], ["maximum", "exclusiveMaximum"]]) {
    if (typeof node[exclusive] !== "boolean") continue;
    delete bounds[exclusive];
    if (!node[exclusive]) continue;
    bounds[exclusive] = node[name];
    delete bounds[name];
  }
  return bounds;
}

// OpenAPI's `nullable` means nothing where no type is named.
function as_json_schema(node) {
  if (Array.isArray(node)) return node.map(as_json_schema);
  if (node === null || typeof node !== "object") return node;
  const idle = typeof node.nullable === "boolean" && typeof node.type !== "string";
  return Object.fromEntries(Object.entries(bounds_of(node))
    .filter(([key]) => !(idle && key === "nullable"))
    .map(([key, value]) => [key, as_json_schema(value)]));
}

const validator = new Validator();

async function validate_openapi(row, unsaid) {
  const verdict = await validator.validate(row.openapi);
  count(verdict.valid, row.name, `OpenAPI: ${JSON.stringify(verdict.errors)}`);
  if (!verdict.valid) return;
  const schemas = as_json_schema(validator.specification.components.schemas);
  const schema = { ...schemas.dataValues, components: { schemas } };
  const words = { strict: false, formats: { float: true } };
  const validate = compile(schema, drafts["draft-07"][1], `${row.name}, OpenAPI`, words);
  if (validate) validate(row, "OpenAPI", validate, unsaid);
}

const rows = readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
const validated = { true: 0, false: 0 };
const silent = new Map(); // reason: cases without values to validate
for (const row of rows) {
  const unsaid = comments(row.schema);
  for (const { valid } of row.values) validated[valid] += 1;
  if (row.why) silent.set(row.why, [...(silent.get(row.why) ?? []), row.name]);
  for (const [draft, [uri, Ajv]] of Object.entries(drafts)) {
    const validate = compile({ ...row.schema, $schema: uri }, Ajv, `${row.name}, ${draft}`);
    count(validate !== null, row.name, "it does not compile");
    if (validate) validate(row, draft, validate, unsaid);
  }
  const patterns = has_patterns(row.schema) ? ["OpenAPI 3.0 has no patternProperties"] : [];
  await validate_openapi(row, [...unsaid, ...patterns]);
}

const listed = [...rest.values()].flatMap((names) => [...names.values()].flat()).length;
if (process.argv[3] === "brief") {
  silent.clear();
  rest.clear();
}
for (const [reason, names] of silent) {
  console.log(`${names.length} cases without values to validate: ${reason}: ${names.join(" ")}`);
}
for (const [reason, names] of rest) {
  console.log(`validated otherwise by ajv: ${reason}:`);
  for (const [name, validates] of names) console.log(`    ${name} (${validates.join(", ")})`);
}
console.log(`${rows.length} schemas; ${validated.true} good values and ${validated.false} bad ones, each validated three times: `
  + `${agreed} verdicts agree, ${listed} are listed with the reason`);
count(validated.true > 50 && validated.false > 10, "cases", "too few have values to validate");
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
