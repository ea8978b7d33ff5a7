// What the service sends by itself: a callback comes to the address in the request, as the document describes it, and a
// webhook to one that has subscribed to it.
import { calledBack, callbacksIn } from "../../probes/callback.ts";
import { told, webhooksIn } from "../../probes/webhook.ts";
import { checksOf } from "./checks.ts";

export const callbackChecks = checksOf({
  family: "callbacks",
  noun: "a callback",
  basis: "the callback's runtime expression",
  tests: [{ part: "operation", fields: ["callbacks"] }],
  applies: callbacksIn,
  cause: calledBack,
});

export const webhookChecks = checksOf({
  family: "webhooks",
  noun: "a webhook",
  basis: "the webhook's name, and the creation that takes an address for it",
  tests: [{ part: "document", fields: ["webhooks"] }],
  applies: webhooksIn,
  cause: told,
});
