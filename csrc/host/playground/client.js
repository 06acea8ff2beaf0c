// client.js - the page's side of the worker, and of the language server in it.

const FOLDER = "file:///work/";

/** Starts the worker. `ask` sends a message, and gives a promise of its result. */
export function startWorker(source) {
  const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  const waiting = new Map();
  let number = 0;
  worker.onmessage = ({ data: { id, result, problem } }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (problem === undefined) resolve(result);
    else reject(new Error(problem));
  };
  return function ask(message, transfer = []) {
    return new Promise((resolve, reject) => {
      waiting.set(++number, { resolve, reject });
      worker.postMessage({ id: number, ...message }, transfer);
    });
  };
}

/** The language server: `files` gives those of the folder, and `publish` gets the diagnostics of one. */
export class LanguageClient {
  constructor(ask, files, publish) {
    Object.assign(this, { ask, files, publish, number: 0, versions: new Map() });
  }

  async send(message) {
    let answer;
    for (const one of await this.ask({ serve: { files: this.files(), message: { jsonrpc: "2.0", ...message } } })) {
      if (one.method === "textDocument/publishDiagnostics")
        this.publish(one.params.uri.slice(FOLDER.length), one.params.diagnostics);
      else if (one.id !== undefined && one.id === message.id) answer = one.result;
    }
    return answer;
  }

  request(method, params) {
    return this.send({ id: ++this.number, method, params });
  }

  about(name, rest) {
    return { textDocument: { uri: FOLDER + name }, ...rest };
  }

  async start() {
    await this.request("initialize", {
      rootUri: FOLDER.slice(0, -1),
      capabilities: { textDocument: {
        hover: { contentFormat: ["plaintext"] },
        completion: { completionItem: { snippetSupport: false, documentationFormat: ["plaintext"] } },
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "refactor"] } } },
      } },
    });
    await this.send({ method: "initialized", params: {} });
  }

  /** Gives the server the text of a file: opens it, or changes it. */
  async give(name, text) {
    const version = (this.versions.get(name) ?? 0) + 1;
    this.versions.set(name, version);
    if (version === 1)
      await this.send({ method: "textDocument/didOpen", params: this.about(name, {
        textDocument: { uri: FOLDER + name, languageId: "yaml", version, text } }) });
    else
      await this.send({ method: "textDocument/didChange", params: {
        textDocument: { uri: FOLDER + name, version }, contentChanges: [{ text }] } });
  }

  async close(name) {
    if (!this.versions.delete(name)) return;
    await this.send({ method: "textDocument/didClose", params: this.about(name, {}) });
  }
}
