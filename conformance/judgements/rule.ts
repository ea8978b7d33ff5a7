// Refusals of what the document allows, by a rule that OpenAPI cannot state: they are the service's word, and no fault.
import type { Operation } from "../../src/contract/model.ts";
import { responseFor } from "../../src/contract/responses.ts";
import { messageIn } from "../client/bodies/message.ts";
import { type Exchange, describeAnswer, statusOf, valueOf } from "../client/exchange.ts";
import { Undecidable } from "../client/undecidable.ts";
import { showOperation } from "../operations.ts";

/** What lets the next run decide what such a refusal leaves open. */
export const EXAMPLE = "an example in the document that the service accepts, or --example";

/** Statuses with which a service refuses what the document allows by a rule that OpenAPI cannot state. */
const RULES: ReadonlySet<number> = new Set([409, 412, 422, 428]);

/** A 404 of a path without parameters: what is not there is named by the body. */
const isAboutBody = ({ path, body, method }: Operation, status: number): boolean =>
  status === 404 && method === "POST" && body !== undefined && !path.includes("{");

const listsRefusals = ({ responses }: Operation): boolean =>
  responses.some(({ status }) => status === "default" || status.startsWith("4"));

/** What the client cannot know: another item has the value already, or there is none that it names. */
const OF_OTHERS =
  /\b(?:already|duplicate[ds]?|unique|taken|in use|not exist|no such|not (?:be )?found|unknown|foreign key|referenced?)\b/i;

/**
 * The same as `ruleOf` for a refusal whose sentence says that it depends on other items.
 * @param mayBeUnlisted true where another check tells that the document does not list its status
 */
export function ruleOfOthers(exchange: Exchange, mayBeUnlisted = false): Undecidable | undefined {
  const rule = ruleOf(exchange, mayBeUnlisted);
  return rule !== undefined && OF_OTHERS.test(messageIn(valueOf(exchange)) ?? "") ? rule : undefined;
}

/**
 * Why nothing follows from a refusal: the service tells a rule that the document mentions by its status but cannot
 * state. Undefined if something follows from it. A bare 400 says nothing.
 */
export function ruleOf(exchange: Exchange, mayBeUnlisted = false): Undecidable | undefined {
  const { operation, response } = exchange;
  const status = statusOf(exchange);
  if (operation === undefined || response === undefined) return undefined;
  const described = responseFor(operation.responses, status);
  // Where no refusal at all is listed, every service still has its reasons.
  const isListed = described === undefined ? !listsRefusals(operation) : described.status !== "default";
  const says = response.cut === undefined ? messageIn(valueOf(exchange)) : undefined;
  const isRule = RULES.has(status) || (status === 400 && says !== undefined) || isAboutBody(operation, status);
  // A document that does not list 404 for a path without parameters promises that nothing must be there.
  if (!(isListed || (mayBeUnlisted && status !== 404)) || !isRule) return undefined;
  return new Undecidable(`${showOperation(operation)} was answered ${describeAnswer(exchange)}`, EXAMPLE);
}
