import assert from "node:assert/strict";
import { Meilisearch } from "meilisearch";
import { each, firstHour, recent, refused } from "./steps.mjs";

const client = ({ url, key }) => new Meilisearch({ host: url, apiKey: key });
const has = (value, wanted) =>
  Object.entries(wanted).forEach(([name, one]) => assert.deepEqual(value[name], one, name));
const STATUS = /^(enqueued|processing|succeeded)$/;

await firstHour("meilisearch", client, {
  async "is it healthy"(api) {
    assert.equal((await api.health()).status, "available");
  },
  async version(api) {
    assert.match((await api.getVersion()).pkgVersion, /^\d+\.\d+/);
  },
  async "create an index"(api) {
    const task = await api.createIndex("movies", { primaryKey: "id" });
    has(task, { indexUid: "movies", type: "indexCreation" });
    assert.match(task.status, STATUS);
    assert.equal(typeof task.taskUid, "number");
    recent(task.enqueuedAt);
    return task;
  },
  async "its task"(api, { "create an index": { taskUid } }) {
    const task = await api.tasks.getTask(taskUid);
    has(task, { uid: taskUid, indexUid: "movies", type: "indexCreation" });
  },
  async "fetch the index"(api) {
    has(await api.getRawIndex("movies"), { uid: "movies", primaryKey: "id" });
  },
  async "list indexes"(api) {
    const { results, total } = await api.getRawIndexes({ limit: 100 });
    each(
      results.map((one) => one.uid),
      "movies",
    );
    assert.equal(total, results.length);
  },
  async "change the index"(api) {
    has(await api.updateIndex("movies", { primaryKey: "movieId" }), { indexUid: "movies", type: "indexUpdate" });
  },
  async "add documents"(api) {
    const task = await api.index("movies").addDocuments([
      { id: 1, title: "Carol", genres: ["Romance", "Drama"] },
      { id: 2, title: "Wonder Woman", genres: ["Action"] },
      { id: 3, title: "Mad Max", genres: ["Action"] },
    ]);
    has(task, { indexUid: "movies", type: "documentAdditionOrUpdate" });
  },
  async "fetch a document"(api) {
    assert.deepEqual(await api.index("movies").getDocument(2), { id: 2, title: "Wonder Woman", genres: ["Action"] });
  },
  async "list documents"(api) {
    const { results, total } = await api.index("movies").getDocuments({ limit: 2 });
    assert.equal(results.length, 2);
    assert.equal(total, 3);
  },
  async "all pages of documents"(api) {
    const ids = [];
    for (let offset = 0; offset < 20; offset += 2) {
      const { results } = await api.index("movies").getDocuments({ limit: 2, offset });
      if (results.length === 0) break;
      ids.push(...results.map((one) => one.id));
    }
    each(ids, 1, 2, 3);
  },
  async search(api) {
    const found = await api.index("movies").search("wonder");
    assert.equal(found.query, "wonder");
    assert.deepEqual(
      found.hits.map((one) => one.id),
      [2],
    );
    assert.equal(typeof found.processingTimeMs, "number");
  },
  async "search with a limit"(api) {
    const found = await api.index("movies").search("", { limit: 2, offset: 0 });
    has(found, { limit: 2, offset: 0 });
    assert.equal(found.hits.length, 2);
  },
  async "search with a filter"(api) {
    const found = await api.index("movies").search("", { filter: 'genres = "Action"' });
    assert.deepEqual(found.hits.map((one) => one.id).sort(), [2, 3]);
  },
  async "search by GET"(api) {
    const found = await api.index("movies").searchGet("carol");
    assert.deepEqual(
      found.hits.map((one) => one.id),
      [1],
    );
  },
  async "search in several"(api) {
    const { results } = await api.multiSearch({ queries: [{ indexUid: "movies", q: "carol" }] });
    assert.equal(results[0].indexUid, "movies");
    assert.ok(Array.isArray(results[0].hits));
  },
  async "change a document"(api) {
    has(await api.index("movies").updateDocuments([{ id: 3, title: "Mad Max 2" }]), { indexUid: "movies" });
    has(await api.index("movies").getDocument(3), { id: 3, title: "Mad Max 2", genres: ["Action"] });
  },
  async "delete a document"(api) {
    has(await api.index("movies").deleteDocument(3), { indexUid: "movies", type: "documentDeletion" });
    await refused(() => api.index("movies").getDocument(3), 404);
  },
  async "read settings"(api) {
    const settings = await api.index("movies").getSettings();
    assert.ok(Array.isArray(settings.rankingRules));
    assert.ok(Array.isArray(settings.searchableAttributes));
  },
  async "change settings"(api) {
    has(await api.index("movies").updateSettings({ filterableAttributes: ["genres"], stopWords: ["the"] }), {
      indexUid: "movies",
      type: "settingsUpdate",
    });
    const settings = await api.index("movies").getSettings();
    has(settings, { filterableAttributes: ["genres"], stopWords: ["the"] });
  },
  async "change one setting"(api) {
    await api.index("movies").updateSynonyms({ wolverine: ["logan"] });
    assert.deepEqual(await api.index("movies").getSynonyms(), { wolverine: ["logan"] });
  },
  async statistics(api) {
    const stats = await api.getStats();
    assert.equal(typeof stats.databaseSize, "number");
    assert.equal(typeof stats.indexes, "object");
  },
  async "statistics of the index"(api) {
    const stats = await api.index("movies").getStats();
    assert.equal(stats.numberOfDocuments, 2);
  },
  async "list tasks"(api, { "create an index": { taskUid } }) {
    const { results } = await api.tasks.getTasks({ limit: 100 });
    each(
      results.map((one) => one.uid),
      taskUid,
    );
  },
  async "list tasks of the index"(api) {
    const { results } = await api.tasks.getTasks({ indexUids: ["movies"] });
    assert.ok(results.length > 0);
    assert.ok(results.every((one) => one.indexUid === "movies"));
  },
  async "create a key"(api) {
    const made = await api.createKey({
      name: "Search",
      description: "Search only",
      actions: ["search"],
      indexes: ["movies"],
      expiresAt: null,
    });
    has(made, {
      name: "Search",
      description: "Search only",
      actions: ["search"],
      indexes: ["movies"],
      expiresAt: null,
    });
    assert.match(made.key, /\w{8,}/);
    assert.match(made.uid, /^[0-9a-f-]{36}$/);
    recent(made.createdAt);
    return made;
  },
  async "fetch the key"(api, { "create a key": { uid } }) {
    has(await api.getKey(uid), { uid, name: "Search" });
  },
  async "change the key"(api, { "create a key": { uid } }) {
    has(await api.updateKey(uid, { name: "Other" }), { uid, name: "Other", actions: ["search"] });
  },
  async "list keys"(api, { "create a key": { uid } }) {
    each(
      (await api.getKeys({ limit: 100 })).results.map((one) => one.uid),
      uid,
    );
  },
  async "delete the key"(api, { "create a key": { uid } }) {
    await api.deleteKey(uid);
    await refused(() => api.getKey(uid), 404);
  },
  async "create a dump"(api) {
    const task = await api.createDump();
    has(task, { type: "dumpCreation" });
  },
  async "swap indexes"(api) {
    has(await api.swapIndexes([{ indexes: ["movies", "films"] }]), { type: "indexSwap" });
  },
  async "an unknown index"(api) {
    const error = await refused(() => api.getRawIndex("nowhere"), 404);
    assert.equal(error.cause.code, "index_not_found");
  },
  async "a wrong key"(_api, _seen, mock) {
    await refused(() => client({ url: mock.url, key: "wrong" }).getKeys(), 403);
  },
  async "delete the index"(api) {
    has(await api.deleteIndex("movies"), { indexUid: "movies", type: "indexDeletion" });
    await refused(() => api.getRawIndex("movies"), 404);
  },
});
