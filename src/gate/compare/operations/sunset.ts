// A Sunset header (RFC 8594) whose time is postponed: clients that planned for the earlier time lose nothing.
import { readImfDate } from "../../../contract/http-date.ts";
import type { Judge } from "../../exchange/judge.ts";
import type { Sender, SurfaceHeader } from "../../surface/model.ts";
import type { JsonValue } from "../../../json/value.ts";

/** One side of a header: its judge and its description. */
export interface DescribedHeader {
  readonly judge: Judge;
  readonly header: SurfaceHeader;
}

/** True for a Sunset header if each side allows exactly one time and the time sent is the later one. */
export function isPutOff(known: DescribedHeader, sent: DescribedHeader, sender: Sender): boolean {
  if (sent.header.name.toLowerCase() !== "sunset") return false;
  const [before, after] = [timeOf(known, sender), timeOf(sent, sender)];
  return before !== undefined && after !== undefined && after > before;
}

/** The only time that a schema allows, in milliseconds. */
function timeOf({ judge, header }: DescribedHeader, sender: Sender): number | undefined {
  const space = judge.space(sender);
  const values: readonly JsonValue[] = space.form(space.conjunction(header.schema)).values ?? [];
  const [only, ...others] = values;
  return typeof only === "string" && others.length === 0 ? readImfDate(only) : undefined;
}
