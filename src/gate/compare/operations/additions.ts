// Additions: parts that the revision of an operation has and its base lacks. They break nothing, but are reported.
import { describedAs, isSuccessStatus } from "../../../contract/responses.ts";
import { admits, schemesOf } from "../../exchange/match.ts";
import type { Draft } from "../../model.ts";
import { sunsetOf } from "../../surface/lifecycle.ts";
import type { SurfaceMedia, SurfaceOperation } from "../../surface/model.ts";
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

/** Why an addition of each kind breaks nothing. */
const REASONS = {
  "request-parameter-added": "clients do not have to send it",
  "request-body-added": "clients do not have to send it",
  "request-media-type-added": "clients do not have to send it",
  "response-header-added": "clients ignore headers that they do not know",
  "response-media-type-added": "clients that ask for another media type still get it",
  "response-status-added":
    "clients must expect statuses that they do not know (the profile strict holds it against the change)",
  "security-alternative-added": "what was enough is judged by itself",
} as const;

/** @param base where the base lacks it @param revision where the revision has it */
function addition(
  kind: keyof typeof REASONS,
  subject: string,
  [base, revision]: readonly [base: string, revision: string],
  text: string,
): Added {
  const direction = kind.startsWith("response") ? "response" : "request";
  return { direction, kind, subject, basePointer: base, revisionPointer: revision, text, reason: REASONS[kind] };
}

function addedParameters(base: SurfaceOperation, revision: SurfaceOperation): Added[] {
  const added = revision.parameters.filter((one) => !one.required && findParameter(base, one) === undefined);
  return added.map(({ in: place, name, pointer }) => {
    const text = `the optional ${place} parameter ${name} was added`;
    return addition("request-parameter-added", `${place} ${name}`, [base.pointer, pointer], text);
  });
}

function addedBody(base: SurfaceOperation, { body: other }: SurfaceOperation): Added[] {
  const own = base.body;
  if (other === undefined || (own === undefined && other.required)) return [];
  if (own === undefined)
    return [addition("request-body-added", "", [base.pointer, other.pointer], "an optional request body was added")];
  const types = missing(other.content, own.content).map(({ name, pointer }) => {
    const text = `requests of the media type ${name} are accepted, too`;
    return addition("request-media-type-added", name, [own.pointer, pointer], text);
  });
  const headers = addedPartHeaders(own.content, other.content).filter(({ required }) => !required);
  return [
    ...types,
    ...headers.map(({ what, media, places }) => {
      const text = `the optional header ${what} was added`;
      return addition("request-parameter-added", `header ${what} in ${media}`, places, text);
    }),
  ];
}

/** Headers of parts that only the revision describes. */
function addedPartHeaders(base: readonly SurfaceMedia[], revision: readonly SurfaceMedia[]) {
  return base.flatMap((media) => {
    const other = revision.find(({ name }) => name === media.name);
    const pairs = other === undefined ? [] : partHeaderPairs(media, other);
    return pairs.flatMap(({ part, own, wanted: { name, required, pointer } }) => {
      const places = [media.pointer, pointer] as const;
      return own === undefined ? [{ required, what: `${name} of ${part.label}`, media: media.name, places }] : [];
    });
  });
}

function addedResponses(base: SurfaceOperation, revision: SurfaceOperation, open: boolean): Added[] {
  return revision.responses.flatMap(({ status, pointer, headers, content }): Added[] => {
    const known = describedAs(base.responses, status);
    if (known === undefined) {
      // The policy reports new success statuses, because clients distinguish outcomes by them.
      if (open || isSuccessStatus(status)) return [];
      const text = status === "default" ? "a default response was added" : `the status ${status} was added`;
      return [addition("response-status-added", status, [`${base.pointer}/responses`, pointer], text)];
    }
    const kind = "response-header-added";
    const own = missing(headers, known.headers).map(({ name, pointer: at }) => {
      return addition(kind, `${status} ${name}`, [known.pointer, at], `the header ${name} of ${status} was added`);
    });
    const inParts = addedPartHeaders(known.content, content).map(({ what, media, places }) => {
      return addition(kind, `${status} ${what} in ${media}`, places, `the header ${what} of ${status} was added`);
    });
    const types = missing(content, known.content).map(({ name, pointer: at }) => {
      const text = `responses of the media type ${name} with ${status} are offered, too`;
      return addition("response-media-type-added", `${status} ${name}`, [known.pointer, at], text);
    });
    return [...own, ...inParts, ...types];
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
  // Who holds more than was enough gains nothing, and a scheme that is sent in another way is the one that is lost.
  const lost = base.security.filter((alternative) => !admits(revision.security, alternative)).map(schemesOf);
  const added = revision.security.filter((alternative) => {
    return !admits(base.security, alternative) && !lost.includes(schemesOf(alternative));
  });
  return added.map((alternative) => {
    const names = schemesOf(alternative);
    const what = names === "" ? "requests without a credential are" : `the credential ${names} is`;
    const places = [base.securityPointer, revision.securityPointer] as const;
    return addition("security-alternative-added", names, places, `${what} accepted, too`);
  });
}

interface Named {
  readonly name: string;
  readonly pointer: string;
}

function missing(all: readonly Named[], known: readonly Named[]): readonly Named[] {
  return all.filter(({ name }) => !known.some((one) => one.name === name));
}
