// Sorting, searching and selecting properties in lists, where the document is clear about what the parameters mean.
import { unrecognisedIn } from "../../src/resource/unrecognised.ts";
import { afterEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { answers, at, body, list, number, object, query, text } from "./parts.ts";
import { type Mock, startMock } from "./support.ts";

let mock: Mock | undefined;
afterEach(async () => {
  await mock?.close();
  mock = undefined;
});

const OWN = { name: text, length_m: { type: "number" }, built_at: { type: "string", format: "date" } };
const NEW_BOAT = object(OWN, "name");
const BOAT = object({ id: number, ...OWN }, "id", "name");
const FLEET: readonly JsonObject[] = [
  { name: "Argo", length_m: 12, built_at: "1990-01-02" },
  { name: "Calypso", length_m: 42, built_at: "1942-03-21" },
  { name: "Beagle", length_m: 27.5, built_at: "1820-05-11" },
  { name: "Arktur", length_m: 12 },
];

/** A store with only these boats, whose list has special parameters. */
async function boats(parameters: readonly JsonObject[], more: JsonObject = {}): Promise<void> {
  const paged = object({ data: list(BOAT), total: number, has_more: { type: "boolean" } }, "data");
  const paging = [
    { name: "limit", schema: number },
    { name: "starting_after", schema: text },
    { name: "ending_before", schema: text },
  ];
  mock = await startMock(
    {
      openapi: "3.1.0",
      info: { title: "T", version: "1" },
      paths: {
        "/boats": {
          get: { parameters: query(...paging, ...parameters), responses: answers("200", paged), ...more },
          post: { requestBody: body(NEW_BOAT), responses: answers("201", BOAT) },
        },
        "/boats/{id}": { ...at("id"), get: { responses: answers("200", BOAT) } },
      },
    },
    { seeds: { default: { kind: "count", count: 0 } } },
  );
  for (const boat of FLEET) await mock.send("POST", "/boats", { body: JSON.stringify(boat) });
}

const page = async (asked: string): Promise<JsonObject> =>
  (await mock?.send("GET", `/boats?${asked}`))?.value as JsonObject;
const boatsOf = async (asked: string): Promise<JsonObject[]> => (await page(asked))["data"] as JsonObject[];
const names = async (asked: string): Promise<unknown[]> => (await boatsOf(asked)).map(({ name }) => name);
const told = (): string =>
  JSON.stringify((mock && unrecognisedIn(mock.contract, mock.inference))?.map(({ message }) => message));

const STORED = ["Argo", "Calypso", "Beagle", "Arktur"];
const BY_LENGTH = ["Argo", "Arktur", "Beagle", "Calypso"];
const DOWN = ["Calypso", "Beagle", "Argo", "Arktur"];

describe("compared", () => {
  const HOME = {
    port: object({ city: text, berth: number }),
    flags: list(text),
    cost: object({ amount: number, currency: text }),
  };
  const homes = [
    { port: { city: "Oslo", berth: 9 }, flags: ["no", "eu"], cost: { amount: 100, currency: "EUR" } },
    { port: { city: "Riga", berth: 10 }, flags: ["eu"], cost: { amount: 20, currency: "EUR" } },
    { port: { city: "Oslo", berth: 11 }, flags: [], cost: { amount: 3, currency: "EUR" } },
    {},
  ];
  const date = { type: "string", format: "date" };
  const deep = { style: "deepObject", explode: true, schema: object({ gte: date, lt: date }) };

  test.each<[string, JsonObject, string, readonly string[]]>([
    ["since a day", { schema: date }, "builtSince=1942-03-21", ["Argo", "Calypso"]],
    ["after a day", { schema: date }, "built_after=1942-03-21", ["Argo"]],
    ["before a day", { schema: date }, "builtBefore=1942-03-21", ["Beagle"]],
    ["until a day, if only one property is a time", { schema: date }, "to=1942-03-21", ["Calypso", "Beagle"]],
    ["in a range of an object", deep, "built_at[gte]=1900-01-01&built_at[lt]=1950-01-01", ["Calypso"]],
    ["from a number", { schema: { type: "number" } }, "min_length_m=27.5", ["Calypso", "Beagle"]],
    ["up to a number", { schema: { type: "number" } }, "lengthM_lte=27.5", ["Argo", "Beagle", "Arktur"]],
    ["up to an amount of money", { schema: number }, "maxCost=20", ["Calypso", "Beagle"]],
    ["with a property of an object", { schema: text }, "port.city=Oslo", ["Argo", "Beagle"]],
    ["with a value in a list", { schema: text }, "flags=no", ["Argo"]],
    ["with one of several values", { schema: list(text) }, "names[]=Argo&names[]=Beagle", ["Argo", "Beagle"]],
    ["with one of several values in one text", { schema: text }, "names=Argo,Beagle", ["Argo", "Beagle"]],
    ["with every value", { schema: { ...text, enum: ["Argo", "all"] } }, "name=all", STORED],
    [
      "by the amount of money",
      { schema: { ...text, enum: ["cost", "-cost"] } },
      "sort=cost",
      ["Beagle", "Calypso", "Argo", "Arktur"],
    ],
    ["by a property of an object", { schema: text }, "sort=-port.berth", ["Beagle", "Calypso", "Argo", "Arktur"]],
    ["for a text in an object", { schema: text }, "q=rig", ["Calypso"]],
    ["not at all if what is meant is uncertain", { schema: date }, "mendedAfter=2000-01-01", STORED],
  ])("%s", async (_case, parameter, asked, wanted) => {
    const name = asked.split(/=|\[[gl]t/)[0] ?? "";
    mock = await startMock({
      openapi: "3.1.0",
      info: { title: "T", version: "1" },
      paths: {
        "/boats": {
          get: {
            parameters: query({ name, ...parameter }),
            responses: answers("200", list(object({ id: number, ...OWN, ...HOME }, "id", "name"))),
          },
        },
      },
    });
    mock.worlds.forEach((worlds) =>
      worlds.shared.replace(
        new Map([[0, { kind: "items", items: FLEET.map((one, at) => ({ id: at + 1, ...one, ...homes[at] })) }]]),
      ),
    );
    const { value } = await mock.send("GET", `/boats?${asked}`);
    expect((value as JsonObject[]).map((one) => one["name"])).toEqual(wanted);
    expect(told().includes("mendedAfter")).toBe(name === "mendedAfter");
  });
});

describe("sorted", () => {
  test.each([
    [
      "signs",
      { name: "sort", schema: { ...text, enum: ["length_m", "-length_m"] } },
      "sort=length_m",
      "sort=-length_m",
    ],
    [
      "words behind a colon",
      { name: "sort_by", schema: { ...text, enum: ["length_m:asc", "length_m:desc"] } },
      ...["sort_by=length_m:asc", "sort_by=length_m:desc"],
    ],
    [
      "words behind a line, in the spelling of another language",
      { name: "orderBy", schema: { ...text, enum: ["lengthM_asc", "lengthM_desc"] } },
      ...["orderBy=lengthM_asc", "orderBy=lengthM_desc"],
    ],
    [
      "words behind a space",
      { name: "order", schema: text, example: "name DESC" },
      "order=length_m%20ASC",
      "order=length_m%20DESC",
    ],
    ["several at once", { name: "sort", schema: list(text) }, "sort=length_m&sort=id", "sort=-length_m&sort=id"],
  ] as const)("by %s", async (_, parameter, up, down) => {
    await boats([parameter]);
    expect(await names("")).toEqual(STORED);
    expect(await names(up)).toEqual(BY_LENGTH);
    expect(await names(down)).toEqual(DOWN);
  });

  test("by two parameters, the property and the direction", async () => {
    await boats([
      { name: "sort_by", schema: { ...text, enum: ["length_m", "name"], default: "length_m" } },
      { name: "order", schema: { ...text, enum: ["asc", "desc"] } },
    ]);
    expect(await names("sort_by=length_m&order=desc")).toEqual(DOWN);
    expect(await names("sort_by=name&order=asc")).toEqual(["Argo", "Arktur", "Beagle", "Calypso"]);
    expect(await names("order=desc")).toEqual(DOWN);
  });

  test("items without a value come last, in both directions", async () => {
    await boats([{ name: "sort", schema: text }]);
    expect((await names("sort=built_at")).at(-1)).toBe("Arktur");
    expect((await names("sort=-built_at")).at(-1)).toBe("Arktur");
  });

  test("pages of a sorted list, by cursor, show every item once, forwards and backwards", async () => {
    await boats([{ name: "sort", schema: text }]);
    const forwards: unknown[] = [];
    let after = "";
    for (let turn = 0; turn < 9; turn++) {
      const { data, has_more: more } = await page(`sort=-length_m&limit=1${after}`);
      const [only] = data as JsonObject[];
      forwards.push(only?.["name"]);
      if (more !== true) break;
      after = `&starting_after=${only?.["id"] as number}`;
    }
    expect(forwards).toEqual(DOWN);
    const last = (await boatsOf("sort=-length_m")).at(-1)?.["id"] as number;
    expect(await names(`sort=-length_m&limit=2&ending_before=${String(last)}`)).toEqual(["Beagle", "Argo"]);
  });

  test("a value that names no property leaves the order as it is", async () => {
    await boats([{ name: "sort", schema: text }]);
    expect(await names("sort=relevance")).toEqual(STORED);
  });

  test("a parameter that names no property is ignored, and a message says why", async () => {
    await boats([{ name: "sort", schema: { ...text, enum: ["relevance", "popularity"] } }]);
    expect(await names("sort=popularity")).toEqual(STORED);
    expect(told()).toMatch(/sort \(its values name no property of the items\)/);
  });

  test("a direction alone is that of the store, or of the property that its description names", async () => {
    await boats([{ name: "order", schema: { ...text, enum: ["asc", "desc"] } }]);
    expect(await names("order=desc")).toEqual(STORED.toReversed());
    expect(await names("order=asc")).toEqual(STORED);
    await boats([{ name: "order", schema: { ...text, enum: ["asc", "desc"], description: "Order by name." } }]);
    expect(await names("order=desc")).toEqual(STORED.toSorted().toReversed());
  });
});

describe("searched", () => {
  test("for a string in any of its strings, ignoring case; the total counts the matches", async () => {
    await boats([{ name: "q", schema: text }]);
    expect(await names("q=AR")).toEqual(["Argo", "Arktur"]);
    expect(await page("q=ar&limit=1")).toMatchObject({ total: 2, has_more: true });
    expect(await names("q=no-such-boat")).toEqual([]);
    expect(await names("q=")).toEqual(STORED);
  });

  test("by a parameter with a format that only means text", async () => {
    await boats([{ name: "query", schema: { ...text, format: "string" } }]);
    expect(await names("query=ar")).toEqual(["Argo", "Arktur"]);
  });

  test("a required query in a query language is ignored, and a message says so", async () => {
    await boats([{ name: "query", required: true, schema: text }]);
    expect(await names("query=name:argo")).toEqual(STORED);
    expect(told()).toMatch(/query \(it is required, so it may be a query language\)/);
  });
});

describe("with selected properties", () => {
  test.each([
    ["a list", { name: "fields", schema: list(text) }, "fields=length_m&fields=built_at"],
    ["names with commas between", { name: "select", schema: text }, "select=length_m,built_at"],
  ])("by %s: the named properties and the required ones", async (_, parameter, asked) => {
    await boats([parameter]);
    expect((await boatsOf(asked))[0]).toEqual({ id: 1, name: "Argo", length_m: 12, built_at: "1990-01-02" });
    expect((await boatsOf(asked.replace("built_at", "name")))[0]).toEqual({ id: 1, name: "Argo", length_m: 12 });
  });

  test("a name that is not a property leaves the items whole", async () => {
    await boats([{ name: "fields", schema: text }]);
    expect(Object.keys((await boatsOf("fields=crew(name)"))[0] ?? {})).toEqual(["id", "name", "length_m", "built_at"]);
  });

  test("parameters that expand items are ignored because everything is shown, and a message says so", async () => {
    await boats([{ name: "expand", schema: list(text) }]);
    expect(await names("expand=crew")).toEqual(STORED);
    expect(told()).toMatch(/expand \(items are always shown whole\)/);
  });
});

describe("x-resource", () => {
  test("names what cannot be inferred", async () => {
    const parameters = [
      { name: "arranged", schema: text },
      { name: "way", schema: { ...text, enum: ["asc", "desc"] } },
      { name: "containing", schema: text },
      { name: "only", schema: text },
    ];
    const hint = { sort: { parameter: "arranged", direction: "way" }, search: "containing", fields: "only" };
    await boats(parameters, { "x-resource": hint });
    expect(await names("arranged=length_m&way=desc")).toEqual(DOWN);
    expect(await names("containing=eagle")).toEqual(["Beagle"]);
    expect((await boatsOf("only=id"))[0]).toEqual({ id: 1, name: "Argo" });
  });

  test("turns off inference", async () => {
    const parameters = ["sort", "q", "fields"].map((name) => ({ name, schema: text }));
    await boats(parameters, { "x-resource": { sort: false, search: false, fields: false } });
    expect(await names("sort=-length_m&q=argo")).toEqual(STORED);
    expect(Object.keys((await boatsOf("fields=id"))[0] ?? {})).toHaveLength(4);
  });

  test("that names a missing parameter is reported", async () => {
    await boats([], { "x-resource": { sort: "order", search: "q" } });
    expect(mock?.inference.problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^sort names the query parameter "order"; GET \/boats has limit, starting_after, ending_before$/,
      ),
      expect.stringMatching(/^search names the query parameter "q"/),
    ]);
  });
});
