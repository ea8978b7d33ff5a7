// Finds the property that identifies an item.
import { type Document, descriptionAt } from "../../document/document.ts";
import { appendPointer } from "../../json/pointer.ts";
import { isLeaf, scalarText } from "../../json/value.ts";
import type { Parameter } from "../../contract/model.ts";
import { integersOf } from "../../schema/keywords/numbers.ts";
import { type SchemaNode, isType, propertiesIn, schemaAt } from "../../schema/normal/schema-node.ts";
import { isFreeForm, ofAnyKind, partOf } from "./envelope.ts";
import type { Identifier, ItemProperty } from "../model.ts";
import { plainName, singular, thingOf, wordsOf } from "../paths.ts";
import type { Schema } from "../../schema/model.ts";

/** Where to look for the identifier of an item. */
export interface IdentifierSearch {
  readonly document: Document;
  readonly item: Schema;
  readonly collection: string;
  /** The path parameter of the item path, if any. */
  readonly parameter: Parameter | undefined;
  /** The body of a create request, if any: the item in it. */
  readonly body: SchemaNode | undefined;
  /** The property named by `x-resource`. */
  readonly wanted: string | undefined;
}

/** The properties of an item, each with its own validator. */
export function itemProperties(document: Document, item: Schema): ItemProperty[] {
  const node = schemaAt(document, item.pointer, "response");
  // Besides the property itself, lists may be sorted, searched and filtered by it.
  node.pay(3);
  const { home, form } = node;
  const properties = propertiesIn(node);
  const described = [...properties].map(([name, { pointer }]) => [name, pointer] as const);
  // A property that is required but not described may be anything, but it must be there.
  const others = [...form.required].filter((name) => !properties.has(name));
  const pointers = [...described, ...others.map((name) => [name, appendPointer(home, "properties", name)] as const)];
  return pointers.map(([name, pointer]) => {
    const schema = partOf(item, { steps: [name], inList: false }, false, pointer);
    return {
      name,
      required: form.required.has(name),
      hidden: properties.get(name)?.annotations.writeOnly === true,
      schema: node.properties.has(name) ? schema : ofAnyKind(schema),
    };
  });
}

/**
 * Finds the identifier of an item: the property named like the path parameter; "id"; the parameter's name without the
 * item's ("itemId" in /items gives "id"); a few common names; any of these in `metadata`.
 * @returns undefined if items show none
 */
export function findIdentifier(search: IdentifierSearch): Identifier | undefined {
  const { document } = search;
  const node = schemaAt(document, search.item.pointer, "response");
  const first = candidates(search).find((path) => kindOf(nodeOf(node, path)) !== undefined);
  const isNumber = first !== undefined && kindOf(nodeOf(node, first)) === "integer";
  const steps = (isNumber ? calledBy(search) : undefined) ?? first;
  const own = steps === undefined ? undefined : nodeOf(node, steps);
  const kind = kindOf(own);
  if (steps === undefined || own === undefined || kind === undefined) return undefined;
  const parameter = parameterNode(search);
  const property = steps.join(".");
  return Object.freeze({
    property,
    steps,
    schema: partOf(search.item, { steps, inList: false }, false, own.pointer),
    kind,
    ...(kind === "text" ? { under: lastStep(search.collection) } : {}),
    ...choiceOf(search.body, steps, kind),
    ...(kind === "integer" ? rangeOf(own, parameter) : {}),
    ...alsoIn(search, node, property),
    ...(search.parameter === undefined ? {} : { parameter: search.parameter }),
  });
}

/** The identifier of items that do not show it: only the path parameter contains it. */
export function hiddenIdentifier(search: IdentifierSearch): Identifier {
  const { parameter } = search;
  const node = parameterNode(search);
  const kind = (node === undefined ? undefined : kindOf(node)) ?? "text";
  // A free item has whatever the client sends, and shows the identifier that it chose or was given.
  if (
    parameter !== undefined &&
    kind === "text" &&
    isFreeForm(schemaAt(search.document, search.item.pointer, "response"))
  )
    return Object.freeze({ property: "id", steps: ["id"], schema: parameter.schema, kind, kept: true, parameter });
  const anything: Schema = Object.freeze({ pointer: search.item.pointer, origin: "absent", validate: () => [] });
  return Object.freeze({
    property: "",
    steps: [],
    schema: parameter?.schema ?? anything,
    kind,
    ...(kind === "integer" && node !== undefined ? rangeOf(node, undefined) : {}),
    ...(parameter === undefined ? {} : { parameter }),
  });
}

/** The last step of a collection's path that is no parameter. */
function lastStep(collection: string): string {
  return collection.split("/").findLast((step) => step !== "" && !step.startsWith("{")) ?? "";
}

function parameterNode({ document, parameter }: IdentifierSearch): SchemaNode | undefined {
  return parameter === undefined ? undefined : schemaAt(document, parameter.schema.pointer, "request");
}

function nodeOf(node: SchemaNode, steps: readonly string[]): SchemaNode | undefined {
  let found: SchemaNode | undefined = node;
  for (const step of steps) found = found && propertiesIn(found).get(step);
  return found;
}

/**
 * Names of identifiers that services assign. Other strings are natural keys, which the client that adds an item may
 * know.
 */
const ASSIGNED = /^(_?id|uuid|guid|gid|sid|uid|.*[a-z_](Id|ID|_id|Uuid|_uuid|Gid|Sid))$/;

/** How texts say that the client may choose an identifier, and that the service else does. */
const CHOICE =
  /\b(of your (own )?(choice|choosing)|you (may|can|could) (choose|specify|provide|supply|set)|if (it is )?(omitted|absent|missing|left out|not (given|set|specified|provided|supplied|sent))|(client|user|custom|caller)[- ](chosen|defined|supplied|provided|generated))\b/i;

/**
 * The client chooses an identifier that the body must have and that is not readOnly. An optional natural key is kept if
 * sent.
 */
export function choiceOf(
  body: SchemaNode | undefined,
  steps: readonly string[],
  kind: Identifier["kind"],
): Pick<Identifier, "chosen" | "kept"> {
  let sent = body;
  for (const [index, step] of steps.entries()) {
    const own = sent && propertiesIn(sent).get(step);
    if (sent === undefined || own === undefined || own.annotations.readOnly) return {};
    const isRequired = sent.form.required.has(step);
    if (index === steps.length - 1) {
      if (isRequired) return { chosen: true };
      const isLeft = CHOICE.test(own.annotations.description ?? "");
      return kind === "text" && (isLeft || !ASSIGNED.test(step)) ? { kept: true } : {};
    }
    sent = own;
  }
  return {};
}

function candidates({ wanted, parameter, collection, item, document, body }: IdentifierSearch): string[][] {
  if (wanted !== undefined) return [[wanted], wanted.split(".")];
  const paths: string[][] = [];
  const said = parameter === undefined ? undefined : calledInText(document, parameter);
  const add = (...names: readonly string[]): void => void paths.push(...names.map((name) => [name]));
  const last = lastStep(collection);
  const one = singular(last);
  const own = [...propertiesIn(schemaAt(document, item.pointer, "response")).keys()];
  const alike = (name: string): string[] => own.filter((property) => plainName(property) === plainName(name));
  if (parameter !== undefined) {
    if (isOfClient(alike(parameter.name), own, body)) add("id");
    add(parameter.name, camel(parameter.name), snake(parameter.name), ...alike(parameter.name));
    if (said !== undefined) add(...alike(said));
    // "event_exception_id" for {exception_id}.
    const asked = plainName(parameter.name);
    if (/.id$/.test(asked)) {
      // "id" rather than "parent_folder_id" for {folder_id} of folders.
      if (isOwn(parameter.name, one) && own.includes("id")) add("id");
      add(...own.filter((name) => plainName(name).endsWith(asked)));
    }
    // "name" for {repo} of /repos/{owner}/{repo}: a path with two parameters in a row is read by people.
    if (isRow(collection) && isOwn(`${parameter.name}_id`, one) && isText(document, parameter)) add(...NATURAL);
    // "name" for {username}.
    if (asked.startsWith(plainName(one))) add(...alike(asked.slice(plainName(one).length)));
    // "number" for {index} of an issue.
    if (asked === "index") add("number");
    // "external_id" for {external_customer_id}.
    const words = wordsOf(parameter.name);
    if (words.length > 2) add(...alike(words.filter((word) => word !== thingOf(last)).join("_")));
    const tail = TAIL.exec(parameter.name)?.[1]?.toLowerCase();
    // "user.id" for {user_id} of a member that is a user and more.
    const [holder] = tail === undefined ? [] : alike(parameter.name.slice(0, -tail.length));
    if (holder !== undefined && tail !== undefined && !own.includes(tail)) paths.push([holder, tail]);
    if (tail !== undefined) add(tail);
    if (tail !== undefined && tail !== "id") add(...alike(`${one}${tail}`));
    if (parameter.name.toLowerCase() === "name" || tail === "name") paths.push(["metadata", "name"]);
  }
  add("id", "uuid", "_id", "ID", "Id", `${one}Id`, `${one}_id`, ...alike(`${one}Id`), "gid", "sid", "guid", "uid");
  // Nothing leads to one alone, but others refer to it by that: the `slug` of a region.
  if (parameter === undefined) add("slug", "code", "key");
  // If a path uses the item's name as its parameter and nothing else identifies items, a name does.
  if (parameter !== undefined && (isOwn(parameter.name, one) || isOwn(`${parameter.name}_id`, one))) {
    add(...NATURAL, ...own.filter((name) => /^[a-z]+(_id|Id|ID)$/.test(name) && isOwn(name, one)));
    paths.push(["metadata", "id"], ["metadata", "name"], ["metadata", "uid"]);
  }
  return paths;
}

/** True for a number that clients may give things beside the `id` that the service gives: `company_id` of a company. */
function isOfClient([name]: readonly string[], own: readonly string[], body: SchemaNode | undefined): boolean {
  if (name === undefined || name === "id" || body === undefined || !own.includes("id")) return false;
  const sent = propertiesIn(body);
  return sent.get(name)?.annotations.readOnly === false && !sent.has("id") && !body.form.required.has(name);
}

const NATURAL = ["slug", "key", "code", "name"];
const LOGINS = ["username", "login", "handle"];

/**
 * The text by which a path calls a thing that also has a number: the `name` of /orgs/{org}, the `login` of
 * /users/{username}. What a creation must have goes first.
 */
function calledBy({ document, item, collection, parameter, body, wanted }: IdentifierSearch): string[] | undefined {
  if (wanted !== undefined || parameter === undefined || /id$/i.test(parameter.name)) return undefined;
  const { form, types, annotations } = schemaAt(document, parameter.schema.pointer, "request");
  if (types?.join() !== "string" || form.formats.length > 0) return undefined;
  const shown = [...annotations.examples, ...parameter.examples.map(({ value }) => value)];
  if (shown.some((one) => isLeaf(one) && /^\d+$/.test(scalarText(one)))) return undefined;
  const last = lastStep(collection);
  const isLogin = LOGINS.includes(plainName(parameter.name));
  if (!isLogin && !isOwn(`${parameter.name}_id`, singular(last))) return undefined;
  const names = isLogin ? LOGINS : [...NATURAL, ...LOGINS];
  const needed = names.filter((name) => body?.form.required.has(name));
  const own = propertiesIn(schemaAt(document, item.pointer, "response"));
  const found = [...needed, ...names].find((name) => kindOf(own.get(name)) === "text");
  return found === undefined ? undefined : [found];
}

const NOUN = "id|uuid|identifier|key|name|slug|number|fingerprint|alias|handle|username|login|email|code|sku";
const EITHER = new RegExp(`\\b(${NOUN}),? or (?:(?:the|its|an?) )?(?:\\w+ )?(${NOUN})\\b`, "i");

const NAMED = new RegExp(`^(?:the |unique )*(${NOUN}) of the\\b|\\bidentified by (?:the|its) (${NOUN})\\b`, "i");

/** The property by which a text says that the path calls an item: "Name of the database". */
function calledInText(document: Document, { pointer }: Parameter): string | undefined {
  const texts = [pointer, pointer.replace(/\/parameters\/\d+$/, "")].map((one) => descriptionAt(document, one));
  const found = texts.flatMap((text) => NAMED.exec(text)?.slice(1) ?? []);
  return found.find((noun) => noun !== undefined)?.toLowerCase();
}

/** What else a path calls its items by, as it says: "ID or key". */
function alsoIn(
  { document, collection, parameter }: IdentifierSearch,
  node: SchemaNode,
  own: string,
): Pick<Identifier, "also"> {
  if (parameter === undefined) return {};
  const said = `${wordsOf(parameter.name).join(" ")}. ${descriptionAt(document, parameter.pointer)}`;
  const nouns =
    EITHER.exec(said)
      ?.slice(1)
      .map((noun) => noun.toLowerCase().replace("identifier", "id")) ?? [];
  const one = thingOf(lastStep(collection));
  const also = [...propertiesIn(node)].flatMap(([name, part]) => {
    const isNamed = nouns.some((noun) => [noun, one + noun].includes(plainName(name)));
    return isNamed && name !== own && kindOf(part) !== undefined ? [name] : [];
  });
  return also.length === 0 ? {} : { also };
}

/** True for a collection right below a parameter. */
const isRow = (collection: string): boolean => collection.endsWith("}");

function isText(document: Document, { schema }: Parameter): boolean {
  return isType(schemaAt(document, schema.pointer, "request"), "string");
}

const TAIL = /(?:^|[a-z_-])(id|uuid|guid|gid|sid|key|code|number|slug|name|handle|username|email|hash|symbol|tag)$/i;

/** True for "invoiceId" of "credit-invoices". */
function isOwn(name: string, one: string): boolean {
  return plainName(one).endsWith(plainName(name.replace(/(_id|Id|ID)$/, "")));
}

function camel(name: string): string {
  return name.replace(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase());
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function kindOf(schema: SchemaNode | undefined): Identifier["kind"] | undefined {
  if (schema === undefined) return undefined;
  if (isType(schema, "integer") || isType(schema, "number")) return "integer";
  if (!isType(schema, "string") && schema.types !== undefined) return undefined;
  return schema.form.formats.includes("uuid") ? "uuid" : "text";
}

/** The range of integers in the schema, and the part of it that the path parameter allows. */
function rangeOf(own: SchemaNode, asked: SchemaNode | undefined): Pick<Identifier, "maximum" | "least" | "reach"> {
  const { least: start = 1n, most } = integersOf(own.form);
  const { least: after = 1n, most: end } = asked === undefined ? {} : integersOf(asked.form);
  const reach = most === undefined || (end !== undefined && end < most) ? end : most;
  const least = [start, after].reduce((high, one) => (one > high ? one : high), 1n);
  return {
    ...(most === undefined ? {} : { maximum: most }),
    ...(least > 1n && (reach === undefined || least <= reach) ? { least } : {}),
    ...(reach === undefined ? {} : { reach }),
  };
}
