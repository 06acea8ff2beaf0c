// Puts the page, its scripts, its worker and yschema.wasm into one file: node build.mjs PROGRAM SERVER OUTPUT,
// where PROGRAM is the folder with engine.js and engine.wasm, and SERVER is csrc/host/javascript/server.js.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const [program, server, output] = process.argv.slice(2);

async function bundled(entry) {
  const { outputFiles } = await build({
    entryPoints: [entry], bundle: true, minify: true, write: false, format: "iife", target: "es2022",
    alias: { engine: join(program, "engine.js"), server }, logLevel: "warning", legalComments: "none",
  });
  // A closing tag in a text would end the script.
  return outputFiles[0].text.replaceAll("</script", "<\\/script");
}

const script = await bundled("app.js");
const parts = {
  CSS: readFileSync("page.css", "utf8"),
  WASM: gzipSync(readFileSync(join(program, "engine.wasm")), { level: 9 }).toString("base64"),
  WORKER: await bundled("worker.js"),
  SCRIPT: script,
  HASH: createHash("sha256").update(script).digest("base64"),
};
const page = readFileSync("page.html", "utf8").replace(/\b(CSS|WASM|WORKER|SCRIPT|HASH)\b/g, (name) => parts[name]);
writeFileSync(output, page);
console.log(`${output}: ${page.length} bytes`);
