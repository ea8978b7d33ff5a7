/* oxlint-disable max-lines -- one table in one file: whoever asks what the policy is reads it here, whole */
// The policy: what no witness can show. One table; each rule says what it is about, how much it weighs in each
// profile, what it sees and what to do. Rules see one part before and after, and never each other.
import { stabilityRank } from "../surface/stability.ts";
import { count } from "../../report/text.ts";
import type { ChangeSeverity, Profile } from "../model.ts";
import type { PolicyKind } from "../kinds/policy.ts";
import { discriminatorChange } from "./discriminator.ts";
import { refusedParts, restyled } from "./encoding.ts";
import { compareVersions, daysBetween, isDeprecated, sunsetOf } from "./lifecycle.ts";
import { componentNames, onlyIn, show, strings, successes, versionOf } from "./parts.ts";
import { replacedSchemes } from "./security.ts";
import { listedUrls, pathOf, servedUrls } from "./servers.ts";
import type { PolicyDay, Subject, SubjectKind } from "./subjects.ts";
import { isAmong } from "../../json/value-set.ts";
import { type JsonArray, type JsonObject, type JsonValue, isObject } from "../../json/value.ts";

/** So many values of a list are named. */
const MOST_NAMED = 8;

export interface PolicyRule {
  readonly id: PolicyKind;
  readonly on: readonly SubjectKind[];
  readonly severity: Readonly<Record<Profile, ChangeSeverity>>;
  /** What is wrong, in words; undefined: nothing. */
  readonly says: (subject: Subject, day: PolicyDay) => string | undefined;
  readonly fix: string;
  /** Where in the document it stands, for rules about the whole of it. */
  readonly at?: string;
  /** The key of the part that it is about: where it is there, its line is the one to look at. */
  readonly key?: string;
}

type Parts = { readonly base: JsonObject; readonly revision: JsonObject };

const ERROR: PolicyRule["severity"] = { wire: "error", strict: "error", sdk: "error" };
const WARNING: PolicyRule["severity"] = { wire: "warning", strict: "warning", sdk: "warning" };
const SDK: PolicyRule["severity"] = { wire: "none", strict: "none", sdk: "error" };
const SDK_WARNING: PolicyRule["severity"] = { wire: "warning", strict: "warning", sdk: "error" };

const LIFECYCLE: readonly SubjectKind[] = ["operation", "parameter", "schema", "parameter-schema"];
const SCHEMAS: readonly SubjectKind[] = ["schema", "parameter-schema"];

/** A rule that looks at a part which both documents have. */
const both =
  (says: (parts: Parts, subject: Subject, day: PolicyDay) => string | undefined): PolicyRule["says"] =>
  (subject, day) =>
    subject.base === undefined || subject.revision === undefined
      ? undefined
      : says({ base: subject.base, revision: subject.revision }, subject, day);

const gone =
  (says: (base: JsonObject, subject: Subject, day: PolicyDay) => string | undefined): PolicyRule["says"] =>
  (subject, day) =>
    subject.base !== undefined && subject.revision === undefined ? says(subject.base, subject, day) : undefined;

/** As `gone`, but for what was to be served until a day that has come: nobody counts on it any more. */
const goneUnannounced = (
  says: (base: JsonObject, subject: Subject, day: PolicyDay) => string | undefined,
): PolicyRule["says"] =>
  gone((base, subject, day) => {
    const sunset = sunsetOf(base);
    const announced = isDeprecated(base) && typeof sunset === "string" && sunset <= day.today;
    return announced ? undefined : says(base, subject, day);
  });

/** A rule that says so when a keyword of both parts differs. */
const differs = (keyword: string, what: string): PolicyRule["says"] =>
  both(({ base, revision }) => {
    const [before, after] = [show(base[keyword]), show(revision[keyword])];
    return before === after ? undefined : `${what} changed from ${before} to ${after}`;
  });

/** As `differs`, where OpenAPI 3.0 says by a format what 3.1 has a keyword for. */
const differsFromFormat = (keyword: string, formats: Readonly<Record<string, string>>): PolicyRule["says"] =>
  both((parts, subject, day) => {
    const meant = (part: JsonObject): JsonValue | undefined =>
      part[keyword] ?? (typeof part["format"] === "string" ? formats[part["format"]] : undefined);
    return show(meant(parts.base)) === show(meant(parts.revision))
      ? undefined
      : differs(keyword, keyword)(subject, day);
  });

/** OpenAPI 3.0.3 section 4.7.24.1: `nullable` adds null to the type, and `enum` still has to list it. */
function lacksNull({ nullable, enum: values }: JsonObject): boolean {
  return nullable === true && Array.isArray(values) && !values.includes(null);
}

export const POLICY_RULES: readonly PolicyRule[] = [
  {
    id: "version-lowered",
    on: ["document"],
    at: "/info/version",
    severity: WARNING,
    says: both(({ base, revision }) => {
      const [before, after] = [versionOf(base), versionOf(revision)];
      if (before === undefined || after === undefined || compareVersions(after, before) >= 0) return undefined;
      return `the version went down from ${before.join(".")} to ${after.join(".")}`;
    }),
    fix: "raise info.version",
  },
  {
    id: "version-not-raised",
    on: ["document"],
    at: "/info/version",
    severity: WARNING,
    says: both(({ base, revision }, _subject, { breaks }) => {
      const [before, after] = [versionOf(base), versionOf(revision)];
      if (!breaks || before === undefined || after === undefined) return undefined;
      const part = before[0] === 0 ? 1 : 0;
      if ((after[part] ?? 0) > (before[part] ?? 0) || (after[0] ?? 0) > (before[0] ?? 0)) return undefined;
      const wanted = part === 0 ? `${(before[0] ?? 0) + 1}.0.0` : `0.${(before[1] ?? 0) + 1}.0`;
      const [from, to] = [before.join("."), after.join(".")];
      const moved = from === to ? `is still ${from}` : `went from ${from} to ${to}`;
      return `something breaks and the version ${moved}; semver asks for ${wanted}`;
    }),
    fix: "raise info.version as semver asks",
  },
  {
    id: "server-path-changed",
    on: ["document"],
    at: "/servers",
    severity: WARNING,
    says: both(({ base, revision }) => {
      const after = new Set(servedUrls(revision).map(pathOf));
      const lost = new Set(
        listedUrls(base)
          .map(pathOf)
          .filter((path) => !after.has(path)),
      );
      return lost.size === 0
        ? undefined
        : `no server has the path prefix ${[...lost].map((path) => path || "/").join(", ")} any more`;
    }),
    fix: "keep the old prefix beside the new one while clients use it",
  },
  {
    id: "server-removed",
    on: ["document"],
    at: "/servers",
    severity: WARNING,
    says: both(({ base, revision }) => {
      const served = new Set(servedUrls(revision));
      const lost = listedUrls(base).filter((url) => !served.has(url));
      return lost.length === 0
        ? undefined
        : `the server ${lost.map((url) => url || "/").join(", ")} is no longer listed`;
    }),
    fix: "list the old server while it serves",
  },
  {
    id: "operation-server-removed",
    on: ["servers"],
    severity: WARNING,
    says: both(({ base, revision }) => {
      const left = strings(revision["servers"]);
      const lost = strings(base["servers"]).filter((url) => !left.includes(url));
      return lost.length === 0
        ? undefined
        : `it is no longer served at ${lost.map((url) => url || "/").join(", ")}, but at ${left.map((url) => url || "/").join(", ") || "no server"}`;
    }),
    fix: "list the old server of the operation while it serves",
  },
  {
    id: "component-removed",
    on: ["document"],
    at: "/components/schemas",
    severity: SDK,
    says: both(({ base, revision }) => {
      const lost = componentNames(base).filter((name) => !componentNames(revision).includes(name));
      return lost.length === 0 ? undefined : `components are gone, which generated code may name: ${lost.join(", ")}`;
    }),
    fix: "keep the old name as a reference to the new one",
  },
  {
    id: "operation-id-removed",
    on: ["operation"],
    key: "operationId",
    severity: SDK_WARNING,
    says: both(({ base, revision }) => {
      const [before, after] = [base["operationId"], revision["operationId"]];
      if (before === undefined || before === after) return undefined;
      return `the operationId ${show(before)} ${after === undefined ? "was removed" : `became ${show(after)}`}`;
    }),
    fix: "keep the operationId: generated clients name their functions by it",
  },
  {
    id: "tag-removed",
    on: ["operation"],
    key: "tags",
    severity: SDK_WARNING,
    says: both(({ base, revision }) => {
      const lost = strings(base["tags"]).filter((tag) => !strings(revision["tags"]).includes(tag));
      return lost.length === 0 ? undefined : `the tag ${lost.join(", ")} was removed`;
    }),
    fix: "keep the tag: generated clients group their functions by it",
  },
  {
    id: "success-status-removed",
    on: ["operation"],
    key: "responses",
    severity: ERROR,
    says: both(({ base, revision }) => {
      const left = successes(revision);
      // Of a range, those that are left are a part.
      const lost = onlyIn(successes(base), left).filter((status) => status !== "2XX" || left.length === 0);
      return lost.length === 0 ? undefined : `the success status ${lost.join(", ")} is no longer described`;
    }),
    fix: "keep answering with the status that clients wait for",
  },
  {
    id: "success-status-added",
    on: ["operation"],
    key: "responses",
    severity: WARNING,
    says: both(({ base, revision }) => {
      const added = onlyIn(successes(revision), successes(base));
      return added.length === 0 || successes(base).length === 0
        ? undefined
        : `the success status ${added.join(", ")} was added`;
    }),
    fix: "answer with it only where clients ask for it",
  },
  {
    id: "request-body-removed",
    on: ["operation"],
    key: "requestBody",
    severity: ERROR,
    says: both(({ base, revision }) =>
      isObject(base["requestBody"]) && !isObject(revision["requestBody"])
        ? "the request body is no longer described"
        : undefined,
    ),
    fix: "keep accepting the body, or say in the description that it is ignored",
  },
  {
    id: "removed-before-sunset",
    on: ["operation", "parameter", "schema"],
    severity: ERROR,
    says: gone((base, _subject, { today }) => {
      const sunset = sunsetOf(base);
      return typeof sunset === "string" && today < sunset
        ? `it is removed before its sunset day, ${sunset}`
        : undefined;
    }),
    fix: "wait for the sunset day",
  },
  {
    id: "sunset-invalid",
    on: LIFECYCLE,
    key: "x-sunset",
    severity: ERROR,
    says: ({ base, revision }) => {
      if (sunsetOf(revision) !== null && sunsetOf(base) !== null) return undefined;
      if (base !== undefined && revision !== undefined && show(base["x-sunset"]) === show(revision["x-sunset"]))
        return undefined;
      const wrong = sunsetOf(revision) === null ? revision : base;
      return `x-sunset ${show(wrong?.["x-sunset"])} is no day`;
    },
    fix: 'write the day as "2030-12-05"',
  },
  {
    id: "sunset-moved-earlier",
    on: LIFECYCLE,
    key: "x-sunset",
    severity: ERROR,
    says: both(({ base, revision }) => {
      const [before, after] = [sunsetOf(base), sunsetOf(revision)];
      if (typeof before !== "string" || typeof after !== "string" || after >= before) return undefined;
      return `the sunset day moved earlier, from ${before} to ${after}`;
    }),
    fix: "keep the day that was promised, or a later one",
  },
  {
    id: "sunset-removed",
    on: LIFECYCLE,
    key: "x-sunset",
    severity: ERROR,
    says: both(({ base, revision }) => {
      const reactivated = isDeprecated(base) && !isDeprecated(revision);
      if (sunsetOf(base) === undefined || sunsetOf(revision) !== undefined || reactivated) return undefined;
      return "the sunset day was removed and it is still deprecated";
    }),
    fix: "keep the day, or end the deprecation",
  },
  {
    id: "notice-too-short",
    on: LIFECYCLE,
    key: "x-sunset",
    severity: ERROR,
    says: both(({ base, revision }, _subject, { today, noticeDays }) => {
      const sunset = sunsetOf(revision);
      if (typeof sunset !== "string" || !isDeprecated(revision) || sunsetOf(base) === sunset) return undefined;
      const promised = isDeprecated(base) ? sunsetOf(base) : undefined;
      // Who was told of an earlier day only gains by a later one.
      if (typeof promised === "string" && promised >= today && promised < sunset) return undefined;
      const days = daysBetween(today, sunset);
      if (days >= noticeDays) return undefined;
      const given = days < 0 ? `was on ${sunset}, before today` : `${sunset} gives ${count(days, "day")} of notice`;
      return `the sunset day ${given}; ${count(noticeDays, "day")} of notice ${noticeDays === 1 ? "is" : "are"} asked for`;
    }),
    fix: "choose a later sunset day",
  },
  {
    id: "deprecated-without-sunset",
    on: LIFECYCLE,
    key: "deprecated",
    severity: WARNING,
    says: both(({ base, revision }) =>
      !isDeprecated(base) && isDeprecated(revision) && revision["x-sunset"] === undefined
        ? "it was deprecated without a sunset day"
        : undefined,
    ),
    fix: "say with x-sunset until when it is served",
  },
  {
    id: "stability-invalid",
    on: LIFECYCLE,
    key: "x-stability-level",
    severity: ERROR,
    says: both(({ base, revision }) => {
      const [before, after] = [base["x-stability-level"], revision["x-stability-level"]];
      if (show(before) === show(after)) return undefined;
      const wrong = [after, before].find((marker) => stabilityRank(marker) === undefined);
      return wrong === undefined ? undefined : `x-stability-level ${show(wrong)} is no level`;
    }),
    fix: "write experimental or beta, or leave it away for stable",
  },
  {
    id: "stability-lowered",
    on: LIFECYCLE,
    key: "x-stability-level",
    severity: ERROR,
    says: both(({ base, revision }) => {
      const before = stabilityRank(base["x-stability-level"]);
      const after = stabilityRank(revision["x-stability-level"]);
      if (before === undefined || after === undefined || after >= before) return undefined;
      return `its stability was lowered to ${show(revision["x-stability-level"])}`;
    }),
    fix: "keep the level: what was promised stays promised",
  },
  {
    id: "webhook-removed",
    on: ["operation"],
    severity: ERROR,
    says: goneUnannounced((_base, { nature }) =>
      nature === "webhook" ? "the webhook was removed: it no longer arrives" : undefined,
    ),
    fix: "keep sending it, or deprecate it with a sunset day first",
  },
  {
    id: "callback-removed",
    on: ["operation"],
    severity: ERROR,
    says: goneUnannounced((_base, { nature }) =>
      nature === "callback" ? "the callback was removed: it no longer arrives" : undefined,
    ),
    fix: "keep sending it, or deprecate it with a sunset day first",
  },
  {
    id: "parameter-removed",
    on: ["parameter"],
    severity: WARNING,
    says: goneUnannounced((_base, { sender }) =>
      sender === "server"
        ? "the parameter is no longer described: who reads it may miss it"
        : "the parameter is no longer described: who sends it may be ignored",
    ),
    fix: "keep describing it, deprecated, as long as it has an effect",
  },
  {
    id: "parameter-renamed",
    on: ["parameter"],
    key: "name",
    severity: SDK,
    says: both(({ base, revision }) =>
      base["name"] === revision["name"] || base["in"] !== "path"
        ? undefined
        : `the path parameter ${show(base["name"])} became ${show(revision["name"])}, which generated code may name`,
    ),
    fix: "keep the name",
  },
  {
    id: "parameter-style-changed",
    on: ["parameter"],
    severity: WARNING,
    says: both(({ base, revision }) =>
      (base["allowReserved"] === true && revision["allowReserved"] !== true) ||
      ["style", "explode"].some(
        (key) => base[key] !== undefined && revision[key] !== undefined && base[key] !== revision[key],
      )
        ? "the way it is written changed"
        : undefined,
    ),
    fix: "keep style, explode and allowReserved",
  },
  {
    id: "form-style-changed",
    on: ["form"],
    severity: ERROR,
    says: both(({ base, revision }, { styledParts = [] }) => {
      const parts = restyled(base, revision, styledParts);
      return parts.length === 0
        ? undefined
        : `the way ${parts.join(", ")} is written changed: what is sent is read as something else`;
    }),
    fix: "keep style and explode",
  },
  {
    id: "form-part-refused",
    on: ["form"],
    severity: ERROR,
    says: both(({ base, revision }, { sender }) => {
      const refused = sender === "server" ? refusedParts(revision, base) : refusedParts(base, revision);
      return refused.length === 0 ? undefined : `its encoding no longer allows ${refused.join(", ")}`;
    }),
    fix: "keep the content types of the parts, and new headers optional",
  },
  {
    id: "parameter-default-changed",
    on: ["parameter-schema"],
    key: "default",
    severity: ERROR,
    says: differs("default", "the default"),
    fix: "keep the default: who leaves the parameter away counts on it",
  },
  {
    id: "parameter-type-changed",
    on: ["parameter-schema"],
    key: "type",
    severity: ERROR,
    says: both(({ base, revision }) =>
      (base["type"] === "array") === (revision["type"] === "array") ||
      base["type"] === undefined ||
      revision["type"] === undefined
        ? undefined
        : `its type changed from ${show(base["type"])} to ${show(revision["type"])}: what is sent is read as something else`,
    ),
    fix: "bring the new type under a new name",
  },
  {
    id: "property-default-changed",
    on: ["schema"],
    key: "default",
    severity: WARNING,
    says: differs("default", "the default"),
    fix: "keep the default: who leaves the property away counts on it",
  },
  {
    id: "request-property-removed",
    on: ["schema"],
    severity: WARNING,
    says: goneUnannounced((_base, { sender }) =>
      sender === "client" ? "the property is no longer described: who sends it may be ignored" : undefined,
    ),
    fix: "keep describing it, deprecated, as long as it has an effect",
  },
  {
    id: "response-property-removed",
    on: ["schema"],
    severity: SDK_WARNING,
    says: goneUnannounced((_base, { sender }) =>
      sender === "server" ? "the property is no longer described: who reads it will miss it" : undefined,
    ),
    fix: "keep sending it, or deprecate it first",
  },
  {
    id: "extensible-enum-reduced",
    on: SCHEMAS,
    key: "x-extensible-enum",
    severity: ERROR,
    says: both(({ base, revision }, { sender }) => {
      const [before, after] = [strings(base["x-extensible-enum"]), strings(revision["x-extensible-enum"])];
      const lost = before.filter((value) => !after.includes(value));
      return lost.length === 0 || after.length === 0 || sender === "server"
        ? undefined
        : `x-extensible-enum no longer has ${lost.join(", ")}`;
    }),
    fix: "keep accepting the old values",
  },
  {
    id: "security-scheme-replaced",
    on: ["security"],
    severity: WARNING,
    says: both(({ base, revision }) => {
      const replaced = replacedSchemes(base, revision);
      if (replaced === undefined) return undefined;
      const [gone, come] = [replaced.gone.join(", "), replaced.come.join(", ")];
      return `asks for ${come} instead of ${gone}: both are written alike, but a credential for one may not be valid for the other`;
    }),
    fix: "keep accepting the old scheme beside the new one",
  },
  {
    id: "nullable-enum-without-null",
    on: SCHEMAS,
    key: "enum",
    severity: WARNING,
    says: both(({ base, revision }) => {
      if (!lacksNull(revision) || lacksNull(base)) return undefined;
      return "nullable is true and enum has no null: by the letter of OpenAPI 3.0 null stays refused, and most readers will take it for allowed";
    }),
    fix: "add null to the enum, or leave nullable out",
  },
  {
    id: "response-enum-grown",
    on: SCHEMAS,
    severity: { wire: "warning", strict: "none", sdk: "none" },
    says: both(({ base, revision }, { sender, direction }) => {
      const [before, after] = [base["enum"], revision["enum"]];
      if (sender !== "server" || !Array.isArray(before) || !Array.isArray(after)) return undefined;
      const added = after.filter((value: JsonValue) => !isAmong(before as JsonArray, value));
      return added.length === 0
        ? undefined
        : `${direction === "request" ? "what is sent" : "responses"} may hold values that clients do not know: ${added.slice(0, MOST_NAMED).map(show).join(", ")}${added.length > MOST_NAMED ? ` and ${added.length - MOST_NAMED} more` : ""}`;
    }),
    fix: "mark such values as open from the start, with x-extensible-enum",
  },
  {
    id: "discriminator-changed",
    on: SCHEMAS,
    key: "discriminator",
    severity: ERROR,
    says: both(({ base, revision }, { sender }) => discriminatorChange(base, revision, sender)),
    fix: "keep the property that tells alternatives apart, and its values",
  },
  {
    id: "content-encoding-changed",
    on: SCHEMAS,
    key: "contentEncoding",
    severity: ERROR,
    says: differsFromFormat("contentEncoding", { byte: "base64" }),
    fix: "keep the encoding, or bring the new one under a new name",
  },
  {
    id: "content-media-type-changed",
    on: SCHEMAS,
    key: "contentMediaType",
    severity: ERROR,
    says: differsFromFormat("contentMediaType", { binary: "application/octet-stream" }),
    fix: "keep the media type, or bring the new one under a new name",
  },
  {
    id: "content-schema-changed",
    on: SCHEMAS,
    key: "contentSchema",
    severity: WARNING,
    says: differs("contentSchema", "contentSchema"),
    fix: "keep the schema of the content",
  },
  {
    id: "became-read-only",
    on: ["schema"],
    key: "readOnly",
    severity: WARNING,
    says: both(({ base, revision }, { sender }) =>
      sender === "client" && base["readOnly"] !== true && revision["readOnly"] === true
        ? "it became readOnly: what clients send is ignored"
        : undefined,
    ),
    fix: "keep it writable",
  },
  {
    id: "became-write-only",
    on: ["schema"],
    key: "writeOnly",
    severity: WARNING,
    says: both(({ base, revision }, { sender }) =>
      sender === "client" && base["writeOnly"] !== true && revision["writeOnly"] === true
        ? "it became writeOnly: responses no longer show it"
        : undefined,
    ),
    fix: "keep sending it in responses",
  },
  {
    id: "error-status-removed",
    on: ["response"],
    severity: { wire: "none", strict: "none", sdk: "warning" },
    says: gone(() => "the response is no longer described"),
    fix: "keep describing what may still be sent",
  },
  {
    id: "response-header-removed",
    on: ["header"],
    severity: WARNING,
    says: gone(() => "the header is no longer described: who reads it may miss it"),
    fix: "keep sending it",
  },
  {
    id: "security-scheme-changed",
    on: ["scheme"],
    severity: WARNING,
    says: both(({ base, revision }) => {
      const wire = (scheme: JsonObject): string =>
        show([scheme["flows"] ?? null, scheme["openIdConnectUrl"] ?? null, scheme["bearerFormat"] ?? null]);
      return wire(base) === wire(revision) ? undefined : "where or for what its credentials are issued changed";
    }),
    fix: "keep issuing credentials the old way while clients use it",
  },
];
