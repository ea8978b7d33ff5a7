// The table: for each kind of place, and for each keyword on each side of an exchange, the checks that are able to
// tell whether it is kept.
import { type Plan, protection, successStatuses } from "../plan.ts";
import type { Place } from "./places.ts";
import type { Use } from "./uses.ts";

/**
 * A check that can test a place, and what it must be asked of for that: the operation as a whole, the path, this very
 * parameter or property (`place`), or the properties that the place names (`names`).
 */
export interface Able {
  /** An id, or the beginning of ids and "*". */
  readonly check: string;
  readonly of: "operation" | "path" | "place" | "names";
}

const of = (kind: Able["of"], ...checks: readonly string[]): Able[] => checks.map((check) => ({ check, of: kind }));

const BOUNDS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
const FORMS = ["format", "pattern", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems"];

/** Request bodies: a keyword of a property is tested by a body in which that property is wrong. */
const IN_BODY: Readonly<Record<string, readonly Able[]>> = {
  type: [
    ...of("place", "create.refuses-type", "create.refuses-null", "create.refuses-broken"),
    ...of("operation", "change.replace-refuses*", "change.update-refuses*"),
  ],
  required: [...of("names", "create.refuses-missing"), ...of("operation", "change.replace-refuses*")],
  enum: of("place", "create.refuses-unlisted", "create.accepts"),
  const: of("place", "create.refuses-unlisted", "create.refuses-type", "create.accepts"),
  ...Object.fromEntries([...BOUNDS, ...FORMS].map((key) => [key, of("place", "create.refuses-bound")])),
};

const TEXT_FORMS = ["text", "fraction", "exponent", "sign", "hexadecimal", "infinity", "empty", "repeated"];

/** Query and header parameters. A page size has checks of its own, since it may be refused or clamped. */
const IN_PARAMETER: Readonly<Record<string, readonly Able[]>> = {
  type: of("place", ...TEXT_FORMS.map((name) => `parameters.${name}`)),
  enum: of("place", "parameters.not-listed", "parameters.other-case", "parameters.allowed"),
  const: of("place", "parameters.not-listed", "parameters.allowed"),
  ...Object.fromEntries([...BOUNDS, ...FORMS].map((key) => [key, of("place", "parameters.out-of-bounds")])),
  minimum: of("place", "paging.below-minimum", "parameters.out-of-bounds", "parameters.allowed"),
  maximum: of("place", "paging.above-maximum", "paging.maximum", "parameters.out-of-bounds", "parameters.allowed"),
};

const IN_PATH = of("path", "fetch.malformed", "fetch.out-of-range", "fetch.large-identifier", "fetch.lenient");

const BY_HEADER: Readonly<Record<string, readonly Able[]>> = {
  deprecation: of("operation", "lifecycle.deprecation*"),
  sunset: of("operation", "lifecycle.sunset*"),
  link: of("operation", "lifecycle.link*", "lifecycle.successor"),
  "www-authenticate": of("operation", "auth.challenge"),
  location: of("operation", "create.location"),
};

/** The checks that are able to test a place in one use of it. */
export function ableChecks(place: Place, use: Use, plan: Plan): readonly Able[] {
  switch (place.kind) {
    case "keyword":
      return ableForKeyword(place, use);
    case "operation":
      return of("operation", "status.success", "status.documented", "status.no-server-error", "lifecycle.gone");
    case "parameter":
      return use.side === "path"
        ? of("operation", "fetch.*", "change.*")
        : of("place", "parameters.*", "paging.*", "filters.*");
    case "required":
      return ableForRequired(place, use);
    case "request body":
      return of("operation", "create.accepts", "change.replace", "change.update");
    case "response":
      return ableForResponse(use);
    case "media type":
      return use.side === "body"
        ? of("operation", "create.refuses-media-type", "create.media-type-spelling", "change.replace", "change.update")
        : of("operation", isError(use) ? "errors.media-type" : "schema.media-type");
    case "header":
      return [...(BY_HEADER[use.header ?? ""] ?? []), ...of("operation", "schema.header-values")];
    case "security":
    case "security scheme":
      // An open operation is asked without a credential, and is to succeed.
      return of("operation", ...(protection(use.operation).length === 0 ? ["status.success"] : ["auth.*"]));
    case "deprecation":
      return place.holderKind === "operation" ? of("operation", "lifecycle.*") : [];
    case "default":
      return of("place", "paging.default");
    case "access":
      return of("operation", ...(place.key === "readOnly" ? ["create.client-identifier", "create.identifier"] : []));
    case "extension":
      return place.key === "x-sunset" ? of("operation", "lifecycle.sunset*", "lifecycle.gone") : [];
    case "sentence":
    case "table row":
      return ableForProse(place, use, plan);
    default:
      return [];
  }
}

function ableForKeyword({ key }: Place, use: Use): readonly Able[] {
  if (use.side === "response header") return of("operation", "schema.header-values");
  if (use.side === "response") {
    if (!use.json) return [];
    return of("operation", isError(use) ? "errors.body" : "schema.body");
  }
  if (use.side === "path") return IN_PATH;
  if (use.side === "body") return use.json && use.depth <= 1 ? (IN_BODY[key] ?? []) : [];
  return use.depth === 0 ? (IN_PARAMETER[key] ?? []) : [];
}

function ableForRequired({ holderKind }: Place, use: Use): readonly Able[] {
  if (holderKind === "header") {
    const about = (BY_HEADER[use.header ?? ""] ?? []).filter(({ check }) => !/syntax|day|successor/.test(check));
    return [...about, ...of("operation", isError(use) ? "schema.error-headers" : "schema.required-headers")];
  }
  if (use.side === "path") return of("operation", "status.success");
  if (use.side === "body") return of("operation", "create.refuses-broken", "change.replace-refuses*");
  // An optional parameter is left out by requests that are to succeed.
  return [...of("place", "parameters.required"), ...of("operation", "status.success")];
}

function ableForResponse(use: Use): readonly Able[] {
  const status = use.status ?? "";
  if (status.startsWith("2")) return of("operation", "status.success", "status.documented");
  if (status === "401") return of("place", "auth.*");
  if (status === "404") return of("operation", "fetch.missing", "change.*", "lifecycle.gone");
  if (isError(use))
    return of(
      "operation",
      ...(status === "400" || status === "422" ? ["create.refuses*", "parameters.*"] : []),
      "errors.body",
      "status.documented",
    );
  return of("operation", "status.documented");
}

/** What only the words say: the meaning of an operation, a parameter, a property. */
function ableForProse(place: Place, use: Use, plan: Plan): readonly Able[] {
  switch (place.holderKind) {
    case "operation":
      return of("operation", ...MEANING, ...(use.operation.lifecycle.deprecated ? ["lifecycle.*"] : []));
    case "parameter":
      return use.side === "path"
        ? of("operation", "fetch.same", "fetch.missing")
        : of("place", "paging.*", "filters.*");
    case "request body":
      return of("operation", "create.accepts", "create.keeps");
    case "response":
      return ableForResponse(use);
    case "header":
      return BY_HEADER[use.header ?? ""] ?? [];
    case "security scheme":
      return of("operation", "auth.*");
    case "schema":
      return ableForSchemaProse(place, use, plan);
    default:
      return [];
  }
}

const MEANING = [
  "lists.created",
  "paging.exact",
  "filters.only-matching",
  "create.keeps",
  "create.identifier",
  "fetch.same",
  "change.replace",
  "change.update",
  "change.remove",
];

function ableForSchemaProse(place: Place, use: Use, plan: Plan): readonly Able[] {
  if (use.side === "query" || use.side === "header") return of("place", "filters.*", "paging.*");
  if (use.side === "path") return of("operation", "fetch.same");
  if (use.side === "body") return of("place", "create.keeps", "create.accepts");
  if (use.side === "response header") return BY_HEADER[use.header ?? ""] ?? [];
  const name = use.anchors[0]?.split("/").at(-1) ?? "";
  if (isError(use)) {
    if (name === plan.error?.status?.property) return of("operation", "errors.status-field");
    if (name === plan.error?.code?.property || name === plan.error?.message?.property)
      return of("operation", "errors.body");
    return use.depth === 0 ? of("operation", "errors.body") : [];
  }
  const resource = plan.resources.find(({ operations }) => Object.values(operations).includes(use.operation));
  if (name === resource?.identifier.property)
    return of("operation", "create.identifier", "fetch.same", "lists.no-duplicates");
  return use.depth <= 1 && place.holderKind === "schema"
    ? of("operation", "create.answers-as-sent", "fetch.same", "lists.same-as-fetched", "lists.as-created")
    : [];
}

/** True for the responses that errors are judged by; `default` is among them, unless it stands alone. */
function isError({ status = "", operation }: Use): boolean {
  if (status === "default") return successStatuses(operation).length > 0;
  return status.startsWith("4") || status.startsWith("5");
}
