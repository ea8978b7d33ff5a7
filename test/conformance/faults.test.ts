// Every fault of the catalogue is found by a check of its class. Creation has its own file, because it takes longest.
import { describe, expect, test } from "vitest";
import { FAULT_CLASSES } from "../faults/index.ts";
import { missed } from "./finding.ts";
import { IN_PROOF } from "../share.ts";

// In every run, `wording.test.ts` tests each check against a fault that only it finds.
describe.runIf(IN_PROOF)("every fault is found by a check of its class", () => {
  test.each(FAULT_CLASSES.filter((name) => name !== "create"))("%s", { timeout: 900_000 }, async (name) => {
    expect(await missed(name)).toEqual([]);
  });
});
