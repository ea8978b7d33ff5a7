// Faults of creation in the bodies it accepts although they are not items.
import { type Overrides, isRefusal } from "../../behaviour.ts";
import { without } from "../../craft.ts";
import { type Fault, faults } from "../../fault.ts";
import { isInt64, REFERENCE, STATUSES } from "../../reference.ts";
import { type JsonValue, isObject } from "../../../../src/json/value.ts";

type Body = Record<string, unknown>;

/** Accepts a body that the reference refuses to read. */
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

/** Reads a body of a different media type as JSON. */
function typed(mediaType: RegExp): Overrides {
  return {
    parse: (call) => {
      if (!mediaType.test(call.headers["content-type"] ?? "")) return REFERENCE.parse(call);
      return REFERENCE.parse({ ...call, headers: { ...call.headers, "content-type": "application/json" } });
    },
  };
}

const isText = (value: unknown): value is string => typeof value === "string";
const unknownStatus = (value: unknown): value is string => isText(value) && !STATUSES.includes(value);
const BLANK: Body = { name: "", categoryId: 0 };

export const ACCEPTED_BODIES: readonly Fault[] = faults({
  "create.empty-body-accepted: An empty body creates a blank item.": {
    parse: (call) => (call.body.length === 0 ? { value: BLANK as JsonValue } : REFERENCE.parse(call)),
  },
  "create.malformed-accepted: A body that is no JSON creates a blank item.": parsing((text, mediaType) =>
    /json/.test(mediaType) && text !== "" ? (BLANK as JsonValue) : undefined,
  ),
  "create.truncated-accepted: A body that lacks its last brace is completed.": parsing((text, mediaType) => {
    try {
      return /json/.test(mediaType) ? (JSON.parse(`${text}}`) as JsonValue) : undefined;
    } catch {
      return undefined;
    }
  }),
  "create.array-accepted: An array of one item is taken for that item.": {
    check: (body, call) =>
      REFERENCE.check(Array.isArray(body) && body.length > 0 ? (body[0] as JsonValue) : body, call),
  },
  "create.empty-array-accepted: An empty array creates a blank item.": {
    check: (body, call) => REFERENCE.check(Array.isArray(body) ? (BLANK as JsonValue) : body, call),
  },
  "create.text-body-accepted: A body that is a JSON string is taken for a name.": {
    check: (body, call) => REFERENCE.check(isText(body) ? { name: body, categoryId: 0 } : body, call),
  },
  "create.null-body-accepted: A body of null creates a blank item.": {
    check: (body, call) => REFERENCE.check(body === null ? (BLANK as JsonValue) : body, call),
  },
  "create.plain-text-accepted: JSON sent as text/plain is accepted.": [
    typed(/^text\/plain/i),
    {
      basis: "spec/decisions.md#request-media-type",
    },
  ],
  "create.any-media-type-accepted: JSON is accepted whatever the media type says.": [
    typed(/^[^;]/),
    {
      basis: "spec/decisions.md#request-media-type",
    },
  ],
  "create.form-accepted: A form is accepted as a body.": [
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
  ],
  "create.missing-name-stored: A body without a name is answered 400 and stored.": {
    check: (body, call) => {
      const item = REFERENCE.check(body, call);
      if (isObject(body) && body["name"] === undefined && isInt64(body["categoryId"])) {
        REFERENCE.keep({ id: call.state.nextId++, name: "", categoryId: body["categoryId"] }, call);
      }
      return item;
    },
  },
  "create.unknown-status-stored: A body with an unknown status is answered 400 and stored without it.": {
    check: (body, call) => {
      const item = REFERENCE.check(body, call);
      const rest = isObject(body) && unknownStatus(body["status"]) ? without({ ...body }, "status") : undefined;
      const kept = rest && REFERENCE.check(rest as JsonValue, call);
      if (kept && !isRefusal(kept)) REFERENCE.keep({ id: call.state.nextId++, ...kept }, call);
      return item;
    },
  },
});
