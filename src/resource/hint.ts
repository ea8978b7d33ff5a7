// Reads `x-resource`, which overrides everything that is inferred from names. Shared by inference and lint. Each
// mistake is reported at its place in the extension.
import { appendPointer, lastStep } from "../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../json/value.ts";
import { type HintProblem, type PageStart, ROLES, type Role } from "./model.ts";
import { quoted } from "../json/quote.ts";

/** The name of the extension, both on an operation and on the schema of an error body. */
export const HINT = "x-resource";

/** The hint on an operation. Every part is optional; what is missing is inferred. */
export interface OperationHint {
  readonly role?: Role | "unmodelled";
  readonly collection?: string;
  readonly identifier?: IdentifierHint;
  /** The query parameter that sets the page size; false if none does. */
  readonly pageSize?: string | false;
  readonly pageStart?: PageStartHint | false;
  /** The query parameter that a list is sorted by; false if none is. */
  readonly sort?: SortHint | false;
  /** The query parameter with the text to search for. */
  readonly search?: string | false;
  /** The query parameter that selects the properties to show. */
  readonly fields?: string | false;
  /** The property that each query parameter filters by; false if it is not a filter. */
  readonly filters?: ReadonlyMap<string, string | false>;
}

interface IdentifierHint {
  /** The property that identifies an item. */
  readonly property?: string;
  /** The path parameter that contains it. */
  readonly parameter?: string;
}

interface PageStartHint extends Partial<Pick<PageStart, "counts" | "first">> {
  /** The query parameter that says where a page begins. */
  readonly parameter: string;
}

interface SortHint {
  readonly parameter: string;
  /** The query parameter that sets the direction. */
  readonly direction?: string;
}

/** The hint on the schema of an error body: the property for each field; false if none has it. */
export interface ErrorHint extends Readonly<Partial<Record<ErrorFieldName, string | false>>> {
  /** The object, or list of objects, that has the fields which the body itself lacks. */
  readonly inner?: InnerHint | false;
}

export interface InnerHint extends Readonly<Partial<Record<ErrorFieldName, string | false>>> {
  readonly property: string;
}

const ERROR_FIELD_NAMES = ["code", "message", "status"] as const;
export type ErrorFieldName = (typeof ERROR_FIELD_NAMES)[number];

/** A hint as far as it can be read. */
export interface ReadHint<Hint> {
  readonly hint: Hint;
  readonly problems: readonly HintProblem[];
}

/** The meaning of a value in a hint, or what is wrong with it. */
type Reading<T> = { readonly value: T } | { readonly problems: readonly HintProblem[] };

type Reader<T> = (value: JsonValue, pointer: string) => Reading<T>;

const ok = <T>(value: T): Reading<T> => ({ value });
const wrong = (pointer: string, message: string): { readonly problems: readonly HintProblem[] } => ({
  problems: [{ pointer, message }],
});

const OPERATION_KEYS: readonly (keyof OperationHint)[] = [
  ...(["role", "collection", "identifier", "pageSize", "pageStart", "sort", "search", "fields", "filters"] as const),
];

/**
 * Reads the `x-resource` of an operation.
 * @param pointer where the extension is
 */
export function readOperationHint(value: JsonValue | undefined, pointer: string): ReadHint<OperationHint> {
  if (value === undefined) return { hint: {}, problems: [] };
  if (value === false) return { hint: { role: "unmodelled" }, problems: [] };
  if (!isObject(value)) {
    const message = `x-resource is ${quoted(value)}; it must be false, or an object of ${OPERATION_KEYS.join(", ")}`;
    return { hint: {}, problems: [{ pointer, message }] };
  }
  return readObject<OperationHint>(value, pointer, OPERATION_READERS);
}

/**
 * Reads the `x-resource` of a schema: `{ error: { code, message, status, inner } }`.
 * @param pointer where the extension is
 */
export function readErrorHint(value: JsonValue | undefined, pointer: string): ReadHint<ErrorHint> {
  if (value === undefined) return { hint: {}, problems: [] };
  if (!isObject(value)) {
    const message = `x-resource is ${quoted(value)}; on a schema it must be an object of error`;
    return { hint: {}, problems: [{ pointer, message }] };
  }
  const { hint, problems } = readObject<{ readonly error?: ErrorHint }>(value, pointer, { error: errorFields });
  return { hint: hint.error ?? {}, problems };
}

type Readers<Hint> = { readonly [Key in keyof Hint]-?: Reader<Exclude<Hint[Key], undefined>> };

/** Reads each key with its reader. What cannot be read is left out and reported. */
function readObject<Hint>(value: JsonObject, pointer: string, readers: Readers<Hint>): ReadHint<Hint> {
  const known = new Map<string, Reader<unknown>>(Object.entries(readers));
  const problems: HintProblem[] = [];
  const found: [string, unknown][] = [];
  for (const [key, item] of Object.entries<JsonValue>(value)) {
    const at = appendPointer(pointer, key);
    const reading =
      known.get(key)?.(item, at) ??
      wrong(at, `x-resource has ${quoted(key)}; it knows ${[...known.keys()].join(", ")}`);
    if ("value" in reading) found.push([key, reading.value]);
    else problems.push(...reading.problems);
  }
  return { hint: Object.fromEntries(found) as Hint, problems };
}

const nameOf =
  (what: string): Reader<string> =>
  (value, pointer) =>
    typeof value === "string" && value !== ""
      ? ok(value)
      : wrong(pointer, `${lastStep(pointer)} is ${quoted(value)}; it must be the name of ${what}`);

const orFalse =
  <T>(read: Reader<T>): Reader<T | false> =>
  (value, pointer) =>
    value === false ? ok(false) : read(value, pointer);

const nameOrFalse = (what: string): Reader<string | false> => orFalse(nameOf(`${what}, or false`));

/** One of several values. */
const oneOf =
  <T extends JsonValue>(values: readonly T[], message: (written: string) => string): Reader<T> =>
  (value, pointer) => {
    const found = values.find((one) => one === value);
    return found === undefined ? wrong(pointer, message(quoted(value))) : ok(found);
  };

/** A nested object. If anything in it is wrong, all of it is ignored. */
const objectOf =
  <T>(readers: Readers<T>, needed?: keyof T & string): Reader<T> =>
  (value, pointer) => {
    const keys = Object.keys(readers).join(", ");
    if (!isObject(value))
      return wrong(pointer, `${lastStep(pointer)} is ${quoted(value)}; it must be an object of ${keys}`);
    const { hint, problems } = readObject<T>(value, pointer, readers);
    if (problems.length > 0) return { problems };
    if (needed !== undefined && hint[needed] === undefined)
      return wrong(pointer, `${lastStep(pointer)} must have ${needed}`);
    return ok(hint);
  };

/** A nested object, or just the name that is its main part. */
const objectOrName =
  <T>(key: keyof T & string, what: string, read: Reader<T>): Reader<T> =>
  (value, pointer) => {
    if (isObject(value)) return read(value, pointer);
    const name = nameOf(what)(value, pointer);
    return "value" in name ? ok({ [key]: name.value } as T) : name;
  };

const roles = [...ROLES, "unmodelled" as const];
const role = oneOf(roles, (written) => `x-resource has the role ${written}, which is none of ${roles.join(", ")}`);

const collection: Reader<string> = (value, pointer) =>
  typeof value === "string" && value.startsWith("/")
    ? ok(value)
    : wrong(pointer, `collection is ${quoted(value)}; it must be a path that begins with a slash`);

const identifier = objectOrName(
  "property",
  "a property",
  objectOf<IdentifierHint>({ property: nameOf("a property"), parameter: nameOf("a path parameter") }),
);

const COUNTS = ["items", "pages"] as const satisfies readonly PageStart["counts"][];
const counts = oneOf(COUNTS, (written) => `counts is ${written}; it must be one of ${COUNTS.join(", ")}`);
const first = oneOf([0, 1], (written) => `first is ${written}; it must be 0 or 1`);

const query = nameOf("a query parameter");
const QUERY = "a query parameter, an object, or false";
const pageStart = orFalse(
  objectOrName("parameter", QUERY, objectOf<PageStartHint>({ parameter: query, counts, first }, "parameter")),
);
const sort = orFalse(
  objectOrName("parameter", QUERY, objectOf<SortHint>({ parameter: query, direction: query }, "parameter")),
);

const filters: Reader<ReadonlyMap<string, string | false>> = (value, pointer) => {
  if (!isObject(value))
    return wrong(pointer, `filters is ${quoted(value)}; it must map query parameters to properties`);
  const problems: HintProblem[] = [];
  const found = new Map<string, string | false>();
  for (const [parameter, property] of Object.entries<JsonValue>(value)) {
    const reading = nameOrFalse("a property")(property, appendPointer(pointer, parameter));
    if ("value" in reading) found.set(parameter, reading.value);
    else problems.push(...reading.problems);
  }
  return problems.length > 0 ? { problems } : ok(found);
};

const OPERATION_READERS: Readers<OperationHint> = {
  role,
  collection,
  identifier,
  pageSize: nameOrFalse("a query parameter"),
  pageStart,
  sort,
  search: nameOrFalse("a query parameter"),
  fields: nameOrFalse("a query parameter"),
  filters,
};

const field = nameOrFalse("a property");
const fields = { code: field, message: field, status: field } as const;

const inner = orFalse(
  objectOrName(
    "property",
    "a property, an object, or false",
    objectOf<InnerHint>({ property: nameOf("a property"), ...fields }, "property"),
  ),
);

function errorFields(value: JsonValue, pointer: string): Reading<ErrorHint> {
  return objectOf<ErrorHint>({ ...fields, inner })(value, pointer);
}
