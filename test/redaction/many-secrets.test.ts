// A service may send a new secret with every answer: all of them are hidden, and the time does not grow with their number.
import { expect, test } from "vitest";
import { ServiceSecrets } from "../../conformance/client/target/service-secrets.ts";
import { Redactor } from "../../conformance/client/target/redaction.ts";
import type { Exchange } from "../../conformance/client/exchange.ts";
import { loadContract } from "../../src/contract/load.ts";
import { Wholes } from "../../src/redaction/wholes.ts";

const ANSWERS = 10_000;
const secretOf = (n: number, at: number): string => `tok-live-${(n * 7_919 + 13).toString(36)}-${at}`;

function answer(n: number): Exchange {
  const body = JSON.stringify({ token: secretOf(n, 1), items: [{ password: secretOf(n, 2), name: "lamp" }] });
  return {
    intent: "valid",
    request: { method: "GET", url: "http://localhost/things", headers: [] },
    response: {
      status: 200,
      headers: [["Set-Cookie", `sid=${secretOf(n, 3)}; Path=/`]],
      body: new TextEncoder().encode(body),
      complete: true,
    },
    ms: 1,
  };
}

test("every one of thousands of secrets is hidden", async () => {
  const contract = await loadContract({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {} });
  const secrets = new ServiceSecrets(contract.document);
  const record = Array.from({ length: ANSWERS }, (_, n) => answer(n));
  const started = process.cpuUsage();
  for (const one of record) secrets.note(one);
  const received = secrets.values(record, "conformance-1");
  expect(received).toHaveLength(3 * ANSWERS);
  const redactor = new Redactor("", [], [], received);
  for (const n of [0, ANSWERS / 2, ANSWERS - 1]) {
    const said = [1, 2, 3].map((at) => secretOf(n, at)).join(" and ");
    expect(redactor.text(`it says ${said} of a lamp`)).toBe("it says <hidden> and <hidden> and <hidden> of a lamp");
  }
  for (const one of record) redactor.body(one.response?.body ?? new Uint8Array());
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(20_000);
});

test("what a request has sent is not hidden, so that its command can be repeated", async () => {
  const contract = await loadContract({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {} });
  const secrets = new ServiceSecrets(contract.document);
  const record = Array.from({ length: 100 }, (_, n) => answer(n));
  for (const one of record) secrets.note(one);
  const body = new TextEncoder().encode(JSON.stringify({ password: secretOf(7, 2) }));
  const sent = { request: { method: "POST", url: "http://localhost/things", headers: [], body } };
  const received = secrets.values([...record, sent], "conformance-1");
  expect([received.length, received.includes(secretOf(7, 2))]).toEqual([299, false]);
});

test("texts that begin alike are told apart, however many lengths they have", () => {
  const all = Array.from({ length: 300 }, (_, n) => ({ text: `secret-x${"y".repeat(n)}z` }));
  const wholes = new Wholes(all);
  for (const { text } of all) {
    const found = [...wholes.find(`a ${text} b`)];
    expect(found.map(([one, at]) => [one.text, at])).toEqual([[text, 2]]);
  }
  expect([...wholes.find("secret-xy and nothing else")]).toEqual([]);
});
