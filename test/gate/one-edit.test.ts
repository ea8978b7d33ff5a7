// One edit is told once: what follows from it is no finding of its own.
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { compare, documentOf, withOperation, withParameters, withRequest, withResponse } from "./documents.ts";

const TEXT = { type: "string" };
const object = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
const tagged = (value: string): object => object({ tag: { ...TEXT, enum: [value] } }, { required: ["tag"] });
const ITEM = object({ id: TEXT }, { required: ["id"] });
const listing = (option: string, items: object, ...acts: readonly string[]): object =>
  object(
    { act: { ...TEXT, enum: acts }, list: { type: "array", items }, [option]: TEXT },
    { required: ["act", "list"], additionalProperties: false },
  );
const keyed = (name: string): JsonObject =>
  withOperation(
    { security: [{ k: [] }] },
    { components: { securitySchemes: { k: { type: "apiKey", in: "header", name } } } },
  );
const choice = (propertyName: string): object => ({
  oneOf: ["card", "bank"].map((name) => ({ $ref: `#/components/schemas/${name}` })),
  discriminator: { propertyName },
});
const CARD = (name: string): Record<string, unknown> => {
  const kind = (value: string): object => object({ [name]: { ...TEXT, enum: [value] } }, { required: [name] });
  return { components: { schemas: { card: kind("card"), bank: kind("bank") } } };
};
const listed = (values: readonly string[], more: object = {}): JsonObject => ({
  ...withResponse(object({ state: { ...TEXT, enum: values, ...more } })),
  openapi: "3.0.3",
});
const style = (explode: boolean): JsonObject =>
  withParameters({ name: "ids", in: "query", style: "form", explode, schema: { type: "array", items: TEXT } });
const FLOWS = { clientCredentials: { tokenUrl: "https://a.test/token", scopes: { read: "", write: "" } } };
const asking = (...scopes: string[]): JsonObject =>
  withOperation(
    { security: [{ o: scopes }] },
    { components: { securitySchemes: { o: { type: "oauth2", flows: FLOWS } } } },
  );
const LABEL = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?";
const MAIL = `^(?:[a-z]+(?:[.][a-z]+)*)@(?:(?:${LABEL}[.])+${LABEL})$`;
const query = (schema: object): JsonObject => withParameters({ name: "q", in: "query", schema });
const file = (schema: object): JsonObject =>
  withOperation({ responses: { "200": { description: "OK", content: { "application/pdf": { schema } } } } });
const served = (url: string, path: string): JsonObject =>
  documentOf({ [path]: { get: { responses: { "200": { description: "OK" } } } } }, { servers: [{ url }] });

test.each<[string, JsonObject, JsonObject, readonly string[]]>([
  [
    "a property that a request required is gone",
    withRequest(object({ a: TEXT, b: TEXT }, { required: ["a"] })),
    withRequest(object({ b: TEXT })),
    [
      "policy body, at a: the property is no longer described: who sends it may be ignored",
      'compatible body: the property "a" was removed',
    ],
  ],
  [
    "a new property of a response is always sent",
    withResponse(object({ a: TEXT })),
    withResponse(object({ a: TEXT, b: TEXT }, { required: ["b"] })),
    ['compatible body of 200: the property "b" was added'],
  ],
  [
    "a new property of a request must be sent",
    withRequest(object({ a: TEXT })),
    withRequest(object({ a: TEXT, b: TEXT }, { required: ["b"] })),
    ['breaking body: "b" became required'],
  ],
  [
    "a closed object refuses a property that is gone",
    withRequest(object({ a: TEXT, b: TEXT }, { additionalProperties: false })),
    withRequest(object({ b: TEXT }, { additionalProperties: false })),
    ["breaking body, at a: may no longer be sent"],
  ],
  [
    "all values of a response are new",
    listed(["a", "b"]),
    listed(["c"]),
    ['breaking body of 200, at state: allowed values: removed "a", "b"; added "c"'],
  ],
  [
    "null that the values exclude does not come",
    listed(["a"]),
    listed(["b"], { nullable: true }),
    [
      'breaking body of 200, at state: allowed values: removed "a"; added "b"',
      "policy body of 200, at state: nullable is true and enum has no null: by the letter of OpenAPI 3.0 null stays refused, and most readers will take it for allowed",
      "compatible body of 200, at state: may now be null",
    ],
  ],
  [
    "a value becomes one of several alternatives",
    withRequest({ type: "number", format: "double" }),
    withRequest({ oneOf: [TEXT, { type: "number", format: "double" }] }),
    ['compatible body: may now be any of ["string","number double"]'],
  ],
  [
    "objects in place of texts",
    withResponse(object({ a: { ...TEXT, enum: ["x", "y"] } })),
    withResponse(object({ a: { oneOf: [tagged("x"), tagged("y")] } })),
    ['breaking body of 200, at a: type changed from "string" to "object"'],
  ],
  [
    "texts and lists beside objects",
    withResponse({ type: "object" }),
    withResponse({ oneOf: [{ oneOf: [TEXT, { type: "array", items: TEXT }] }, tagged("x")] }),
    ['breaking body of 200: type changed from "object" to ["array","object","string"]'],
  ],
  [
    "an object with another tag",
    withResponse({ oneOf: [tagged("x"), tagged("y")] }),
    withResponse({ oneOf: [tagged("x"), tagged("y"), tagged("z")] }),
    ['breaking body of 200: alternatives: added "object with tag z"'],
  ],
  [
    "one value becomes a list with one value",
    query({ ...TEXT, default: "id" }),
    query({ type: "array", items: TEXT, default: ["id"] }),
    ['compatible query parameter q: type changed from "string" to "array"'],
  ],
  [
    "a list of numbers becomes one text",
    query({ type: "array", items: { type: "integer" } }),
    query(TEXT),
    ['breaking query parameter q: type changed from "array" to "string"'],
  ],
  [
    "a key is sent in another header",
    keyed("X-Key"),
    keyed("X-Api-Key"),
    ["breaking the credential k (header x-key) is no longer enough: it is k (header x-api-key) now"],
  ],
  [
    "a status is sent in place of another",
    withOperation({ responses: { "201": { description: "Made" } } }),
    withOperation({ responses: { "200": { description: "OK" } } }),
    ["policy GET /things: the success status changed from 201 to 200"],
  ],
  [
    "a discriminator is renamed",
    withResponse(choice("kind"), CARD("kind")),
    withResponse(choice("type"), CARD("type")),
    ['breaking body of 200: discriminator changed from "kind" to "type"'],
  ],
  [
    "closed alternatives of a list that their lists tell apart have one name each",
    withRequest({
      type: "array",
      items: {
        oneOf: [
          listing("a", ITEM, "add", "drop"),
          listing("b", ITEM, "add", "drop"),
          listing("b", TEXT, "add", "drop"),
        ],
      },
    }),
    withRequest({
      type: "array",
      items: { oneOf: [listing("a", ITEM, "add"), listing("b", ITEM, "add"), listing("b", TEXT, "drop")] },
    }),
    ["drop", "add", "drop"].map((act) => `breaking body, at [].act: allowed values: removed "${act}"`),
  ],
  ["a constant without a type is of its type", withRequest({ ...TEXT, enum: ["a"] }), withRequest({ const: "a" }), []],
  [
    "a list is written in another way",
    style(false),
    style(true),
    [
      "policy query parameter ids: the way it is written (style, explode or content) changed: what is sent is read as something else, or not at all",
    ],
  ],
  [
    "a parameter is deprecated, and its schema with it",
    withParameters({ name: "q", in: "query", schema: TEXT }),
    withParameters({ name: "q", in: "query", deprecated: true, schema: { ...TEXT, deprecated: true } }),
    ["policy query parameter q: it was deprecated without a sunset day"],
  ],
  [
    "a token needs one more scope",
    asking("read"),
    asking("read", "write"),
    ["breaking the credential o (scopes read) is no longer enough without the scope write"],
  ],
  [
    "another path prefix",
    served("https://a.test/v1", "/things"),
    served("https://a.test/v2", "/things"),
    ["policy no server has the path prefix /v1 any more"],
  ],
  [
    "null in the query is a text like others",
    query({ anyOf: [TEXT, { type: "null" }] }),
    query({ ...TEXT, enum: ["a", "b"] }),
    ['breaking query parameter q: only ["a","b"] is accepted now'],
  ],
  [
    "a pattern of long texts that is narrower",
    withResponse({ ...TEXT, maxLength: 254, pattern: "^.+@[^-].+$" }),
    withResponse({ ...TEXT, maxLength: 254, pattern: MAIL }),
    [`compatible body of 200: pattern changed from "^.+@[^-].+$" to ${JSON.stringify(MAIL).slice(0, 77)}…`],
  ],
  ["a file without a schema", file({ ...TEXT, format: "binary" }), file({}), []],
  ["a path prefix that moved into the paths", served("https://a.test/v1", "/a"), served("https://a.test", "/v1/a"), []],
])("%s", async (_what, before, after, told) => {
  const { changes } = await compare(before, after);
  const own = changes.filter(({ kind }) => kind !== "version-not-raised");
  expect(own.map(({ verdict, text }) => `${verdict} ${text}`)).toEqual(told);
});

test.each<[string, object, string | undefined]>([
  [
    "another URL",
    { ...FLOWS.clientCredentials, tokenUrl: "https://b.test" },
    'tokenUrl of clientCredentials changed from "https://a.test/token" to "https://b.test"',
  ],
  ["fewer scopes", { ...FLOWS.clientCredentials, scopes: { read: "" } }, "the scope write is gone"],
  ["more scopes", { ...FLOWS.clientCredentials, scopes: { read: "", write: "", more: "" } }, undefined],
])("credentials of a scheme are issued with %s", async (_what, clientCredentials, told) => {
  const securitySchemes = { o: { type: "oauth2", flows: { clientCredentials } } };
  const { changes } = await compare(
    asking("read"),
    withOperation({ security: [{ o: ["read"] }] }, { components: { securitySchemes } }),
  );
  expect(changes.map(({ text }) => text)).toEqual(told === undefined ? [] : [`security scheme o: ${told}`]);
});
