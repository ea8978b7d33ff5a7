// What a run created, what became of it, and how to remove what is left.
import { showScalar } from "../../src/contract/serialization/text.ts";
import { groupsOf } from "../../src/memo.ts";
import { type JsonObject, type JsonValue, isObject } from "../../src/json/value.ts";
import { readJson } from "../../src/json/read.ts";
import { clip, count, oneLine } from "../../src/report/text.ts";
import type { Operation } from "../../src/contract/model.ts";
import type { Resource } from "../../src/resource/model.ts";
import { sentText } from "../bodies.ts";
import { type Exchange, statusOf } from "../client/exchange.ts";
import type { Redactor } from "../client/target/redaction.ts";
import { tracesIn } from "../items/bodies/marks.ts";
import { homeOf, removerOf } from "../items/created.ts";
import { itemIn } from "../places.ts";
import { showOperation } from "../operations.ts";
import type { Run } from "../run.ts";

/** Something that a request of the run created. */
interface Made {
  readonly resource?: Resource | undefined;
  readonly exchange: Exchange;
  readonly item?: JsonObject | undefined;
  readonly id?: JsonValue;
  readonly removed: boolean;
  readonly kept?: string;
}

/** Everything that was created, in order. */
function madeBy({ session }: Run): readonly Made[] {
  const unnamed = session.unnamed.map((one) => ({ ...one, item: shownBy(one.exchange), removed: false }));
  return [...session.created, ...unnamed];
}

function shownBy(exchange: Exchange): JsonObject | undefined {
  if (exchange.response?.cut !== undefined) return undefined;
  return itemIn(exchange);
}

/** What the JSON report says of each creation. */
export function jsonCreated(run: Run, redactor: Redactor): object[] {
  return madeBy(run).map((made) => {
    const { resource, id, removed, exchange } = made;
    const name = removed ? undefined : nameOf(made, run, redactor);
    return {
      resource: resource?.collection ?? exchange.operation?.path ?? new URL(exchange.request.url).pathname,
      ...(id === undefined ? {} : { id: shownId(id, redactor) }),
      removed,
      ...(removed ? {} : { operation: `${exchange.request.method} ${exchange.operation?.path ?? ""}` }),
      ...(removed ? {} : { status: statusOf(exchange) }),
      ...(name === undefined ? {} : { name }),
      ...(removed ? {} : { why: redactor.text(whyLeft(made)) }),
    };
  });
}

/** An identifier unchanged, unless it is a secret: the service chooses identifiers. */
function shownId(id: JsonValue, redactor: Redactor): JsonValue {
  const text = showScalar(id);
  const shown = redactor.text(text);
  return shown === text ? id : shown;
}

/** A property by which to find an item: one with the mark of the run, in the answer or as it was sent. */
function nameOf({ item, exchange }: Made, { session }: Run, redactor: Redactor): string | undefined {
  const read = readJson(sentText(exchange.request));
  const sent = "value" in read && isObject(read.value) ? read.value : {};
  const all = [...Object.entries<JsonValue>(item ?? {}), ...Object.entries<JsonValue>(sent)];
  const isMark = (value: JsonValue): boolean => tracesIn(showScalar(value), session.options.marker).size > 0;
  const found = all.find(([, value]) => !isObject(value) && !Array.isArray(value) && isMark(value));
  return found === undefined ? undefined : redactor.text(`${found[0]} ${clip(showScalar(found[1]), LONGEST)}`);
}

function whyLeft({ resource, kept, id }: Made): string {
  if (resource === undefined || homeOf(resource).operations.remove === undefined)
    return "no operation of the document is known to remove it";
  if (id === undefined) return "the answer to its creation does not name it";
  return kept ?? "the run ended before it was removed";
}

const LONGEST = 80;
const SHOWN = 3;

/** What is left, and how to remove it, in one line; undefined if nothing is. */
export function leftLine(run: Run, redactor: Redactor): string | undefined {
  const left = madeBy(run).filter(({ removed }) => !removed);
  if (left.length === 0) return undefined;
  const are = `${count(left.length, "item")} that the run created ${left.length === 1 ? "is" : "are"} still there`;
  const kinds = [...groupsOf(left, ({ resource, exchange }) => resource?.collection ?? exchange.operation?.path ?? "")];
  const shown = kinds.slice(0, SHOWN).map(([place, own]) => {
    const names = own.slice(0, SHOWN).map((made) => shownOf(made, run, redactor));
    const more = own.length > names.length ? ` and ${own.length - names.length} more` : "";
    return `${place}: ${names.join(", ")}${more}; ${howToRemove(run, own[0]?.resource)}`;
  });
  const more = kinds.length > shown.length ? [`${kinds.length - shown.length} more kinds in the JSON report`] : [];
  return oneLine(`${are} (${[...shown, ...more].join("; ")}): look for ${run.session.options.marker}.`);
}

function shownOf(made: Made, run: Run, redactor: Redactor): string {
  const id = made.id === undefined ? undefined : redactor.text(showScalar(made.id));
  const isHidden = id === undefined || id !== showScalar(made.id ?? null);
  return clip(isHidden ? (nameOf(made, run, redactor) ?? "one without a name") : id, LONGEST);
}

function howToRemove({ session: { plan } }: Run, resource: Resource | undefined): string {
  // "/Items({ID})" is no path of items to the run, but to people.
  const isNear = ({ method, path }: Operation): boolean =>
    method === "DELETE" && resource !== undefined && /^[^/]*\{[^/]*$/.test(path.replace(resource.collection, ""));
  const own = resource && (removerOf(resource) ?? homeOf(resource).operations.remove);
  const remove = own ?? plan.operations.find(isNear);
  return remove === undefined
    ? "the document has no operation that removes them"
    : `remove them with ${showOperation(remove)}`;
}
