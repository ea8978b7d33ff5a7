// Documents other than the animal store's, for which the suite must work equally well.
import { loadContract, loadDocument } from "../../src/contract/load.ts";
import type { Contract } from "../../src/contract/model.ts";
import { type JsonObject, type JsonValue, isObject } from "../../src/json/value.ts";

const own = (await loadDocument("spec/animal-store.yaml")).root;

type Draft = Record<string, JsonValue>;

/** The animal store's document, changed. */
function changed(change: (root: Draft) => void): JsonObject {
  const root: Draft = structuredClone(own);
  change(root);
  return root;
}

/** A part of a document, by its steps. */
function part(root: JsonValue | undefined, ...steps: string[]): Draft {
  let found: JsonValue | undefined = root;
  for (const step of steps) found = isObject(found) ? found[step] : undefined;
  if (!isObject(found)) throw new Error(`there is no ${steps.join("/")}`);
  return found;
}

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });
const answer = (schema: JsonObject): JsonObject => ({ description: "Done.", content: json(schema) });
const error = answer(ref("Error"));
const unauthorized: JsonObject = { $ref: "#/components/responses/Unauthorized" };
const body = (schema: JsonObject): JsonObject => ({ required: true, content: json(schema) });

/** Everything has a different name: paths, schemas, properties, values, the page size. */
function renamed(): JsonObject {
  const names: readonly (readonly [string, string])[] = [
    ["pet", "article"],
    ["Pet", "Article"],
    ["categoryId", "shelfNumber"],
    ["available", "fresh"],
    ["pending", "held"],
    ["sold", "gone"],
    ['"limit"', '"pageSize"'],
  ];
  const text = names.reduce((all, [from, to]) => all.replaceAll(from, to), JSON.stringify(own));
  return JSON.parse(text) as JsonObject;
}

/** The animal store with names that cannot be guessed: only x-resource says what they mean. */
function unguessable(): JsonObject {
  const text = JSON.stringify(own).replaceAll('"limit"', '"window"');
  const root = JSON.parse(text) as Draft;
  const list = part(root, "paths", "/pets", "get");
  const names = Object.keys(part(root, "components", "parameters"));
  for (const name of names) {
    const parameter = part(root, "components", "parameters", name);
    if (parameter["name"] === "status") parameter["name"] = "state";
  }
  list["x-resource"] = { pageSize: "window", filters: { state: "status" } };
  return root;
}

/** Adds orders and categories: other identifiers, bounds, booleans, and every role. */
function withOrders(): JsonObject {
  return changed((root) => {
    Object.assign(part(root, "components", "schemas"), {
      NewCategory: {
        type: "object",
        required: ["title"],
        properties: { title: { type: "string", minLength: 2, maxLength: 40 } },
      },
      Category: {
        type: "object",
        required: ["id", "title"],
        properties: {
          id: { type: "integer", format: "int64", readOnly: true },
          title: { type: "string", minLength: 2, maxLength: 40 },
        },
      },
      ...orderSchemas(),
    });
    Object.assign(part(root, "paths"), {
      ...collection("categories", "NewCategory", "Category"),
      ...item("categories", "Category", { name: "categoryId", schema: { type: "integer", format: "int64" } }),
      ...orderPaths(),
    });
  });
}

function orderSchemas(): JsonObject {
  const properties: JsonObject = {
    quantity: { type: "integer", format: "int32", minimum: 1, maximum: 99 },
    paid: { type: "boolean" },
    note: { type: ["string", "null"], maxLength: 200 },
  };
  const id: JsonObject = { type: "string", format: "uuid", readOnly: true };
  return {
    NewOrder: { type: "object", required: ["quantity", "paid"], properties },
    OrderChange: { type: "object", minProperties: 1, properties },
    Order: { type: "object", required: ["id", "quantity", "paid"], properties: { id, ...properties } },
  };
}

function collection(name: string, fresh: string, schema: string, parameters: JsonValue[] = []): JsonObject {
  return {
    [`/${name}`]: {
      get: {
        operationId: `list_${name}`,
        parameters,
        responses: { "200": answer({ type: "array", items: ref(schema) }), "401": unauthorized, default: error },
      },
      post: {
        operationId: `create_${name}`,
        requestBody: body(ref(fresh)),
        responses: { "201": answer(ref(schema)), "400": error, "401": unauthorized, default: error },
      },
    },
  };
}

interface PathParameter {
  readonly name: string;
  readonly schema: JsonObject;
}

function item(name: string, schema: string, parameter: PathParameter, more: JsonObject = {}): JsonObject {
  return {
    [`/${name}/{${parameter.name}}`]: {
      parameters: [{ in: "path", required: true, ...parameter }],
      get: {
        operationId: `get_${name}`,
        responses: { "200": answer(ref(schema)), "401": unauthorized, "404": error, default: error },
      },
      ...more,
    },
  };
}

/** Operations that change and remove an item. */
function changing(name: string, fresh: string, change: string, schema: string): JsonObject {
  const responses: JsonObject = {
    "200": answer(ref(schema)),
    "400": error,
    "401": unauthorized,
    "404": error,
    default: error,
  };
  return {
    put: { operationId: `replace_${name}`, requestBody: body(ref(fresh)), responses },
    patch: {
      operationId: `update_${name}`,
      requestBody: { required: true, content: { "application/merge-patch+json": { schema: ref(change) } } },
      responses,
    },
    delete: {
      operationId: `remove_${name}`,
      responses: { "204": { description: "Gone." }, "401": unauthorized, "404": error, default: error },
    },
  };
}

function orderPaths(): JsonObject {
  const size: JsonObject = { type: "integer", minimum: 1, maximum: 40, default: 10 };
  return {
    ...collection("orders", "NewOrder", "Order", [
      { name: "per_page", in: "query", schema: size },
      { name: "paid", in: "query", schema: { type: "boolean" } },
    ]),
    ...item(
      "orders",
      "Order",
      { name: "orderId", schema: { type: "string", format: "uuid" } },
      changing("orders", "NewOrder", "OrderChange", "Order"),
    ),
  };
}

/** Animals can be replaced, changed and removed. */
function changeable(): JsonObject {
  return changed((root) => {
    const change = structuredClone(part(root, "components", "schemas", "NewPet"));
    delete change["required"];
    part(root, "components", "schemas")["PetChange"] = change;
    Object.assign(part(root, "paths", "/pets/{petId}"), changing("pets", "NewPet", "PetChange", "Pet"));
  });
}

/** Errors are problem details (RFC 9457). */
function problems(): JsonObject {
  return changed((root) => {
    part(root, "components", "schemas")["Error"] = {
      type: "object",
      required: ["title", "status"],
      properties: {
        type: { type: "string", format: "uri-reference" },
        title: { type: "string" },
        status: { type: "integer" },
        detail: { type: "string" },
      },
    };
    for (const response of Object.values(part(root, "components", "responses"))) {
      const content = part(response, "content");
      const media = content["application/json"];
      if (!isObject(media) || !JSON.stringify(media).includes("schemas/Error")) continue;
      delete content["application/json"];
      content["application/problem+json"] = { schema: media["schema"] ?? {} };
    }
  });
}

/** A different credential; without one, none is required. */
function secured(scheme: JsonObject | undefined): JsonObject {
  return changed((root) => {
    if (scheme === undefined) {
      delete root["security"];
      delete part(root, "components")["securitySchemes"];
      for (const path of Object.values(part(root, "paths"))) {
        for (const method of ["get", "post"]) {
          if (isObject(path) && isObject(path[method])) delete part(path, method, "responses")["401"];
        }
      }
      return;
    }
    part(root, "components", "securitySchemes")["apiKey"] = scheme;
    // A different scheme has a different challenge.
    delete part(root, "components", "headers", "WWW-Authenticate", "schema")["pattern"];
    delete part(root, "components", "headers", "WWW-Authenticate")["example"];
  });
}

/** OpenAPI 3.0: nullable, an exclusive bound, header parameters, an operation without a role, no `default`. */
const BOOKS: JsonObject = {
  openapi: "3.0.3",
  info: { title: "Books", version: "2.0.0" },
  servers: [{ url: "https://books.example.com/api/v2" }],
  security: [{ key: [] }],
  paths: {
    "/books": {
      get: {
        operationId: "listBooks",
        parameters: [
          { name: "size", in: "query", schema: { type: "integer", minimum: 1, maximum: 40, default: 15 } },
          { name: "genre", in: "query", schema: { type: "string", enum: ["novel", "poetry"] } },
          { name: "shelf", in: "query", schema: { type: "integer", minimum: 1, maximum: 9 } },
          { name: "X-Client", in: "header", required: true, schema: { type: "string", minLength: 3 } },
        ],
        responses: {
          "200": {
            description: "The books.",
            headers: { "X-Total": { required: true, schema: { type: "integer" }, example: 7 } },
            content: json({ type: "array", items: ref("Book") }),
          },
          "401": error,
        },
      },
      post: {
        operationId: "createBook",
        requestBody: body(ref("NewBook")),
        responses: {
          "201": {
            description: "Added.",
            headers: { Location: { required: true, schema: { type: "string" } } },
            content: json(ref("Book")),
          },
          "400": error,
          "401": error,
        },
      },
    },
    "/books/{bookId}": {
      parameters: [{ name: "bookId", in: "path", required: true, schema: { type: "integer", format: "int32" } }],
      get: {
        operationId: "getBook",
        responses: {
          "200": answer(ref("Book")),
          "401": error,
          "404": {
            description: "No such book.",
            headers: { "X-Hint": { required: true, schema: { type: "string" }, example: "look elsewhere" } },
            content: json(ref("Error")),
          },
        },
      },
    },
    "/health": {
      get: {
        operationId: "health",
        responses: { "200": answer({ type: "object", properties: { up: { type: "boolean" } } }), "401": error },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: "http", scheme: "bearer" } },
    schemas: {
      NewBook: {
        type: "object",
        required: ["title", "pages"],
        additionalProperties: false,
        properties: {
          title: { type: "string", maxLength: 80 },
          pages: { type: "integer", format: "int32", minimum: 0, exclusiveMinimum: true, maximum: 5000 },
          genre: { type: "string", enum: ["novel", "poetry"] },
          subtitle: { type: "string", nullable: true },
        },
      },
      Book: {
        type: "object",
        required: ["id", "title", "pages"],
        properties: {
          id: { type: "integer", format: "int32" },
          title: { type: "string" },
          draft: { type: "boolean", writeOnly: true },
          pages: { type: "integer", format: "int32" },
          genre: { type: "string", enum: ["novel", "poetry"] },
          subtitle: { type: "string", nullable: true },
          shelf: { type: "integer" },
        },
      },
      Error: {
        type: "object",
        required: ["error", "message", "statusCode"],
        properties: { error: { type: "string" }, message: { type: "string" }, statusCode: { type: "integer" } },
      },
    },
  },
};

/** Only the responses that the interface lists, without other errors. */
function withoutDefault(): JsonObject {
  return changed((root) => {
    for (const path of Object.values(part(root, "paths"))) {
      for (const operation of Object.values(path as Draft)) {
        if (isObject(operation)) delete part(operation, "responses")["default"];
      }
    }
  });
}

/** Properties named like JSON Schema keywords, with references to another schema. */
function named(): JsonObject {
  const names = ["type", "format", "enum", "required", "pattern", "items", "properties", "not", "default", "example"];
  return changed((root) => {
    const schemas = part(root, "components", "schemas");
    schemas["Word"] = { type: "string", maxLength: 30 };
    for (const name of ["NewPet", "Pet"]) {
      const schema = part(schemas, name);
      Object.assign(part(schema, "properties"), Object.fromEntries(names.map((key) => [key, ref("Word")])));
    }
  });
}

/** All headers that announce the end of the deprecated operation are required. */
function announced(): JsonObject {
  return changed((root) => {
    for (const name of ["Sunset", "Link"]) part(root, "components", "headers", name)["required"] = true;
  });
}

/** No operation accepts JSON: bodies are forms with a list and a nested object. */
function ofForms(media: string): JsonObject {
  const root: Draft = structuredClone(withOrders());
  const properties = {
    labels: { type: "array", maxItems: 3, items: { type: "string", minLength: 1, maxLength: 20 } },
    size: {
      type: "object",
      required: ["unit", "sides"],
      properties: { unit: { enum: ["cm", "inch"] }, sides: { type: "array", minItems: 1, items: { type: "integer" } } },
    },
  };
  for (const name of ["NewOrder", "OrderChange", "Order"]) {
    const schema = part(root, "components", "schemas", name);
    Object.assign(part(schema, "properties"), properties);
  }
  part(root, "components", "schemas", "NewOrder")["required"] = ["quantity", "paid", "size"];
  const encoding = { size: { style: "deepObject", explode: true } };
  const operations = Object.values(part(root, "paths")).flatMap((path) => Object.values(path as Draft));
  const own = operations.flatMap((operation) => (isObject(operation) ? [operation["requestBody"]] : []));
  for (const sent of [...own, ...Object.values(part(root, "components", "requestBodies"))]) {
    if (!isObject(sent) || !isObject(sent["content"])) continue;
    const [described] = Object.values(sent["content"]);
    Object.assign(sent, { content: { [media]: { ...(described as JsonObject), encoding } } });
  }
  return root;
}

/** Orders whose creation and items are told to an address of the client. */
const CALLS: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Orders", version: "1" },
  paths: {
    "/orders": {
      get: { responses: { "200": answer({ type: "array", items: ref("Order") }) } },
      post: {
        requestBody: body(ref("NewOrder")),
        responses: { "201": answer(ref("Order")), "400": error },
        callbacks: {
          onCreated: {
            "{$request.body#/callbackUrl}": {
              post: {
                parameters: [{ name: "webhook-signature", in: "header", schema: { type: "string" } }],
                requestBody: body(ref("Event")),
                responses: { "204": { description: "Taken." } },
              },
            },
          },
        },
      },
    },
    "/orders/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { "200": answer(ref("Order")), "404": error } },
      delete: { responses: { "204": { description: "Gone." }, "404": error } },
    },
  },
  components: {
    schemas: {
      NewOrder: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string" }, callbackUrl: { type: "string", format: "uri" } },
      },
      Order: {
        type: "object",
        required: ["id", "name"],
        properties: {
          id: { type: "integer", readOnly: true },
          name: { type: "string" },
          callbackUrl: { type: "string", format: "uri" },
        },
      },
      Event: {
        type: "object",
        required: ["event", "orderId"],
        properties: { event: { type: "string", enum: ["created"] }, orderId: { type: "integer" } },
      },
      Error: { type: "object", required: ["message"], properties: { message: { type: "string" } } },
    },
  },
};

/** Orders whose creation, changes and removal are told to the addresses that have subscribed to them. */
const SUBSCRIBED: JsonObject = (() => {
  const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
  const gone: JsonObject = { responses: { "204": { description: "Gone." }, "404": error } };
  const hook = (more: JsonObject = {}): JsonObject => ({
    post: { ...more, requestBody: body(ref("Event")), responses: { "204": { description: "Taken." } } },
  });
  const collection = (name: string): JsonObject => ({
    get: { responses: { "200": answer({ type: "array", items: ref(name) }) } },
    post: { requestBody: body(ref(name)), responses: { "201": answer(ref(name)), "400": error } },
  });
  const item = (name: string, more: JsonObject = {}): JsonObject => ({
    parameters: [id],
    get: { responses: { "200": answer(ref(name)), "404": error } },
    delete: gone,
    ...more,
  });
  const events = ["order.created", "order.updated", "order.shipped", "order.deleted", "order.lost"];
  return {
    openapi: "3.1.0",
    info: { title: "Orders", version: "1" },
    paths: {
      "/orders": collection("Order"),
      "/orders/{id}": item("Order", {
        patch: { requestBody: body(ref("Order")), responses: { "200": answer(ref("Order")), "404": error } },
      }),
      "/orders/{id}/ship": { parameters: [id], post: { responses: { "200": answer(ref("Order")), "404": error } } },
      "/hooks": collection("Hook"),
      "/hooks/{id}": item("Hook"),
    },
    webhooks: Object.fromEntries([
      ...events.map((name) => [
        name,
        hook({ parameters: [{ name: "webhook-signature", in: "header", schema: { type: "string" } }] }),
      ]),
      ["heartbeat", hook()],
    ]),
    components: {
      schemas: {
        Order: {
          type: "object",
          required: ["id", "name"],
          properties: {
            id: { type: "integer", readOnly: true },
            name: { type: "string" },
            status: { type: "string", enum: ["open", "shipped"] },
          },
        },
        Hook: {
          type: "object",
          required: ["id", "url", "events", "secret"],
          properties: {
            id: { type: "integer", readOnly: true },
            url: { type: "string", format: "uri" },
            events: { type: "array", minItems: 1, items: { type: "string", enum: [...events, "heartbeat"] } },
            secret: { type: "string" },
          },
        },
        Event: {
          type: "object",
          required: ["event", "orderId"],
          properties: { event: { type: "string", enum: [...events, "heartbeat"] }, orderId: { type: "integer" } },
        },
        Error: { type: "object", required: ["message"], properties: { message: { type: "string" } } },
      },
    },
  };
})();

/** Readings that come many at a time. */
const SEQUENCES: JsonObject = {
  openapi: "3.2.0",
  info: { title: "Readings", version: "1" },
  paths: {
    "/readings": {
      get: { responses: { "200": answer({ type: "array", items: ref("Reading") }) } },
      post: {
        requestBody: {
          required: true,
          content: {
            "application/jsonl": { itemSchema: ref("Reading") },
            "application/json-seq": { schema: { type: "array", items: ref("Reading") } },
            "text/event-stream": {
              itemSchema: {
                type: "object",
                required: ["data"],
                properties: {
                  data: { type: "string", contentMediaType: "application/json", contentSchema: ref("Reading") },
                },
              },
            },
            "multipart/mixed": { itemSchema: ref("Reading"), itemEncoding: { contentType: "application/json" } },
          },
        },
        responses: { "201": answer(ref("Reading")), "400": error },
      },
    },
    "/readings/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { "200": answer(ref("Reading")), "404": error } },
      delete: { responses: { "204": { description: "Gone." }, "404": error } },
    },
  },
  components: {
    schemas: {
      Reading: {
        type: "object",
        required: ["id", "sensor", "value"],
        properties: {
          id: { type: "integer", readOnly: true },
          sensor: { type: "string" },
          value: { type: "integer", maximum: 100 },
        },
      },
      Error: { type: "object", required: ["message"], properties: { message: { type: "string" } } },
    },
  },
};

export const DOCUMENTS = {
  "the animal store": own,
  renamed: renamed(),
  "orders and categories": withOrders(),
  "items that can be changed": changeable(),
  "problem details": problems(),
  "no credential": secured(undefined),
  "a key in a header": secured({ type: "apiKey", in: "header", name: "X-Store-Key" }),
  "a key in the query": secured({ type: "apiKey", in: "query", name: "store_key" }),
  basic: secured({ type: "http", scheme: "basic" }),
  "OpenAPI 3.0": BOOKS,
  "no other errors": withoutDefault(),
  "names that only x-resource explains": unguessable(),
  "required announcements": announced(),
  "properties named like keywords": named(),
  "forms in place of JSON": ofForms("application/x-www-form-urlencoded"),
  "forms in parts": ofForms("multipart/form-data"),
  callbacks: CALLS,
  webhooks: SUBSCRIBED,
  sequences: SEQUENCES,
} as const satisfies Readonly<Record<string, JsonObject>>;

export type DocumentName = keyof typeof DOCUMENTS;

const loaded = new Map<DocumentName, Promise<Contract>>();

/** The contract of a document, loaded once. */
export function contractOf(name: DocumentName): Promise<Contract> {
  const contract = loaded.get(name) ?? loadContract(DOCUMENTS[name]);
  loaded.set(name, contract);
  return contract;
}
