declare global {
  // TypeScript before 5.2, and older settings of `lib`, have none of these.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
  interface Disposable {
    [Symbol.dispose](): void;
  }
}

/** One violation, error or warning, with the members that reports as JSON have. */
export interface Violation {
  /** The kind, such as "type", "unknown-key" or "rule". */
  kind: string;
  /** Its name in all reports, such as "min". */
  rule: string;
  /** The argument that the schema gives the rule. */
  argument?: unknown;
  severity: "error" | "warning";
  /** The path, such as `databases[0].name`. */
  path?: string;
  /** The same as a JSON pointer. */
  pointer?: string;
  /** One sentence. */
  message: string;
  found?: string;
  expected?: string;
  /** How to correct it. */
  hint?: string;
  /** The fix, if there is exactly one possible correction. */
  fix?: unknown;
  file?: string;
  /** From 1. */
  line?: number;
  /** From 1, in characters. */
  column?: number;
  schemaFile?: string;
  schemaLine?: number;
  schemaPointer?: string;
}

/** Thrown where a schema is not valid, a call is not, or `check` finds violations. */
export class YschemaError extends Error {
  violations: Violation[];
}

/** A text with a name. `text` makes it. */
export class Text {
  private constructor();
  readonly name: string;
  readonly text: string | Uint8Array;
}

/** Names a text for reports. A name that ends with `.json` says that it is JSON. */
export function text(name: string, content: string | Uint8Array): Text;

/** One layer of values: a text in YAML or JSON, or objects as JSON has them, also with Map and bigint. */
export type Layer = string | Uint8Array | Text | object | null | boolean | number | bigint;

export interface Result<T = any> {
  valid: boolean;
  /** The complete values; undefined if they are not valid. */
  value: T | undefined;
  violations: Violation[];
  warnings: Violation[];
  /** The report for people; "" if there is nothing to report. */
  report: string;
}

export type Returned = null | undefined | boolean | number | bigint | string;

export interface Options {
  /** The name of the schema's text in reports. */
  name?: string;
  /** Functions that annotations of the schema may call by their names. They return at once. */
  functions?: Record<string, (...given: any[]) => Returned>;
  /** Maps of results are `Map`, which keeps the order of all keys. */
  maps?: boolean;
  strict?: boolean;
  skipValidation?: boolean;
  codeInValues?: boolean;
  assertFormats?: boolean;
  allowInexact?: boolean;
  refusePlainComments?: boolean;
  yaml?: "1.1" | "1.2";
  budget?: number;
  maxMemory?: number;
  maxBytes?: number;
  maxDepth?: number;
  maxNodes?: number;
  maxAliasNodes?: number;
  maxViolations?: number;
}

/** The input from which a schema is loaded. */
export type Source =
  | string
  | Uint8Array
  | Text
  /** Files by their paths: schemas, and what they load. */
  | { files: Record<string, string | Uint8Array> }
  | { jsonSchema: string | Uint8Array | Text | object | boolean };

export interface Schema extends Disposable {
  /** Applies the schema to layers of values, of which later ones win; without any, to its defaults. */
  apply<T = any>(...layers: Layer[]): Result<T>;
  /** Returns the complete values, or throws an error with `violations`. */
  check<T = any>(...layers: Layer[]): T;
  /** Gives the memory back. A schema that is not reachable any more gives it back, too. */
  free(): void;
}

/** Loads a schema. Throws an error with `violations` if it is not valid. */
export function load(source: Source, options?: Options): Promise<Schema>;

export const version: string;
