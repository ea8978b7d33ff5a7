// Judges the answer to a generated request by the same claims as the checks, with the same tolerance.
import type { Operation } from "../../src/contract/model.ts";
import { count } from "../../src/report/text.ts";
import { itemsOf } from "../probes/list.ts";
import { refused } from "../judgements/refused.ts";
import { isNamed, successStatuses } from "../../src/contract/responses.ts";
import { type Plan, resourceOf } from "../plan.ts";
import { describedResponse, describesNoSuccess } from "../operations.ts";
import { type Exchange, describeAnswer, isRefusal, isSuccess, isTurnedAway, statusOf } from "../client/exchange.ts";
import { contentFaults } from "../judgements/described.ts";
import type { Drawn } from "./requests.ts";

/** The purpose of a generated request. */
export type Aim = "valid" | "invalid" | "invalid-parameter";

export interface Fault {
  readonly claim: Aim | "answer";
  readonly expected: string;
  readonly seen: string;
}

/** The fault in an answer; faults that apply to any answer come first. */
export function faultIn(exchange: Exchange, plan: Plan, aim: Aim, drawn: Drawn): Fault | undefined {
  const operation = exchange.operation as Operation;
  return anyAnswer(exchange, operation, plan) ?? aimed(exchange, plan, aim, drawn);
}

function anyAnswer(exchange: Exchange, operation: Operation, plan: Plan): Fault | undefined {
  const claim = "answer" as const;
  const status = statusOf(exchange);
  if (exchange.response === undefined) return { claim, expected: "an answer", seen: describeAnswer(exchange) };
  if (status === 501 && describesNoSuccess(operation)) return undefined;
  if (status >= 500) return { claim, expected: "an answer below 500", seen: describeAnswer(exchange) };
  const described = describedResponse(exchange);
  // Next to described successes, `default` describes errors; alone, it describes successes too.
  const isUnnamed = described?.status === "default" && (status >= 300 || successStatuses(operation).length > 0);
  if (status < 400 && (described === undefined || isUnnamed)) {
    const names = operation.responses.map((response) => response.status).join(", ");
    return { claim, expected: `one of ${names}`, seen: describeAnswer(exchange) };
  }
  // A missing header matters less on an error, and has checks of its own.
  const [opinion] = described === undefined ? [] : contentFaults(plan.contract.document, exchange, described);
  if (opinion === undefined) return undefined;
  return {
    claim,
    expected: `the ${opinion.part} that the document describes`,
    seen: `${opinion.message} (${describeAnswer(exchange)})`,
  };
}

function aimed(exchange: Exchange, plan: Plan, aim: Aim, { wrong }: Drawn): Fault | undefined {
  const operation = exchange.operation as Operation;
  if (plan.unmodelled.has(operation)) return undefined;
  if (aim === "valid") {
    const named = successStatuses(operation);
    if (isNamed(statusOf(exchange), named)) return undefined;
    return {
      claim: aim,
      expected: `${named.join(" or ")} for a request that the document allows`,
      seen: describeAnswer(exchange),
    };
  }
  const pageSize = resourceOf(plan, operation)?.pageSize;
  if (wrong !== undefined && pageSize?.parameter.pointer === wrong.pointer)
    return pageFault(exchange, pageSize.maximum, aim);
  const outcome = refused(
    exchange,
    operation,
    wrong === undefined ? "a body that the schema does not allow" : `a wrong ${wrong.name}`,
  );
  return outcome.verdict === "fail" ? { claim: aim, expected: outcome.expected, seen: outcome.seen } : undefined;
}

/** A server may clamp a page size that is out of bounds, but a list never shows more than its maximum. */
function pageFault(exchange: Exchange, maximum: number | undefined, claim: Aim): Fault | undefined {
  if (isRefusal(exchange) && !isTurnedAway(exchange)) return undefined;
  const items = isSuccess(exchange) ? itemsOf(exchange) : undefined;
  if (items !== undefined && items.length <= (maximum ?? Number.POSITIVE_INFINITY)) return undefined;
  const expected = `a refusal (4xx), or ${maximum === undefined ? "any number of items" : count(maximum, "item")} at most`;
  return { claim, expected, seen: items === undefined ? describeAnswer(exchange) : count(items.length, "item") };
}
