// A forwarder: shipments with parcels, in envelopes, on numbered pages.
import { randomUUID } from "node:crypto";
import type { JsonArray, JsonObject, JsonValue } from "../../../src/json/value.ts";
import { pick } from "./bank.ts";
import { type Ask, type Handlers, type Reply, type Seeded, compact, gone, missing, ok, order, textOf } from "./host.ts";

const OWN = ["reference", "comment", "destination", "parcels", "value", "insured", "pickup_at"];

function start(bug: (number: number) => boolean): Handlers {
  const shipments = new Map<string, JsonObject>();
  const events = new Map<string, JsonObject[]>();
  const stale = new Map<string, JsonObject>();
  let clock = Date.parse("2026-11-20T08:00:00Z");
  const now = (): string => new Date((clock += 1001)).toISOString();
  const text = (value: JsonValue | undefined): JsonValue | undefined => {
    const whole = typeof value === "string" && bug(4) ? value.normalize("NFC") : value;
    return typeof whole === "string" && bug(5) ? Array.from(whole).slice(0, 100).join("") : whole;
  };
  const stored = (body: JsonObject): JsonObject => {
    const own = pick(body, ...OWN);
    const parcels = (own["parcels"] as JsonArray | undefined)?.map((one) => {
      const parcel = pick(one as JsonObject, "sku", "weight", "price");
      return bug(1) ? { ...parcel, price: textOf(parcel["price"]).replace(/\.\d\d$/, ".00") } : parcel;
    });
    const value = own["value"];
    const time = own["pickup_at"];
    return compact({
      ...own,
      parcels,
      comment: text(own["comment"]),
      value: bug(2) && typeof value === "bigint" ? BigInt(Number(value)) : value,
      pickup_at: bug(3) && typeof time === "string" ? time.replace(/(?:[+-]\d\d:\d\d|z)$/i, "Z") : time,
    });
  };
  const book = (body: JsonObject): JsonObject => {
    const time = now();
    const item: JsonObject = { id: randomUUID(), insured: false, ...stored(body), created_at: time, updated_at: time };
    shipments.set(textOf(item["id"]), item);
    events.set(textOf(item["id"]), []);
    return item;
  };
  for (const [country, value] of [
    ["DE", 9900],
    ["FR", 120000],
    ["DE", 50],
    ["NO", 70000],
  ] as const)
    book({
      reference: `Old ${value}`,
      destination: { name: "Depot", street: "Kai 4", country },
      parcels: [{ sku: "AB-000001", weight: 1.5, price: "12.50" }],
      value,
    });
  const at = ({ path }: Ask, act: (item: JsonObject, id: string) => Reply): Reply => {
    const id = (path["id"] ?? "").toLowerCase();
    const item = shipments.get(id);
    return item === undefined ? missing() : act(item, id);
  };
  return {
    listShipments: ({ query }) => {
      const {
        page = 1,
        per_page: size = 10,
        country,
        insured,
        min_value: least,
        sort = "created_at",
        order: way,
      } = query;
      const rows = [...shipments.values()]
        .filter((one) => country === undefined || bug(8) || (one["destination"] as JsonObject)["country"] === country)
        .filter((one) => insured === undefined || one["insured"] === insured)
        .filter((one) => least === undefined || (one["value"] !== undefined && (one["value"] ?? 0) >= (least ?? 0)))
        .toSorted((a, b) => (way === "desc" && !bug(6) ? -1 : 1) * order(a[textOf(sort)] ?? -1, b[textOf(sort)] ?? -1));
      const last = Math.max(1, Math.ceil(rows.length / Number(size)));
      const first = ((bug(11) ? Math.min(last, Number(page)) : Number(page)) - 1) * Number(size);
      const end = first + Number(size);
      const total = bug(7) ? shipments.size : rows.length;
      return ok({
        shipments: rows.slice(first, end),
        meta: { total, has_more: bug(9) ? rows.slice(first, end).length === Number(size) : end < rows.length },
      });
    },
    bookShipment: ({ body }) => {
      const shipment = book(body);
      return { status: 201, body: { shipment }, headers: { Location: `/v2/shipments/${textOf(shipment["id"])}` } };
    },
    getShipment: (ask) =>
      at(ask, (item, id) => {
        const shown = stale.get(id) ?? item;
        stale.delete(id);
        return ok({ shipment: shown });
      }),
    changeShipment: (ask) =>
      at(ask, (item, id) => {
        if (bug(10)) stale.set(id, item);
        const shipment = {
          ...item,
          ...stored(pick(ask.body, "reference", "comment", "destination", "insured")),
          updated_at: now(),
        };
        shipments.set(id, shipment);
        return ok({ shipment });
      }),
    dropShipment: (ask) =>
      at(ask, (_, id) => {
        shipments.delete(id);
        return gone;
      }),
    listEvents: (ask) => at(ask, (_, id) => ok({ events: events.get(id) ?? [] })),
    addEvent: (ask) =>
      at(ask, (_, id) => {
        const event = { id: randomUUID(), ...pick(ask.body, "kind", "at", "remark") };
        events.get(id)?.push(event);
        return { ...ok(event), status: 201 };
      }),
  };
}

export const FREIGHT: Seeded = {
  name: "freight",
  document: new URL("freight.yaml", import.meta.url).pathname,
  bugs: [
    "the cents of a price in a nested list are lost",
    "integers beyond 2^53 are rounded",
    "the offset of a time is replaced by Z",
    "combining characters are normalized",
    "texts are cut to 100 characters",
    "a descending order is ignored",
    "the total ignores the filter",
    "a filter by a nested property is ignored",
    "the last page says that more follow if it is full",
    "the first fetch after a change shows the item before it",
    "a page after the last one shows the last",
  ],
  start,
};
