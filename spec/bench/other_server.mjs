// How long another language server takes from a change of a text to its diagnostics, and for answers about the new text
// when it has published them, in milliseconds: 95th percentiles; and its memory in MB.
//
//   node spec/bench/other_server.mjs FOLDER COUNT COMMAND...
//
// FOLDER has `edited.yml` and `schema.json`.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, count, ...command] = process.argv.slice(2);
const child = spawn(command[0], command.slice(1), { stdio: ['pipe', 'pipe', 'ignore'] });
const waiting = new Map();
let buffer = Buffer.alloc(0), id = 0, published = () => {};

const send = (message) => {
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
  child.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
  child.stdin.write(body);
};
const request = (method, params) => new Promise((done) => {
  id += 1;
  waiting.set(id, done);
  send({ id, method, params });
});
const schema = pathToFileURL(resolve(folder, 'schema.json')).href;
const settings = { yaml: { schemas: { [schema]: '*' }, validate: true, maxItemsComputed: 5 } };

const take = (message) => {
  if (message.method === 'workspace/configuration') {
    const items = message.params.items.map((item) => item.section === 'yaml' ? settings.yaml : {});
    send({ id: message.id, result: items });
  } else if (message.method && message.id !== undefined) {
    send({ id: message.id, result: null });
  } else if (message.method === 'textDocument/publishDiagnostics') {
    published(message.params);
  } else if (waiting.has(message.id)) {
    waiting.get(message.id)(message.result);
  }
};
child.stdout.on('data', (bytes) => {
  buffer = Buffer.concat([buffer, bytes]);
  for (;;) {
    const end = buffer.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/content-length: *(\d+)/i.exec(buffer.toString('latin1', 0, end))[1]);
    if (buffer.length < end + 4 + length) return;
    const body = buffer.toString('utf8', end + 4, end + 4 + length);
    buffer = buffer.subarray(end + 4 + length);
    take(JSON.parse(body));
  }
});

const text = readFileSync(resolve(folder, 'edited.yml'), 'utf8');
const uri = pathToFileURL(resolve(folder, 'edited.yml')).href;
const next = () => new Promise((done) => { published = done; });

const root = pathToFileURL(resolve(folder)).href;
await request('initialize', { processId: process.pid, rootUri: root, workspaceFolders: [{ uri: root, name: 'x' }],
  capabilities: { workspace: { configuration: true }, textDocument: { publishDiagnostics: {} } } });
send({ method: 'initialized', params: {} });
send({ method: 'workspace/didChangeConfiguration', params: { settings } });
let first = next();
send({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'yaml', version: 1, text } } });
await first;
await new Promise((done) => setTimeout(done, 3000));
const line = Math.floor((text.split('\n').length - 1) / 2);
let version = 1, marked = 0;

// Makes an edit, and waits for the diagnostics.
const edit = async () => {
  version += 1;
  const inserts = version % 2 === 0;
  const answer = next();
  send({ method: 'textDocument/didChange', params: { textDocument: { uri, version }, contentChanges: [{
    range: { start: { line, character: 4 }, end: { line, character: inserts ? 4 : 5 } }, text: inserts ? 'x' : '' }] } });
  if ((await answer).diagnostics.length) marked += 1;
};
const measured = async (act, before = async () => {}) => {
  const times = [];
  for (let i = 0; i < Number(count); i++) {
    await before();
    const begin = process.hrtime.bigint();
    await act();
    times.push(Number(process.hrtime.bigint() - begin) / 1e6);
  }
  times.sort((one, other) => one - other);
  return times[Math.ceil(times.length * 0.95) - 1].toFixed(3);
};
console.log(`change=${await measured(edit)}`);
const asked = { textDocument: { uri }, position: { line, character: 5 } };
for (const name of ['hover', 'completion', 'documentSymbol', 'foldingRange']) {
  console.log(`${name}=${await measured(() => request(`textDocument/${name}`, asked), edit)}`);
}
const pages = Number(readFileSync(`/proc/${child.pid}/statm`, 'utf8').split(' ')[1]);
console.log(`memory=${(pages * 4 / 1024).toFixed(1)}`);
console.log(`marked=${marked}`);
child.kill();
process.exit(0);
