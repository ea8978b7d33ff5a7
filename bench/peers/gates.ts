// Other gates to compare with, called from a program through their packages. `npm run bench:peers` installs them
// outside of the package; none is required.
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { peersFolder } from "./registry.ts";

/** An OpenAPI document as a value. */
export type DocumentValue = { readonly [key: string]: unknown };

/** True if the gate says that the change breaks a client. @throws the gate's own error if it cannot decide */
export type GateVerdict = (base: DocumentValue, revision: DocumentValue) => Promise<boolean>;

export interface GatePeer {
  readonly id: string;
  readonly title: string;
  readonly package: string;
  readonly version: string;
  /** The pairs made from its own tests, which do not count for it. */
  readonly own?: string;
  /** For packages that do not start with the versions that `npm install` chooses today. */
  readonly overrides?: DocumentValue;
  /** @param folder for files it has to write */
  load(folder: string): Promise<GateVerdict>;
}

function requireFrom({ id }: GatePeer, name: string): unknown {
  return createRequire(join(peersFolder(), id, "package.json"))(name);
}

interface OpenApiDiff {
  diffSpecs(specs: DocumentValue): Promise<{ readonly breakingDifferencesFound: boolean }>;
}

const openapiDiff: GatePeer = {
  id: "openapi-diff",
  title: "openapi-diff 0.24",
  package: "openapi-diff",
  version: "0.24.1",
  async load() {
    const { diffSpecs } = requireFrom(openapiDiff, openapiDiff.package) as OpenApiDiff;
    const given = (value: DocumentValue, location: string): DocumentValue => ({
      content: JSON.stringify(value),
      location,
      format: "openapi3",
    });
    return async (base, revision) => {
      const specs = { sourceSpec: given(base, "base.json"), destinationSpec: given(revision, "revision.json") };
      return (await diffSpecs(specs)).breakingDifferencesFound;
    };
  },
};

interface ApiSmartDiff {
  apiDiff(base: unknown, revision: unknown): readonly { readonly type: string }[];
}

const apiSmartDiff: GatePeer = {
  id: "api-smart-diff",
  title: "api-smart-diff 1.0",
  package: "api-smart-diff",
  version: "1.0.6",
  own: "netcracker",
  async load() {
    const { apiDiff } = requireFrom(apiSmartDiff, apiSmartDiff.package) as ApiSmartDiff;
    return async (base, revision) =>
      apiDiff(structuredClone(base), structuredClone(revision)).some(({ type }) => type === "breaking");
  },
};

interface Optic {
  parseOpenAPIWithSourcemap(path: string): Promise<object>;
  denormalize(parsed: object, version: "3.0.x" | "3.1.x"): object;
  compareSpecs(
    base: object,
    revision: object,
    runner: object,
    context: object,
  ): Promise<{ readonly results: readonly { readonly passed: boolean; readonly exempted?: boolean }[] }>;
  readonly RuleRunner: new (rulesets: readonly unknown[]) => object;
  readonly BreakingChangesRuleset: { fromOpticConfig(config: object): Promise<unknown> };
}

const optic: GatePeer = {
  id: "optic",
  title: "Optic 1.0",
  package: "@useoptic/optic",
  version: "1.0.9",
  own: "optic",
  // Spectral, which it loads, does not start with the newest Ajv.
  overrides: { "@stoplight/spectral-core": { ajv: "8.17.1" }, "@stoplight/spectral-functions": { ajv: "8.17.1" } },
  async load(folder) {
    const parts = ["openapi-io", "openapi-utilities", "rulesets-base", "standard-rulesets"];
    const all = Object.assign({}, ...parts.map((part) => requireFrom(optic, `@useoptic/${part}`))) as Optic;
    const runner = new all.RuleRunner([await all.BreakingChangesRuleset.fromOpticConfig({})]);
    const read = async (name: string, value: DocumentValue): Promise<object> => {
      const path = join(folder, name);
      writeFileSync(path, JSON.stringify(value));
      const version = String(value["openapi"]).startsWith("3.1") ? "3.1.x" : "3.0.x";
      return { ...all.denormalize(await all.parseOpenAPIWithSourcemap(path), version), isEmptySpec: false };
    };
    return async (base, revision) => {
      const sides = [await read("base.json", base), await read("revision.json", revision)] as const;
      const { results } = await all.compareSpecs(...sides, runner, {});
      return results.some(({ passed, exempted }) => !passed && exempted !== true);
    };
  },
};

export const GATE_PEERS: readonly GatePeer[] = [openapiDiff, apiSmartDiff, optic];
