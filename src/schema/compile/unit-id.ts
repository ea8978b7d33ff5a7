// The name of a schema among the validators.
import type { Direction } from "../../document/grammar.ts";

/** The id under which the schema at a pointer is known to the validators of one direction. */
export function unitId(pointer: string, direction: Direction): string {
  return `schema:${direction}:${encodeURIComponent(pointer)}`;
}
