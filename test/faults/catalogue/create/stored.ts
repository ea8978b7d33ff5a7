// Faults of creation in what it stores: properties dropped or altered, items lost.
import type { Integer } from "../../behaviour.ts";
import { alter, alterStored, amend, answeredAs, error, without } from "../../craft.ts";
import { type Fault, faults } from "../../fault.ts";
import { REFERENCE } from "../../reference.ts";
import { of } from "../../when.ts";

const recategorized = (change: (id: Integer) => unknown) =>
  alter((item) => ({ ...item, categoryId: change(item.categoryId) }));

export const STORED: readonly Fault[] = faults({
  "create.category-dropped: The answer has no category.": answeredAs((item) => without({ ...item }, "categoryId")),
  "create.category-renamed: The answer has category_id and not categoryId.": answeredAs(({ categoryId, ...item }) => ({
    ...item,
    category_id: categoryId,
  })),
  "create.category-text: The category comes back as a string.": recategorized(String),
  "create.category-rounded: A category above 2^53 is rounded.": recategorized((id) => BigInt(Number(id))),
  "create.category-rounded-in-store: A category above 2^53 is rounded in the store; the answer is right.": alterStored(
    (item) => ({ ...item, categoryId: BigInt.asIntN(64, BigInt(Number(item.categoryId))) }),
  ),
  "create.category-rounded-in-answer: A category above 2^53 is rounded in the answer; the store is right.": answeredAs(
    (item) => ({ ...item, categoryId: BigInt(Number(item.categoryId)) }),
  ),
  "create.category-wraps: A category wraps at 32 bits.": recategorized((id) => BigInt.asIntN(32, BigInt(id))),
  "create.category-wraps-unsigned: A category wraps at 32 bits without sign, in the store.": alterStored((item) => ({
    ...item,
    categoryId: BigInt.asUintN(32, BigInt(item.categoryId)),
  })),
  "create.category-capped: A category beyond 2^31-1 becomes 2^31-1.": recategorized((id) =>
    BigInt(id) > 2_147_483_647n ? 2_147_483_647 : id,
  ),
  "create.category-sign-lost: A negative category loses its sign.": recategorized((id) =>
    BigInt(id) < 0n ? -BigInt(id) : id,
  ),
  "create.status-dropped: The answer has no status though one was sent.": answeredAs((item) =>
    without({ ...item }, "status"),
  ),
  "create.status-dropped-in-store: The status is in the answer and not in the store.": alterStored((item) =>
    without({ ...item }, "status"),
  ),
  "create.status-always-available: Whatever status is sent, the item is available.": alter((item) =>
    item.status ? { ...item, status: "available" } : item,
  ),
  "create.pending-stored-as-available: A pending item is stored as available; the answer says pending.": alterStored(
    (item) => (item.status === "pending" ? { ...item, status: "available" } : item),
  ),
  "create.sold-dropped: The status sold is lost at creation.": alter((item) =>
    item.status === "sold" ? without({ ...item }, "status") : item,
  ),
  "create.status-null: An item without a status comes back with null.": alter((item) => ({
    ...item,
    status: item.status ?? null,
  })),
  "create.status-capitals: The status comes back in capitals.": answeredAs((item) =>
    item.status ? { ...item, status: item.status.toUpperCase() } : item,
  ),
  "create.default-outside-enum: An item without a status gets the status unknown.": alter((item) => ({
    ...item,
    status: item.status ?? "unknown",
  })),
  "create.emoji-crashes: A name with a character beyond 2^16 is answered 500.": amend(of("create"), (answer, call) =>
    /[\u{10000}-\u{10ffff}]/u.test(call.body.toString()) ? error(500) : answer,
  ),
  "create.not-stored: The creation is answered 201 and nothing is stored.": { keep: () => undefined },
  "create.third-not-stored: Each third creation is answered 201 and not stored.": {
    keep: (item, call) => {
      if (BigInt(item.id) % 3n !== 0n) REFERENCE.keep(item, call);
    },
  },
  "create.without-status-not-stored: An item without a status is answered 201 and not stored.": {
    keep: (item, call) => {
      if (item.status !== undefined) REFERENCE.keep(item, call);
    },
  },
  "create.stored-twice: Each creation stores two items.": {
    keep: (item, call) => {
      REFERENCE.keep(item, call);
      REFERENCE.keep({ ...item, id: call.state.nextId++ }, call);
    },
  },
});
