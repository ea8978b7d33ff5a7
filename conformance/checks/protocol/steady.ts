// Whether the target answers every request itself. There is one result for the whole run, however many stray answers it
// got.
import { countsOf } from "../../../src/memo.ts";
import { grouped } from "../../../src/report/text.ts";
import { PASS, defineCheck, fail, inconclusive } from "../../check.ts";
import { strayName } from "../../client/sending/steadiness.ts";
import type { Exchange } from "../../client/exchange.ts";
import type { Session } from "../../client/sending/session.ts";

const SHOWN = 3;

export const steady = defineCheck({
  id: "protocol.steady",
  level: "should",
  claim: "every request should be answered by the service itself",
  basis: "RFC 9110 sections 15.6.3 to 15.6.5; spec/decisions.md#unsteady-target",
  stage: "record",
  applies: (plan) => plan.operations.slice(0, 1).map((operation) => ({ operation, pointer: "/paths", isRun: true })),
  run: (_, target) => {
    const { steadiness, record } = target.session;
    const { strays } = steadiness;
    record.slice(0, 1).forEach((exchange) => target.look(exchange));
    if (record.length === 0) return inconclusive("nothing was sent", "a document that has operations");
    if (strays.length === 0) return PASS;
    const seen = `${howUnsteady(target.session)} (${kinds(strays)})`;
    const shown = steadiness.wasDown ? [firstOf(strays)] : strays.slice(0, SHOWN);
    return fail("an answer of the service to each request", seen, ...shown);
  },
});

/** "39 of 391 requests were answered by something else". */
export function howUnsteady({ steadiness: { strays, wasDown }, requests }: Session): string {
  const lost = `${grouped(strays.length)} of ${grouped(requests)} requests were`;
  return wasDown ? `the target went down: ${lost} not answered` : `${lost} answered by something else`;
}

/** What a report says of it at its end. */
export function unsteadySentence(session: Session): string | undefined {
  const { strays, isUnsteady, wasDown } = session.steadiness;
  if (!isUnsteady) return undefined;
  if (!wasDown) return `The target is unsteady: ${howUnsteady(session)}.`;
  const { operation, request } = firstOf(strays);
  // What brings a target down may be a method that the operation does not have.
  const first = operation === undefined ? "" : `, the first was ${request.method} ${operation.path}`;
  return `T${howUnsteady(session).slice(1)}${first}.`;
}

/** The request that was sent first, which may be what brought the target down. */
function firstOf(strays: readonly Exchange[]): Exchange {
  const sentAt = ({ span }: Exchange): number => span?.sent ?? Infinity;
  return strays.reduce((one, other) => (sentAt(other) < sentAt(one) ? other : one));
}

/** "502 27 times, ECONNRESET 12 times". */
function kinds(strays: readonly Exchange[]): string {
  return [...countsOf(strays.map(strayName))]
    .map(([name, number]) => `${name} ${number === 1 ? "once" : `${grouped(number)} times`}`)
    .join(", ");
}
