// A target that is known by another name than its address: `--header "Host: …"` names it.
import { expect, test } from "vitest";
import { verify } from "../../../conformance/verify.ts";
import { loadEmbeddedContract } from "../../../src/contract/embedded/embedded.ts";
import { createMockServer } from "../../../src/http/node/server.ts";
import { inferResources } from "../../../src/resource/infer.ts";
import { complaints } from "../side-by-side.ts";

test("a host that is given replaces that of the base URL", async () => {
  const contract = await loadEmbeddedContract();
  const server = createMockServer(contract, inferResources(contract), { allowedHosts: ["staging.test"] });
  try {
    const { url: baseUrl } = await server.listen();
    const run = await verify(contract, { baseUrl, key: "demo-key", headers: [["Host", "staging.test"]] });
    expect(complaints(run)).toEqual([]);
  } finally {
    await server.close();
  }
});
