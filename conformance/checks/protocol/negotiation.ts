// Content negotiation: the same content, whatever form of it was asked for.
import { itemsOf } from "../../ask.ts";
import { type AnyCheck, type Outcome, PASS, type Subject, defineCheck, fail, worst } from "../../check.ts";
import { type Exchange, decodedBody, describeAnswer, headerOf, isSuccess, statusOf, valueOf } from "../../exchange.ts";
import { plainAnswer, readable, sameKind, steadyProbe } from "./messages.ts";

const NOTHING = "identity";

const compressed = defineCheck<Subject>({
  id: "protocol.compressed",
  family: "protocol",
  level: "should",
  claim: "an answer that may be compressed can be read, and is the same",
  basis: "RFC 9110 sections 8.4 and 12.5.3",
  stage: "main",
  applies: readable,
  run: async ({ operation }, target) => {
    const probe = steadyProbe(target, operation);
    const plain = await plainAnswer(target, probe);
    if ("verdict" in plain) return plain;
    const outcomes: Outcome[] = [];
    for (const accepted of ["gzip", "br, deflate;q=0.5", NOTHING]) {
      const headers = [["Accept-Encoding", accepted]] as const;
      const exchange = await target.ask({ ...probe, headers, intent: "foreign" });
      const coding = headerOf(exchange, "content-encoding") ?? "identity";
      const unasked = accepted === NOTHING && isSuccess(exchange) && !/^(identity)?$/i.test(coding.trim());
      outcomes.push(unasked ? fail(`no coding for ${accepted}`, coding, exchange) : sameContent(exchange, plain));
    }
    return worst(outcomes);
  },
});

function sameContent(exchange: Exchange, plain: Exchange): Outcome {
  const coding = headerOf(exchange, "content-encoding");
  const known = coding === undefined || /^(identity|gzip|x-gzip|br|deflate)$/i.test(coding.trim());
  if (known && decodedBody(exchange) === undefined)
    return fail(`a body in ${coding ?? "no coding"}`, "one that cannot be decoded", exchange);
  const same = statusOf(exchange) === statusOf(plain) && (!known || sameKind(valueOf(exchange), valueOf(plain)));
  const count = itemsOf(exchange)?.length;
  const seen = `${describeAnswer(exchange)}${count === undefined ? "" : `, ${count} items`}`;
  return same ? PASS : fail("the same content as without compression", seen, plain, exchange);
}

const accept = defineCheck<Subject>({
  id: "protocol.accept",
  family: "protocol",
  level: "should",
  claim: "Accept: */* is as good as the documented media type",
  basis: "RFC 9110 section 12.5.1",
  stage: "main",
  applies: readable,
  run: async ({ operation }, target) => {
    const probe = steadyProbe(target, operation);
    const plain = await plainAnswer(target, probe);
    if ("verdict" in plain) return plain;
    const exchange = await target.ask({ ...probe, headers: [["Accept", "*/*"]], intent: "foreign" });
    const same = statusOf(exchange) === statusOf(plain) && sameKind(valueOf(exchange), valueOf(plain));
    return same ? PASS : fail("the same answer as without it", describeAnswer(exchange), plain, exchange);
  },
});

export const negotiationChecks: readonly AnyCheck[] = [compressed, accept];
