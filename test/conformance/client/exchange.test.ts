// How much of a response the suite reads, and how much it keeps.
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { undoCoding } from "../../../conformance/client/bodies/content-coding.ts";
import { BodyBudget } from "../../../conformance/client/bodies/body-budget.ts";
import {
  type Exchange,
  type HeaderPairs,
  type ReceivedResponse,
  decodedBody,
  describeAnswer,
  dropBody,
  isRefusal,
  isServed,
  isSuccess,
  isTimeout,
  jsonOf,
  mayHaveCreated,
  mediaTypeOf,
  size,
  statusOf,
  textOf,
  valueOf,
} from "../../../conformance/client/exchange.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const JSON_TYPE: HeaderPairs = [["Content-Type", "application/json; charset=utf-8"]];

function received(parts: Partial<ReceivedResponse>): ReceivedResponse {
  return { status: 200, headers: JSON_TYPE, body: bytes("{}"), complete: true, ...parts };
}

function exchange(response: Partial<ReceivedResponse> | undefined, parts: Partial<Exchange> = {}): Exchange {
  const request = { method: "GET", url: "http://localhost/things", headers: [] };
  return {
    intent: "valid",
    request,
    ms: 1,
    ...(response === undefined ? {} : { response: received(response) }),
    ...parts,
  };
}

test.each([
  [199, false, false],
  [200, true, false],
  [299, true, false],
  [300, false, false],
  [399, false, false],
  [400, false, true],
  [499, false, true],
  [500, false, false],
])("a status of %i is a success: %s, and a refusal: %s", (status, success, refusal) => {
  const one = exchange({ status });
  expect([statusOf(one), isSuccess(one), isRefusal(one)]).toEqual([status, success, refusal]);
  const served = (["valid", "edge", "invalid", "unauthenticated", "foreign", "deferred"] as const).filter((intent) =>
    isServed(exchange({ status }, { intent })),
  );
  expect(served).toEqual(success ? ["valid", "edge"] : []);
});

test.each([
  ["GET", undefined, true],
  ["GET", 200, false],
  ["GET", 201, true],
  ["GET", 500, true],
  ["POST", 200, true],
  ["POST", 399, true],
  ["POST", 400, false],
  ["POST", 499, false],
  ["POST", 503, true],
  ["PUT", 204, false],
])("%s with %s may have created something: %s", (method, status, created) => {
  const request = { method, url: "http://localhost/things", headers: [] };
  expect(mayHaveCreated(exchange(status === undefined ? undefined : { status }, { request }))).toBe(created);
});

test("only responses that exceed the timeout are late", () => {
  expect([isTimeout({}), isTimeout({ loss: "reset" }), isTimeout({ loss: "late" })]).toEqual([false, false, true]);
});

test.each<[string, Exchange, string]>([
  ["no response", exchange(undefined, { failure: "ECONNRESET" }), "no answer (ECONNRESET)"],
  ["no reason", exchange(undefined), "no answer (unknown reason)"],
  ["a success", exchange({ body: bytes('{"message":"no"}') }), "200 application/json, 16 bytes"],
  ["a byte", exchange({ headers: [], body: bytes("1") }), "200 no media type, 1 byte"],
  ["an error", exchange({ status: 400, body: bytes('{"message":"too long"}') }), "400 application/json “too long”"],
  ["an error in a string", exchange({ status: 404, body: bytes('" gone "') }), "404 application/json “gone”"],
  ["errors", exchange({ status: 404, body: bytes('{"error":[{"detail":"one"}]}') }), "404 application/json “one”"],
  [
    "an error without a message",
    exchange({ status: 400, body: bytes('{"code":1}') }),
    "400 application/json, 10 bytes",
  ],
  [
    "a long error",
    exchange({ status: 400, body: bytes(`"${"a".repeat(162)}"`) }),
    `400 application/json “${"a".repeat(160)}… (2 more characters)”`,
  ],
  [
    "a large response",
    exchange({ status: 500, body: bytes('"no"'), cut: { kind: "large", limit: 2 * 1024 * 1024 } }),
    "500 application/json, more than 2 MiB",
  ],
  [
    "a dropped response",
    exchange({ status: 500, body: bytes('"no"'), cut: { kind: "dropped" } }),
    "500 application/json, 4 bytes",
  ],
])("%s is described", (_, one, text) => {
  expect(describeAnswer(one)).toBe(text);
});

test("whole mebibytes are shown as such", () => {
  expect([0, 1, 2000, 1024 * 1024, 1.5 * 1024 * 1024].map(size)).toEqual([
    "0 bytes",
    "1 byte",
    "2,000 bytes",
    "1 MiB",
    "1,572,864 bytes",
  ]);
});

test("headers are found in any case, and repeated lines are joined", () => {
  const one = exchange({
    headers: [
      ["content-TYPE", "Text/HTML"],
      ["Content-Type", "b"],
    ],
  });
  expect(mediaTypeOf(one)).toBe("text/html, b");
  expect(mediaTypeOf(exchange({ headers: [] }))).toBe("");
});

describe("a body", () => {
  test.each<[string, (body: Uint8Array) => Uint8Array]>([
    ["gzip", gzipSync],
    ["X-GZIP", gzipSync],
    [" br ", brotliCompressSync],
    ["deflate", deflateSync],
    ["identity", (body) => body],
    ["", (body) => body],
  ])("with the content coding %j is read", (coding, encode) => {
    const body = encode(bytes('{"a":1}'));
    expect(undoCoding(body, coding, 7)).toEqual({ bytes: expect.anything() as unknown });
    const one = exchange({ headers: [["Content-Encoding", coding]], body });
    expect([valueOf(one), textOf(one)]).toEqual([{ a: 1 }, '{"a":1}']);
  });

  test("with a content coding that is unknown, broken or too large is not decoded", () => {
    expect(undoCoding(bytes("a"), "zip", 9)).toEqual({ fault: "unknown" });
    expect(undoCoding(bytes("a"), "gzip", 9)).toEqual({ fault: "broken" });
    expect(undoCoding(gzipSync(bytes("a".repeat(10))), "gzip", 9)).toEqual({ fault: "large" });
    expect(undoCoding(bytes(""), "zip", 9)).toEqual({ bytes: bytes("") });
    const one = exchange({ headers: [["Content-Encoding", "zip"]], body: bytes("ab") });
    expect([decodedBody(one), valueOf(one), textOf(one)]).toEqual([undefined, undefined, "ab"]);
    expect(jsonOf(one)).toEqual({
      fault: { kind: "encoding", message: "cannot be decoded with its Content-Encoding" },
    });
  });

  test("is not judged if only its beginning was read", () => {
    expect(() => jsonOf(exchange({ cut: { kind: "large", limit: 1024 * 1024 } }))).toThrow(
      expect.objectContaining({ message: "the response is larger than 1 MiB", needs: "a larger --max-body" }),
    );
    expect(() => jsonOf(exchange({ cut: { kind: "dropped" } }))).toThrow(
      expect.objectContaining({
        message: "not every response of so large a run is kept",
        needs: "a smaller run, or smaller responses",
      }),
    );
  });

  test("with too many values is not judged, and commas inside strings do not count", () => {
    const list = (part: string, times: number): Uint8Array => bytes(`[${part.repeat(times)}1]`);
    expect(() => jsonOf(exchange({ body: list("1,", 500_000) }))).toThrow(
      expect.objectContaining({
        message: "the response holds more than 500,000 JSON values",
        needs: "a smaller response",
      }),
    );
    const quoted = exchange({ body: bytes(`["\\"${",".repeat(1_000_000)}", 1]`) });
    expect((valueOf(quoted) as unknown[])[1]).toBe(1);
  });
});

test("the report says how much of a body was dropped, and its beginning is a copy", () => {
  const body = bytes("123456");
  const one = exchange({ body, decoding: { bytes: bytes("12") } });
  dropBody(one, 3);
  expect(one.response).toMatchObject({ body: bytes("123"), decoding: { fault: "large" }, cut: { kind: "dropped" } });
  expect(one.response?.body.buffer).not.toBe(body.buffer);
  const cut = exchange({ body, cut: { kind: "large", limit: 5 } });
  dropBody(cut, 0);
  expect(cut.response).toMatchObject({ body: bytes(""), decoding: undefined, cut: { kind: "large", limit: 5 } });
  expect(() => dropBody(exchange(undefined), 1)).not.toThrow();
});

test("if a run has too many bodies, large ones keep their beginning, and the oldest are dropped", () => {
  const MiB = 1024 * 1024;
  const kept = new BodyBudget();
  const all = [0.0625, 30, 20, 13, 0.9375].map((mebibytes) => exchange({ body: new Uint8Array(mebibytes * MiB) }));
  const lengths = (): number[] => all.map(({ response }) => (response?.body.length ?? 0) / MiB);
  for (const one of all) kept.add(one);
  expect(lengths()).toEqual([0.0625, 30, 20, 13, 0.9375]);
  kept.add(exchange({ body: bytes("1") }));
  expect(lengths()).toEqual([0.0625, 0.0625, 20, 13, 0.9375]);
  kept.add(exchange({ body: new Uint8Array(MiB), decoding: { bytes: new Uint8Array(50 * MiB) } }));
  expect(lengths()).toEqual([0.0625, 0.0625, 0.0625, 0.0625, 0.9375]);
});

test("if a run has too many small bodies, the oldest are dropped whole", () => {
  const kept = new BodyBudget();
  // They share one body, so a dropped one is replaced.
  const body = new Uint8Array(64 * 1024);
  const all = Array.from({ length: 1024 }, () => exchange({ body }));
  for (const one of all) kept.add(one);
  const lengths = (): number[] => all.slice(0, 3).map(({ response }) => response?.body.length ?? 0);
  expect(lengths()).toEqual([65_536, 65_536, 65_536]);
  kept.add(exchange({ body: bytes("1") }));
  expect(lengths()).toEqual([0, 65_536, 65_536]);
  kept.add(exchange(undefined));
  kept.add(exchange({ body }));
  expect(lengths()).toEqual([0, 0, 65_536]);
});
