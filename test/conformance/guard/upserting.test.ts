// Whatever a store makes of identifiers, a run leaves the items that were there before as they were, byte for byte.
import { expect, test } from "vitest";
import { jsonCreated } from "../../../conformance/report/left.ts";
import { redactorOf } from "../../../conformance/report/report.ts";
import { type VerifyOptions, verify } from "../../../conformance/verify.ts";
import { loadContract } from "../../../src/contract/load.ts";
import { sampleOf, shareOf } from "../../share.ts";
import { COERCIONS, type Says, documentOf, startUpserting } from "../../faults/upserting/store.ts";

const PROFILES: Readonly<Record<string, Partial<VerifyOptions>>> = {
  "a default run": {},
  "a run that only reads": { readOnly: true },
  "a smoke run": { profile: "smoke" },
  "a full run": { profile: "full" },
  "a run that explores": { explore: { count: 60, seed: 7 } },
  "a run on another machine": { isLocal: false, profile: "full" },
};

const SAYS: readonly Says[] = ["everything", "less", "a key"];
const ALL = Object.keys(COERCIONS).flatMap((name) =>
  Object.keys(PROFILES).flatMap((profile) => SAYS.map((says) => [name, says, profile] as const)),
);

test.each(sampleOf(shareOf(ALL, 17), 2))(
  "a store that upserts and reads identifiers with %s, and whose document says %s, keeps its items in %s",
  async (name, says, profile) => {
    const coercion = COERCIONS[name] as (typeof COERCIONS)[string];
    const store = await startUpserting(coercion);
    const before = store.before();
    try {
      const contract = await loadContract(documentOf(coercion.kind, says));
      const run = await verify(contract, { baseUrl: store.url, ...PROFILES[profile] });
      expect(store.before()).toBe(before);
      const left = jsonCreated(run, redactorOf(run)).filter((one) => "removed" in one && one.removed === false);
      expect(left.length).toBeGreaterThanOrEqual(store.left().length);
    } finally {
      await store.close();
    }
  },
);
