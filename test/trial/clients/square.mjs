import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { SquareClient } from "square";
import { each, firstHour, recent, refused } from "./steps.mjs";

const client = ({ url, key }) => new SquareClient({ token: key, environment: url, maxRetries: 0 });
const has = (value, wanted) =>
  Object.entries(wanted).forEach(([name, one]) => assert.deepEqual(value[name], one, name));
const ids = (list) => (list ?? []).map((one) => one.id);
const money = (amount) => ({ amount: BigInt(amount), currency: "USD" });
const once = () => ({ idempotencyKey: randomUUID() });
async function all(page) {
  const found = [];
  for await (const one of page) {
    found.push(one);
    if (found.length > 1000) break;
  }
  return found;
}

await firstHour("square", client, {
  async "list locations"(api) {
    const { locations } = await api.locations.list();
    assert.ok(locations.length > 0);
    assert.match(locations[0].name, /\w/);
    return locations;
  },
  async "fetch a location"(api, { "list locations": [one] }) {
    has((await api.locations.get({ locationId: one.id })).location, { id: one.id, name: one.name });
  },
  async "create a location"(api) {
    const { location } = await api.locations.create({
      location: { name: "Midtown", address: { addressLine1: "1 Main St", locality: "Atlanta" }, description: "Shop" },
    });
    has(location, { name: "Midtown", description: "Shop", status: "ACTIVE" });
    assert.equal(location.address.locality, "Atlanta");
  },
  async "create a customer"(api) {
    const { customer } = await api.customers.create({
      ...once(),
      givenName: "Amelia",
      familyName: "Earhart",
      emailAddress: "amelia@example.com",
      address: { locality: "New York", country: "US" },
      note: "a customer",
    });
    has(customer, {
      givenName: "Amelia",
      familyName: "Earhart",
      emailAddress: "amelia@example.com",
      note: "a customer",
    });
    assert.equal(customer.address.locality, "New York");
    assert.match(customer.id, /\w/);
    recent(customer.createdAt);
    return customer;
  },
  async "fetch the customer"(api, { "create a customer": { id } }) {
    has((await api.customers.get({ customerId: id })).customer, { id, givenName: "Amelia" });
  },
  async "change the customer"(api, { "create a customer": { id, version } }) {
    const { customer } = await api.customers.update({ customerId: id, note: "VIP", version });
    has(customer, { id, note: "VIP", givenName: "Amelia" });
  },
  async "list all customers"(api, { "create a customer": { id } }) {
    each(ids(await all(await api.customers.list({ limit: 4 }))), id);
  },
  async "search customers"(api, { "create a customer": { id } }) {
    const { customers } = await api.customers.search({
      query: { filter: { emailAddress: { exact: "amelia@example.com" } } },
    });
    assert.deepEqual(ids(customers), [id]);
  },
  async "create a group"(api) {
    const { group } = await api.customers.groups.create({ ...once(), group: { name: "Loyal" } });
    has(group, { name: "Loyal" });
    return group;
  },
  async "add the customer to it"(api, { "create a customer": { id }, "create a group": group }) {
    await api.customers.groups.add({ customerId: id, groupId: group.id });
    const { customer } = await api.customers.get({ customerId: id });
    assert.ok(customer.groupIds.includes(group.id));
  },
  async "save a card"(api, { "create a customer": { id } }) {
    const { card } = await api.cards.create({
      ...once(),
      sourceId: "cnon:card-nonce-ok",
      card: { customerId: id, cardholderName: "Amelia Earhart" },
    });
    has(card, { customerId: id, cardholderName: "Amelia Earhart", enabled: true });
    assert.match(card.last4, /^\d{4}$/);
    return card;
  },
  async "cards of the customer"(api, { "create a customer": { id }, "save a card": card }) {
    assert.deepEqual(ids(await all(await api.cards.list({ customerId: id }))), [card.id]);
  },
  async "disable the card"(api, { "save a card": { id } }) {
    has((await api.cards.disable({ cardId: id })).card, { id, enabled: false });
  },
  async "add an item to the catalog"(api) {
    const { catalogObject } = await api.catalog.object.upsert({
      ...once(),
      object: {
        type: "ITEM",
        id: "#coffee",
        itemData: {
          name: "Coffee",
          abbreviation: "Co",
          variations: [
            {
              type: "ITEM_VARIATION",
              id: "#small",
              itemVariationData: {
                itemId: "#coffee",
                name: "Small",
                pricingType: "FIXED_PRICING",
                priceMoney: money(300),
              },
            },
          ],
        },
      },
    });
    assert.equal(catalogObject.type, "ITEM");
    assert.equal(catalogObject.itemData.name, "Coffee");
    assert.equal(catalogObject.itemData.variations[0].itemVariationData.name, "Small");
    return catalogObject;
  },
  async "it has its own identifier"(_api, { "add an item to the catalog": made }) {
    assert.doesNotMatch(made.id, /^#/);
  },
  async "fetch the item"(api, { "add an item to the catalog": { id } }) {
    const { object } = await api.catalog.object.get({ objectId: id });
    assert.equal(object.id, id);
    assert.equal(object.itemData.name, "Coffee");
  },
  async "list the catalog"(api, { "add an item to the catalog": { id } }) {
    const found = await all(await api.catalog.list({ types: "ITEM" }));
    each(ids(found), id);
    assert.ok(found.every((one) => one.type === "ITEM"));
  },
  async "search the catalog"(api, { "add an item to the catalog": { id } }) {
    const { objects } = await api.catalog.search({
      objectTypes: ["ITEM"],
      query: { textQuery: { keywords: ["Coffee"] } },
    });
    each(ids(objects), id);
  },
  async "delete the item"(api, { "add an item to the catalog": { id } }) {
    const { deletedObjectIds } = await api.catalog.object.delete({ objectId: id });
    assert.ok(deletedObjectIds.includes(id));
    await refused(() => api.catalog.object.get({ objectId: id }), 404);
  },
  async "create an order"(api, { "list locations": [location], "create a customer": customer }) {
    const { order } = await api.orders.create({
      ...once(),
      order: {
        locationId: location.id,
        customerId: customer.id,
        referenceId: "my-order",
        lineItems: [{ name: "Tea", quantity: "2", basePriceMoney: money(250) }],
      },
    });
    has(order, { locationId: location.id, customerId: customer.id, referenceId: "my-order", state: "OPEN" });
    assert.equal(order.lineItems[0].name, "Tea");
    assert.match(order.lineItems[0].uid, /\w/);
    return order;
  },
  async "its total"(_api, { "create an order": order }) {
    assert.equal(order.totalMoney.amount, 500n);
    assert.equal(order.totalMoney.currency, "USD");
  },
  async "fetch the order"(api, { "create an order": { id } }) {
    has((await api.orders.get({ orderId: id })).order, { id, referenceId: "my-order" });
  },
  async "change the order"(api, { "create an order": { id, version }, "list locations": [location] }) {
    const { order } = await api.orders.update({
      orderId: id,
      ...once(),
      order: { locationId: location.id, version, referenceId: "other" },
    });
    has(order, { id, referenceId: "other" });
    assert.equal(order.lineItems[0].name, "Tea");
  },
  async "search orders"(api, { "create an order": { id }, "list locations": [location] }) {
    const { orders } = await api.orders.search({ locationIds: [location.id], limit: 100 });
    each(ids(orders), id);
    assert.ok(orders.every((one) => one.locationId === location.id));
  },
  async "take a payment"(
    api,
    { "create an order": order, "create a customer": customer, "list locations": [location] },
  ) {
    const { payment } = await api.payments.create({
      ...once(),
      sourceId: "cnon:card-nonce-ok",
      amountMoney: money(500),
      orderId: order.id,
      customerId: customer.id,
      locationId: location.id,
      autocomplete: false,
      note: "Thanks",
    });
    has(payment, { orderId: order.id, customerId: customer.id, locationId: location.id, note: "Thanks" });
    assert.equal(payment.amountMoney.amount, 500n);
    assert.match(payment.status, /^(APPROVED|PENDING|COMPLETED)$/);
    recent(payment.createdAt);
    return payment;
  },
  async "complete the payment"(api, { "take a payment": { id } }) {
    has((await api.payments.complete({ paymentId: id })).payment, { id, status: "COMPLETED" });
  },
  async "list all payments"(api, { "take a payment": { id } }) {
    each(ids(await all(await api.payments.list({ limit: 3 }))), id);
  },
  async "give it back"(api, { "take a payment": { id } }) {
    const { refund } = await api.refunds.refundPayment({
      ...once(),
      paymentId: id,
      amountMoney: money(200),
      reason: "Cold",
    });
    has(refund, { paymentId: id, reason: "Cold" });
    assert.equal(refund.amountMoney.amount, 200n);
    assert.match(refund.status, /^(PENDING|COMPLETED)$/);
  },
  async "draft an invoice"(
    api,
    { "create an order": order, "create a customer": customer, "list locations": [location] },
  ) {
    const { invoice } = await api.invoices.create({
      ...once(),
      invoice: {
        locationId: location.id,
        orderId: order.id,
        primaryRecipient: { customerId: customer.id },
        deliveryMethod: "EMAIL",
        title: "Tea",
        paymentRequests: [{ requestType: "BALANCE", dueDate: "2030-01-24" }],
      },
    });
    has(invoice, { title: "Tea", status: "DRAFT", orderId: order.id });
    assert.equal(invoice.primaryRecipient.customerId, customer.id);
    assert.equal(invoice.paymentRequests[0].dueDate, "2030-01-24");
    return invoice;
  },
  async "publish the invoice"(api, { "draft an invoice": { id, version } }) {
    const { invoice } = await api.invoices.publish({ invoiceId: id, version, ...once() });
    assert.equal(invoice.id, id);
    assert.match(invoice.status, /^(UNPAID|SCHEDULED|PAYMENT_PENDING)$/);
  },
  async "cancel the invoice"(api, { "draft an invoice": { id, version } }) {
    has((await api.invoices.cancel({ invoiceId: id, version })).invoice, { id, status: "CANCELED" });
  },
  async "a payment link"(api, { "list locations": [location] }) {
    const { paymentLink } = await api.checkout.paymentLinks.create({
      ...once(),
      quickPay: { name: "Hat", priceMoney: money(12500), locationId: location.id },
    });
    assert.ok(URL.canParse(paymentLink.url), paymentLink.url);
    each(ids(await all(await api.checkout.paymentLinks.list({ limit: 3 }))), paymentLink.id);
  },
  async "a team member"(api) {
    const { teamMember } = await api.teamMembers.create({
      ...once(),
      teamMember: { givenName: "Joe", familyName: "Doe", emailAddress: "joe@example.com" },
    });
    has(teamMember, { givenName: "Joe", familyName: "Doe", status: "ACTIVE" });
  },
  async "a webhook"(api) {
    const { subscription } = await api.webhooks.subscriptions.create({
      ...once(),
      subscription: { name: "Hook", eventTypes: ["payment.created"], notificationUrl: "https://example.com/hook" },
    });
    has(subscription, {
      name: "Hook",
      eventTypes: ["payment.created"],
      notificationUrl: "https://example.com/hook",
      enabled: true,
    });
    assert.match(subscription.signatureKey, /\w/);
  },
  async "an unknown customer"(api) {
    const error = await refused(() => api.customers.get({ customerId: "NOWHERE" }), 404);
    assert.equal(error.errors[0].code, "NOT_FOUND");
  },
  async "a wrong key"(_api, _seen, mock) {
    const error = await refused(() => client({ url: mock.url, key: "wrong" }).locations.list(), 401);
    assert.match(error.errors[0].category, /^[A-Z_]+$/);
  },
  async "delete the customer"(api, { "create a customer": { id } }) {
    await api.customers.delete({ customerId: id });
    await refused(() => api.customers.get({ customerId: id }), 404);
  },
});
