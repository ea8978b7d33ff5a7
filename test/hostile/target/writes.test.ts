// `--max-writes` is a promise to the owner of the target: no response makes the suite write more.
import { afterEach, describe, expect, test } from "vitest";
import type { Run } from "../../../conformance/run.ts";
import { verify } from "../../../conformance/verify.ts";
import { contractOf } from "../../conformance/documents.ts";
import { type Evil, startEvil } from "./evil.ts";

let evil: Evil | undefined;
afterEach(() => evil?.close());

interface Seen {
  readonly run: Run;
  /** The requests that may create something, as the server saw them. */
  readonly writes: number;
}

const UNSAFE = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Answers every unsafe request like this, and all others with an empty list. */
async function against(status: number, headers: Record<string, string>, maxWrites: number): Promise<Seen> {
  let writes = 0;
  evil = await startEvil(({ method = "" }, response) => {
    if (!UNSAFE.has(method)) return void response.writeHead(200, { "Content-Type": "application/json" }).end("[]");
    if (method !== "DELETE") writes++;
    response.writeHead(status, headers).end();
  });
  const contract = await contractOf("items that can be changed");
  const run = await verify(contract, { baseUrl: evil.url, key: "right-key", maxWrites, maxTimeMs: 10_000 });
  return { run, writes };
}

/** Requests of these methods that were sent again. */
const repeated = ({ session }: Run, methods: ReadonlySet<string> = UNSAFE): number =>
  session.record.filter(({ intent, request }) => intent === "deferred" && methods.has(request.method)).length;

const WRITES = new Set(["POST", "PUT", "PATCH"]);

describe("a target that answers 503 and may have done the write", () => {
  test.each([1, 5])("gets at most %i writes if that many are allowed, each of them once", async (maxWrites) => {
    const { run, writes } = await against(503, { "Retry-After": "0" }, maxWrites);
    expect([writes <= maxWrites, repeated(run)]).toEqual([true, 0]);
  });

  test.each([500, 502, 504, 408])("gets no retry after %i, either", async (status) => {
    const { run } = await against(status, { "Retry-After": "0" }, 3);
    expect(repeated(run)).toBe(0);
  });
});

describe("a target that answers 429, and so has not done the write", () => {
  test("is retried as often as the budget allows", async () => {
    const { run } = await against(429, { "Retry-After": "0" }, 6);
    const again = repeated(run, WRITES);
    expect([again > 0, again <= 6]).toEqual([true, true]);
  });

  test("is not retried if the budget is spent", async () => {
    const { run } = await against(429, { "Retry-After": "0" }, 1);
    expect(repeated(run, WRITES)).toBe(0);
  });
});

test("a target that creates and closes the connection gets no retry", async () => {
  let writes = 0;
  evil = await startEvil(({ method = "" }, response) => {
    if (!UNSAFE.has(method)) return void response.writeHead(200, { "Content-Type": "application/json" }).end("[]");
    writes++;
    response.destroy();
  });
  const contract = await contractOf("the animal store");
  await verify(contract, { baseUrl: evil.url, key: "right-key", maxWrites: 2, maxTimeMs: 10_000 });
  expect(writes).toBeLessThanOrEqual(2);
});
