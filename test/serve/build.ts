// The sources as JavaScript, in a temporary folder, for tests that need a separate process.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

export const ROOT = join(import.meta.dirname, "..", "..");

export interface Build {
  readonly folder: string;
  remove(): void;
}

/** Builds the sources inside node_modules, so that the result finds the packages. */
export async function buildSources(): Promise<Build> {
  const folder = mkdtempSync(join(ROOT, "node_modules", ".animal-store-"));
  const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  const args = [tsc, "-p", join(ROOT, "scripts", "tsconfig.build.json"), "--outDir", folder, "--noCheck"];
  await promisify(execFile)(process.execPath, args);
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}
