// Status codes: valid requests succeed as documented, and no request breaks the server.
import { isGeneral, needsNoCredential } from "../requirements/uses.ts";
import { eachOperation } from "./subjects.ts";
import { recordCheck } from "../judgements/record.ts";
import { describeAnswer, isSuccess, statusOf } from "../client/exchange.ts";
import { isNamed, successStatuses } from "../../src/contract/responses.ts";
import { describedResponse, describesNoSuccess, refusalStatuses } from "../plan.ts";

/** Statuses that HTTP itself, or a proxy on the way, may return for any request (RFC 9110 section 15). */
const OF_HTTP = new Set([
  304, 400, 401, 404, 405, 406, 408, 411, 412, 413, 414, 415, 416, 417, 421, 426, 428, 429, 431, 501, 503,
]);

/** auth.valid judges 401 and 403, status.no-server-error judges 5xx; a 429 says nothing about the request. */
const OTHERS_JUDGE = (status: number): boolean => [401, 403, 429].includes(status) || status >= 500;

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
  judge: (exchange) => {
    const named = exchange.operation === undefined ? [] : successStatuses(exchange.operation);
    return isNamed(statusOf(exchange), named) ? undefined : [named.join(" or "), describeAnswer(exchange)];
  },
});

const documented = recordCheck({
  id: "status.documented",
  claim: "a refusal must have a status that the document or HTTP describes",
  basis: "the operation's responses",
  fault: "F101",
  tests: [
    { part: "operation", fields: ["self"] },
    { part: "response", fields: ["self", "description"], where: isGeneral },
  ],
  applies: (plan) => eachOperation(plan),
  select: (exchange) => !isSuccess(exchange),
  judge: (exchange) => {
    const status = statusOf(exchange);
    const described = describedResponse(exchange);
    // `default` describes errors: a redirect must be documented explicitly.
    if (described !== undefined && (described.status !== "default" || status >= 400)) return undefined;
    if (OF_HTTP.has(status) || status >= 500) return undefined;
    // If no refusal of an invalid request is described, 422 is as good as 400 (RFC 9110 section 15.5.21).
    if (status === 422 && exchange.operation !== undefined && refusalStatuses(exchange.operation).length === 0)
      return undefined;
    const names = exchange.operation?.responses.map((response) => response.status).join(", ") ?? "";
    return [`one of ${names}`, describeAnswer(exchange)];
  },
});

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
    const mayBe501 = intent === "foreign" || (operation !== undefined && describesNoSuccess(operation));
    if (status < 500 || (status === 501 && mayBe501)) return undefined;
    return ["an answer below 500", describeAnswer(exchange)];
  },
});

export const statusChecks = [success, documented, noServerError];
