// What the page of the suite and `--explain` say of the checks of "Webhooks".
import { CALLBACKS } from "./callbacks.ts";
import type { ProseOf } from "./model.ts";

const { checks: ALIKE } = CALLBACKS;

export const WEBHOOKS: ProseOf<"webhooks"> = {
  title: "Webhooks",
  intro:
    "The suite opens a receiver as for callbacks, and subscribes with its address: it creates an item of the document that has a URL and\nthe events that are sent there, such as `POST /webhooks` with `url` and `events`. Then it does what the webhook's name tells of\n(`order.created`: it creates an order; `x-resource` at the webhook says otherwise), judges what arrives, and takes the\nsubscription back. Where a subscription has no events, all webhooks are judged together. A document without such a\ncreation, or one that cannot be undone, leaves these claims inconclusive.",
  checks: {
    "webhooks.arrives": {
      says: "The document has the webhook, and a creation that takes an address for it.",
      alsoRight:
        "A refused subscription or trigger; a webhook that only follows something that happens later, which nothing shows.",
      why: "A client that relies on a webhook does not ask by itself.",
      fix: "Send the webhook after what its name says, to each address that subscribed to it; or say with `x-resource` when it is sent.",
    },
    "webhooks.method": {
      ...ALIKE["callbacks.method"],
      says: "The path item of the webhook lists its methods.",
      alsoRight: "Any of several methods; no webhook at all, which `webhooks.arrives` judges.",
    },
    "webhooks.media-type": {
      ...ALIKE["callbacks.media-type"],
      says: "The request body of the webhook lists its media types.",
    },
    "webhooks.body": {
      ...ALIKE["callbacks.body"],
      says: "The request body of the webhook has a schema.",
      alsoRight:
        "Properties that the schema does not list, if it allows them; the body of another webhook, where a subscription does not choose.",
    },
    "webhooks.signed": {
      ...ALIKE["callbacks.signed"],
      says: "The webhook has a header for a signature among its parameters, as with callbacks. The secret is that of the subscription, if it\nhas one, or else that of `--callback-secret-env`.",
    },
    "webhooks.once": {
      ...ALIKE["callbacks.once"],
      alsoRight: "Several requests that differ; what tells of other items; a repetition after an error or a timeout.",
    },
  },
};
