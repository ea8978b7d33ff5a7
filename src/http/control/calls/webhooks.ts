// The webhooks of a world: list, register, send.
import { refuse } from "../../../mock/errors/refusal.ts";
import type { Webhooks } from "../../../mock/outbox.ts";
import { isObject } from "../../../json/value.ts";
import { type Call, type ControlCall, type ControlCalls, DONE, type Outcome, told } from "../call.ts";

const NONE = refuse("not_found", "path", "the document describes neither webhooks nor callbacks");

export const WEBHOOK_CALLS: ControlCalls = {
  async listWebhooks({ world }) {
    return told((await world.outbox?.open())?.list() ?? []);
  },

  sendWebhook: withWebhooks((webhooks, { body, value }) => {
    const given = isObject(body) ? body["body"] : undefined;
    const sent = webhooks.send(value("webhook") as string, given);
    return typeof sent === "string" ? refuse("not_found", "path", sent) : told({ addresses: sent }, 202);
  }),

  addWebhookAddress: withWebhooks((webhooks, { body, value }) => {
    // The schema of the body matches the type.
    const { url } = body as unknown as { readonly url: string };
    const why = webhooks.register(value("webhook") as string, url);
    return why === undefined ? DONE : refuse("invalid_body", "body /url", why);
  }),

  removeWebhookAddress: withWebhooks((webhooks, { value }) => {
    const isGone = webhooks.unregister(value("webhook") as string, value("url") as string);
    return isGone ? DONE : refuse("not_found", "query url", "the webhook is not sent to that address");
  }),
};

function withWebhooks(answer: (webhooks: Webhooks, call: Call) => Outcome): ControlCall {
  return async (call) => {
    const { outbox } = call.world;
    return outbox === undefined ? NONE : answer(await outbox.open(), call);
  };
}
