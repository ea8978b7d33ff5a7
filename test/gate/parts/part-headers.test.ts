// Headers of the parts of bodies are compared like any others: what breaks is shown by an exchange.
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/json/value.ts";
import { describeExchange } from "../../../src/gate/exchange/show.ts";
import { compare, documentOf } from "../documents.ts";

type Loose = Record<string, unknown>;

const REQUIRED = { required: true, schema: { type: "string", maxLength: 8 } };
const OPTIONAL = { ...REQUIRED, required: false };
const NARROW = { ...REQUIRED, schema: { type: "string", maxLength: 4 } };
const more = { openapi: "3.2.0", components: { headers: { Sum: REQUIRED } } };
const sent = (content: Loose): JsonObject =>
  documentOf({ "/a": { post: { requestBody: { content }, responses: { "200": { description: "OK" } } } } }, more);
const received = (content: Loose, status = "200"): JsonObject =>
  documentOf({ "/a": { get: { responses: { [status]: { description: "OK", content } } } } }, more);
const hook = (content: Loose): JsonObject => {
  const post = { requestBody: { content }, responses: { "200": { description: "OK" } } };
  return documentOf({}, { ...more, webhooks: { a: { post } } });
};

/** A body whose part has some headers, in the ways that a part can be described. */
const KINDS: Readonly<Record<string, (headers: Loose) => Loose>> = {
  "picture in a form": (headers) => ({
    "multipart/form-data": {
      schema: {
        type: "object",
        required: ["note"],
        properties: { note: { type: "string" }, picture: { type: "string", minLength: 2 } },
      },
      encoding: { picture: { headers } },
    },
  }),
  "tags in a form": (headers) => ({
    "multipart/form-data": {
      schema: { type: "object", properties: { tags: { type: "array", items: { type: "string" } } } },
      encoding: { tags: { headers } },
    },
  }),
  "each part in a sequence": (headers) => ({
    "multipart/mixed": { itemSchema: { type: "string" }, itemEncoding: { headers } },
  }),
  "part 1 in a list": (headers) => ({
    "multipart/mixed": {
      schema: { type: "array", minItems: 2, prefixItems: [{ type: "object" }, { type: "string" }] },
      prefixEncoding: [{}, { headers }],
    },
  }),
  "each part of each part in parts inside parts": (headers) => ({
    "multipart/mixed": {
      itemSchema: { type: "array", items: { type: "integer" } },
      itemEncoding: { contentType: "multipart/mixed", itemEncoding: { headers } },
    },
  }),
  "each part of files in a form": (headers) => ({
    "multipart/form-data": {
      schema: { type: "object", properties: { files: { type: "array", items: { type: "string" } } } },
      encoding: { files: { contentType: "multipart/related", itemEncoding: { headers } } },
    },
  }),
};

interface Said {
  readonly text: string;
  readonly at: string | undefined;
}

async function brokenBy(before: JsonObject, after: JsonObject): Promise<Said[]> {
  const { changes } = await compare(before, after);
  return changes
    .filter(({ verdict, severity }) => verdict === "breaking" || severity === "error" || verdict === "unknown")
    .map(({ kind, verdict, text, witness }) => ({
      text: `${verdict} ${kind}: ${text}`,
      at: witness?.violations[0]?.at,
    }));
}

describe.each(Object.entries(KINDS))("%s", (name, content) => {
  const part = name.replace(/ in (?:a |parts ).*$/, "");
  const at = `/parts/${part
    .split(" of ")
    .toReversed()
    .map((one) => one.replace("each part", "0").replace("part ", ""))
    .join("/")}/x-sum`;
  const having = (header?: Loose): Loose => content(header === undefined ? {} : { "X-Sum": header });

  test("may not be asked for a header that it need not have had", async () => {
    expect(await brokenBy(sent(having()), sent(having(REQUIRED)))).toEqual([
      { text: `breaking request-parameter-required: the header x-sum of ${part} was added and is required`, at },
    ]);
    expect(await brokenBy(sent(having(OPTIONAL)), sent(having(REQUIRED)))).toEqual([
      { text: `breaking request-parameter-required: the header x-sum of ${part} became required`, at },
    ]);
    expect(await brokenBy(sent(having(REQUIRED)), sent(having(OPTIONAL)))).toEqual([]);
    expect(await brokenBy(sent(having(REQUIRED)), sent(having()))).toEqual([]);
    expect(
      await brokenBy(sent(having(REQUIRED)), sent(content({ "x-SUM": { $ref: "#/components/headers/Sum" } }))),
    ).toEqual([]);
  });

  test("may have the values that it had", async () => {
    const said = await brokenBy(sent(having(OPTIONAL)), sent(having({ ...NARROW, required: false })));
    expect(said).toEqual([
      { text: `breaking request-maxLength: header x-sum of ${part}: maximum length changed from 8 to 4`, at },
    ]);
    expect(await brokenBy(sent(having(NARROW)), sent(having(REQUIRED)))).toEqual([]);
  });

  test("of an answer keeps what it has", async () => {
    expect(await brokenBy(received(having(REQUIRED)), received(having()))).toEqual([
      { text: `breaking response-header-optional: the header x-sum of ${part} of 200 is no longer described`, at },
    ]);
    expect(await brokenBy(received(having(REQUIRED)), received(having(OPTIONAL)))).toEqual([
      { text: `breaking response-header-optional: the header x-sum of ${part} of 200 is no longer required`, at },
    ]);
    expect(await brokenBy(received(having(NARROW)), received(having(REQUIRED)))).toEqual([
      { text: `breaking response-maxLength: header x-sum of ${part} of 200: maximum length changed from 4 to 8`, at },
    ]);
    expect(await brokenBy(received(having(REQUIRED)), received(having(NARROW)))).toEqual([]);
    expect(await brokenBy(received(having()), received(having(REQUIRED)))).toEqual([]);
  });

  test("of a webhook is what its receiver knows", async () => {
    expect(await brokenBy(hook(having(REQUIRED)), hook(having()))).toEqual([
      { text: `breaking request-parameter-required: the header x-sum of ${part} is no longer sent`, at },
    ]);
    expect(await brokenBy(hook(having(NARROW)), hook(having(REQUIRED)))).toHaveLength(1);
    expect(await brokenBy(hook(having()), hook(having(REQUIRED)))).toEqual([]);
  });

  test("may have one more, or one that it need not have less", async () => {
    const saidOf = async (before: JsonObject, after: JsonObject): Promise<string[]> =>
      (await compare(before, after)).changes.map(({ kind, verdict, text }) => `${verdict} ${kind}: ${text}`);
    expect(await saidOf(sent(having()), sent(having(OPTIONAL)))).toEqual([
      `compatible request-parameter-added: the optional header x-sum of ${part} was added`,
    ]);
    expect(await saidOf(received(having()), received(having(REQUIRED)))).toEqual([
      `compatible response-header-added: the header x-sum of ${part} of 200 was added`,
    ]);
    expect(await saidOf(received(having(OPTIONAL)), received(having()))).toEqual([
      `policy response-header-removed: header x-sum of ${part} of 200: the header is no longer described: who reads it may miss it`,
    ]);
  });

  test("differs from nothing if it is the same", async () => {
    const { changes } = await compare(sent(having(REQUIRED)), sent(having(REQUIRED)));
    expect(changes).toEqual([]);
  });
});

test("the witness is a request with the header, ready to be sent", async () => {
  const inner = KINDS["each part of files in a form"] ?? ((): Loose => ({}));
  const kinds = [inner, KINDS["part 1 in a list"] ?? inner];
  const shown = await Promise.all(
    kinds.map(async (content) => {
      const [before, after] = [sent(content({ "X-Sum": OPTIONAL })), sent(content({ "X-Sum": NARROW }))];
      const { changes } = await compare(before, after);
      const narrowed = changes.find(({ kind }) => kind === "request-maxLength");
      const exchange = narrowed?.witness?.exchange;
      return exchange === undefined ? undefined : describeExchange(exchange, "http://127.0.0.1:1").curl;
    }),
  );
  expect(shown).toMatchSnapshot();
});
