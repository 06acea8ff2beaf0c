// Whether the package of the extension for VS Code is whole, and how it colours annotations, by the library that VS Code
// itself uses. The last line is `N passed, M failed`.
//
//   node spec/javascript/extension.mjs FILE.vsix FOLDER    FOLDER has the libraries of the extension
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const [file, folder] = process.argv.slice(2).map((name) => path.resolve(name));
const require = createRequire(`${folder}/package.json`);
const { createOnigScanner, createOnigString, loadWASM } = require('vscode-oniguruma');
const { INITIAL, parseRawGrammar, Registry } = require('vscode-textmate');

let passed = 0, failed = 0;
const equal = (about, got, want) => {
  if (JSON.stringify(got) === JSON.stringify(want)) { passed++; return; }
  failed++;
  console.log(`FAILED: ${about}:\n  ${JSON.stringify(got)}, and not\n  ${JSON.stringify(want)}`);
};

// ---- the package ----

const inside = (name) => execFileSync('unzip', ['-p', file, `extension/${name}`], { maxBuffer: 1 << 26 }).toString();
const manifest = JSON.parse(inside('package.json'));
const named = [manifest.main, manifest.browser, 'dist/worker.js', ...manifest.contributes.grammars.map((one) => one.path),
  ...manifest.contributes.snippets.map((one) => one.path),
  ...manifest.contributes.walkthroughs.flatMap((one) => one.steps.map((step) => step.media.markdown))];
equal('files that the manifest names', named.length >= 8, true);
for (const name of named) equal(`${name} is inside`, inside(name.replace('./', '')).length > 100, true);
const page = inside('readme.md');
for (const name of [...Object.keys(manifest.contributes.configuration.properties),
  ...manifest.contributes.commands.map((one) => `${one.category}: ${one.title}`)]) {
  equal(`its page explains ${name}`, page.includes(name), true);
}
equal('at most 1.6 MB', fs.statSync(file).size <= 1.6e6, true);
const list = execFileSync('unzip', ['-Z1', file]).toString().split('\n');
equal('no libraries beside the bundle', list.filter((name) => /node_modules|source\//.test(name)), []);
equal('the program is there once', list.filter((name) => name.endsWith('.wasm')), ['extension/server/yschema.wasm']);
for (const name of ['bin/yschema.js', 'command.js', 'yschema.wasm', 'licenses/Lua']) {
  equal(`the server's ${name}`, list.includes(`extension/server/${name}`), true);
}
equal('its licence', list.includes('extension/LICENSE.txt'), true);
for (const name of ['node.js', 'browser.js', 'worker.js']) {
  fs.writeFileSync(`${folder}/bundle.js`, inside(`dist/${name}`));
  execFileSync(process.execPath, ['--check', `${folder}/bundle.js`]);
}

// ---- the colours ----

await loadWASM(fs.readFileSync(require.resolve('vscode-oniguruma').replace('main.js', 'onig.wasm')).buffer);
const grammars = {
  'source.yaml': `${folder}/node_modules/tm-grammars/grammars/yaml.json`,
  'yschema.annotations': `${folder}/syntaxes/annotations.tmLanguage.json`,
};
const registry = new Registry({
  onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
  loadGrammar: async (scope) => {
    const name = grammars[scope];
    return name ? parseRawGrammar(fs.readFileSync(name, 'utf8'), name) : null;
  },
  getInjections: (scope) => (scope === 'source.yaml' ? ['yschema.annotations'] : []),
});
const yaml = await registry.loadGrammar('source.yaml');

// Returns the parts of the last line that have a colour of ours, each with the last of its scopes.
function colours(text) {
  let state = INITIAL, tokens, last;
  for (const line of text.split('\n')) {
    last = line;
    ({ tokens, ruleStack: state } = yaml.tokenizeLine(line, state));
  }
  return tokens.filter((token) => /\.yschema$/.test(token.scopes.at(-1)) && !/^meta/.test(token.scopes.at(-1)))
    .map((token) => `${last.slice(token.startIndex, token.endIndex)} ${token.scopes.at(-1).replace('.yschema', '')}`);
}

equal('a rule', colours('#@schema/validation min=1'), ['@ punctuation.definition.annotation',
  'schema/validation entity.name.function.annotation', 'min variable.parameter', '= keyword.operator.assignment',
  '1 constant.numeric']);
equal('below a key', colours('a:\n  #@overlay/remove'), ['@ punctuation.definition.annotation',
  'overlay/remove entity.name.function.annotation']);
equal('a function', colours('a: 1 #@schema/validation ("x", function(v) return v ~= nil end)'),
  ['@ punctuation.definition.annotation', 'schema/validation entity.name.function.annotation',
    '" string.quoted.double', 'x string.quoted.double', '" string.quoted.double', 'function keyword.control',
    'v variable.other', 'return keyword.control', 'v variable.other', '~= keyword.operator', 'nil constant.language',
    'end keyword.control']);
equal('code', colours('#@ def f(x):'), ['@ punctuation.definition.annotation', 'def keyword.control',
  'f entity.name.function', 'x variable.other']);
equal('a note', colours('#! for readers'), ['! for readers comment.line.note']);
equal('other comments', colours('# min=1 @schema/x'), []);
equal('no comment', colours('a: "#@schema/nullable"'), []);
equal('a string without an end ends with its line', colours('#@schema/desc "a\nb: 1'), []);

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
