// Changes that a document carries out only under a condition (RFC 9110 section 13.1.1; RFC 6585 section 3): each is sent
// with the tag, or the version in its body, that the item has at that moment, as a client would.
import type { Operation, Parameter } from "../../src/contract/model.ts";
import { type JsonObject, isObject } from "../../src/json/value.ts";
import { successHeader } from "../../src/contract/responses.ts";
import { names } from "../../src/resource/items/bodies.ts";
import type { Resource } from "../../src/resource/model.ts";
import { isType, schemaAt } from "../../src/schema/normal/schema-node.ts";
import { headerOf, isSuccess } from "../client/exchange.ts";
import { type Probe, SAFE } from "../client/request.ts";
import type { Session } from "../client/sending/session.ts";
import { itemIn } from "../places.ts";
import { type Plan, resourceOf } from "../plan.ts";
import { bodySchema } from "../operations.ts";

const isIfMatch = ({ in: place, name }: Parameter): boolean => place === "header" && name.toLowerCase() === "if-match";

/** True for an operation whose requests have to say which version they change. */
const needsTag = (operation: Operation): boolean =>
  !SAFE.has(operation.method) &&
  (names(operation, "428") || operation.parameters.some((one) => isIfMatch(one) && one.required));

/** True if the document describes the tags of items that can be created and changed. */
export function isTagged({ operations: { create, fetch, update, replace } }: Resource): boolean {
  if (create === undefined || fetch === undefined || (update ?? replace) === undefined) return false;
  const isShown = successHeader(fetch, "ETag") !== undefined;
  return isShown || names(fetch, "304");
}

const VERSION = /^_?(?:row|lock|object|resource|entity)?_?(?:version|revision)(?:_?(?:number|no))?$|^_?(?:rev|etag)$/i;

/** The property of a change that says which version of the item it changes, as the item shows it. */
export function versionIn(plan: Plan, operation: Operation): string | undefined {
  const schema = bodySchema(operation);
  const resource = resourceOf(plan, operation);
  const { replace, update } = resource?.operations ?? {};
  if (schema === undefined || (operation !== replace && operation !== update)) return undefined;
  const { properties } = schemaAt(plan.contract.document, schema.pointer, "request");
  const [name] = [...properties].find(
    ([own, node]) =>
      VERSION.test(own) && !node.annotations.readOnly && (isType(node, "integer") || !/version$/i.test(own)),
  ) ?? [undefined];
  return resource?.properties.some((one) => one.name === name) === true ? name : undefined;
}

/** The probe with the tag or the version of what it changes, if the document asks for one and the probe does not say otherwise. */
export async function underCondition(session: Session, probe: Probe): Promise<Probe> {
  const { operation, headers = [], without, path, rawPath, elsewhere, json } = probe;
  const version = isObject(json) && probe.isStale !== true ? versionIn(session.plan, operation) : undefined;
  const isTagged = without?.toLowerCase() === "if-match" || headers.some(([name]) => name.toLowerCase() === "if-match");
  const wantsTag = needsTag(operation) && !isTagged;
  const isVersioned = version !== undefined && (json as JsonObject)[version] !== undefined;
  if (rawPath !== undefined || (!wantsTag && !isVersioned)) return probe;
  const fetch = session.plan.contract.operations.find((one) => one.method === "GET" && one.path === operation.path);
  if (fetch === undefined) return probe;
  const own = { ...(path && { path }), ...(elsewhere && { elsewhere }) };
  const seen = await session.send({ operation: fetch, intent: "deferred", ...own });
  if (!isSuccess(seen)) return probe;
  const tag = wantsTag ? headerOf(seen, "etag") : undefined;
  const current = isVersioned ? itemIn(seen)?.[version] : undefined;
  return {
    ...probe,
    ...(tag === undefined ? {} : { headers: [...headers, ["If-Match", tag]] }),
    // A value of another type is what the request is about.
    ...(current === undefined || typeof current !== typeof (json as JsonObject)[version ?? ""]
      ? {}
      : { json: { ...(json as JsonObject), [version ?? ""]: current } }),
  };
}
