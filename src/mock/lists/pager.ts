// The list of links with which people turn pages: `{ url, label, active }` for each button.
import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { SchemaNode } from "../../schema/normal/schema-node.ts";
import type { Page } from "./pagination.ts";

const PARTS = ["url", "label", "active"];
const MOST_NUMBERS = 15;

/** The buttons of an envelope: the previous page, the numbers of pages, the next one; undefined for a list of other things. */
export function pagerOf({ items }: SchemaNode, { link: to, part, total }: Page): JsonValue | undefined {
  if (items === undefined || !PARTS.every((one) => items.properties.has(one))) return undefined;
  const { page = 1, firstPage = 1, limit } = part;
  const count = limit === Infinity || limit === 0 ? 1 : Math.max(1, Math.ceil(total / limit));
  const numbers = Array.from({ length: Math.min(count, MOST_NUMBERS) }, (_, at) => ({
    url: to(at) ?? null,
    label: String(at + firstPage),
    active: at + firstPage === page,
  }));
  const turned = (one: "earlier" | "next", label: string): JsonObject => ({
    url: to(one) ?? null,
    label,
    active: false,
  });
  return [turned("earlier", "&laquo; Previous"), ...numbers, turned("next", "Next &raquo;")];
}
