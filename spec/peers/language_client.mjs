// A client of a language server that is started as a command: requests, notifications, and the next diagnostics of a file.

import { spawn } from "node:child_process";

const TIMEOUT = 30000; // of one answer, in milliseconds

// Returns the client of the server that `command` (words) starts. `settings(section)` answers workspace/configuration.
export function start(command, settings = () => null) {
  const child = spawn(command[0], command.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Map(); // of a file or a request: who waits for it
  let read = Buffer.alloc(0);
  let last = 0;

  function send(message) {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  function take(message) {
    if (message.method === "textDocument/publishDiagnostics") {
      waiting.get(message.params.uri)?.(message.params.diagnostics);
    } else if (message.method && message.id !== undefined) {
      const items = message.method === "workspace/configuration"
        ? message.params.items.map((item) => settings(item.section)) : null;
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

  const client = {
    notify: (method, params) => send({ method, params }),
    request(method, params) {
      last += 1;
      const result = answer(last);
      send({ id: last, method, params });
      return result;
    },
    // Opens a file in the server; returns its diagnostics.
    open(uri, text) {
      const marked = answer(uri);
      client.notify("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version: 1, text } });
      return marked;
    },
    async initialize(root) {
      await client.request("initialize", {
        processId: process.pid,
        rootUri: root,
        workspaceFolders: root && [{ uri: root, name: "root" }],
        capabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } } } },
      });
      client.notify("initialized", {});
    },
    stop: () => child.kill(),
  };
  return client;
}
