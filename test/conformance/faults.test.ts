// Every fault of the catalogue is found by a check of its class. Creation has a file of its own: it takes longest.
import { describe, expect, test } from "vitest";
import { FAULT_CLASSES } from "../faults/index.ts";
import { missed } from "./finding.ts";
import { IN_PROOF } from "../share.ts";

// In each run, `wording.test.ts` has for each check the store that only it finds.
describe.runIf(IN_PROOF)("every fault is found by a check of its class", () => {
  test.each(FAULT_CLASSES.filter((name) => name !== "create"))("%s", { timeout: 900_000 }, async (name) => {
    expect(await missed(name)).toEqual([]);
  });
});
