// Pages that an answer counts although no parameter asks for them: `pages: { page, per_page, total_pages }`. Clients of such
// services ask for `page` and `per_page` all the same.
import type { Document } from "../../document/document.ts";
import { plainName } from "../../resource/paths.ts";
import type { Resource } from "../../resource/model.ts";
import type { Schema } from "../../schema/model.ts";
import { type SchemaNode, propertiesIn, schemaAt } from "../../schema/normal/schema-node.ts";
import type { PagePart } from "./pagination.ts";
import { isHolder } from "../../resource/lists/list-metadata.ts";
import { PAGE_SIZES } from "../../resource/lists/page-names.ts";

const NUMBER = /^(?:current)?page(?:number)?$/;
const COUNT = /^(?:perpage|pagesize|totalpages|pagecount|pagestotal|lastpage)$/;
/** The size of a page that says no more than its number. */
const USUAL = 50;
const MOST = 1_000;

/** True for a list whose answer counts its pages though no parameter asks for them. */
export function isUntoldIn(
  document: Document,
  { cursors, pageSize, pageStart }: Resource,
  schema: Schema | undefined,
): boolean {
  if (cursors.length > 0 || (pageSize ?? pageStart) !== undefined || schema === undefined) return false;
  const whole = propertiesIn(schemaAt(document, schema.pointer, "response"));
  const below = (level: ReadonlyMap<string, SchemaNode>): ReadonlyMap<string, SchemaNode>[] =>
    [...level].filter(([name]) => isHolder(name)).map(([, node]) => propertiesIn(node));
  const levels = [whole, ...[...whole.values()].map((node) => propertiesIn(node))];
  return [...levels, ...below(whole).flatMap(below)].some((level) => {
    const names = [...level.keys()].map(plainName);
    return names.some((name) => NUMBER.test(name)) && names.some((name) => COUNT.test(name));
  });
}

/** The part of a list that the query of a URL asks for. */
export function untoldPart(part: PagePart, url: string): PagePart {
  const { searchParams: asked } = new URL(url, "http://mock.invalid");
  const page = countIn(asked.get("page"));
  const [, sent = null] = [...asked].find(([name]) => PAGE_SIZES.has(plainName(name))) ?? [];
  const size = countIn(sent);
  // Who asks for no number does not turn pages.
  if (page === undefined) return part;
  const limit = Math.min(size ?? USUAL, MOST, part.limit);
  return { ...part, limit, offset: (page - 1) * limit, page };
}

function countIn(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
