import assert from "node:assert/strict";
import Stripe from "stripe";
import { each, firstHour, recent, refused } from "./steps.mjs";

const has = (value, wanted) =>
  assert.partialDeepStrictEqual?.(value, wanted) ??
  Object.entries(wanted).forEach(([k, v]) => assert.deepEqual(value[k], v, k));
const client = ({ url, key }) => {
  const { hostname, port } = new URL(url);
  return new Stripe(key, { host: hostname, port, protocol: "http", maxNetworkRetries: 0, telemetry: false });
};

await firstHour("stripe", client, {
  async "create a customer"(stripe) {
    const made = await stripe.customers.create({
      name: "Jenny Rosen",
      email: "jenny@example.com",
      address: { city: "Paris", country: "FR" },
      metadata: { order: "6735" },
    });
    assert.equal(typeof made.id, "string");
    has(made, { object: "customer", name: "Jenny Rosen", email: "jenny@example.com", livemode: false });
    assert.equal(made.address.city, "Paris");
    assert.equal(made.metadata.order, "6735");
    recent(made.created);
    return made;
  },
  async "fetch it"(stripe, { "create a customer": made }) {
    assert.deepEqual({ ...(await stripe.customers.retrieve(made.id)), lastResponse: 0 }, { ...made, lastResponse: 0 });
  },
  async "change it"(stripe, { "create a customer": { id } }) {
    const changed = await stripe.customers.update(id, { name: "Jenny Smith", metadata: { vip: "yes" } });
    has(changed, { name: "Jenny Smith", email: "jenny@example.com" });
    assert.equal(changed.metadata.vip, "yes");
  },
  async "list a page"(stripe) {
    const page = await stripe.customers.list({ limit: 3 });
    has(page, { object: "list", has_more: true, url: "/v1/customers" });
    assert.equal(page.data.length, 3);
  },
  async "list all pages"(stripe, { "create a customer": { id } }) {
    const all = await stripe.customers.list({ limit: 4 }).autoPagingToArray({ limit: 500 });
    each(
      all.map((one) => one.id),
      id,
    );
  },
  async "filter by e-mail"(stripe, { "create a customer": { id } }) {
    const { data } = await stripe.customers.list({ email: "jenny@example.com" });
    assert.deepEqual(
      data.map((one) => one.id),
      [id],
    );
  },
  async "create a product"(stripe) {
    const made = await stripe.products.create({ name: "Gold plan", metadata: { tier: "1" } });
    has(made, { object: "product", name: "Gold plan", active: true });
    return made;
  },
  async "create a price"(stripe, { "create a product": { id } }) {
    const made = await stripe.prices.create({
      product: id,
      unit_amount: 1500,
      currency: "usd",
      recurring: { interval: "month" },
    });
    has(made, { object: "price", product: id, unit_amount: 1500, currency: "usd", active: true });
    assert.equal(made.recurring.interval, "month");
    return made;
  },
  async "list prices of the product"(stripe, { "create a product": { id }, "create a price": price }) {
    const { data } = await stripe.prices.list({ product: id });
    assert.deepEqual(
      data.map((one) => one.id),
      [price.id],
    );
  },
  async "create a payment intent"(stripe, { "create a customer": { id } }) {
    const made = await stripe.paymentIntents.create({ amount: 2000, currency: "usd", customer: id });
    has(made, { object: "payment_intent", amount: 2000, currency: "usd", customer: id });
    assert.equal(typeof made.client_secret, "string");
    return made;
  },
  async "its first status"(_stripe, { "create a payment intent": { status } }) {
    assert.equal(status, "requires_payment_method");
  },
  async "update the payment intent"(stripe, { "create a payment intent": { id } }) {
    has(await stripe.paymentIntents.update(id, { description: "Two chairs" }), {
      id,
      description: "Two chairs",
      amount: 2000,
    });
  },
  async "confirm it"(stripe, { "create a payment intent": { id } }) {
    has(await stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" }), { id, amount: 2000 });
  },
  async "cancel it"(stripe, { "create a payment intent": { id } }) {
    has(await stripe.paymentIntents.cancel(id), { id, status: "canceled" });
    has(await stripe.paymentIntents.retrieve(id), { id, status: "canceled" });
  },
  async subscribe(stripe, { "create a customer": { id }, "create a price": price }) {
    const made = await stripe.subscriptions.create({ customer: id, items: [{ price: price.id, quantity: 2 }] });
    has(made, { object: "subscription", customer: id });
    assert.equal(made.items.data.length, 1);
    assert.equal(made.items.data[0].price.id, price.id);
    assert.equal(made.items.data[0].quantity, 2);
    assert.ok(["active", "incomplete", "trialing"].includes(made.status), made.status);
    return made;
  },
  async "list subscriptions of the customer"(stripe, { subscribe, "create a customer": { id } }) {
    const { data } = await stripe.subscriptions.list({ customer: id });
    assert.deepEqual(
      data.map((one) => one.id),
      [subscribe.id],
    );
  },
  async "cancel the subscription"(stripe, { subscribe }) {
    has(await stripe.subscriptions.cancel(subscribe.id), { id: subscribe.id, status: "canceled" });
  },
  async "create an invoice"(stripe, { "create a customer": { id } }) {
    const made = await stripe.invoices.create({ customer: id });
    has(made, { object: "invoice", customer: id, status: "draft" });
    return made;
  },
  async "add an invoice item"(stripe, { "create a customer": { id } }) {
    const made = await stripe.invoiceItems.create({ customer: id, amount: 900, currency: "usd", description: "Setup" });
    has(made, { object: "invoiceitem", customer: id, amount: 900, description: "Setup" });
  },
  async "finalize the invoice"(stripe, { "create an invoice": { id } }) {
    const done = await stripe.invoices.finalizeInvoice(id);
    has(done, { id, status: "open" });
  },
  async "add a tax id"(stripe, { "create a customer": { id } }) {
    const made = await stripe.customers.createTaxId(id, { type: "eu_vat", value: "DE123456789" });
    has(made, { object: "tax_id", type: "eu_vat", value: "DE123456789", customer: id });
    const { data } = await stripe.customers.listTaxIds(id);
    assert.deepEqual(
      data.map((one) => one.id),
      [made.id],
    );
  },
  async "create a coupon"(stripe) {
    const made = await stripe.coupons.create({ percent_off: 25, duration: "once", id: "WELCOME25" });
    has(made, { id: "WELCOME25", object: "coupon", percent_off: 25, duration: "once", valid: true });
    has(await stripe.coupons.retrieve("WELCOME25"), { id: "WELCOME25", percent_off: 25 });
  },
  async "register a webhook"(stripe) {
    const made = await stripe.webhookEndpoints.create({
      url: "https://example.com/hook",
      enabled_events: ["charge.failed"],
    });
    has(made, { url: "https://example.com/hook", status: "enabled" });
    assert.deepEqual(made.enabled_events, ["charge.failed"]);
    assert.equal(typeof made.secret, "string");
  },
  async "start a checkout"(stripe, { "create a price": price, "create a customer": { id } }) {
    const made = await stripe.checkout.sessions.create({
      mode: "subscription",
      customer: id,
      line_items: [{ price: price.id, quantity: 1 }],
      success_url: "https://example.com/done",
      cancel_url: "https://example.com/back",
    });
    has(made, {
      object: "checkout.session",
      mode: "subscription",
      status: "open",
      success_url: "https://example.com/done",
    });
    assert.ok(URL.canParse(made.url), made.url);
  },
  async "search customers"(stripe) {
    const found = await stripe.customers.search({ query: "email:'jenny@example.com'" });
    has(found, { object: "search_result" });
    assert.ok(Array.isArray(found.data));
  },
  async "read the balance"(stripe) {
    const balance = await stripe.balance.retrieve();
    has(balance, { object: "balance" });
    assert.equal(typeof balance.available[0].amount, "number");
  },
  async "list events"(stripe) {
    const { data } = await stripe.events.list({ limit: 3 });
    assert.equal(data.length, 3);
    assert.equal(data[0].object, "event");
  },
  async "an unknown customer"(stripe) {
    const error = await refused(() => stripe.customers.retrieve("cus_missing"), 404);
    assert.equal(error.type, "StripeInvalidRequestError");
  },
  async "a missing parameter"(stripe) {
    const error = await refused(() => stripe.paymentIntents.create({ currency: "usd" }), 400);
    assert.equal(error.type, "StripeInvalidRequestError");
    assert.equal(error.param, "amount");
  },
  async "a wrong key"(stripe, _seen, mock) {
    const error = await refused(() => client({ ...mock, url: mock.url, key: "sk_wrong" }).customers.list(), 401);
    assert.equal(error.type, "StripeAuthenticationError");
  },
  async "delete the customer"(stripe, { "create a customer": { id } }) {
    has(await stripe.customers.del(id), { id, object: "customer", deleted: true });
  },
  async "it is gone"(stripe, { "create a customer": { id } }) {
    const all = await stripe.customers.list({ limit: 100 }).autoPagingToArray({ limit: 500 });
    assert.ok(!all.some((one) => one.id === id));
  },
});
