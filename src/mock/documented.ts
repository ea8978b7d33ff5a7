// Builds answers from the document: its own examples, or values generated from its schemas. The mock uses them for
// operations without a role, and when a client asks for a status or an example. There is no state, and the same request
// always gets the same bytes.
import { concreteMedia, formatOf, isJson, preferredMedia } from "../contract/media.ts";
import type { Contract, Header, MediaType, Operation, Response } from "../contract/model.ts";
import { isSuccessStatus, responseFor, headerNamed } from "../contract/responses.ts";
import { writeJson } from "../json/write.ts";
import { type JsonValue, isObject } from "../json/value.ts";
import { filledPath } from "../resource/paths.ts";
import { schemaAt } from "../schema/normal/schema-node.ts";
import { type Refusal, refuse } from "./errors/refusal.ts";
import { type FittingExample, fittingExample } from "./answer/fitting-example.ts";
import { type Asking, filledBody, withSent } from "./answer/filled.ts";
import { type MadeBody, endOfStream, madeBody, whyNot, written } from "./answer/bodies.ts";
import { keptFor } from "../memo.ts";
import { mediaName } from "./response.ts";
import { dayOf } from "./clock.ts";
import { type AnswerChoice, exampleBody } from "./answer/example-body.ts";

/** An answer built from the document. */
export interface ExampleAnswer {
  readonly kind: "answer";
  readonly status: number;
  readonly text?: string;
  /** The text of a stream, piece by piece. */
  readonly pieces?: readonly string[];
  /** A body that is not text. */
  readonly octets?: Uint8Array;
  readonly mediaType?: string;
  /** Header lines that the document does not describe: name, value, name, value. */
  readonly lines: readonly string[];
  /** Where a `Location` leads that the document only describes. */
  readonly location?: (() => string) | undefined;
}

/** What an answer depends on. */
export interface ExampleRequest extends Asking {
  /** Empty if the client accepts anything. */
  readonly accept: string;
  /** How many events a stream has, if the client says so. */
  readonly events?: number | undefined;
  /** The time of the world, around which the times of what it shows are. */
  readonly now?: number;
}

const NO_SUCCESS = refuse("not_implemented", "operation", "the document describes no success of this operation");

/** The answers of one operation with one status. Each body is built when it is first needed. */
export class DocumentedAnswers {
  readonly #contract: Contract;
  readonly #operation: Operation;
  readonly #status: number | undefined;
  readonly #response: Response | undefined;
  /** The described media types, the preferred one first. */
  readonly #content: readonly MediaType[];
  /** Those of them that can be made. */
  readonly #makeable: readonly MediaType[];
  readonly #bodies = new Map<MediaType, JsonValue | undefined>();
  readonly #others = new Map<MediaType, MadeBody>();
  readonly #choice: AnswerChoice;
  readonly #named = new Map<string, DocumentedAnswers>();
  #lines: readonly string[] | undefined;
  #today: number | undefined;

  constructor(contract: Contract, operation: Operation, choice: AnswerChoice = {}) {
    this.#contract = contract;
    this.#operation = operation;
    this.#choice = choice;
    this.#status = choice.status ?? successStatusOf(operation);
    this.#response = this.#status === undefined ? undefined : responseFor(operation.responses, this.#status);
    const { example } = choice;
    const content = (this.#response?.content ?? []).filter(
      ({ examples, external }) =>
        example === undefined || [...examples, ...external].some(({ name }) => name === example),
    );
    const { document } = contract;
    const isMakeable = (one: MediaType): boolean => whyNot(document, one, content) === undefined;
    this.#content = content.toSorted((a, b) => rankOf(a) - rankOf(b));
    this.#makeable = this.#content.filter(isMakeable);
  }

  /** The status that it answers with. */
  get status(): number | undefined {
    return this.#status;
  }

  answer(request: ExampleRequest): ExampleAnswer | Refusal {
    const status = this.#status;
    if (status === undefined) return NO_SUCCESS;
    const fitting = this.#isChosen ? undefined : fittingExample(this.#operation, request);
    if (fitting !== undefined) return this.#answersOf(fitting).answer(request);
    const lines = (this.#lines ??= locationLines(this.#response, status));
    return this.#located(this.#made(request, status, lines), status);
  }

  /** An answer with a `Location` that the document only describes. */
  #located(answer: ExampleAnswer | Refusal, status: number): ExampleAnswer | Refusal {
    const header = locationOf(this.#response, status);
    if (answer.kind !== "answer" || header === undefined || header.known !== undefined) return answer;
    return { ...answer, location: () => leadsTo(this.#contract, this.#operation, status) };
  }

  #made(request: ExampleRequest, status: number, lines: readonly string[]): ExampleAnswer | Refusal {
    const media = preferredMedia(this.#makeable, request.accept) ?? this.#makeable[0];
    const [described] = this.#content;
    if (media === undefined && described !== undefined) {
      const why = whyNot(this.#contract.document, described, this.#content) ?? "the answer cannot be made";
      return refuse("not_implemented", "answer", why);
    }
    if (media === undefined) return { kind: "answer", status, lines };
    const mediaType = mediaName(media);
    if (!isJson(concreteMedia(media.name))) {
      const { bytes, type = mediaType, ...made } = this.#otherWith(media, request.body, request.events);
      return {
        kind: "answer",
        status,
        lines,
        mediaType: type,
        ...made,
        ...(bytes === undefined ? {} : { octets: bytes }),
      };
    }
    const text = this.#text(media, request);
    return { kind: "answer", status, lines, mediaType, ...(text === undefined ? {} : { text }) };
  }

  get #isChosen(): boolean {
    const { status, example, turn } = this.#choice;
    return [status, example, turn].some((one) => one !== undefined);
  }

  #answersOf({ name, status }: FittingExample): DocumentedAnswers {
    return keptFor(
      this.#named,
      name,
      () => new DocumentedAnswers(this.#contract, this.#operation, { status, example: name }),
    );
  }

  /** XML and the like repeat what was sent, as JSON does. */
  #otherWith(media: MediaType, sent: JsonValue | undefined, events: number | undefined): MadeBody {
    const { schema, name } = media;
    const isValue = /^(?:xml|yaml)$/.test(formatOf(name)) && schema !== undefined && isObject(sent);
    if (!isValue) return this.#other(media, events);
    const { document } = this.#contract;
    const made = exampleBody(this.#contract, {
      ...media,
      examples: media.examples.filter((one) => isObject(one.value)),
    });
    const value = isObject(made) ? withSent({ document, schema }, made, sent) : (made ?? null);
    return { text: written(value, name, schemaAt(document, schema.pointer, "response")) };
  }

  #other(media: MediaType, events: number | undefined): MadeBody {
    const { document } = this.#contract;
    const end = endOfStream(document, this.#operation);
    const make = (): MadeBody =>
      madeBody(this.#contract, media, { ...this.#choice, beside: this.#content, events, end });
    return events === undefined ? keptFor(this.#others, media, make) : make();
  }

  #text(media: MediaType, request: ExampleRequest): string | undefined {
    const body = this.#body(media, dayOf(request.now));
    if (body === undefined) return undefined;
    if (!isObject(body)) return writeJson(body);
    // An error does not repeat what was sent.
    const asking = (this.#status ?? 0) >= 400 ? { values: request.values } : request;
    return writeJson(filledBody(this.#contract.document, this.#operation, media.schema, { body, asking }));
  }

  #body(media: MediaType, today: number | undefined): JsonValue | undefined {
    if (this.#today !== today) this.#bodies.clear();
    this.#today = today;
    const choice = { ...this.#choice, today };
    if (!this.#bodies.has(media)) this.#bodies.set(media, exampleBody(this.#contract, media, choice));
    return this.#bodies.get(media);
  }
}

/**
 * The status with which an operation succeeds according to its document: the lowest 2xx, or a redirection, or 200 if
 * `default` describes everything, or 204 if nothing is described. Undefined if only failures are described.
 */
export function successStatusOf({ responses }: Operation): number | undefined {
  const statuses = responses.map(({ status }) => status);
  const lowest = (found: readonly string[]): string | undefined => found.toSorted()[0];
  const named = lowest(statuses.filter(isSuccessStatus)) ?? lowest(statuses.filter((status) => status.startsWith("3")));
  if (named === "3XX") return 302;
  if (named !== undefined) return Number(named.replace("XX", "00"));
  if (statuses.includes("default")) return 200;
  return statuses.length === 0 ? 204 : undefined;
}

/** JSON first, ranges last. */
function rankOf({ name }: MediaType): number {
  return isJson(name) ? 0 : Number(name.includes("*")) + 1;
}

/** The documented value of a `Location`; nothing if there is none. */
function locationLines(response: Response | undefined, status: number): string[] {
  const header = locationOf(response, status);
  return header?.known === undefined ? [] : [header.name, header.known];
}

function locationOf(response: Response | undefined, status: number): Header | undefined {
  if (status !== 201 && !(status >= 300 && status < 400)) return undefined;
  return response && headerNamed(response.headers, "Location");
}

/** Where a `Location` without a value leads: a new thing is below its path, and a redirection goes on to what the document has. */
function leadsTo({ operations }: Contract, { path }: Operation, status: number): string {
  if (status === 201) return `${filledPath(path, "1").replace(/\/$/, "")}/1`;
  const plain = operations.filter((one) => one.method === "GET" && !one.path.includes("{") && one.path !== path);
  const near = plain.filter((one) => path.startsWith(one.path)).toSorted((a, b) => b.path.length - a.path.length);
  return (near[0] ?? plain[0])?.path ?? "/";
}
