// Talks to the language server with the library that VS Code uses. Prints what it answers, and as the last line
// `N passed, M failed`.
//
//   NODE_PATH=build/peers/node_modules node spec/server/clients/vscode.cjs FOLDER COMMAND...
const { spawn } = require('child_process');
const { createProtocolConnection, StreamMessageReader, StreamMessageWriter } =
  require('vscode-languageserver-protocol/node');
const fs = require('fs');
const { pathToFileURL } = require('url');

const [folder, ...command] = process.argv.slice(2);
const child = spawn(command[0], command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
const connection = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
let passed = 0, failed = 0;
const equal = (what, got, want) => {
  if (JSON.stringify(got) === JSON.stringify(want)) { passed++; return; }
  failed++;
  console.log(`FAILED: ${what}: ${JSON.stringify(got)}, and not ${JSON.stringify(want)}`);
};
const uri = (name) => pathToFileURL(`${folder}/${name}`).href;
const shown = (list) => list.map((one) => `${one.range.start.line}:${one.range.start.character} ${one.code}`);

const exited = new Promise((resolve) => child.on('exit', resolve));

async function main() {
  const registered = new Promise((resolve) => connection.onRequest('client/registerCapability', (params) => {
    resolve(params.registrations[0].method);
    return null;
  }));
  connection.listen();
  const first = await connection.sendRequest('initialize', {
    processId: process.pid, rootUri: pathToFileURL(folder).href,
    workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'x' }],
    capabilities: {
      general: { positionEncodings: ['utf-16'] },
      workspace: { didChangeWatchedFiles: { dynamicRegistration: true }, diagnostics: { refreshSupport: true } },
      textDocument: { diagnostic: {}, inlayHint: {} },
    },
  });
  equal('server', first.serverInfo.name, 'yschema');
  equal('unit', first.capabilities.positionEncoding, 'utf-16');
  await connection.sendNotification('initialized', {});
  equal('registered', await registered, 'workspace/didChangeWatchedFiles');
  const document = { uri: uri('site.yml'), languageId: 'yaml', version: 1, text: "name: ''\nport: x\n" };
  await connection.sendNotification('textDocument/didOpen', { textDocument: document });
  const pull = (previousResultId) => connection.sendRequest('textDocument/diagnostic',
    { textDocument: { uri: document.uri }, previousResultId });
  const full = await pull();
  equal('pulled', shown(full.items), ['0:6 min_len', '1:6 type']);
  equal('unchanged', (await pull(full.resultId)).kind, 'unchanged');
  await connection.sendNotification('textDocument/didChange', { textDocument: { uri: document.uri, version: 2 },
    contentChanges: [{ range: { start: { line: 1, character: 6 }, end: { line: 1, character: 7 } }, text: '5' }] });
  equal('after a change', shown((await pull()).items), ['0:6 min_len']);
  const all = await connection.sendRequest('workspace/diagnostic', { previousResultIds: [] });
  equal('of all files', all.items.filter((one) => one.items.length).map((one) => one.uri), [document.uri]);
  const hints = await connection.sendRequest('textDocument/inlayHint', { textDocument: { uri: document.uri },
    range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } } });
  equal('inlay hints', hints === null || Array.isArray(hints), true);
  const late = connection.sendRequest('textDocument/hover', { textDocument: { uri: document.uri },
    position: { line: 1, character: 1 } });
  equal('hover', /^`port`: integer/.test((await late).contents.value), true);
  await connection.sendNotification('textDocument/didOpen', { textDocument: { uri: uri('schema.yml'),
    languageId: 'yaml', version: 1, text: fs.readFileSync(`${folder}/schema.yml`, 'utf8') } });
  const edit = await connection.sendRequest('textDocument/rename', { textDocument: { uri: uri('schema.yml') },
    position: { line: 4, character: 1 }, newName: 'listen' });
  equal('renamed files', Object.keys(edit.changes).sort(), [uri('base.yml'), uri('schema.yml'), uri('site.yml')]);
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  equal('exit status', await exited, 0);
}

const timer = setTimeout(() => { failed++; finish(); }, 30000);
function finish() {
  console.log(`${passed} passed, ${failed} failed`);
  child.kill();
  process.exit(failed ? 1 : 0);
}
main().catch((problem) => { failed++; console.log(`FAILED: ${problem && problem.stack}`); })
  .then(() => { clearTimeout(timer); finish(); });
