// What an operation of a resource answers, and the status and media type with which it does.
import { JSON_TYPE, concreteMedia, valueMedia } from "../contract/media.ts";
import type { MediaType, Operation } from "../contract/model.ts";
import { responseFor, successStatuses } from "../contract/responses.ts";
import type { Role } from "../resource/model.ts";

/** What an operation answers. */
export interface Answer {
  readonly kind: "answer";
  readonly status: number;
  /** The JSON text of the body; absent if the response has none. */
  readonly text?: string | undefined;
  /** Header lines that were computed, such as about the page of a list: name, value, name, value. */
  readonly headers?: readonly string[] | undefined;
  /** The path of the created item, below the base path, in the document's own spelling. */
  readonly location?: (() => string) | undefined;
}

/** The description of the body of an operation's answer with a status: of JSON, or else of XML. */
export function jsonResponse({ responses }: Operation, status: number): MediaType | undefined {
  return valueMedia(responseFor(responses, status)?.content ?? []);
}

/** The usual success statuses other than 200. */
const USUAL_STATUS: Readonly<Partial<Record<Role, number>>> = { create: 201, remove: 204, "remove-many": 204 };

/** The status with which an operation succeeds: the usual one if it is documented, otherwise its first 2xx. */
export function successStatus(operation: Operation, role: Role): number {
  const usual = USUAL_STATUS[role] ?? 200;
  const documented = successStatuses(operation).filter((status) => status !== "2XX");
  return documented.includes(String(usual)) || documented[0] === undefined ? usual : Number(documented[0]);
}

/** The media type to send for a description. Not a range, nor one that a header cannot carry. */
export function mediaName(media: Pick<MediaType, "name"> | undefined): string {
  const name = concreteMedia(media?.name ?? JSON_TYPE);
  return /^[!#-~]+$/.test(name) ? name : JSON_TYPE;
}
