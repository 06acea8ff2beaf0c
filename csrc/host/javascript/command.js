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

createProgram({
  thisProgram: "yschema",
  instantiateWasm(imports, done) {
    WebAssembly.instantiate(bytes, imports).then(({ instance, module }) => done(instance, module)).catch(failed);
    return {};
  },
}).then((program) => program.callMain(process.argv.slice(2))).catch(failed);
