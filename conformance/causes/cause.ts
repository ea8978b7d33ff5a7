// A cause is one thing to fix in a service, however many results it explains. Defines causes and their wording.
import type { JsonValue } from "../../src/json/value.ts";

const CAUSE_KINDS = [
  "large-integers",
  "error-body",
  "missing-header",
  "integer-syntax",
  "listed-values",
  "body-types",
  "trimmed-texts",
  "unvalidated-body",
  "credential",
  "any-key",
  "refused-key",
  "undocumented-key",
  "server-error",
  "no-answer",
  "check",
] as const;

export type CauseKind = (typeof CAUSE_KINDS)[number];

/** What a failure comes from. Two failures with the same kind and name have one cause. */
export interface Cause {
  readonly kind: CauseKind;
  /** The header, the operation, or the check with its property, if a kind has several causes. */
  readonly name?: string;
  /** How many other operations have it. */
  readonly more?: number;
}

/** What is known about the origin of a failure. Without it, the check decides the cause. */
export interface Blame {
  readonly cause?: Cause;
  /** The values concerned. One that was wrongly accepted comes back in lists, where it is not a separate cause. */
  readonly values?: readonly JsonValue[];
  /** The property that is wrong, which need not be the one whose value the request varied. */
  readonly property?: string;
}

/** What a failure of a check shows of a service, besides that its claim does not hold. */
export interface Signs {
  /** The one mistake by which this check fails, and others with it. */
  readonly mistake?: "integer-syntax" | "listed-values" | "body-types" | "error-body";
  /** What is wrong with all checks of credentials of an operation that lets the request in. */
  readonly letIn?: "credential" | "any-key";
  /** True if a refusal must be a 401. */
  readonly is401?: boolean;
  /** True if requests have the key as it is usually written: if they are turned away, the key is refused. */
  readonly isPlainKey?: true;
  /**
   * For checks that send bodies which must be refused: "basic" if every service refuses them that validates at all. It lets
   * in all of the basic ones if it does not.
   */
  readonly wrongBody?: "basic" | "special";
  /** True if a fault in one property says nothing about the others. */
  readonly isByProperty?: true;
  /** True if a parameter is ignored, so that the checks of its values fail as well. */
  readonly isIgnored?: true;
  /** True if values that were wrongly accepted earlier are seen here again. */
  readonly isShownAgain?: true;
  /** True if an answer for which another check fails says nothing more here. */
  readonly isToldElsewhere?: true;
}

/** "missing-header:deprecation": the same from run to run. */
export function causeId({ kind, name }: Cause): string {
  return name === undefined ? kind : `${kind}:${name}`;
}

interface Words {
  /** What is wrong, in a few words. */
  readonly title: (name: string, more: number) => string;
  /** What the author of the server should do. */
  readonly fix: string;
}

/** The words for each kind; a check has its own section in the README. */
export const CAUSE_WORDS: Readonly<Record<Exclude<CauseKind, "check">, Words>> = {
  "large-integers": {
    title: () => "Integers beyond 2^53 are not handled exactly",
    fix: "Read, keep and write them as 64-bit integers (BigInt, long, int64), never as floating-point numbers, and refuse what is beyond the documented range.",
  },
  "error-body": {
    title: () => "Errors do not have the documented body",
    fix: "Write every error in one place, those of the framework too: a body that cannot be read, an unknown path, a wrong method.",
  },
  "missing-header": {
    title: (name) => `The header ${name} is missing`,
    fix: "Set it before the request is judged, so that every response that declares it has it, errors included.",
  },
  "integer-syntax": {
    title: () => "Texts that are not integers are read as numbers",
    fix: "Match the whole text with ^-?\\d+$ before you convert it: parseInt, Number and z.coerce take more than that.",
  },
  "listed-values": {
    title: () => "Values outside the enum of a parameter are accepted",
    fix: "Compare the value with the list of the document, letter by letter, and refuse all others.",
  },
  "body-types": {
    title: () => "Values of another type are accepted in bodies",
    fix: "Validate the body as it was sent: switch type coercion off, and do not take null for absent.",
  },
  "trimmed-texts": {
    title: () => "Blanks around texts are lost",
    fix: "Keep texts as they were sent, or say in their descriptions that they are trimmed.",
  },
  "unvalidated-body": {
    title: (name) => `Bodies of ${name} are not validated`,
    fix: "Validate the body with its schema before anything else reads it, and answer the documented 4xx.",
  },
  credential: {
    title: () => "Requests without a valid credential are let in",
    fix: "Check the credential before the request reaches any route, and answer 401.",
  },
  "any-key": {
    title: () => "Any key is accepted",
    fix: "Compare the whole key with the valid ones, in constant time, and answer 401 to all others.",
  },
  "refused-key": {
    title: () => "Requests with the key are refused",
    fix: "Let the key of the run in wherever the document asks for one; if it is a key for some operations only, give one for all.",
  },
  "undocumented-key": {
    title: () => "Requests are turned away where the document asks for no key",
    fix: "State `security` for these operations in the document, and their 401 or 403, or let everybody use them; until then they cannot be tested.",
  },
  "server-error": {
    title: (name, more) =>
      more > 0 ? `${name} and ${more} more fail with a server error (5xx)` : `${name} fails with a server error (5xx)`,
    fix: "Look at the service's own log for the request below; validate before you use what was sent.",
  },
  "no-answer": {
    title: (name) => `${name} is not answered completely`,
    fix: "Look for a crash at the request below, for timeouts of a proxy, and for a wrong Content-Length.",
  },
};
