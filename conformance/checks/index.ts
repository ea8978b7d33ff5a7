// The registry of all checks, in the order of the report. Ids are frozen.
import type { AnyCheck } from "../check.ts";
import { authChecks } from "./auth/index.ts";
import { actionChecks } from "./change/actions.ts";
import { cascades } from "./change/cascade.ts";
import { conditionalChecks } from "./change/conditional.ts";
import { itemChecks } from "./change/items.ts";
import { manyChecks } from "./change/many.ts";
import { removedChecks } from "./change/removed.ts";
import { restChecks } from "./change/rest.ts";
import { singleChecks } from "./change/singles.ts";
import { falsy } from "./change/to-nothing.ts";
import { upsertChecks } from "./change/upserts.ts";
import { acceptedChecks } from "./create/accepted.ts";
import { idempotencyKey } from "./create/idempotent.ts";
import { identityChecks } from "./create/identity.ts";
import { keyChecks } from "./create/keys.ts";
import { refusedChecks } from "./create/refused.ts";
import { sequenceChecks } from "./create/sequences.ts";
import { errorChecks } from "./errors.ts";
import { fetchChecks } from "./fetch/index.ts";
import { comparedChecks } from "./filters/compared.ts";
import { listedChecks } from "./filters/listed.ts";
import { searchChecks } from "./filters/search.ts";
import { together } from "./filters/together.ts";
import { lifecycleChecks } from "./lifecycle.ts";
import { listChecks } from "./lists/index.ts";
import { nestedChecks } from "./nested.ts";
import { nestedKeyChecks } from "./nested-keys.ts";
import { pagingChecks } from "./paging/index.ts";
import { parameterChecks } from "./parameters/index.ts";
import { effectChecks } from "./protocol/effects.ts";
import { head } from "./protocol/head.ts";
import { messageChecks } from "./protocol/messages.ts";
import { methodChecks } from "./protocol/methods.ts";
import { negotiationChecks } from "./protocol/negotiation.ts";
import { steady } from "./protocol/steady.ts";
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
  ...[...listedChecks, ...comparedChecks, together, ...searchChecks],
  ...listChecks,
  ...[...acceptedChecks, ...identityChecks, ...refusedChecks, ...sequenceChecks, ...keyChecks, idempotencyKey],
  ...fetchChecks,
  ...nestedChecks,
  ...nestedKeyChecks,
  ...[...itemChecks, ...removedChecks, cascades, ...restChecks, falsy, ...conditionalChecks, ...upsertChecks],
  ...[...manyChecks, ...singleChecks, ...actionChecks],
  ...lifecycleChecks,
  ...[...messageChecks, steady, ...negotiationChecks, ...methodChecks, ...effectChecks, head],
  ...callbackChecks,
  ...webhookChecks,
];
