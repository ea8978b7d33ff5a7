// Overlays (OpenAPI Overlay 1.0): changes to a document that you cannot, or would rather not, edit.
import { refuseAddress } from "../address.ts";
import { type DocumentProblem, DocumentError, problemAtStart } from "../document.ts";
import type { Location } from "../location.ts";
import { nearestName } from "../nearest-name.ts";
import { type ParsedText, parseText, readText } from "../read.ts";
import { appendPointer } from "../../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { JsonPathError, type Matches, type Select, readJsonPath } from "./json-path.ts";
import { quoted } from "../../json/quote.ts";

/** One change: what to merge into the nodes that a path selects, or that they are removed. */
export interface Action {
  /** The path as written. */
  readonly target: string;
  readonly select: Select;
  /** If absent, the nodes are removed. */
  readonly update?: JsonValue;
  /** The pointer of the action in its file. */
  readonly pointer: string;
}

/** The changes of one file, in order. */
export interface Overlay {
  readonly actions: readonly Action[];
  readonly locate: (pointer: string) => Location;
}

/** Overlays to apply in order, and a callback for actions without effect. */
export interface Overlays {
  readonly list: readonly Overlay[];
  readonly tell: (note: DocumentProblem) => void;
}

/**
 * Reads an overlay.
 * @param name what findings call the file
 * @param matches what `match` and `search` of a target use
 * @throws DocumentError with each place that is wrong
 */
export async function readOverlay(path: string, name: string, matches: Matches): Promise<Overlay> {
  refuseAddress(path);
  const text = readText(path);
  if (typeof text !== "string") throw problemAtStart(name, `the overlay ${text.refused}`);
  const parsed = parseText(text);
  if ("value" in parsed) return overlayOf(parsed, name, matches);
  throw problemAtStart(name, `the overlay ${parsed.fault.message}`, parsed.fault);
}

const FIELDS = ["overlay", "info", "extends", "actions"];
const ACTION_FIELDS = ["target", "description", "update", "remove"];

function overlayOf({ value, locate }: ParsedText, name: string, matches: Matches): Overlay {
  const place = (pointer: string): Location => ({ file: name, ...locate(pointer) });
  const problems: DocumentProblem[] = [];
  const fault = (pointer: string, message: string): void =>
    void problems.push({ pointer, message, location: place(pointer) });
  if (!isObject(value)) throw problemAtStart(name, "an overlay must be an object with overlay: 1.0.0 and actions");
  const { overlay: version, actions } = value;
  if (typeof version !== "string" || !/^1\.0(\.\d+)?$/.test(version)) {
    const seen = version === undefined ? "is missing" : `is ${quoted(version)}`;
    fault("/overlay", `the version of the overlay ${seen}; it must be 1.0.0`);
  }
  unknownFields(value, "", FIELDS, fault);
  const list = Array.isArray(actions) ? (actions as readonly JsonValue[]) : [];
  if (list.length === 0) fault("/actions", "an overlay must have a list of actions");
  const read = list.flatMap((one, index) => readAction(one, appendPointer("/actions", index), fault, matches) ?? []);
  if (problems.length > 0) throw new DocumentError(problems);
  return Object.freeze({ actions: Object.freeze(read), locate: place });
}

type Fault = (pointer: string, message: string) => void;

function readAction(value: JsonValue, pointer: string, fault: Fault, matches: Matches): Action | undefined {
  if (!isObject(value)) {
    fault(pointer, "an action must be an object with target, and update or remove");
    return undefined;
  }
  unknownFields(value, pointer, ACTION_FIELDS, fault);
  const { target, update, remove } = value;
  if (remove !== undefined && typeof remove !== "boolean") fault(`${pointer}/remove`, "remove must be true or false");
  if (remove !== true && update === undefined) fault(pointer, "an action needs update, or remove: true");
  if (typeof target !== "string") {
    fault(pointer, "an action needs a target: a JSONPath such as $.paths['/items'].get");
    return undefined;
  }
  try {
    const select = readJsonPath(target, matches);
    return { target, select, pointer, ...(remove === true || update === undefined ? {} : { update }) };
  } catch (error) {
    if (!(error instanceof JsonPathError)) throw error;
    fault(`${pointer}/target`, `the target ${quoted(target)} is not a JSONPath expression: ${error.message}`);
    return undefined;
  }
}

function unknownFields(value: JsonObject, pointer: string, known: readonly string[], fault: Fault): void {
  for (const name of Object.keys(value)) {
    if (known.includes(name) || name.startsWith("x-")) continue;
    const meant = nearestName(name, known);
    const hint = meant === undefined ? `it knows ${known.join(", ")}` : `did you mean ${quoted(meant)}?`;
    fault(
      appendPointer(pointer, name),
      `${quoted(name)} is not a field of ${pointer === "" ? "an overlay" : "an action"}: ${hint}`,
    );
  }
}
