// All checks of changes and removals.
import type { AnyCheck } from "../../check.ts";
import { actionChecks } from "./actions.ts";
import { cascades } from "./cascade.ts";
import { conditionalChecks } from "./conditional.ts";
import { itemChecks } from "./items.ts";
import { manyChecks } from "./many.ts";
import { removedChecks } from "./removed.ts";
import { restChecks } from "./rest.ts";
import { singleChecks } from "./singles.ts";
import { falsy } from "./to-nothing.ts";
import { upsertChecks } from "./upserts.ts";

export const changeChecks: readonly AnyCheck[] = [
  ...itemChecks,
  ...removedChecks,
  cascades,
  ...restChecks,
  falsy,
  ...conditionalChecks,
  ...upsertChecks,
  ...manyChecks,
  ...singleChecks,
  ...actionChecks,
];
