// Draws the sample of roles that bench/documents.md judges by hand. `npm run bench:documents` prints it as a table,
// always the same for the same seed and documents.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { contractOf, parseDocumentText } from "../src/contract/load.ts";
import { inferResources } from "../src/resource/infer.ts";

const SIZE = 100;
const SEED = 20_261_122;
const FOLDER = join(process.env["ANIMAL_STORE_CORPUS"] ?? join(process.cwd(), "..", "shared", "data"), "documents");

interface Drawn {
  readonly document: string;
  readonly operation: string;
  readonly role: string;
  readonly why: string;
}

/** Pseudo-random numbers from 0 to 1 (mulberry32). */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function main(): Promise<void> {
  const all: Drawn[] = [];
  let operations = 0;
  for (const file of readdirSync(FOLDER).toSorted()) {
    const text = gunzipSync(readFileSync(join(FOLDER, file))).toString("utf8");
    const document = await parseDocumentText(text, file);
    const { assignments } = inferResources(contractOf(document, { lenient: true }));
    operations += assignments.length;
    for (const { operation, role, why } of assignments) {
      if (role === "unmodelled") continue;
      all.push({ document: file.split(".")[0] ?? file, operation: `${operation.method} ${operation.path}`, role, why });
    }
  }
  const draw = drawing(SEED);
  const sample = Array.from({ length: SIZE }, () => all.splice(Math.floor(draw() * all.length), 1)[0] as Drawn);
  const having = all.length + SIZE;
  process.stdout.write(
    `${having} of ${operations} operations have a role: ${((having / operations) * 100).toFixed(1)} %\n\n`,
  );
  for (const { document, operation, role, why } of sample) {
    process.stdout.write(`| ${document} | \`${operation}\` | ${role} | ${why} |\n`);
  }
}

void main();
