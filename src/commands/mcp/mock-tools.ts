// Tools that run a mock: start it, give it items and failures, and ask what an application sent and why it was refused.
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { count } from "../../report/text.ts";
import type { Mock } from "../../library/create-mock.ts";
import type { Items } from "../../library/mock-world.ts";
import { ToolError, type Tool, flag, given, list, number, schema, short, text } from "./tool.ts";
import type { Running } from "./running.ts";

const MOST_MOCKS = 8;
const MOST_REQUESTS = 20;
const URL_OF_MOCK = text("the URL of the mock; by default the last one that was started");

export class MockTools {
  readonly #running: Running;
  readonly #mocks = new Map<string, Mock>();

  constructor(running: Running) {
    this.#running = running;
  }

  get tools(): Tool[] {
    return [this.#start(), this.#arrange(), this.#requests(), this.#stop()];
  }

  async close(): Promise<void> {
    await Promise.all([...this.#mocks.values()].map(async (mock) => mock.close()));
    this.#mocks.clear();
  }

  #start(): Tool {
    return {
      name: "start_mock",
      description:
        "Start a mock server of an OpenAPI document on this machine. It remembers what is posted and refuses what the document refuses.",
      takes: schema({
        document: text("a file of this folder; by default an animal store"),
        items: number("how many generated items to start with"),
        port: number("a free one by default"),
      }),
      gives: schema({ url: text("the base URL"), key: text("the API key that it accepts"), title: text("") }),
      readOnly: false,
      call: async (asked) => {
        if (this.#mocks.size >= MOST_MOCKS) throw new ToolError(`${count(MOST_MOCKS, "mock")} are running; stop one`);
        const document = given(asked, "document");
        const { createMock } = await import("../../library/create-mock.ts");
        const mock = await createMock({
          ...(document === undefined ? {} : { spec: this.#running.file(document) }),
          ...(typeof asked["items"] === "number" ? { seed: asked["items"] } : {}),
          port: typeof asked["port"] === "number" ? asked["port"] : 0,
        });
        this.#mocks.set(mock.url, mock);
        return { url: mock.url, key: mock.key, title: short(`${mock.contract.title} ${mock.contract.version}`) };
      },
    };
  }

  #arrange(): Tool {
    return {
      name: "arrange_mock",
      description:
        'Change a mock: reset it, add items by resource ({"orders": [{…}]}), or switch on a situation, such as a failure ({"on": "GET /orders", "status": 503}) or a stub ({"on": "listOrders", "status": 200, "body": […]}).',
      takes: schema({
        url: URL_OF_MOCK,
        reset: flag("first go back to the items of the start"),
        items: { type: "object", description: "lists of items by resource" },
        situation: { type: "object", description: "what happens to requests" },
      }),
      gives: schema({ done: { type: "array", items: { type: "string" } } }),
      readOnly: false,
      call: (asked) => {
        const mock = this.#mock(asked);
        const done: string[] = [];
        if (asked["reset"] === true) {
          mock.reset();
          done.push("reset");
        }
        if (isObject(asked["items"])) {
          mock.seed(asked["items"] as unknown as Items);
          done.push(`added items of ${Object.keys(asked["items"]).map(short).join(", ")}`);
        }
        if (isObject(asked["situation"])) {
          const { name } = mock.situation(asked["situation"]);
          done.push(`switched on ${short(name)}`);
        }
        if (done.length === 0) throw new ToolError("nothing was asked: give reset, items or situation");
        return Promise.resolve({ done });
      },
    };
  }

  #requests(): Tool {
    return {
      name: "requests_of_mock",
      description: "What an application sent to a mock, the latest first, and why a request was refused.",
      takes: schema({ url: URL_OF_MOCK, refused: flag("only those that were refused") }),
      gives: schema({ count: number("of all that match"), requests: list("the latest first") }),
      readOnly: true,
      call: (asked) => {
        const all = this.#mock(asked).requests.filter(
          ({ refusal }) => asked["refused"] !== true || refusal !== undefined,
        );
        const requests = all
          .slice(-MOST_REQUESTS)
          .toReversed()
          .map((one): JsonObject => {
            const { id, method, url, status = 0, refusal, operation, request } = one;
            return {
              id,
              method: short(method),
              url: short(url),
              status,
              ...(operation === undefined ? {} : { operation: short(operation) }),
              ...(request.body === undefined ? {} : { body: short(request.body) }),
              ...(refusal === undefined
                ? {}
                : { refused: { why: short(refusal.why), where: short(refusal.where), kind: refusal.kind } }),
            };
          });
        return Promise.resolve({ count: all.length, requests });
      },
    };
  }

  #stop(): Tool {
    return {
      name: "stop_mock",
      description: "Stop a mock and forget its items.",
      takes: schema({ url: URL_OF_MOCK }),
      gives: schema({ stopped: text("the URL") }),
      readOnly: false,
      call: async (asked) => {
        const mock = this.#mock(asked);
        this.#mocks.delete(mock.url);
        await mock.close();
        return { stopped: mock.url };
      },
    };
  }

  #mock(asked: Readonly<Record<string, JsonValue>>): Mock {
    const url = given(asked, "url");
    const mock = url === undefined ? [...this.#mocks.values()].at(-1) : this.#mocks.get(url);
    if (mock !== undefined) return mock;
    const known = [...this.#mocks.keys()].join(", ");
    throw new ToolError(
      known === "" ? "no mock is running; start_mock starts one" : `no mock runs at that URL; there are ${known}`,
    );
  }
}
