// Twenty thousand damaged requests over raw connections, the same ones each time. Each response is HTTP, and refusals
// have the contract's error body. There is no stack trace and no 500, no connection hangs, and the mock still works
// afterwards.
import { connect } from "node:net";
import { expect, test } from "vitest";
import { loadEmbeddedContract } from "../../../src/contract/embedded/embedded.ts";
import { readJson } from "../../../src/json/read.ts";
import { inferResources } from "../../../src/resource/infer.ts";
import type { Inference } from "../../../src/resource/model.ts";
import { judgeError } from "../../http/support.ts";
import { startChild } from "../../serve/child.ts";
import { Random } from "../random.ts";
import { connectionOf } from "./mutations.ts";

const REQUESTS = 20_000;
const SEED = 20_261_121;
const AT_ONCE = 24;
/** The client has sent everything, so a request without a response by now will never get one. */
const SILENCE_MS = 30_000;
/** These say that the mock does not support something or is full. Other 5xx responses are bugs. */
const SERVER_ERRORS = [501, 505, 507];

interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** The parsed responses, or a text if this is not HTTP. A response to HEAD has a length and no body. */
function answersIn(text: string): readonly Answer[] | string {
  const answers: Answer[] = [];
  for (let rest = text; rest !== "";) {
    const end = rest.indexOf("\r\n\r\n");
    const status = Number(/^HTTP\/1\.1 ([1-5]\d\d) /.exec(rest)?.[1]);
    if (end < 0 || Number.isNaN(status)) return `no HTTP: ${JSON.stringify(rest.slice(0, 200))}`;
    const head = rest.slice(0, end);
    const after = rest.slice(end + 4);
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
    const isBare = after === "" || after.startsWith("HTTP/1.1 ");
    if (!isBare && after.length < length) return `cut short: ${JSON.stringify(rest.slice(0, 200))}`;
    answers.push({ status, head, body: isBare ? "" : Buffer.from(after.slice(0, length), "latin1").toString("utf8") });
    rest = isBare ? after : after.slice(length);
  }
  return answers;
}

/** Writes, ends its side, and reads until the server closes. @returns what came, or that it timed out */
function exchange(port: number, bytes: Buffer): Promise<string | undefined> {
  return new Promise((done) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: "127.0.0.1" });
    const end = (): void => {
      socket.destroy();
      done(Buffer.concat(chunks).toString("latin1"));
    };
    socket.setTimeout(SILENCE_MS, () => {
      socket.destroy();
      done(undefined);
    });
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("end", end).on("error", end).on("close", end);
    socket.end(bytes);
  });
}

function wrongWith(came: string | undefined, inference: Inference): string[] {
  if (came === undefined) return [`no end after ${SILENCE_MS / 1000} s`];
  const answers = answersIn(came);
  if (typeof answers === "string") return [answers];
  return answers.flatMap(({ status, body, head }) => {
    if (status >= 500 && !SERVER_ERRORS.includes(status)) return [`${status} ${body}`];
    if (/\s+at .*:\d+:\d+|node:internal/.test(body + head)) return [`a stack trace: ${body}`];
    if (status < 400 || body === "") return [];
    const reading = readJson(body);
    if ("fault" in reading) return [`${status} is no JSON: ${body.slice(0, 200)}`];
    try {
      judgeError(inference, { status, value: reading.value }, String(status));
      return [];
    } catch (error) {
      return [String(error)];
    }
  });
}

test("20,000 damaged requests", { timeout: 600_000 }, async () => {
  const inference = inferResources(await loadEmbeddedContract());
  const running = await startChild(["--seed", "20", "--capacity", "500"], { nodeFlags: ["--max-old-space-size=128"] });
  const random = new Random(SEED);
  const wrong: string[] = [];
  const statuses = new Map<number, number>();
  let sent = 0;
  const client = async (): Promise<void> => {
    while (sent < REQUESTS) {
      const { bytes, requests } = connectionOf(random);
      sent += requests;
      const came = await exchange(running.port, bytes);
      const faults = wrongWith(came, inference);
      wrong.push(
        ...faults.map((fault) => `${fault}\n  after ${JSON.stringify(bytes.toString("latin1").slice(0, 1000))}`),
      );
      const answers = answersIn(came ?? "");
      for (const { status } of typeof answers === "string" ? [] : answers) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  expect(wrong).toEqual([]);
  expect(running.child.exitCode).toBeNull();
  const headers = { Authorization: "Bearer demo-key" };
  expect((await fetch(`${running.url}/pets?limit=1`, { headers })).status).toBe(200);
  running.child.kill("SIGTERM");
  expect(await running.ended).toBe(0);
  expect(running.said()).not.toMatch(/internal error|^\s+at /m);
  // The requests reached more than the parser of the mock.
  for (const status of [200, 201, 204, 400, 401, 403, 404, 405, 413, 415, 421, 431, 501]) {
    expect([status, statuses.get(status) ?? 0]).toEqual([status, expect.toSatisfy((times: number) => times > 3)]);
  }
});
