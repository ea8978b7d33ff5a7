// What is served, as reported by the control plane, in the form that every view needs.
import { type Json, get, list, show, text } from "./json.ts";
import { FOLDER, plane } from "./plane.ts";

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** "GET /items": the name in situations and in the journal. */
  readonly name: string;
  readonly summary: string;
  readonly role: string;
  readonly resource: string;
  readonly deprecated: boolean;
  readonly sunset: string;
  readonly statuses: readonly string[];
}

export interface Resource {
  readonly name: string;
  readonly collection: string;
  readonly item: string;
  readonly identifier: string;
}

export interface Served {
  readonly title: string;
  readonly version: string;
  readonly file: string;
  /** The base URL to show, with origin. */
  readonly baseUrl: string;
  readonly basePath: string;
  /** The other documents of this server. */
  readonly others: readonly { readonly title: string; readonly path: string }[];
  /** The public default key; "" if the operator chose a key, or none is needed. */
  key: string;
  readonly resources: readonly Resource[];
  readonly operations: readonly Operation[];
}

/** Loads what is served. */
export async function loadServed(): Promise<Served> {
  const found = await plane("document", { worldless: true });
  const basePath = show(list(found, "baseUrls")[0]);
  const path = /^[a-z]+:\/\//.test(basePath) ? new URL(basePath).pathname : basePath;
  return {
    title: text(found, "title"),
    version: text(found, "version"),
    file: text(found, "file"),
    basePath: path === "/" ? "" : path,
    baseUrl: FOLDER.origin + (path === "/" ? "" : path),
    others: list(found, "others").map((one) => ({ title: text(one, "title"), path: text(one, "path") })),
    key: text(found, "key"),
    resources: list(found, "resources").map((one) => ({
      name: text(one, "name"),
      collection: text(one, "collection"),
      item: text(one, "item"),
      identifier: text(one, "identifier"),
    })),
    operations: list(found, "operations").map(operationOf),
  };
}

function operationOf(one: Json): Operation {
  return {
    id: text(one, "id"),
    method: text(one, "method"),
    path: text(one, "path"),
    name: `${text(one, "method")} ${text(one, "path")}`,
    summary: text(one, "summary"),
    role: text(one, "role"),
    resource: text(one, "resource"),
    deprecated: get(one, "deprecated") === true,
    sunset: text(one, "sunset"),
    statuses: list(one, "statuses").map(String),
  };
}

/** A day for people, "5 December 2030"; unchanged if it is not a valid day. */
export function dayInWords(day: string): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
}

/** "1 request", "2 requests". */
export function count(number: number, what: string): string {
  return `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
}
