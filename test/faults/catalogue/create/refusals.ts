// Faults of creation in its refusals: an undocumented status, a crash, an HTML page.
import { type Overrides, isRefusal } from "../../behaviour.ts";
import { type Change, amend, checkAfter, crash, crashing, error, members, raw, withStatus } from "../../craft.ts";
import { type Fault, faults } from "../../fault.ts";
import { REFERENCE, refusal } from "../../reference.ts";
import { badBody } from "../../when.ts";
import { isObject } from "../../../../src/json/value.ts";

const instead =
  (code: number): Change =>
  (answer, call) =>
    members({ status: code })(withStatus(code)(answer, call), call);

/** A different response to unreadable bodies. */
const unreadable = (change: Change): Overrides => ({
  parse: (call) => {
    const read = REFERENCE.parse(call);
    if (isRefusal(read)) call.state.notes.set(`unreadable ${call.serial}`, read.refuse);
    return read;
  },
  ...amend((call) => call.state.notes.get(`unreadable ${call.serial}`) === 400, change),
});

const notObject = (when: (body: unknown) => boolean, code: number): Overrides => ({
  check: (body, call) =>
    when(body) ? refusal(code, "internal_error", "cannot read property") : REFERENCE.check(body, call),
});

export const WRONG_REFUSALS: readonly Fault[] = faults({
  "create.refused-422: Invalid values are answered 422.": amend(badBody, instead(422)),
  "create.malformed-422: A body that is no JSON is answered 422.": unreadable(instead(422)),
  "create.out-of-enum-422: A status outside the enum is answered 422, other invalid values 400.": {
    check: (body, call) => {
      const item = REFERENCE.check(body, call);
      return isRefusal(item) && item.message.startsWith("status") ? { ...item, refuse: 422 } : item;
    },
  },
  "create.missing-name-409: A body without a name is answered 409.": {
    check: (body, call) => {
      const item = REFERENCE.check(body, call);
      return isRefusal(item) && item.message === "name is missing" ? { ...item, refuse: 409 } : item;
    },
  },
  "create.missing-category-500: A body without a category is answered 500.": crashing(
    (body) => body["categoryId"] === undefined,
  ),
  "create.null-name-500: A name of null is answered 500.": crashing((body) => body["name"] === null),
  "create.null-category-500: A category of null is answered 500.": crashing((body) => body["categoryId"] === null),
  "create.null-status-500: A status of null is answered 500.": crashing((body) => body["status"] === null),
  "create.number-name-500: A name that is a number is answered 500.": crashing(
    (body) => typeof body["name"] === "number",
  ),
  "create.object-category-500: A category that is an object is answered 500.": crashing((body) =>
    isObject(body["categoryId"]),
  ),
  "create.number-status-500: A status that is a number is answered 500.": crashing(
    (body) => typeof body["status"] === "number",
  ),
  "create.category-beyond-int64-500: A category beyond int64 is answered 500.": crashing(
    (body) => typeof body["categoryId"] === "bigint" && body["categoryId"] >= 2n ** 63n,
  ),
  "create.empty-body-500: An empty body is answered 500.": {
    parse: (call) => (call.body.length === 0 ? crash() : REFERENCE.parse(call)),
  },
  "create.malformed-500: A body that is no JSON is answered 500.": unreadable(() => error(500)),
  "create.malformed-html: A body that is no JSON is answered 400 with an HTML page.": unreadable(
    raw("<pre>SyntaxError: Unexpected end of JSON input</pre>", "text/html"),
  ),
  "create.malformed-200: A body that is no JSON is answered 200 with an Error.": unreadable(withStatus(200)),
  "create.array-500: An array is answered 500.": notObject(Array.isArray, 500),
  "create.null-body-500: A body of null is answered 500.": notObject((body) => body === null, 500),
  "create.text-body-500: A body that is a JSON string is answered 500.": notObject(
    (body) => typeof body === "string",
    500,
  ),
  "create.number-body-500: A body that is a JSON number is answered 500.": notObject(
    (body) => typeof body === "number",
    500,
  ),
  "create.media-type-500: A body of another media type is answered 500.": {
    parse: (call) => {
      const read = REFERENCE.parse(call);
      return isRefusal(read) && read.refuse === 415 ? crash() : read;
    },
  },
  "create.empty-object-crashes: An empty object is answered 500.": checkAfter((body) =>
    Object.keys(body).length === 0 ? crash() : body,
  ),
});
