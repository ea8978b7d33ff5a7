// Creates the outboxes of a server: one for each world, with one plan for each contract.
import type { Contract } from "../../../contract/model.ts";
import { lazy } from "../../../memo.ts";
import type { Outbox } from "../../../mock/outbox.ts";
import type { SendingPlan } from "../../../mock/sending/plan.ts";
import type { World } from "../../../mock/world.ts";
import type { Inference } from "../../../resource/model.ts";
import type { Mask } from "../../../mock/journal/mask.ts";
import type { RequestRecord } from "../../routing/observe.ts";
import { toldOnce } from "../../told-once.ts";
import { LateOutbox, sendsAnything } from "./late-outbox.ts";
import { DEFAULT_SECRET, type WebhookOptions, hostsOf } from "./options.ts";

/** How a server sends, and who hears of it. */
export interface Sending {
  readonly webhooks: WebhookOptions | undefined;
  readonly onRequest: ((record: RequestRecord) => void) | undefined;
  readonly onWarning: ((message: string) => void) | undefined;
  readonly mask: () => Mask;
}

type OnDelivery = NonNullable<SendingPlan["parts"]["onDelivery"]>;

/** What creates the outbox of a world; undefined if the document describes nothing that is sent. */
export function outboxesFor(
  contract: Contract,
  inference: Inference,
  sending: Sending,
): ((world: World) => Outbox) | undefined {
  if (!sendsAnything(contract)) return undefined;
  const calling = new Set(contract.unserved.flatMap(({ callback }) => callback?.operation ?? []));
  const plan = lazy(() => loadPlan(contract, inference, sending.webhooks ?? {}, deliveryTeller(sending)));
  return (world) =>
    new LateOutbox(
      calling,
      () => world.clock.now(),
      async () => {
        const { WorldOutbox } = await import("../../../mock/sending/outbox.ts");
        return new WorldOutbox(world, await plan());
      },
    );
}

async function loadPlan(
  contract: Contract,
  inference: Inference,
  options: WebhookOptions,
  onDelivery: OnDelivery,
): Promise<SendingPlan> {
  const { to = {}, secret = DEFAULT_SECRET, header } = options;
  const { SendingPlan: Plan } = await import("../../../mock/sending/plan.ts");
  const { createCourier } = await import("./courier.ts");
  const courier = createCourier({ secret, header, hosts: hostsOf(options) });
  const addresses = new Map(Object.entries(to).map(([name, urls]) => [name, new Set([urls].flat())] as const));
  return new Plan({ contract, inference, courier, addresses, onDelivery });
}

/** Reports what the mock sends like any request, and tells the operator once what it does not send. */
function deliveryTeller({ onRequest, onWarning, mask }: Sending): OnDelivery {
  const warn = toldOnce((message) => onWarning?.(message));
  return ({ method, url }, delivery, carried) => {
    const shown = mask().url(url);
    const why = delivery.why === undefined ? undefined : mask().text(delivery.why);
    if (delivery.outcome === "refused") warn(`did not send ${delivery.name} to ${shown}: ${why ?? ""}`);
    const told = { ...delivery, ...(why === undefined ? {} : { why }) };
    onRequest?.({
      method,
      path: undefined,
      url: shown,
      query: undefined,
      status: carried?.status ?? 0,
      ms: carried?.ms ?? 0,
      refusal: undefined,
      session: undefined,
      situation: undefined,
      delivery: told,
    });
  };
}
