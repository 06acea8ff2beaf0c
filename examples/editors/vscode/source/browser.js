// VS Code in a browser: the language server runs as WebAssembly, in a worker.

const { Uri, workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/browser');
const { extension } = require('./extension.js');
const virtual = require('./virtual.js');

async function start(context, options) {
  const inside = (...names) => Uri.joinPath(context.extensionUri, ...names);
  const program = await workspace.fs.readFile(inside('server', 'yschema.wasm'));
  const worker = new Worker(inside('dist', 'worker.js').toString(true));
  worker.postMessage({ program });
  const client = new LanguageClient('yschema', 'yschema', { ...options, ...virtual.options }, worker);
  virtual.serve(client);
  return { client, end: () => worker.terminate() };
}

Object.assign(exports, extension(start));
