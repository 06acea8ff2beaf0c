// Lets yaml-language-server, which editors ask, look at bad values files, and compares the lines that
// it marks with those that yschema names: node editor.mjs FOLDER SERVER (see editor.lua).

import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, server] = process.argv.slice(2).map((path) => resolve(path));
const TIMEOUT = 30000; // of one file, in milliseconds

// ---- the protocol ------------------------------------------------------------

const child = spawn(process.execPath, [server, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
const waiting = new Map(); // of a file or a request: who waits for it
let read = Buffer.alloc(0);

function send(message) {
  const text = JSON.stringify({ jsonrpc: "2.0", ...message });
  child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
}

function take(message) {
  if (message.method === "textDocument/publishDiagnostics") {
    waiting.get(message.params.uri)?.(message.params.diagnostics);
  } else if (message.method && message.id !== undefined) {
    const items = message.method === "workspace/configuration" ? message.params.items.map(() => null) : null;
    send({ id: message.id, result: items });
  } else if (message.id !== undefined) waiting.get(message.id)?.(message.result);
}

child.stdout.on("data", (data) => {
  read = Buffer.concat([read, data]);
  for (;;) {
    const end = read.indexOf("\r\n\r\n");
    if (end < 0) return;
    const length = Number(/content-length: *(\d+)/i.exec(read.subarray(0, end).toString())[1]);
    if (read.length < end + 4 + length) return;
    const message = JSON.parse(read.subarray(end + 4, end + 4 + length).toString());
    read = read.subarray(end + 4 + length);
    take(message);
  }
});

function answer(about) {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`no answer about ${about}`)), TIMEOUT);
    waiting.set(about, (result) => {
      clearTimeout(timer);
      done(result);
    });
  });
}

// ---- the files ---------------------------------------------------------------

async function look_at(name) {
  const file = `${folder}/${name}.yml`;
  const uri = pathToFileURL(file).href;
  const marked = answer(uri);
  send({
    method: "textDocument/didOpen",
    params: { textDocument: { uri, languageId: "yaml", version: 1, text: readFileSync(file, "utf8") } },
  });
  return marked;
}

let passed = 0;
let failed = 0;
try {
  const ready = answer(1);
  send({ id: 1, method: "initialize", params: { processId: process.pid, rootUri: null, capabilities: {} } });
  await ready;
  send({ method: "initialized", params: {} });
  send({
    method: "workspace/didChangeConfiguration",
    params: { settings: { yaml: { validate: true, schemaStore: { enable: false }, kubernetesCRDStore: { enable: false } } } },
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
child.kill();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
