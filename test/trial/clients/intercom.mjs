import assert from "node:assert/strict";
import { IntercomClient } from "intercom-client";
import { each, firstHour, recent, refused } from "./steps.mjs";

const client = ({ url, key }) => new IntercomClient({ token: key, environment: url, maxRetries: 0 });
const has = (value, wanted) =>
  Object.entries(wanted).forEach(([name, one]) => assert.deepEqual(value[name], one, name));
const ids = (list) => list.map((one) => one.id);
async function all(page) {
  const found = [];
  for await (const one of page) {
    found.push(one);
    if (found.length > 1000) break;
  }
  return found;
}

await firstHour("intercom", client, {
  async "who am I"(api) {
    const me = await api.admins.identify();
    assert.equal(me.type, "admin");
    assert.match(me.email, /@/);
    return me;
  },
  async "list admins"(api) {
    const { admins, type } = await api.admins.list();
    assert.equal(type, "admin.list");
    assert.ok(admins.length > 0);
    return admins;
  },
  async "fetch an admin"(api, { "list admins": [one] }) {
    has(await api.admins.find({ admin_id: one.id }), { id: one.id, name: one.name });
  },
  async "create a contact"(api) {
    const made = await api.contacts.create({
      email: "ada@example.com",
      name: "Ada",
      role: "user",
      phone: "+442071838750",
      custom_attributes: { plan: "pro" },
    });
    has(made, { type: "contact", email: "ada@example.com", name: "Ada", role: "user" });
    assert.match(made.id, /^\w+$/);
    return made;
  },
  async "its own attributes"(_api, { "create a contact": made }) {
    assert.equal(made.custom_attributes.plan, "pro");
    recent(made.created_at);
  },
  async "fetch the contact"(api, { "create a contact": { id } }) {
    has(await api.contacts.find({ contact_id: id }), { id, type: "contact", name: "Ada", email: "ada@example.com" });
  },
  async "change the contact"(api, { "create a contact": { id } }) {
    has(await api.contacts.update({ contact_id: id, name: "Ada L." }), {
      id,
      name: "Ada L.",
      email: "ada@example.com",
    });
  },
  async "list all contacts"(api, { "create a contact": { id } }) {
    each(ids(await all(await api.contacts.list({ per_page: 4 }))), id);
  },
  async "search contacts"(api, { "create a contact": { id } }) {
    const page = await api.contacts.search({ query: { field: "email", operator: "=", value: "ada@example.com" } });
    assert.deepEqual(ids(page.data), [id]);
  },
  async "search all pages"(api, { "create a contact": { id } }) {
    const page = await api.contacts.search({
      query: { field: "role", operator: "=", value: "user" },
      pagination: { per_page: 3 },
    });
    each(ids(await all(page)), id);
  },
  async "archive and unarchive"(api, { "create a contact": { id } }) {
    has(await api.contacts.archive({ contact_id: id }), { id, archived: true });
    has(await api.contacts.unarchive({ contact_id: id }), { id, archived: false });
  },
  async "create a company"(api) {
    const made = await api.companies.createOrUpdate({
      company_id: "acme-1",
      name: "Acme",
      size: 20,
      website: "https://acme.example",
    });
    has(made, { type: "company", company_id: "acme-1", name: "Acme", size: 20 });
    return made;
  },
  async "fetch the company"(api, { "create a company": { id } }) {
    has(await api.companies.find({ company_id: id }), { id, name: "Acme", company_id: "acme-1" });
  },
  async "find the company"(api, { "create a company": { id } }) {
    const one = await api.companies.retrieve({ company_id: "acme-1" });
    assert.equal(one.id ?? one.data?.[0]?.id, id);
  },
  async "attach the contact"(api, { "create a contact": contact, "create a company": company }) {
    has(await api.companies.attachContact({ contact_id: contact.id, id: company.id }), {
      id: company.id,
      name: "Acme",
    });
    const { data } = await api.contacts.listAttachedCompanies({ contact_id: contact.id });
    each(ids(data), company.id);
  },
  async "contacts of the company"(api, { "create a contact": contact, "create a company": company }) {
    const { data } = await api.companies.listAttachedContacts({ company_id: company.id });
    each(ids(data), contact.id);
  },
  async "note on the contact"(api, { "create a contact": { id }, "list admins": [admin] }) {
    const made = await api.notes.create({ contact_id: id, body: "Called", admin_id: admin.id });
    assert.match(made.body, /Called/);
    assert.equal(made.type, "note");
    return made;
  },
  async "list notes"(api, { "create a contact": { id }, "note on the contact": note }) {
    each(ids(await all(await api.notes.list({ contact_id: id }))), note.id);
  },
  async "create a tag"(api) {
    const made = await api.tags.create({ name: "vip" });
    has(made, { type: "tag", name: "vip" });
    return made;
  },
  async "tag the contact"(api, { "create a contact": { id }, "create a tag": tag }) {
    has(await api.tags.tagContact({ contact_id: id, id: tag.id }), { id: tag.id, name: "vip" });
    each(ids((await api.contacts.listAttachedTags({ contact_id: id })).data), tag.id);
  },
  async "untag the contact"(api, { "create a contact": { id }, "create a tag": tag }) {
    has(await api.tags.untagContact({ contact_id: id, tag_id: tag.id }), { id: tag.id });
    assert.ok(!ids((await api.contacts.listAttachedTags({ contact_id: id })).data).includes(tag.id));
  },
  async "list tags"(api, { "create a tag": { id } }) {
    each(ids((await api.tags.list()).data), id);
  },
  async "start a conversation"(api, { "create a contact": { id } }) {
    const made = await api.conversations.create({ from: { type: "user", id }, body: "Hello there" });
    assert.match(made.body, /Hello there/);
    assert.match(made.conversation_id, /\w/);
    recent(made.created_at);
    return made;
  },
  async "fetch the conversation"(api, { "start a conversation": { conversation_id: id } }) {
    const one = await api.conversations.find({ conversation_id: id });
    assert.equal(one.id, id);
    assert.match(one.source.body, /Hello there/);
  },
  async "answer it"(api, { "start a conversation": { conversation_id: id }, "list admins": [admin] }) {
    const one = await api.conversations.reply({
      conversation_id: id,
      body: { message_type: "comment", type: "admin", admin_id: admin.id, body: "On it" },
    });
    assert.equal(one.id, id);
    assert.ok(one.conversation_parts.conversation_parts.some((part) => /On it/.test(part.body)));
  },
  async "close it"(api, { "start a conversation": { conversation_id: id }, "list admins": [admin] }) {
    const one = await api.conversations.manage({
      conversation_id: id,
      body: { message_type: "close", type: "admin", admin_id: admin.id },
    });
    has(one, { id, state: "closed", open: false });
  },
  async "list conversations"(api, { "start a conversation": { conversation_id: id } }) {
    each(ids(await all(await api.conversations.list({ per_page: 5 }))), id);
  },
  async "create an article"(api, { "list admins": [admin] }) {
    const made = await api.articles.create({
      title: "How to",
      body: "<p>Steps</p>",
      author_id: Number(admin.id),
      state: "published",
    });
    has(made, { type: "article", title: "How to", state: "published" });
    assert.match(made.body, /Steps/);
    return made;
  },
  async "change the article"(api, { "create an article": { id } }) {
    has(await api.articles.update({ article_id: Number(id), title: "How not to" }), {
      id,
      title: "How not to",
      state: "published",
    });
  },
  async "list all articles"(api, { "create an article": { id } }) {
    each(ids(await all(await api.articles.list({ per_page: 3 }))), id);
  },
  async "delete the article"(api, { "create an article": { id } }) {
    has(await api.articles.delete({ article_id: Number(id) }), { id, object: "article", deleted: true });
    await refused(() => api.articles.find({ article_id: Number(id) }), 404);
  },
  async "create a ticket type"(api) {
    const made = await api.ticketTypes.create({ name: "Bug", description: "A fault", category: "Customer" });
    has(made, { name: "Bug", description: "A fault", type: "ticket_type" });
    return made;
  },
  async "create a ticket"(api, { "create a ticket type": type, "create a contact": contact }) {
    const made = await api.tickets.create({
      ticket_type_id: type.id,
      contacts: [{ id: contact.id }],
      ticket_attributes: { _default_title_: "Broken" },
    });
    has(made, { type: "ticket" });
    assert.equal(made.ticket_attributes["_default_title_"], "Broken");
    assert.equal(made.ticket_type.id, type.id);
    assert.deepEqual(ids(made.contacts.contacts), [contact.id]);
  },
  async "a data attribute"(api) {
    const made = await api.dataAttributes.create({ name: "tier", model: "contact", data_type: "string" });
    has(made, { name: "tier", model: "contact", data_type: "string", type: "data_attribute" });
  },
  async "an unknown contact"(api) {
    const error = await refused(() => api.contacts.find({ contact_id: "nowhere" }), 404);
    assert.equal(error.body.type, "error.list");
    assert.match(error.body.errors[0].message, /\w/);
  },
  async "a wrong key"(_api, _seen, mock) {
    const error = await refused(() => client({ url: mock.url, key: "wrong" }).admins.list(), 401);
    assert.equal(error.body.type, "error.list");
  },
  async "delete the contact"(api, { "create a contact": { id } }) {
    has(await api.contacts.delete({ contact_id: id }), { id, deleted: true });
    await refused(() => api.contacts.find({ contact_id: id }), 404);
  },
});
