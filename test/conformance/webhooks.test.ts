// The suite receives webhooks where a document has a way to subscribe to them, and says why where it has none.
import { describe, expect, test } from "vitest";
import { webhookChecks } from "../../conformance/checks/sent/index.ts";
import { exitCode } from "../../conformance/report/report.ts";
import type { Run } from "../../conformance/run.ts";
import { contractOf as contractOfDocument, documentOfValue } from "../../src/contract/load.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { createMock } from "../../src/library/create-mock.ts";
import type { OpenApiDocument } from "../../src/library/contracts.ts";
import { DOCUMENTS, contractOf } from "./documents.ts";
import { type Options, judge } from "./side-by-side.ts";
import { startMock } from "./tampered.ts";

const told = ({ results }: Run): unknown[] =>
  results
    .filter(({ check }) => check.family === "webhooks")
    .map(({ check, subject: { about }, outcome }) => [
      `${about ?? "all"}: ${check.id.slice("webhooks.".length)}`,
      outcome.verdict === "inconclusive" ? outcome.why : outcome.verdict,
    ]);

async function ofOrders(options: Options = {}): Promise<Run> {
  return judge(await contractOf("webhooks"), await startMock("webhooks"), { checks: webhookChecks, ...options });
}

async function ofDocument(document: JsonObject, options: Options = { checks: webhookChecks }): Promise<Run> {
  const contract = contractOfDocument(await documentOfValue(document));
  const mock = await createMock({ spec: document as unknown as OpenApiDocument });
  const store = { url: mock.url, key: mock.key, close: () => mock.close() };
  return judge(contract, store, options);
}

const CLAIMS = ["arrives", "method", "media-type", "body", "signed", "once"];
const NEVER = "the suite knows no request after which it is sent";

describe("webhooks are received", () => {
  test("each after what its name tells of, signed with the secret of the subscription, which is taken back", async () => {
    const run = await ofOrders();
    const all = told(run);
    for (const name of ["order.created", "order.updated", "order.shipped", "order.deleted"])
      for (const claim of CLAIMS) expect(all).toContainEqual([`${name}: ${claim}`, "pass"]);
    expect(all).toContainEqual(["order.lost: arrives", NEVER]);
    expect(all).toContainEqual(["heartbeat: arrives", "nothing in the document says when it is sent"]);
    expect(run.session.created.every(({ removed }) => removed)).toBe(true);
  });

  test("all together, where a subscription does not choose among them", async () => {
    const document = structuredClone(DOCUMENTS.webhooks) as JsonObject & {
      components: { schemas: { Hook: { required: string[]; properties: JsonObject } } };
    };
    const { Hook } = document.components.schemas;
    const { events: _, ...others } = Hook.properties;
    Object.assign(Hook, { required: ["id", "url", "secret"], properties: others });
    expect(told(await ofDocument(document))).toEqual(
      CLAIMS.map((claim) => [`order.created and 5 more: ${claim}`, "pass"]),
    );
  });
});

test("one that lacks the signature that its document describes is not signed", async () => {
  const own = JSON.stringify(DOCUMENTS.webhooks).replaceAll('"webhook-signature"', '"X-Shop-Signature"');
  const contract = contractOfDocument(await documentOfValue(JSON.parse(own) as JsonObject));
  // This one signs in the header of Standard Webhooks.
  const run = await judge(contract, await startMock("webhooks"), { checks: webhookChecks });
  expect(told(run)).toContainEqual(["order.created: signed", "fail"]);
  const found = run.results.flatMap(({ outcome }) => (outcome.verdict === "fail" ? outcome.seen : []));
  expect(new Set(found)).toEqual(new Set(["no x-shop-signature"]));
});

describe("nothing is claimed", () => {
  const claims = (why: string): unknown[] => CLAIMS.map((claim) => [`all: ${claim}`, why]);

  test("where the document has no way to subscribe", async () => {
    const document = structuredClone(DOCUMENTS.webhooks) as JsonObject & { paths: JsonObject };
    const { "/hooks": _, "/hooks/{id}": __, ...paths } = document.paths;
    const run = await ofDocument({ ...document, paths }, { maxWrites: 20 });
    expect(told(run)).toEqual(claims("the document describes no way to subscribe to its webhooks"));
    expect(exitCode({ run, results: run.results }, { strict: false, allowUndecided: false })).toBe(0);
  });

  test("where a subscription could not be taken back", async () => {
    const document = structuredClone(DOCUMENTS.webhooks) as JsonObject & { paths: JsonObject };
    const { "/hooks/{id}": _, ...paths } = document.paths;
    const run = await ofDocument({ ...document, paths });
    expect(told(run)).toContainEqual(["order.created: arrives", "a subscription could not be taken back"]);
  });

  test("where the service cannot reach this machine", async () => {
    const all = told(await ofOrders({ isLocal: false, maxWrites: 20 }));
    expect(all).toContainEqual(["order.created: body", "the service cannot reach this machine"]);
  });
});
