// worker.js - runs yschema beside the page: commands on files in memory, and the language server.
//
// Messages: { id, start: bytes of yschema.wasm }, { id, run: { files, words } } and { id, serve: { files, message } }.

import createProgram from "engine";
import { instantiate, Server } from "server";

let compiled, server;

function write(program, files) {
  const { FS } = program;
  if (!FS.analyzePath("/work").exists) FS.mkdir("/work");
  FS.chdir("/work");
  for (const [name, text] of Object.entries(files)) FS.writeFile(name, text);
}

// A command in a program of its own, as a process would be.
async function run({ files, words }) {
  const lines = [];
  const program = await instantiate(createProgram, compiled, (line) => lines.push(line));
  write(program, files);
  const status = program.callMain(words);
  return { status, text: lines.join("\n") };
}

async function serve({ files, message }) {
  if (!server) {
    const program = await instantiate(createProgram, compiled, () => {});
    server = { program, of: new Server(program) };
  }
  write(server.program, files);
  return server.of.take([message]);
}

async function start(bytes) {
  compiled = await WebAssembly.compile(bytes);
  return {};
}

// One message after the other, in their order.
let last = Promise.resolve();
onmessage = ({ data }) => {
  last = last.then(async () => {
    try {
      const result = data.start ? await start(data.start) : data.run ? await run(data.run) : await serve(data.serve);
      postMessage({ id: data.id, result });
    } catch (problem) {
      if (data.serve) server = undefined;
      postMessage({ id: data.id, problem: String(problem?.message ?? problem) });
    }
  });
};
