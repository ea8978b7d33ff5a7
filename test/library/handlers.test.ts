// Handlers in code: what operations answer where no document can say it.
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { type Mock, type MockCreation, createMock } from "../../src/library/create-mock.ts";
import type { Handlers } from "../../src/library/handlers.ts";
import type { Spec } from "../../src/library/contracts.ts";
import { orders } from "../http/documents.ts";

const running: Mock[] = [];
const told = vi.fn<(message: string) => void>();
beforeEach(() => told.mockClear());
afterAll(() => Promise.all(running.map((mock) => mock.close())));

async function mockWith(handlers: Handlers, others: MockCreation = {}): Promise<Mock> {
  const mock = await createMock({ spec: orders() as unknown as Spec, handlers, onWarning: told, ...others });
  running.push(mock);
  return mock;
}

interface Said {
  readonly status: number;
  readonly headers: Headers;
  readonly value: unknown;
}

interface Asked {
  readonly body?: object;
  readonly session?: string;
}

async function ask(mock: Mock, method: string, path: string, { body, session }: Asked = {}): Promise<Said> {
  const headers = {
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    ...(session === undefined ? {} : { "X-Mock-Session": session }),
  };
  const sending = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(mock.url + path, { method, headers, ...sending });
  const text = await response.text();
  return { status: response.status, headers: response.headers, value: text === "" ? undefined : JSON.parse(text) };
}

test("a handler answers in its own words, at once or later", async () => {
  const mock = await mockWith({
    getOrder: ({ params }) => ({
      status: 404,
      headers: { "X-Own": "yes" },
      body: { asked: params["orderId"] ?? null },
    }),
    listOrders: async ({ query, header }) => ({ body: [query["page_size"] ?? null, header("Accept") ?? null] }),
  });
  const one = await ask(mock, "GET", "/orders/7");
  expect([one.status, one.headers.get("x-own"), one.value]).toEqual([404, "yes", { asked: 7 }]);
  expect((await ask(mock, "GET", "/orders?page_size=2")).value).toEqual([2, "*/*"]);
});

test("what breaks the document is refused before a handler sees it", async () => {
  const addOrder = vi.fn<() => undefined>();
  const mock = await mockWith({ addOrder });
  expect((await ask(mock, "POST", "/orders", { body: { quantity: "two" } })).status).toBe(422);
  expect(addOrder).not.toHaveBeenCalled();
});

test("a handler may leave the answer to the mock, change it, or carry it out first", async () => {
  let turn = 0;
  const mock = await mockWith({
    addOrder: (request) => {
      turn += 1;
      if (turn === 1) return undefined;
      const { status, headers, body } = request.answer();
      return turn === 2 ? undefined : { status, headers, body: { ...(body as object), note: "by hand" } };
    },
  });
  const count = (): number => mock.items("orders").length;
  const before = count();
  for (const expected of [undefined, undefined, "by hand"]) {
    const said = await ask(mock, "POST", "/orders", { body: { quantity: 3 } });
    expect([said.status, (said.value as { note?: string }).note]).toEqual([201, expected]);
    const { id } = said.value as { id: number };
    expect((await ask(mock, "GET", `/orders/${id}`)).value).toMatchObject({ quantity: 3 });
  }
  expect(count()).toBe(before + 3);
});

test("a handler sees and changes the items and the time of the client's own world", async () => {
  const mock = await mockWith(
    {
      putOrder: ({ params }, world) => {
        const items = world.items<{ id: number }>("orders");
        world.replace({ orders: items.filter(({ id }) => id !== params["orderId"]) });
        return { status: 200, body: { left: world.items("orders").length, day: world.clock.now().getUTCFullYear() } };
      },
    },
    { today: "2031-05-06" },
  );
  const { value } = await ask(mock, "GET", "/orders?page_size=50", { session: "one" });
  const [first, ...others] = value as { id: number }[];
  const said = await ask(mock, "PUT", `/orders/${first?.id}`, { body: { quantity: 1 }, session: "one" });
  expect(said.value).toEqual({ left: others.length, day: 2031 });
  expect((await ask(mock, "GET", "/orders?page_size=50", { session: "one" })).value).toEqual(others);
  expect((await ask(mock, "GET", "/orders?page_size=50", { session: "two" })).value).toEqual(value);
});

test("what the document does not allow is sent all the same, and told once", async () => {
  const mock = await mockWith({ getOrder: () => ({ body: { wrong: true } }) });
  for (const path of ["/orders/1", "/orders/2"]) expect((await ask(mock, "GET", path)).value).toEqual({ wrong: true });
  expect(told.mock.calls.flat()).toEqual([
    expect.stringContaining("the document does not allow what a handler answers: getOrder 200"),
  ]);
});

test.each<[string, () => unknown, RegExp]>([
  [
    "throws",
    () => {
      throw new RangeError("mine");
    },
    /mine/,
  ],
  ["rejects", () => Promise.reject(new RangeError("mine")), /mine/],
  ["returns a text", () => "text", /the handler of getOrder returned no object/],
  ["returns another property", () => ({ code: 200 }), /returned "code"; an answer has status, headers and body/],
  ["returns a status that is none", () => ({ status: 20 }), /the status 20/],
  ["returns a header of two lines", () => ({ headers: { a: "b\r\nc: d" } }), /one-line texts/],
])("a handler that %s is an error of the mock, told to its operator only", async (_, getOrder, message) => {
  const errors: unknown[] = [];
  const mock = await mockWith({ getOrder } as Handlers, { onError: (error) => void errors.push(error) });
  const said = await ask(mock, "GET", "/orders/1");
  expect(said.status).toBe(500);
  expect(JSON.stringify(said.value)).not.toMatch(message);
  expect(errors.map(String)).toEqual([expect.stringMatching(message)]);
  expect((await ask(mock, "GET", "/orders")).status).toBe(200);
});

test("names that the document does not have are refused at the start", async () => {
  await expect(mockWith({ cancelOrders: () => undefined })).rejects.toThrow(
    /the document has no operation "cancelOrders"; it has listOrders, addOrder, getOrder/,
  );
  await expect(mockWith({ getOrder: 1 } as unknown as Handlers)).rejects.toThrow(
    "the handler of getOrder is no function",
  );
});
