// Why an operation that creates cannot be used: it accepts nothing, or it answers with a number that names nothing.
import { equalJson, ownValue } from "../../src/json/value.ts";
import { writeJson } from "../../src/json/write.ts";
import { describeAnswer, isHidden, isRefusal, isSuccess, isTurnedAway } from "../client/exchange.ts";
import type { Session } from "../client/sending/session.ts";
import { Undecidable } from "../client/undecidable.ts";
import { itemIn, shapeOf } from "../places.ts";
import type { ResourceOperation } from "../plan.ts";
import { EXAMPLE } from "../judgements/rule.ts";
import { itemProbe } from "../probes/item.ts";
import { showOperation } from "../operations.ts";
import { tracesIn } from "./bodies/marks.ts";
import type { Creation } from "./create.ts";

/** Why no more should be created where the answer is a number, which may count rows; undefined if it names the item. */
export async function misnamed(
  session: Session,
  { resource, operation }: ResourceOperation,
  made: Creation | undefined,
): Promise<Undecidable | undefined> {
  const { fetch } = resource.operations;
  if (shapeOf(operation)?.identified === undefined || fetch === undefined || typeof made?.id !== "number")
    return undefined;
  const shown = itemIn(await session.send({ ...itemProbe(resource, fetch, made.id), intent: "edge" }));
  const sent = Object.entries(made.body).filter(([name]) => shown !== undefined && Object.hasOwn(shown, name));
  const isAlike =
    sent.length > 0 && sent.every(([name, value]) => equalJson(ownValue(shown ?? {}, name) ?? null, value));
  if (isAlike || tracesIn(writeJson(shown ?? null), session.options.marker).size > 0) return undefined;
  return new Undecidable(
    `the number ${made.id} that ${showOperation(operation)} answers with does not name what was created`,
    "an answer that names the created item, or a document that says what the number is",
  );
}

/** Why nothing can be said of an operation that accepted nothing. */
export function outcomeOf({ exchange }: Creation): Undecidable | undefined {
  const isAboutKey = isTurnedAway(exchange) && !isHidden(exchange);
  if (isSuccess(exchange) || !isRefusal(exchange) || isAboutKey) return undefined;
  const what = exchange.operation === undefined ? "the operation" : showOperation(exchange.operation);
  return new Undecidable(`${what} accepts no known request: it was answered ${describeAnswer(exchange)}`, EXAMPLE);
}
