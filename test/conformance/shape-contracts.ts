// The contracts of the stores of other shapes, for tests that run against many of them.
import { loadContract } from "../../src/contract/load.ts";
import type { Contract } from "../../src/contract/model.ts";
import type { Shape } from "../faults/shapes/index.ts";

const loaded = new Map<Shape, Promise<Contract>>();

/** The contract of a shape, loaded once. */
export function contractOfShape(shape: Shape): Promise<Contract> {
  const contract = loaded.get(shape) ?? loadContract(shape.document);
  loaded.set(shape, contract);
  return contract;
}
