// Programs that use the package in TypeScript: the types of what they give and get.

import { load, text, version, YschemaError, type Layer, type Options, type Schema, type Violation } from "yschema";

interface Values {
  port: number;
}

const options: Options = { functions: { is_even: (value) => value % 2 === 0 }, maxDepth: 5, strict: undefined };

async function main(): Promise<string> {
  const schema: Schema = await load("#@data/values-schema\n---\nport: 1\n", options);
  const layers: Layer[] = ["port: 2", text("x.yml", new Uint8Array(1)), { port: 3n }, new Map([["port", 4]]), null];
  const { valid, value, violations } = schema.apply<Values>(...layers);
  if (valid && value) return String(value.port);
  const list: Violation[] = violations;
  try {
    return String(schema.check<Values>().port);
  } catch (problem) {
    if (problem instanceof YschemaError) return problem.violations[0]?.message ?? version;
    return list.map((one) => `${one.file}:${one.line}`).join();
  } finally {
    schema[Symbol.dispose]();
    (await load({ files: { "a.yml": "a: 1" } })).free();
    (await load({ jsonSchema: { type: "integer" } })).free();
  }
}

main().then(console.log);
