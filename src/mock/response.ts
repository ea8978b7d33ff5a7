// Which response of an operation applies to a status, and what it says.
import type { MediaType, Operation, Response } from "../contract/model.ts";
import type { Role } from "../resource/model.ts";

/** The response that the operation documents for a status: its own, its range's, or `default`. */
export function responseFor(operation: Operation, status: number): Response | undefined {
  const range = `${Math.floor(status / 100)}XX`;
  const { responses } = operation;
  return (
    responses.find((one) => one.status === String(status)) ??
    responses.find((one) => one.status === range) ??
    responses.find((one) => one.status === "default")
  );
}

/** The description of a JSON body among those of a response. */
export function jsonMedia(response: Response | undefined): MediaType | undefined {
  return (
    response?.content.find(({ name }) => name === "application/json" || name.endsWith("+json")) ??
    response?.content.find(({ name }) => name === "*/*" || name === "application/*")
  );
}

const USUAL_STATUS: Readonly<Record<Role, number>> = {
  list: 200,
  create: 201,
  fetch: 200,
  replace: 200,
  update: 200,
  remove: 204,
};

/** The status with which an operation succeeds: the usual one where it is documented, else its first 2xx. */
export function successStatus(operation: Operation, role: Role): number {
  const usual = USUAL_STATUS[role];
  const documented = operation.responses.map(({ status }) => status).filter((status) => /^2\d\d$/.test(status));
  return documented.includes(String(usual)) || documented[0] === undefined ? usual : Number(documented[0]);
}

/** The name of a media type as it stands in a header: "*\/*" is no media type, nor is what no header can carry. */
export function mediaName(media: MediaType | undefined): string {
  return media === undefined || !/^[!#-)+-~]+$/.test(media.name) ? "application/json" : media.name;
}
