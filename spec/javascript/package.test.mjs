// The package for JavaScript, as it is installed: `node --test spec/javascript` with the package in
// YSCHEMA_PACKAGE (build/npm/package).

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const folder = resolve(process.env.YSCHEMA_PACKAGE ?? "build/npm/package");
const { load, text, YschemaError, version } = await import(pathToFileURL(join(folder, "index.mjs")));

const PORT = "#@data/values-schema\n---\n#@schema/validation min=1, max=65535\nport: 8080\nname: web\n";

const of = (body) => "#@data/values-schema\n---\n" + body;

async function refused(promise, expected) {
  await assert.rejects(promise, (problem) => {
    assert.ok(problem instanceof YschemaError, problem.stack);
    assert.match(problem.message, expected);
    return true;
  });
}

function throws(call, expected) {
  assert.throws(call, (problem) => problem instanceof YschemaError && expected.test(problem.message));
}

test("texts and objects are applied", async () => {
  const schema = await load(PORT);
  assert.deepEqual(schema.apply("port: 80"), {
    valid: true, value: { port: 80, name: "web" }, violations: [], warnings: [], report: "",
  });
  assert.deepEqual(schema.apply({ port: 80 }, "name: db").value, { port: 80, name: "db" });
  assert.deepEqual(schema.apply().value, { port: 8080, name: "web" });
  assert.deepEqual(schema.apply(new TextEncoder().encode("port: 7")).value, { port: 7, name: "web" });
  assert.deepEqual(schema.apply(text("v.json", '{"port": 7}')).value.port, 7);
});

test("violations have their places, and check throws them", async () => {
  const schema = await load(PORT);
  const { valid, value, violations, report } = schema.apply(text("values.yml", "name: a\nport: 0\n"));
  assert.deepEqual([valid, value, violations.length], [false, undefined, 1]);
  const [one] = violations;
  assert.deepEqual([one.file, one.line, one.path, one.rule, one.argument, one.severity],
    ["values.yml", 2, "port", "min", 1, "error"]);
  assert.match(report, /values\.yml/);
  assert.throws(() => schema.check({ port: 0 }), (problem) =>
    problem instanceof YschemaError && problem.violations[0].path === "port");
  assert.equal(schema.check({ port: 9 }).port, 9);
});

test("integers, null, order of keys and special floats stay as they are", async () => {
  const any = of("#@schema/type any=True\na: null\n");
  const schema = await load(any);
  const value = (layer) => schema.apply(layer).value.a;
  assert.equal(value("a: 9007199254740993"), 9007199254740993n);
  assert.equal(value("a: 9007199254740991"), 9007199254740991);
  assert.equal(value({ a: -9223372036854775808n }), -9223372036854775808n);
  assert.equal(value({ a: null }), null);
  assert.equal(value("a: .inf"), Infinity);
  assert.equal(value("a: 1.5"), 1.5);
  assert.deepEqual(value({ a: new Map([["b", 1], ["a", [true, "é\u0000\u{1F600}"]]]) }), { b: 1, a: [true, "é\u0000\u{1F600}"] });
  const proto = value('a: {"__proto__": 9007199254740993}');
  assert.deepEqual(Object.keys(proto), ["__proto__"]);
  assert.equal(value("a: {b: '1234567890123456', c: 1234567890123456}").c, 1234567890123456);
  assert.equal(value('a: ["' + "x".repeat(20) + '", 12345678901234567890]')[1], 12345678901234567890n);
  const ordered = await load(any, { maps: true });
  assert.equal(ordered.apply({ a: "\uFEFFb" }).value.get("a"), "\uFEFFb");
  const map = ordered.apply("a: {2: x, 1: y, b: z}").value.get("a");
  assert.deepEqual([...map.keys()], ["2", "1", "b"]);
});

test("what JSON does not have is refused with its path", async () => {
  const schema = await load(PORT);
  throws(() => schema.apply({ a: [{ b: undefined }] }), /^a\[0\]\.b is undefined/);
  throws(() => schema.apply({ a: NaN }), /^a is NaN/);
  throws(() => schema.apply({ a: () => 1 }), /^a is a function/);
  throws(() => schema.apply({ a: Promise.resolve(1) }), /^a is a promise/);
  throws(() => schema.apply({ a: new Map([[1, 2]]) }), /^a is a Map with a key that is no string/);
  for (const one of [new Set([1]), /x/, new Uint8Array(2), new ArrayBuffer(2), new Error("e"), new String("s")])
    throws(() => schema.apply({ a: [one] }), /^a\[0\] is of the kind \w+, which JSON does not have/);
  throws(() => schema.apply(new ArrayBuffer(2)), /^the value is of the kind ArrayBuffer/);
  const circle = {};
  circle.a = circle;
  throws(() => schema.apply(circle), /contains itself/);
  throws(() => schema.apply(undefined), /^the value is undefined/);
  assert.equal(schema.apply("port: 1").value.port, 1);
});

test("what is false in JavaScript is false in a rule", async () => {
  for (const [given, holds] of [[true, true], [1, true], ["x", true], [false, false], [0, false], ["", false],
    [null, false], [undefined, false], [0n, false]]) {
    const schema = await load(of("#@schema/validation (\"r\", f)\na: 2\n"), { functions: { f: () => given } });
    assert.equal(schema.apply("a: 3").valid, holds, String(given));
    schema.free();
  }
});

test("functions are called, and may fail", async () => {
  const schema = await load(of("#@schema/validation (\"even\", is_even)\na: 2\n"), {
    functions: {
      is_even(value) {
        if (value === 3) throw new Error("three is too odd");
        if (value === 5) return Promise.resolve(true);
        if (value === 7) return {};
        if (value === 9) return schema.apply("a: 2").valid;
        return typeof value === "number" && value % 2 === 0;
      },
    },
  });
  assert.equal(schema.apply("a: 4").valid, true);
  const message = (a) => schema.apply({ a }).report;
  assert.match(message(1), /even/);
  assert.match(message(3), /three is too odd/);
  assert.match(message(5), /a promise was returned/);
  assert.match(message(7), /a object was returned|an object was returned/);
  assert.match(message(9), /cannot use this schema/);
  assert.equal(schema.apply("a: 4").valid, true);
  await refused(load(PORT, { functions: { "a b": () => true } }), /is not a name/);
  await refused(load(PORT, { functions: { a: 1 } }), /is no function/);
});

test("whatever a function throws or returns, the schema lives", async () => {
  const given = [
    [() => { throw undefined; }, /undefined/],
    [() => { throw Object.create(null); }, /a value that is no text/],
    [() => { throw { get message() { throw new Error("no"); } }; }, /a value that is no text/],
    [() => { throw Symbol("s"); }, /Symbol\(s\)/],
    [async () => { throw new Error("later"); }, /a promise was returned/],
    [() => ({ get then() { throw new Error("no then"); } }), /no then/],
    [() => Symbol("s"), /a symbol was returned/],
    [() => 2n ** 64n, /more than 64 bits/],
    [() => { schema.free(); }, /cannot free this schema/],
  ];
  let schema;
  for (const [odd, expected] of given) {
    let on = true;
    const functions = { odd: (value) => on ? odd(value) : true };
    schema = await load(of('#@schema/validation ("odd", odd)\na: 1\n'), { functions });
    assert.match(schema.apply("a: 2").report, expected);
    on = false;
    assert.equal(schema.apply("a: 2").valid, true);
  }
  await new Promise((later) => setTimeout(later, 10)); // a promise that is rejected and not caught ends the process
});

test("files load others, and JSON Schemas are schemas", async () => {
  const schema = await load({ files: {
    "schema.yml": '#@ load("lib/ports.star", "least")\n#@data/values-schema\n---\n#@schema/validation min=least()\na: 5\n',
    "lib/ports.star": "def least():\n  return 3\nend\n",
  } });
  assert.equal(schema.apply("a: 2").violations[0].schemaFile, "schema.yml");
  for (const name of ["/a.yml", "../a.yml", "a//b.yml", "./a.yml", ""])
    await refused(load({ files: { [name]: PORT } }), /not the path of a file/);
  const json = await load({ jsonSchema: { type: "object", properties: { a: { type: "integer" } } } });
  assert.equal(json.apply({ a: 1 }).valid, true);
  assert.equal(json.apply({ a: "x" }).valid, false);
  assert.equal((await load({ jsonSchema: '{"type": "integer"}' })).apply("1").valid, true);
});

test("what cannot be loaded is an error with violations", async () => {
  await assert.rejects(load(of("#@schema/type 5\na: 1\n"), { name: "s.yml" }),
    (problem) => problem.violations.length === 1 && problem.violations[0].file === "s.yml");
  await refused(load("a: 1"), /./);
  await refused(load(5), /takes a text/);
  await refused(load(PORT, { maxDepht: 5 }), /no option maxDepht/);
  await refused(load(new Uint8Array([0x61, 0xff])), /./);
  const schema = await load(PORT);
  assert.match(schema.apply(new Uint8Array([0x61, 0x3a, 0xff])).report, /UTF-8/);
  for (const name of [text("v.json", new Uint8Array([0x22, 0xff, 0x22])), text("v.yml", new Uint8Array([0xc0, 0x80]))])
    assert.match(schema.apply(name).report, /UTF-8/);
  assert.equal(schema.apply("name: \ud800").value.name, "\ufffd");
  assert.equal(schema.apply({ name: "\ud800" }).valid, false);
  assert.equal(schema.apply().value.port, 8080);
});

test("options and files that cannot be are refused, each with a sentence", async () => {
  for (const options of [5, "strict", [1]]) await refused(load(PORT, options), /^the options are no object$/);
  for (const name of ["", 5, "a\0b", Symbol("s"), null]) await refused(load(PORT, { name }), /^the name of a text is/);
  throws(() => text("a\0b", "a: 1"), /^the name of a text is/);
  for (const maxDepth of ["x", -1, Symbol("s"), Object.create(null), [5], null])
    await refused(load(PORT, { maxDepth }), /^there is no option maxDepth with the value /);
  for (const functions of [5, [() => 1], () => 1])
    await refused(load(PORT, { functions }), /^functions: they are given in an object/);
  for (const files of [null, 5, "abc", [PORT], {}]) await refused(load({ files }), /^files: there is none$/);
  for (const files of [{ a: PORT, "a/b": "x" }, { "a/b": "x", a: PORT }])
    await refused(load({ files }), /^files: "[ab/]+" is not the path of a file below one folder$/);
  await refused(load({ files: { "a\0.yml": PORT } }), /^the name of a text is/);
  await refused(load({ files: { "a.yml": 5 } }), /^a text is a string/);
  const schema = await load(PORT, null);
  assert.equal(schema.apply().value.port, 8080);
  const left_out = { name: undefined, functions: undefined, maps: undefined, strict: undefined };
  assert.equal((await load(PORT, left_out)).apply().value.port, 8080);
});

test("a text that is wrong everywhere gets a report, and the schema lives", async () => {
  const schema = await load(of("a:\n- 0\n"));
  const { violations, report } = schema.apply("a:\n" + "- x\n".repeat(1 << 20));
  assert.equal(violations.length, 10000);
  assert.match(report, /and 1038576 more violations/);
  assert.deepEqual(schema.apply("a: [1]").value, { a: [1] });
});

test("a schema that loops ends, and instances are apart", async () => {
  const looping = await load(of("#@schema/validation (\"ends\", lambda v: [x for x in range(1000000000)])\na: 1\n"));
  assert.equal(looping.apply("a: 1").valid, false);
  const endless = await load(of('#@ def again(v):\n#@   return again(v) + 1\n#@ end\n'
    + '#@schema/validation ("ends", again)\na: 1\n'));
  assert.equal(endless.apply("a: 1").valid, false);
  assert.equal(endless.apply("a: 2").violations.length, 1);
  const slow = await load(of('#@schema/validation regexp="^(a+)+$"\na: a\n'));
  assert.equal(slow.apply({ a: "a".repeat(5000) + "b" }).valid, false);
  assert.equal(slow.apply("a: aa").valid, true);
  const [one, other] = await Promise.all([load(PORT), load(PORT.replace("8080", "1"))]);
  one.free();
  throws(() => one.apply("port: 1"), /was freed/);
  assert.equal(other.apply().value.port, 1);
  one.free();
  if (Symbol.dispose) {
    other[Symbol.dispose]();
    throws(() => other.apply(), /was freed/);
  }
});

test("deep and large texts are violations or values", async () => {
  const schema = await load(of("#@schema/type any=True\na: null\n"));
  assert.equal(schema.apply("a: " + "[".repeat(100000)).valid, false);
  let deep = 1;
  for (let i = 0; i < 990; i++) deep = [deep];
  assert.equal(typeof schema.apply({ a: deep }).valid, "boolean");
  assert.equal(schema.apply("a: " + "x".repeat(20 << 20)).value.a.length, 20 << 20);
  const large = schema.apply("a: " + "x".repeat(100 << 20));
  assert.ok(large.valid ? large.value.a.length === 100 << 20 : large.violations.length === 1);
  assert.equal(schema.apply("a: 1").value.a, 1);
});

test("memory goes back", async () => {
  for (let i = 0; i < 60; i++) (await load(PORT)).free();
  const schema = await load(PORT);
  const layer = { name: "x".repeat(1 << 20) };
  for (let i = 0; i < 100; i++) schema.apply(layer);
  globalThis.gc?.();
  assert.ok(process.memoryUsage().arrayBuffers < 1 << 30);
});

test("memory that cannot grow is an error, and the schema lives", async () => {
  const [schema, called] = await Promise.all([load(of("#@schema/type any=True\na: null\n")),
    load(of('#@schema/validation ("long", long)\na: x\n'), { functions: { long: () => "x".repeat(64 << 20) } })]);
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = () => { throw new RangeError("no more memory"); };
  try {
    for (let i = 0; i < 20; i++) {
      throws(() => schema.apply("a: 1", "a: " + "x".repeat(64 << 20)), /not enough memory/);
      throws(() => schema.apply("a: 2", { a: "x".repeat(2 << 20) }, { a: "x".repeat(64 << 20) }), /not enough memory/);
    }
    throws(() => schema.apply("a: [" + "1,".repeat(1 << 20) + "]"), /not enough memory/);
    assert.equal(schema.apply("a: 1").value.a, 1);
    assert.match(called.apply("a: z").report, /not enough memory/);
    await refused(load("#@data/values-schema\n---\n" + "#! a comment\n".repeat(4 << 20)), /not enough memory/);
  } finally {
    WebAssembly.Memory.prototype.grow = grow;
  }
  assert.equal(schema.apply("a: " + "x".repeat(64 << 20)).value.a.length, 64 << 20);
  assert.equal(called.apply("a: z").valid, true);
});

test("CommonJS gives the same", async () => {
  const other = createRequire(import.meta.url)(join(folder, "index.cjs"));
  assert.equal((await other.load(PORT)).apply().value.port, 8080);
  assert.equal(other.version, version);
});

test("two versions are side by side", async () => {
  const copy = mkdtempSync(join(tmpdir(), "yschema-"));
  try {
    cpSync(folder, copy, { recursive: true });
    const file = join(copy, "index.mjs");
    writeFileSync(file, readFileSync(file, "utf8").replace(`version = "${version}"`, 'version = "0.0.0"'));
    const other = await import(pathToFileURL(file));
    assert.equal(other.version, "0.0.0");
    const [one, two] = await Promise.all([load(PORT), other.load(text("mine.yml", PORT.replace("8080", "1")))]);
    assert.deepEqual([one.apply().value.port, two.apply().value.port], [8080, 1]);
    assert.equal(one.apply(other.text("theirs.yml", "port: 0")).violations[0].file, "theirs.yml");
    two.free();
    assert.equal(one.apply("port: 2").value.port, 2);
    assert.throws(() => two.apply(), other.YschemaError);
  } finally {
    rmSync(copy, { recursive: true });
  }
});

test("a missing or cut yschema.wasm is an error with a sentence", async () => {
  const copy = mkdtempSync(join(tmpdir(), "yschema-"));
  try {
    cpSync(folder, copy, { recursive: true });
    const file = join(copy, "yschema.wasm");
    truncateSync(file, 100000);
    const cut = await import(pathToFileURL(join(copy, "index.mjs")));
    await assert.rejects(cut.load(PORT), /yschema\.wasm cannot be loaded/);
    const run = () => spawnSync(process.execPath, [join(copy, "bin/yschema.js"), "--version"], { encoding: "utf8" });
    let got = run();
    assert.deepEqual([got.status, /^yschema: Error: /.test(got.stderr)], [2, true]);
    for (const [bytes, expected] of [["", /cannot be loaded/], ["<!doctype html>", /cannot be loaded/],
      ["\0asm\x01\0\0\0", /cannot be started/]]) {
      writeFileSync(file, bytes);
      await assert.rejects(cut.load(PORT), expected);
      got = run();
      assert.deepEqual([got.status, /^yschema: Error: /.test(got.stderr)], [2, true], got.stderr);
    }
    rmSync(file);
    await assert.rejects(cut.load(PORT), /yschema\.wasm cannot be loaded/);
    got = run();
    assert.deepEqual([got.status, /cannot be read/.test(got.stderr)], [2, true]);
    copyFileSync(join(folder, "yschema.wasm"), file);
    assert.equal((await cut.load(PORT)).apply().value.port, 8080);
  } finally {
    rmSync(copy, { recursive: true });
  }
});

test("the command reads standard input, and has a status", () => {
  const run = (input, ...words) =>
    spawnSync(process.execPath, [join(folder, "bin/yschema.js"), ...words], { input, encoding: "utf8" });
  const at = mkdtempSync(join(tmpdir(), "yschema-"));
  try {
    execFileSync("sh", ["-c", 'cat >"$0/s.yml"', at], { input: PORT });
    let got = run("port: 80\n", "-f", join(at, "s.yml"), "-f", "-");
    assert.deepEqual([got.status, got.stdout, got.stderr], [0, "port: 80\nname: web\n", ""]);
    got = run("port: 0\n", "-f", join(at, "s.yml"), "-f", "-");
    assert.equal(got.status, 1);
    assert.doesNotMatch(got.stderr, /\x1b/);
    assert.equal(run("", "--version").stdout.split("\n")[0], "yschema " + version);
    assert.equal(run("", "--no-such-flag").status, 2);
    got = run("", "diff", "git:HEAD:s.yml", join(at, "s.yml"));
    assert.deepEqual([got.status, /this program cannot start git/.test(got.stderr)], [2, true], got.stderr);
    got = run("", "fleet", "status");
    assert.deepEqual([got.status, got.stderr],
      [2, "yschema: Error: 'fleet' is not part of this program: use the native one\n"]);
  } finally {
    rmSync(at, { recursive: true });
  }
});

// A variable that the process itself has set is not in /proc/self/environ.
test("the command gets its environment from the process", () => {
  const at = mkdtempSync(join(tmpdir(), "yschema-"));
  try {
    writeFileSync(join(at, "s.yml"), PORT);
    const program = 'process.env.APP_port = "7"; process.env.APP_name = "caf\u00e9 = 1";'
      + `require(${JSON.stringify(join(folder, "bin/yschema.js"))})`;
    const run = (...words) => spawnSync(process.execPath, ["-e", program, "yschema", ...words], { encoding: "utf8" });
    const got = run("-f", join(at, "s.yml"), "--data-values-env-yaml", "APP");
    assert.deepEqual([got.status, got.stdout, got.stderr], [0, "port: 7\nname: café = 1\n", ""]);
  } finally {
    rmSync(at, { recursive: true });
  }
});
