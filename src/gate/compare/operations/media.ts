// Pairs the media types of both sides that describe the same bodies.
import { concreteMedia, mayBeJson, mediaFor } from "../../../contract/media.ts";
import type { JsonValue } from "../../../json/value.ts";
import type { WireBody } from "../../exchange/model.ts";
import type { SurfaceMedia } from "../../surface/model.ts";
import type { Slot } from "../context.ts";

export interface MediaPair {
  readonly own: SurfaceMedia;
  readonly wanted: SurfaceMedia;
  /** A media type that matches both. */
  readonly mediaType: string;
}

/**
 * Pairs each media type that a body is sent with and each that validates it. A range on one side pairs with every
 * matching type on the other, because the most specific one validates a body of that type.
 */
export function mediaPairs(sent: readonly SurfaceMedia[], known: readonly SurfaceMedia[]): MediaPair[] {
  const found = new Map<string, MediaPair>();
  const fallsUnder = known.map(({ name }) => name).filter((name) => !name.includes("*"));
  for (const mediaType of [...sent.flatMap(({ name }) => typesUnder(name)), ...fallsUnder]) {
    const [own, wanted] = [mediaFor(sent, mediaType), mediaFor(known, mediaType)];
    if (own === undefined || wanted === undefined) continue;
    const key = `${own.pointer} ${wanted.pointer}`;
    if (!found.has(key)) found.set(key, { own, wanted, mediaType });
  }
  return [...found.values()];
}

/** The schema of a body on both sides, and how its values are sent. */
type BodyPart = Pick<Slot, "producerPointer" | "consumerPointer" | "carrier" | "at" | "label" | "formChanged"> & {
  readonly textual: boolean;
  readonly body: (value: JsonValue) => WireBody;
};

/**
 * What to compare for two media types: the whole body, and each item if the body is a sequence. A list of all items says the
 * same as the schema of each.
 */
export function bodyParts(pair: MediaPair, label: string): BodyPart[] {
  const { mediaType } = pair;
  const [own, wanted] = [likeItems(pair.own, pair.wanted), likeItems(pair.wanted, pair.own)];
  const common = { carrier: "body", formChanged: false } as const;
  const whole: BodyPart = {
    ...common,
    producerPointer: own.schema,
    consumerPointer: wanted.schema,
    at: "/body",
    label,
    textual: !mayBeJson(mediaType),
    body: (value) => ({ mediaType, value }),
  };
  if (own.itemSchema === undefined && wanted.itemSchema === undefined) return [whole];
  const item: BodyPart = {
    ...common,
    producerPointer: own.itemSchema,
    consumerPointer: wanted.itemSchema,
    at: "/body/0",
    label: `items of the ${label}`,
    textual: false,
    body: (value) => ({ mediaType, value: [value] }),
  };
  return own.schema === undefined && wanted.schema === undefined ? [item] : [whole, item];
}

function likeItems(
  media: SurfaceMedia,
  { schema, itemSchema }: SurfaceMedia,
): Pick<SurfaceMedia, "schema" | "itemSchema"> {
  const { listedSchema } = media;
  const isAlike = listedSchema !== undefined && itemSchema !== undefined && schema === undefined;
  return isAlike ? { itemSchema: listedSchema } : media;
}

/** Concrete types that a name matches. For a range, several, because other descriptions may cover the first ones. */
function typesUnder(name: string): string[] {
  const [type = ""] = name.split("/");
  if (!name.endsWith("/*")) return [name];
  if (type === "*") return [...typesUnder("application/*"), ...typesUnder("text/*"), "x-other/x-other"];
  return [concreteMedia(name), type === "application" ? "application/x-other+json" : `${type}/x-other`];
}

/** Concrete types of a media range that nothing on the other side covers. */
export function lostTypes(name: string, wanted: readonly SurfaceMedia[]): string[] {
  if (!name.includes("*")) return mediaFor(wanted, name) === undefined ? [name] : [];
  if (wanted.some((media) => media.name === name || media.name === "*/*")) return [];
  const examples = name.startsWith("*/") ? ["application/x-other", "text/x-other"] : [name.replace("*", "x-other")];
  return examples.filter((example) => mediaFor(wanted, example) === undefined).slice(0, 1);
}
