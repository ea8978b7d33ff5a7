// A second opinion on responses from Prism, for one operation at a time, as its own document in a sandbox.
import { mayBeJson } from "../contract/media.ts";
import type { Contract, Operation } from "../contract/model.ts";
import { responseFor } from "../contract/responses.ts";
import { DocumentError } from "../document/document.ts";
import type { JsonObject } from "../json/value.ts";
import { Sandbox } from "../sandbox/sandbox.ts";
import { operationAlone } from "./alone.ts";

/** The part of a response that an opinion is about. */
export type JudgedPart = "status" | "media-type" | "body" | "headers";

/** One thing that the judge finds wrong with a response. */
export interface JudgeOpinion {
  readonly part: JudgedPart;
  /** A JSON pointer into the body, or the name of a header in lower case; "" if there is none. */
  readonly at: string;
  /** The JSON Schema keyword that failed; "" if there is none. */
  readonly keyword: string;
  readonly message: string;
}

/** A response as received, after undoing its content coding. */
export interface JudgedResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
}

/** The judge's result for the responses of one operation. */
export type Judgement =
  | {
      /** What is wrong with each response; undefined if the judge has no opinion on it. */
      readonly opinions: readonly (readonly JudgeOpinion[] | undefined)[];
    }
  | {
      /** Why it has no opinion at all: "it took longer than 10 s". */
      readonly failure: string;
    };

export interface Judge {
  /** Judges responses of one operation, except those of more than 64 KiB. Never rejects. */
  judge(operation: Operation, responses: readonly JudgedResponse[]): Promise<Judgement>;
  close(): Promise<void>;
}

/** The question to the worker. */
export interface Question {
  readonly document: JsonObject;
  /** `isJson` says whether the document describes a JSON body for the status. */
  readonly responses: readonly (JudgedResponse & { readonly isJson: boolean })[];
}

/** The worker's answer: Prism's diagnostics for each response, and its current memory use. */
export interface Opinions {
  readonly opinions: readonly (readonly Diagnostic[] | undefined)[];
  readonly heapBytes: number;
}

interface Diagnostic {
  readonly message: string;
  readonly keyword: string;
  readonly path: readonly string[];
}

/** Half of the worker's memory limit. Prism keeps every schema it has seen. */
const FULL_BYTES = 256 * 1024 * 1024;
const MEGABYTES = 512;
/**
 * Characters. Prism compares all pairs of items that must be unique; if a page contains more than this, it is not
 * asked.
 */
const MOST_TEXT = 65_536;
/** After Prism failed on this many operations, it is not asked about others. */
const MOST_FAILURES = 3;

/** How long the judge may take, in milliseconds. */
export interface Patience {
  /** For the responses of one operation. 10 s if absent. */
  readonly operationMs?: number;
  /** For all operations together. One minute if absent. */
  readonly totalMs?: number;
}

/** Why there is no judge, and what to do about it. */
export interface NoJudge {
  readonly missing: string;
}

/**
 * Starts Prism's validator for the responses of a contract.
 * @returns why there is no judge, if Prism is not installed
 */
export function loadJudge(contract: Contract, patience: Patience = {}): Judge | NoJudge {
  try {
    require.resolve("@stoplight/prism-http/package.json");
  } catch {
    return { missing: "@stoplight/prism-http is not installed; npm install @stoplight/prism-http@5.12.0 adds it" };
  }
  return new PrismJudge(contract, patience);
}

class PrismJudge implements Judge {
  readonly #contract: Contract;
  readonly #sandbox: Sandbox<Question, Opinions>;
  #failures = 0;
  #leftMs: number;

  constructor(contract: Contract, { operationMs = 10_000, totalMs = 60_000 }: Patience) {
    this.#contract = contract;
    this.#leftMs = totalMs;
    this.#sandbox = new Sandbox("prism/guest", { ms: operationMs, megabytes: MEGABYTES });
    this.#sandbox.start();
  }

  async judge(operation: Operation, responses: readonly JudgedResponse[]): Promise<Judgement> {
    if (this.#failures >= MOST_FAILURES) return { failure: `it failed on ${MOST_FAILURES} operations before` };
    if (this.#leftMs <= 0) return { failure: "its time ran out" };
    const began = performance.now();
    const judgement = await this.#ask(operation, responses);
    this.#leftMs -= performance.now() - began;
    if ("failure" in judgement) this.#failures++;
    return judgement;
  }

  close(): Promise<void> {
    return this.#sandbox.close();
  }

  async #ask(operation: Operation, responses: readonly JudgedResponse[]): Promise<Judgement> {
    const { document } = this.#contract;
    let alone: JsonObject | undefined;
    try {
      alone = operationAlone(document, operation);
    } catch (error) {
      if (error instanceof DocumentError) return { failure: error.message };
      throw error;
    }
    if (alone === undefined) return { failure: "the document has no such operation" };
    const readable = responses.filter(({ text }) => text.length <= MOST_TEXT);
    const asked = readable.map(({ status, headers, text }) => {
      const { content = [] } = responseFor(operation.responses, status) ?? {};
      return { status, headers, text, isJson: content.some(({ name }) => mayBeJson(name)) };
    });
    const answer = await this.#sandbox.ask({ document: alone, responses: asked });
    if ("failure" in answer) return answer;
    const { opinions, heapBytes } = answer.value;
    if (heapBytes > FULL_BYTES) await this.#sandbox.close();
    const of = new Map(readable.map((response, index) => [response, opinions[index]?.map(opinionOf)]));
    return { opinions: responses.map((response) => of.get(response)) };
  }
}

function opinionOf({ message, keyword, path: [part, ...rest] }: Diagnostic): JudgeOpinion {
  // Prism splits Ajv's pointer at its slashes and leaves the steps escaped.
  if (part === "body") return { part, keyword, message, at: rest.map((step) => `/${step}`).join("") };
  if (part === "header") return { part: "headers", keyword, message, at: headerOf(rest, message) };
  return { part: message.includes("media type") ? "media-type" : "status", at: "", keyword, message };
}

/** The header that a diagnostic is about. If it is missing, only the message names it. */
function headerOf(rest: readonly string[], message: string): string {
  return rest[0] ?? /property '([^']+)'/.exec(message)?.[1] ?? "";
}
