// Starts `yschema lsp`, and gives it YAML, JSON and Starlark files. Where that is not installed, the language server in
// this package runs: the same one, as WebAssembly.

const { access, constants } = require('node:fs/promises');
const path = require('node:path');
const { commands, window, workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

const LANGUAGES = ['yaml', 'json', 'jsonc', 'starlark'];

let client, output;

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
async function serverOf(setting) {
  const [word, ...args] = setting.get('command');
  const command = await programOf(word);
  if (command) return { command, args };
  output.appendLine(`"${word}" was not found in ${process.env.PATH}`);
  const { globalValue, workspaceValue, workspaceFolderValue } = setting.inspect('command');
  if (globalValue ?? workspaceValue ?? workspaceFolderValue) return undefined;
  output.appendLine('The language server in this extension runs in its place. An installed one is faster, and validates'
    + ' again when other programs change files.');
  return {
    command: process.execPath,
    args: [path.join(__dirname, '..', 'server', 'bin', 'yschema.js'), 'lsp'],
    options: { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } },
  };
}

async function start() {
  const server = await serverOf(workspace.getConfiguration('yschema'));
  if (!server) {
    const answer = await window.showErrorMessage(
      'yschema: the program that "yschema.command" names was not found.', 'Open Settings');
    if (answer) await commands.executeCommand('workbench.action.openSettings', 'yschema.command');
    return;
  }
  client = new LanguageClient('yschema', 'yschema', server, {
    documentSelector: LANGUAGES.map((language) => ({ scheme: 'file', language })),
    outputChannel: output,
  });
  await client.start();
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.stop();
}

exports.activate = async (context) => {
  output = window.createOutputChannel('yschema');
  context.subscriptions.push(
    output,
    commands.registerCommand('yschema.restart', async () => { await stop(); await start(); }),
    commands.registerCommand('yschema.showOutput', () => output.show()),
    workspace.onDidChangeConfiguration(async (event) => {
      if (!event.affectsConfiguration('yschema.command')) return;
      await stop();
      await start();
    }));
  await start();
};

exports.deactivate = stop;
