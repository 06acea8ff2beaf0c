// files.js - the folders that are open in the editor, as files in the memory of the program.
//
// A program of WebAssembly cannot wait for a file, and an editor in a browser gives one only later. So the program sees
// an empty file or folder where it looks for the first time. That is noted, the editor is asked, and the program has to
// look again.

/** Returns the path of a file by its URI, as the server writes it. */
const pathOf = (uri) => decodeURIComponent(new URL(uri).pathname);
const uriOf = (path) => `file://${path.split('/').map(encodeURIComponent).join('/')}`;

export class Files {
  #FS;
  #missing = new Set();
  #open = new Set();

  constructor(FS) { this.#FS = FS; }

  /** Whether the program has got all that it looked for. */
  get areComplete() { return this.#missing.size === 0; }

  /** Opens a folder. */
  open(uri) {
    this.#FS.mkdirTree(pathOf(uri));
    const node = this.#nodeOf(pathOf(uri));
    this.#open.add(node);
    this.#watch(node);
    this.#missing.clear();
  }

  #nodeOf(path) {
    const { exists, object } = this.#FS.analyzePath(path);
    return exists ? object : undefined;
  }

  // Notes when the program looks into a file or a folder that was not read.
  #watch(node) {
    const note = (of) => { if (!of.isRead) this.#missing.add(of); };
    const { node_ops: ops, stream_ops: streams } = node;
    if (this.#FS.isDir(node.mode)) {
      node.node_ops = {
        ...ops,
        lookup(folder, name) { note(folder); return ops.lookup(folder, name); },
        readdir(folder) { note(folder); return ops.readdir(folder); },
      };
    } else {
      node.stream_ops = { ...streams, open: (stream) => note(stream.node) };
    }
  }

  /** Notes that a file or a folder was made, has changed, or is gone. */
  changed(uri, isGone) {
    const path = pathOf(uri), node = this.#nodeOf(path), folder = this.#nodeOf(path.replace(/\/[^/]*$/, ''));
    if (node) node.isRead = false;
    if (folder) folder.isRead = false;
    if (node && isGone && !this.#open.has(node)) this.#remove(node);
    this.#missing.clear();
  }

  /** Asks the editor for all that the program looked for. `read` gets a list of files, and returns what is in them. */
  async load(read) {
    const nodes = [...this.#missing];
    const found = await read(nodes.map((node) => ({
      uri: uriOf(this.#FS.getPath(node)), isFolder: this.#FS.isDir(node.mode),
    })));
    this.#missing.clear();
    nodes.forEach((node, i) => {
      if (node.parent.contents[node.name] !== node) return; // its folder was read again, and has it no more
      node.isRead = true;
      if (this.#FS.isDir(node.mode)) this.#fill(node, found[i] ?? []);
      else if (found[i]) Object.assign(node, { contents: found[i], usedBytes: found[i].length, timestamp: Date.now() });
      else this.#remove(node);
    });
  }

  #fill(folder, entries) {
    const names = new Map(entries.map(({ name, isFolder }) => [name, isFolder]));
    for (const node of Object.values(folder.contents)) {
      if (names.get(node.name) === this.#FS.isDir(node.mode)) names.delete(node.name);
      else this.#remove(node);
    }
    for (const [name, isFolder] of names) {
      const path = `${this.#FS.getPath(folder)}/${name}`;
      this.#watch(isFolder ? this.#FS.mkdir(path) : this.#FS.create(path));
    }
  }

  #remove(node) {
    const path = this.#FS.getPath(node);
    if (!this.#FS.isDir(node.mode)) return this.#FS.unlink(path);
    Object.values(node.contents).forEach((child) => this.#remove(child));
    this.#FS.rmdir(path);
  }
}
