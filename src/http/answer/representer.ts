// Answers of the store in another media type than JSON, for a client that asks for one.
import { formatOf, isJson, preferredMedia } from "../../contract/media.ts";
import type { Contract, MediaType, Operation } from "../../contract/model.ts";
import { responseFor } from "../../contract/responses.ts";
import { readJson } from "../../json/read.ts";
import { keptFor } from "../../memo.ts";
import { written } from "../../mock/answer/bodies.ts";
import { mediaName } from "../../mock/response.ts";
import { schemaAt } from "../../schema/normal/schema-node.ts";

/** The same answer as the client wants it, made from what `own` makes of the JSON; undefined for JSON. */
export type Representer = (
  status: number,
  json: string | undefined,
  wanted: { readonly accept: string; readonly own: (json: string) => string },
) => { readonly text: string; readonly mediaType: string } | undefined;

/** Formats that a value can be written in. */
const WRITABLE = /^(?:json|xml|csv|yaml)$/;

/** Prepares the answers of one operation; undefined if they are always JSON. */
export function representer({ document }: Contract, { responses }: Operation): Representer | undefined {
  const described = new Map<number, readonly MediaType[]>();
  const isAlone = responses.every(({ content }) => {
    const [first, another] = content.filter(({ name }) => WRITABLE.test(formatOf(name)));
    return another === undefined && (first === undefined || isJson(first.name));
  });
  if (isAlone) return undefined;
  return (status, json, { accept, own }) => {
    if (json === undefined) return undefined;
    const content = keptFor(described, status, () => {
      const all = (responseFor(responses, status)?.content ?? []).filter(({ name }) => WRITABLE.test(formatOf(name)));
      return all.toSorted((a, b) => Number(isJson(b.name)) - Number(isJson(a.name)));
    });
    const media = content.length < 2 ? content[0] : preferredMedia(content, accept);
    if (media === undefined || isJson(media.name)) return undefined;
    const reading = readJson(own(json), Infinity);
    if ("fault" in reading) return undefined;
    const node = media.schema === undefined ? undefined : schemaAt(document, media.schema.pointer, "response");
    return { text: written(reading.value, media.name, node), mediaType: mediaName(media) };
  };
}
