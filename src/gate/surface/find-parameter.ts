// Which parameter of another operation is the same one.
import type { SurfaceOperation, SurfaceParameter } from "./model.ts";

/** The operation's parameter that is the same one: path parameters by their position, header names without case. */
export function findParameter(operation: SurfaceOperation, wanted: SurfaceParameter): SurfaceParameter | undefined {
  return operation.parameters.find((own) =>
    wanted.in === "path" && wanted.position >= 0
      ? own.in === "path" && own.position === wanted.position
      : own.in === wanted.in && own.name === wanted.name,
  );
}
