// Faults of paths and methods that the document does not list.
import type { Answer, Call, Item, Overrides } from "../../behaviour.ts";
import { amend, error, headers, noContent, raw, withStatus } from "../../craft.ts";
import { type Fault, faults } from "../../fault.ts";
import { carryOut, json, REFERENCE } from "../../reference.ts";
import { all, method, onItem, wrongMethod } from "../../when.ts";
import { isObject } from "../../../../src/json/value.ts";

const NO_ALLOW = { basis: "RFC 9110, section 15.5.6" };

const itemAt = (call: Call): Item | undefined => call.state.items.get(call.path.slice("/v1/pets/".length));

/** Carries out a method that the document does not list. */
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

export const METHODS: readonly Fault[] = faults({
  "protocol.unknown-path-lists: An unknown path is answered 200 with an empty list.": {
    unknownPath: () => json(200, []),
  },
  "protocol.unknown-path-page: An unknown path is answered 200 with a page.": {
    unknownPath: () => ({ status: 200, headers: { "Content-Type": "text/html" }, raw: "<div id=app></div>" }),
  },
  "protocol.unknown-path-500: An unknown path is answered 500.": { unknownPath: () => error(500) },
  "protocol.unknown-path-400: An unknown path is answered 400.": [
    { unknownPath: () => error(400) },
    { basis: "spec/decisions.md#unknown-path" },
  ],
  "protocol.unknown-path-204: An unknown path is answered 204.": { unknownPath: () => noContent },
  "protocol.unknown-path-redirect: An unknown path is answered with a redirect to a page.": {
    unknownPath: () => ({ status: 302, headers: { Location: "/" }, raw: "" }),
  },
  "protocol.no-allow: The 405 has no Allow.": [amend(wrongMethod, headers({ Allow: undefined })), NO_ALLOW],
  "protocol.no-allow-on-item: The 405 on the path of an item has no Allow.": [
    amend(all(wrongMethod, onItem), headers({ Allow: undefined })),
    NO_ALLOW,
  ],
  "protocol.no-allow-on-list: The 405 on the path of the list has no Allow.": [
    amend(
      all(wrongMethod, (call) => !call.onItem),
      headers({ Allow: undefined }),
    ),
    NO_ALLOW,
  ],
  "protocol.allow-without-get: Allow on the path of an item does not name GET.": [
    amend(all(wrongMethod, onItem), headers({ Allow: "POST" })),
    NO_ALLOW,
  ],
  "protocol.allow-without-post: Allow on the path of the list does not name POST.": [
    amend(
      all(wrongMethod, (call) => !call.onItem),
      headers({ Allow: "GET, HEAD" }),
    ),
    NO_ALLOW,
  ],
  "protocol.allow-names-refused: Allow names the method that was just refused.": [
    amend(wrongMethod, (answer, call) => headers({ Allow: `GET, HEAD, POST, ${call.method}` })(answer, call)),
    NO_ALLOW,
  ],
  "protocol.wrong-method-200: A method that is not documented is answered 200 with an Error.": amend(
    wrongMethod,
    withStatus(200),
  ),
  "protocol.wrong-method-500: A method that is not documented is answered 500.": {
    wrongMethod: () => error(500),
  },
  "protocol.wrong-method-400: A method that is not documented is answered 400.": [
    { wrongMethod: () => error(400) },
    { basis: "spec/decisions.md#wrong-method" },
  ],
  "protocol.put-501-html: PUT is answered 501 with a page.": amend(all(wrongMethod, method("PUT")), (answer, call) =>
    withStatus(501)(raw("<h1>Not Implemented</h1>", "text/html")(answer, call), call),
  ),
  "protocol.delete-acts: DELETE removes an item.": acting("DELETE", (call) =>
    call.onItem && call.state.items.delete(call.path.slice("/v1/pets/".length)) ? noContent : undefined,
  ),
  "protocol.delete-claims: DELETE is answered 204 and removes nothing.": acting("DELETE", (call) =>
    call.onItem ? noContent : undefined,
  ),
  "protocol.delete-missing: DELETE of an item that does not exist is answered 204; of one that does, 405.": acting(
    "DELETE",
    (call) => (call.onItem && itemAt(call) === undefined ? noContent : undefined),
  ),
  "protocol.delete-hides-act: DELETE is answered 405 and removes the item.": acting(
    "DELETE",
    (call) => void call.state.items.delete(call.path.slice("/v1/pets/".length)),
  ),
  "protocol.patch-acts: PATCH changes an item.": acting("PATCH", patched),
  "protocol.put-acts: PUT replaces an item.": acting("PUT", patched),
  "protocol.put-acts-quietly: PUT changes an item and is answered 405.": acting("PUT", (call) => void patched(call)),
  // PUT might replace the whole list, so it is sent only where nothing can be lost.
  "protocol.put-creates: PUT on the path of the list creates an item.": [
    acting("PUT", (call) => (call.onItem ? undefined : carryOut({ ...call, operation: "create" }))),
    { needs: { changeExisting: true } },
  ],
  "protocol.post-on-item: POST on the path of an item creates one.": acting("POST", (call) =>
    carryOut({ ...call, operation: "create" }),
  ),
  "protocol.post-on-item-fetches: POST on the path of an item fetches it.": acting("POST", (call) =>
    itemAt(call) ? json(200, itemAt(call)) : undefined,
  ),
  "protocol.any-method-lists: Every method but POST lists.": {
    wrongMethod: (call) => (call.onItem ? REFERENCE.wrongMethod(call) : carryOut({ ...call, operation: "list" })),
  },
  "protocol.trace-echoes: TRACE repeats the request, its key included.": acting("TRACE", (call) => ({
    status: 200,
    headers: { "Content-Type": "message/http" },
    raw: `TRACE ${call.path} HTTP/1.1\r\nAuthorization: ${call.headers.authorization ?? ""}\r\n`,
  })),
  "protocol.override-acts: X-HTTP-Method-Override: DELETE on a GET removes the item.": [
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
  ],
});
