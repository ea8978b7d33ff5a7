// Faults of methods and paths: what is not documented, HEAD, conditional requests, and answers that come and go.
import type { ServerResponse } from "node:http";
import { isObject } from "../../../../src/contract/json.ts";
import type { Answer, Call, Item, Overrides } from "../../behaviour.ts";
import {
  type Fault,
  all,
  amend,
  anywhere,
  error,
  failed,
  fault,
  headers,
  members,
  method,
  ninth,
  of,
  ok,
  onItem,
  raw,
  status,
  withStatus,
} from "../../craft.ts";
import { REFERENCE, bytesOf, carryOut, json } from "../../reference.ts";

const NO_ALLOW = { basis: "RFC 9110, section 15.5.6" };
const HEAD = { basis: "RFC 9110, section 9.3.2" };
const wrongMethod = status(405);
const head = method("HEAD");

const noContent: Answer = { status: 204, headers: {} };
const itemAt = (call: Call): Item | undefined => call.state.items.get(call.path.slice("/v1/pets/".length));

/** Acts on a method that the document does not list. */
function acting(name: string, act: (call: Call) => Answer | undefined): Overrides {
  return { wrongMethod: (call) => (call.method === name ? act(call) : undefined) ?? REFERENCE.wrongMethod(call) };
}

const patched = (call: Call): Answer | undefined => {
  const item = itemAt(call);
  const read = REFERENCE.parse(call);
  if (item === undefined || !("value" in read) || !isObject(read.value)) return undefined;
  const changed = { ...item, ...read.value, id: item.id } as Item;
  call.state.items.set(String(item.id), changed);
  return json(200, changed);
};

/** A tag that does not depend on the body. */
const constantTag: Overrides = amend(all(ok, method("GET", "HEAD")), (answer, call) => {
  const tagged = headers({ ETag: '"v1"' })(answer, call);
  return call.headers["if-none-match"] === '"v1"' ? { ...notModified(tagged) } : tagged;
});

function notModified(answer: Answer): Answer {
  const { json: _json, raw: _raw, ...rest } = answer;
  return { ...rest, status: 304 };
}

/** Writes to the socket what Node would not let through. */
function onSocket(answer: Answer, response: ServerResponse): void {
  const bytes = bytesOf(answer);
  const lines = Object.entries({ ...answer.headers, "Content-Length": bytes.length, Connection: "close" });
  const head = lines.map(([name, value]) => `${name}: ${String(value)}\r\n`).join("");
  response.socket?.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${answer.status} Status\r\n${head}\r\n`), bytes]));
}

export const METHODS: readonly Fault[] = [
  fault("protocol.unknown-path-lists", "An unknown path is answered 200 with an empty list.", {
    unknownPath: () => json(200, []),
  }),
  fault("protocol.unknown-path-page", "An unknown path is answered 200 with a page.", {
    unknownPath: () => ({ status: 200, headers: { "Content-Type": "text/html" }, raw: "<div id=app></div>" }),
  }),
  fault("protocol.unknown-path-500", "An unknown path is answered 500.", { unknownPath: () => error(500) }),
  fault(
    "protocol.unknown-path-400",
    "An unknown path is answered 400.",
    { unknownPath: () => error(400) },
    { basis: "spec/decisions.md#unknown-path" },
  ),
  fault("protocol.unknown-path-204", "An unknown path is answered 204.", { unknownPath: () => noContent }),
  fault("protocol.unknown-path-redirect", "An unknown path is answered with a redirect to a page.", {
    unknownPath: () => ({ status: 302, headers: { Location: "/" }, raw: "" }),
  }),
  fault("protocol.no-allow", "The 405 has no Allow.", amend(wrongMethod, headers({ Allow: undefined })), NO_ALLOW),
  fault(
    "protocol.no-allow-on-item",
    "The 405 on the path of an item has no Allow.",
    amend(all(wrongMethod, onItem), headers({ Allow: undefined })),
    NO_ALLOW,
  ),
  fault(
    "protocol.no-allow-on-list",
    "The 405 on the path of the list has no Allow.",
    amend(
      all(wrongMethod, (call) => !call.onItem),
      headers({ Allow: undefined }),
    ),
    NO_ALLOW,
  ),
  fault(
    "protocol.allow-without-get",
    "Allow on the path of an item does not name GET.",
    amend(all(wrongMethod, onItem), headers({ Allow: "POST" })),
    NO_ALLOW,
  ),
  fault(
    "protocol.allow-without-post",
    "Allow on the path of the list does not name POST.",
    amend(
      all(wrongMethod, (call) => !call.onItem),
      headers({ Allow: "GET, HEAD" }),
    ),
    NO_ALLOW,
  ),
  fault(
    "protocol.allow-names-refused",
    "Allow names the method that was just refused.",
    amend(wrongMethod, (answer, call) => headers({ Allow: `GET, HEAD, POST, ${call.method}` })(answer, call)),
    NO_ALLOW,
  ),
  fault(
    "protocol.wrong-method-200",
    "A method that is not documented is answered 200 with an Error.",
    amend(wrongMethod, withStatus(200)),
  ),
  fault("protocol.wrong-method-500", "A method that is not documented is answered 500.", {
    wrongMethod: () => error(500),
  }),
  fault(
    "protocol.wrong-method-400",
    "A method that is not documented is answered 400.",
    { wrongMethod: () => error(400) },
    { basis: "spec/decisions.md#wrong-method" },
  ),
  fault(
    "protocol.put-501-html",
    "PUT is answered 501 with a page.",
    amend(all(wrongMethod, method("PUT")), (answer, call) =>
      withStatus(501)(raw("<h1>Not Implemented</h1>", "text/html")(answer, call), call),
    ),
  ),
  fault(
    "protocol.delete-acts",
    "DELETE removes an item.",
    acting("DELETE", (call) =>
      call.onItem && call.state.items.delete(call.path.slice("/v1/pets/".length)) ? noContent : undefined,
    ),
  ),
  fault(
    "protocol.delete-claims",
    "DELETE is answered 204 and removes nothing.",
    acting("DELETE", (call) => (call.onItem ? noContent : undefined)),
  ),
  fault(
    "protocol.delete-missing",
    "DELETE of an item that does not exist is answered 204; of one that does, 405.",
    acting("DELETE", (call) => (call.onItem && itemAt(call) === undefined ? noContent : undefined)),
  ),
  fault(
    "protocol.delete-hides-act",
    "DELETE is answered 405 and removes the item.",
    acting("DELETE", (call) => void call.state.items.delete(call.path.slice("/v1/pets/".length))),
  ),
  fault("protocol.patch-acts", "PATCH changes an item.", acting("PATCH", patched)),
  fault("protocol.put-acts", "PUT replaces an item.", acting("PUT", patched)),
  fault(
    "protocol.put-acts-quietly",
    "PUT changes an item and is answered 405.",
    acting("PUT", (call) => void patched(call)),
  ),
  fault(
    "protocol.put-creates",
    "PUT on the path of the list creates an item.",
    acting("PUT", (call) => (call.onItem ? undefined : carryOut({ ...call, operation: "create" }))),
  ),
  fault(
    "protocol.post-on-item",
    "POST on the path of an item creates one.",
    acting("POST", (call) => carryOut({ ...call, operation: "create" })),
  ),
  fault(
    "protocol.post-on-item-fetches",
    "POST on the path of an item fetches it.",
    acting("POST", (call) => (itemAt(call) ? json(200, itemAt(call)) : undefined)),
  ),
  fault("protocol.any-method-lists", "Every method but POST lists.", {
    wrongMethod: (call) => (call.onItem ? REFERENCE.wrongMethod(call) : carryOut({ ...call, operation: "list" })),
  }),
  fault(
    "protocol.trace-echoes",
    "TRACE repeats the request, its key included.",
    acting("TRACE", (call) => ({
      status: 200,
      headers: { "Content-Type": "message/http" },
      raw: `TRACE ${call.path} HTTP/1.1\r\nAuthorization: ${call.headers.authorization ?? ""}\r\n`,
    })),
  ),
  fault(
    "protocol.override-acts",
    "X-HTTP-Method-Override: DELETE on a GET removes the item.",
    {
      answer: (call) => {
        if (call.headers["x-http-method-override"] === "DELETE" && call.onItem) {
          call.state.items.delete(call.path.slice("/v1/pets/".length));
          return noContent;
        }
        return REFERENCE.answer(call);
      },
    },
    { debatable: "the header is no part of HTTP or of the document; but GET is safe by RFC 9110, section 9.2.1" },
  ),
  fault(
    "protocol.head-500",
    "HEAD is answered 500.",
    amend(head, () => error(500)),
    HEAD,
  ),
  fault(
    "protocol.head-missing-200",
    "HEAD of an item that does not exist is answered 200.",
    amend(all(head, of("fetch"), failed), withStatus(200)),
    HEAD,
  ),
  fault(
    "protocol.head-400",
    "HEAD of the list is answered 400.",
    amend(all(head, of("list")), () => error(400)),
    HEAD,
  ),
  fault(
    "protocol.head-401",
    "HEAD is answered 401 whatever the key.",
    {
      answer: (call) => (call.method === "HEAD" ? REFERENCE.challenge(true, call) : REFERENCE.answer(call)),
    },
    HEAD,
  ),
  fault(
    "protocol.head-204",
    "HEAD of an item is answered 204.",
    amend(all(head, of("fetch"), ok), (answer) => ({ ...noContent, headers: answer.headers })),
    HEAD,
  ),
  fault(
    "protocol.head-other-length",
    "HEAD announces another length than GET.",
    amend(all(head, ok), (answer) => ({ ...answer, raw: "x".repeat(bytesOf(answer).length + 3) })),
    HEAD,
  ),
  fault(
    "protocol.head-other-media-type",
    "HEAD announces text/html.",
    amend(all(head, ok), headers({ "Content-Type": "text/html" })),
    HEAD,
  ),
  fault(
    "protocol.head-without-deprecation",
    "HEAD of an item says nothing of its deprecation.",
    amend(all(head, onItem), headers({ Deprecation: undefined, Sunset: undefined, Link: undefined })),
    HEAD,
  ),
  fault(
    "protocol.head-with-body",
    "HEAD is answered with a body.",
    {
      send: (answer, call, response) =>
        call.method === "HEAD" ? onSocket(answer, response) : REFERENCE.send(answer, call, response),
    },
    HEAD,
  ),
  fault(
    "protocol.not-modified-always",
    "Whatever If-None-Match says, the answer is 304.",
    amend(
      all(ok, (call) => call.headers["if-none-match"] !== undefined && call.method !== "POST"),
      notModified,
    ),
    { basis: "RFC 9110, section 13.1.2" },
  ),
  fault(
    "protocol.not-modified-wrong-tag",
    "Successes have an ETag, and any other tag is answered 304.",
    amend(all(ok, method("GET")), (answer, call) => {
      const tagged = headers({ ETag: '"current"' })(answer, call);
      const wanted = call.headers["if-none-match"];
      return wanted === undefined || wanted === '"current"' ? tagged : notModified(tagged);
    }),
    { basis: "RFC 9110, section 13.1.2" },
  ),
  fault(
    "protocol.not-modified-stale",
    "The ETag stays the same when the list changes, and 304 is answered.",
    constantTag,
    { basis: "RFC 9110, section 8.8.3" },
  ),
  fault(
    "protocol.not-modified-with-body",
    "A 304 has a body.",
    {
      ...constantTag,
      send: (answer, call, response) =>
        answer.status === 304 ? onSocket({ ...answer, raw: "[]" }, response) : REFERENCE.send(answer, call, response),
    },
    { basis: "RFC 9110, section 15.4.5" },
  ),
  fault(
    "protocol.precondition-crashes",
    "If-None-Match is answered 500.",
    amend(
      (call) => call.headers["if-none-match"] !== undefined,
      () => error(500),
    ),
  ),
  fault(
    "protocol.wildcard-accept-refused",
    "Accept: */* is answered 406.",
    amend(
      (call) => call.headers.accept === "*/*",
      () => error(406, "ask for application/json"),
    ),
    { basis: "RFC 9110, section 12.5.1" },
  ),
  fault(
    "protocol.ninth-500",
    "Each ninth request is answered 500.",
    amend(ninth, () => error(500)),
  ),
  fault(
    "protocol.ninth-503",
    "Each ninth request is answered 503 with a page.",
    amend(ninth, () => ({
      status: 503,
      headers: { "Content-Type": "text/html" },
      raw: "<h1>Service Unavailable</h1>",
    })),
  ),
  fault("protocol.ninth-list-empty", "Each ninth list is empty.", {
    listed: (items, call) => {
      const seen = ((call.state.notes.get("lists") as number | undefined) ?? 0) + 1;
      call.state.notes.set("lists", seen);
      return json(200, seen % 9 === 0 ? [] : items);
    },
  }),
  fault("protocol.fifth-creation-500", "Each fifth creation is answered 500, and is carried out.", {
    created: (item) => (BigInt(item.id) % 5n === 0n ? error(500) : json(201, item)),
  }),
  fault("protocol.fourth-fetch-404", "Each fourth fetch of an item that exists is answered 404.", {
    found: (item, call) => {
      const seen = ((call.state.notes.get("fetches") as number | undefined) ?? 0) + 1;
      call.state.notes.set("fetches", seen);
      return seen % 4 === 0 ? REFERENCE.missing(call) : json(200, item);
    },
  }),
  fault(
    "protocol.after-error-500",
    "The request after a malformed body is answered 500.",
    amend(anywhere, (answer, call) => {
      const broken = call.state.notes.get("broken") === call.serial - 1;
      if (call.operation === "create" && answer.status === 400) call.state.notes.set("broken", call.serial);
      return broken ? error(500) : answer;
    }),
  ),
  fault(
    "protocol.rate-limited-plainly",
    "Each 25th request is answered 429 with an Error that says 503.",
    amend(
      (call) => call.serial % 25 === 0,
      (_answer, call) => members({ status: 503 })(headers({ "Retry-After": "0" })(error(429, "slow down"), call), call),
    ),
  ),
  fault(
    "protocol.slow-fetch",
    "A fetch takes 300 ms.",
    {
      send: (answer, call, response) => {
        if (call.operation !== "fetch") return REFERENCE.send(answer, call, response);
        setTimeout(() => REFERENCE.send(answer, call, response), 300);
      },
    },
    { needs: { maxMs: 200 } },
  ),
];
