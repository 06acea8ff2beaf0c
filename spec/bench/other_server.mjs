// How long another language server takes from a change of a text to its diagnostics, in milliseconds: the 95th
// percentile, and its memory in MB.
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
const times = [];
let marked = 0;
for (let i = 1; i <= Number(count); i++) {
  const inserts = i % 2 === 1;
  const answer = next();
  const begin = process.hrtime.bigint();
  send({ method: 'textDocument/didChange', params: { textDocument: { uri, version: i + 1 }, contentChanges: [{
    range: { start: { line, character: 4 }, end: { line, character: inserts ? 4 : 5 } }, text: inserts ? 'x' : '' }] } });
  const params = await answer;
  times.push(Number(process.hrtime.bigint() - begin) / 1e6);
  if (params.diagnostics.length) marked += 1;
}
times.sort((one, other) => one - other);
const pages = Number(readFileSync(`/proc/${child.pid}/statm`, 'utf8').split(' ')[1]);
console.log(`change=${times[Math.ceil(times.length * 0.95) - 1].toFixed(3)}`);
console.log(`memory=${(pages * 4 / 1024).toFixed(1)}`);
console.log(`marked=${marked}`);
child.kill();
process.exit(0);
