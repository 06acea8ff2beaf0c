// The package in a browser: in a page and in a worker, under a policy that forbids code from texts. Skipped without
// chromium.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";

const folder = resolve(process.env.YSCHEMA_PACKAGE ?? "build/npm/package");
const chromium = ["chromium", "chromium-browser", "google-chrome"].find((name) =>
  spawnSync("sh", ["-c", `command -v ${name}`]).status === 0);

const USE = `import { load } from "./browser.mjs";
const schema = await load("#@data/values-schema\\n---\\n#@schema/validation min=1\\nport: 80\\n");
const said = JSON.stringify([schema.apply("port: 81").value, schema.apply({ port: 0 }).violations[0].rule]);
`;
const FILES = {
  "/": '<!doctype html><meta charset="utf-8"><body><script type="module" src="page.js"></script>',
  "/page.js": USE + `const worker = new Worker("worker.js", { type: "module" });
const post = (text) => fetch("said", { method: "POST", body: text });
worker.onmessage = (event) => post(said + " " + event.data);
worker.onerror = (event) => post("the worker failed: " + event.message);
`,
  "/worker.js": USE + "postMessage(said);\n",
};
const TYPES = { js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm" };

// A server whose promise `said` is what the page posts.
function serve() {
  let post;
  const said = new Promise((resolved) => { post = resolved; });
  const server = createServer((request, response) => {
    response.setHeader("Content-Type", TYPES[request.url.split(".").pop()] ?? "text/html");
    response.setHeader("Content-Security-Policy", "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'");
    if (request.method === "POST") {
      const chunks = [];
      request.on("data", (chunk) => chunks.push(chunk)).on("end", () => post(Buffer.concat(chunks).toString()));
      return response.end();
    }
    if (request.url === "/favicon.ico") return response.writeHead(404).end();
    response.end(FILES[request.url] ?? readFileSync(join(folder, request.url)));
  });
  return new Promise((ready) => server.listen(0, "127.0.0.1", () => ready({ server, said })));
}

test("a page and a worker", { skip: !chromium, timeout: 120000 }, async () => {
  const { server, said } = await serve();
  const profile = mkdtempSync(join(tmpdir(), "yschema-"));
  const browser = spawn(chromium, ["--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${profile}`,
    `http://127.0.0.1:${server.address().port}/`], { stdio: "ignore" });
  try {
    assert.equal(await said, '[{"port":81},"min"] [{"port":81},"min"]');
  } finally {
    browser.kill();
    await new Promise((ended) => browser.once("exit", ended));
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
