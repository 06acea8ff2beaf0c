// server.js - the language server in a program of WebAssembly, for workers: it takes messages, and returns its own.

const encoder = new TextEncoder(), decoder = new TextDecoder();

/** Makes a program of compiled code. `print` gets the lines that it writes. */
export function instantiate(createProgram, compiled, print) {
  return new Promise((resolve, reject) => {
    createProgram({
      thisProgram: "yschema",
      print,
      printErr: print,
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled)).catch(reject);
        return {};
      },
    }).then(resolve, reject);
  });
}

// Messages as bytes, each with its length.
function framed(messages) {
  const parts = messages.flatMap((message) => {
    const body = encoder.encode(JSON.stringify(message));
    return [encoder.encode(`Content-Length: ${body.length}\r\n\r\n`), body];
  });
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

// The messages in what the server has sent.
function messagesIn(bytes) {
  const list = [];
  for (let at = 0; at < bytes.length;) {
    const head = decoder.decode(bytes.subarray(at, at + 200))
      .match(/^(?:[^\r]*\r\n)*?Content-Length: (\d+)\r\n(?:[^\r]+\r\n)*\r\n/);
    if (!head) throw new Error("the language server sent no message");
    at += head[0].length;
    list.push(JSON.parse(decoder.decode(bytes.subarray(at, at + Number(head[1])))));
    at += Number(head[1]);
  }
  return list;
}

/** The language server of a program. */
export class Server {
  #program;

  constructor(program) {
    if (program._ys_wasm_start_server() !== 0) throw new Error("the language server cannot be started");
    this.#program = program;
  }

  /** Gives it messages, and returns those that it sends because of them. */
  take(messages) {
    const program = this.#program, bytes = framed(messages);
    const at = program._malloc(bytes.length);
    if (at === 0) throw new Error("not enough memory");
    program.HEAPU8.set(bytes, at);
    const answer = program._ys_wasm_serve(at, bytes.length);
    program._free(at);
    if (answer === 0) throw new Error("the language server failed");
    const heap = program.HEAPU8;
    return messagesIn(heap.subarray(answer, heap.indexOf(0, answer)));
  }
}
