// The requests of a world: list, count, wait, follow, forget.
import type { JsonValue } from "../../../json/value.ts";
import { countsOf } from "../../../memo.ts";
import type { Entry } from "../../../mock/journal/entry.ts";
import { type EntryFilter, isMeant } from "../../../mock/journal/filter.ts";
import { harOf, readEntry } from "../../../mock/journal/reading.ts";
import { refuse } from "../../../mock/errors/refusal.ts";
import { ownVersion } from "../../../version.ts";
import { noOperation } from "../../../mock/situations/scope.ts";
import { type Call, type ControlCall, type ControlCalls, DONE, told } from "../call.ts";
import { follow } from "./events.ts";

const NO_JOURNAL = refuse("not_found", "requests", "this mock keeps no journal of requests");

export const REQUEST_CALLS: ControlCalls = {
  listRequests: withOperation((call) => {
    const found = meantOf(call).slice(-Number(call.value("limit") ?? 100));
    return told(found.map((entry) => readEntry(entry, call.steered().mask)));
  }),

  async clearRequests({ world, steered }) {
    const { turns } = steered();
    if (turns === undefined) world.journal?.clear();
    else await turns.clearRecords(world);
    return DONE;
  },

  countRequests: withOperation((call) => told({ count: meantOf(call).length })),

  countByOperation({ world }) {
    const asked = (world.journal?.entries ?? []).flatMap(({ operation }) => operation ?? []);
    return told(Array.from(countsOf(asked), ([{ id, name }, count]) => ({ operation: id, name, count })));
  },

  waitForRequests: withOperation((call) => waitFor(call)),

  followRequests: (call) => (call.steered().journals === undefined ? NO_JOURNAL : follow(call)),

  getHar(call) {
    const { world, visit, steered } = call;
    const entries = (world.journal?.entries ?? []).map((entry) => readEntry(entry, steered().mask));
    const scheme = visit.req.socket.encrypted === true ? "https" : "http";
    const creator = { name: "animal-store", version: ownVersion() };
    return told(harOf(entries, `${scheme}://${visit.head.host ?? ""}`, creator));
  },

  listDeprecatedCalls({ steered }) {
    const { journals, mask } = steered();
    const calls = (journals?.deprecated ?? []).map(({ operation, client, count, last }) => ({
      operation: operation.id,
      name: operation.name,
      ...(operation.lifecycle.sunset === undefined ? {} : { sunset: operation.lifecycle.sunset }),
      client: mask.text(client),
      count,
      last: new Date(last).toISOString(),
    }));
    return told(calls);
  },

  getRequest(call) {
    const id = Number(call.value("requestId"));
    const entry = call.world.journal?.entries.find((one) => one.id === id);
    if (entry !== undefined) return told(readEntry(entry, call.steered().mask));
    return refuse("not_found", "path", `no request has the id ${id} in this world; the last 1,000 are kept`);
  },
};

/** Refuses the name of an unknown operation: after a typo, the caller would wait in vain. */
function withOperation(answer: ControlCall): ControlCall {
  return (call) => {
    const wanted = call.value("operation");
    const { operations } = call.steered().contract;
    const isKnown = operations.some(({ id, name }) => id === wanted || name === wanted);
    if (typeof wanted !== "string" || isKnown) return answer(call);
    return refuse("invalid_parameter", "query operation", noOperation(wanted, operations));
  };
}

function filterOf({ value }: Call): EntryFilter {
  const given = (name: string): JsonValue | undefined => value(name);
  const entries = ["method", "path", "operation", "status"].flatMap((name) => {
    const text = given(name);
    return typeof text === "string" ? [[name, text] as const] : [];
  });
  const after = given("after");
  const deliveries = given("deliveries") === true;
  return { ...Object.fromEntries(entries), deliveries, ...(after === undefined ? {} : { after: Number(after) }) };
}

function meantOf(call: Call): readonly Entry[] {
  const filter = filterOf(call);
  return (call.world.journal?.entries ?? []).filter((entry) => isMeant(filter, entry));
}

/** How much longer than the call's wait a connection may be idle. */
const PATIENCE = 15_000;

/** Answers when there are enough requests, or when the time is over. */
function waitFor(call: Call): ReturnType<ControlCalls[string]> {
  const { visit, value, steered, streams } = call;
  const { journals, mask, turns } = steered();
  const count = Number(value("count") ?? 1);
  const milliseconds = Number(value("seconds") ?? 5) * 1000;
  if (journals === undefined) return NO_JOURNAL;
  return new Promise((resolve) => {
    const end = (): void => {
      stop();
      clearTimeout(timer);
      streams.delete(end);
      const found = meantOf(call);
      resolve(told({ met: found.length >= count, requests: found.map((entry) => readEntry(entry, mask)) }));
    };
    const look = (): void => {
      if (meantOf(call).length >= count) end();
    };
    const stop = journals.listen(look);
    turns?.follow(call.world, false, journals);
    const timer = setTimeout(end, milliseconds);
    streams.add(end);
    visit.req.socket.setTimeout(milliseconds + PATIENCE);
    visit.res.once("close", end);
    look();
  });
}
