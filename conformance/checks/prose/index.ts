// What is written about all checks, in the order of the page.
import { AUTH } from "./auth.ts";
import { CALLBACKS } from "./callbacks.ts";
import { CHANGE } from "./change.ts";
import { CREATE } from "./create.ts";
import { ERRORS } from "./errors.ts";
import { EXPLORE } from "./explore.ts";
import { FETCH } from "./fetch.ts";
import { FILTERS } from "./filters.ts";
import { LIFECYCLE } from "./lifecycle.ts";
import { LISTS } from "./lists.ts";
import { NESTED } from "./nested.ts";
import { PAGING } from "./paging.ts";
import { PARAMETERS } from "./parameters.ts";
import { PROTOCOL } from "./protocol.ts";
import { SCHEMA } from "./schema.ts";
import { STATUS } from "./status.ts";
import { TRAFFIC } from "./traffic.ts";
import { WEBHOOKS } from "./webhooks.ts";
import type { Prose, ProseOf } from "./model.ts";

export const CHAPTERS: readonly ProseOf[] = [
  AUTH,
  STATUS,
  ERRORS,
  SCHEMA,
  PARAMETERS,
  PAGING,
  FILTERS,
  LISTS,
  CREATE,
  FETCH,
  NESTED,
  CHANGE,
  LIFECYCLE,
  PROTOCOL,
  CALLBACKS,
  WEBHOOKS,
  EXPLORE,
  TRAFFIC,
];

const ALL: ReadonlyMap<string, Prose> = new Map(CHAPTERS.flatMap(({ checks }) => Object.entries(checks)));

/** What is written about the check of an id; undefined if there is no such check. */
export function proseOf(id: string): Prose | undefined {
  return ALL.get(id);
}
