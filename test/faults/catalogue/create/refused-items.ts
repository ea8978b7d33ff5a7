// Faults of creation in the items it refuses although they are valid.
import { checkAfter, crash, crashing, refuseItems } from "../../craft.ts";
import { type Fault, faults } from "../../fault.ts";
import { REFERENCE, refusal } from "../../reference.ts";

const invalid = refusal(400, "invalid_body", "a value is not allowed");

export const REFUSED_ITEMS: readonly Fault[] = faults({
  "create.status-demanded: A body without a status is refused.": refuseItems(
    (item) => item.status === undefined,
    invalid,
  ),
  "create.status-demanded-422: A body without a status is answered 422.": refuseItems(
    (item) => item.status === undefined,
    refusal(422, "invalid_body", "status is missing"),
  ),
  "create.pending-refused: The status pending is refused.": refuseItems((item) => item.status === "pending", invalid),
  "create.sold-refused: A new item may not be sold.": refuseItems((item) => item.status === "sold", invalid),
  "create.name-unique: A name that exists already is answered 409.": refuseItems(
    (item, call) => [...call.state.items.values()].some(({ name }) => name === item.name),
    refusal(409, "conflict", "the name is taken"),
  ),
  "create.name-unique-400: A name that exists already is answered 400.": refuseItems(
    (item, call) => [...call.state.items.values()].some(({ name }) => name === item.name),
    invalid,
  ),
  "create.category-unique: A second item of a category with the same name is answered 409.": refuseItems(
    (item, call) =>
      [...call.state.items.values()].some(
        ({ name, categoryId }) => name === item.name && categoryId === item.categoryId,
      ),
    refusal(409, "conflict", "there is one already"),
  ),
  "create.empty-name-refused: An empty name is refused.": refuseItems((item) => item.name === "", invalid),
  "create.blank-name-refused: A name of blanks is refused.": refuseItems((item) => /^\s+$/.test(item.name), invalid),
  "create.short-name-refused: A name of one character is refused.": refuseItems(
    (item) => item.name.length === 1,
    invalid,
  ),
  "create.name-over-50-refused: A name of more than 50 characters is refused.": refuseItems(
    (item) => item.name.length > 50,
    invalid,
  ),
  "create.name-over-255-refused: A name of more than 255 characters is refused.": refuseItems(
    (item) => item.name.length > 255,
    invalid,
  ),
  "create.name-over-255-bytes-crashes: A name of more than 255 bytes is answered 500.": refuseItems(
    (item) => Buffer.byteLength(item.name) > 255,
    crash(),
  ),
  "create.name-over-1000-too-large: A name of more than 1000 characters is answered 413.": [
    refuseItems((item) => item.name.length > 1000, refusal(413, "too_large", "the name is too long")),
    { debatable: "body size limits are not shown" },
  ],
  "create.non-ascii-name-refused: A name outside ASCII is refused.": refuseItems(
    (item) => /[\u0080-\uffff]/.test(item.name),
    invalid,
  ),
  "create.emoji-refused: A name with a character beyond 2^16 is refused.": refuseItems(
    (item) => /[\u{10000}-\u{10ffff}]/u.test(item.name),
    invalid,
  ),
  "create.punctuation-refused: A name with a quotation mark or an apostrophe is refused.": refuseItems(
    (item) => /["']/.test(item.name),
    invalid,
  ),
  "create.apostrophe-crashes: A name with an apostrophe is answered 500.": refuseItems(
    (item) => item.name.includes("'"),
    refusal(500, "database_error", "unterminated quoted string"),
  ),
  "create.markup-forbidden: A name with a tag is answered 403, as by a firewall.": refuseItems(
    (item) => /<[a-z/]/i.test(item.name),
    refusal(403, "blocked", "the request was blocked"),
  ),
  "create.backslash-crashes: A name with a backslash is answered 500.": refuseItems(
    (item) => item.name.includes("\\"),
    crash(),
  ),
  "create.line-break-refused: A name with a line break is refused.": refuseItems(
    (item) => /[\n\r]/.test(item.name),
    invalid,
  ),
  "create.escapes-refused: A body with \\u escapes is refused.": {
    parse: (call) => (call.body.includes("\\u") ? refusal(400, "malformed_body", "bad escape") : REFERENCE.parse(call)),
  },
  "create.zero-category-refused: A category of 0 is taken for missing.": refuseItems(
    (item) => BigInt(item.categoryId) === 0n,
    refusal(400, "invalid_body", "categoryId is missing"),
  ),
  "create.negative-category-refused: A negative category is refused.": refuseItems(
    (item) => BigInt(item.categoryId) < 0n,
    invalid,
  ),
  "create.category-over-int32-refused: A category beyond 2^31-1 is refused.": refuseItems(
    (item) => BigInt(item.categoryId) > 2_147_483_647n,
    invalid,
  ),
  "create.category-over-int32-crashes: A category beyond 2^31-1 is answered 500.": refuseItems(
    (item) => BigInt(item.categoryId) > 2_147_483_647n,
    refusal(500, "database_error", "integer out of range"),
  ),
  "create.category-over-2-53-refused: A category beyond 2^53 is refused.": refuseItems(
    (item) => BigInt(item.categoryId) > 2n ** 53n,
    invalid,
  ),
  "create.lowest-category-crashes: A category of -2^63 is answered 500.": refuseItems(
    (item) => BigInt(item.categoryId) === -(2n ** 63n),
    crash(),
  ),
  "create.unknown-category-refused: A category that no item has yet is answered 404.": [
    refuseItems(
      (item, call) => ![...call.state.items.values()].some(({ categoryId }) => categoryId === item.categoryId),
      refusal(404, "not_found", "there is no such category"),
    ),
    { debatable: "the interface shows no categories; a store that knows them may call an unknown one invalid" },
  ],
  "create.unknown-category-422: A category above 1000 is answered 422.": [
    refuseItems(
      (item) => BigInt(item.categoryId) > 1000n,
      refusal(422, "unknown_category", "there is no such category"),
    ),
    { debatable: "the interface shows no categories; a store that knows them may call an unknown one invalid" },
  ],
  "create.extra-property-refused: A property that the document does not list is refused.": [
    checkAfter((body) =>
      Object.keys(body).some((name) => !["id", "name", "categoryId", "status"].includes(name)) ? invalid : body,
    ),
    { debatable: "the schema is open, but section 4.2 refuses invalid values without saying which" },
  ],
  "create.extra-property-crashes: A property that the document does not list is answered 500.": crashing((body) =>
    Object.keys(body).some((name) => !["id", "name", "categoryId", "status"].includes(name)),
  ),
  "create.charset-refused: The media type application/json; charset=utf-8 is answered 415.": {
    parse: (call) =>
      call.headers["content-type"]?.includes("charset")
        ? refusal(415, "unsupported_media_type", "the body must be application/json")
        : REFERENCE.parse(call),
  },
  "create.media-type-case-counts: The media type Application/JSON is answered 415.": [
    {
      parse: (call) =>
        /^[A-Z]/.test(call.headers["content-type"] ?? "")
          ? refusal(415, "unsupported_media_type", "the body must be application/json")
          : REFERENCE.parse(call),
    },
    { basis: "RFC 9110, section 8.3.1" },
  ],
});
