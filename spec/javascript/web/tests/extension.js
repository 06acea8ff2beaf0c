// An extension of VS Code for the web: a file system in memory, and the tests of yschema's extension on it. Posts what
// has failed to the server of the page, and at the end `done`.

const vscode = require('vscode');
const { Files } = require('./files.js');
const tests = require('./tests.js');

const post = (line) => fetch('http://' + location.host + '/said', { method: 'POST', body: line });

async function run() {
  const extension = vscode.extensions.getExtension('yschema.yschema');
  if (!extension) throw new Error('VS Code has not got the extension');
  await extension.activate();
  for (const [name, test] of Object.entries(tests)) {
    await test().then(() => post(`ok ${name}`), (problem) => post(`FAILED: ${name}: ${problem.stack ?? problem}`));
  }
}

exports.activate = (context) => {
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider('memory', new Files()));
  run().catch((problem) => post(`FAILED: ${problem.stack ?? problem}`)).then(() => post('done'));
};
