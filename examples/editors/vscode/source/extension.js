// Starts `yschema lsp`, and gives it YAML, JSON and Starlark files.

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

async function start() {
  const [word, ...args] = workspace.getConfiguration('yschema').get('command');
  const command = await programOf(word);
  if (!command) {
    output.appendLine(`"${word}" was not found in ${process.env.PATH}`);
    const answer = await window.showErrorMessage(
      `yschema: "${word}" was not found. Install it, or set "yschema.command" to an absolute path.`, 'Open Settings');
    if (answer) await commands.executeCommand('workbench.action.openSettings', 'yschema.command');
    return;
  }
  client = new LanguageClient('yschema', 'yschema', { command, args }, {
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
