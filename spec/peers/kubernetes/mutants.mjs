// Objects with one mistake, or none: changed copies of objects, and objects made from structural schemas.

export const RAW = "\u0001"; // begins a text that is written without quotes

export function random_of(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return { next, int: (n) => Math.floor(next() * n), pick: (list) => list[Math.floor(next() * list.length)],
    chance: (percent) => next() * 100 < percent };
}

const scalars = [null, true, false, 0, 1, -1, 1.5, 2147483647, 2147483648, -2147483649, `${RAW}1.0`, `${RAW}1e3`,
  `${RAW}1e30`, "", "x", "5", "500m", "5x", "1.5Gi", "2026-01-01T00:00:00Z", "5m", "a.b-c", "A_B", "YQ==", "http",
  {}, [], [null], { a: null }, { a: 1 }, ["a", "a"]];

// Lists the places of a value: the container and the key of each.
function places_of(value, root, list = []) {
  if (value === null || typeof value !== "object") return list;
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    if (!(value === root && (key === "apiVersion" || key === "kind"))) list.push([value, key]);
    places_of(value[key], root, list);
  }
  return list;
}

const changes = [
  (random, at, key) => { at[key] = null; },
  (random, at, key) => { at[key] = structuredClone(random.pick(scalars)); },
  (random, at, key) => { at[key] = structuredClone(random.pick(scalars)); },
  (random, at, key) => { Array.isArray(at) ? at.splice(key, 1) : delete at[key]; },
  (random, at, key) => { Array.isArray(at) ? at.push(structuredClone(at[key])) : at.unknown = at[key]; },
  (random, at, key) => {
    const value = at[key];
    if (Array.isArray(value)) value.push(structuredClone(random.pick(scalars)));
    else if (value && typeof value === "object") value[random.pick(["extra", "name", "a"])] = random.pick(scalars);
    else at[key] = typeof value === "number" ? String(value) : typeof value === "string" ? `${value}!` : [value];
  },
];

// Returns a copy of an object with one change.
export function mutant(random, object) {
  const copy = structuredClone(object);
  const places = places_of(copy, copy);
  if (places.length === 0) return copy;
  const [at, key] = random.pick(places);
  random.pick(changes)(random, at, key);
  return copy;
}

const samples = { string: ["a", "b", "example", "10.0.0.1", "5m", "1Gi"], integer: [1, 2, 80], number: [1, 0.5],
  boolean: [true, false] };

function text_for(random, node) {
  if (node.format === "date-time") return "2026-01-01T00:00:00Z";
  if (node.format === "byte") return "YQ==";
  const text = random.pick(samples.string);
  return node.minLength > text.length ? text.padEnd(node.minLength, "a") : text;
}

// Makes a value for a schema that mostly fits; `definitions` are those of a swagger.json.
export function value_for(random, given, definitions, depth = 0) {
  const node = given.$ref ? definitions[given.$ref.replace("#/definitions/", "")] : given;
  if (node.enum) return random.pick(node.enum);
  if (node["x-kubernetes-int-or-string"] || node.format === "int-or-string") return random.pick([1, "50%", "500m"]);
  if (node.type === "array") {
    const list = [];
    for (let i = random.int(depth > 6 ? 1 : 3); i > 0; i -= 1) list.push(value_for(random, node.items, definitions, depth + 1));
    return list;
  }
  if (node.properties) {
    const out = {};
    for (const [key, own] of Object.entries(node.properties)) {
      const wanted = node.required?.includes(key) || random.chance(depth > 6 ? 0 : 40 / (1 + depth / 2));
      if (wanted && depth < 14) out[key] = value_for(random, own, definitions, depth + 1);
    }
    return out;
  }
  if (node.type === "object") {
    if (typeof node.additionalProperties !== "object") return {};
    return { a: value_for(random, node.additionalProperties, definitions, depth + 1) };
  }
  if (node.type === "string") return text_for(random, node);
  if (samples[node.type]) return Math.max(random.pick(samples[node.type]), node.minimum ?? 0) || random.pick(samples[node.type]);
  return { any: "thing" };
}

// Writes a value as JSON on one line.
export function line_of(value) {
  return JSON.stringify(value).replaceAll(/"\\u0001([^"]*)"/g, "$1");
}

// Returns the value that a reader gets of this line.
export function read_of(value) {
  return JSON.parse(line_of(value));
}
