// Asks yaml-language-server and `yschema lsp` for completions at the same places (places.mjs), and fails where the other
// one offers something that ours does not: node completion.mjs FOLDER SERVER YSCHEMA... (a command, in words).

import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { start } from "./language_client.mjs";
import { places } from "./places.mjs";

const [folder, server, ...yschema] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const root = pathToFileURL(resolve(folder)).href;

// Offers of the other server that we leave out: the name of the place and the label, and why.
const left_out = [
  [/./, /^(object|string|integer|boolean|array)$/], // names of types are no values
  [/^items/, /^- \(array item\)/], // where the keys of an item stand, no item can begin
  [/^prefixItems: "pair:\\n- /, /^port$/], // a key of the second item, for the first
  [/^defaults/, /^Default value$/], // ours shows the default itself
];

const label = (item) => String(item.label).replace(/^['"]|['"]$/g, "").trim();

async function labels(client, uri, text, position) {
  client.notify("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version: 1, text } });
  const answer = await client.request("textDocument/completion", { textDocument: { uri }, position });
  return new Set((answer?.items ?? answer ?? []).map(label));
}

const other = start([process.execPath, server, "--stdio"], (section) =>
  section === "yaml" ? { schemaStore: { enable: false }, kubernetesCRDStore: { enable: false } } : null);
const ours = start(yschema);
let passed = 0;
let failed = 0;
let served = 0; // places where the other one offers something
try {
  await Promise.all([other.initialize(root), ours.initialize(root)]);
  for (const [index, [name, schema, marked]] of places.entries()) {
    const body = { $schema: "https://json-schema.org/draft/2020-12/schema", ...schema };
    writeFileSync(`${folder}/${index}.json`, JSON.stringify(body));
    const text = `# yaml-language-server: $schema=${index}.json\n${marked.replace("|", "")}\n`;
    const before = marked.slice(0, marked.indexOf("|")).split("\n");
    const position = { line: before.length, character: before.at(-1).length };
    const uri = pathToFileURL(resolve(folder, `${index}.yml`)).href;
    writeFileSync(`${folder}/${index}.yml`, text);
    const theirs = [...await labels(other, uri, text, position)].filter((one) =>
      !left_out.some(([place, offer]) => place.test(name) && offer.test(one)));
    if (theirs.length > 0) served += 1;
    const found = await labels(ours, uri, text, position);
    const missing = theirs.filter((one) => !found.has(one));
    if (missing.length === 0) passed += 1;
    else {
      failed += 1;
      console.log(`FAILED: ${name}: only yaml-language-server offers ${missing.join(", ")} (ours: ${[...found].join(", ")})`);
    }
  }
  console.log(`completion: ${places.length} places, ${served} of them served by yaml-language-server`);
  if (served < places.length / 2) throw new Error("yaml-language-server offers too little to compare");
} catch (problem) {
  failed += 1;
  console.log(`FAILED: ${problem.message}`);
}
other.stop();
ours.stop();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
