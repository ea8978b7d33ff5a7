// The headers of parts as claims and slots: where they are in an exchange, and bodies that have the part.
import { lazy } from "../../../memo.ts";
import type { WireBody, WireExchange } from "../../exchange/model.ts";
import { partHeadersAt } from "../../exchange/parts.ts";
import type { Sender, SurfaceHeader } from "../../surface/model.ts";
import type { PartPair } from "../../surface/part-pairs.ts";
import type { Side, Slot } from "../context.ts";
import type { MediaPair } from "./media.ts";

/** Where the violations of a header of a part are in an exchange. */
export const partHeaderAt = ({ place }: PartPair, { name }: SurfaceHeader): string => `${partHeadersAt(place)}/${name}`;

/** What is common to the slots of such a header. */
export function partHeaderSlot(
  own: SurfaceHeader,
  wanted: SurfaceHeader,
  label: string,
  part: PartPair,
): Pick<Slot, "producerPointer" | "consumerPointer" | "carrier" | "at" | "label" | "formChanged"> {
  return {
    ...{ producerPointer: own.schema, consumerPointer: wanted.schema, carrier: "header", label },
    at: partHeaderAt(part, wanted),
    formChanged: own.explode !== wanted.explode || own.mediaType !== wanted.mediaType,
  };
}

/** Makes exchanges with a body that has a part. The body is made once, when the first is asked for. */
export function partBody(
  { builder }: Side,
  sender: Sender,
  { own, mediaType }: MediaPair,
  { steps }: PartPair,
): (make: (body: WireBody) => WireExchange | undefined) => WireExchange | undefined {
  const body = lazy(() => {
    const value = builder.bodyWith(own, sender, steps);
    return value === undefined ? undefined : { mediaType, value };
  });
  return (make) => {
    const made = body();
    return made && make(made);
  };
}
