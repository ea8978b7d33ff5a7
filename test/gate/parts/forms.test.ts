// Changes to the encoding of form parts.
import { describe, expect, test } from "vitest";
import { partTypes } from "../../../src/contract/read/encodings.ts";
import { refusedParts, restyled } from "../../../src/gate/parts/forms.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import { compare, documentOf } from "../documents.ts";

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

const FORM = "multipart/form-data";
const LATER = "image/jpeg in later parts";

test.each<[string | undefined, string | undefined, readonly string[]]>([
  [undefined, undefined, []],
  ["image/png", undefined, []],
  ["image/png", "", []],
  [undefined, "image/png", []],
  ["image/png", "image/png", []],
  ["image/png", "IMAGE/PNG", []],
  ["image/png, image/jpeg", "image/png", ["image/jpeg in a"]],
  ["image/jpeg,image/gif", "image/png", ["image/jpeg in a", "image/gif in a"]],
  ["image/jpeg", "image/*", []],
  ["image/jpeg", "text/*, image/jpeg", []],
])("from %j to %j, some parts are no longer accepted", (sent, known, refused) => {
  const typesOf = (contentType?: string): string[] => partTypes(contentType === undefined ? {} : { contentType });
  const part = { name: "a", base: typesOf(sent), revision: typesOf(known) };
  expect(refusedParts([part], "client")).toEqual(refused);
  const back = { ...part, base: part.revision, revision: part.base };
  expect(refusedParts([back], "server")).toEqual(refused);
});

describe("the parts of a multipart body", () => {
  type Loose = Record<string, unknown>;
  const PNG = { contentType: "image/png" };
  const MIXED = { contentType: "multipart/mixed" };
  const within = (itemEncoding: Loose): Loose => ({ ...MIXED, itemEncoding });
  const named = (a: Loose): Loose => ({ contentType: "multipart/form-data", encoding: { a } });
  const ANY = { contentType: "image/png, image/jpeg" };
  const more = { openapi: "3.2.0" };
  const content = (media: Loose, name: string): Loose => ({
    [name]: { ...(name === "multipart/form-data" ? {} : { itemSchema: {} }), ...media },
  });
  const OK = { "200": { description: "OK" } };
  const sent = (media: Loose, name = "multipart/mixed"): JsonObject =>
    documentOf({ "/a": { post: { requestBody: { content: content(media, name) }, responses: OK } } }, more);
  const received = (media: Loose, name = "multipart/mixed"): JsonObject =>
    documentOf({ "/a": { get: { responses: { "200": { description: "OK", content: content(media, name) } } } } }, more);
  const hook = (media: Loose): JsonObject => {
    const post = { requestBody: { content: content(media, "multipart/mixed") }, responses: OK };
    return documentOf({}, { ...more, webhooks: { a: { post } } });
  };
  const saidOf = async (before: JsonObject, after: JsonObject): Promise<string[]> =>
    (await compare(before, after)).changes.map(
      ({ kind, severity, direction, text }) => `${kind} ${severity} ${direction}: ${text}`,
    );
  const refusal = (what: string): string =>
    `form-part-refused error request: body of multipart/mixed: its encoding no longer allows ${what}`;

  test.each<[string, Loose, Loose, string]>([
    ["all", { itemEncoding: ANY }, { itemEncoding: PNG }, "image/jpeg in its parts"],
    ["the second", { prefixEncoding: [PNG, ANY] }, { prefixEncoding: [PNG, PNG] }, "image/jpeg in part 1"],
    ["later ones", { prefixEncoding: [{}], itemEncoding: ANY }, { prefixEncoding: [{}], itemEncoding: PNG }, LATER],
    ["the first of all", { itemEncoding: ANY }, { prefixEncoding: [PNG], itemEncoding: ANY }, "image/jpeg in part 0"],
    [
      "inside a part",
      { itemEncoding: within(ANY) },
      { itemEncoding: within(PNG) },
      "image/jpeg in its parts of its parts",
    ],
    [
      "by its place inside a part",
      { prefixEncoding: [within(ANY)] },
      { prefixEncoding: [{ ...MIXED, prefixEncoding: [PNG], itemEncoding: ANY }] },
      "image/jpeg in part 0 of part 0",
    ],
    [
      "by its name inside a part",
      { itemEncoding: named(ANY) },
      { itemEncoding: named(PNG) },
      "image/jpeg in a of its parts",
    ],
  ])("may be sent in fewer ways: %s", async (_what, before, after, what) => {
    expect(await saidOf(sent(before), sent(after))).toEqual([refusal(what)]);
    expect(await saidOf(sent(after), sent(before))).toEqual([]);
    expect(await saidOf(received(before), received(after))).toEqual([]);
    const now = `body of 200 in multipart/mixed: its encoding now allows ${what}`;
    expect(await saidOf(received(after), received(before))).toEqual([`form-part-refused error response: ${now}`]);
    expect(await saidOf(hook(before), hook(after))).toEqual([]);
    expect(await saidOf(hook(after), hook(before))).toHaveLength(1);
  });

  test("say the same by their places and all at once", async () => {
    const [one, other] = [{ itemEncoding: PNG }, { prefixEncoding: [PNG, PNG], itemEncoding: PNG }];
    expect(await saidOf(sent(one), sent(other))).toEqual([]);
    expect(await saidOf(received(other), received(one))).toEqual([]);
  });

  test("have names in a form, in answers too", async () => {
    const form = (a: Loose): Loose => ({
      schema: { type: "object", properties: { a: { type: "string" } } },
      encoding: { a },
    });
    const [before, after] = [received(form(PNG), FORM), received(form(ANY), FORM)];
    expect(await saidOf(before, after)).toEqual([
      `form-part-refused error response: body of 200 in ${FORM}: its encoding now allows image/jpeg in a`,
    ]);
    expect(await saidOf(after, before)).toEqual([]);
  });
});
