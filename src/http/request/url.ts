// The URL of a request, without its credential.
import type { Operation } from "../../contract/model.ts";
import type { Incoming } from "../exchange.ts";
import { headerOf } from "./head.ts";
import { withoutPairs } from "./target.ts";

/** The URL that a client requested, as far as it is known. */
export function urlOf(req: Incoming, { security }: Pick<Operation, "security">): string {
  const keys = security.flat().flatMap(({ in: place, key }) => (place === "query" && key !== undefined ? [key] : []));
  const target = withoutPairs(req.url ?? "/", keys);
  if (/^https?:/.test(target)) return target;
  return `${req.socket.encrypted === true ? "https" : "http"}://${headerOf(req, "host") || "localhost"}${target}`;
}

/** The path without the prefix under which all paths of the document are served. */
export function belowBase(path: string, template: string): string {
  const segments = template.split("/").length - 1;
  return `/${path.split("/").slice(-segments).join("/")}`;
}
