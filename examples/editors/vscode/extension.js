// Starts `yschema lsp` for YAML, JSON and Starlark files.
const { workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

exports.activate = () => {
  const [command, ...args] = workspace.getConfiguration('yschema').get('command');
  const languages = ['yaml', 'json', 'starlark'];
  client = new LanguageClient('yschema', 'yschema', { command, args }, {
    documentSelector: languages.map((language) => ({ scheme: 'file', language })),
  });
  return client.start();
};

exports.deactivate = () => client && client.stop();
