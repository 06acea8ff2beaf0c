// api.js - schemas of yschema for programs in JavaScript. make.lua puts it between emscripten's code and the exports
// of each kind of module, which also give `readWasm`.

// The texts and numbers of a record, in the order of csrc/host/wasm/wasm.c.
const TEXTS = ["kind", "rule", "argument", "severity", "path", "pointer", "message", "found", "expected", "hint",
  "fix", "file", "schemaFile", "schemaPointer"];
const NUMBERS = ["line", "column", "schemaLine"];
const IN_JSON = new Set(["argument", "fix"]);

const VALID = 0, NO_MEMORY = 3;
const YAML = 1, JSON_TEXT = 2;
const NULL = 0, BOOLEAN = 1, INTEGER = 2, FLOAT = 3, STRING = 4, ARRAY = 5;
const DEEPEST = 1000;

const MOST_BYTES = 2 ** 31;

// Texts of other copies of this package on the same page are texts, too.
const NAMED = Symbol.for("yschema.Text");

const encoder = new TextEncoder(), decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Thrown where a schema is not valid, a call is not, or `check` finds violations. */
class YschemaError extends Error {
  constructor(message, violations = []) {
    super(message);
    this.name = "YschemaError";
    this.violations = violations;
  }
}

/** A text with the name that reports call it. */
class Text {
  constructor(name, text) {
    if (!isContent(text)) throw new YschemaError("a text is a string or a Uint8Array");
    this.name = nameOf(name);
    this.text = text;
  }

  get [NAMED]() {
    return true;
  }
}

function nameOf(name) {
  if (typeof name === "string" && name !== "" && !name.includes("\0")) return name;
  throw new YschemaError("the name of a text is a string, which is not empty and has no zero byte");
}

function isNamed(value) {
  return value?.[NAMED] === true;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isContent(value) {
  return typeof value === "string" || value instanceof Uint8Array;
}

/** Names a text: `schema.apply(text("values.yml", "port: 80"))`. */
function text(name, content) {
  return new Text(name, content);
}

// ---- values to JSON --------------------------------------------------------------------

function refuse(path, problem) {
  throw new YschemaError(`${path || "the value"} is ${problem}`);
}

function below(path, key) {
  if (typeof key === "number") return `${path}[${key}]`;
  return path === "" ? key : `${path}.${key}`;
}

function writeEntries(entries, path, depth) {
  const parts = [];
  for (const [key, value] of entries) {
    if (typeof key !== "string") refuse(path, `a Map with a key that is no string: ${String(key)}`);
    parts.push(JSON.stringify(key) + ":" + write(value, below(path, key), depth));
  }
  return "{" + parts.join(",") + "}";
}

function writeObject(value, path, depth) {
  if (depth > DEEPEST) refuse(path, `nested more than ${DEEPEST} levels deep, or contains itself`);
  if (Array.isArray(value)) {
    const parts = [];
    for (let i = 0; i < value.length; i++) parts.push(write(value[i], below(path, i), depth));
    return "[" + parts.join(",") + "]";
  }
  if (value instanceof Map) return writeEntries(value, path, depth);
  if (typeof value.toJSON === "function") return write(value.toJSON(), path, depth);
  if (typeof value.then === "function") refuse(path, "a promise: await it");
  // The contents of a Set or a RegExp are not in its members.
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (kind !== "Object" && kind !== "Module") refuse(path, `of the kind ${kind}, which JSON does not have`);
  return writeEntries(Object.entries(value), path, depth);
}

function write(value, path, depth) {
  switch (typeof value) {
    case "string": return JSON.stringify(value);
    case "boolean": return String(value);
    case "bigint": return value.toString();
    case "number":
      if (!Number.isFinite(value)) refuse(path, `${value}, which JSON does not have`);
      return JSON.stringify(value);
    case "object": return value === null ? "null" : writeObject(value, path, depth + 1);
    case "undefined": return refuse(path, "undefined: leave the key out, or give null");
    default: return refuse(path, `a ${typeof value}`);
  }
}

// ---- texts of JSON ---------------------------------------------------------------------

function isDigit(byte) {
  return byte >= 48 && byte <= 57;
}

// Whether there are 16 digits in a row, of which one has an index that 16 divides: then an integer may be beyond 2^53.
function hasLongNumber(json) {
  for (let i = 0; i < json.length; i += 16) {
    if (!isDigit(json[i])) continue;
    let from = i, to = i;
    while (isDigit(json[from - 1])) from--;
    while (isDigit(json[to + 1])) to++;
    if (to - from >= 15) return true;
  }
  return false;
}

// ---- the program -----------------------------------------------------------------------

let compiled;

// All schemas share the compiled code. A failure is not kept, so that a later call may try again.
function compile() {
  compiled ??= readWasm().then((bytes) => WebAssembly.compile(bytes)).catch((problem) => {
    compiled = undefined;
    throw new YschemaError(`yschema.wasm cannot be loaded: ${problem.message}`);
  });
  return compiled;
}

// Each schema has a program of its own, so that one that runs out of memory is no other one's problem, and all memory
// of a schema goes when it does.
async function start() {
  const module = await compile();
  return new Promise((resolve, reject) => {
    const failed = (problem) => {
      compiled = undefined;
      reject(new YschemaError(`yschema.wasm cannot be started: ${problem.message}`));
    };
    createProgram({
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(module, imports).then((instance) => done(instance, module)).catch(failed);
        return {};
      },
      print() {},
      printErr() {},
    }).then((program) => resolve({ program }), failed);
  });
}

// A value that a function has thrown, or that is an option, as a text: it may be anything.
function thrown(problem) {
  try {
    return String(problem?.message ?? problem);
  } catch {
    return "a value that is no text";
  }
}

// The name of an option as the library has it: maxDepth is max_depth.
function optionName(name) {
  return name.replace(/[A-Z]/g, (letter) => "_" + letter.toLowerCase());
}

const OWN_OPTIONS = new Set(["name", "functions", "maps"]);

// ---- schemas ---------------------------------------------------------------------------

/** A schema. `load` makes it. */
class Schema {
  #program;
  #schema;
  #size; // where the library writes the size of a text
  #functions = [];
  #maps;
  #calling = false;
  #gone = "the schema was freed";

  constructor(program, options, key) {
    if (key !== compile) throw new YschemaError("call load() to make a schema");
    this.#program = program;
    this.#maps = options.maps === true;
    program.callBack = (call, number) => this.#callBack(call, this.#functions[number]);
  }

  // Runs a function of this class in the program. Where the program has lost its way, it is not used again.
  #run(body) {
    if (!this.#program) throw new YschemaError(this.#gone);
    if (this.#calling) throw new YschemaError("a function of a schema cannot use this schema");
    try {
      return body(this.#program);
    } catch (problem) {
      if (problem instanceof YschemaError) throw problem;
      this.#program = undefined;
      this.#gone = "the schema was lost when its memory or the stack was full: load it again";
      throw new YschemaError(`there was not enough memory or stack for it: ${problem.message ?? problem}`);
    }
  }

  // Copies bytes into the program, with a 0 after them. `at` is 0 where there is no memory for them.
  #copy(content) {
    const bytes = typeof content === "string" ? encoder.encode(content) : content;
    const at = bytes.length < MOST_BYTES ? this.#program._malloc(bytes.length + 1) >>> 0 : 0;
    if (at !== 0) {
      const heap = this.#program.HEAPU8;
      heap.set(bytes, at);
      heap[at + bytes.length] = 0;
    }
    return { at, size: bytes.length };
  }

  // Calls a function that gives bytes to the program. They are freed after it.
  #giving(body) {
    const given = [];
    const give = (content) => {
      const copy = this.#copy(content);
      if (copy.at === 0) throw new YschemaError("not enough memory for a text");
      given.push(copy.at);
      return copy;
    };
    try {
      return body(give);
    } finally {
      for (const at of given) this.#program._free(at);
    }
  }

  #textAt(at) {
    at >>>= 0;
    if (at === 0) return undefined;
    const heap = this.#program.HEAPU8;
    return decoder.decode(heap.subarray(at, heap.indexOf(0, at)));
  }

  // ---- results

  #record(at) {
    const record = {};
    TEXTS.forEach((name, i) => {
      const member = this.#textAt(this.#program._ys_wasm_text(at, i));
      if (member !== undefined) record[name] = IN_JSON.has(name) ? JSON.parse(member) : member;
    });
    NUMBERS.forEach((name, i) => {
      const number = this.#program._ys_wasm_number(at, i);
      if (number > 0) record[name] = number;
    });
    return record;
  }

  #records(result, count, get) {
    return Array.from({ length: count }, (_, i) => this.#record(get(result, i)));
  }

  // The bytes of a text of the library, which also says how many there are; undefined: there is no text.
  #sizedBytes(call) {
    const at = call(this.#size) >>> 0;
    const heap = this.#program.HEAPU8;
    return at === 0 ? undefined : heap.subarray(at, at + new DataView(heap.buffer).getUint32(this.#size, true));
  }

  #sized(call) {
    return decoder.decode(this.#sizedBytes(call));
  }

  #integer(at) {
    const integer = this.#program._yschema_integer(at, 0n);
    if (integer === 0n && this.#program._yschema_integer(at, 1n) !== 0n)
      return BigInt.asUintN(64, this.#program._yschema_natural(at, 0n));
    const number = Number(integer);
    return Number.isSafeInteger(number) ? number : integer;
  }

  #collection(at, type) {
    const p = this.#program, items = type === ARRAY ? [] : this.#maps ? new Map() : {};
    for (let one = p._yschema_first(at); one !== 0; one = p._yschema_next(one)) {
      const value = this.#value(one);
      if (type === ARRAY) items.push(value);
      else {
        const key = this.#sized((size) => p._yschema_key(one, size));
        if (this.#maps) items.set(key, value);
        else Object.defineProperty(items, key, { value, writable: true, enumerable: true, configurable: true });
      }
    }
    return items;
  }

  #value(at) {
    const p = this.#program, type = p._yschema_type_of(at);
    switch (type) {
      case NULL: return at === 0 ? undefined : null;
      case BOOLEAN: return p._yschema_boolean(at, 0) !== 0;
      case INTEGER: return this.#integer(at);
      case FLOAT: return p._yschema_number(at, 0);
      case STRING: return this.#sized((size) => p._yschema_string(at, size));
      default: return this.#collection(at, type);
    }
  }

  // The values of a result. The quick way is JSON, which has no integers beyond 2^53, no infinity, and no order of keys
  // that are numbers.
  #values(result) {
    const p = this.#program, root = p._yschema_root(result);
    if (root === 0) return undefined;
    if (!this.#maps) {
      const json = this.#sizedBytes((size) => p._yschema_to_json(result, size));
      const text = json === undefined || hasLongNumber(json) ? undefined : decoder.decode(json);
      p._yschema_free_text(json?.byteOffset ?? 0);
      if (text !== undefined) return JSON.parse(text);
    }
    return this.#value(root);
  }

  #take(result) {
    const p = this.#program, status = p._yschema_status_of(result);
    if (result === 0 || status === NO_MEMORY) {
      p._yschema_free_result(result);
      throw new YschemaError("not enough memory");
    }
    const taken = {
      valid: status === VALID,
      value: status === VALID ? this.#values(result) : undefined,
      violations: this.#records(result, p._yschema_count_violations(result), p._yschema_get_violation),
      warnings: this.#records(result, p._yschema_count_warnings(result), p._yschema_get_warning),
      report: this.#textAt(p._yschema_report(result)),
    };
    p._yschema_free_result(result);
    return taken;
  }

  // ---- functions

  #callBack(call, callee) {
    this.#calling = true;
    try {
      const given = [];
      for (let i = 0; i < this.#program._yschema_count_arguments(call); i++)
        given.push(this.#value(this.#program._yschema_argument(call, i)));
      this.#returned(call, callee(...given));
    } catch (problem) {
      this.#fail(call, thrown(problem));
    } finally {
      this.#calling = false;
    }
  }

  // Nothing may be thrown here, because code of the program is waiting. It has a sentence for no message.
  #fail(call, message) {
    const { at } = this.#copy(message);
    this.#program._yschema_return_failure(call, at);
    this.#program._free(at);
  }

  #returned(call, value) {
    const p = this.#program;
    if (value === null || value === undefined) return;
    if (typeof value === "boolean") return p._yschema_return_boolean(call, value);
    if (typeof value === "bigint" || Number.isSafeInteger(value)) {
      const integer = BigInt(value);
      if (BigInt.asIntN(64, integer) !== integer) return this.#fail(call, "an integer of more than 64 bits was returned");
      return p._yschema_return_integer(call, integer);
    }
    if (typeof value === "number") return p._yschema_return_number(call, value);
    if (typeof value === "string")
      return this.#giving((give) => {
        const { at, size } = give(value);
        p._yschema_return_string(call, at, size);
      });
    if (typeof value.then === "function") {
      Promise.resolve(value).catch(() => {}); // or it would end the process when it is rejected
      return this.#fail(call, "a promise was returned: the value is needed at once");
    }
    this.#fail(call, `a ${typeof value} was returned: null, a boolean, a number or a string is needed`);
  }

  // ---- loading

  #set(name, value) {
    const given = ["string", "number", "boolean"].includes(typeof value) ? String(value) : "";
    const status = this.#giving((give) =>
      this.#program._yschema_set_option(this.#schema, give(optionName(name)).at, give(given).at));
    if (status !== VALID) throw new YschemaError(`there is no option ${name} with the value ${thrown(value)}`);
  }

  #addFunction(name, callee) {
    if (typeof callee !== "function") throw new YschemaError(`functions.${name} is no function`);
    const number = this.#functions.push(callee) - 1;
    const status = this.#giving((give) => this.#program._ys_wasm_add_function(this.#schema, give(name).at, number));
    if (status !== VALID) throw new YschemaError(`functions: "${name}" is not a name`);
  }

  #writeFile(name, content) {
    const { FS } = this.#program;
    const refused = new YschemaError(`files: "${name}" is not the path of a file below one folder`);
    if (!/^[^/]/.test(name) || /(^|\/)\.{0,2}(\/|$)/.test(name)) throw refused;
    const { text } = new Text(name, content);
    try {
      name.split("/").slice(0, -1).reduce((folder, part) => {
        if (!FS.analyzePath(folder + part).exists) FS.mkdir(folder + part);
        return folder + part + "/";
      }, "");
      FS.writeFile(name, text);
    } catch (problem) {
      throw problem instanceof FS.ErrnoError ? refused : problem; // a file has the name of a folder
    }
  }

  #loadFiles(files) {
    const p = this.#program, names = isObject(files) ? Object.keys(files) : [];
    if (names.length === 0) throw new YschemaError("files: there is none");
    p.FS.mkdir("/files");
    p.FS.chdir("/files");
    for (const name of names) this.#writeFile(name, files[name]);
    return this.#giving((give) => {
      const list = new Uint32Array(names.map((name) => give(name).at));
      return p._yschema_load_files(this.#schema, give(new Uint8Array(list.buffer)).at, names.length);
    });
  }

  #loadText(source, call, otherwise) {
    const [name, text] = isNamed(source) ? [source.name, source.text] : [otherwise, source];
    return this.#giving((give) => {
      const content = give(text);
      return call(this.#schema, give(name).at, content.at, content.size);
    });
  }

  #loadSource(source, options) {
    const p = this.#program;
    if (isContent(source) || isNamed(source))
      return this.#loadText(source, p._yschema_load_text, options.name ?? "schema.yml");
    if (source?.files !== undefined) return this.#loadFiles(source.files);
    const json = source?.jsonSchema;
    if (json === undefined) throw new YschemaError("load() takes a text, { files } or { jsonSchema }");
    const isText = isContent(json) || isNamed(json);
    return this.#loadText(isText ? json : write(json, "", 0), p._yschema_load_json_schema_text,
      options.name ?? (isText ? "schema.yml" : "schema.json"));
  }

  load(source, options, key) {
    if (key !== compile) throw new YschemaError("a schema is loaded once");
    this.#run((p) => {
      this.#schema = p._yschema_new();
      this.#size = p._malloc(4);
      if (this.#schema === 0 || this.#size === 0) throw new YschemaError("not enough memory");
      for (const [name, value] of Object.entries(options))
        if (!OWN_OPTIONS.has(name) && value !== undefined) this.#set(name, value);
      for (const name of Object.keys(options.functions ?? {})) this.#addFunction(name, options.functions[name]);
      const { valid, violations, report } = this.#take(this.#loadSource(source, options));
      if (!valid) throw new YschemaError(report.trimEnd(), violations);
    });
    return this;
  }

  // ---- for users

  /** Applies the schema to layers of values, of which later ones win. */
  apply(...layers) {
    const texts = layers.map((layer, i) =>
      isContent(layer) ? [YAML, i === 0 ? "values" : `values ${i + 1}`, layer]
        : isNamed(layer) ? [/\.json$/.test(layer.name) ? JSON_TEXT : YAML, layer.name, layer.text]
          : [JSON_TEXT, undefined, write(layer, "", 0)]);
    return this.#run((p) => this.#take(this.#giving((give) => {
      const list = give(new Uint8Array(p._ys_wasm_input_size() * texts.length)).at;
      texts.forEach(([kind, name, content], i) => {
        const called = name === undefined ? 0 : give(name).at, { at, size } = give(content);
        p._ys_wasm_input(list, i, kind, called, at, size);
      });
      return p._yschema_apply(this.#schema, list, texts.length);
    })));
  }

  /** Returns the complete values, or throws an error with `violations`. */
  check(...layers) {
    const { valid, value, violations, report } = this.apply(...layers);
    if (!valid) throw new YschemaError(report.trimEnd(), violations);
    return value;
  }

  /** Gives the memory back. The schema cannot be used any more. */
  free() {
    if (this.#calling) throw new YschemaError("a function of a schema cannot free this schema");
    this.#program = undefined;
    this.#functions = [];
  }
}

if (Symbol.dispose) Schema.prototype[Symbol.dispose] = Schema.prototype.free;

/** Loads a schema: a text, { files } or { jsonSchema }. */
async function load(source, options) {
  options ??= {};
  if (!isObject(options)) throw new YschemaError("the options are no object");
  if (options.name !== undefined) nameOf(options.name);
  if (!isObject(options.functions ?? {})) throw new YschemaError("functions: they are given in an object, by their names");
  const { program } = await start();
  return new Schema(program, options, compile).load(source, options, compile);
}
