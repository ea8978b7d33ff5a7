// Faults of creation in what it accepts: bodies that the document refuses, taken in.
import { type JsonValue, isObject } from "../../../../src/contract/json.ts";
import type { Overrides } from "../../behaviour.ts";
import { isRefusal } from "../../behaviour.ts";
import { type Fault, checkAfter, crash, fault, without } from "../../craft.ts";
import { REFERENCE, STATUSES, isInt64 } from "../../reference.ts";

type Body = Record<string, unknown>;

/** Replaces one property by what a lenient reader makes of it. */
function lenient(name: string, when: (value: unknown) => boolean, read: (value: unknown) => unknown): Overrides {
  return checkAfter((body) => (when(body[name]) ? { ...body, [name]: read(body[name]) } : body));
}

/** Reads a body that the reference refuses to read. */
function parsing(read: (text: string, mediaType: string) => JsonValue | undefined): Overrides {
  return {
    parse: (call) => {
      const parsed = REFERENCE.parse(call);
      if (!isRefusal(parsed)) return parsed;
      const value = read(call.body.toString(), call.headers["content-type"] ?? "");
      return value === undefined ? parsed : { value };
    },
  };
}

/** Reads a body of another media type as if it were JSON. */
function typed(mediaType: RegExp): Overrides {
  return {
    parse: (call) => {
      if (!mediaType.test(call.headers["content-type"] ?? "")) return REFERENCE.parse(call);
      return REFERENCE.parse({ ...call, headers: { ...call.headers, "content-type": "application/json" } });
    },
  };
}

const isMissing = (value: unknown): boolean => value === undefined;
const isNull = (value: unknown): boolean => value === null;
const isText = (value: unknown): value is string => typeof value === "string";
const unknownStatus = (value: unknown): value is string => isText(value) && !STATUSES.includes(value);
const BLANK: Body = { name: "", categoryId: 0 };

export const ACCEPTED: readonly Fault[] = [
  fault(
    "create.missing-name-accepted",
    "A body without a name is accepted.",
    lenient("name", isMissing, () => ""),
  ),
  fault(
    "create.missing-category-accepted",
    "A body without a category is accepted.",
    lenient("categoryId", isMissing, () => 0),
  ),
  fault(
    "create.empty-object-accepted",
    "An empty object is accepted.",
    checkAfter((body) => (Object.keys(body).length === 0 ? BLANK : body)),
  ),
  fault(
    "create.null-name-accepted",
    "A name of null is accepted.",
    lenient("name", isNull, () => "null"),
  ),
  fault(
    "create.null-category-accepted",
    "A category of null is accepted.",
    lenient("categoryId", isNull, () => 0),
  ),
  fault(
    "create.null-status-accepted",
    "A status of null is taken for none.",
    checkAfter((body) => (isNull(body["status"]) ? without(body, "status") : body)),
  ),
  fault(
    "create.number-name-accepted",
    "A name that is a number is made a string.",
    lenient("name", (value) => typeof value === "number", String),
  ),
  fault(
    "create.boolean-name-accepted",
    "A name that is true or false is made a string.",
    lenient("name", (value) => typeof value === "boolean", String),
  ),
  fault(
    "create.array-name-accepted",
    "A name that is an array is made a string.",
    lenient("name", Array.isArray, String),
  ),
  fault(
    "create.object-name-accepted",
    "A name that is an object is made a string.",
    lenient("name", isObject, () => "[object Object]"),
  ),
  fault(
    "create.text-category-accepted",
    'A category of "1" is made a number.',
    lenient("categoryId", (value) => isText(value) && /^-?\d{1,15}$/.test(value), Number),
  ),
  fault(
    "create.empty-category-accepted",
    "A category that is an empty string is made 0.",
    lenient(
      "categoryId",
      (value) => value === "",
      () => 0,
    ),
  ),
  fault(
    "create.letters-category-accepted",
    "A category that is any text is made 0.",
    lenient(
      "categoryId",
      (value) => isText(value) && !/^\d*$/.test(value),
      () => 0,
    ),
  ),
  fault(
    "create.fraction-category-accepted",
    "A category of 1.5 is made 1.",
    lenient(
      "categoryId",
      (value) => typeof value === "number" && !Number.isInteger(value),
      (value) => Math.trunc(value as number),
    ),
  ),
  fault(
    "create.boolean-category-accepted",
    "A category of true is made 1.",
    lenient("categoryId", (value) => typeof value === "boolean", Number),
  ),
  fault(
    "create.array-category-accepted",
    "A category of [1] is made 1.",
    lenient(
      "categoryId",
      (value) => Array.isArray(value) && value.length === 1,
      (value) => (value as unknown[])[0],
    ),
  ),
  fault(
    "create.object-category-accepted",
    "A category of {id: 1} is made 1.",
    lenient("categoryId", isObject, (value) => (value as Body)["id"] ?? 0),
  ),
  fault(
    "create.category-beyond-int64-wraps",
    "A category of 2^63 wraps to -2^63.",
    lenient(
      "categoryId",
      (value) => typeof value === "bigint",
      (value) => BigInt.asIntN(64, value as bigint),
    ),
  ),
  fault(
    "create.category-beyond-int64-capped",
    "A category beyond int64 becomes the largest int64.",
    lenient(
      "categoryId",
      (value) => typeof value === "bigint" && value >= 2n ** 63n,
      () => 2n ** 63n - 1n,
    ),
  ),
  fault("create.unknown-status-accepted", "Any text is accepted as a status.", {
    check: (body, call) => {
      if (!isObject(body) || !unknownStatus(body["status"])) return REFERENCE.check(body, call);
      const item = REFERENCE.check(without({ ...body }, "status") as typeof body, call);
      return isRefusal(item) ? item : { ...item, status: body["status"] };
    },
  }),
  fault(
    "create.unknown-status-dropped",
    "An unknown status is left out and the item created.",
    checkAfter((body) => (unknownStatus(body["status"]) ? without(body, "status") : body)),
  ),
  fault(
    "create.unknown-status-defaulted",
    "An unknown status becomes available.",
    lenient("status", unknownStatus, () => "available"),
  ),
  fault(
    "create.status-case-folded",
    "A status in capitals is accepted.",
    lenient("status", unknownStatus, (value) => (value as string).toLowerCase()),
  ),
  fault(
    "create.status-trimmed",
    "A status with blanks around it is accepted.",
    lenient("status", unknownStatus, (value) => (value as string).trim()),
  ),
  fault(
    "create.empty-status-accepted",
    "An empty status is taken for none.",
    checkAfter((body) => (body["status"] === "" ? without(body, "status") : body)),
  ),
  fault(
    "create.number-status-accepted",
    "A status that is a number is the index of one.",
    lenient(
      "status",
      (value) => typeof value === "number",
      (value) => STATUSES[(value as number) % 3] ?? "sold",
    ),
  ),
  fault(
    "create.boolean-status-accepted",
    "A status of true is available and one of false sold.",
    lenient(
      "status",
      (value) => typeof value === "boolean",
      (value) => (value === true ? "available" : "sold"),
    ),
  ),
  fault(
    "create.array-status-accepted",
    "A status in an array is accepted.",
    lenient("status", Array.isArray, (value) => (value as unknown[])[0]),
  ),
  fault("create.empty-body-accepted", "An empty body creates a blank item.", {
    parse: (call) => (call.body.length === 0 ? { value: BLANK as JsonValue } : REFERENCE.parse(call)),
  }),
  fault(
    "create.malformed-accepted",
    "A body that is no JSON creates a blank item.",
    parsing((text, mediaType) => (/json/.test(mediaType) && text !== "" ? (BLANK as JsonValue) : undefined)),
  ),
  fault(
    "create.truncated-accepted",
    "A body that lacks its last brace is completed.",
    parsing((text, mediaType) => {
      try {
        return /json/.test(mediaType) ? (JSON.parse(`${text}}`) as JsonValue) : undefined;
      } catch {
        return undefined;
      }
    }),
  ),
  fault("create.array-accepted", "An array of one item is taken for that item.", {
    check: (body, call) =>
      REFERENCE.check(Array.isArray(body) && body.length > 0 ? (body[0] as JsonValue) : body, call),
  }),
  fault("create.empty-array-accepted", "An empty array creates a blank item.", {
    check: (body, call) => REFERENCE.check(Array.isArray(body) ? (BLANK as JsonValue) : body, call),
  }),
  fault("create.text-body-accepted", "A body that is a JSON string is taken for a name.", {
    check: (body, call) => REFERENCE.check(isText(body) ? { name: body, categoryId: 0 } : body, call),
  }),
  fault("create.null-body-accepted", "A body of null creates a blank item.", {
    check: (body, call) => REFERENCE.check(body === null ? (BLANK as JsonValue) : body, call),
  }),
  fault("create.plain-text-accepted", "JSON sent as text/plain is accepted.", typed(/^text\/plain/i), {
    basis: "spec/decisions.md#request-media-type",
  }),
  fault("create.any-media-type-accepted", "JSON is accepted whatever the media type says.", typed(/^[^;]/), {
    basis: "spec/decisions.md#request-media-type",
  }),
  fault(
    "create.form-accepted",
    "A form is accepted as a body.",
    parsing((text, mediaType) => {
      if (!/x-www-form-urlencoded/.test(mediaType)) return undefined;
      const form = new URLSearchParams(text);
      const status = form.get("status");
      return {
        name: form.get("name") ?? text,
        categoryId: Number(form.get("categoryId") ?? 0) || 0,
        ...(status === null ? {} : { status }),
      };
    }),
    { basis: "spec/decisions.md#request-media-type" },
  ),
  fault("create.missing-name-stored", "A body without a name is answered 400 and stored.", {
    check: (body, call) => {
      const item = REFERENCE.check(body, call);
      if (isObject(body) && body["name"] === undefined && isInt64(body["categoryId"])) {
        REFERENCE.keep({ id: call.state.nextId++, name: "", categoryId: body["categoryId"] }, call);
      }
      return item;
    },
  }),
  fault("create.unknown-status-stored", "A body with an unknown status is answered 400 and stored without it.", {
    check: (body, call) => {
      const item = REFERENCE.check(body, call);
      const rest = isObject(body) && unknownStatus(body["status"]) ? without({ ...body }, "status") : undefined;
      const kept = rest && REFERENCE.check(rest as JsonValue, call);
      if (kept && !isRefusal(kept)) REFERENCE.keep({ id: call.state.nextId++, ...kept }, call);
      return item;
    },
  }),
  fault(
    "create.empty-object-crashes",
    "An empty object is answered 500.",
    checkAfter((body) => (Object.keys(body).length === 0 ? crash() : body)),
  ),
];
