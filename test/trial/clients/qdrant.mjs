import assert from "node:assert/strict";
import { QdrantClient } from "@qdrant/js-client-rest";
import { each, firstHour, refused } from "./steps.mjs";

const client = ({ url, key }) => new QdrantClient({ url, apiKey: key, checkCompatibility: false });
const has = (value, wanted) =>
  Object.entries(wanted).forEach(([name, one]) => assert.deepEqual(value[name], one, name));
const STATUS = /^(acknowledged|completed)$/;
const points = [
  { id: 1, vector: [0.1, 0.2, 0.3, 0.4], payload: { city: "Berlin", price: 10 } },
  { id: 2, vector: [0.2, 0.1, 0.9, 0.7], payload: { city: "London", price: 20 } },
  { id: 3, vector: [0.3, 0.5, 0.3, 0.4], payload: { city: "Moscow", price: 30 } },
];

await firstHour("qdrant", client, {
  async "list collections"(api) {
    const { collections } = await api.getCollections();
    assert.equal(typeof collections[0].name, "string");
  },
  async "create a collection"(api) {
    assert.equal(await api.createCollection("cities", { vectors: { size: 4, distance: "Dot" } }), true);
  },
  async "it is listed"(api) {
    const { collections } = await api.getCollections();
    each(
      collections.map((one) => one.name),
      "cities",
    );
  },
  async "it exists"(api) {
    assert.deepEqual(await api.collectionExists("cities"), { exists: true });
  },
  async "fetch it"(api) {
    const info = await api.getCollection("cities");
    assert.equal(info.status, "green");
    assert.deepEqual(info.config.params.vectors, { size: 4, distance: "Dot" });
  },
  async "add points"(api) {
    assert.match((await api.upsert("cities", { wait: true, points })).status, STATUS);
  },
  async "fetch a point"(api) {
    const [one] = await api.retrieve("cities", { ids: [2], with_payload: true, with_vector: true });
    has(one, { id: 2, payload: { city: "London", price: 20 } });
  },
  async "count them"(api) {
    assert.deepEqual(await api.count("cities", { exact: true }), { count: 3 });
  },
  async "scroll a page"(api) {
    const { points: page } = await api.scroll("cities", { limit: 2 });
    assert.equal(page.length, 2);
  },
  async "scroll all pages"(api) {
    const ids = [];
    let offset;
    for (let turn = 0; turn < 20; turn++) {
      const page = await api.scroll("cities", { limit: 2, ...(offset === undefined ? {} : { offset }) });
      ids.push(...page.points.map((one) => one.id));
      offset = page.next_page_offset ?? undefined;
      if (offset === undefined) break;
    }
    each(ids, 1, 2, 3);
    assert.equal(ids.length, 3);
  },
  async "nearest points"(api) {
    const { points: found } = await api.query("cities", { query: [0.2, 0.1, 0.9, 0.7], limit: 3 });
    assert.ok(found.length > 0);
    assert.equal(typeof found[0].score, "number");
  },
  async "filter points"(api) {
    const { points: found } = await api.scroll("cities", {
      filter: { must: [{ key: "city", match: { value: "London" } }] },
    });
    assert.deepEqual(
      found.map((one) => one.id),
      [2],
    );
  },
  async "set a payload"(api) {
    assert.match(
      (await api.setPayload("cities", { payload: { visited: true }, points: [1], wait: true })).status,
      STATUS,
    );
  },
  async "index a field"(api) {
    assert.match(
      (await api.createPayloadIndex("cities", { field_name: "city", field_schema: "keyword", wait: true })).status,
      STATUS,
    );
  },
  async "delete a point"(api) {
    assert.match((await api.delete("cities", { points: [3], wait: true })).status, STATUS);
    assert.deepEqual(await api.retrieve("cities", { ids: [3] }), []);
  },
  async "change the collection"(api) {
    assert.equal(await api.updateCollection("cities", { optimizers_config: { indexing_threshold: 10_000 } }), true);
  },
  async "give it an alias"(api) {
    assert.equal(
      await api.updateCollectionAliases({
        actions: [{ create_alias: { alias_name: "towns", collection_name: "cities" } }],
      }),
      true,
    );
  },
  async "list aliases"(api) {
    const { aliases } = await api.getAliases();
    assert.ok(aliases.every((one) => typeof one.alias_name === "string" && typeof one.collection_name === "string"));
  },
  async "take a snapshot"(api) {
    const made = await api.createSnapshot("cities");
    assert.match(made.name, /\w/);
    assert.equal(typeof made.size, "number");
    return made;
  },
  async "list snapshots"(api, { "take a snapshot": { name } }) {
    each(
      (await api.listSnapshots("cities")).map((one) => one.name),
      name,
    );
  },
  async "delete the snapshot"(api, { "take a snapshot": { name } }) {
    assert.equal(await api.deleteSnapshot("cities", name), true);
  },
  async "an unknown collection"(api) {
    await refused(() => api.getCollection("nowhere"), 404);
  },
  async "a wrong body"(api) {
    await refused(() => api.createCollection("bad", { vectors: { size: 4, distance: "Far" } }), 400);
  },
  async versions(api) {
    const { version } = await api.versionInfo();
    assert.match(version, /^\d+\.\d+/);
  },
  async "delete the collection"(api) {
    assert.equal(await api.deleteCollection("cities"), true);
    await refused(() => api.getCollection("cities"), 404);
  },
});
