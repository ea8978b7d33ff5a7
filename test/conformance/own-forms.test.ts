// If the document describes its own form of something, the suite does not expect the form that HTTP defines.
import { expect, test } from "vitest";
import { CHECKS } from "../../conformance/checks/index.ts";
import { contractOf, documentOfValue } from "../../src/contract/load.ts";
import { createMock } from "../../src/library/create-mock.ts";
import { changed, orders } from "../http/documents.ts";
import { judge } from "./side-by-side.ts";

const TRIED = ["if-none-match", "if-modified-since", "range"];

test.each([
  ["header", ["Range", "IF-NONE-MATCH"], ["if-modified-since"]],
  ["query", ["Range"], ["if-modified-since", "if-none-match", "range"]],
])(
  "a conditional request leaves out what is declared as a parameter in the %s: %j",
  async (place, described, wanted) => {
    const own = described.map((name) => ({ name, in: place, schema: { type: "string" } }));
    const contract = contractOf(
      await documentOfValue(changed(orders(), ["paths", "/orders", "get", "parameters"], own)),
    );
    const mock = await createMock({ spec: contract });
    const checks = CHECKS.filter(({ id }) => id === "protocol.conditional");
    const { session } = await judge(contract, { url: mock.url, key: mock.key, close: () => mock.close() }, { checks });
    const toList = session.record.filter(({ request }) => new URL(request.url).pathname.endsWith("/orders"));
    const sent = new Set(toList.flatMap(({ request }) => request.headers.map(([name]) => name.toLowerCase())));
    expect(TRIED.filter((name) => sent.has(name)).sort()).toEqual(wanted);
  },
);
