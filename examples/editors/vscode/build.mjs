// Puts the extension and the library that it uses into one file for each place where it runs: dist/node.js and
// dist/browser.js; and the language server's worker into dist/worker.js. node build.mjs PROGRAM SERVER, where PROGRAM
// is the folder with engine.js, and SERVER is csrc/host/javascript/server.js. Each part of walkthrough.md becomes a file,
// for a step of the walkthrough.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const [program, server] = process.argv.slice(2);
const common = { bundle: true, minify: true, outdir: 'dist', logLevel: 'warning' };

await build({ ...common, entryPoints: ['source/node.js'], platform: 'node', target: 'node18', external: ['vscode'] });
await build({ ...common, entryPoints: ['source/browser.js'], platform: 'browser', format: 'cjs', target: 'es2022',
  external: ['vscode'] });
await build({ ...common, entryPoints: ['source/worker.js'], format: 'iife', target: 'es2022',
  alias: { engine: join(program, 'engine.js'), server } });

mkdirSync('dist/walkthrough', { recursive: true });
readFileSync('walkthrough.md', 'utf8').split(/^(?=## )/m).slice(1).forEach((part, i) =>
  // The page names files beside the language of their texts.
  writeFileSync(`dist/walkthrough/${i + 1}.md`, part.replace(/^```(\w+) \S+$/gm, '```$1')));
