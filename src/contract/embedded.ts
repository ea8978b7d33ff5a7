// The document that comes with the package.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The path of the embedded `spec/animal-store.yaml`, both from the sources and from the built package.
 * @throws Error when the package is incomplete
 */
export function embeddedSpecPath(): string {
  // The sources stand at src/contract/, the built files at dist/src/contract/: look upwards for the package.
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const path = join(folder, "spec", "animal-store.yaml");
    if (existsSync(path)) return path;
    if (dirname(folder) === folder) throw new Error("the package lacks its spec/animal-store.yaml");
  }
}
