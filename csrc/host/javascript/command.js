#!/usr/bin/env node
// The command yschema, on the files of this computer.
"use strict";
const { readFileSync } = require("fs");
const { join } = require("path");
const createProgram = require("../command.js");

let bytes;
try {
  bytes = readFileSync(join(__dirname, "..", "yschema.wasm"));
} catch (problem) {
  console.error(`yschema: Error: yschema.wasm cannot be read: ${problem.message}`);
  process.exit(2);
}

function failed(problem) {
  console.error(`yschema: Error: ${problem.message}`);
  process.exit(2);
}

// The language server: it gets the editor's bytes as they come, so that it need not wait for them.
function serve(program) {
  const problem = program._ys_wasm_start_server();
  if (problem !== 0) failed(new Error("the language server cannot be started"));
  process.stdin.on("data", (bytes) => {
    const at = program._malloc(bytes.length);
    program.HEAPU8.set(bytes, at);
    const answer = program._ys_wasm_serve(at, bytes.length);
    program._free(at);
    if (answer === 0) failed(new Error("the language server failed"));
    process.stdout.write(program.HEAPU8.slice(answer, program.HEAPU8.indexOf(0, answer)));
    const status = program._ys_wasm_server_status();
    if (status >= 0) process.stdout.write("", () => process.exit(status));
  });
  process.stdin.on("end", () => process.exit(1));
}

createProgram({
  thisProgram: "yschema",
  instantiateWasm(imports, done) {
    WebAssembly.instantiate(bytes, imports).then(({ instance, module }) => done(instance, module)).catch(failed);
    return {};
  },
}).then((program) => {
  const words = process.argv.slice(2);
  if (words.length === 1 && words[0] === "lsp") serve(program);
  else program.callMain(words);
}).catch(failed);
