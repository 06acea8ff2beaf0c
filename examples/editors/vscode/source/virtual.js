// The services of the editor for a language server in a worker: names of files that are paths, and the files.
//
// To the server, all files are on one disk: vscode-vfs://github/owner/name is /vscode-vfs:github/owner/name there.

const { commands, FileType, Uri, window, workspace } = require('vscode');

const toServer = (uri) =>
  Uri.from({ scheme: 'file', path: `/${uri.scheme}:${uri.authority}${uri.path}` }).toString();

function fromServer(text) {
  const uri = Uri.parse(text);
  const [, scheme, authority, path] = (uri.scheme === 'file' && uri.path.match(/^\/([^/:]+):([^/]*)(.*)$/)) || [];
  return scheme ? uri.with({ scheme, authority, path }) : uri;
}

/** Options of a language client. */
exports.options = { uriConverters: { code2Protocol: toServer, protocol2Code: fromServer } };

// Returns the entries of a folder, or the bytes of a file; null: it cannot be read, or is in no folder that is open.
async function read({ uri, isFolder }) {
  const at = fromServer(uri);
  if (!workspace.getWorkspaceFolder(at)) return null;
  try {
    if (!isFolder) return await workspace.fs.readFile(at);
    const entries = await workspace.fs.readDirectory(at);
    return entries.map(([name, type]) => ({ name, isFolder: (type & FileType.Directory) !== 0 }));
  } catch {
    return null;
  }
}

/** Answers what the server in a worker asks beyond the protocol. */
exports.serve = (client) => {
  client.onRequest('yschema/read', ({ files }) => Promise.all(files.map(read)));
  client.onNotification('yschema/failed', async ({ message }) => {
    client.outputChannel.appendLine(`The language server has ended: ${message}`);
    const answer = await window.showErrorMessage(`yschema: the language server has ended: ${message}`, 'Restart');
    if (answer) await commands.executeCommand('yschema.restart');
  });
};
