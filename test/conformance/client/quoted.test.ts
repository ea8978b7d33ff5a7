// A short key may be an ordinary word: in our own sentences, it is only hidden where it repeats a response.
import { expect, test } from "vitest";
import type { Exchange } from "../../../conformance/client/exchange.ts";
import { Redactor } from "../../../conformance/client/target/redaction.ts";

const KEY = "pets";

/** An exchange with this text in its body, in a header, or in the reason for having no response. */
function answering({
  body = "",
  header = "",
  failure,
}: {
  body?: string;
  header?: string;
  failure?: string;
}): Exchange {
  const response = {
    status: 200,
    headers: [["x-said", header]] as const,
    body: new TextEncoder().encode(body),
    complete: true,
  };
  const request = { method: "GET", url: "http://127.0.0.1:1/", headers: [] };
  return {
    intent: "valid",
    request,
    ms: 1,
    ...(failure === undefined ? { response } : { failure }),
  } as unknown as Exchange;
}

const hidden = (...record: Exchange[]): string =>
  new Redactor(KEY, [], record).sentence('a list of pets was expected, got "pets"');

test.each([
  ["a body", { body: '{"you sent":"pets"}' }],
  ["a header", { header: "pets" }],
  ["a failure", { failure: "no such host: pets" }],
])("a key that is an ordinary word is hidden if it is repeated in %s", (_, said) => {
  expect(hidden(answering({}), answering(said))).toBe('a list of pets was expected, got "$API_KEY"');
});

test("a key that is an ordinary word is not hidden if it is not repeated", () => {
  expect(hidden(answering({ body: "nothing", header: "at", failure: "all" }), answering({}))).toBe(
    'a list of pets was expected, got "pets"',
  );
});
