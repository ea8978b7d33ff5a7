// Faults of creation in its response: the status, the shape and the identifier.
import { randomUUID } from "node:crypto";
import type { Item } from "../../behaviour.ts";
import { amend, answeredAs, raw, without, withStatus } from "../../craft.ts";
import { type Fault, faults } from "../../fault.ts";
import { json, REFERENCE } from "../../reference.ts";
import { all, of, status } from "../../when.ts";

const created = status(201);

export const ANSWERS: readonly Fault[] = faults({
  "create.answered-200: A creation is answered 200.": amend(created, withStatus(200)),
  "create.answered-202: A creation is answered 202.": amend(created, withStatus(202)),
  "create.answered-200-without-status: A creation without a status is answered 200, others 201.": amend(
    all(created, (_call, answer) => (answer.json as Item).status === undefined),
    withStatus(200),
  ),
  "create.answered-204: A creation is answered 204 without a body.": {
    created: () => ({ status: 204, headers: {} }),
  },
  "create.answered-303: A creation is answered 303 with the place of the item.": {
    created: (item) => ({ status: 303, headers: { Location: `/v1/pets/${item.id}` }, raw: "" }),
  },
  "create.empty-answer: A creation is answered 201 without a body.": amend(created, raw("")),
  "create.array-answer: The created item comes in an array.": answeredAs((item) => [item]),
  "create.wrapped-answer: The created item comes as {data: …}.": answeredAs((data) => ({ data })),
  "create.id-only: The answer is the identifier alone, in an object.": answeredAs(({ id }) => ({ id })),
  "create.location-only: The answer is a string with the place of the item.": answeredAs(({ id }) => `/v1/pets/${id}`),
  "create.another-item: The answer is the item that was created before.": {
    created: (_item, call) => json(201, [...call.state.items.values()].at(-2)),
  },
  "create.id-missing: The answer has no identifier.": answeredAs((item) => without({ ...item }, "id")),
  "create.id-null: The answer has null for an identifier.": answeredAs((item) => ({ ...item, id: null })),
  "create.id-text: The answer has the identifier as a string.": answeredAs((item) => ({
    ...item,
    id: String(item.id),
  })),
  "create.id-underscore: The answer has the identifier as _id.": answeredAs(({ id, ...item }) => ({
    _id: id,
    ...item,
  })),
  "create.id-uuid: Identifiers of new items are UUIDs in the answer.": answeredAs((item) => ({
    ...item,
    id: randomUUID(),
  })),
  "create.id-fraction: The answer has an identifier with a fraction.": answeredAs((item) => ({
    ...item,
    id: Number(item.id) + 0.5,
  })),
  "create.id-beyond-int64: Identifiers are beyond int64.": answeredAs((item) => ({
    ...item,
    id: 2n ** 63n + BigInt(item.id),
  })),
  "create.id-rounded: Identifiers above 2^53 are rounded in the answer.": {
    identify: (_item, call) => 2n ** 53n + 1n + 2n * call.state.nextId++,
    created: (item) => json(201, { ...item, id: BigInt(Number(item.id)) }),
  },
  "create.id-constant: Each new item has the identifier 1 in the answer.": answeredAs((item) => ({ ...item, id: 1 })),
  "create.id-zero: The answer has 0 for an identifier; the store has another.": answeredAs((item) => ({
    ...item,
    id: 0,
  })),
  "create.id-one-behind: The answer has the identifier of the item before.": answeredAs((item) => ({
    ...item,
    id: BigInt(item.id) - 1n,
  })),
  "create.id-reused: Each second creation takes the identifier of the one before and replaces its item.": {
    identify: (_item, call) => (call.state.nextId++ / 2n) * 2n + 1000n,
  },
  "create.id-from-client: An identifier in the body is taken.": {
    identify: (item, call, body) => {
      const { id } = body;
      return typeof id === "number" ? id : REFERENCE.identify(item, call, body);
    },
  },
  "create.id-from-client-in-answer: An identifier in the body comes back; the item has another.": {
    answer: (call) => {
      const answer = REFERENCE.answer(call);
      const wanted = answer.status === 201 ? /"id"\s*:\s*(\d{1,15})/.exec(call.body.toString())?.[1] : undefined;
      return wanted ? { ...answer, json: { ...(answer.json as Item), id: Number(wanted) } } : answer;
    },
  },
  "create.id-by-name: Posting the same name again gives the identifier of the first item.": {
    identify: (item, call, body) =>
      [...call.state.items.values()].find(({ name }) => name === item.name)?.id ?? REFERENCE.identify(item, call, body),
  },
  "create.id-by-category: The identifier is that of the category.": { identify: (item) => item.categoryId },
  "create.id-of-last-item: A new item takes the identifier of the last one and replaces it.": {
    identify: (_item, call) => [...call.state.items.values()].at(-1)?.id ?? 1,
  },
  "create.not-retrievable: A created item is listed and cannot be fetched.": {
    find: (id, call) => (id <= BigInt([...call.behaviour.seed()].length) ? REFERENCE.find(id, call) : undefined),
  },
  "create.accepted-with-error: A refused creation is answered 201 with an Error.": amend(
    all(of("create"), status(400)),
    withStatus(201),
  ),
  "create.refused-with-200: A refused creation is answered 200 with an Error.": amend(
    all(of("create"), status(400)),
    withStatus(200),
  ),
});
