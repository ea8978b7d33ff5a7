import assert from "node:assert/strict";
import { createRestAPIClient } from "masto";
import { each, firstHour, recent, refused } from "./steps.mjs";

const client = ({ url, key }) => createRestAPIClient({ url, accessToken: key });
const has = (value, wanted) =>
  Object.entries(wanted).forEach(([name, one]) => assert.deepEqual(value[name], one, name));
const ids = (list) => list.map((one) => one.id);
const text = (html) => html.replaceAll(/<[^>]+>/g, "");
async function all(pages) {
  const found = [];
  for await (const page of pages) {
    found.push(...page);
    if (found.length > 1000) break;
  }
  return found;
}

await firstHour("masto", client, {
  async "the instance"(api) {
    const one = await api.v2.instance.fetch();
    assert.match(one.title, /\w/);
    assert.match(one.version, /\d/);
  },
  async "register an app"(api) {
    const made = await api.v1.apps.create({
      clientName: "Shop",
      redirectUris: ["https://example.com/done"],
      scopes: "read write",
    });
    has(made, { name: "Shop" });
    assert.match(made.clientId, /\w{4,}/);
    assert.match(made.clientSecret, /\w{4,}/);
  },
  async "who am I"(api) {
    const one = await api.v1.accounts.verifyCredentials();
    assert.match(one.username, /\w/);
    assert.equal(typeof one.source, "object");
    return one;
  },
  async "change my profile"(api, { "who am I": me }) {
    const one = await api.v1.accounts.updateCredentials({ displayName: "Ada", locked: true });
    has(one, { id: me.id, displayName: "Ada", locked: true });
    has(await api.v1.accounts.verifyCredentials(), { displayName: "Ada" });
  },
  async "say something"(api, { "who am I": me }) {
    const made = await api.v1.statuses.create({
      status: "Hello world",
      visibility: "unlisted",
      spoilerText: "Greeting",
    });
    assert.equal(text(made.content), "Hello world");
    has(made, { visibility: "unlisted", spoilerText: "Greeting", favouritesCount: 0, reblogsCount: 0 });
    assert.equal(made.account.id, me.id);
    recent(made.createdAt);
    return made;
  },
  async "fetch it"(api, { "say something": { id } }) {
    const one = await api.v1.statuses.$select(id).fetch();
    has(one, { id, visibility: "unlisted" });
    assert.equal(text(one.content), "Hello world");
  },
  async "its source"(api, { "say something": { id } }) {
    has(await api.v1.statuses.$select(id).source.fetch(), { id, text: "Hello world" });
  },
  async "change it"(api, { "say something": { id } }) {
    const one = await api.v1.statuses.$select(id).update({ status: "Hello all" });
    assert.equal(text(one.content), "Hello all");
    assert.equal(one.id, id);
    recent(one.editedAt);
  },
  async "like it"(api, { "say something": { id } }) {
    has(await api.v1.statuses.$select(id).favourite(), { id, favourited: true, favouritesCount: 1 });
  },
  async "unlike it"(api, { "say something": { id } }) {
    has(await api.v1.statuses.$select(id).unfavourite(), { id, favourited: false, favouritesCount: 0 });
  },
  async "boost it"(api, { "say something": { id } }) {
    const one = await api.v1.statuses.$select(id).reblog();
    assert.equal(one.reblog.id, id);
  },
  async "bookmark it"(api, { "say something": { id } }) {
    has(await api.v1.statuses.$select(id).bookmark(), { id, bookmarked: true });
    each(ids(await all(api.v1.bookmarks.list({ limit: 5 }))), id);
  },
  async "pin it"(api, { "say something": { id } }) {
    has(await api.v1.statuses.$select(id).pin(), { id, pinned: true });
  },
  async "answer it"(api, { "say something": { id } }) {
    const made = await api.v1.statuses.create({ status: "Indeed", inReplyToId: id });
    has(made, { inReplyToId: id });
    return made;
  },
  async "its conversation"(api, { "say something": { id }, "answer it": reply }) {
    const { descendants } = await api.v1.statuses.$select(id).context.fetch();
    each(ids(descendants), reply.id);
  },
  async "ask with a poll"(api) {
    const made = await api.v1.statuses.create({ status: "Tea?", poll: { options: ["Yes", "No"], expiresIn: 3600 } });
    assert.deepEqual(
      made.poll.options.map((one) => one.title),
      ["Yes", "No"],
    );
    return made;
  },
  async vote(api, { "ask with a poll": { poll } }) {
    const one = await api.v1.polls.$select(poll.id).votes.create({ choices: [0] });
    assert.equal(one.id, poll.id);
    assert.equal(one.voted, true);
  },
  async "the home timeline"(api, { "say something": { id } }) {
    each(ids(await all(api.v1.timelines.home.list({ limit: 5 }))), id);
  },
  async "my statuses"(api, { "say something": { id }, "who am I": me }) {
    const list = await all(api.v1.accounts.$select(me.id).statuses.list({ limit: 5 }));
    each(ids(list), id);
    assert.ok(list.every((one) => one.account.id === me.id));
  },
  async "the public timeline"(api) {
    const page = await api.v1.timelines.public.list({ limit: 2 });
    assert.equal(page.length, 2);
    assert.match(page[0].content, /\w/);
    return page[0].account;
  },
  async "look at an account"(api, { "the public timeline": { id } }) {
    has(await api.v1.accounts.$select(id).fetch(), { id });
  },
  async "follow it"(api, { "the public timeline": { id } }) {
    has(await api.v1.accounts.$select(id).follow(), { id, following: true });
    const [one] = await api.v1.accounts.relationships.fetch({ id: [id] });
    has(one, { id, following: true });
  },
  async "unfollow it"(api, { "the public timeline": { id } }) {
    has(await api.v1.accounts.$select(id).unfollow(), { id, following: false });
  },
  async "mute it"(api, { "the public timeline": { id } }) {
    has(await api.v1.accounts.$select(id).mute(), { id, muting: true });
  },
  async "find an account"(api) {
    const list = await api.v1.accounts.search.list({ q: "a" });
    assert.ok(Array.isArray(list));
  },
  async "upload a picture"(api) {
    const made = await api.v2.media.create({
      file: new Blob([Buffer.from("iVBORw0KGgo=", "base64")], { type: "image/png" }),
      description: "A dot",
    });
    has(made, { type: "image", description: "A dot" });
    return made;
  },
  async "say it with a picture"(api, { "upload a picture": { id } }) {
    const made = await api.v1.statuses.create({ status: "Look", mediaIds: [id] });
    assert.deepEqual(ids(made.mediaAttachments), [id]);
  },
  async "create a list"(api) {
    const made = await api.v1.lists.create({ title: "Friends", repliesPolicy: "list" });
    has(made, { title: "Friends", repliesPolicy: "list" });
    return made;
  },
  async "change the list"(api, { "create a list": { id } }) {
    has(await api.v1.lists.$select(id).update({ title: "Family" }), { id, title: "Family" });
  },
  async "add to the list"(api, { "create a list": { id }, "the public timeline": account }) {
    await api.v1.lists.$select(id).accounts.create({ accountIds: [account.id] });
    each(ids(await all(api.v1.lists.$select(id).accounts.list())), account.id);
  },
  async "delete the list"(api, { "create a list": { id } }) {
    await api.v1.lists.$select(id).remove();
    await refused(() => api.v1.lists.$select(id).fetch(), 404);
  },
  async notifications(api) {
    const page = await api.v1.notifications.list({ limit: 3 });
    assert.ok(page.length > 0);
    assert.match(page[0].type, /^\w+$/);
  },
  async "a filter"(api) {
    const made = await api.v2.filters.create({
      title: "Spoilers",
      context: ["home"],
      keywordsAttributes: [{ keyword: "ending", wholeWord: true }],
    });
    has(made, { title: "Spoilers", context: ["home"] });
    assert.equal(made.keywords[0].keyword, "ending");
  },
  async search(api) {
    const found = await api.v2.search.list({ q: "hello", type: "statuses" });
    assert.ok(Array.isArray(found.statuses) && Array.isArray(found.accounts));
  },
  async "a status without text"(api) {
    await refused(() => api.v1.statuses.create({ visibility: "public" }), 422);
  },
  async "an unknown status"(api) {
    const error = await refused(() => api.v1.statuses.$select("404404").fetch(), 404);
    assert.match(error.message, /\w/);
  },
  async "a wrong key"(_api, _seen, mock) {
    await refused(() => client({ url: mock.url, key: "wrong" }).v1.accounts.verifyCredentials(), 401);
  },
  async "delete it"(api, { "say something": { id } }) {
    has(await api.v1.statuses.$select(id).remove(), { id });
    await refused(() => api.v1.statuses.$select(id).fetch(), 404);
  },
});
