// Identifiers that no item has.
import { expect, test } from "vitest";
import { absentIdentifier, absentValue } from "../../../conformance/probes/item.ts";
import type { Resource } from "../../../src/resource/model.ts";

type Identifier = Partial<Resource["identifier"]>;
const resource = (identifier: Identifier): Resource => ({ identifier }) as Resource;

test.each<[Identifier, string | number]>([
  [{ kind: "integer" }, 1_987_654],
  [{ kind: "integer", maximum: 2n ** 31n - 1n }, 1_987_654],
  [{ kind: "integer", maximum: 2n ** 31n }, 1_987_654_321],
  [{ kind: "integer", maximum: 2n ** 63n - 1n }, 1_987_654_321],
  [{ kind: "uuid" }, "00000000-0000-4000-8000-00000000dead"],
  [{ kind: "text" }, "no-such-item-0000dead"],
])("for %o, the identifier of a missing item is %s", (identifier, value) => {
  expect(absentValue(resource(identifier))).toBe(value);
  expect(absentIdentifier(resource(identifier))).toBe(String(value));
});
