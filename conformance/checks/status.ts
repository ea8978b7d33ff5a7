// Status codes: valid requests succeed as documented, and no request breaks the server.
import { isGeneral, needsNoCredential } from "../requirements/uses.ts";
import { eachOperation } from "./subjects.ts";
import { recordCheck } from "../judgements/record.ts";
import { type Exchange, describeAnswer, isSuccess, statusOf } from "../client/exchange.ts";
import { ruleOf, ruleOfOthers } from "../judgements/rule.ts";
import { isNamed, successStatuses } from "../../src/contract/responses.ts";
import type { Operation } from "../../src/contract/model.ts";
import type { Plan } from "../plan.ts";
import { describedResponse, describesNoSuccess, isForSuccess, refusalStatuses } from "../operations.ts";

/** Statuses that HTTP itself, or a proxy on the way, may return for any request (RFC 9110 section 15). */
const OF_HTTP = new Set([
  304, 400, 401, 404, 405, 406, 408, 411, 412, 413, 414, 415, 416, 417, 421, 426, 428, 429, 431, 501, 503,
]);

/** auth.valid judges 401 and 403, status.no-server-error judges 5xx; a 429 says nothing about the request. */
const OTHERS_JUDGE = (status: number): boolean => [401, 403, 429].includes(status) || status >= 500;

/** True for a request with a body or parameters, whose values may break a rule of the service. */
function carriesValues({ request, operation }: Exchange): boolean {
  return request.body !== undefined || operation?.parameters.some(({ required }) => required) === true;
}

const success = recordCheck({
  id: "status.success",
  claim: "a valid request must get a documented success status",
  basis: "the operation's 2XX responses",
  tests: [
    { part: "operation", fields: ["self"] },
    { part: "response", status: ["success"], fields: ["self", "description"] },
    { part: "parameter", fields: ["required"] },
    // An open operation is requested without a credential, and must succeed.
    { part: "document", fields: ["security"], where: needsNoCredential },
    { part: "operation", fields: ["security"], where: needsNoCredential },
    { part: "security-scheme", fields: ["self", "description"], where: needsNoCredential },
  ],
  applies: (plan) =>
    eachOperation(plan, (operation) => !plan.unmodelled.has(operation) && successStatuses(operation).length > 0),
  // Other requests are special in a way that a check of its own judges, but none of them may get an undocumented
  // success.
  select: (exchange) => (exchange.intent === "valid" || isSuccess(exchange)) && !OTHERS_JUDGE(statusOf(exchange)),
  onceIsEnough: true,
  judge: (exchange) => {
    const rule = carriesValues(exchange) ? (ruleOf(exchange) ?? ruleOfOthers(exchange, true)) : undefined;
    if (rule !== undefined) throw rule;
    const named = exchange.operation === undefined ? [] : successStatuses(exchange.operation);
    return isNamed(statusOf(exchange), named) ? undefined : [named.join(" or "), describeAnswer(exchange)];
  },
});

const hasSuccess = (plan: Plan, operation: Operation | undefined): boolean =>
  operation !== undefined && !plan.unmodelled.has(operation) && successStatuses(operation).length > 0;

const documented = recordCheck({
  id: "status.documented",
  claim: "every answer must have a status that the document or HTTP describes",
  basis: "the operation's responses",
  fault: "F101",
  tests: [
    { part: "operation", fields: ["self"] },
    { part: "response", fields: ["self", "description"], where: isGeneral },
  ],
  applies: (plan) => eachOperation(plan),
  select: () => true,
  judge: (exchange, plan) => {
    // status.success judges a success of an operation for which one is documented.
    if (isSuccess(exchange) && hasSuccess(plan, exchange.operation)) return undefined;
    const status = statusOf(exchange);
    const described = describedResponse(exchange);
    const { operation } = exchange;
    if (described?.status === "default" && operation !== undefined && isForSuccess(operation, "default"))
      return undefined;
    // `default` describes errors: a redirect must be documented explicitly.
    if (described !== undefined && (described.status !== "default" || status >= 400)) return undefined;
    if (OF_HTTP.has(status) || status >= 500 || isByRefusal(exchange)) return undefined;
    // Where no response at all is described, none is left out.
    if (operation?.responses.length === 0) return undefined;
    // If no refusal of an invalid request is described, 422 is as good as 400 (RFC 9110 section 15.5.21).
    if (status === 422 && exchange.operation !== undefined && refusalStatuses(exchange.operation).length === 0)
      return undefined;
    const names = exchange.operation?.responses.map((response) => response.status).join(", ") ?? "";
    return [`one of ${names}`, describeAnswer(exchange)];
  },
});

/** Statuses by which a service itself refuses what it has read. HTTP and gateways use the others on their own. */
const OF_THE_SERVICE = new Set([400, 404, 409, 410, 412, 422, 423, 424, 428]);

/** Those of a request that is not allowed. */
const OF_WHAT_IS_WRONG = new Set([400, 409, 422]);

/** True for an answer that status.refusal judges. */
const isByRefusal = ({ intent, operation, response }: Exchange): boolean =>
  intent !== "unauthenticated" &&
  OF_THE_SERVICE.has(response?.status ?? 0) &&
  operation !== undefined &&
  refusalStatuses(operation).length > 0;

const refusal = recordCheck({
  id: "status.refusal",
  level: "should",
  claim: "a refusal should have a status that the document lists",
  signs: { isToldElsewhere: true },
  basis: "the operation's responses; RFC 9110 section 15.5",
  fault: "F101",
  tests: [{ part: "response", status: ["error"], fields: ["self"], where: isGeneral }],
  // Where none is listed for what is not allowed, the document leaves them open.
  applies: (plan) => eachOperation(plan, (operation) => refusalStatuses(operation).length > 0),
  select: (exchange) => isByRefusal(exchange) && !isMissing(exchange),
  judge: (exchange) => {
    const described = describedResponse(exchange);
    // Beside a status for what is invalid, `default` is for all else.
    const isForOthers =
      described?.status === "default" && exchange.intent === "invalid" && OF_WHAT_IS_WRONG.has(statusOf(exchange));
    if (described !== undefined && !isForOthers) return undefined;
    const names = exchange.operation?.responses.map(({ status }) => status).filter((status) => status.startsWith("4"));
    return [names?.join(" or ") ?? "", describeAnswer(exchange)];
  },
});

/** True for what no document needs to say: nothing is at a path that names a thing (RFC 9110 section 15.5.5). */
function isMissing({ operation, response }: Exchange): boolean {
  return response?.status === 404 && operation?.parameters.some((one) => one.in === "path") === true;
}

const noServerError = recordCheck({
  id: "status.no-server-error",
  claim: "a request must never make the server fail (5xx)",
  basis: "the operation's responses; RFC 9110 section 15.6",
  fault: "F100",
  everything: true,
  tests: [{ part: "operation", fields: ["self"] }],
  applies: (plan) => eachOperation(plan),
  select: ({ intent }) => intent !== "deferred",
  judge: (exchange) => {
    const status = statusOf(exchange);
    const { operation, intent } = exchange;
    const isNamed501 = describedResponse(exchange)?.status === "501";
    const mayBe501 = isNamed501 || intent === "foreign" || (operation !== undefined && describesNoSuccess(operation));
    if (status < 500 || (status === 501 && mayBe501)) return undefined;
    return ["an answer below 500", describeAnswer(exchange)];
  },
});

export const statusChecks = [success, documented, refusal, noServerError];
