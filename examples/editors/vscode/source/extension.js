// The part of the extension for all platforms: its commands, its output, and when the language server starts and ends.

const { commands, window, workspace } = require('vscode');

// Other extensions give some files of YAML a language of their own, such as `dockercompose`.
const FILES = [...['yaml', 'json', 'jsonc', 'starlark'].map((language) => ({ language })),
  { pattern: '**/*.{yml,yaml}' }];
const SETTINGS = ['yschema.command', 'yschema.inlayHints.defaults'];

/**
 * Makes the functions of the extension. `start` gets the context, and options for a language client; it returns what
 * has `client`, and perhaps `end`, or undefined if there is no server.
 */
exports.extension = (start) => {
  let output, running;

  async function begin(context) {
    const schemes = new Set(['file', ...(workspace.workspaceFolders ?? []).map((folder) => folder.uri.scheme)]);
    running = await start(context, {
      documentSelector: FILES.flatMap((file) => [...schemes].map((scheme) => ({ scheme, ...file }))),
      initializationOptions: { defaults: workspace.getConfiguration('yschema').get('inlayHints.defaults') },
      outputChannel: output,
    });
    await running?.client.start();
  }

  async function stop() {
    const { client, end } = running ?? {};
    running = undefined;
    await client?.stop().catch((problem) => output.appendLine(String(problem)));
    end?.();
  }

  // One after the other, also if something changes while the server starts.
  let last = Promise.resolve();
  const next = (action) => { last = last.then(action, action); return last; };

  return {
    activate(context) {
      const restart = () => next(async () => { await stop(); await begin(context); });
      output = window.createOutputChannel('yschema');
      context.subscriptions.push(
        output,
        commands.registerCommand('yschema.restart', restart),
        commands.registerCommand('yschema.showOutput', () => output.show()),
        workspace.onDidChangeWorkspaceFolders(restart),
        workspace.onDidChangeConfiguration((event) =>
          SETTINGS.some((name) => event.affectsConfiguration(name)) && restart()));
      return next(() => begin(context));
    },
    deactivate: () => next(stop),
  };
};
