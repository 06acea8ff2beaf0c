// Lets yaml-language-server, which editors ask, look at bad values files, and compares the lines that
// it marks with those that yschema names: node editor.mjs FOLDER SERVER (see editor.lua).

import { readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { start } from "./language_client.mjs";

const [folder, server] = process.argv.slice(2).map((path) => resolve(path));
const client = start([process.execPath, server, "--stdio"]);

function look_at(name) {
  const file = `${folder}/${name}.yml`;
  return client.open(pathToFileURL(file).href, readFileSync(file, "utf8"));
}

let passed = 0;
let failed = 0;
try {
  await client.initialize(null);
  client.notify("workspace/didChangeConfiguration", {
    settings: { yaml: { validate: true, schemaStore: { enable: false }, kubernetesCRDStore: { enable: false } } },
  });
  const names = readdirSync(folder).filter((name) => name.endsWith(".lines")).map((name) => name.slice(0, -6));
  for (const name of names) {
    const said = readFileSync(`${folder}/${name}.lines`, "utf8").split("\n").filter(Boolean).map(Number);
    const found = await look_at(name);
    const lines = [...new Set(found.map((one) => one.range.start.line + 1))].sort((a, b) => a - b);
    const unread = found.find((one) => one.message.startsWith("Unable to load schema"));
    if (!unread && lines.join() === said.sort((a, b) => a - b).join()) passed += 1;
    else {
      failed += 1;
      console.log(`FAILED: ${name}: the editor marks the lines ${lines}, yschema ${said}`);
      for (const one of found) console.log(`    ${one.range.start.line + 1}: ${one.message}`);
    }
  }
  console.log(`yaml-language-server: ${names.length} values files, ${passed} with the same lines marked`);
} catch (problem) {
  failed += 1;
  console.log(`FAILED: ${problem.message}`);
}
client.stop();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
