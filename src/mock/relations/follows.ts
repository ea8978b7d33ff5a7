// What follows from other properties of the same thing: its full name, its slug, what is left of a capacity, the address of a
// part that the document has a path for.
import type { Document } from "../../document/document.ts";
import { type JsonObject, type JsonValue, type Scalar, isObject, ownValue, scalarText } from "../../json/value.ts";
import { parameterIn, parametersIn, plainName, stepsOf, wordsOf, thingOf } from "../../resource/paths.ts";
import type { Resource } from "../../resource/model.ts";
import { type SchemaNode, isType, mayBe } from "../../schema/normal/schema-node.ts";
import { type Rule, live } from "./references.ts";
import type { Total } from "./totals.ts";
import { partsOfName } from "./users.ts";
import { isStateName, flagName } from "../../document/names.ts";

/** The name of somebody with a first and a last name. */
export function fullNameOf(name: string, around: ReadonlyMap<string, SchemaNode>): Total | undefined {
  if (!/^(full|display|complete)?name$/.test(plainName(name))) return undefined;
  const [first, last] = partsOfName((isPart) => [...around.keys()].find(isPart));
  if (first === undefined || last === undefined) return undefined;
  return (object) => {
    const parts = [ownValue(object, first), ownValue(object, last)].filter((one) => typeof one === "string");
    return parts.length === 0 ? undefined : parts.join(" ");
  };
}

/** `summary` that only the service writes: the name of the thing. */
export function summaryOf(name: string, part: SchemaNode, around: ReadonlyMap<string, SchemaNode>): Rule | undefined {
  if (!/^(summary|display(name|label))$/.test(plainName(name)) || !part.annotations.readOnly) return undefined;
  const source = ["name", "title", "label"].find((one) => around.has(one) && one !== name);
  if (source === undefined || !isType(part, "string")) return undefined;
  return live((object, { root }) => {
    const own = ownValue(object, source) ?? (root === undefined ? undefined : ownValue(root, source));
    return typeof own === "string" && own !== "" ? own : undefined;
  });
}

/** `slug` of a new thing, from its title or its name. */
export function slugOf(name: string, around: ReadonlyMap<string, SchemaNode>): Rule | undefined {
  if (!/^(url)?slug$/.test(plainName(name))) return undefined;
  const source = ["title", "name", "label"].find((one) => around.has(one));
  if (source === undefined) return undefined;
  const valueOf: Rule["valueOf"] = (object, { isNew }) => {
    const own = ownValue(object, source);
    const slug = isNew && typeof own === "string" ? slugged(own) : "";
    return slug === "" ? undefined : slug;
  };
  return { isLive: false, valueOf };
}

const slugged = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

const LEFT = /^(?:available|remaining|free)([a-z]*)$|^([a-z]*?)(?:left|available|remaining|free)$/;
const WHOLE =
  /^(?:total|max|maximum)?(?:capacity|seats|places|spots|tickets|copies|units|rooms|stock|quantity|limit|total)(?:count|total)?$/;

/** `seatsLeft`: all of a new thing, and never more than there are. */
export function leftOf(name: string, part: SchemaNode, around: ReadonlyMap<string, SchemaNode>): Rule | undefined {
  const [, before, after] = LEFT.exec(plainName(name)) ?? [];
  const thing = before ?? after;
  if (thing === undefined || !mayBe(part, "integer") || isType(part, "boolean")) return undefined;
  const wholes = [...around.keys()].filter((one) => one !== name && WHOLE.test(plainName(one)));
  const whole = wholes.find((one) => thing !== "" && plainName(one).includes(thing)) ?? wholes[0];
  if (whole === undefined) return undefined;
  return live((object, { isNew, sent }) => {
    const [most, own] = [ownValue(object, whole), ownValue(object, name)];
    if (typeof most !== "number" || typeof own !== "number") return undefined;
    return (isNew && sent !== undefined) || own > most ? most : undefined;
  });
}

/** `pdfUrl`, where the document has a path for it: "/invoices/{id}/pdf". */
export function addressOf(
  document: Document,
  { name, part, server }: { readonly name: string; readonly part: SchemaNode; readonly server: string },
  own: Resource,
): Rule | undefined {
  const words = wordsOf(name);
  if (words.length < 2 || !/^(url|uri|link|href)$/.test(words.at(-1) ?? "") || !mayBe(part, "string")) return undefined;
  if (part.form.formats.length > 0 && !server.includes("://")) return undefined;
  const tail = words.slice(0, -1).join("");
  const thing = thingOf(own.name);
  const path = Object.entries<JsonValue>(pathsIn(document)).find(([one, item]) => {
    const [collection = "", id = "", last = "", more] = stepsOf(one);
    if (more !== undefined || parameterIn(id) === undefined || !isObject(item) || item["get"] === undefined)
      return false;
    return plainName(last) === tail && thingOf(collection) === thing;
  })?.[0];
  const [step] = own.identifier.steps;
  if (path === undefined || step === undefined) return undefined;
  return live((object, { isNew }) => {
    const id = ownValue(object, step);
    return id === undefined || (isNew && server === NOWHERE)
      ? undefined
      : server + path.replace(/\{[^{}]*\}/, encodeURIComponent(scalarText(id as Scalar)));
  });
}

/**
 * A link to what is below the thing: `links.prescriptions`, where the document has "/patients/{id}/prescriptions".
 * @param called what it leads to, if the property is only its `href`
 */
export function linkBelow(
  document: Document,
  { name, part, called = name }: { readonly name: string; readonly part: SchemaNode; readonly called?: string },
  own: Resource,
): Rule | undefined {
  const { itemPath, identifier } = own;
  const [step] = identifier.steps;
  if (
    itemPath === undefined ||
    step === undefined ||
    !mayBe(part, "string") ||
    parametersIn(stepsOf(itemPath)).length > 1
  )
    return undefined;
  const wanted = plainName(called).replace(/(url|uri|link|href)$/, "");
  const path = Object.keys(pathsIn(document)).find(
    (one) =>
      one.startsWith(`${itemPath}/`) &&
      !one.slice(itemPath.length + 1).includes("/") &&
      plainName(one.slice(itemPath.length)) === wanted,
  );
  if (path === undefined) return undefined;
  return live((object, { root, isNew }) => {
    const [id, former] = [root && ownValue(root, step), ownValue(object, name)];
    if (id === undefined || typeof former !== "string") return undefined;
    const server = serverOf(document, former.includes("://"));
    // The mock's own address is known only where it answers.
    if (isNew && server === NOWHERE) return undefined;
    return server + path.replace(/\{[^{}]*\}/, encodeURIComponent(scalarText(id as Scalar)));
  });
}

/** What a state is called that a flag tells of, too. */
const ENDED = new Set("done completed complete finished closed resolved".split(" "));

/** `completed` of a thing whose `status` has such a state. */
export function flagOf(name: string, part: SchemaNode, around: ReadonlyMap<string, SchemaNode>): Rule | undefined {
  if (!isType(part, "boolean")) return undefined;
  const flag = flagName(name);
  const isSame = (state: JsonValue): boolean =>
    typeof state === "string" && (plainName(state) === flag || (ENDED.has(flag) && ENDED.has(plainName(state))));
  const state = [...around].find(([one, { form }]) => isStateName(one) && form.values?.some(isSame) === true)?.[0];
  if (state === undefined) return undefined;
  const valueOf: Rule["valueOf"] = (object, { isNew, sent }) => {
    const own = ownValue(object, state);
    return isNew && sent === undefined && own !== undefined ? isSame(own) : undefined;
  };
  return { isLive: false, valueOf };
}

function pathsIn({ root }: Document): JsonObject {
  const paths = ownValue(root, "paths");
  return isObject(paths) ? paths : {};
}

/** The host of documents that name none; answers show the mock's in its place. */
export const NOWHERE = "http://mock.invalid";

/** The address that the paths of a document are below, or only its path. */
export function serverOf({ root }: Document, isWhole: boolean): string {
  const servers = isObject(root) ? ownValue(root, "servers") : undefined;
  const first = Array.isArray(servers) ? (servers as readonly JsonValue[])[0] : undefined;
  const url = isObject(first) ? ownValue(first, "url") : "";
  if (typeof url !== "string" || url.includes("{")) return "";
  if (isWhole && !url.includes("://")) return NOWHERE;
  const whole = url.replace(/\/$/, "");
  return isWhole ? whole : whole.replace(/^[a-z]+:\/\/[^/]*/i, "");
}
