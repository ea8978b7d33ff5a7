// What a client asks for instead of the usual answer, checked against what the document describes for the operation.
import type { Contract, Operation } from "../../contract/model.ts";
import { concreteStatus, responseFor } from "../../contract/responses.ts";
import { DocumentedAnswers, successStatusOf } from "../documented.ts";
import { REFUSAL_STATUSES, type Refusal, type RefusalKind, quote, refuse } from "../errors/refusal.ts";
import type { Wish } from "./situation.ts";

/** A wish that can be granted. */
export type Granted =
  | { readonly kind: "documented"; readonly answers: DocumentedAnswers }
  /** An error without an example in the document: its body is written like that of any other error. */
  | { readonly kind: "error"; readonly status: number; readonly refusal: Refusal };

/** What is asked for, and by whom. */
export interface WishParts {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly wish: Wish;
  /** The source of the wish, in words: `Prefer: code=404`. */
  readonly name: string;
  /** Which of many generated answers to send. */
  readonly turn: number;
}

/** Finds the documented answer for a wish. @returns if there is none, a refusal that says what is possible */
export function grant({ contract, operation, wish, name, turn }: WishParts): Granted | Refusal {
  const { example, dynamic = false } = wish;
  const status = wish.status === undefined ? statusWith(operation, example) : statusFor(operation, wish.status);
  if (status === undefined && wish.status === undefined) {
    return example === undefined ? noStatus(operation, "a success") : noExample(operation, example);
  }
  if (status === undefined) return noStatus(operation, String(wish.status));
  const response = responseFor(operation.responses, status);
  const content = response?.content ?? [];
  const examples = content.flatMap((media) => media.examples);
  if (example !== undefined && !examples.some((one) => one.name === example)) {
    return noExample(operation, example, status);
  }
  // The example of a range or of `default` shows one status among many, and may well state that status.
  const isExemplified = examples.length > 0 && response?.status === String(status);
  if (status >= 400 && example === undefined && !dynamic && !isExemplified) {
    return {
      kind: "error",
      status,
      refusal: refuse(kindFor(status), "situation", `this error is simulated: ${name}${isTold(operation, status)}`),
    };
  }
  const choice = { status, ...(example === undefined ? {} : { example }), ...(dynamic ? { turn } : {}) };
  return { kind: "documented", answers: new DocumentedAnswers(contract, operation, choice) };
}

/** The status to send for a requested one; undefined if the operation documents none like it. */
function statusFor({ responses }: Operation, wished: number | string): number | undefined {
  const text = String(wished);
  const known = responses.map(({ status }) => status);
  if (text === "default") return known.includes("default") ? Number(concreteStatus("default")) : undefined;
  if (!/^[2-5](?:\d\d|XX)$/.test(text)) return undefined;
  const isDefaulted =
    known.includes("default") && (text >= "4" || !known.some((one) => one.startsWith(text.charAt(0))));
  if (text.endsWith("XX")) {
    const inRange = known.filter((one) => one.startsWith(text.charAt(0)) && one !== text).toSorted()[0];
    if (inRange !== undefined) return Number(inRange);
    return known.includes(text) || isDefaulted ? Number(`${text.charAt(0)}00`) : undefined;
  }
  // Any server may fail in any way, whether its document lists that or not.
  if (text >= "4") return Number(text);
  return known.includes(text) || known.includes(`${text.charAt(0)}XX`) || isDefaulted ? Number(text) : undefined;
}

/** What the journal says about a status that the document does not list. */
function isTold({ responses }: Operation, status: number): string {
  return responseFor(responses, status) === undefined ? `; the document lists no ${status} for this operation` : "";
}

/** The status whose response has an example of that name, successes first; without a name, the success. */
function statusWith(operation: Operation, example: string | undefined): number | undefined {
  const success = successStatusOf(operation);
  if (example === undefined) return success;
  const has = (status: number | string): boolean =>
    (responseFor(operation.responses, status)?.content ?? []).some(({ examples }) =>
      examples.some(({ name }) => name === example),
    );
  if (success !== undefined && has(success)) return success;
  const other = operation.responses.find(({ status }) => has(status))?.status;
  return other === undefined ? undefined : statusFor(operation, other);
}

function noStatus({ responses }: Operation, wished: string): Refusal {
  const names = responses.map(({ status }) => (status === "default" ? "default (any other error)" : status));
  const possible = names.length === 0 ? "it documents no response" : `it documents ${names.join(", ")}`;
  return refuse("impossible_wish", "code", `this operation has no answer with ${quote(wished)}; ${possible}`);
}

function noExample({ responses }: Operation, wished: string, status?: number): Refusal {
  const named = responses.flatMap((response) =>
    response.content.flatMap(({ examples }) =>
      examples.flatMap(({ name }) => (name === undefined ? [] : [`${name} (${response.status})`])),
    ),
  );
  const possible = named.length === 0 ? "it has none with a name" : `it has ${[...new Set(named)].join(", ")}`;
  const where = status === undefined ? "" : ` for ${status}`;
  return refuse(
    "impossible_wish",
    "example",
    `this operation has no example called ${quote(wished)}${where}; ${possible}`,
  );
}

/** The kind of refusal that a status usually stands for, whose name is the code in the body. */
function kindFor(status: number): RefusalKind {
  const kinds = Object.entries(REFUSAL_STATUSES) as [RefusalKind, readonly number[]][];
  const [kind] = kinds.find(([, [first]]) => first === status) ?? [];
  return kind ?? (status < 500 ? "malformed_request" : "internal_error");
}
