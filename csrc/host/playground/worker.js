// worker.js - runs yschema beside the page: commands on files in memory, and the language server.
//
// Messages: { id, start: bytes of yschema.wasm }, { id, run: { files, words } } and { id, serve: { files, text } }.

import createProgram from "engine";

const encoder = new TextEncoder();
let compiled, server;

function instantiate(print) {
  return new Promise((resolve, reject) => {
    createProgram({
      thisProgram: "yschema",
      print,
      printErr: print,
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled)).catch(reject);
        return {};
      },
    }).then((program) => resolve({ program }), reject);
  });
}

function write(program, files) {
  const { FS } = program;
  if (!FS.analyzePath("/work").exists) FS.mkdir("/work");
  FS.chdir("/work");
  for (const [name, text] of Object.entries(files)) FS.writeFile(name, text);
}

// A command in a program of its own, as a process would be.
async function run({ files, words }) {
  const lines = [];
  const { program } = await instantiate((line) => lines.push(line));
  write(program, files);
  const status = program.callMain(words);
  return { status, text: lines.join("\n") };
}

function given(program, bytes) {
  const at = program._malloc(bytes.length + 1);
  program.HEAPU8.set(bytes, at);
  program.HEAPU8[at + bytes.length] = 0;
  return at;
}

async function serve({ files, text }) {
  if (!server) {
    ({ program: server } = await instantiate(() => {}));
    server._ys_wasm_start_server();
  }
  write(server, files);
  const bytes = encoder.encode(text);
  const head = encoder.encode(`Content-Length: ${bytes.length}\r\n\r\n`);
  const message = new Uint8Array(head.length + bytes.length);
  message.set(head);
  message.set(bytes, head.length);
  const at = given(server, message);
  const answer = server._ys_wasm_serve(at, message.length);
  server._free(at);
  if (answer === 0) throw new Error("the language server failed");
  const heap = server.HEAPU8;
  return { text: new TextDecoder().decode(heap.subarray(answer, heap.indexOf(0, answer))) };
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
