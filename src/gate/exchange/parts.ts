// The headers of the parts of a body: written as one contract allows, and judged by another.
import { concreteMedia } from "../../contract/media.ts";
import { isMultipart } from "../../contract/representation/parts/parts.ts";
import type { Pair, Pairs } from "../../contract/serialization/styles.ts";
import { appendPointer } from "../../json/pointer.ts";
import { type JsonArray, type JsonValue, isObject } from "../../json/value.ts";
import type { Violation } from "../../schema/model.ts";
import type { SurfaceHeader, SurfacePart, SurfaceParts } from "../surface/model.ts";
import type { WireBody, WirePart, WireParts } from "./model.ts";

/** Where the violations of the headers of a part are. @param place pointer to the part */
export const partHeadersAt = (place: string): string => `/parts${place}`;

/** Parts of one value that are looked at. */
const MOST_PARTS = 1_000;

interface Found {
  /** Its name, or its place. */
  readonly key: string;
  readonly part: SurfacePart;
  readonly value: JsonValue;
}

/** The parts that a value has on the wire, as far as something is said of them. */
function partsIn(parts: SurfaceParts, value: JsonValue): Found[] {
  const found = Array.isArray(value)
    ? (value as JsonArray)
        .slice(0, MOST_PARTS)
        .map((item, at) => [String(at), parts.first[at] ?? parts.others, item] as const)
    : isObject(value)
      ? Object.entries<JsonValue>(value).flatMap(([name, own]) => {
          const part = parts.named.get(name);
          // Each item of a list is a part: without items there is none.
          const isAbsent = Array.isArray(own) && own.length === 0 && part?.parts === undefined;
          return isAbsent ? [] : [[name, part, own] as const];
        })
      : [];
  return found.flatMap(([key, part, own]) => (part === undefined ? [] : [{ key, part, value: own }]));
}

/** Writes a header of a part; undefined if it cannot be written. @param place pointer to the part */
export type PartHeaderWriter = (header: SurfaceHeader, place: string) => Pairs | undefined;

/** What the parts of a value have, with the headers that a writer gives. */
export function writtenParts(parts: SurfaceParts, value: JsonValue, write: PartHeaderWriter, at = ""): WireParts {
  return new Map(
    partsIn(parts, value).map(({ key, part, value: own }): readonly [string, WirePart] => {
      const place = appendPointer(at, key);
      const headers = part.headers.flatMap((header): readonly Pair[] => write(header, place) ?? []);
      const [named] = part.types;
      const type = named === undefined ? undefined : concreteMedia(named);
      const inner = part.parts !== undefined && type !== undefined && isMultipart(type) ? part.parts : undefined;
      return [
        key,
        {
          headers,
          ...(type === undefined ? {} : { type }),
          ...(inner === undefined ? {} : { parts: writtenParts(inner, own, write, place) }),
        },
      ];
    }),
  );
}

/** Judges one header of a part; undefined if it is absent. */
export type PartHeaderJudge = (header: SurfaceHeader, sent: Pair | undefined, place: string) => readonly Violation[];

/** The violations of the headers of parts. @param at pointer to what has these parts */
export function judgedParts(
  parts: SurfaceParts,
  { value, parts: sent }: Omit<WireBody, "mediaType">,
  judge: PartHeaderJudge,
  at = "",
): Violation[] {
  return partsIn(parts, value).flatMap(({ key, part, value: own }) => {
    const place = appendPointer(at, key);
    const wire = sent?.get(key);
    const headers = part.headers.flatMap((header) =>
      judge(
        header,
        wire?.headers.find(([name]) => name === header.name),
        place,
      ),
    );
    // What is sent as one text has no parts inside it.
    if (part.parts === undefined || wire?.parts === undefined) return headers;
    return [...headers, ...judgedParts(part.parts, { value: own, parts: wire.parts }, judge, place)];
  });
}
