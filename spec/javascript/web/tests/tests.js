// The tests, by their names. Each one uses the functions by which VS Code itself asks extensions.

const { commands, languages, Position, Range, Uri, window, workspace, WorkspaceEdit } = require('vscode');

const at = (name) => Uri.joinPath(workspace.workspaceFolders[0].uri, name);
const write = (name, text) => workspace.fs.writeFile(at(name), new TextEncoder().encode(text));

const allProblems = () => languages.getDiagnostics()
  .flatMap(([uri, list]) => list.map((one) => `${uri.path}:${one.range.start.line + 1}: ${one.message}`)).join('\n');

// Waits until a function returns what is wanted.
async function wait(get, want) {
  const end = Date.now() + 10000;
  for (;;) {
    const got = JSON.stringify(await get());
    if (got === JSON.stringify(want)) return;
    if (Date.now() > end) throw new Error(`${got}, and not ${JSON.stringify(want)}; all problems: ${allProblems()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const problems = (name) => languages.getDiagnostics(at(name))
  .map((one) => `${one.range.start.line + 1}:${one.range.start.character + 1} ${one.code?.value ?? one.code}`);

async function open(name, language = 'yaml') {
  const document = await workspace.openTextDocument(at(name));
  await window.showTextDocument(document);
  if (document.languageId !== language) throw new Error(`${name} has the language ${document.languageId}`);
  return document;
}

async function change(document, text) {
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, new Range(0, 0, document.lineCount, 0), text);
  await workspace.applyEdit(edit);
}

const ask = (request, ...rest) => commands.executeCommand(`vscode.execute${request}Provider`, ...rest);

module.exports = {
  async 'a mistake is marked, by a schema in another file'() {
    await open('config/first.yml');
    await wait(() => problems('config/first.yml'), ['1:1 unknown-key']);
  },

  async 'a fix corrects it'() {
    const document = await open('config/first.yml');
    const [fix] = await ask('CodeAction', document.uri, new Range(0, 1, 0, 1), 'quickfix');
    await workspace.applyEdit(fix.edit);
    await wait(() => document.getText(), 'port: 8080\n');
    await wait(() => problems('config/first.yml'), []);
  },

  async 'keys and values are completed'() {
    const document = await open('config/first.yml');
    await change(document, 'port: 8080\nlog: ');
    const labels = async () => (await ask('CompletionItem', document.uri, new Position(1, 5))).items
      .map((one) => one.label).filter((label) => ['debug', 'info'].includes(label)).sort();
    await wait(labels, ['debug', 'info']);
  },

  async 'a key is described'() {
    const document = await open('config/first.yml');
    await wait(async () => (await ask('Hover', document.uri, new Position(0, 1)))
      .some((one) => one.contents.some((part) => part.value.includes('Where it listens'))), true);
  },

  async 'its definition is in the schema'() {
    const document = await open('config/first.yml');
    await wait(async () => (await ask('Definition', document.uri, new Position(0, 1)))
      .map((one) => (one.targetUri ?? one.uri).toString()), [at('schemas/app.yml').toString()]);
  },

  async 'code that the schema loads decides'() {
    await open('config/second.yml');
    await wait(() => problems('config/second.yml'), ['1:7 custom']);
    await write('schemas/rules.star', 'def is_even(value):\n  return True\nend\n');
    await wait(() => problems('config/second.yml'), []);
  },

  async 'a schema that is edited and not saved decides'() {
    const document = await open('schemas/app.yml');
    await change(document, document.getText().replace('min=1', 'min=1000'));
    await wait(() => problems('config/second.yml'), ['1:7 min']);
    await commands.executeCommand('undo');
    await wait(() => problems('config/second.yml'), []);
  },

  async 'names with spaces and letters beyond ASCII'() {
    await open('größe/a b.yml');
    await wait(() => problems('größe/a b.yml'), ['1:4 type']);
  },

  async 'a file that names its schema'() {
    const document = await open('lone.yml');
    await change(document, '# yschema: schema=schemas/lone.yml\nlog: loud\n');
    await wait(() => problems('lone.yml'), ['2:6 one_of']);
  },

  async 'files that are made and deleted'() {
    await write('config/third.yml', 'log: loud\n');
    await wait(() => problems('config/third.yml'), ['1:6 one_of']);
    await workspace.fs.delete(at('config/third.yml'));
    await wait(() => problems('config/third.yml'), []);
  },

  async 'a schema that is deleted, and comes back'() {
    const text = await workspace.fs.readFile(at('schemas/other.json'));
    await workspace.fs.delete(at('schemas/other.json'));
    await wait(() => problems('größe/a b.yml').length + problems('.yschema.yml').length > 0
      && problems('größe/a b.yml')[0] !== '1:4 type', true);
    await workspace.fs.writeFile(at('schemas/other.json'), text);
    await wait(() => problems('größe/a b.yml'), ['1:4 type']);
  },

  async 'the server starts again'() {
    await commands.executeCommand('yschema.restart');
    await wait(() => problems('lone.yml'), ['2:6 one_of']);
  },
};
