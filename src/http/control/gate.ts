// Decides which paths belong to the control plane. The rest is loaded with the first call, so that it does not slow
// down the start of a mock that nobody controls.
import type { ControlGate, Directory } from "../routing/dispatch.ts";
import type { Visit } from "../routing/visit.ts";
import type { Expectation } from "../routing/route.ts";
import type { DocumentActions, Steered } from "./call.ts";
import type { Runs } from "./runs.ts";

/** The default prefix of the control plane; its version follows. */
export const DEFAULT_CONTROL_PATH = "/_";
const VERSION = "/api/v1";

/** How to reach the control plane. */
export interface ControlOptions {
  /** The prefix of its paths: "/_", or another one. */
  readonly path?: string;
  /** What the console's own page sends; by default, nobody else has it. Several processes behind one address share it. */
  readonly proof?: string;
  /** The credential that a caller must send; absent if only this machine can call. */
  readonly token?: string;
  readonly actions?: DocumentActions;
  /** Lets the console run suite and gate; only for a mock that is not reachable from outside. */
  readonly runs?: Runs;
}

export interface ControlParts {
  readonly options: ControlOptions;
  readonly steered: () => Steered;
  /** Finds the world of a request. */
  readonly directory: () => Pick<Directory, "sessions" | "worlds">;
  readonly fail: (visit: Visit, error: unknown) => void;
  /** Loads the code that answers. */
  readonly load: () => Promise<LoadPlane>;
}

/** Includes what the console's own page knows. */
export interface PlaneParts extends ControlParts {
  readonly proof: () => string;
}

/** Prepares the calls. @param streams receives the functions that end open-ended answers */
export type LoadPlane = (parts: PlaneParts, prefix: string, streams: Set<() => void>) => Promise<Loaded>;

/** How a call was made. */
export interface HowAsked {
  readonly method: string;
  readonly expectation: Expectation;
}

/** Answers calls, once it is loaded. */
export interface Loaded {
  answer(visit: Visit, how: HowAsked): void;
}

/** The entrance to the control plane of a mock. */
export class LazyControl implements ControlGate {
  readonly #parts: ControlParts;
  readonly #prefix: string;
  /** The functions that end open-ended answers. */
  readonly #streams = new Set<() => void>();
  #plane: Promise<Loaded> | undefined;
  #proof: string | undefined;

  constructor(parts: ControlParts) {
    this.#parts = parts;
    this.#prefix = `${parts.options.path ?? DEFAULT_CONTROL_PATH}${VERSION}`;
  }

  get proof(): string {
    return (this.#proof ??= this.#parts.options.proof ?? crypto.randomUUID());
  }

  owns(path: string): boolean {
    return path.startsWith(this.#prefix) && (path.length === this.#prefix.length || path[this.#prefix.length] === "/");
  }

  answer(visit: Visit, how: HowAsked): void {
    visit.isSilent = true;
    // Only a page that this server itself has sent may read an answer.
    visit.origin = null;
    this.#load()
      .then((plane) => plane.answer(visit, how))
      .catch((error: unknown) => this.#parts.fail(visit, error));
  }

  /** Ends open-ended answers. */
  close(): void {
    for (const end of this.#streams) end();
  }

  #load(): Promise<Loaded> {
    this.#plane ??= this.#parts
      .load()
      .then((plane) => plane({ ...this.#parts, proof: () => this.proof }, this.#prefix, this.#streams));
    return this.#plane;
  }
}

/** The paths of a document that take precedence over the control plane, because they match some of its paths. */
export function collisions(templates: Iterable<string>, path: string = DEFAULT_CONTROL_PATH): string[] {
  const own = `${path}${VERSION}`.split("/");
  return [...templates].filter((template) => {
    const segments = template.split("/");
    return (
      segments.length > own.length &&
      own.every((part, at) => segments[at] === part || segments[at]?.includes("{") === true)
    );
  });
}
