// Links of a thing: to its parts and to what is below it, which the document has paths for, and to the things they are called
// after.
import { namesInPath } from "../../../contract/parameters.ts";
import type { Document } from "../../../document/document.ts";
import { type JsonObject, type JsonValue, type Scalar, isObject, ownValue, scalarText } from "../../../json/value.ts";
import { only } from "../../../json/parts.ts";
import {
  filledPath,
  isVerb,
  parameterIn,
  parametersIn,
  plainName,
  stepsOf,
  thingOf,
  wordsOf,
} from "../../../resource/paths.ts";
import type { Resource } from "../../../resource/model.ts";
import { type SchemaNode, mayBe, propertiesIn } from "../../../schema/normal/schema-node.ts";
import { type Rule, live } from "../rule.ts";
import { chosen, referenceIn } from "./references.ts";
import type { Targets } from "./targets.ts";

/** `pdfUrl`, where the document has a path for it: "/invoices/{id}/pdf". */
export function addressOf(
  document: Document,
  { name, part, server }: { readonly name: string; readonly part: SchemaNode; readonly server: string },
  own: Resource,
): Rule | undefined {
  const words = wordsOf(name);
  const isCalled = name === "href" || (name === "url" && part.annotations.readOnly);
  const isOwn = isCalled && own.scope.length === 0 && own.operations.fetch !== undefined;
  if (words.length < 2 && !isOwn) return undefined;
  if (!/^(url|uri|link|href)$/.test(words.at(-1) ?? "") || !mayBe(part, "string")) return undefined;
  if (part.form.formats.length > 0 && !server.includes("://")) return undefined;
  const tail = words.slice(0, -1).join("");
  const thing = thingOf(own.name);
  const below = Object.entries<JsonValue>(pathsIn(document)).find(([one, item]) => {
    const [collection = "", id = "", last = "", more] = stepsOf(one);
    if (more !== undefined || parameterIn(id) === undefined || !isObject(item) || item["get"] === undefined)
      return false;
    return plainName(last) === tail && thingOf(collection) === thing;
  })?.[0];
  const path = isOwn ? own.itemPath : below;
  const [step] = own.identifier.steps;
  if (path === undefined || step === undefined) return undefined;
  return live((object, { isNew }) => {
    const id = ownValue(object, step);
    return id === undefined || (isNew && server === NOWHERE) ? undefined : server + placed(path, id);
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
    return server + placed(path, id);
  });
}

/** The links of a thing in a list: to itself, and one for each of its actions: `{ rel: "cancel", href, method: "POST" }`. */
export function linkList(document: Document, name: string, { items }: SchemaNode, own: Resource): Rule | undefined {
  const parts = items && propertiesIn(items);
  const { itemPath, identifier } = own;
  const [step] = identifier.steps;
  if (!/^_?links$/i.test(name) || parts?.has("rel") !== true || !parts.has("href")) return undefined;
  if (itemPath === undefined || step === undefined || parametersIn(stepsOf(itemPath)).length > 1) return undefined;
  const deeds = Object.entries<JsonValue>(pathsIn(document)).flatMap(([path, item]) => {
    const deed = path.startsWith(`${itemPath}/`) ? path.slice(itemPath.length + 1) : "/";
    const isDeed = !/[/{]/.test(deed) && isVerb(deed) && isObject(item) && item["post"] !== undefined;
    return isDeed ? [{ deed, path }] : [];
  });
  return live((object, { isNew }) => {
    const [id, former] = [ownValue(object, step), ownValue(object, name)];
    const like = Array.isArray(former) ? (former as readonly JsonValue[]).find((one) => isObject(one)) : undefined;
    const server = serverOf(document, true);
    if (id === undefined || !isObject(like) || (isNew && server === NOWHERE)) return undefined;
    const linkOf = (rel: string, path: string, method: string): JsonObject => {
      const told: JsonObject = { rel, href: server + placed(path, id), method };
      return { ...like, ...only(told, (one) => parts.has(one)) };
    };
    return [linkOf("self", itemPath, "GET"), ...deeds.map(({ deed, path }) => linkOf(deed, path, "POST"))];
  });
}

/** The address of the thing that a link is called after. */
export function linkTo(document: Document, targets: Targets, called: string): Rule | undefined {
  const target = targets.named(wordsOf(called), true);
  if (target?.itemPath === undefined || namesInPath(target.itemPath).length !== 1) return undefined;
  const { itemPath, collection } = target;
  return live((object, relating) => {
    const former = ownValue(object, "href");
    const id = referenceIn(called, relating.root) ?? (relating.isNew ? chosen(relating, target, called) : undefined);
    if (typeof former !== "string" || id === undefined) return undefined;
    const at = former.lastIndexOf(`${collection}/`);
    const server = at === -1 ? serverOf(document, former.includes("://")) : former.slice(0, at);
    return server + placed(itemPath, id);
  });
}

/** A path with an identifier in place of its parameter. */
const placed = (path: string, id: JsonValue): string => filledPath(path, encodeURIComponent(scalarText(id as Scalar)));

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
