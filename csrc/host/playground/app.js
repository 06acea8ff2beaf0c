// app.js - the page: a schema, layers of values, and what yschema says about them.

import { LanguageClient, startWorker } from "./client.js";
import { makeEditor } from "./editor.js";
import { EXAMPLES } from "./examples.js";

const SCHEMA = "schema.yml", PROJECT = ".yschema.yml";
const PAUSE = 200; // milliseconds without typing, until the result is made again

const element = (id) => document.getElementById(id);
const ask = startWorker(element("worker").textContent);

let layers = { "values.yml": "" };
let current = "values.yml";
let shown = "result";
const diagnostics = new Map();

// ---- bytes in texts ---------------------------------------------------------------------

const base64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

// ---- files ------------------------------------------------------------------------------

function projectText() {
  const names = Object.keys(layers).map((name) => JSON.stringify(name)).join(", ");
  return `configurations:\n- {name: playground, schema: ${SCHEMA}, layers: [${names}]}\n`;
}

const files = () => ({ [SCHEMA]: schema.text, ...layers, [PROJECT]: projectText() });

const server = new LanguageClient(ask, files, (name, list) => {
  diagnostics.set(name, list);
  if (name === SCHEMA) schema.show(list);
  if (name === current) values.show(list);
});

let pending = Promise.resolve(), timer;
server.settled = () => pending;

function given(name, text) {
  pending = pending.then(() => server.give(name, text)).catch(report);
  clearTimeout(timer);
  timer = setTimeout(refresh, PAUSE);
}

function report(problem) {
  element("state").textContent = problem.message;
  element("state").className = "invalid";
}

const schema = makeEditor({ parent: element("schema"), server, label: "Schema", name: () => SCHEMA,
  changed: (text) => given(SCHEMA, text) });

const values = makeEditor({ parent: element("values"), server, label: "Values", name: () => current,
  changed(text) {
    if (layers[current] === text) return;
    layers[current] = text;
    given(current, text);
  } });

// ---- tabs -------------------------------------------------------------------------------

function tab(parent, name, selected, use) {
  const button = document.createElement("button");
  button.type = "button";
  button.role = "tab";
  button.textContent = name;
  button.setAttribute("aria-selected", String(selected));
  button.addEventListener("click", use);
  parent.append(button);
  return button;
}

function select(name) {
  current = name;
  values.text = layers[name];
  values.show(diagnostics.get(name) ?? []);
  tabs();
}

function addLayer() {
  let number = Object.keys(layers).length + 1;
  while (layers[`layer${number}.yml`] !== undefined) number += 1;
  const name = `layer${number}.yml`;
  layers[name] = "";
  given(name, "");
  select(name);
}

function removeLayer() {
  const gone = current;
  delete layers[gone];
  pending = pending.then(() => server.close(gone)).catch(report);
  select(Object.keys(layers)[0]);
  refresh();
}

function tabs() {
  for (const id of ["schema-tabs", "values-tabs", "result-tabs"]) element(id).replaceChildren();
  tab(element("schema-tabs"), SCHEMA, true, () => schema.view.focus());
  for (const name of Object.keys(layers)) tab(element("values-tabs"), name, name === current, () => select(name));
  tab(element("values-tabs"), "+ layer", false, addLayer);
  if (Object.keys(layers).length > 1) tab(element("values-tabs"), "− layer", false, removeLayer);
  for (const [name, title] of [["result", "Result"], ["page", "Page of the schema"]])
    tab(element("result-tabs"), title, name === shown, () => {
      shown = name;
      tabs();
      refresh();
    });
  element("result").hidden = shown !== "result";
  element("page").hidden = shown !== "page";
}

// ---- the result -------------------------------------------------------------------------

let round = 0;

async function refresh() {
  const own = ++round;
  try {
    const words = ["--color", "never", "-f", SCHEMA, ...Object.keys(layers).flatMap((name) => ["-f", name])];
    const { status, text } = await ask({ run: { files: files(), words } });
    if (own !== round) return;
    element("result").textContent = text;
    element("result").className = element("state").className = status === 0 ? "" : "invalid";
    element("state").textContent = status === 0 ? "valid" : status === 1 ? "invalid" : "error";
    if (shown !== "page") return;
    const page = await ask({ run: { files: files(), words: ["inspect", "-f", SCHEMA, "-o", "html"] } });
    // The frame runs no scripts.
    const unscripted = page.text.replaceAll(/<script>[^]*?<\/script>/g, "");
    if (own === round) element("page").srcdoc = page.status === 0 ? unscripted : "";
  } catch (problem) {
    report(problem);
  }
}

// ---- sharing, and examples ---------------------------------------------------------------

async function share() {
  const text = new TextEncoder().encode(JSON.stringify({ schema: schema.text, values: layers }));
  const packed = await through(text, new CompressionStream("deflate-raw"));
  location.hash = base64(packed).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  element("state").className = "";
  try {
    await navigator.clipboard.writeText(location.href);
    element("state").textContent = "The link is copied.";
  } catch {
    element("state").textContent = "The link is in the address bar.";
  }
}

// Returns the content of a link, or nothing if it is cut.
async function shared() {
  if (location.hash.length < 2) return undefined;
  try {
    const packed = bytesOf(location.hash.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
    const state = JSON.parse(new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw"))));
    const names = Object.keys(state.values);
    if (typeof state.schema !== "string" || names.length === 0) throw new Error("no files");
    for (const name of names)
      if (!/^[\w-]+\.ya?ml$/.test(name) || name === SCHEMA || typeof state.values[name] !== "string") throw new Error(name);
    return state;
  } catch {
    report(new Error("The link is damaged."));
    return undefined;
  }
}

function open(state) {
  for (const name of Object.keys(layers)) pending = pending.then(() => server.close(name)).catch(report);
  layers = { ...state.values };
  current = Object.keys(layers)[0];
  schema.text = state.schema;
  for (const name of Object.keys(layers)) given(name, layers[name]);
  select(current);
}

async function begin() {
  tabs();
  for (const name of Object.keys(EXAMPLES)) element("examples").append(new Option(name));
  element("examples").addEventListener("change", (event) => open(EXAMPLES[event.target.value]));
  element("share").addEventListener("click", share);
  addEventListener("hashchange", async () => {
    const state = await shared();
    if (state && JSON.stringify(state) !== JSON.stringify({ schema: schema.text, values: layers })) open(state);
  });
  const packed = element("wasm").textContent;
  const bytes = await through(bytesOf(packed), new DecompressionStream("gzip"));
  await ask({ start: bytes }, [bytes.buffer]);
  await server.start();
  open(await shared() ?? EXAMPLES[Object.keys(EXAMPLES)[0]]);
}

begin().catch(report);
