import assert from "node:assert/strict";
import twilio from "twilio";
import { each, firstHour, recent, refused } from "./steps.mjs";

const SID = "AC0123456789abcdef0123456789abcdef";
class Local extends twilio.RequestClient {
  constructor(url) {
    super({ autoRetry: false });
    this.url = url;
  }
  request(options) {
    return super.request({ ...options, uri: options.uri.replace("https://api.twilio.com", this.url) });
  }
}
const client = ({ url, key }) => twilio(SID, key, { httpClient: new Local(url) });
const has = (value, wanted) =>
  Object.entries(wanted).forEach(([name, one]) => assert.deepEqual(value[name], one, name));
const sids = (list) => list.map((one) => one.sid);
const FROM = "+15017122661";
const TO = "+15558675310";

await firstHour("twilio", client, {
  async "fetch the account"(api) {
    const one = await api.api.v2010.accounts(SID).fetch();
    has(one, { sid: SID });
    assert.match(one.friendlyName, /\w/);
  },
  async "rename the account"(api) {
    has(await api.api.v2010.accounts(SID).update({ friendlyName: "Acme" }), { sid: SID, friendlyName: "Acme" });
  },
  async "send a message"(api) {
    const made = await api.messages.create({ body: "Hi there", from: FROM, to: TO });
    has(made, { body: "Hi there", from: FROM, to: TO, accountSid: SID, direction: "outbound-api", errorCode: null });
    assert.match(made.sid, /^(SM|MM)[0-9a-f]{32}$/);
    assert.match(made.status, /^(queued|accepted|sending|sent)$/);
    assert.equal(made.numMedia, "0");
    recent(made.dateCreated);
    return made;
  },
  async "its links"(_api, { "send a message": made }) {
    assert.equal(made.uri, `/2010-04-01/Accounts/${SID}/Messages/${made.sid}.json`);
    assert.match(made.subresourceUris.media, new RegExp(`${made.sid}/Media`));
  },
  async "fetch the message"(api, { "send a message": { sid } }) {
    has(await api.messages(sid).fetch(), { sid, body: "Hi there", to: TO });
  },
  async "redact it"(api, { "send a message": { sid } }) {
    has(await api.messages(sid).update({ body: "" }), { sid, body: "", to: TO });
  },
  async "list a page"(api) {
    for (const body of ["One", "Two", "Three"]) await api.messages.create({ body, from: FROM, to: "+15550001111" });
    const page = await api.messages.page({ pageSize: 3 });
    assert.equal(page.instances.length, 3);
    assert.ok(page.nextPageUrl);
  },
  async "list all messages"(api, { "send a message": { sid } }) {
    each(sids(await api.messages.list({ pageSize: 4 })), sid);
  },
  async "messages to a number"(api, { "send a message": { sid } }) {
    assert.deepEqual(sids(await api.messages.list({ to: TO })), [sid]);
  },
  async "messages of today"(api, { "send a message": { sid } }) {
    const found = await api.messages.list({ dateSentAfter: new Date(Date.now() - 86_400_000), limit: 100 });
    assert.ok(found.length === 0 || sids(found).includes(sid) || found.every((one) => one.dateSent !== null));
  },
  async "make a call"(api) {
    const made = await api.calls.create({ url: "https://example.com/voice.xml", from: FROM, to: TO });
    has(made, { from: FROM, to: TO, accountSid: SID });
    assert.match(made.sid, /^CA[0-9a-f]{32}$/);
    return made;
  },
  async "its first status"(_api, { "make a call": { status } }) {
    assert.equal(status, "queued");
  },
  async "fetch the call"(api, { "make a call": { sid } }) {
    has(await api.calls(sid).fetch(), { sid, to: TO });
  },
  async "end the call"(api, { "make a call": { sid } }) {
    has(await api.calls(sid).update({ status: "completed" }), { sid, status: "completed" });
  },
  async "list all calls"(api, { "make a call": { sid } }) {
    each(sids(await api.calls.list({ pageSize: 5 })), sid);
  },
  async "calls that ended"(api, { "make a call": { sid } }) {
    const found = await api.calls.list({ status: "completed" });
    each(sids(found), sid);
    assert.ok(found.every((one) => one.status === "completed"));
  },
  async "search numbers"(api) {
    const found = await api.availablePhoneNumbers("US").local.list({ areaCode: 510, limit: 3 });
    assert.ok(found.length > 0);
    assert.match(found[0].phoneNumber, /^\+1\d{10}$/);
    assert.equal(found[0].isoCountry, "US");
    assert.equal(typeof found[0].capabilities.voice, "boolean");
    return found[0];
  },
  async "buy a number"(api) {
    const made = await api.incomingPhoneNumbers.create({
      phoneNumber: "+15105550101",
      friendlyName: "Desk",
      smsUrl: "https://example.com/sms",
    });
    has(made, {
      phoneNumber: "+15105550101",
      friendlyName: "Desk",
      smsUrl: "https://example.com/sms",
      accountSid: SID,
    });
    assert.match(made.sid, /^PN[0-9a-f]{32}$/);
    return made;
  },
  async "rename the number"(api, { "buy a number": { sid } }) {
    has(await api.incomingPhoneNumbers(sid).update({ friendlyName: "Front desk" }), {
      sid,
      friendlyName: "Front desk",
      phoneNumber: "+15105550101",
    });
  },
  async "find the number"(api, { "buy a number": { sid } }) {
    assert.deepEqual(sids(await api.incomingPhoneNumbers.list({ phoneNumber: "+15105550101" })), [sid]);
  },
  async "release the number"(api, { "buy a number": { sid } }) {
    assert.equal(await api.incomingPhoneNumbers(sid).remove(), true);
    await refused(() => api.incomingPhoneNumbers(sid).fetch(), 404);
  },
  async "create a queue"(api) {
    const made = await api.queues.create({ friendlyName: "Support", maxSize: 50 });
    has(made, { friendlyName: "Support", maxSize: 50, currentSize: 0 });
    assert.match(made.sid, /^QU[0-9a-f]{32}$/);
    return made;
  },
  async "change the queue"(api, { "create a queue": { sid } }) {
    has(await api.queues(sid).update({ maxSize: 99 }), { sid, maxSize: 99, friendlyName: "Support" });
  },
  async "delete the queue"(api, { "create a queue": { sid } }) {
    assert.equal(await api.queues(sid).remove(), true);
    await refused(() => api.queues(sid).fetch(), 404);
  },
  async "create an application"(api) {
    const made = await api.applications.create({
      friendlyName: "Phone Me",
      voiceUrl: "https://example.com/v",
      voiceMethod: "GET",
    });
    has(made, { friendlyName: "Phone Me", voiceUrl: "https://example.com/v", voiceMethod: "GET" });
    return made;
  },
  async "find applications"(api, { "create an application": { sid } }) {
    assert.deepEqual(sids(await api.applications.list({ friendlyName: "Phone Me" })), [sid]);
  },
  async "create a key"(api) {
    const made = await api.newKeys.create({ friendlyName: "CI" });
    assert.equal(made.friendlyName, "CI");
    assert.match(made.sid, /^SK[0-9a-f]{32}$/);
    assert.match(made.secret, /\w{8,}/);
    return made;
  },
  async "list keys"(api, { "create a key": { sid } }) {
    each(sids(await api.keys.list()), sid);
  },
  async "an address"(api) {
    const made = await api.addresses.create({
      customerName: "Ada",
      street: "1 Main St",
      city: "Oakland",
      region: "CA",
      postalCode: "94607",
      isoCountry: "US",
    });
    has(made, { customerName: "Ada", street: "1 Main St", city: "Oakland", region: "CA", isoCountry: "US" });
    each(sids(await api.addresses.list()), made.sid);
  },
  async "usage records"(api) {
    const found = await api.usage.records.list({ limit: 3 });
    assert.ok(found.length > 0);
    assert.match(found[0].category, /\w/);
  },
  async balance(api) {
    const one = await api.balance.fetch();
    has(one, { accountSid: SID });
    assert.match(one.currency, /^[A-Z]{3}$/i);
    assert.ok(Number.isFinite(Number(one.balance)), one.balance);
  },
  async "an unknown message"(api) {
    await refused(() => api.messages("SM00000000000000000000000000000404").fetch(), 404);
  },
  async "a message to no one"(api) {
    await refused(
      () =>
        api
          .request({
            method: "post",
            uri: `https://api.twilio.com/2010-04-01/Accounts/${SID}/Messages.json`,
            data: { Body: "x" },
          })
          .then((one) => {
            if (one.statusCode >= 400)
              throw Object.assign(new Error(JSON.stringify(one.body)), { status: one.statusCode });
          }),
      400,
    );
  },
  async "a wrong key"(_api, _seen, mock) {
    await refused(() => client({ url: mock.url, key: "wrong" }).messages.list(), 401);
  },
  async "delete the message"(api, { "send a message": { sid } }) {
    assert.equal(await api.messages(sid).remove(), true);
    await refused(() => api.messages(sid).fetch(), 404);
  },
});
