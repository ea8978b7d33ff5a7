// HEAD: like GET, without the body.
import { responseFor } from "../../../src/contract/responses.ts";
import type { Header, Operation } from "../../../src/contract/model.ts";
import { absentProbe, isItemOf } from "../../probes/item.ts";
import { eachOperation } from "../subjects.ts";
import { resourceOf } from "../../plan.ts";
import { type Outcome, PASS, type Subject, defineCheck, fail, judgeEach } from "../../check.ts";
import { type Exchange, headerOf, isSuccess, statusOf } from "../../client/exchange.ts";
import type { Probe } from "../../client/request.ts";
import type { Target } from "../../client/target.ts";
import { sameBytes, steadyProbe } from "./messages.ts";

export const head = defineCheck<Subject>({
  id: "protocol.head",
  level: "should",
  claim: "HEAD should be answered like GET, where it is answered at all",
  basis: "RFC 9110 section 9.3.2",
  quiet: true,
  applies: (plan) => eachOperation(plan, ({ method }) => method === "GET"),
  run: async ({ operation }, target) => {
    return judgeEach(probes(target, operation), async (probe) => {
      const outcome = await likeGet(target, probe);
      // Content may change between GET and HEAD, and back, but hardly twice in a row.
      return outcome.verdict === "fail" ? likeGet(target, probe, true) : outcome;
    });
  },
});

/** Something that exists, and something that does not. */
function probes(target: Target, operation: Operation): Probe[] {
  const resource = resourceOf(target.plan, operation);
  const present = steadyProbe(target, operation);
  if (resource === undefined || !isItemOf(resource, operation)) return [present];
  return [present, { ...absentProbe(resource, operation), intent: "invalid" }];
}

async function likeGet(target: Target, probe: Probe, again = false): Promise<Outcome> {
  const before = again ? await target.ask(probe) : await target.view(probe);
  const exchange = await target.send({ ...probe, method: "HEAD", intent: "foreign" });
  if (exchange.response === undefined) return fail("an answer to HEAD", `none: ${exchange.failure ?? ""}`, exchange);
  const status = statusOf(exchange);
  // The document lists no HEAD, and these answers are allowed for an unlisted method.
  if (status === 404 || status === 405 || status === 501) return PASS;
  if (status === statusOf(before) && sameHeaders(exchange, before, before).verdict === "pass") return PASS;
  const after = await target.ask(probe);
  if (status !== statusOf(before) && status !== statusOf(after))
    return fail(`the status of GET, ${statusOf(before)}`, String(status), before, exchange);
  return sameHeaders(exchange, before, after);
}

/** The headers that HEAD must repeat: those of the content, and those that the document declares. */
function sameHeaders(exchange: Exchange, before: Exchange, after: Exchange): Outcome {
  const described =
    exchange.operation === undefined ? undefined : responseFor(exchange.operation.responses, statusOf(before));
  const declared = (described?.headers ?? []).map(({ name }: Header) => name.toLowerCase());
  for (const name of ["content-type", "content-length", ...declared]) {
    const seen = headerOf(exchange, name);
    const wanted = headerOf(before, name);
    // A header that differs between two GETs need not be the same on HEAD.
    if (wanted === undefined || wanted !== headerOf(after, name) || seen === wanted) continue;
    // RFC 9110 lets HEAD omit what is known only after the body is generated, such as its length. An error may name the
    // method.
    if (name === "content-length" && !(isSuccess(before) && sameBytes(before, after))) continue;
    if (seen === undefined && (name === "content-length" || !isSuccess(before))) continue;
    return fail(
      `${name}: ${wanted}, as on GET`,
      seen === undefined ? `no ${name}` : `${name}: ${seen}`,
      before,
      exchange,
    );
  }
  return PASS;
}
