// Additions: parts that the revision of an operation has and its base lacks. They break nothing, but are reported.
import { describedAs, isSuccessStatus } from "../../../contract/responses.ts";
import type { Draft } from "../../model.ts";
import { sunsetOf } from "../../surface/lifecycle.ts";
import type { SurfaceHeader, SurfaceMedia, SurfaceOperation } from "../../surface/model.ts";
import { findParameter } from "../../surface/find-parameter.ts";
import { partHeaderPairs } from "../../surface/part-pairs.ts";

type Added = Pick<Draft, "kind" | "subject" | "direction" | "text" | "reason"> & {
  readonly basePointer: string;
  readonly revisionPointer: string;
};

/** The additions to several operations. A part they share, such as a parameter in the components, is one change. */
export class Additions {
  readonly #drafts = new Map<string, Draft & { readonly operations: Set<string> }>();

  /** @param open whether new statuses are compared as possible breaks, in which case they are not reported here */
  compare(base: SurfaceOperation, revision: SurfaceOperation, open: boolean): void {
    for (const added of [
      ...addedParameters(base, revision),
      ...addedBody(base, revision),
      ...addedResponses(base, revision, open),
      ...addedCredentials(base, revision),
      ...addedTime(base, revision),
    ]) {
      const key = `${added.kind} ${added.subject} ${added.revisionPointer}`;
      const known = this.#drafts.get(key);
      if (known !== undefined) known.operations.add(base.name);
      else {
        const operations = new Set([base.name]);
        this.#drafts.set(key, { ...added, verdict: "compatible", severity: "none", operations });
      }
    }
  }

  drafts(): Draft[] {
    return [...this.#drafts.values()];
  }
}

const REQUEST = { direction: "request" } as const;
const RESPONSE = { direction: "response" } as const;

function addedParameters(base: SurfaceOperation, revision: SurfaceOperation): Added[] {
  return revision.parameters
    .filter((parameter) => !parameter.required && findParameter(base, parameter) === undefined)
    .map((parameter) => ({
      ...REQUEST,
      kind: "request-parameter-added",
      subject: `${parameter.in} ${parameter.name}`,
      basePointer: base.pointer,
      revisionPointer: parameter.pointer,
      text: `the optional ${parameter.in} parameter ${parameter.name} was added`,
      reason: "clients do not have to send it",
    }));
}

function addedBody(base: SurfaceOperation, revision: SurfaceOperation): Added[] {
  const [own, other] = [base.body, revision.body];
  if (other === undefined) return [];
  if (own === undefined) {
    if (other.required) return [];
    const text = "an optional request body was added";
    const places = { basePointer: base.pointer, revisionPointer: other.pointer };
    return [
      {
        ...REQUEST,
        ...places,
        kind: "request-body-added",
        subject: "",
        text,
        reason: "clients do not have to send it",
      },
    ];
  }
  const types = missing(other.content, own.content).map(({ name, pointer }) => ({
    ...REQUEST,
    kind: "request-media-type-added" as const,
    subject: name,
    basePointer: own.pointer,
    revisionPointer: pointer,
    text: `requests of the media type ${name} are accepted, too`,
    reason: "clients do not have to send it",
  }));
  const headers = addedPartHeaders(own.content, other.content).filter(({ header }) => !header.required);
  return [
    ...types,
    ...headers.map(({ what, media, basePointer, revisionPointer }) => ({
      ...REQUEST,
      ...{ basePointer, revisionPointer },
      kind: "request-parameter-added" as const,
      subject: `header ${what} in ${media}`,
      text: `the optional header ${what} was added`,
      reason: "clients do not have to send it",
    })),
  ];
}

interface AddedHeader {
  readonly header: SurfaceHeader;
  /** "x-sum of picture". */
  readonly what: string;
  readonly media: string;
  readonly basePointer: string;
  readonly revisionPointer: string;
}

/** Headers of parts that only the revision describes. */
function addedPartHeaders(base: readonly SurfaceMedia[], revision: readonly SurfaceMedia[]): AddedHeader[] {
  return base.flatMap((media) => {
    const other = revision.find(({ name }) => name === media.name);
    if (other === undefined) return [];
    return partHeaderPairs(media, other).flatMap(({ part, own, wanted: header }): AddedHeader[] => {
      const places = { basePointer: media.pointer, revisionPointer: header.pointer };
      return own === undefined
        ? [{ header, what: `${header.name} of ${part.label}`, media: media.name, ...places }]
        : [];
    });
  });
}

function addedResponses(base: SurfaceOperation, revision: SurfaceOperation, open: boolean): Added[] {
  return revision.responses.flatMap((response): Added[] => {
    const { status, pointer } = response;
    const known = describedAs(base.responses, status);
    if (known !== undefined) {
      const headers = response.headers.filter(({ name }) => !known.headers.some((one) => one.name === name));
      const places = { ...RESPONSE, basePointer: known.pointer };
      return [
        ...headers.map((header) => ({
          ...places,
          kind: "response-header-added" as const,
          subject: `${status} ${header.name}`,
          revisionPointer: header.pointer,
          text: `the header ${header.name} of ${status} was added`,
          reason: "clients ignore headers that they do not know",
        })),
        ...addedPartHeaders(known.content, response.content).map(({ what, media, basePointer, revisionPointer }) => ({
          ...{ ...RESPONSE, basePointer, revisionPointer },
          kind: "response-header-added" as const,
          subject: `${status} ${what} in ${media}`,
          text: `the header ${what} of ${status} was added`,
          reason: "clients ignore headers that they do not know",
        })),
        ...missing(response.content, known.content).map((media) => ({
          ...places,
          kind: "response-media-type-added" as const,
          subject: `${status} ${media.name}`,
          revisionPointer: media.pointer,
          text: `responses of the media type ${media.name} with ${status} are offered, too`,
          reason: "clients that ask for another media type still get it",
        })),
      ];
    }
    // The policy reports new success statuses, because clients distinguish outcomes by them.
    if (open || isSuccessStatus(status)) return [];
    return [
      {
        ...RESPONSE,
        kind: "response-status-added",
        subject: status,
        basePointer: `${base.pointer}/responses`,
        revisionPointer: pointer,
        text: status === "default" ? "a default response was added" : `the status ${status} was added`,
        reason: "clients must expect statuses that they do not know (the profile strict holds it against the change)",
      },
    ];
  });
}

/** A sunset that is postponed. The policy reports every other change of a sunset. */
function addedTime(base: SurfaceOperation, revision: SurfaceOperation): Added[] {
  const [before, after] = [sunsetOf(base.value), sunsetOf(revision.value)];
  if (typeof before !== "string" || typeof after !== "string" || after <= before) return [];
  return [
    {
      kind: "sunset-put-off",
      subject: "",
      direction: null,
      basePointer: `${base.pointer}/x-sunset`,
      revisionPointer: `${revision.pointer}/x-sunset`,
      text: `the sunset day was put off from ${before} to ${after}`,
      reason: "it stays longer than was said",
    },
  ];
}

function addedCredentials(base: SurfaceOperation, revision: SurfaceOperation): Added[] {
  if (base.security.length === 0) return [];
  const shown = (alternative: SurfaceOperation["security"][number]): string =>
    JSON.stringify(alternative.map(({ identity, scopes }) => [identity, scopes]));
  const known = new Set(base.security.map(shown));
  return revision.security
    .filter((alternative) => !known.has(shown(alternative)))
    .map((alternative) => {
      const names = alternative.map(({ name }) => name).join(" and ");
      return {
        ...REQUEST,
        kind: "security-alternative-added",
        subject: names,
        basePointer: base.securityPointer,
        revisionPointer: revision.securityPointer,
        text:
          names === "" ? "requests without a credential are accepted, too" : `the credential ${names} is accepted, too`,
        reason: "what was enough is judged by itself",
      };
    });
}

interface Named {
  readonly name: string;
  readonly pointer: string;
}

function missing(all: readonly Named[], known: readonly Named[]): readonly Named[] {
  return all.filter(({ name }) => !known.some((one) => one.name === name));
}
