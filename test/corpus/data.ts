// The place of the public test data, which is read in place and never copied into the repository.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The folder of the public data. */
export const CORPUS = resolve(process.env["ANIMAL_STORE_CORPUS"] ?? join(ROOT, "..", "shared", "data"));

export interface JsonCase {
  readonly name: string;
  /** `y` must be accepted, `n` refused, `i` is up to the parser. */
  readonly wanted: string;
  readonly bytes: Buffer;
}

/** The JSON documents of JSONTestSuite. */
export function jsonCases(): readonly JsonCase[] {
  const folder = join(CORPUS, "json-test-suite");
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return names.map((name) => ({ name, wanted: name.charAt(0), bytes: readFileSync(join(folder, name)) }));
}

/** The big list of naughty strings. */
export function naughtyStrings(): readonly string[] {
  const list = JSON.parse(readFileSync(join(CORPUS, "naughty-strings.base64.json"), "utf8")) as string[];
  return list.map((text) => Buffer.from(text, "base64").toString("utf8"));
}

/** The documents of real APIs, unpacked into a folder. */
export function publishedDocuments(folder: string): readonly { readonly name: string; readonly file: string }[] {
  return readdirSync(join(CORPUS, "documents")).map((name) => {
    const file = join(folder, name.replace(/\.gz$/, ""));
    writeFileSync(file, gunzipSync(readFileSync(join(CORPUS, "documents", name))));
    return { name, file };
  });
}
