// A target with a name other than its address, given by `--header "Host: …"`.
import { expect, test } from "vitest";
import { CHECKS } from "../../../conformance/checks/index.ts";
import { verify } from "../../../conformance/verify.ts";
import { loadEmbeddedContract } from "../../../src/contract/embedded/embedded.ts";
import { createMockServer } from "../../../src/http/node/server.ts";
import { inferResources } from "../../../src/resource/infer.ts";
import { IN_PROOF } from "../../share.ts";
import { complaints, ofFamilies } from "../side-by-side.ts";

test("a given host replaces the one of the base URL", async () => {
  const contract = await loadEmbeddedContract();
  const server = createMockServer(contract, inferResources(contract), { allowedHosts: ["staging.test"] });
  try {
    const { url: baseUrl } = await server.listen();
    // Each request has the host, so a few are enough to show it.
    const checks = IN_PROOF ? CHECKS : ofFamilies(CHECKS, ["auth", "fetch"]);
    const run = await verify(contract, { baseUrl, key: "demo-key", headers: [["Host", "staging.test"]], checks });
    expect(complaints(run)).toEqual([]);
    expect(run.results.some(({ outcome }) => outcome.verdict === "pass")).toBe(true);
  } finally {
    await server.close();
  }
});
