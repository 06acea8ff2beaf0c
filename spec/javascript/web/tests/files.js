// A file system in memory, with a project in it.

const { Disposable, EventEmitter, FileChangeType, FileSystemError, FileType } = require('vscode');

const PROJECT = {
  '/owner/project/.yschema.yml': 'configurations:\n- {name: app, schema: [schemas/app.yml, schemas/rules.star], each: ["config/*.yml"]}\n'
    + '- {name: "größe", json_schema: schemas/other.json, each: ["größe/*.yml"]}\n',
  '/owner/project/schemas/app.yml': '#@data/values-schema\n#@ load("rules.star", "is_even")\n---\n'
    + '#@schema/desc "Where it listens"\n#@schema/validation ("an even number", is_even), min=1\n'
    + 'port: 80\n#@schema/validation one_of=["debug", "info"]\nlog: info\n',
  '/owner/project/schemas/rules.star': 'def is_even(value):\n  return value % 2 == 0\nend\n',
  '/owner/project/schemas/other.json': '{"properties": {"a": {"type": "integer"}}}\n',
  '/owner/project/config/first.yml': 'prot: 8080\n',
  '/owner/project/config/second.yml': 'port: 81\n',
  '/owner/project/größe/a b.yml': 'a: x\n',
  '/owner/project/schemas/lone.yml': '#@data/values-schema\n---\n#@schema/validation one_of=["debug", "info"]\n'
    + 'log: info\n',
  '/owner/project/lone.yml': '# yschema: schema=schemas/lone.yml\nlog: \n',
};

exports.Files = class {
  #changes = new EventEmitter();
  #files = new Map(Object.entries(PROJECT).map(([path, text]) => [path, new TextEncoder().encode(text)]));
  onDidChangeFile = this.#changes.event;

  #entries(path) {
    const found = new Map(), start = path === '/' ? path : `${path}/`;
    for (const name of this.#files.keys()) {
      const [first, rest] = name.startsWith(start) ? name.slice(start.length).split('/') : [];
      if (first) found.set(first, rest === undefined ? FileType.File : FileType.Directory);
    }
    return [...found];
  }

  watch() { return new Disposable(() => {}); }

  stat({ path }) {
    const bytes = this.#files.get(path);
    if (!bytes && this.#entries(path).length === 0) throw FileSystemError.FileNotFound(path);
    return { type: bytes ? FileType.File : FileType.Directory, ctime: 0, mtime: Date.now(), size: bytes?.length ?? 0 };
  }

  readDirectory({ path }) {
    const entries = this.#entries(path);
    if (entries.length === 0) throw FileSystemError.FileNotFound(path);
    return entries;
  }

  readFile({ path }) {
    const bytes = this.#files.get(path);
    if (!bytes) throw FileSystemError.FileNotFound(path);
    return bytes;
  }

  writeFile(uri, bytes) {
    const type = this.#files.has(uri.path) ? FileChangeType.Changed : FileChangeType.Created;
    this.#files.set(uri.path, bytes);
    this.#changes.fire([{ type, uri }]);
  }

  delete(uri) {
    this.#files.delete(uri.path);
    this.#changes.fire([{ type: FileChangeType.Deleted, uri }]);
  }

  createDirectory() {}

  rename() { throw FileSystemError.NoPermissions(); }
};
