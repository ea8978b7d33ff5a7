// Removes parts that cannot be understood from operations: what is unknown on one side is compared on neither.
import { canonicalMedia } from "../../contract/media.ts";
import { type JsonObject, isObject } from "../../json/value.ts";
import { findParameter } from "../surface/find-parameter.ts";
import type { SurfaceOperation, SurfaceParameter, SurfaceResponse } from "../surface/model.ts";
import type { FaultPlaces, Steps } from "./places.ts";

export interface Surfaces {
  readonly base: readonly SurfaceOperation[];
  readonly revision: readonly SurfaceOperation[];
}

/** The operations without the parts that a fault of either document affects. */
export function setAside(surfaces: Surfaces, faults: readonly FaultPlaces[]): Surfaces {
  const left = new Map<string, Steps[]>();
  for (const operation of [...surfaces.base, ...surfaces.revision]) {
    const steps = faults.flatMap((places) =>
      places.faults.filter(({ leaves }) => leaves === "part").flatMap((fault) => places.stepsTo(fault, operation)),
    );
    if (steps.length > 0) left.set(operation.key, [...(left.get(operation.key) ?? []), ...steps]);
  }
  if (left.size === 0) return surfaces;
  const kept = (own: readonly SurfaceOperation[], others: readonly SurfaceOperation[]): SurfaceOperation[] =>
    own.flatMap((operation) => {
      const steps = left.get(operation.key);
      const twin = others.find(({ key }) => key === operation.key);
      return steps === undefined ? [operation] : withoutParts(operation, twin, steps);
    });
  return { base: kept(surfaces.base, surfaces.revision), revision: kept(surfaces.revision, surfaces.base) };
}

function withoutParts(
  operation: SurfaceOperation,
  twin: SurfaceOperation | undefined,
  left: readonly Steps[],
): SurfaceOperation[] {
  let rest = operation;
  for (const [part, ...below] of left) {
    if (part === undefined) return [];
    if (part === "parameters") rest = { ...rest, parameters: described(operation, twin) };
    if (part === "security") rest = { ...rest, security: [] };
    if (part === "requestBody") rest = withoutBody(rest, below);
    if (part === "responses") rest = withoutResponse(rest, below);
  }
  return [rest];
}

/** The parameters that both sides describe. */
function described(operation: SurfaceOperation, twin: SurfaceOperation | undefined): readonly SurfaceParameter[] {
  const isDescribed = (parameter: SurfaceParameter | undefined, { pointer }: SurfaceOperation): boolean =>
    parameter !== undefined && parameter.pointer !== pointer;
  return operation.parameters.filter(
    (own) => twin !== undefined && isDescribed(own, operation) && isDescribed(findParameter(twin, own), twin),
  );
}

function withoutBody(operation: SurfaceOperation, [field, media]: Steps): SurfaceOperation {
  const { body, ...others } = operation;
  if (body === undefined || field !== "content" || media === undefined) {
    return { ...others, value: withoutKey(operation.value, "requestBody") };
  }
  return { ...operation, body: { ...body, content: withoutMedia(body.content, media) } };
}

function withoutResponse(operation: SurfaceOperation, [status, field, name]: Steps): SurfaceOperation {
  const { value } = operation;
  if (status === undefined) return { ...operation, responses: [], value: withoutKey(value, "responses") };
  const wanted = status.toUpperCase();
  const responses = operation.responses.flatMap((response): SurfaceResponse[] => {
    if (response.status.toUpperCase() !== wanted) return [response];
    if (name === undefined) return [];
    if (field === "headers") {
      const headers = response.headers.filter((header) => header.name !== name.toLowerCase());
      return [{ ...response, headers }];
    }
    return field === "content" ? [{ ...response, content: withoutMedia(response.content, name) }] : [];
  });
  const written = value["responses"];
  const told = isObject(written) ? withoutKey(written, status) : written;
  return { ...operation, responses, value: told === undefined ? value : { ...value, responses: told } };
}

function withoutMedia<Media extends { readonly name: string }>(content: readonly Media[], name: string): Media[] {
  return content.filter((media) => media.name !== canonicalMedia(name));
}

function withoutKey(value: JsonObject, key: string): JsonObject {
  const { [key]: _left, ...others } = value;
  return others;
}
