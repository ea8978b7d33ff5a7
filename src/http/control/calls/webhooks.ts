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

  awaitWebhook: withWebhooks((webhooks, { value, visit, streams }) => {
    const milliseconds = Number(value("seconds") ?? 5) * 1000;
    visit.req.socket.setTimeout(milliseconds + PATIENCE);
    return new Promise((resolve) => {
      const end = (outcome: Outcome): void => {
        streams.delete(stop);
        resolve(outcome);
      };
      const stop = (): void => end(refuse("service_unavailable", "service", "the mock is being stopped"));
      streams.add(stop);
      webhooks.next(value("webhook") as string, milliseconds).then(
        (sent) => end(told(sent)),
        (error: unknown) => end(refuse("not_found", "webhook", error instanceof Error ? error.message : String(error))),
      );
    });
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

/** How much longer than the call's wait a connection may be idle. */
const PATIENCE = 15_000;

function withWebhooks(answer: (webhooks: Webhooks, call: Call) => Outcome | Promise<Outcome>): ControlCall {
  return async (call) => {
    const { outbox } = call.world;
    return outbox === undefined ? NONE : answer(await outbox.open(), call);
  };
}
