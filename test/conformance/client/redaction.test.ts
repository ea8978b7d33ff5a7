// What no report shows: the key, anything derived from it, and secrets that the user passed.
import { expect, test } from "vitest";
import type { Exchange, HeaderPairs, Intent } from "../../../conformance/client/exchange.ts";
import { Redactor, shortKeyWarning } from "../../../conformance/client/target/redaction.ts";

const KEY = "sk-4f9a82c6d1e7";
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function exchange(
  headers: HeaderPairs,
  told: { intent?: Intent; url?: string; body?: string; failure?: string } = {},
): Exchange {
  const { intent = "unauthenticated", url = "http://localhost/things", body = "", failure } = told;
  return {
    intent,
    request: { method: "GET", url, headers },
    response: { status: 401, headers: [["X-ListMetadata", "word-in-header"]], body: bytes(body), complete: true },
    ...(failure === undefined ? {} : { failure }),
    ms: 1,
  };
}

test("a short key gets a warning, and a long one does not", () => {
  expect(shortKeyWarning(undefined)).toBeUndefined();
  expect(shortKeyWarning("12345678")).toBeUndefined();
  expect(shortKeyWarning("1234567")).toBe(
    "The key has fewer than 8 characters: it is hidden in reports where credentials stand, and elsewhere only as a whole " +
      "word, so that other words stay readable. Use a longer key.",
  );
});

test.each([
  [KEY, `the key ${KEY} stands here`, "the key $API_KEY stands here"],
  [KEY, KEY.toUpperCase(), "<altered $API_KEY>"],
  [KEY, "nothing of it", "nothing of it"],
  ["", "no key", "no key"],
  ["user:long-password", "it is long-password", "it is <altered $API_KEY>"],
  ["user:short", "it is short", "it is short"],
  ["ab1d", "ab1d is a word, ab1de another", "$API_KEY is a word, ab1de another"],
  ["ab1d", "GET /ab1d/names, X-Ab1d-Id: a-ab1d", "GET /ab1d/names, X-Ab1d-Id: a-ab1d"],
  ["v1", "http://localhost/v1/names?key=v1", "http://localhost/v1/names?key=$API_KEY"],
  ["user", "User-Agent: node, a user story", "User-Agent: node, a user story"],
  ["user", "Authorization: Bearer user", "Authorization: Bearer $API_KEY"],
  ["user", '{"name":"user story","token":"user"}', '{"name":"user story","token":"$API_KEY"}'],
  ["user", String.raw`{\"token\":\"user\"} the user`, String.raw`{\"token\":\"$API_KEY\"} the user`],
  ["user", "?a=1&api_key=us%65r&b=users", "?a=1&api_key=$API_KEY&b=users"],
  ["user", "Basic dXNlcjo= or dXNlcg== of a user", "Basic $API_KEY= or $API_KEY== of a user"],
  ["abc", "Basic abc, invalid key abc: abc is no alphabet", "Basic $API_KEY, invalid key $API_KEY: abc is no alphabet"],
  [
    "application",
    "application/json, X-Application-Id, applications",
    "application/json, X-Application-Id, applications",
  ],
  ["application", "an application form", "an application form"],
  ["application", "the key application is refused", "the key $API_KEY is refused"],
])("with the key %j, %j is shown as %j", (key, text, shown) => {
  expect(new Redactor(key, []).text(text)).toBe(shown);
});

test("half of a key leaves header names and words readable, and is hidden where it stood for the key", () => {
  const record = [exchange([["Authorization", "Bearer user"]])];
  const redactor = new Redactor("user-k1", [], record);
  const headers: HeaderPairs = [
    ["User-Agent", "node"],
    ["Authorization", "Bearer user"],
    ["X-Api-Key", "user-k1"],
    ["Cookie", "a=user-k1"],
  ];
  expect(redactor.headers(headers)).toEqual([
    ["User-Agent", "node"],
    ["Authorization", "Bearer <altered $API_KEY>"],
    ["X-Api-Key", "$API_KEY"],
    ["Cookie", "a=$API_KEY"],
  ]);
  expect(redactor.text("a user story; token: user")).toBe("a user story; token: <altered $API_KEY>");
});

test("a key that is a word leaves that word readable elsewhere, in whatever case it was tried", () => {
  const record = [exchange([["Authorization", "Bearer TEST"]]), exchange([["Authorization", "Bearer Test"]])];
  const redactor = new Redactor("test", [], record);
  const plain = '{"name":"user story, content, test token"}';
  expect(redactor.text(plain)).toBe(plain);
  const shown = ["Bearer TEST", '"TEST"', "token: Test"].map((text) => redactor.text(text));
  expect(shown).toEqual(["Bearer <altered $API_KEY>", '"<altered $API_KEY>"', "token: <altered $API_KEY>"]);
});

test.each<[string, string, string, string]>([
  ["X-Tenant", "acme-corp-7", "it says acme-corp-7", "it says <the value of X-Tenant>"],
  [
    "X-Tenant",
    "a=first-word; b=other-word",
    "first-word or other-word",
    "<the value of X-Tenant> or <the value of X-Tenant>",
  ],
  ["X-Tenant", "ab shorter", "shorter", "shorter"],
  ["X-Tenant", "abc", "abc", "abc"],
  ["Accept-Language", "long-words-here, of-a-language", "of-a-language", "of-a-language"],
  ["Authorization", "Basic dXNlcjpvcGVuLXNlc2FtZQ==", "open-sesame", "<the value of Authorization>"],
])("the value of --header %s: %s is hidden in %j", (name, value, text, shown) => {
  expect(new Redactor("", [[name, value]]).text(text)).toBe(shown);
});

test("near misses of the key that were sent are hidden, and other words are not", () => {
  const record = [
    exchange([["Authorization", "Bearer sk-4f9a-other"]]),
    exchange([["X-Other", "7e1d6c28a9f4-ks"]]),
    exchange([["User-Agent", "sk-4f9a-agent"]]),
    exchange([["Authorization", "Bearer unrelated"]]),
    exchange([["Authorization", "Bearer sk-4f9a-valid"]], { intent: "valid" }),
    exchange([], { url: "http://localhost/things?key=sk-4f9a%2Dquery&limit=5" }),
  ];
  const redactor = new Redactor(KEY, [], record);
  const words = "sk-4f9a-other 7e1d6c28a9f4-ks sk-4f9a-agent unrelated sk-4f9a-valid sk-4f9a-query limit";
  const altered = "<altered $API_KEY>";
  expect(redactor.text(words)).toBe(`${altered} ${altered} sk-4f9a-agent unrelated sk-4f9a-valid ${altered} limit`);
});

test("in our own sentences, an ordinary word is only hidden if a response contained it", () => {
  const given: HeaderPairs = [
    ["X-Tenant", "lamp"],
    ["X-Region", "north"],
    ["X-Far", "south"],
    ["X-Own", "word-in-header"],
  ];
  const record = [exchange([], { body: "it is north" }), exchange([], { failure: "south was lost" })];
  const redactor = new Redactor(KEY, given, record);
  expect(redactor.sentence("a lamp of north and south: word-in-header")).toBe(
    "a lamp of <the value of X-Region> and <the value of X-Far>: <the value of X-Own>",
  );
  expect(new Redactor("", given).sentence("a word of north")).toBe("a word of north");
  expect(new Redactor(KEY, []).sentence(`it is ${KEY}`)).toBe("it is $API_KEY");
});

test("if the responses are too large to search, every secret is hidden", () => {
  const record = [exchange([], { body: "a".repeat(1024 * 1024) }), exchange([], { body: "a" })];
  expect(new Redactor("", [["X-Region", "north"]], record).sentence("of north")).toBe("of <the value of X-Region>");
  expect(new Redactor("", [["X-Region", "north"]], record.slice(0, 1)).sentence("of north")).toBe("of north");
});

test("credentials are recognized by the name of their header, too", () => {
  const redactor = new Redactor(KEY, [["X-Tenant", "acme-corp-7"]]);
  expect(
    redactor.headers([
      ["Authorization", `Bearer ${KEY}`],
      ["Authorization", "Bearer sk-4f9 plain"],
      ["Cookie", "other=1; sid=4f9a8"],
      ["X-TENANT", "anything"],
      ["Accept", "sk-4f9"],
      [`X-${KEY}`, "1"],
    ]),
  ).toEqual([
    ["Authorization", "Bearer $API_KEY"],
    ["Authorization", "Bearer <altered $API_KEY> plain"],
    ["Cookie", "other=1; sid=<altered $API_KEY>"],
    ["X-TENANT", "<the value of X-TENANT>"],
    ["Accept", "sk-4f9"],
    ["X-$API_KEY", "1"],
  ]);
});

test("a body that is not text is shown by its size, and one in another charset is read as far as possible", () => {
  const redactor = new Redactor(KEY, []);
  expect(redactor.body(bytes(`"${KEY}"`))).toBe('"$API_KEY"');
  expect(redactor.body(Uint8Array.of(1, 2, 255))).toBe("(3 bytes, not text)");
  expect(redactor.body(Uint8Array.of(65, 0, 66), 4000)).toBe("(4,000 bytes, not text)");
  expect(redactor.body(Uint8Array.of(65, 0xe4, 9, 13, 27, 66))).toBe("A\uFFFD\t\r\u001bB");
  expect(redactor.body(Uint8Array.of(65, 0xe4, 14))).toBe("(3 bytes, not text)");
});

test("a body that is repeated is unchanged, unless it contains a secret", () => {
  const redactor = new Redactor(KEY, []);
  const raw = Uint8Array.of(0, 255, 1);
  expect(redactor.toSend(raw)).toBe(raw);
  expect(redactor.toSend(bytes("plain"))).toBe("plain");
  const latin = Uint8Array.of(0xe4, 65);
  expect(redactor.toSend(latin)).toBe(latin);
  expect(redactor.toSend(Uint8Array.of(0, 255, ...bytes(KEY)))).toBe("\u0000\u00ff$API_KEY");
});
