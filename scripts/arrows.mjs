// Who may import whom, and where each vendor belongs. This table is read by the linter's configuration (run this file
// to write it) and by test/architecture/.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What each room may import besides itself. Rooms that are not listed may import anything. */
export const ARROWS = {
  text: [],
  json: [],
  document: ["json", "text"],
  schema: ["json", "document"],
  contract: ["json", "document", "schema"],
  resource: ["json", "document", "schema", "contract"],
  store: ["json"],
  redaction: [],
  mock: ["json", "document", "schema", "contract", "resource", "store", "redaction"],
  http: ["json", "document", "schema", "contract", "resource", "store", "mock", "redaction"],
  console: [],
  prism: ["json", "document", "schema", "contract", "sandbox"],
  selection: ["json", "document", "contract"],
  gate: ["json", "document", "schema", "contract", "report", "selection"],
  lint: ["json", "document", "schema", "contract", "resource", "report", "gate", "sandbox", "selection"],
  sandbox: [],
  report: ["text"],
  conformance: ["json", "document", "schema", "contract", "resource", "report", "selection", "redaction"],
};

/** The rooms that may import each vendor. */
export const HOMES = {
  ajv: ["schema"],
  "ajv-formats": ["schema"],
  "js-yaml": ["document"],
  "lossless-json": ["json"],
  "@apidevtools/swagger-parser": ["lint"],
  "@stoplight": ["prism"],
};

const ROOMS = [...Object.keys(ARROWS), "commands"];

const filesOf = (room) => (room === "conformance" ? ["conformance/**/*.ts"] : [`src/${room}/**/*.ts`]);

function overrideOf(room) {
  const allowed = ARROWS[room];
  const refused = allowed === undefined ? [] : ROOMS.filter((other) => other !== room && !allowed.includes(other));
  const vendors = Object.entries(HOMES).filter(([, homes]) => !homes.includes(room));
  return {
    files: filesOf(room),
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            ...refused.map((other) => ({
              group: [`**/${other}/**`],
              message: `${room} may not import ${other}: see the arrows in CONTRIBUTING.md.`,
            })),
            {
              group: vendors.flatMap(([vendor]) => [vendor, `${vendor}/**`]),
              message: "Each vendor has one home: see CONTRIBUTING.md.",
            },
          ],
        },
      ],
    },
  };
}

/** The overrides in .oxlintrc.json for the arrows. */
export const arrowOverrides = () => ROOMS.map(overrideOf);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = new URL("../.oxlintrc.json", import.meta.url);
  const config = JSON.parse(readFileSync(path, "utf8"));
  const others = config.overrides.filter(({ rules }) => !Array.isArray(rules["no-restricted-imports"]));
  config.overrides = [...arrowOverrides(), ...others];
  writeFileSync(path, `${JSON.stringify(config, null, 2)}\n`);
}
