// Records an answer in the journal of its world.
import type { Exchange, Outgoing } from "../exchange.ts";

/** Records a request with its answer, once it was sent. */
export function record(exchange: Exchange, { status, lines, text }: Outgoing): void {
  const { req, world, operation, body, began, disturbance } = exchange;
  const refusal = exchange.refusal ?? exchange.excused;
  // A refused client that names a new session has no world, and no room in the journal of another.
  const isOutside = exchange.session !== world.name;
  if (world.journal === undefined || exchange.isSilent || isOutside) return;
  world.journal.note({
    method: req.method ?? "",
    url: req.url ?? "",
    operation,
    requestLines: req.rawHeaders,
    requestBody: body,
    ms: performance.now() - began,
    status,
    lines,
    text: req.method === "HEAD" ? undefined : text,
    refusal,
    situation: disturbance?.name,
  });
}
