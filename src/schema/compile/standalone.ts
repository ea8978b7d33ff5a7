// The code of validators, for documents that are compiled before they are served.
import type { Ajv2020 } from "ajv/dist/2020.js";

/** A module that exports each validator under the name its id has in the map. */
export interface Standalone {
  readonly code: string;
  readonly names: Readonly<Record<string, string>>;
}

type StandaloneCode = (ajv: Ajv2020, names: Readonly<Record<string, string>>) => string;

/** The code of the validators with these ids. */
export function standaloneOf(ajv: Ajv2020, ids: readonly string[]): Standalone {
  // Loaded here, because only code that writes validators to a file needs it.
  const { default: standaloneCode } = require("ajv/dist/standalone/index.js") as { default: StandaloneCode };
  const names = Object.fromEntries(ids.map((id, index) => [id, `validator${index}`]));
  const byName = Object.fromEntries(ids.map((id, index) => [`validator${index}`, id]));
  return { code: standaloneCode(ajv, byName), names };
}
