// Status codes: valid requests succeed as documented, and no request whatever breaks the server.
import { eachOperation, recordCheck } from "../ask.ts";
import type { AnyCheck } from "../check.ts";
import { describeAnswer, isSuccess, statusOf } from "../exchange.ts";
import { describedResponse, isNamed, refusalStatuses, successStatuses } from "../plan.ts";

/** Statuses that HTTP itself, or a proxy on the way, may answer to any request (RFC 9110 section 15). */
const OF_HTTP = new Set([
  304, 400, 401, 404, 405, 406, 408, 411, 412, 413, 414, 415, 416, 417, 421, 426, 428, 429, 431, 501, 503,
]);

/** 401 and 403 are judged by auth.valid, 5xx by status.no-server-error; a 429 says nothing of the request. */
const OTHERS_JUDGE = (status: number): boolean => [401, 403, 429].includes(status) || status >= 500;

const success = recordCheck({
  id: "status.success",
  family: "status",
  level: "must",
  claim: "a valid request gets a documented success status",
  basis: "the operation's 2XX responses",
  applies: (plan) =>
    eachOperation(plan, (operation) => !plan.unmodelled.has(operation) && successStatuses(operation).length > 0),
  // What is special about a request is judged by a check of its own; an undocumented success is one whatever was asked.
  select: (exchange) => (exchange.intent === "valid" || isSuccess(exchange)) && !OTHERS_JUDGE(statusOf(exchange)),
  judge: (exchange) => {
    const named = exchange.operation === undefined ? [] : successStatuses(exchange.operation);
    return isNamed(statusOf(exchange), named) ? undefined : [named.join(" or "), describeAnswer(exchange)];
  },
});

const documented = recordCheck({
  id: "status.documented",
  family: "status",
  level: "must",
  claim: "every refusal has a status that the document or HTTP describes",
  basis: "the operation's responses",
  fault: "F101",
  applies: (plan) => eachOperation(plan),
  select: (exchange) => !isSuccess(exchange),
  judge: (exchange) => {
    const status = statusOf(exchange);
    const described = exchange.operation === undefined ? undefined : describedResponse(exchange.operation, status);
    // `default` describes errors: a redirect must be named.
    if (described !== undefined && (described.status !== "default" || status >= 400)) return undefined;
    if (OF_HTTP.has(status) || status >= 500) return undefined;
    // Where no refusal of a wrong request is described, 422 is as good as 400 (RFC 9110 section 15.5.21).
    if (status === 422 && exchange.operation !== undefined && refusalStatuses(exchange.operation).length === 0)
      return undefined;
    const names = exchange.operation?.responses.map((response) => response.status).join(", ") ?? "";
    return [`one of ${names}`, describeAnswer(exchange)];
  },
});

const noServerError = recordCheck({
  id: "status.no-server-error",
  family: "status",
  level: "must",
  claim: "no request makes the server fail (5xx)",
  basis: "the operation's responses; RFC 9110 section 15.6",
  fault: "F100",
  everything: true,
  applies: (plan) => eachOperation(plan),
  select: ({ intent }) => intent !== "deferred",
  judge: (exchange) => {
    const status = statusOf(exchange);
    const unlisted = exchange.intent === "foreign" && status === 501;
    return status >= 500 && !unlisted ? ["an answer below 500", describeAnswer(exchange)] : undefined;
  },
});

export const statusChecks: readonly AnyCheck[] = [success, documented, noServerError];
