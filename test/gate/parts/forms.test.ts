// Changes to the encoding of form parts.
import { expect, test } from "vitest";
import { refusedParts, restyled } from "../../../src/gate/parts/forms.ts";
import type { JsonObject } from "../../../src/json/value.ts";

test.each<[JsonObject, JsonObject, boolean]>([
  [{}, {}, false],
  [{}, { a: {} }, false],
  [{}, { a: { style: "form" } }, false],
  [{}, { a: { explode: true } }, false],
  [{}, { a: { explode: false } }, true],
  [{}, { a: { style: "spaceDelimited" } }, true],
  [{ a: { style: "spaceDelimited" } }, { a: { style: "spaceDelimited", explode: false } }, false],
  [{ a: { style: "spaceDelimited" } }, { a: { style: "spaceDelimited", explode: true } }, true],
  [{ a: { style: "pipeDelimited" } }, { a: { style: "spaceDelimited" } }, true],
  [{ a: { style: 5, explode: "no" } }, { a: {} }, false],
  [{ a: true }, { a: { contentType: "text/plain" } }, false],
])("from %j to %j, the style of a part changes: %s", (base, revision, changed) => {
  expect(restyled(base, revision, ["a"])).toEqual(changed ? ["a"] : []);
  expect(restyled(base, revision, ["b"])).toEqual([]);
});

const typed = (contentType: string): JsonObject => ({ a: { contentType } });
const headed = (headers: JsonObject): JsonObject => ({ a: { headers } });

test.each<[JsonObject, JsonObject, readonly string[]]>([
  [{}, {}, []],
  [typed("image/png"), {}, []],
  [typed("image/png"), { a: {} }, []],
  [{}, typed("image/png"), []],
  [typed("image/png"), typed("image/png"), []],
  [typed("image/png"), typed("IMAGE/PNG"), []],
  [typed("image/png, image/jpeg"), typed("image/png"), ["image/jpeg in a"]],
  [typed("image/jpeg,image/gif"), typed("image/png"), ["image/jpeg in a", "image/gif in a"]],
  [typed("image/jpeg"), typed("image/*"), []],
  [typed("image/jpeg"), typed("text/*, image/jpeg"), []],
  [headed({ "X-A": { required: true } }), headed({ "X-A": { required: true } }), []],
  [headed({}), headed({ "X-A": { required: true } }), ["a without x-a"]],
  [{}, headed({ "X-A": { required: true }, "X-B": { required: false }, "X-C": {} }), ["a without x-a"]],
  [headed({ "x-a": { required: true } }), headed({ "X-A": { required: true } }), []],
  [headed({ "X-A": { required: false } }), headed({ "X-A": { required: true } }), ["a without x-a"]],
])("from %j to %j, some parts are no longer accepted", (sent, known, refused) => {
  expect(refusedParts(sent, known)).toEqual(refused);
});
