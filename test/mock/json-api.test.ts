// What the mock does with things whose properties stand in `data.attributes`, as JSON:API has them.
import { expect, onTestFinished, test } from "vitest";
import { type Mock, createMock } from "../../src/index.ts";
import { LIBRARY } from "../faults/seeded/library.ts";

interface Thing {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

async function start(): Promise<Mock> {
  const mock = await createMock({ spec: LIBRARY.document, seed: { titles: [], loans: [] } });
  onTestFinished(() => mock.close());
  return mock;
}

async function ask(
  mock: Mock,
  path: string,
  method = "GET",
  data?: unknown,
): Promise<{ readonly status: number; readonly data: Thing }> {
  const headers = { Authorization: `Bearer ${mock.key}`, "Content-Type": "application/vnd.api+json" };
  const body = data === undefined ? {} : { body: JSON.stringify({ data }) };
  const response = await fetch(mock.url + path, { method, headers, ...body });
  const text = await response.text();
  return {
    status: response.status,
    data: text === "" ? undefined : (JSON.parse(text) as { data: Thing }).data,
  } as never;
}

async function listed(mock: Mock, path: string): Promise<readonly Thing[]> {
  const answer = await fetch(mock.url + path, { headers: { Authorization: `Bearer ${mock.key}` } });
  return ((await answer.json()) as { readonly data: readonly Thing[] }).data;
}

const add = async (mock: Mock, name: string, at: string): Promise<Thing> => {
  const attributes = { name, genre: "novel", "acquired-at": at };
  return (await ask(mock, "/titles", "POST", { type: "titles", attributes })).data;
};

test("times are sorted by the instant that they name, whatever their offset", async () => {
  const mock = await start();
  await add(mock, "late", "2031-03-01T23:30:00-05:00");
  await add(mock, "early", "2031-03-02T01:00:00Z");
  const data = await listed(mock, "/titles?sort=acquired-at");
  expect(data.map((one) => one.attributes["name"])).toEqual(["early", "late"]);
});

test("a filter keeps what has the text in any case, where the document says so", async () => {
  const mock = await start();
  await add(mock, "A Winter Book", "2031-03-01T00:00:00Z");
  await add(mock, "Atlas", "2031-03-01T00:00:00Z");
  const data = await listed(mock, "/titles?filter%5Bname%5D=WINTER");
  expect(data.map((one) => one.attributes["name"])).toEqual(["A Winter Book"]);
});

test("an action sets the state among the attributes, and leaves the others", async () => {
  const mock = await start();
  const { id } = await add(mock, "Atlas", "2031-03-01T00:00:00Z");
  await ask(mock, `/titles/${id}/withdraw`, "POST");
  const { data } = await ask(mock, `/titles/${id}`);
  expect(data.attributes).toMatchObject({ name: "Atlas", state: "withdrawn" });
});

test("what the text says is removed with a thing goes with it", async () => {
  const mock = await start();
  const [gone, other] = [await add(mock, "A", "2031-03-01T00:00:00Z"), await add(mock, "B", "2031-03-01T00:00:00Z")];
  const loans = [];
  for (const { id } of [gone, other]) {
    const attributes = { borrower: "Ada", "due-at": "2031-03-01T00:00:00Z" };
    const relationships = { title: { data: { type: "titles", id } } };
    loans.push((await ask(mock, "/loans", "POST", { type: "loans", attributes, relationships })).data.id);
  }
  expect((await ask(mock, `/titles/${gone.id}`, "DELETE")).status).toBe(204);
  expect((await ask(mock, `/loans/${loans[0]}`)).status).toBe(404);
  expect((await ask(mock, `/loans/${loans[1]}`)).status).toBe(200);
});
