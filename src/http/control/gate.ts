// Where the control plane begins: which paths are its own. All else is loaded with the first call, so that a mock which
// nobody steers starts as soon as ever.
import type { ControlGate, Directory } from "../routing/dispatch.ts";
import type { Visit } from "../routing/endpoint.ts";
import type { Expectation } from "../routing/route.ts";
import type { DocumentActions, Steered } from "./call.ts";
import type { Runs } from "./runs.ts";

/** Where the control plane is unless said otherwise; its version follows. */
export const DEFAULT_CONTROL_PATH = "/_";
const VERSION = "/api/v1";

/** How the control plane is reached. */
export interface ControlOptions {
  /** The prefix of its paths: "/_", or another one. */
  readonly path?: string;
  /** What a caller has to present; absent where only this machine can call. */
  readonly token?: string;
  readonly actions?: DocumentActions;
  /** Lets the console run suite and gate; only for a mock that nobody else can reach. */
  readonly runs?: Runs;
}

export interface ControlParts {
  readonly options: ControlOptions;
  readonly steered: () => Steered;
  /** What finds the world of a request. */
  readonly directory: () => Pick<Directory, "sessions" | "worlds">;
  readonly fail: (visit: Visit, error: unknown) => void;
  /** Loads what answers. */
  readonly load: () => Promise<LoadPlane>;
}

/** Prepares what answers calls. @param streams gets what ends the answers that do not end by themselves */
export type LoadPlane = (parts: ControlParts, prefix: string, streams: Set<() => void>) => Promise<Loaded>;

/** How a call was asked. */
export interface HowAsked {
  readonly method: string;
  readonly expectation: Expectation;
}

/** What answers calls, once it is loaded. */
export interface Loaded {
  answer(visit: Visit, how: HowAsked): void;
}

/** The way to the control plane of a mock. */
export class LazyControl implements ControlGate {
  readonly #parts: ControlParts;
  readonly #prefix: string;
  /** What ends the answers that do not end by themselves. */
  readonly #streams = new Set<() => void>();
  #plane: Promise<Loaded> | undefined;

  constructor(parts: ControlParts) {
    this.#parts = parts;
    this.#prefix = `${parts.options.path ?? DEFAULT_CONTROL_PATH}${VERSION}`;
  }

  owns(path: string): boolean {
    return path.startsWith(this.#prefix) && (path.length === this.#prefix.length || path[this.#prefix.length] === "/");
  }

  answer(visit: Visit, how: HowAsked): void {
    visit.isSilent = true;
    // No page may read an answer but one that this server has sent itself.
    visit.origin = null;
    this.#load()
      .then((plane) => plane.answer(visit, how))
      .catch((error: unknown) => this.#parts.fail(visit, error));
  }

  /** Ends what would not end by itself. */
  close(): void {
    for (const end of this.#streams) end();
  }

  #load(): Promise<Loaded> {
    this.#plane ??= this.#parts.load().then((plane) => plane(this.#parts, this.#prefix, this.#streams));
    return this.#plane;
  }
}

/** The paths of a document that come before the control plane, as they stand in the way of some of its paths. */
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
