// What an operation gets of a request: its parameters and its body, read and validated. A lenient mock passes on what breaks
// the document, and remembers how it does.
import type { Contract, Operation } from "../../contract/model.ts";
import type { SentFile } from "../../contract/serialization/form.ts";
import type { JsonValue } from "../../json/value.ts";
import type { Refusal } from "../../mock/errors/refusal.ts";
import type { Visit } from "./visit.ts";
import type { Replies } from "../answer/replies.ts";
import type { BodyLimits } from "../request/body/limits.ts";
import { BodyStage, hasBody, readBody } from "../request/body/read.ts";
import { ParameterStage, type ParameterValues } from "../request/parameters.ts";

/** What a handler gets of a body. */
export interface ReadBody {
  readonly value: JsonValue | undefined;
  readonly file?: SentFile;
}

const NO_BODY: ReadBody = { value: undefined };

export interface IntakeParts {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly replies: Replies;
  /** How large bodies may be. */
  readonly limits: BodyLimits;
  /** True if requests that break the document are answered all the same. */
  readonly lenient?: boolean | undefined;
  /** Handles an internal error. */
  readonly fail: (visit: Visit, error: unknown) => void;
}

type Next = (values: ParameterValues, body: ReadBody) => void;

export class Intake {
  readonly #parts: IntakeParts;
  readonly #parameters: ParameterStage;
  readonly #body: BodyStage;
  readonly #takesBody: boolean;

  constructor(parts: IntakeParts) {
    const { contract, operation, limits } = parts;
    this.#parts = parts;
    this.#parameters = new ParameterStage(contract, operation);
    this.#body = new BodyStage(contract.document, operation, limits);
    // What a client sends counts, even where the document forgot to describe it.
    const isWrite = operation.method === "POST" || operation.method === "PUT" || operation.method === "PATCH";
    this.#takesBody = isWrite || (operation.body !== undefined && !/^(?:GET|HEAD)$/.test(operation.method));
  }

  /** Reads a request, and refuses one that the document does not allow. */
  take(visit: Visit, next: Next): void {
    const values = this.#readParameters(visit);
    if ("kind" in values) this.#parts.replies.refuse(visit, values);
    else if (this.#takesBody) this.#withBody(visit, values, next);
    else next(values, NO_BODY);
  }

  /** Why a request whose body was read is not allowed, whoever answers it. */
  objectionTo(visit: Visit): Refusal | undefined {
    const values = this.#parameters.read(visit);
    if ("kind" in values) return values;
    const refusal = this.#takesBody ? this.#body.judgeHead(visit.head) : undefined;
    if (refusal !== undefined) return refusal.kind === "body_too_large" ? undefined : refusal;
    if (!this.#takesBody || visit.body === undefined) return undefined;
    const reading = this.#body.judge(visit.body, visit.head);
    return "refusal" in reading ? reading.refusal : undefined;
  }

  /** The values of a request that is not refused for them. */
  valuesOf(visit: Visit): ParameterValues {
    const values = this.#parameters.read(visit);
    return "kind" in values ? [] : values;
  }

  #readParameters(visit: Visit): ParameterValues | Refusal {
    if (this.#parts.lenient !== true) return this.#parameters.read(visit);
    return this.#parameters.readLeniently(visit, (refusal) => (visit.excused ??= refusal));
  }

  /** True if the request is answered although it breaks the document. */
  #excuses(visit: Visit, refusal: Refusal): boolean {
    if (this.#parts.lenient !== true) return false;
    visit.excused ??= refusal;
    return true;
  }

  #withBody(visit: Visit, values: ParameterValues, next: Next): void {
    const { head } = visit;
    const refusal = this.#body.judgeHead(head);
    const isExcused = refusal !== undefined && refusal.kind !== "body_too_large" && this.#excuses(visit, refusal);
    if (refusal !== undefined && !isExcused) {
      this.#parts.replies.refuse(visit, refusal);
      return;
    }
    if (!hasBody(head)) next(values, NO_BODY);
    else this.readFirst(visit, () => this.#useBody(visit, values, next));
  }

  /** True if the body of a request is read, if only to be refused. */
  takes({ head }: Visit): boolean {
    return this.#takesBody && this.#body.judgeHead(head)?.kind !== "body_too_large";
  }

  /** Reads the body, unless it was read. @param next called with the body in its place, unless it was refused */
  readFirst(visit: Visit, next: () => void): void {
    if (visit.body !== undefined) next();
    else
      this.#read(visit, (bytes) => {
        visit.body = bytes;
        next();
      });
  }

  /** Reads the body of a request. @param next gets its bytes */
  #read(visit: Visit, next: (bytes: Uint8Array) => void): void {
    if (visit.awaitsContinue) visit.res.writeContinue();
    readBody(visit, this.#parts.limits, (bytes) => {
      try {
        if ("kind" in bytes) this.#parts.replies.refuse(visit, bytes);
        else next(bytes);
      } catch (error) {
        this.#parts.fail(visit, error);
      }
    });
  }

  /** Reads the body before anything else is decided. @param next gets its value, if it has one */
  readAhead(visit: Visit, next: (value: JsonValue | undefined) => void): void {
    const { head } = visit;
    if (!this.#takesBody || !hasBody(head) || this.#body.judgeHead(head) !== undefined) {
      next(undefined);
      return;
    }
    this.readFirst(visit, () => next(this.#body.valueOf(visit.body ?? new Uint8Array(), head)));
  }

  #useBody(visit: Visit, values: ParameterValues, next: Next): void {
    const bytes = visit.body ?? new Uint8Array();
    const isForeign = visit.excused?.kind === "unsupported_media_type";
    const reading =
      (isForeign ? this.#body.judgeAsJson(bytes, visit.head) : undefined) ?? this.#body.judge(bytes, visit.head);
    if (!("refusal" in reading)) next(values, reading);
    else if ((reading.value !== undefined || bytes.length === 0) && this.#excuses(visit, reading.refusal))
      next(values, { value: reading.value });
    else this.#parts.replies.refuse(visit, reading.refusal);
  }
}
