// What the document says of one operation, as the checks ask it: who may call it, what it answers, how it refuses.
import { isPlural, wordsOf } from "../src/resource/paths.ts";
import { successMedia } from "../src/resource/items/bodies.ts";
import type { Operation, Response, SecurityScheme } from "../src/contract/model.ts";
import { responseFor } from "../src/contract/responses.ts";
import type { Resource } from "../src/resource/model.ts";
import type { Schema } from "../src/schema/model.ts";
import { wholeBodySchema } from "./bodies.ts";
import type { Exchange } from "./client/exchange.ts";
import { needsHandshake } from "./client/target/credential.ts";
import { sentSchemaOf } from "./places.ts";

/** The schemes that protect an operation: those of the first alternative that a key satisfies. Empty if it is open. */
export function protection(operation: Operation): readonly SecurityScheme[] {
  // An empty alternative makes the credential optional.
  if (operation.security.some((alternative) => alternative.length === 0)) return [];
  return operation.security.find((alternative) => !alternative.some(needsHandshake)) ?? operation.security[0] ?? [];
}

/**
 * Like `protection`, but empty if it requires more than a key: the service then rightly refuses what the suite sends.
 */
export function keyedProtection(operation: Operation): readonly SecurityScheme[] {
  const schemes = protection(operation);
  return schemes.some(needsHandshake) ? [] : schemes;
}

/** True for an operation that only reads (RFC 9110 section 9.2.1). */
export function isSafe({ method }: Operation): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

/** What is called like this changes something, even if it is a GET. */
const CHANGES =
  /^(?:delete|remove|destroy|purge|clear|wipe|flush|reset|revoke|restart|reboot|shutdown|kill|terminate|logout|signout|deactivate|disable|cancel|unsubscribe)$/;

/** "createPad", "sendMessage": the name of a function, unlike "update-status", which may be a thing. */
const CALLED = /^(?:create|add|insert|append|set|save|update|replace|copy|move|rename|restore|send)[A-Z]/;

/** True for an operation that is named after a change: GET /logout, GET /delete-account/callback, GET /createPad. */
export function isNamedAfterChange({ path }: Operation): boolean {
  return path.split("/").some((step) => {
    const [first = "", second = ""] = step.includes("{") ? [] : wordsOf(step);
    if (CALLED.test(step)) return true;
    // "kill-switches" are things.
    return !isPlural(second) && (CHANGES.test(first) || CHANGES.test(first + second));
  });
}

/** True for an operation that changes or removes a whole collection, which may contain other people's items. */
export function actsOnMany(resource: Resource | undefined, operation: Operation): boolean {
  const { operations = {} } = resource ?? {};
  return [operations["replace-many"], operations["update-many"], operations["remove-many"]].includes(operation);
}

/** The response that the document describes for the answer of an exchange. */
export function describedResponse({ operation, response, request }: Exchange): Response | undefined {
  const described = operation && responseFor(operation.responses, response?.status ?? 0);
  // A body described for the answer to HEAD is never sent (RFC 9110 section 9.3.2).
  return described === undefined || request.method !== "HEAD" ? described : { ...described, content: [] };
}

/** True if the document describes no success: 501 is then correct (RFC 9110 section 15.6.2). */
export function describesNoSuccess({ responses }: Operation): boolean {
  return !responses.some(({ status }) => /^[123]/.test(status));
}

/** True for a response that describes what an operation answers if all is well: `default` does if it stands alone. */
export function isForSuccess({ responses }: Operation, status: string): boolean {
  if (status !== "default") return /^[23]/.test(status);
  return !responses.some((one) => /^[123]/.test(one.status));
}

/** Client errors to which HTTP gives a specific meaning (RFC 9110 section 15.5 and the IANA registry). */
const OF_OTHER_MEANING =
  /^(401|402|403|404|405|406|407|408|409|410|411|412|413|414|415|416|421|423|424|425|426|428|429|431|451)$/;

/**
 * The documented statuses with which an operation refuses an invalid request: 400, 422, and client errors that HTTP
 * leaves to the service.
 */
export function refusalStatuses(operation: Operation): string[] {
  return operation.responses
    .map(({ status }) => status)
    .filter((status) => /^4\d\d$/.test(status) && !OF_OTHER_MEANING.test(status));
}

/** The schema of an operation's success body, if it is JSON. */
export function successSchema(operation: Operation): Schema | undefined {
  return successMedia(operation)?.schema;
}

/** The schema of the item in an operation's request body, or of the whole body if it has no envelope. */
export function bodySchema(operation: Operation): Schema | undefined {
  return sentSchemaOf(operation) ?? wholeBodySchema(operation);
}

/** "GET /items". */
export function showOperation(operation: Operation): string {
  return `${operation.method} ${operation.path}`;
}

/** True for a name of an operation, as a team writes it in a file: its id, or "GET /items". */
export const isCalled = (operation: Operation, name: string | undefined): boolean =>
  operation.id === name || showOperation(operation) === name;
