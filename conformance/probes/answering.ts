// Whether an operation answers a plain request at all. If it does not, no other request to it shows anything.
import type { Operation } from "../../src/contract/model.ts";
import type { AnyCheck, Subject } from "../check.ts";
import { describeAnswer, isRefusal, isTurnedAway, statusOf } from "../client/exchange.ts";
import type { Session } from "../client/target.ts";
import { Target } from "../client/target.ts";
import { Undecidable } from "../client/undecidable.ts";
import { resourceOf } from "../plan.ts";
import { isSafe, protection, showOperation } from "../operations.ts";
import { validProbe } from "../items/operation.ts";
import { namesInPath } from "../../src/contract/parameters.ts";

/** The families whose checks vary a request that must work as it is. */
const VARYING: ReadonlySet<string> = new Set(["auth", "parameters", "paging", "filters", "lists", "fetch", "nested"]);

/** @throws Undecidable if a check varies a request to an operation that accepts no known request */
export async function mustAnswer(check: AnyCheck, subject: Subject, session: Session): Promise<void> {
  const { operation, isRun } = subject;
  if (isRun === true || check.stage === "record") return;
  const isCreation = resourceOf(session.plan, operation)?.operations.create === operation;
  const sendsBody = (check.writes === true && check.family !== "auth") || check.family === "parameters";
  if (isCreation && sendsBody) await session.working?.(operation);
  if (!VARYING.has(check.family) || !isSafe(operation)) return;
  await mustServe(session, operation);
}

/** @throws Undecidable if an operation does not answer a plain request */
export async function mustServe(session: Session, operation: Operation): Promise<void> {
  const name = `answering ${session.stage} ${operation.pointer}`;
  const refused = await session.once(name, () => refusalOf(session, operation));
  if (refused !== undefined) throw refused;
}

async function refusalOf(session: Session, operation: Operation): Promise<Undecidable | undefined> {
  const target = new Target(session);
  try {
    const probe = validProbe(target, operation);
    const path = { ...(await session.ways?.pathFor(probe)), ...probe.path };
    // Nothing is found at a path that was made up, whatever the operation answers otherwise.
    if (namesInPath(operation.path).some((name) => path[name] === undefined)) return undefined;
    const exchange = await target.view(probe);
    if (isTurnedAway(exchange)) {
      const isKeyed = session.keyring.fits(protection(operation));
      return isKeyed ? undefined : new Undecidable("no key was given", "--key, or --key-env");
    }
    if (!(isRefusal(exchange) || statusOf(exchange) === 501)) return undefined;
    // Somebody may have removed the item in between: another look, as a request that must succeed.
    if (exchange.intent !== "valid" && probe.path !== undefined && [404, 405, 501].includes(statusOf(exchange))) {
      const again = await target.ask({ ...probe, intent: "valid" });
      if (!isRefusal(again) && statusOf(again) !== 501) return undefined;
    }
    const why = `${showOperation(operation)} does not answer a plain request: ${describeAnswer(exchange)}`;
    return new Undecidable(why, "see status.success, or an example of what it needs in the document");
  } catch (error) {
    if (error instanceof Undecidable) return undefined;
    throw error;
  }
}
