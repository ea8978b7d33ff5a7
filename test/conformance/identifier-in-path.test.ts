// The identifier in the path of a request, also where the path has more in the same step.
import { expect, test } from "vitest";
import type { Exchange } from "../../conformance/client/exchange.ts";
import { identifierText } from "../../conformance/places.ts";

const asked = (path: string, sent: string): string =>
  identifierText({ operation: { path }, request: { url: `http://127.0.0.1/v1${sent}` } } as Exchange);

test.each([
  ["/pets/{id}", "/pets/7", "7"],
  ["/pets/{id}", "/pets/a%2Fb", "a/b"],
  ["/pets/{id}/photo", "/pets/7/photo", "7"],
  ["/messages/{sid}.json", "/messages/SM1.json", "SM1"],
  ["/messages/m-{sid}.json", "/messages/m-1.json", "1"],
  ["/messages/{sid}.json", "/messages/.json", ".json"],
  ["/compare/{base}...{head}", "/compare/a...b", "a...b"],
])("of %s in %s it is %s", (path, sent, id) => {
  expect(asked(path, sent)).toBe(id);
});
