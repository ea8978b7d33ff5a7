// Kinds of differences between two schemas: one for each keyword and direction, such as request-maxLength.
import { NOT_COMPARED } from "../../schema/failure.ts";
import { sideOf } from "../../schema/form/bounds.ts";
import { KEYWORDS, type Keyword } from "../../schema/keywords.ts";
import type { KindInfo } from "./model.ts";

/** How a breaking value differs, and what would be safe in a request: by keyword, and where none is to blame. */
const DIFFERENCES: ReadonlyMap<string, Change> = new Map<string, Change>([
  ...[...KEYWORDS].flatMap(([keyword, { kind = keyword, ...row }]): [string, Change][] => {
    const change = row.change ?? changedBound(keyword, row);
    return change === undefined ? [] : [[kind, change]];
  }),
  ["refused", ["is no longer allowed, or is allowed now", "keep it, or introduce it with a new name"]],
  ["schema", ["has a different schema", "keep allowing what was allowed"]],
]);

type Change = NonNullable<Keyword["change"]>;

function changedBound(keyword: string, { noun }: Keyword): Change | undefined {
  const side = sideOf(keyword);
  if (side === undefined || noun === undefined) return undefined;
  return [`has a different ${noun}`, side === "lower" ? "do not raise it" : "do not lower it"];
}

type Direction = "request" | "response";

export type SchemaKind = `${Direction}-${string}`;

/** Each kind with its meaning: `entries` of the table of all kinds. */
export const SCHEMA_KINDS: readonly (readonly [SchemaKind, KindInfo])[] = [...DIFFERENCES].flatMap(
  ([name, [meaning, help]]) =>
    [
      [`request-${name}`, { meaning: `a value that clients send ${meaning}`, have: meaning, help }],
      [
        `response-${name}`,
        {
          meaning: `a value that clients receive ${meaning}`,
          have: meaning,
          help: "keep sending only what clients know",
        },
      ],
    ] as [SchemaKind, KindInfo][],
);

/** The kind of a difference in a keyword. */
export function schemaKind(direction: Direction, keyword: string): SchemaKind | typeof NOT_COMPARED {
  if (keyword === NOT_COMPARED) return keyword;
  const name = keyword === "false schema" ? "refused" : (KEYWORDS.get(keyword)?.kind ?? keyword);
  return `${direction}-${DIFFERENCES.has(name) ? name : "schema"}`;
}
