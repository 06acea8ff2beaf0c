// Random schemas and values: the package says the same as the module for Lua, which wrote the file that
// YSCHEMA_WRITTEN names (spec/properties/written.lua).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const folder = resolve(process.env.YSCHEMA_PACKAGE ?? "build/npm/package");
const { load } = await import(pathToFileURL(join(folder, "index.mjs")));

const written = process.env.YSCHEMA_WRITTEN;

// Beyond 2^53, JSON.parse gives the nearest number.
const plain = (value) => JSON.parse(JSON.stringify(value, (_, one) => typeof one === "bigint" ? Number(one) : one));

test("random compositions", { skip: !written }, async () => {
  const lines = readFileSync(written, "utf8").trimEnd().split("\n");
  assert.ok(lines.length >= 100);
  for (const line of lines) {
    const { schema: content, layers, report, value } = JSON.parse(line);
    const schema = await load(content, { name: "s.yml" });
    const result = schema.apply(...layers);
    assert.equal(result.report, report, line);
    if (value !== undefined) assert.deepEqual(plain(result.value), JSON.parse(value), line);
    schema.free();
  }
});
