// VS Code on a computer: starts `yschema lsp`. Where that is not installed, the language server in this package runs:
// the same one, as WebAssembly. In a folder that is on no disk, it runs in a worker, as in a browser.

const { access, constants, readFile } = require('node:fs/promises');
const path = require('node:path');
const { Worker } = require('node:worker_threads');
const { commands, window, workspace } = require('vscode');
const { AbstractMessageReader, AbstractMessageWriter, LanguageClient } = require('vscode-languageclient/node');
const { extension } = require('./extension.js');
const virtual = require('./virtual.js');

/** Returns the path of a program, as a shell finds it in PATH, or undefined. Relative entries of PATH do not count: a
 * folder that is opened may have a program of that name. */
async function programOf(word) {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  const folders = path.basename(word) === word ? (process.env.PATH ?? '').split(path.delimiter) : [''];
  for (const folder of folders) {
    if (folder === '' ? !path.isAbsolute(word) : !path.isAbsolute(folder)) continue;
    for (const ending of endings) {
      const file = path.join(folder, word + ending);
      if (await access(file, constants.X_OK).then(() => true, () => false)) return file;
    }
  }
  return undefined;
}

/** Returns how the language server is started, or undefined if the word that a person has set is not found. */
async function serverOf(context, output) {
  const setting = workspace.getConfiguration('yschema');
  const [word, ...args] = setting.get('command');
  const command = await programOf(word);
  if (command) return { command, args };
  output.appendLine(`"${word}" was not found in ${process.env.PATH}`);
  const { globalValue, workspaceValue, workspaceFolderValue } = setting.inspect('command');
  if (globalValue ?? workspaceValue ?? workspaceFolderValue) return undefined;
  output.appendLine('The language server in this extension runs in its place. An installed one is faster.');
  return {
    command: process.execPath,
    args: [context.asAbsolutePath('server/bin/yschema.js'), 'lsp'],
    options: { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } },
  };
}

// The interface of a browser's worker, in one of Node.
const WORKER = `const { parentPort, workerData } = require('node:worker_threads');
globalThis.postMessage = (message) => parentPort.postMessage(message);
parentPort.on('message', (data) => globalThis.onmessage({ data }));
require(workerData);`;

class Reader extends AbstractMessageReader {
  constructor(worker) { super(); this.worker = worker; }
  listen(callback) {
    this.worker.on('message', callback);
    return { dispose: () => this.worker.off('message', callback) };
  }
}

class Writer extends AbstractMessageWriter {
  constructor(worker) { super(); this.worker = worker; }
  async write(message) { this.worker.postMessage(message); }
  end() {}
}

async function startWorker(context, options) {
  const worker = new Worker(WORKER, { eval: true, workerData: context.asAbsolutePath('dist/worker.js') });
  worker.postMessage({ program: await readFile(context.asAbsolutePath('server/yschema.wasm')) });
  const transports = async () => ({ reader: new Reader(worker), writer: new Writer(worker) });
  const client = new LanguageClient('yschema', 'yschema', transports, { ...options, ...virtual.options });
  virtual.serve(client);
  return { client, end: () => worker.terminate() };
}

async function start(context, options) {
  if ((workspace.workspaceFolders ?? []).some((folder) => folder.uri.scheme !== 'file')) {
    return startWorker(context, options);
  }
  const server = await serverOf(context, options.outputChannel);
  if (server) return { client: new LanguageClient('yschema', 'yschema', server, options) };
  window.showErrorMessage('yschema: the program that "yschema.command" names was not found.', 'Open Settings')
    .then((answer) => answer && commands.executeCommand('workbench.action.openSettings', 'yschema.command'));
  return undefined;
}

Object.assign(exports, extension(start));
