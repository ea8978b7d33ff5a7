// Where the values of an operation's parameters stand: they are listed in the order of its parameters, and those of a path
// in the order of its braces.
import type { Operation, Parameter } from "./model.ts";

/** The index of a parameter's value among those of an operation; -1 if there is no such parameter. */
export function parameterIndex(
  { parameters }: Pick<Operation, "parameters">,
  wanted: Pick<Parameter, "in"> & { readonly name: string | undefined },
): number {
  return parameters.findIndex((one) => one.name === wanted.name && one.in === wanted.in);
}

/** The names in the braces of a path. */
export function namesInPath(path: string): string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
}
