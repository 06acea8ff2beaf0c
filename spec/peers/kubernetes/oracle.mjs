// The verdict of an API server on objects, by ajv: a custom resource or a kind of swagger.json. Nulls that a server
// removes are removed, defaults filled in, unknown keys and repeated items refused. Written from the sources of
// apiextensions-apiserver and kube-openapi, and from no code of yschema.

const formats = {
  bsonobjectid: (s) => /^[0-9a-f]{24}$/i.test(s),
  ipv4: (s) => /^(?:[0-9a-f:]*:)?\d+(?:\.\d+){3}$/i.test(s) && s.split(/[.:]/).slice(-4).every((n) => Number(n) < 256),
  cidr: (s) => {
    const [ip, bits, more] = s.split("/");
    if (bits === undefined || more !== undefined || !/^\d+$/.test(bits)) return false;
    return ip.includes(":") ? is_ipv6(ip) && Number(bits) <= 128 : formats.ipv4(ip) && Number(bits) <= 32;
  },
  ipv6: (s) => is_ipv6(s),
  uuid: (s) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(s),
  byte: (s) => s !== "" && s.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(s),
  "date-time": (s) => /^\d{4}-\d\d-\d\d[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(s)
    && !Number.isNaN(Date.parse(s.slice(0, 10))) && new Date(s.slice(0, 10)).toISOString().startsWith(s.slice(0, 10)),
  date: (s) => /^\d{4}-\d\d-\d\d$/.test(s) && !Number.isNaN(Date.parse(s))
    && new Date(s).toISOString().startsWith(s),
  duration: (s) => /^[-+]?(0|((\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h))+)$/.test(s)
    || [...s.matchAll(/\d+\s*([A-Za-zµ]+)/g)].some(([, unit]) =>
      /^(ns|us|µs|ms|s|m|h|hr|d|w|wk|(nano|micro|milli|sec|min|hour|day|week).*)$/i.test(unit)),
};
formats.datetime = formats["date-time"];

function is_ipv6(s) {
  try {
    return s.includes(":") && !s.includes("%") && new URL(`http://[${s}]/`).host.length > 0;
  } catch { return false; }
}

const decoded_bytes = (s) => {
  const text = s.replace(/[\r\n]/g, "");
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
};
const quantity = "^\\s*[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?0*\\d{1,18})?\\s*$";

const values = ["enum", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "multipleOf",
  "uniqueItems", "required"];
const int64 = { least: -(2 ** 63), most: 2 ** 63 };

function bounded(out, node, least, most, strict) {
  const { minimum: low, maximum: high } = node;
  if (low !== undefined) out[node.exclusiveMinimum ? "exclusiveMinimum" : "minimum"] = low;
  if (high !== undefined) out[node.exclusiveMaximum ? "exclusiveMaximum" : "maximum"] = high;
  if (least === undefined) return;
  out.allOf = [...(out.allOf ?? []), { minimum: least, [strict ? "exclusiveMaximum" : "maximum"]: most }];
}

function typed(out, node) {
  if (node["x-kubernetes-int-or-string"]) out.type = ["integer", "string"];
  else if (node.type) out.type = [node.type];
  if (out.type && node.nullable) out.type = [...out.type, "null"];
  if (!out.type && !node.nullable) out.not_null = true;
}

const text = (null_too) => ({ type: null_too ? ["string", "null"] : "string" });
const map_of_texts = { type: ["object", "null"], additionalProperties: text(true) };
const object_meta = {
  name: text(true), generateName: text(true), namespace: text(true), uid: text(true), resourceVersion: text(true),
  selfLink: text(true), labels: map_of_texts, annotations: map_of_texts,
  finalizers: { type: ["array", "null"], items: text() },
  generation: { type: ["integer", "null"] }, deletionGracePeriodSeconds: { type: ["integer", "null"] },
  creationTimestamp: { type: ["string", "null"], format: "date-time" },
  deletionTimestamp: { type: ["string", "null"], format: "date-time" },
  managedFields: { type: ["array", "null"], items: { type: ["object"] } },
  ownerReferences: { type: ["array", "null"], items: {
    type: "object", required: ["apiVersion", "kind", "name", "uid"], additionalProperties: false,
    properties: { apiVersion: text(), kind: text(), name: text(), uid: text(),
      controller: { type: ["boolean", "null"] }, blockOwnerDeletion: { type: ["boolean", "null"] } },
  } },
};

// Makes the schema of a resource an object of Kubernetes.
function as_object(out, node, api_version, kind) {
  const metadata = node.properties?.metadata ?? {};
  const properties = { ...(out.properties ?? {}) };
  properties.apiVersion = api_version ? { const: api_version } : properties.apiVersion ?? text();
  properties.kind = kind ? { const: kind } : properties.kind ?? text();
  properties.metadata = { allOf: [{ type: ["object"], properties: object_meta, additionalProperties: false },
    convert({ ...metadata, type: "object", "x-kubernetes-preserve-unknown-fields": true }, false)] };
  return { ...out, properties, required: [...new Set([...(out.required ?? []), "apiVersion", "kind"])] };
}

// Converts a structural schema to one of ajv. What is below a logical keyword declares no fields.
export function convert(node, logical) {
  let out = {};
  for (const key of values) if (node[key] !== undefined) out[key] = node[key];
  if (node.pattern !== undefined) out.pattern = node.pattern.replaceAll("[[:alpha:]]", "[A-Za-z]");
  typed(out, node);
  for (const key of ["allOf", "anyOf", "oneOf"])
    if (node[key]) out[key] = node[key].map((one) => convert(one, true));
  if (node.not) out.not = convert(node.not, true);
  if (node.type === "integer") {
    if (node.format === "int32") bounded(out, node, -2147483648, 2147483647);
    else bounded(out, node, int64.least, int64.most, true);
  } else bounded(out, node);
  if ((node.type ?? "string") === "string" && formats[node.format?.replace(/^date-time$/, "datetime")]) {
    out.format = node.format;
  }
  if (node.items) out.items = convert(node.items, logical);
  if (node.properties) {
    out.properties = Object.fromEntries(Object.entries(node.properties).map(([k, v]) => [k, convert(v, logical)]));
  }
  const open = node["x-kubernetes-preserve-unknown-fields"];
  if (typeof node.additionalProperties === "object") out.additionalProperties = convert(node.additionalProperties, logical);
  else if (!logical && !open && node.additionalProperties !== true && (node.type === "object" || node.properties)) {
    out.additionalProperties = false;
  }
  if (node["x-kubernetes-list-type"] === "set") out.uniqueItems = true;
  if (node["x-kubernetes-list-type"] === "map") out.differ_in = node["x-kubernetes-list-map-keys"];
  if (!logical && node["x-kubernetes-embedded-resource"]) out = as_object(out, node);
  return out;
}

// Removes the nulls of keys that do not take them, and fills in defaults, as a server does with a custom resource.
function completed(value, node) {
  if (Array.isArray(value)) return node.items ? value.map((item) => completed(item, node.items)) : value;
  if (value === null || typeof value !== "object") return value;
  const out = {};
  for (const [key, below] of Object.entries(value)) {
    const own = node.properties?.[key] ?? (key === "metadata" && node["x-kubernetes-embedded-resource"] ? {} : undefined);
    const other = own ?? (typeof node.additionalProperties === "object" ? node.additionalProperties : undefined);
    if (own && below === null && !own.nullable) continue;
    out[key] = other ? completed(below, other) : below;
  }
  for (const [key, own] of Object.entries(node.properties ?? {})) {
    if (own.default !== undefined && !(key in out)) out[key] = completed(structuredClone(own.default), own);
  }
  return out;
}

// Returns a function that says whether a server accepts an object of a version of a definition.
export function of_resource(ajv, schema, api_version, kind) {
  const accepts = ajv.compile(as_object(convert(schema, false), schema, api_version, kind));
  const whole = { ...schema, properties: { metadata: {}, ...schema.properties } };
  return (object) => accepts(completed(object, whole));
}

// ---- kinds of swagger.json -----------------------------------------------------------

function core_node(node, name) {
  const out = { ...node };
  if (/\.api\.resource\.Quantity$/.test(name)) return { anyOf: [{ type: "string", pattern: quantity }, { type: "number" }] };
  if (node.format === "int-or-string") return { type: ["integer", "string"] };
  delete out.format;
  if (node.format === "byte") out.format = "bytes";
  if (node.format === "date-time") out.format = "date-time";
  if (node.format === "int32") Object.assign(out, { minimum: -2147483648, maximum: 2147483647 });
  if (node.format === "int64") Object.assign(out, { minimum: int64.least, exclusiveMaximum: int64.most });
  if (node.items) out.items = core_node(node.items, "");
  if (typeof node.additionalProperties === "object") out.additionalProperties = core_node(node.additionalProperties, "");
  if (node.properties) {
    out.properties = Object.fromEntries(Object.entries(node.properties).map(([k, v]) => [k, core_node(v, "")]));
    out.additionalProperties ??= false;
  }
  return out;
}

function without_nulls(value, node, definitions) {
  const own = node?.$ref ? definitions[node.$ref.replace("#/definitions/", "")] : node;
  if (Array.isArray(value)) return value.map((item) => without_nulls(item, own?.items, definitions));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).filter(([key, below]) => below !== null || !own?.properties?.[key])
    .map(([key, below]) => [key, without_nulls(below, own?.properties?.[key]
      ?? (typeof own?.additionalProperties === "object" ? own.additionalProperties : undefined), definitions)]));
}

// Returns the same for the kinds of a swagger.json, by `apiVersion kind`.
export function of_core(ajv, { definitions }) {
  const kinds = new Map();
  const converted = Object.fromEntries(Object.entries(definitions).map(([name, node]) => [name, core_node(node, name)]));
  ajv.addSchema({ $id: "core", definitions: converted });
  for (const [name, node] of Object.entries(definitions)) {
    const list = node["x-kubernetes-group-version-kind"];
    if (list?.length !== 1 || !node.properties?.apiVersion) continue;
    const [{ group, version, kind }] = list;
    let accepts; // compiled when it is needed
    kinds.set(`${group ? `${group}/` : ""}${version} ${kind}`, { schema: node, definitions, accepts: (object) => {
      accepts ??= ajv.compile({ $ref: `core#/definitions/${name}` });
      return accepts(without_nulls(object, node, definitions));
    } });
  }
  return kinds;
}

// Prepares ajv.
export function prepare(ajv) {
  for (const [name, test] of Object.entries(formats)) ajv.addFormat(name, test);
  ajv.addFormat("bytes", decoded_bytes);
  ajv.addKeyword({ keyword: "not_null", validate: (_, value) => value !== null });
  ajv.addKeyword({ keyword: "differ_in", type: "array", validate: (keys, list) => {
    const seen = list.map((item) => JSON.stringify(keys.map((key) => item?.[key])));
    return new Set(seen).size === seen.length;
  } });
  return ajv;
}
