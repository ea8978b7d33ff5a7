// Rules about operations: their names, requests, responses and security.
import { canonicalMedia, mediaParameter } from "../../../contract/media.ts";
import { isSuccessStatus } from "../../../contract/responses.ts";
import { ERROR, type PolicyRule, SDK_WARNING, WARNING, both, gone, goneUnannounced, show, strings } from "./rule.ts";
import { type JsonObject, isObject } from "../../../json/value.ts";

export const OPERATION_RULES = [
  {
    id: "operation-id-removed",
    meaning: "an operationId changed: generated clients name functions by it",
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
    meaning: "a tag was removed: generated clients group functions by it",
    on: ["operation"],
    key: "tags",
    severity: SDK_WARNING,
    says: both(({ base, revision }) => {
      const left = new Set(strings(revision["tags"]));
      const lost = strings(base["tags"]).filter((tag) => !left.has(tag));
      return lost.length === 0 ? undefined : `the tag ${lost.join(", ")} was removed`;
    }),
    fix: "keep the tag: generated clients group their functions by it",
  },
  {
    id: "success-status-removed",
    meaning: "a success status that clients expect is no longer described",
    on: ["operation"],
    key: "responses",
    severity: ERROR,
    says: both(({ base, revision }) => {
      const { lost, kept, added } = statuses(base, revision);
      if (lost === "" || kept !== "") return undefined;
      return added === ""
        ? `the success status ${lost} is no longer described`
        : `the success status changed from ${lost} to ${added}`;
    }),
    fix: "keep sending the status that clients expect",
  },
  {
    id: "success-status-narrowed",
    meaning: "one of several success statuses is no longer described",
    on: ["operation"],
    key: "responses",
    severity: WARNING,
    says: both(({ base, revision }) => {
      const { lost, kept } = statuses(base, revision);
      return lost === "" || kept === ""
        ? undefined
        : `the success status ${lost} is no longer described; ${kept} still is`;
    }),
    help: "make sure that no client expects the removed one",
    fix: "nothing, where clients were told of both: see that none waits for the one that is gone",
  },
  {
    id: "success-status-added",
    meaning: "a success status is new: clients distinguish outcomes by it",
    on: ["operation"],
    key: "responses",
    severity: WARNING,
    says: both(({ base, revision }) => {
      const { lost, kept, added } = statuses(base, revision);
      // If it replaces all others, `success-status-removed` names both.
      const isTold = lost !== "" && kept === "";
      return added === "" || isTold || successes(base).length === 0
        ? undefined
        : `the success status ${added} was added`;
    }),
    fix: "send it only to clients that ask for it",
  },
  {
    id: "request-body-removed",
    meaning: "a request body is no longer described",
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
  ...(["webhook", "callback"] as const).map((sent) => ({
    id: `${sent}-removed` as const,
    meaning: `a ${sent} is no longer sent`,
    on: ["operation"] as const,
    severity: ERROR,
    says: goneUnannounced((_base, { nature }) =>
      nature === sent ? `the ${sent} was removed: it no longer arrives` : undefined,
    ),
    fix: "keep sending it, or deprecate it with a sunset day first",
  })),
  {
    id: "security-scheme-replaced",
    meaning: "a different scheme of the same kind is required",
    on: ["security"],
    severity: WARNING,
    says: both((_parts, { security }) => {
      const replaced = security?.replaced;
      if (replaced === undefined) return undefined;
      const [gone, come] = [replaced.gone.join(", "), replaced.come.join(", ")];
      return `asks for ${come} instead of ${gone}: both are written alike, but a credential for one may not be valid for the other`;
    }),
    fix: "keep accepting the old scheme beside the new one",
  },
  {
    id: "security-scope-widened",
    meaning: "a scope is asked for beside one that it includes by its name: by the letter both are needed",
    on: ["security"],
    severity: WARNING,
    says: both((_parts, { security: { doubtful = [] } = {} }) => {
      return doubtful.length === 0
        ? undefined
        : `a token with ${doubtful.join(", or with ")} is no longer enough by the letter: a scope is asked for beside one that it includes by its name, and all scopes of a requirement are needed`;
    }),
    fix: "where either scope is enough, write a requirement of its own for each",
  },
  {
    id: "error-status-removed",
    meaning: "the response to an error is no longer described",
    on: ["response"],
    severity: WARNING,
    says: gone(() => "the response is no longer described"),
    fix: "keep describing what may still be sent",
  },
  {
    id: "error-body-removed",
    meaning: "the body of an error is no longer described",
    on: ["response"],
    severity: WARNING,
    says: both(({ base, revision }, { isError }) => {
      const lost = isError === true ? onlyIn(mediaNames(base), mediaNames(revision)) : [];
      return lost.length === 0 ? undefined : `its body is no longer described as ${lost.join(" or ")}`;
    }),
    fix: "keep describing what may still be sent",
  },
  {
    id: "charset-changed",
    meaning: "a body is written in a different charset",
    on: ["media"],
    severity: WARNING,
    says: both(({ base, revision }) => {
      const [before, after] = [base, revision].map(({ name }) => mediaParameter(name as string, "charset"));
      if (before === undefined || after === undefined || before.toLowerCase() === after.toLowerCase()) return undefined;
      return `the charset changed from ${before} to ${after}`;
    }),
    fix: "keep the charset: who reads the text relies on it",
  },
  {
    id: "scopes-without-effect",
    meaning: "scopes changed where OpenAPI 3.0 gives them no effect",
    on: ["security"],
    severity: WARNING,
    says: both((_parts, { security }) =>
      security?.isIdleChanged !== true
        ? undefined
        : "scopes of a scheme of type http or apiKey changed: in OpenAPI 3.0 they have no effect, and must be left out",
    ),
    fix: "leave the list empty, or use a scheme of type oauth2 or openIdConnect",
  },
  {
    id: "response-header-removed",
    meaning: "a header is no longer described",
    on: ["header"],
    severity: WARNING,
    says: gone(() => "the header is no longer described: who reads it may miss it"),
    fix: "keep sending it",
  },
] as const satisfies readonly PolicyRule[];

/** The success statuses of an operation, including "2XX". */
function successes(operation: JsonObject): string[] {
  const responses = operation["responses"];
  const statuses = isObject(responses) ? Object.keys(responses).map((status) => status.toUpperCase()) : [];
  return statuses.filter(isSuccessStatus);
}

/** The media types of a body, however they are written. */
function mediaNames({ content }: JsonObject): string[] {
  return isObject(content) ? Object.keys(content).map(canonicalMedia) : [];
}

/** The success statuses of one operation that the other does not describe, not even by its range. */
function onlyIn(statuses: readonly string[], others: readonly string[]): string[] {
  if (others.includes("2XX")) return [];
  const known = new Set(others);
  return statuses.filter((status) => !known.has(status));
}

/** The success statuses that are described no more, still, and newly. A range is not lost while single statuses of it remain. */
function statuses(base: JsonObject, revision: JsonObject): Readonly<Record<"lost" | "kept" | "added", string>> {
  const [before, left] = [successes(base), successes(revision)];
  const lost = onlyIn(before, left).filter((status) => status !== "2XX" || left.length === 0);
  const kept = left.filter((status) => before.includes(status));
  return { lost: lost.join(", "), kept: kept.join(", "), added: onlyIn(left, before).join(", ") };
}
