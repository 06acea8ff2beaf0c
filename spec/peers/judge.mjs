// Lets others judge what yschema exports: ajv the JSON Schemas and the values, a validator of
// OpenAPI the documents. Usage: node judge.mjs cases.jsonl; the packages are found from there.

import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const file = resolve(process.argv[2]);
const require = createRequire(file);
const formats = require("ajv-formats");
const { Validator } = await import(require.resolve("@seriousme/openapi-schema-validator"));

// A type is not needed where anything goes.
const options = { strict: true, strictTypes: false, allErrors: true };
const drafts = {
  "http://json-schema.org/draft-07/schema#": require("ajv").default,
  "https://json-schema.org/draft/2020-12/schema": require("ajv/dist/2020").default,
};

let passed = 0;
let failed = 0;

function count(holds, name, why) {
  if (holds) passed += 1;
  else {
    failed += 1;
    console.log(`FAILED: ${name}: ${why}`);
  }
}

function judge(row, uri, Ajv) {
  const ajv = new Ajv(options);
  formats.default(ajv);
  let validate;
  try {
    validate = ajv.compile({ ...row.schema, $schema: uri });
  } catch (problem) {
    return count(false, row.case, `${uri}: ${problem.message}`);
  }
  count(true);
  if (row.valid === null) return;
  const valid = validate(row.value);
  count(valid === row.valid, row.case,
    row.valid ? `ajv refuses: ${ajv.errorsText(validate.errors)}` : "ajv accepts what yschema refuses");
}

const rows = readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
const judged = { true: 0, false: 0, null: 0 };
for (const row of rows) {
  judged[row.valid] += 1;
  for (const [uri, Ajv] of Object.entries(drafts)) judge(row, uri, Ajv);
  const verdict = await new Validator().validate(row.openapi);
  count(verdict.valid, row.case, `OpenAPI: ${JSON.stringify(verdict.errors)}`);
}
console.log(`${rows.length} schemas; values: ${judged.true} valid, ${judged.false} not, ${judged.null} not judged`);
count(judged.true > 50 && judged.false > 10, "cases", "too few have values to judge");
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
