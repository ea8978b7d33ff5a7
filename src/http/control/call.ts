// What a call of the control plane can use, and its outcome.
import type { Contract } from "../../contract/model.ts";
import type { JsonValue } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import type { Journals } from "../../mock/journal/journal.ts";
import type { Mask } from "../../mock/journal/mask.ts";
import type { Refusal } from "../../mock/errors/refusal.ts";
import type { World } from "../../mock/world.ts";
import type { Worlds } from "../../mock/worlds.ts";
import type { Inference } from "../../resource/model.ts";
import type { Turns } from "../routing/turns.ts";
import type { Visit } from "../routing/visit.ts";
import type { Runs } from "./runs.ts";

/** The mock that is controlled. */
export interface Steered {
  readonly contract: Contract;
  readonly inference: Inference;
  readonly worlds: Worlds;
  readonly journals: Journals | undefined;
  /** Hides secrets in what is reported of requests. */
  readonly mask: Mask;
  /** The path prefixes under which the mock serves; the first is the one to show. */
  readonly basePaths: readonly string[];
  /** Present if other processes share the worlds. */
  readonly turns?: Turns | undefined;
}

/** A lint finding about the document. */
export interface DocumentFinding {
  readonly rule: string;
  readonly severity: "error" | "warning" | "note";
  readonly message: string;
  readonly fix?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** Document actions that only the program can perform. */
export interface DocumentActions {
  /** The consoles of other documents of this server: their titles and paths. */
  readonly others?: () => readonly { readonly title: string; readonly path: string }[];
  /** The public default key, to display it; absent if the operator chose a key, which may be a secret. */
  readonly key?: string;
  /** The lint findings. */
  readonly findings?: () => Promise<readonly DocumentFinding[]>;
  /** Reads document and seed again. @returns why they are not served, if they have errors */
  readonly reload?: () => Promise<string | undefined>;
}

/** A call that was found valid. */
export interface Call {
  /** Read anew each time, because a document may be reloaded meanwhile. */
  readonly steered: () => Steered;
  readonly actions: DocumentActions;
  /** Absent if runs are not allowed. */
  readonly runs: Runs | undefined;
  readonly world: World;
  readonly visit: Visit;
  readonly streams: Set<() => void>;
  /** The value of a parameter. */
  readonly value: (name: string) => JsonValue | undefined;
  readonly body: JsonValue | undefined;
}

/** An answer of the control plane. */
export interface ControlAnswer {
  readonly status: number;
  /** The JSON of the body; absent for an answer without one. */
  readonly text?: string;
}

/** `taken` if the call answers by itself, as a stream does. */
export type Outcome = ControlAnswer | Refusal | "taken";

export type ControlCall = (call: Call) => Outcome | Promise<Outcome>;

/** Calls by the operationId of spec/control.yaml. */
export type ControlCalls = Readonly<Record<string, ControlCall>>;

/** An answer with a body. */
export function told(value: unknown, status = 200): ControlAnswer {
  return { status, text: writeJson(value) };
}

/** An answer without content. */
export const DONE: ControlAnswer = { status: 204 };
