// The document that comes with the package. The build prepares it, so that the first answer of `serve` need
// not wait for a YAML parser or for Ajv; a document that was changed since is simply read again.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildContract } from "./build.ts";
import { type Document, refuseDocument } from "./document.ts";
import type { JsonObject } from "./json.ts";
import type { Contract } from "./model.ts";
import { parentPointer } from "./pointer.ts";
import { SchemaSet, type Validator, type ValidatorSource } from "./schema-set.ts";
import { unitId } from "./unit-id.ts";

/** What findings call the embedded document: the place it has in the repository and in the package. */
export const EMBEDDED_NAME = "spec/animal-store.yaml";

/** What the build writes beside this module. */
export interface Prepared {
  /** SHA-256 of the YAML text it was made from. */
  readonly digest: string;
  readonly dialect: Document["dialect"];
  readonly root: JsonObject;
  /** The export of the validators' module for each unit. */
  readonly names: Readonly<Record<string, string>>;
}

/** Line and column of each pointer: kept apart, as only findings need it. */
export type PreparedPlaces = Readonly<Record<string, readonly [line: number, column: number]>>;

/** The files that the build writes, by what they hold. */
export const PREPARED_FILES = {
  document: "embedded-document.json",
  places: "embedded-places.json",
  validators: "embedded-validators.mjs",
} as const;

/**
 * The path of the embedded document, both from the sources and from the built package.
 * @throws Error when the package is incomplete
 */
export function embeddedSpecPath(): string {
  // The sources stand at src/contract/, the built files at dist/src/contract/: look upwards for the package.
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const path = join(folder, EMBEDDED_NAME);
    if (existsSync(path)) return path;
    if (dirname(folder) === folder) throw new Error(`the package lacks its ${EMBEDDED_NAME}`);
  }
}

/** The contract of the embedded document, as prepared by the build where that is still what the document says. */
export async function loadEmbeddedContract(): Promise<Contract> {
  const text = readFileSync(embeddedSpecPath(), "utf8");
  const prepared = readPrepared(PREPARED_FILES.document) as Prepared | undefined;
  if (prepared !== undefined && prepared.digest === digestOf(text)) return contractOf(prepared);
  const { contractOf: compile, parseDocumentText } = await import("./load.ts");
  return compile(await parseDocumentText(text, EMBEDDED_NAME));
}

/** The digest by which a changed document is noticed. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

async function contractOf({ dialect, root, names }: Prepared): Promise<Contract> {
  const validators = (await import(new URL(PREPARED_FILES.validators, import.meta.url).href)) as Record<
    string,
    Validator
  >;
  let places: PreparedPlaces | undefined;
  const document: Document = Object.freeze({
    file: EMBEDDED_NAME,
    dialect,
    root,
    locate: (pointer: string) => {
      places ??= (readPrepared(PREPARED_FILES.places) as PreparedPlaces | undefined) ?? {};
      return { file: EMBEDDED_NAME, ...placeOf(places, pointer) };
    },
  });
  const source: ValidatorSource = {
    validator: (pointer, direction) => {
      const validator = validators[names[unitId(pointer, direction)] ?? ""];
      if (validator === undefined) refuseDocument(document, pointer, "the build prepared no validator for this schema");
      return validator;
    },
  };
  return buildContract(document, new SchemaSet(document, source));
}

function placeOf(places: PreparedPlaces, pointer: string): { readonly line: number; readonly column: number } {
  for (let place = pointer; ; place = parentPointer(place)) {
    const found = places[place];
    if (found !== undefined) return { line: found[0], column: found[1] };
    if (place === "") return { line: 1, column: 1 };
  }
}

function readPrepared(name: string): unknown {
  const url = new URL(name, import.meta.url);
  return existsSync(url) ? JSON.parse(readFileSync(url, "utf8")) : undefined;
}
