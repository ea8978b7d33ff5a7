// What a call of the control plane has to work with, and what comes of it.
import type { Contract } from "../../contract/model.ts";
import type { JsonValue } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import type { Journals } from "../../mock/journal/journal.ts";
import type { Mask } from "../../mock/journal/mask.ts";
import type { Refusal } from "../../mock/errors/refusal.ts";
import type { World } from "../../mock/world.ts";
import type { Worlds } from "../../mock/worlds.ts";
import type { Inference } from "../../resource/model.ts";
import type { Visit } from "../routing/endpoint.ts";
import type { Runs } from "./runs.ts";

/** The mock that is steered. */
export interface Steered {
  readonly contract: Contract;
  readonly inference: Inference;
  readonly worlds: Worlds;
  readonly journals: Journals | undefined;
  readonly mask: Mask;
  readonly basePaths: readonly string[];
}

/** Something that lint has to say about the document. */
export interface DocumentFinding {
  readonly rule: string;
  readonly severity: "error" | "warning" | "note";
  readonly message: string;
  readonly fix?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** What only the program can do about the document. */
export interface DocumentActions {
  /** The key that everybody has, to show; absent where somebody chose one, which may be a secret. */
  readonly key?: string;
  /** What lint finds in it. */
  readonly findings?: () => Promise<readonly DocumentFinding[]>;
  /** Reads document and seed again. @returns why they are not served, where they are broken */
  readonly reload?: () => Promise<string | undefined>;
}

/** A call that was found valid. */
export interface Call {
  /** Read anew each time: a document may be reloaded meanwhile. */
  readonly steered: () => Steered;
  readonly actions: DocumentActions;
  /** Absent where nobody may ask for runs. */
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

/** `taken` where the call answers by itself, as a stream does. */
export type Outcome = ControlAnswer | Refusal | "taken";

export type ControlCall = (call: Call) => Outcome | Promise<Outcome>;

/** Calls by the operationId of spec/control.yaml. */
export type ControlCalls = Readonly<Record<string, ControlCall>>;

/** An answer with a body. */
export function told(value: unknown, status = 200): ControlAnswer {
  return { status, text: writeJson(value) };
}

/** The answer of a call that has nothing to tell. */
export const DONE: ControlAnswer = { status: 204 };
