// Sends methods that a path does not list, such that no harm is done if the target accepts them.
import type { Resource } from "../../../src/resource/model.ts";
import { absentProbe, isItemOf, itemProbe } from "../../probes/item.ts";
import { groupsOf, once } from "../../../src/memo.ts";
import type { Plan, ResourceOperation } from "../../plan.ts";
import { templateOf } from "../../../src/resource/paths.ts";
import type { Subject } from "../../check.ts";
import type { Exchange } from "../../client/exchange.ts";
import { anItem } from "../../items/create.ts";
import { marksOf } from "../../items/bodies/marks.ts";
import { ownItems } from "../../items/known.ts";
import { rareFilterValue } from "../../probes/filter-values.ts";
import { type Probe, SAFE } from "../../client/request.ts";
import { sideBySide } from "../../client/side-by-side.ts";
import { sampleBody } from "../../items/bodies/body.ts";
import type { CreatedItem } from "../../items/created.ts";
import type { Session, Target } from "../../client/target.ts";
import { type JsonValue, isObject } from "../../../src/json/value.ts";

export interface PathSubject extends Subject {
  readonly resource?: Resource;
}

/**
 * The methods of the paths of each plan, ignoring the names of path parameters. Cached because every path needs them.
 */
const methodsByPath = once(({ contract }: Plan) => {
  const groups = groupsOf(contract.operations, (operation) => templateOf(operation.path));
  return new Map([...groups].map(([place, own]) => [place, new Set<string>(own.map(({ method }) => method))]));
});

/** The methods that a path lists, whatever its parameters are named. */
export function methodsOf(plan: Plan, path: string): ReadonlySet<string> {
  return methodsByPath(plan).get(templateOf(path)) ?? new Set();
}

/** Tried on an item's path, with an item of the run's own. */
const ON_ITEM = ["OPTIONS", "PUT", "PATCH", "DELETE", "POST"] as const;
/** Tried elsewhere: nothing that could replace or empty a collection, unless that may be. */
const ELSEWHERE = ["OPTIONS", "PROPFIND"] as const;
const REPLACING = ["PATCH", "PUT"] as const;

/** The outcome of the methods that the document does not list for a path. */
export interface Unlisted {
  /** How many requests were sent, answered or not. */
  readonly sent: number;
  readonly exchanges: readonly Exchange[];
  /** The item that they were tried on, as fetched before; absent if none can be fetched. */
  readonly before?: Exchange;
  readonly id?: JsonValue;
}

/** Sends each method that the document does not list for the path, once per run. */
export function sendUnlisted(target: Target, subject: PathSubject): Promise<Unlisted> {
  return target.session.once(`unlisted ${subject.operation.path}`, async () => {
    const { session, plan } = target;
    const { operation, resource } = subject;
    const { create, fetch } = resource?.operations ?? {};
    const onItem = resource !== undefined && create !== undefined && isItemOf(resource, operation);
    const id = onItem ? (await ownItem(target, { resource, operation: create }, 2)).id : undefined;
    const watched = onItem && fetch !== undefined && id !== undefined;
    const send = (probe: Probe): Promise<Exchange> => session.send(probe);
    const probes = unlistedProbes(session, plan, subject, id);
    const asking = probes.filter(isOptions);
    const looks = watched ? [itemProbe(resource, fetch, id)] : [];
    const answers = await sideBySide([...looks, ...asking], send);
    const before = watched ? answers[0] : undefined;
    const then: Exchange[] = [];
    // One after another, because they act on the same item and their effects must be distinguishable.
    for (const probe of probes.filter((one) => !isOptions(one))) then.push(await send(probe));
    return {
      sent: probes.length,
      // protocol.whole-answers judges whether requests are answered at all.
      exchanges: [...answers.slice(looks.length), ...then].filter(({ response }) => response !== undefined),
      ...(before === undefined ? {} : { before }),
      ...(id === undefined ? {} : { id }),
    };
  });
}

const isOptions = ({ method }: Probe): boolean => method === "OPTIONS";

/**
 * An item of the run's own, by its position among them, so that methods on it disturb no other check. Not one of the
 * last: those are meant to be changed or removed.
 */
export async function ownItem(
  target: Target,
  creator: ResourceOperation,
  place: number,
): Promise<Pick<CreatedItem, "id">> {
  return ownItems(target.session, creator.resource).at(place) ?? (await anItem(target, creator));
}

function unlistedProbes(
  session: Session,
  plan: Plan,
  { operation, resource }: PathSubject,
  id: JsonValue | undefined,
): Probe[] {
  const listed = methodsOf(plan, operation.path);
  const creator = resource?.operations.create;
  let json: JsonValue = creator === undefined ? {} : sampleBody(plan, creator, marksOf(session, "unlisted"));
  const rare = resource === undefined ? undefined : rareFilterValue(plan, resource);
  if (rare !== undefined && isObject(json)) json = { ...json, [rare.filter.property]: rare.value };
  if (resource === undefined || id === undefined) {
    const replacing = session.options.changeExisting === true ? REPLACING : [];
    return probesOf({ operation }, json, [...ELSEWHERE, ...replacing], listed);
  }
  const probes = probesOf(itemProbe(resource, operation, id), json, ON_ITEM, listed);
  const missing = { ...absentProbe(resource, operation), intent: "foreign" as const };
  return listed.has("DELETE") ? probes : [...probes, { ...missing, method: "DELETE" }];
}

function probesOf(base: Probe, json: JsonValue, methods: readonly string[], listed: ReadonlySet<string>): Probe[] {
  return methods
    .filter((method) => !listed.has(method))
    .map((method) => ({
      ...base,
      method,
      intent: "foreign",
      ...(method === "DELETE" || SAFE.has(method) ? {} : { json, mediaType: "application/json" }),
    }));
}
