// The single faults of a refused request, in whatever list an error body has for them: one entry for each, with its
// place, code and sentence.
import { pointerSteps } from "../../json/pointer.ts";
import { type JsonObject, type JsonValue } from "../../json/value.ts";
import { type SchemaNode, isType, mayBe } from "../../schema/normal/schema-node.ts";
import { chooseCode } from "./codes.ts";
import { type Fault, type Refusal, errorCode } from "./refusal.ts";

/** Names of lists of faults. */
const LISTS =
  /^(errors?|violations?|details?|fields?|issues?|problems?|messages?|causes?|reasons?|(invalid|field|validation|param|error)_?(params?|parameters|fields|errors|violations|details))$/i;
const FIELDS =
  /^(field|path|param|parameter|property|pointer|name|loc|attribute|key|source|target|(property|instance|json)_?path|field_?name)$/i;
const POINTERS = /pointer|instance_?path|json_?path/i;
const PLACES = /^(in|location|location_?type)$/i;
const CODES = /^(code|type|error_?code|rule|keyword|kind|constraint)$/i;
const MESSAGES = /^(message|detail|msg|description|reason|error|text|issue|user_?message|error_?message)$/i;
const STATUSES = /^(status|status_?code|http_?status)$/i;

/** Writes what one property says about the faults of a refusal; undefined for one that says nothing about them. */
export type TellFaults = (refusal: Refusal, status: number) => JsonValue | undefined;

/** How a property of an error body tells faults; undefined if it does not. */
export function faultTeller(name: string, node: SchemaNode, isRequired: boolean): TellFaults | undefined {
  const { items } = node;
  // A text, or a list of what is wrong: the list says more.
  const list = items === undefined ? listAmong(node) : undefined;
  if (list !== undefined) return faultTeller(name, list, false);
  const tell =
    (write: (faults: readonly Fault[], status: number) => JsonValue): TellFaults =>
    (refusal, status) => {
      const faults = faultsOf(refusal);
      return faults.length === 0 && !isRequired
        ? undefined
        : write(faults.length === 0 ? [whole(refusal)] : faults, status);
    };
  if (items !== undefined && mayBe(items, "object") && items.properties.size > 0) {
    const names = [...items.properties.keys()];
    if (!LISTS.test(name) && !names.some((one) => MESSAGES.test(one))) return undefined;
    return tell((faults, status) => faults.map((fault) => entryOf(items, fault, status)));
  }
  if (items !== undefined && isType(items, "string") && LISTS.test(name))
    return tell((faults) => faults.map(({ path, message }) => sentence(path, message)));
  const isMap = isType(node, "object") && node.properties.size === 0 && LISTS.test(name);
  if (isMap) return tell((faults) => mapOf(faults));
  return undefined;
}

const listAmong = ({ alternatives }: SchemaNode): SchemaNode | undefined =>
  alternatives.flatMap(({ branches }) => branches).find((one) => one.items !== undefined);

/** The place of the first fault, for an error that names only one: `param`, `source.pointer`. */
export function firstField(name: string, node: SchemaNode, refusal: Refusal): JsonValue | undefined {
  const [first] = faultsOf(refusal);
  return first === undefined || !FIELDS.test(name) || /^(name|key)$/i.test(name)
    ? undefined
    : fieldOf(name, node, first);
}

/** The faults of a refusal: those of the body, or the parameter that is wrong. */
function faultsOf({ faults, where, why }: Refusal): readonly Fault[] {
  if (faults !== undefined) return faults;
  const [, place, rest] = /^(body|query|path|header|cookie) (.+)$/.exec(where) ?? [];
  if (place === undefined || rest === undefined) return [];
  const path = place === "body" ? pointerSteps(rest) : [rest];
  return [{ place, path, keyword: "invalid", message: why }];
}

/** The refusal as a fault of the whole request. */
function whole({ kind, where, why }: Refusal): Fault {
  return { place: where, path: [], keyword: errorCode(kind), message: why };
}

function entryOf({ properties, form }: SchemaNode, fault: Fault, status: number): JsonObject {
  const names = [...properties.keys()];
  const isCoded = names.some((one) => /^(message|detail|msg)$/i.test(one));
  const isMessage = (name: string): boolean =>
    (MESSAGES.test(name) && !(isCoded && /^(reason|error)$/i.test(name))) ||
    (name === "title" && !names.some((one) => MESSAGES.test(one)));
  const valueOf = (name: string, node: SchemaNode): JsonValue | undefined => {
    if (isMessage(name) && isType(node, "string"))
      return node.form.values === undefined ? fault.message : chooseCode(snake(fault.keyword), node, status);
    if (name === "title") return "Invalid value";
    if (PLACES.test(name) && isType(node, "string")) return chooseCode(fault.place, node, status);
    if (FIELDS.test(name)) return fieldOf(name, node, fault);
    if ((CODES.test(name) || /^(reason|error)$/i.test(name)) && isType(node, "string"))
      return chooseCode(snake(fault.keyword), node, status);
    if (STATUSES.test(name)) return isType(node, "string") ? String(status) : status;
    return form.required.has(name) && isType(node, "string") ? fault.message : undefined;
  };
  const entries = [...properties].map(([name, node]) => [name, valueOf(name, node)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));
}

function fieldOf(name: string, node: SchemaNode, { place, path }: Fault): JsonValue | undefined {
  if (isType(node, "array")) {
    const { items } = node;
    const isCounted =
      items !== undefined &&
      mayBeText(items) &&
      [items, ...items.alternatives.flatMap(({ branches }) => branches)].some(
        (one) => one.types?.includes("integer") === true,
      );
    return [place, ...path.map((step) => (isCounted && /^\d{1,6}$/.test(step) ? Number(step) : step))];
  }
  if (isType(node, "object")) {
    const pointed = [...node.properties].flatMap(([one, inner]): [string, JsonValue][] => {
      if (one === "parameter") return place === "body" ? [] : [[one, path.join(".")]];
      if (!FIELDS.test(one) || (one === "pointer" && place !== "body")) return [];
      const value = fieldOf(one, inner, { place, path, keyword: "", message: "" });
      return value === undefined ? [] : [[one, value]];
    });
    return pointed.length === 0 ? undefined : Object.fromEntries(pointed);
  }
  if (!mayBeText(node)) return undefined;
  return POINTERS.test(name) ? path.map((step) => `/${step}`).join("") : path.length === 0 ? place : path.join(".");
}

/** True for a text, also among alternatives; false for alternatives of objects, such as `source`. */
function mayBeText(node: SchemaNode): boolean {
  if (node.types !== undefined || node.alternatives.length === 0) return mayBe(node, "string");
  return node.alternatives.every(({ branches }) => branches.some((one) => one.types?.includes("string") === true));
}

/** The messages for each field, as forms show them. */
function mapOf(faults: readonly Fault[]): JsonObject {
  const names = [...new Set(faults.map(({ path, place }) => path.join(".") || place))];
  const messages = (name: string): JsonValue[] =>
    faults.filter(({ path, place }) => (path.join(".") || place) === name).map(({ message }) => message);
  return Object.fromEntries(names.map((name) => [name, messages(name)]));
}

function sentence(path: readonly string[], message: string): string {
  return path.length === 0 ? message : `${path.join(".")} ${message}`;
}

function snake(keyword: string): string {
  return keyword.replaceAll(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
}
