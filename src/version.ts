// The version of this program, from its own package.json.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** For example "2.0.0". Works from src/ and from dist/src/. */
export function ownVersion(): string {
  for (const path of ["../package.json", "../../package.json"]) {
    try {
      const about = JSON.parse(readFileSync(join(__dirname, path), "utf8")) as {
        name?: string;
        version?: string;
      };
      if (about.name === "animal-store" && about.version !== undefined) return about.version;
    } catch {
      // Not there; try the other place.
    }
  }
  return "unknown";
}
