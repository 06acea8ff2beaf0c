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

const encoder = new TextEncoder(), decoder = new TextDecoder();

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
    if (typeof name !== "string" || name === "") throw new YschemaError("the name of a text is a string");
    if (typeof text !== "string" && !(text instanceof Uint8Array))
      throw new YschemaError("a text is a string or a Uint8Array");
    this.name = name;
    this.text = text;
  }
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
    const failed = (problem) => reject(new YschemaError(`yschema.wasm cannot be started: ${problem.message}`));
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

  // Copies bytes into the program, with a 0 after them.
  #give(content) {
    const bytes = typeof content === "string" ? encoder.encode(content) : content;
    const at = this.#program._malloc(bytes.length + 1) >>> 0;
    if (at === 0) throw new YschemaError("not enough memory for a text");
    const heap = this.#program.HEAPU8;
    heap.set(bytes, at);
    heap[at + bytes.length] = 0;
    return { at, size: bytes.length };
  }

  #textAt(at, size) {
    at >>>= 0;
    if (at === 0) return undefined;
    const heap = this.#program.HEAPU8;
    return decoder.decode(heap.subarray(at, size === undefined ? heap.indexOf(0, at) : at + size));
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

  // A text of the library, and the number of its bytes.
  #sized(call) {
    const size = this.#program._malloc(4);
    const at = call(size);
    const bytes = this.#program.HEAPU8;
    const length = new DataView(bytes.buffer).getUint32(size, true);
    this.#program._free(size);
    return this.#textAt(at, length);
  }

  #integer(at) {
    const integer = this.#program._yschema_integer(at, 0n);
    if (integer === 0n && this.#program._yschema_integer(at, 1n) !== 0n)
      return BigInt(this.#program._yschema_number(at, 0));
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
      const size = p._malloc(4), at = p._yschema_to_json(result, size) >>> 0;
      const length = new DataView(p.HEAPU8.buffer).getUint32(size, true);
      const json = at === 0 ? undefined : this.#textAt(at, length);
      p._free(size);
      p._yschema_free_text(at);
      if (json !== undefined && !/\d{16}/.test(json)) return JSON.parse(json);
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
      this.#fail(call, String(problem?.message ?? problem));
    } finally {
      this.#calling = false;
    }
  }

  #fail(call, message) {
    const { at } = this.#give(message);
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
    if (typeof value === "string") {
      const { at, size } = this.#give(value);
      p._yschema_return_string(call, at, size);
      return p._free(at);
    }
    if (typeof value.then === "function") return this.#fail(call, "a promise was returned: the value is needed at once");
    this.#fail(call, `a ${typeof value} was returned: null, a boolean, a number or a string is needed`);
  }

  // ---- loading

  #set(name, value) {
    const p = this.#program, option = this.#give(optionName(name)), setting = this.#give(String(value));
    const status = p._yschema_set_option(this.#schema, option.at, setting.at);
    p._free(option.at);
    p._free(setting.at);
    if (status !== VALID) throw new YschemaError(`there is no option ${name} with the value ${String(value)}`);
  }

  #addFunction(name, callee) {
    if (typeof callee !== "function") throw new YschemaError(`functions.${name} is no function`);
    const given = this.#give(name);
    const status = this.#program._ys_wasm_add_function(this.#schema, given.at, this.#functions.push(callee) - 1);
    this.#program._free(given.at);
    if (status !== VALID) throw new YschemaError(`functions: "${name}" is not a name`);
  }

  #loadFiles(files) {
    const p = this.#program, names = Object.keys(files), given = [];
    if (names.length === 0) throw new YschemaError("files: there is none");
    const list = p._malloc(4 * names.length);
    p.FS.mkdir("/files");
    p.FS.chdir("/files");
    names.forEach((name, i) => {
      if (!/^[^/]/.test(name) || /(^|\/)\.{0,2}(\/|$)/.test(name))
        throw new YschemaError(`files: "${name}" is not the path of a file below one folder`);
      const content = new Text(name, files[name]).text;
      name.split("/").slice(0, -1).reduce((folder, part) => {
        if (!p.FS.analyzePath(folder + part).exists) p.FS.mkdir(folder + part);
        return folder + part + "/";
      }, "");
      p.FS.writeFile(name, content);
      given.push(this.#give(name).at);
      new DataView(p.HEAPU8.buffer).setUint32(list + 4 * i, given[i], true);
    });
    const result = p._yschema_load_files(this.#schema, list, names.length);
    for (const at of [...given, list]) p._free(at);
    return result;
  }

  #loadText(source, call, otherwise) {
    const name = this.#give(source instanceof Text ? source.name : otherwise);
    const content = this.#give(source instanceof Text ? source.text : source);
    const result = call(this.#schema, name.at, content.at, content.size);
    this.#program._free(name.at);
    this.#program._free(content.at);
    return result;
  }

  #loadSource(source, options) {
    const p = this.#program;
    if (typeof source === "string" || source instanceof Text || source instanceof Uint8Array)
      return this.#loadText(source, p._yschema_load_text, options.name ?? "schema.yml");
    if (source?.files) return this.#loadFiles(source.files);
    const json = source?.jsonSchema;
    if (json === undefined) throw new YschemaError("load() takes a text, { files } or { jsonSchema }");
    const isText = typeof json === "string" || json instanceof Text || json instanceof Uint8Array;
    return this.#loadText(isText ? json : write(json, "", 0), p._yschema_load_json_schema_text,
      options.name ?? (isText ? "schema.yml" : "schema.json"));
  }

  load(source, options, key) {
    if (key !== compile) throw new YschemaError("a schema is loaded once");
    this.#run((p) => {
      this.#schema = p._yschema_new();
      if (this.#schema === 0) throw new YschemaError("not enough memory");
      for (const name of Object.keys(options)) if (!OWN_OPTIONS.has(name)) this.#set(name, options[name]);
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
      typeof layer === "string" || layer instanceof Uint8Array ? [YAML, i === 0 ? "values" : `values ${i + 1}`, layer]
        : layer instanceof Text ? [/\.json$/.test(layer.name) ? JSON_TEXT : YAML, layer.name, layer.text]
          : [JSON_TEXT, undefined, write(layer, "", 0)]);
    return this.#run((p) => {
      const list = p._malloc(p._ys_wasm_input_size() * (texts.length + 1)), given = [];
      texts.forEach(([kind, name, content], i) => {
        const called = name === undefined ? { at: 0 } : this.#give(name), bytes = this.#give(content);
        given.push(called.at, bytes.at);
        p._ys_wasm_input(list, i, kind, called.at, bytes.at, bytes.size);
      });
      const result = p._yschema_apply(this.#schema, list, texts.length);
      for (const at of [...given, list]) p._free(at);
      return this.#take(result);
    });
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
async function load(source, options = {}) {
  const { program } = await start();
  return new Schema(program, options, compile).load(source, options, compile);
}
