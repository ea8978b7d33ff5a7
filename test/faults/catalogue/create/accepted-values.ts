// Faults of creation in the values it accepts although they are invalid.
import { type Overrides, isRefusal } from "../../behaviour.ts";
import { checkAfter, without } from "../../craft.ts";
import { type Fault, fault, faults } from "../../fault.ts";
import { REFERENCE, STATUSES } from "../../reference.ts";
import { isObject } from "../../../../src/json/value.ts";

type Body = Record<string, unknown>;

/** Converts one property as a lenient reader would. */
function lenient(name: string, when: (value: unknown) => boolean, read: (value: unknown) => unknown): Overrides {
  return checkAfter((body) => (when(body[name]) ? { ...body, [name]: read(body[name]) } : body));
}

const isMissing = (value: unknown): boolean => value === undefined;
const isNull = (value: unknown): boolean => value === null;
const isText = (value: unknown): value is string => typeof value === "string";
const unknownStatus = (value: unknown): value is string => isText(value) && !STATUSES.includes(value);
const BLANK: Body = { name: "", categoryId: 0 };

export const ACCEPTED_VALUES: readonly Fault[] = [
  ...faults({
    "create.missing-name-accepted: A body without a name is accepted.": lenient("name", isMissing, () => ""),
    "create.missing-category-accepted: A body without a category is accepted.": lenient(
      "categoryId",
      isMissing,
      () => 0,
    ),
    "create.empty-object-accepted: An empty object is accepted.": checkAfter((body) =>
      Object.keys(body).length === 0 ? BLANK : body,
    ),
    "create.null-name-accepted: A name of null is accepted.": lenient("name", isNull, () => "null"),
    "create.null-category-accepted: A category of null is accepted.": lenient("categoryId", isNull, () => 0),
    "create.null-status-accepted: A status of null is taken for none.": checkAfter((body) =>
      isNull(body["status"]) ? without(body, "status") : body,
    ),
    "create.number-name-accepted: A name that is a number is made a string.": lenient(
      "name",
      (value) => typeof value === "number",
      String,
    ),
    "create.boolean-name-accepted: A name that is true or false is made a string.": lenient(
      "name",
      (value) => typeof value === "boolean",
      String,
    ),
    "create.array-name-accepted: A name that is an array is made a string.": lenient("name", Array.isArray, String),
    "create.object-name-accepted: A name that is an object is made a string.": lenient(
      "name",
      isObject,
      () => "[object Object]",
    ),
  }),
  fault(
    "create.text-category-accepted",
    'A category of "1" is made a number.',
    lenient("categoryId", (value) => isText(value) && /^-?\d{1,15}$/.test(value), Number),
  ),
  ...faults({
    "create.empty-category-accepted: A category that is an empty string is made 0.": lenient(
      "categoryId",
      (value) => value === "",
      () => 0,
    ),
    "create.letters-category-accepted: A category that is any text is made 0.": lenient(
      "categoryId",
      (value) => isText(value) && !/^\d*$/.test(value),
      () => 0,
    ),
    "create.fraction-category-accepted: A category of 1.5 is made 1.": lenient(
      "categoryId",
      (value) => typeof value === "number" && !Number.isInteger(value),
      (value) => Math.trunc(value as number),
    ),
    "create.boolean-category-accepted: A category of true is made 1.": lenient(
      "categoryId",
      (value) => typeof value === "boolean",
      Number,
    ),
    "create.array-category-accepted: A category of [1] is made 1.": lenient(
      "categoryId",
      (value) => Array.isArray(value) && value.length === 1,
      (value) => (value as unknown[])[0],
    ),
    "create.object-category-accepted: A category of {id: 1} is made 1.": lenient(
      "categoryId",
      isObject,
      (value) => (value as Body)["id"] ?? 0,
    ),
    "create.category-beyond-int64-wraps: A category of 2^63 wraps to -2^63.": lenient(
      "categoryId",
      (value) => typeof value === "bigint",
      (value) => BigInt.asIntN(64, value as bigint),
    ),
    "create.category-beyond-int64-capped: A category beyond int64 becomes the largest int64.": lenient(
      "categoryId",
      (value) => typeof value === "bigint" && value >= 2n ** 63n,
      () => 2n ** 63n - 1n,
    ),
    "create.unknown-status-accepted: Any text is accepted as a status.": {
      check: (body, call) => {
        if (!isObject(body) || !unknownStatus(body["status"])) return REFERENCE.check(body, call);
        const item = REFERENCE.check(without({ ...body }, "status") as typeof body, call);
        return isRefusal(item) ? item : { ...item, status: body["status"] };
      },
    },
    "create.unknown-status-dropped: An unknown status is left out and the item created.": checkAfter((body) =>
      unknownStatus(body["status"]) ? without(body, "status") : body,
    ),
    "create.unknown-status-defaulted: An unknown status becomes available.": lenient(
      "status",
      unknownStatus,
      () => "available",
    ),
    "create.status-case-folded: A status in capitals is accepted.": lenient("status", unknownStatus, (value) =>
      (value as string).toLowerCase(),
    ),
    "create.status-trimmed: A status with blanks around it is accepted.": lenient("status", unknownStatus, (value) =>
      (value as string).trim(),
    ),
    "create.empty-status-accepted: An empty status is taken for none.": checkAfter((body) =>
      body["status"] === "" ? without(body, "status") : body,
    ),
    "create.number-status-accepted: A status that is a number is the index of one.": lenient(
      "status",
      (value) => typeof value === "number",
      (value) => STATUSES[(value as number) % 3] ?? "sold",
    ),
    "create.boolean-status-accepted: A status of true is available and one of false sold.": lenient(
      "status",
      (value) => typeof value === "boolean",
      (value) => (value === true ? "available" : "sold"),
    ),
    "create.array-status-accepted: A status in an array is accepted.": lenient(
      "status",
      Array.isArray,
      (value) => (value as unknown[])[0],
    ),
  }),
];
