// Where the body of a webhook or a callback has the item that it is about.
import { jsonMedia } from "../../contract/media.ts";
import type { DescribedOperation, MediaType } from "../../contract/model.ts";
import type { Document } from "../../document/document.ts";
import { type BodyPath, TOP, isFreeForm, spoken } from "../items/envelope.ts";
import { pointerSteps } from "../../json/pointer.ts";
import type { Resource } from "../model.ts";
import { plainName, stepsOf, thingOf, lastName } from "../paths.ts";
import { type SchemaNode, isType, propertiesIn, schemaAt } from "../../schema/normal/schema-node.ts";

/** How many properties may be around the item. */
const MOST_STEPS = 3;
/** Names that envelopes give to the thing that they are about. */
const NAMES = new Set("data object payload resource entity record item body subject".split(" "));

/** The description of what is sent: JSON, if there is any. */
export function sentMedia({ body }: Pick<DescribedOperation, "body">): MediaType | undefined {
  const content = body?.content ?? [];
  return jsonMedia(content) ?? content[0];
}

/** The place of an item by its schema, which both refer to; undefined if there is none. */
export function placeOfItem(
  document: Document,
  described: Pick<DescribedOperation, "body">,
  resource: Resource,
): BodyPath | undefined {
  const schema = sentMedia(described)?.schema;
  if (schema === undefined) return undefined;
  const home = schemaAt(document, resource.item.pointer, "response").home;
  return search(schemaAt(document, schema.pointer, "response"), ({ node }) => node.home === home);
}

/** The place of an item by what it is called, or what it has; undefined if nothing is like it. */
export function likelyPlace(whole: SchemaNode, document: Document, resource: Resource): BodyPath | undefined {
  const item = propertiesIn(schemaAt(document, resource.item.pointer, "response"));
  const things = thingsOf(document, resource);
  return search(whole, ({ node, name }) => {
    const isNamed = name !== undefined && (NAMES.has(plainName(name)) || things.includes(thingOf(name)));
    if (!isNamed || !isType(spoken(node), "object")) return false;
    return isFreeForm(node) || [...propertiesIn(node).keys()].some((one) => item.has(one));
  });
}

/** What an item may be called, in singular: by its path, its resource, and its schema. */
export function thingsOf(document: Document, { collection, name, item }: Resource): readonly string[] {
  const step = lastName(stepsOf(collection)) ?? "";
  const { home } = schemaAt(document, item.pointer, "response");
  const schema = /^\/components\/schemas\/[^/]+$/.test(home) ? pointerSteps(home).slice(-1) : [];
  return [...new Set([step, name, ...schema].map((one) => thingOf(one)))].filter((one) => one !== "");
}

interface Place {
  readonly node: SchemaNode;
  readonly name: string | undefined;
}

/** The first place that fits, the outermost first. */
function search(whole: SchemaNode, fits: (place: Place) => boolean): BodyPath | undefined {
  if (fits({ node: whole, name: undefined })) return TOP;
  let level: { readonly node: SchemaNode; readonly steps: readonly string[] }[] = [{ node: whole, steps: [] }];
  for (let depth = 0; depth < MOST_STEPS; depth++) {
    const inner = level.flatMap(({ node, steps }) =>
      [...propertiesIn(node)].map(([name, part]) => ({ node: part, steps: [...steps, name], name })),
    );
    const found = inner.find(fits);
    if (found !== undefined) return { steps: found.steps, inList: false };
    level = inner.slice(0, MOST_PLACES);
  }
  return undefined;
}

/** Documents may describe very much. */
const MOST_PLACES = 500;
