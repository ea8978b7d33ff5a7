// The prepared pipeline of one operation: what is left to do for a request that was routed and admitted.
import { isGone } from "../contract/lifecycle.ts";
import type { Contract, Operation } from "../contract/model.ts";
import type { Answer, Behaviour, MockRequest } from "../mock/behaviour.ts";
import { NOT_FOUND, type Refusal, refuse } from "../mock/refusal.ts";
import { responseFor } from "../mock/response.ts";
import type { Key } from "../store/store.ts";
import { BodyStage, hasBody, readBody } from "./request/body.ts";
import type { Clock } from "./clock.ts";
import type { Head } from "./request/head.ts";
import { ParameterStage, type ParameterValues } from "./request/parameters.ts";
import type { ExampleAnswer, Exchange, Replies } from "./replies.ts";

const UNREADABLE = refuse(
  "not_implemented",
  "body",
  "the mock keeps bodies of JSON and of web forms only, and cannot read this one",
);

/** A request that was routed: what the server has learned of it so far. */
export interface Visit extends Exchange {
  readonly head: Head;
  query: string;
  /** The texts of the path parameters, in the order of the template. */
  texts: readonly string[];
  /** The path template, once it is known. */
  template: string | undefined;
  /** The client waits for a word before it sends the body (RFC 9110, section 10.1.1). */
  readonly awaitsContinue: boolean;
  /** The answers of what was reached; absent before that. */
  replies: Replies | undefined;
}

/** What answers an operation that has no role: an example made from the document. */
export type Exemplar = (operation: Operation, visit: Visit) => Promise<ExampleAnswer | Refusal>;

export interface EndpointParts {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly replies: Replies;
  readonly clock: Clock;
  /** The path prefix under which the mock serves, for `Location`. */
  readonly basePath: string;
  /** What the operation does; absent for one that the mock does not model. */
  readonly behaviour: Behaviour | undefined;
  readonly exemplar: Exemplar;
  /** What happens to an error of our own. */
  readonly fail: (visit: Visit, error: unknown) => void;
}

/** Answers the requests of one operation. */
export class Endpoint {
  readonly replies: Replies;
  readonly #parts: EndpointParts;
  readonly #parameters: ParameterStage;
  readonly #body: BodyStage;
  readonly #takesBody: boolean;
  readonly #hasSunset: boolean;
  readonly #locates: boolean;

  constructor(parts: EndpointParts) {
    const { contract, operation, replies } = parts;
    this.#parts = parts;
    this.replies = replies;
    this.#parameters = new ParameterStage(contract, operation);
    this.#body = new BodyStage(contract.document, operation);
    this.#takesBody = operation.body !== undefined && operation.method !== "GET" && operation.method !== "HEAD";
    this.#hasSunset = operation.lifecycle.sunset !== undefined;
    this.#locates = declaresLocation(operation);
    replies.prepare(NOT_FOUND);
  }

  /** Answers a request whose credential was accepted. */
  run(visit: Visit): void {
    const { operation, clock } = this.#parts;
    if (this.#hasSunset && isGone(operation.lifecycle, clock.today())) {
      this.replies.refuse(visit, NOT_FOUND);
      return;
    }
    const values = this.#parameters.read(visit);
    if ("kind" in values) this.replies.refuse(visit, values);
    else if (this.#takesBody) this.#runWithBody(visit, values);
    else this.#finish(visit, { values });
  }

  #runWithBody(visit: Visit, values: ParameterValues): void {
    const { head, req } = visit;
    const refusal = this.#body.judgeHead(head);
    if (refusal !== undefined) {
      this.replies.refuse(visit, refusal);
      return;
    }
    if (!hasBody(head)) {
      this.#finish(visit, { values });
      return;
    }
    if (visit.awaitsContinue) visit.res.writeContinue();
    readBody(req, (bytes) => {
      try {
        if ("kind" in bytes) this.replies.refuse(visit, bytes);
        else this.#useBody(visit, values, bytes);
      } catch (error) {
        this.#parts.fail(visit, error);
      }
    });
  }

  #useBody(visit: Visit, values: ParameterValues, bytes: Buffer): void {
    const reading = this.#body.judge(bytes, visit.head);
    if ("refusal" in reading) this.replies.refuse(visit, reading.refusal);
    // An item made of a body that nobody read would not be what the client sent.
    else if (reading.unread === true && this.#parts.behaviour !== undefined) this.replies.refuse(visit, UNREADABLE);
    else this.#finish(visit, reading.value === undefined ? { values } : { values, body: reading.value });
  }

  #finish(visit: Visit, request: MockRequest): void {
    const { behaviour } = this.#parts;
    if (behaviour === undefined) {
      this.#exemplify(visit);
      return;
    }
    const result = behaviour(request);
    if (result.kind === "answer") this.#answer(visit, result);
    else this.replies.refuse(visit, result);
  }

  #answer(visit: Visit, answer: Answer): void {
    const { added } = answer;
    const more = this.#locates && added !== undefined ? ["Location", this.#location(added)] : undefined;
    this.replies.answer(visit, answer.status, answer.text, more);
  }

  #location(key: Key): string {
    const segment = typeof key === "string" ? encodeURIComponent(key) : String(key);
    const collection = `${this.#parts.basePath}${this.#parts.operation.path}`;
    // The document may write its paths without escapes, which a URL needs.
    return `${collection.replaceAll(/[^!-~]+/g, encodeURIComponent)}/${segment}`;
  }

  #exemplify(visit: Visit): void {
    const { exemplar, operation, fail } = this.#parts;
    exemplar(operation, visit)
      .then((result) => {
        if (result.kind === "answer") this.replies.example(visit, result);
        else this.replies.refuse(visit, result);
      })
      .catch((error: unknown) => fail(visit, error));
  }
}

function declaresLocation(operation: Operation): boolean {
  return responseFor(operation, 201)?.headers.some(({ name }) => name.toLowerCase() === "location") === true;
}
