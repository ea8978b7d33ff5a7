// Hand-written clients, based on the public guides of services, against the mocks of their documents. The suite and the
// mock share their inference, so only an independent client can tell whether it is right.
import { gunzipSync } from "node:zlib";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contractOf, parseDocumentText } from "../../../src/contract/load.ts";
import { DEFAULT_KEY, createMockServer } from "../../../src/http/node/server.ts";
import { inferResources } from "../../../src/resource/infer.ts";
import { CORPUS } from "../data.ts";
import { sampleOf } from "../../share.ts";
import { APIS } from "./apis.ts";
import { Client } from "./client.ts";

test.each(sampleOf(APIS, 3))("$name works as its guide says", async ({ file, headers, use }) => {
  const text = gunzipSync(readFileSync(join(CORPUS, "documents", `${file}.gz`))).toString("utf8");
  const contract = contractOf(await parseDocumentText(text, file), { lenient: true });
  const errors: unknown[] = [];
  const server = createMockServer(contract, inferResources(contract), { onError: (error) => errors.push(error) });
  const { url } = await server.listen();
  try {
    await use(new Client(url, headers(DEFAULT_KEY)));
  } finally {
    await server.close();
  }
  expect(errors).toEqual([]);
});
