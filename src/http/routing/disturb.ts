// What happens to a request that matches a situation or states a preference. Its credential was checked before.
import { defined } from "../../json/defined.ts";
import { refuse } from "../../mock/errors/refusal.ts";
import type { Disturbance } from "../../mock/situations/situation.ts";
import type { Visit } from "./visit.ts";
import type { OperationEntry } from "./path-item.ts";
import type { Operation } from "../../contract/model.ts";
import { decodeFor } from "../../contract/serialization/styles.ts";
import type { JsonValue } from "../../json/value.ts";
import { type AskedFor, stubFor } from "../../mock/situations/stub.ts";
import { queryPairs } from "../request/target.ts";
import { belowBase } from "../request/url.ts";
import { record } from "../answer/record.ts";
import { type Preferences, readPreferences } from "../request/prefer.ts";
import { namesInPath } from "../../contract/parameters.ts";

const LIMITED = refuse(
  "rate_limited",
  "request",
  "there were more requests than the limit allows; Retry-After says when to go on",
);

/** Answers a request, or lets its operation answer in an unusual way. */
export function disturb(visit: Visit, entry: OperationEntry, method: string): void {
  const preferences = visit.head.prefer === undefined ? undefined : readPreferences(visit.head.prefer);
  if (preferences !== undefined && "kind" in preferences) {
    entry.replies.refuse(visit, preferences);
    return;
  }
  const { operation } = entry;
  const scoped = { operation, method, path: visit.path, below: belowBase(visit.path, entry.operation.path) };
  const { situations } = visit.world;
  const go = (body: JsonValue | undefined): void => {
    const met = situations.meet({ ...scoped, asked: () => askedFor(visit, operation, body) });
    meetWith(visit, entry, met, preferences);
  };
  if (situations.readsBody(scoped)) entry.endpoint.readAhead(visit, go);
  else go(undefined);
}

/** What a request asks for. */
function askedFor({ texts, query }: Visit, { path }: Operation, body: JsonValue | undefined): AskedFor {
  const names = namesInPath(path);
  return {
    path: Object.fromEntries(names.map((name, at) => [name, texts[at] ?? ""])),
    query: queryPairs(query).map(([name, text]) => [name, decodeFor("query", text) ?? text]),
    body,
  };
}

function meetWith(
  visit: Visit,
  entry: OperationEntry,
  met: Disturbance | undefined,
  preferences: Preferences | undefined,
): void {
  const disturbance = met === undefined && preferences === undefined ? undefined : joined(met, preferences);
  visit.disturbance = disturbance;
  if (disturbance === undefined) entry.endpoint.run(visit);
  else answer(visit, entry, disturbance);
}

function answer(visit: Visit, entry: OperationEntry, disturbance: Disturbance): void {
  const { wish, name, applied } = disturbance;
  if (disturbance.key === "expired" && entry.isGuarded) {
    entry.replies.refuse(visit, entry.gatekeeper.refusals.invalid_credential);
  } else if (disturbance.retryAfter !== undefined) {
    entry.replies.refuse(visit, LIMITED, ["Retry-After", String(disturbance.retryAfter)]);
  } else if (disturbance.connection === "dropped") {
    visit.res.destroy();
    record(visit, { status: 0, lines: [], text: undefined });
  } else if (disturbance.stub !== undefined) entry.replies.stub(visit, stubFor(disturbance.stub, entry.operation));
  else if (wish !== undefined) entry.endpoint.force(visit, wish, applied ?? name);
  else {
    entry.endpoint.alter(visit, disturbance);
    entry.endpoint.run(visit);
  }
}

/** Combines situations and preferences; the request's own preference takes precedence. */
function joined(met: Disturbance | undefined, preferences: Preferences | undefined): Disturbance {
  const calm: Disturbance = met ?? { name: "", delay: 0, delayPerByte: 0, slowBody: 0 };
  if (preferences === undefined) return calm;
  const { wish, delay, stream, applied } = preferences;
  return {
    ...calm,
    name: calm.name === "" ? applied : `${calm.name}, ${applied}`,
    applied,
    ...defined({ wish, delay, stream }),
  };
}
