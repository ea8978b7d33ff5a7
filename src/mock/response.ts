// The status and media type with which an operation of a resource answers.
import { JSON_TYPE, concreteMedia, jsonMedia } from "../contract/media.ts";
import type { MediaType, Operation } from "../contract/model.ts";
import { responseFor, successStatuses } from "../contract/responses.ts";
import type { Role } from "../resource/model.ts";

/** The description of the JSON body of an operation's answer with a status. */
export function jsonResponse({ responses }: Operation, status: number): MediaType | undefined {
  return jsonMedia(responseFor(responses, status)?.content ?? []);
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
