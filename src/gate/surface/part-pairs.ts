// The parts of multipart bodies and their headers, paired: what one side describes with what the other does.
import { appendPointer } from "../../json/pointer.ts";
import type { SurfaceHeader, SurfaceMedia, SurfacePart, SurfaceParts } from "./model.ts";

/** A part that both sides describe. */
export interface PartPair {
  /** The names and places that lead to it. */
  readonly steps: readonly (string | number)[];
  /** Pointer to it. */
  readonly place: string;
  /** "part 0 of files". */
  readonly label: string;
  readonly own: SurfacePart;
  readonly wanted: SurfacePart;
}

/** A header of a part on both sides. */
export interface PartHeaderPair {
  readonly part: PartPair;
  /** Undefined if the sender does not describe it. */
  readonly own: SurfaceHeader | undefined;
  readonly wanted: SurfaceHeader;
}

/**
 * The parts that two descriptions of a body share, and the parts in them.
 * @param every how to name parts that are all described alike
 */
export function partPairs(own: SurfaceMedia, wanted: SurfaceMedia, every = "each part"): PartPair[] {
  return pairsBelow(own.parts ?? NO_PARTS, wanted.parts ?? NO_PARTS, { steps: [], label: "", every });
}

/** The headers that the receiver describes for a part. */
export function partHeaderPairs(own: SurfaceMedia, wanted: SurfaceMedia): PartHeaderPair[] {
  return partPairs(own, wanted).flatMap((part) =>
    part.wanted.headers.map((header) => ({
      part,
      own: part.own.headers.find(({ name }) => name === header.name),
      wanted: header,
    })),
  );
}

const NO_PARTS: SurfaceParts = { named: new Map(), first: [] };
const SILENT: SurfacePart = { types: [], headers: [] };

interface Above extends Pick<PartPair, "steps" | "label"> {
  readonly every: string;
}

function pairsBelow(own: SurfaceParts, wanted: SurfaceParts, above: Above): PartPair[] {
  const { every } = above;
  const names = new Set([...own.named.keys(), ...wanted.named.keys()]);
  const named = Array.from(names, (name) => ({
    step: name,
    name,
    own: own.named.get(name),
    wanted: wanted.named.get(name),
  }));
  const most = Math.max(own.first.length, wanted.first.length);
  const placed = Array.from({ length: most }, (_, step) => ({
    step,
    name: `part ${step}`,
    own: own.first[step] ?? own.others,
    wanted: wanted.first[step] ?? wanted.others,
  }));
  const rest = { step: most, name: most === 0 ? every : "later parts", own: own.others, wanted: wanted.others };
  const others = rest.own === undefined && rest.wanted === undefined ? [] : [rest];
  return [...named, ...placed, ...others].flatMap(({ step, name, own: before = SILENT, wanted: after = SILENT }) => {
    const steps = [...above.steps, step];
    const label = above.label === "" ? name : `${name} of ${above.label}`;
    const pair: PartPair = { steps, place: appendPointer("", ...steps), label, own: before, wanted: after };
    if (before.parts === undefined || after.parts === undefined) return [pair];
    return [pair, ...pairsBelow(before.parts, after.parts, { ...pair, every })];
  });
}
