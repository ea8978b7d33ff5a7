// All checks of filters and searches.
import type { AnyCheck } from "../../check.ts";
import { comparedChecks } from "./compared.ts";
import { listedChecks } from "./listed.ts";
import { searchChecks } from "./search.ts";
import { together } from "./together.ts";

export const filterChecks: readonly AnyCheck[] = [...listedChecks, ...comparedChecks, together, ...searchChecks];
