// Who may import whom, and where each vendor belongs. `imports.test.ts` holds the sources to it.
import { dirname, join, sep } from "node:path";

/** What each room may import besides itself. Rooms that are not listed may import anything. */
export const ARROWS: Readonly<Record<string, readonly string[]>> = {
  text: [],
  json: [],
  document: ["json", "text"],
  schema: ["json", "document"],
  realistic: ["json", "document", "schema"],
  contract: ["json", "document", "schema"],
  resource: ["json", "document", "schema", "contract"],
  store: ["json"],
  redaction: [],
  mock: ["json", "document", "schema", "realistic", "contract", "resource", "store", "redaction"],
  http: ["json", "document", "schema", "realistic", "contract", "resource", "store", "mock", "redaction"],
  console: [],
  selection: ["json", "document", "contract"],
  gate: ["json", "document", "schema", "contract", "report", "selection"],
  lint: ["json", "document", "schema", "contract", "resource", "report", "gate", "selection"],
  report: ["text"],
  conformance: ["json", "document", "schema", "realistic", "contract", "resource", "report", "selection", "redaction"],
};

/** The rooms that may import each vendor. */
export const HOMES: Readonly<Record<string, readonly string[]>> = {
  ajv: ["schema"],
  "ajv-formats": ["schema"],
  "js-yaml": ["document"],
  "json-p3": ["document"],
  "lossless-json": ["json"],
  "@modelcontextprotocol/sdk": ["commands"],
  redis: ["store"],
  "@apidevtools/swagger-parser": [],
  "@stoplight": [],
};

/** A static or dynamic import, an export from another module, or a require. */
const IMPORTS = /^(?:import|export)\b[^;]*?\bfrom "([^"]+)"|^import "([^"]+)"|\b(?:import|require)\("([^"]+)"\)/gm;

/** The modules that a source names, type imports, lazy imports and requires included. */
export function importsIn(text: string): string[] {
  return [...text.matchAll(IMPORTS)].map(([, ...names]) => names.find((name) => name !== undefined) ?? "");
}

/** "contract" for src/contract/…, "conformance" for the whole folder, "top" for src itself. */
function roomOf(file: string): string {
  const [top = "", second = "", third] = file.split(sep);
  if (top === "conformance") return top;
  return third === undefined ? "top" : second;
}

/** The imports of a source that the arrows do not allow. */
export function breachesIn(file: string, text: string): string[] {
  const from = roomOf(file);
  return importsIn(text).filter((name) => {
    if (!name.startsWith(".")) {
      const home = Object.entries(HOMES).find(([vendor]) => name === vendor || name.startsWith(`${vendor}/`));
      return home?.[1].includes(from) === false;
    }
    const to = roomOf(join(dirname(file), name));
    return to !== "top" && to !== from && ARROWS[from]?.includes(to) === false;
  });
}
