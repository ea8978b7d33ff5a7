// The registry of all checks, in the order of the report. Ids are frozen.
import type { AnyCheck } from "../check.ts";
import { authChecks } from "./auth/index.ts";
import { changeChecks } from "./change/index.ts";
import { createChecks } from "./create/index.ts";
import { errorChecks } from "./errors.ts";
import { fetchChecks } from "./fetch/index.ts";
import { filterChecks } from "./filters/index.ts";
import { lifecycleChecks } from "./lifecycle.ts";
import { listChecks } from "./lists/index.ts";
import { nestedChecks } from "./nested.ts";
import { nestedKeyChecks } from "./nested-keys.ts";
import { pagingChecks } from "./paging/index.ts";
import { parameterChecks } from "./parameters/index.ts";
import { protocolChecks } from "./protocol/index.ts";
import { schemaChecks } from "./schema.ts";
import { callbackChecks, webhookChecks } from "./sent/index.ts";
import { statusChecks } from "./status.ts";

export const CHECKS: readonly AnyCheck[] = [
  ...authChecks,
  ...statusChecks,
  ...errorChecks,
  ...schemaChecks,
  ...parameterChecks,
  ...pagingChecks,
  ...filterChecks,
  ...listChecks,
  ...createChecks,
  ...fetchChecks,
  ...nestedChecks,
  ...nestedKeyChecks,
  ...changeChecks,
  ...lifecycleChecks,
  ...protocolChecks,
  ...callbackChecks,
  ...webhookChecks,
];
