// Puts the extension and the library that it uses into one file, dist/extension.js.

import { build } from 'esbuild';

await build({
  entryPoints: ['source/extension.js'],
  outfile: 'dist/extension.js',
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node18',
  external: ['vscode'],
  logLevel: 'warning',
});
