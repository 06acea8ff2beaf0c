// The extension of VS Code on a computer, with a folder that is on no disk: its server in a worker of Node, its language
// client, and a stand-in for the rest of VS Code. The last line is `N passed, M failed`.
//
//   node spec/javascript/virtual.cjs EXTENSION LIBRARIES    the folder of the extension; LIBRARIES has vscode-uri

const Module = require('node:module');
const path = require('node:path');

const [extension, libraries] = process.argv.slice(2).map((name) => path.resolve(name));
const { URI } = Module.createRequire(`${libraries}/package.json`)('vscode-uri');

const FILES = {
  '/p/.yschema.yml': 'configurations:\n- {name: app, schema: schemas/app.yml, each: ["config/*.yml"]}\n',
  '/p/schemas/app.yml': '#@data/values-schema\n---\nport: 80\n',
  '/p/config/a.yml': 'prot: 1\n',
};
const at = (name) => URI.from({ scheme: 'memory', authority: 'x', path: name });
const nothing = { dispose() {} };

function readDirectory({ path: folder }) {
  const found = new Map();
  for (const name of Object.keys(FILES).filter((one) => one.startsWith(`${folder}/`))) {
    const [first, rest] = name.slice(folder.length + 1).split('/');
    found.set(first, rest === undefined ? 1 : 2);
  }
  return Promise.resolve([...found]);
}

// What the test does not look at: events and registrations that do nothing, and classes without members.
const rest = (known) => new Proxy(known, { get: (of, name) => {
  if (!(name in of) && /^(on|register|create)[A-Z]/.test(String(name))) return () => nothing;
  if (!(name in of) && /^[A-Z]/.test(String(name))) of[name] = class {};
  return of[name];
} });

let publish;
const published = new Promise((resolve) => { publish = resolve; });
const settings = { command: ['yschema', 'lsp'], 'inlayHints.defaults': false };
const vscode = rest({
  Uri: URI,
  FileType: { File: 1, Directory: 2 },
  Disposable: Object.assign(class { dispose() {} }, { from: () => nothing }),
  EventEmitter: class { event() { return nothing; } fire() {} dispose() {} },
  CancellationTokenSource: class { token = { onCancellationRequested: () => nothing }; cancel() {} dispose() {} },
  Diagnostic: class { constructor(range, message) { this.message = message; } },
  CodeActionKind: new Proxy({}, { get: () => ({ append: () => ({}) }) }),
  env: { language: 'en' },
  version: '1.91.1',
  workspace: rest({
    workspaceFolders: [{ uri: at('/p'), name: 'p', index: 0 }],
    textDocuments: [{ uri: at('/p/config/a.yml'), languageId: 'yaml', version: 1, getText: () => FILES['/p/config/a.yml'] }],
    getWorkspaceFolder: (uri) => uri.scheme === 'memory' && uri.path.startsWith('/p') ? {} : undefined,
    getConfiguration: () => ({ get: (name) => settings[name], inspect: () => ({}) }),
    fs: { readDirectory, readFile: async (uri) => Buffer.from(FILES[uri.path]) },
  }),
  window: rest({ visibleTextEditors: [], tabGroups: rest({ all: [] }),
    createOutputChannel: () => ({ appendLine: console.log, append() {}, dispose() {} }) }),
  languages: rest({
    match: (selector, { uri }) => selector.some((filter) => filter.scheme === uri.scheme) ? 10 : 0,
    createDiagnosticCollection: () => ({ clear() {}, delete() {}, dispose() {},
      set: (uri, list) => list.length > 0 && publish(`${uri.toString()} ${list.map((one) => one.message)}`) }),
  }),
  commands: rest({}),
});

const load = Module._load;
Module._load = (name, ...others) => name === 'vscode' ? vscode : load(name, ...others);

async function main() {
  const { activate, deactivate } = require(`${extension}/dist/node.js`);
  await activate({ subscriptions: [], asAbsolutePath: (name) => path.join(extension, name) });
  const late = new Promise((resolve) => { setTimeout(resolve, 30000, 'nothing within 30 seconds').unref(); });
  const got = await Promise.race([published, late]);
  const isThere = /^memory:\/\/x\/p\/config\/a.yml prot is not declared in the schema/.test(got);
  if (!isThere) console.log(`FAILED: ${got}`);
  await deactivate();
  console.log(isThere ? '1 passed, 0 failed' : '0 passed, 1 failed');
  process.exit(isThere ? 0 : 1);
}
main().catch((problem) => { console.log(problem); console.log('0 passed, 1 failed'); process.exit(1); });
