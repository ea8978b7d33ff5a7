// The journal: what it keeps of requests, who calls deprecated operations, and what it hides.
import { describe, expect, test, vi } from "vitest";
import type { Operation, SecurityScheme } from "../../src/contract/model.ts";
import { type Answered, type Entry, answerBytes, entryOf, requestText } from "../../src/mock/journal/entry.ts";
import { Journal, Journals } from "../../src/mock/journal/journal.ts";
import { Mask } from "../../src/mock/journal/mask.ts";
import { harOf, readEntry } from "../../src/mock/journal/reading.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const NONE = {
  operation: undefined,
  requestBody: undefined,
  text: undefined,
  refusal: undefined,
  situation: undefined,
} as const;
const answered = (parts: Partial<Answered> = {}): Answered => ({
  ...NONE,
  method: "GET",
  url: "/things",
  requestLines: [],
  ms: 1.23456,
  status: 200,
  lines: [],
  ...parts,
});
const operation = (id: string, deprecated = true): Operation =>
  ({ id, path: `/${id}`, lifecycle: { deprecated } }) as unknown as Operation;

describe("an entry", () => {
  test.each<[string, Partial<Answered>, number]>([
    ["with little in it", {}, 407],
    ["with a header", { requestLines: ["Host", "here"] }, 463],
    ["with a header in the response", { lines: ["a", "b"] }, 423],
    ["with a body", { requestBody: bytes("12345") }, 412],
    ["with a long body", { requestBody: new Uint8Array(20_000) }, 16_791],
    ["with a response body", { text: "12345" }, 417],
    ["with a long response body", { text: "a".repeat(20_000) }, 33_175],
  ])("%s counts the memory it takes", (_, parts, weight) => {
    expect(entryOf(answered(parts), 1, undefined).weight).toBe(weight);
  });

  test("says what the tokens in an answer claim, and keeps the tokens and the secrets in them", () => {
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
    const token = `${part({ alg: "HS256" })}.${part({ sub: "Ada é", password: "abc123xyz" })}.c2lnbmF0dXJl`;
    const entry = entryOf(
      answered({ text: JSON.stringify({ accessToken: token, odd: `eyJub3Q.eyJqc29u.c2ln` }) }),
      1,
      undefined,
    );
    const { claims, response } = readEntry(entry, mask);
    expect(claims).toEqual([{ sub: "Ada é", password: "<hidden>" }]);
    expect(response.body).not.toContain(token);
  });

  test("keeps the beginning of long bodies, in whole characters, with their full length", () => {
    const long = `a${"é".repeat(20_000)}`;
    const entry = entryOf(answered({ requestBody: bytes(long), text: long }), 1, undefined);
    const beginning = `a${"é".repeat(8191)}`;
    expect([requestText(entry), entry.text]).toEqual([beginning, beginning]);
    expect([entry.requestBytes, answerBytes(entry)]).toEqual([40_001, 40_001]);
    expect(entryOf(answered({ text: long }), 2, undefined).text).toBe(beginning);
    const whole = entryOf(answered({ requestBody: bytes("é"), text: "é".repeat(16_384) }), 3, "s");
    expect([requestText(whole), whole.text?.length, answerBytes(whole), whole.session]).toEqual([
      "é",
      16_384,
      32_768,
      "s",
    ]);
    const empty = entryOf(answered(), 4, undefined);
    expect([requestText(empty), empty.requestBytes, answerBytes(empty)]).toEqual([undefined, 0, 0]);
  });
});

test("equal header lines of requests in a row are kept once, and others are not mixed up with them", () => {
  const sent = [["A", "1"], ["A", "1"], ["A", "2"], ["A", "2", "B", "3"], ["A", "2"], []];
  const kept = sent.map((requestLines) => entryOf(answered({ requestLines }), 1, undefined).requestLines);
  expect(kept).toEqual(sent);
  expect(kept[0]).toBe(kept[1]);
});

describe("journals", () => {
  const urls = (entries: readonly Entry[]): string[] => entries.map(({ url }) => url);

  test("keep the requests of each world, numbered across all worlds", () => {
    const journals = new Journals();
    const own = new Journal(journals, "mine");
    const heard: number[] = [];
    const stop = journals.listen(({ id }) => void heard.push(id));
    journals.shared.note(answered({ url: "/1" }));
    own.note(answered({ url: "/2" }));
    stop();
    journals.shared.note(answered({ url: "/3" }));
    expect(heard).toEqual([1, 2]);
    expect([urls(journals.shared.entries), urls(own.entries)]).toEqual([["/1", "/3"], ["/2"]]);
    expect(journals.entries.map(({ id, url, session }) => [id, url, session])).toEqual([
      [1, "/1", undefined],
      [2, "/2", "mine"],
      [3, "/3", undefined],
    ]);
    expect([journals.bytes, journals.shared.bytes, own.bytes]).toEqual([1206, 804, 402]);
    own.close();
    expect([journals.bytes, urls(journals.entries)]).toEqual([804, ["/1", "/3"]]);
    journals.shared.clear();
    expect([journals.bytes, journals.shared.bytes, journals.entries]).toEqual([0, 0, []]);
  });

  test("keep the last thousand requests of a world, oldest first", () => {
    const { shared } = new Journals();
    for (let turn = 1; turn <= 1002; turn++) shared.note(answered({ url: `/${turn}` }));
    expect(shared.entries.length).toBe(1000);
    expect([shared.entries[0]?.url, shared.entries.at(-1)?.url]).toEqual(["/3", "/1002"]);
    expect(shared.bytes).toBe(shared.entries.reduce((sum, { weight }) => sum + weight, 0));
  });

  test("drop an eighth of the largest world if all of them together keep too much", () => {
    const journals = new Journals(400 * 20);
    const small = new Journal(journals, "small");
    small.note(answered({ url: "" }));
    for (let turn = 1; turn <= 19; turn++) journals.shared.note(answered({ url: "" }));
    expect([small.entries.length, journals.shared.entries.length]).toEqual([1, 19]);
    journals.shared.note(answered({ url: "" }));
    expect([small.entries.length, journals.shared.entries.length]).toEqual([1, 18]);
    expect(journals.bytes).toBe(19 * 400);
    expect(new Journals().shared.dropOldest()).toBe(false);
  });

  test("count calls of deprecated operations for each client", () => {
    vi.useFakeTimers({ now: 1_000, toFake: ["Date"] });
    try {
      const journals = new Journals();
      const [old, other] = [operation("old"), operation("other")];
      const call = (of: Operation, ...requestLines: string[]): void =>
        journals.shared.note(answered({ operation: of, requestLines }));
      call(old, "Accept", "user-agent", "USER-AGENT", "one");
      vi.setSystemTime(2_000);
      call(old, "User-Agent", "one");
      call(old, "User-Agent", "x".repeat(201));
      call(other, "Host", "here");
      call(operation("new", false), "User-Agent", "one");
      expect(journals.deprecated).toEqual([
        { operation: old, client: "one", count: 2, last: 2_000 },
        { operation: old, client: "x".repeat(200), count: 1, last: 2_000 },
        { operation: other, client: "", count: 1, last: 2_000 },
      ]);
      for (let turn = 4; turn <= 501; turn++) call(old, "User-Agent", `client ${turn}`);
      expect(journals.deprecated.length).toBe(500);
      call(old, "User-Agent", "one");
      expect(journals.deprecated[0]?.count).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });
});

const SCHEMES = [
  { type: "apiKey", in: "header", key: "X-Own" },
  { type: "apiKey", in: "query", key: "own" },
] as unknown as readonly SecurityScheme[];
const mask = new Mask(["sk-4f9a82c6d1e7", ""], SCHEMES);

test.each([
  ["/things", "/things"],
  ["/things/sk-4f9a82c6d1e7", "/things/$API_KEY"],
  ["/things?own=1&other=2&OWN=3", "/things?own=<hidden>&other=2&OWN=<hidden>"],
  [
    "/things?password&password=1&my_token=2&max_tokens=3",
    "/things?password&password=<hidden>&my_token=<hidden>&max_tokens=3",
  ],
  ["/things?api%5Fkey=1&%E0=2&a=b=c", "/things?api%5Fkey=<hidden>&%E0=2&a=b=c"],
  ["/things?x=sk-4f9a82c6d1e7", "/things?x=$API_KEY"],
])("the URL %s is shown as %s", (url, shown) => {
  expect(mask.url(url)).toBe(shown);
});

test.each([
  ['{"password":"a\\"b","name":"c"}', '{"password":"<hidden>","name":"c"}'],
  [
    '{"access_token" : "a","my-secret":"b","token":1}',
    '{"access_token" : "<hidden>","my-secret":"<hidden>","token":1}',
  ],
  ['{"page_token":"a","key":"b"}', '{"page_token":"a","key":"b"}'],
  ['{"password":"cut', '{"password":"<hidden>'],
  ["<a><password>b</password></a>", "<a><password><hidden></password></a>"],
  ["user=a&password=b%26c", "user=a&password=<hidden>"],
  ["it is sk-4f9a82c6d1e7", "it is $API_KEY"],
])("the body %s is shown as %s", (body, shown) => {
  expect(mask.body(body)).toBe(shown);
});

test("credentials in headers are hidden, except the scheme and the names of cookies", () => {
  const lines = [
    ...["Authorization", "Bearer x", "authorization", "x", "X-Api-Key", "x", "X-OWN", "x", "X-Auth-Token", "Token y"],
    ...["Cookie", "a=1; b=2", "Set-Cookie", "a=1; Path=/", "Referer", "/things?own=1", "X-Other", "own=1", "Odd"],
  ];
  expect(mask.headers(lines).map((pair) => pair.join(": "))).toEqual([
    "Authorization: Bearer <hidden>",
    "authorization: <hidden>",
    "X-Api-Key: <hidden>",
    "X-OWN: <hidden>",
    "X-Auth-Token: Token <hidden>",
    "Cookie: a=<hidden>; b=<hidden>",
    "Set-Cookie: a=<hidden>; Path=/",
    "Referer: /things?own=<hidden>",
    "X-Other: own=1",
  ]);
});

describe("is shown, and archived, without secrets:", () => {
  const json = ["Content-Type", "application/json"];
  const refusal = { kind: "not_found", where: "path", why: "no sk-4f9a82c6d1e7" } as unknown as Answered["refusal"];
  test.each<[string, Partial<Answered>, string | undefined]>([
    ["a plain request", { lines: json, text: "[]" }, undefined],
    [
      "a request with every field",
      {
        ...{
          method: "POST",
          url: "/things?own=1&a=b=c&d",
          operation: operation("old"),
          ms: 2.34567,
          status: 404,
          refusal,
        },
        ...{ requestLines: json, requestBody: bytes('{"password":"x"}'), lines: json, text: "{}", situation: "slow" },
      },
      "mine",
    ],
    ["a refusal", { refusal, status: 404 }, undefined],
    ["a request without a response", { operation: operation("new", false), status: 0, situation: "" }, "mine"],
  ])("%s", (_, parts, session) => {
    const entry = { ...entryOf(answered(parts), 7, session), at: Date.UTC(2026, 10, 24) };
    const reading = readEntry(entry, mask);
    expect(reading).toMatchSnapshot("shown");
    const archive = harOf([reading], "http://localhost", { name: "N", version: "1" }) as {
      log: { entries: unknown[] };
    };
    expect(archive.log).toMatchObject({ version: "1.2", creator: { name: "N", version: "1" } });
    expect(archive.log.entries).toMatchSnapshot("archived");
  });
});
