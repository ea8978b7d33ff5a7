import assert from "node:assert/strict";
import { Resend } from "resend";
import { each, firstHour, recent } from "./steps.mjs";

const client = ({ url, key }) => new Resend(key, { baseUrl: url });
const has = (value, wanted) =>
  Object.entries(wanted).forEach(([name, one]) => assert.deepEqual(value[name], one, name));
async function done(work) {
  const { data, error } = await work;
  if (error !== null) throw new Error(`${error.statusCode} ${error.name}: ${error.message}`);
  return data;
}
const mail = { from: "Acme <me@acme.dev>", to: ["you@example.com"], subject: "Hello", html: "<p>It works</p>" };

await firstHour("resend", client, {
  async "send an e-mail"(api) {
    const made = await done(api.emails.send(mail));
    assert.match(made.id, /^[0-9a-f-]{36}$/);
    return made;
  },
  async "fetch the e-mail"(api, { "send an e-mail": { id } }) {
    const one = await done(api.emails.get(id));
    has(one, { object: "email", id, subject: "Hello", to: ["you@example.com"], html: "<p>It works</p>" });
    recent(one.created_at);
  },
  async "schedule one"(api) {
    return done(api.emails.send({ ...mail, scheduledAt: "2027-01-01T10:00:00Z" }));
  },
  async "move it"(api, { "schedule one": { id } }) {
    has(await done(api.emails.update({ id, scheduledAt: "2027-02-01T10:00:00Z" })), { id });
  },
  async "cancel it"(api, { "schedule one": { id } }) {
    has(await done(api.emails.cancel(id)), { object: "email", id });
  },
  async "send a batch"(api) {
    const { data } = await done(api.batch.send([mail, { ...mail, subject: "Again" }]));
    assert.equal(data.length, 2);
    assert.notEqual(data[0].id, data[1].id);
  },
  async "list e-mails"(api, { "send an e-mail": { id } }) {
    const { data } = await done(api.emails.list({ limit: 100 }));
    each(
      data.map((one) => one.id),
      id,
    );
  },
  async "add a domain"(api) {
    const made = await done(api.domains.create({ name: "acme.dev", region: "eu-west-1" }));
    has(made, { name: "acme.dev", region: "eu-west-1", status: "not_started" });
    assert.ok(made.records.length > 0);
    recent(made.created_at);
    return made;
  },
  async "fetch the domain"(api, { "add a domain": { id } }) {
    has(await done(api.domains.get(id)), { object: "domain", id, name: "acme.dev", region: "eu-west-1" });
  },
  async "change the domain"(api, { "add a domain": { id } }) {
    has(await done(api.domains.update({ id, openTracking: true })), { object: "domain", id });
  },
  async "verify the domain"(api, { "add a domain": { id } }) {
    has(await done(api.domains.verify(id)), { object: "domain", id });
  },
  async "list domains"(api, { "add a domain": { id } }) {
    const { data } = await done(api.domains.list());
    each(
      data.map((one) => one.id),
      id,
    );
  },
  async "remove the domain"(api, { "add a domain": { id } }) {
    has(await done(api.domains.remove(id)), { object: "domain", id, deleted: true });
    const { error } = await api.domains.get(id);
    assert.ok(error.message.length > 3);
  },
  async "create an API key"(api) {
    const made = await done(api.apiKeys.create({ name: "Production" }));
    assert.ok(made.token.length > 10);
    return made;
  },
  async "list API keys"(api, { "create an API key": { id } }) {
    const { data } = await done(api.apiKeys.list());
    each(
      data.map((one) => one.id),
      id,
    );
    assert.equal(data.find((one) => one.id === id).name, "Production");
  },
  async "remove the API key"(api, { "create an API key": { id } }) {
    await done(api.apiKeys.remove(id));
  },
  async "create a segment"(api) {
    const made = await done(api.segments.create({ name: "Users" }));
    has(made, { object: "segment" });
    return made;
  },
  async "add a contact"(api) {
    const made = await done(api.contacts.create({ email: "ada@example.com", firstName: "Ada" }));
    has(made, { object: "contact" });
    return made;
  },
  async "fetch the contact"(api, { "add a contact": { id } }) {
    const one = await done(api.contacts.get({ id }));
    has(one, { object: "contact", id, email: "ada@example.com", first_name: "Ada", unsubscribed: false });
  },
  async "change the contact"(api, { "add a contact": { id } }) {
    await done(api.contacts.update({ id, unsubscribed: true }));
    has(await done(api.contacts.get({ id })), { unsubscribed: true, email: "ada@example.com" });
  },
  async "list contacts"(api, { "add a contact": { id } }) {
    const { data } = await done(api.contacts.list());
    each(
      data.map((one) => one.id),
      id,
    );
  },
  async "create a broadcast"(api, { "create a segment": segment }) {
    return done(
      api.broadcasts.create({
        segmentId: segment.id,
        from: mail.from,
        subject: "News",
        html: "<p>n</p>",
        name: "June",
      }),
    );
  },
  async "fetch the broadcast"(api, { "create a broadcast": { id }, "create a segment": segment }) {
    const one = await done(api.broadcasts.get(id));
    has(one, { object: "broadcast", id, subject: "News", status: "draft", segment_id: segment.id });
  },
  async "send the broadcast"(api, { "create a broadcast": { id } }) {
    has(await done(api.broadcasts.send(id)), { id });
  },
  async "remove the segment"(api, { "create a segment": { id } }) {
    has(await done(api.segments.remove(id)), { id, deleted: true });
  },
  async "an e-mail without a subject"(api) {
    const { error } = await api.emails.send({ from: mail.from, to: mail.to, html: "x" });
    assert.match(error.message, /subject/);
  },
  async "a wrong key"(_api, _seen, mock) {
    const { error } = await client({ url: mock.url, key: "re_wrong" }).domains.list();
    assert.match(error.message, /[a-z]{3,}/);
  },
});
