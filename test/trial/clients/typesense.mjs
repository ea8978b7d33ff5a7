import assert from "node:assert/strict";
import Typesense from "typesense";
import { each, firstHour, refused } from "./steps.mjs";

const client = ({ url, key }) =>
  new Typesense.Client({
    nodes: [{ url }],
    apiKey: key,
    numRetries: 0,
    connectionTimeoutSeconds: 10,
    logLevel: "silent",
  });
const has = (value, wanted) =>
  Object.entries(wanted).forEach(([name, one]) => assert.deepEqual(value[name], one, name));
const SCHEMA = {
  name: "books",
  fields: [
    { name: "title", type: "string" },
    { name: "author", type: "string", facet: true },
    { name: "year", type: "int32" },
  ],
  default_sorting_field: "year",
};
const BOOKS = [
  { id: "1", title: "Dune", author: "Herbert", year: 1965 },
  { id: "2", title: "Emma", author: "Austen", year: 1815 },
  { id: "3", title: "Persuasion", author: "Austen", year: 1817 },
];

await firstHour("typesense", client, {
  async "is it healthy"(api) {
    assert.equal((await api.health.retrieve()).ok, true);
  },
  async "create a collection"(api) {
    const made = await api.collections().create(SCHEMA);
    has(made, { name: "books", default_sorting_field: "year", num_documents: 0 });
    assert.deepEqual(
      made.fields.map((one) => one.name),
      ["title", "author", "year"],
    );
    assert.equal(typeof made.created_at, "number");
  },
  async "fetch the collection"(api) {
    const one = await api.collections("books").retrieve();
    has(one, { name: "books" });
    assert.equal(one.fields[1].facet, true);
  },
  async "list collections"(api) {
    each(
      (await api.collections().retrieve()).map((one) => one.name),
      "books",
    );
  },
  async "the collection again"(api) {
    await refused(() => api.collections().create(SCHEMA), 409);
  },
  async "add documents"(api) {
    for (const one of BOOKS) assert.deepEqual(await api.collections("books").documents().create(one), one);
  },
  async "fetch a document"(api) {
    assert.deepEqual(await api.collections("books").documents("2").retrieve(), BOOKS[1]);
  },
  async "change a document"(api) {
    has(await api.collections("books").documents("2").update({ year: 1816 }), { year: 1816 });
    assert.deepEqual(await api.collections("books").documents("2").retrieve(), { ...BOOKS[1], year: 1816 });
  },
  async "upsert a document"(api) {
    const one = { id: "4", title: "Ulysses", author: "Joyce", year: 1922 };
    assert.deepEqual(await api.collections("books").documents().upsert(one), one);
    assert.deepEqual(await api.collections("books").documents("4").retrieve(), one);
  },
  async "import documents"(api) {
    const results = await api
      .collections("books")
      .documents()
      .import([
        { id: "5", title: "Solaris", author: "Lem", year: 1961 },
        { id: "6", title: "Fiasco", author: "Lem", year: 1986 },
      ]);
    assert.deepEqual(
      results.map((one) => one.success),
      [true, true],
    );
  },
  async "an imported document"(api) {
    has(await api.collections("books").documents("6").retrieve(), { title: "Fiasco", author: "Lem" });
  },
  async "export documents"(api) {
    const text = await api.collections("books").documents().export();
    const ids = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).id);
    each(ids, "1", "2", "3", "4", "5", "6");
    assert.equal(ids.length, 6);
  },
  async "count in the collection"(api) {
    assert.equal((await api.collections("books").retrieve()).num_documents, 6);
  },
  async search(api) {
    const found = await api.collections("books").documents().search({ q: "dune", query_by: "title" });
    assert.equal(found.found, 1);
    assert.equal(found.hits[0].document.title, "Dune");
    assert.equal(found.hits.length, 1);
  },
  async "search, a page"(api) {
    const found = await api
      .collections("books")
      .documents()
      .search({ q: "*", query_by: "title", per_page: 2, page: 1 });
    assert.equal(found.hits.length, 2);
    assert.equal(found.found, 6);
    assert.equal(found.page, 1);
  },
  async "search with a filter"(api) {
    const found = await api
      .collections("books")
      .documents()
      .search({ q: "*", query_by: "title", filter_by: "author:Austen" });
    assert.deepEqual(found.hits.map((one) => one.document.id).sort(), ["2", "3"]);
  },
  async "search in several"(api) {
    const { results } = await api.multiSearch.perform({
      searches: [{ collection: "books", q: "dune", query_by: "title" }],
    });
    assert.equal(results.length, 1);
    assert.ok(Array.isArray(results[0].hits));
  },
  async "delete a document"(api) {
    has(await api.collections("books").documents("1").delete(), { id: "1", title: "Dune" });
    await refused(() => api.collections("books").documents("1").retrieve(), 404);
  },
  async "delete by a filter"(api) {
    const { num_deleted: count } = await api.collections("books").documents().delete({ filter_by: "author:Lem" });
    assert.equal(count, 2);
    await refused(() => api.collections("books").documents("5").retrieve(), 404);
  },
  async "change the schema"(api) {
    const { fields } = await api
      .collections("books")
      .update({ fields: [{ name: "pages", type: "int32", optional: true }] });
    assert.equal(fields[0].name, "pages");
  },
  async "an alias"(api) {
    has(await api.aliases().upsert("library", { collection_name: "books" }), {
      name: "library",
      collection_name: "books",
    });
    has(await api.aliases("library").retrieve(), { name: "library", collection_name: "books" });
  },
  async "list aliases"(api) {
    const { aliases } = await api.aliases().retrieve();
    each(
      aliases.map((one) => one.name),
      "library",
    );
  },
  async "delete the alias"(api) {
    has(await api.aliases("library").delete(), { name: "library" });
    await refused(() => api.aliases("library").retrieve(), 404);
  },
  async "create a key"(api) {
    const made = await api
      .keys()
      .create({ description: "Search only", actions: ["documents:search"], collections: ["books"] });
    has(made, { description: "Search only", actions: ["documents:search"], collections: ["books"] });
    assert.equal(typeof made.id, "number");
    assert.match(made.value, /\w{8,}/);
    return made;
  },
  async "fetch the key"(api, { "create a key": { id } }) {
    has(await api.keys(id).retrieve(), { id, description: "Search only" });
  },
  async "list keys"(api, { "create a key": { id } }) {
    each(
      (await api.keys().retrieve()).keys.map((one) => one.id),
      id,
    );
  },
  async "delete the key"(api, { "create a key": { id } }) {
    has(await api.keys(id).delete(), { id });
  },
  async "a synonym set"(api) {
    const made = await api.synonymSets("coats").upsert({ items: [{ id: "1", synonyms: ["blazer", "coat"] }] });
    has(made, { name: "coats" });
    assert.deepEqual(made.items[0].synonyms, ["blazer", "coat"]);
  },
  async "a stopwords set"(api) {
    const made = await api.stopwords().upsert("common", { stopwords: ["the", "a"], locale: "en" });
    has(made, { id: "common", stopwords: ["the", "a"] });
    each(
      (await api.stopwords().retrieve()).stopwords.map((one) => one.id),
      "common",
    );
  },
  async "a preset"(api) {
    has(await api.presets().upsert("listing", { value: { q: "*", sort_by: "year:desc" } }), {
      name: "listing",
      value: { q: "*", sort_by: "year:desc" },
    });
  },
  async "an unknown collection"(api) {
    await refused(() => api.collections("nowhere").retrieve(), 404);
  },
  async "a document of nowhere"(api) {
    await refused(() => api.collections("nowhere").documents().search({ q: "x", query_by: "y" }), 404);
  },
  async "a collection without fields"(api) {
    await refused(() => api.collections().create({ name: "bad" }), 400);
  },
  async metrics(api) {
    assert.equal(typeof (await api.metrics.retrieve()), "object");
  },
  async "delete the collection"(api) {
    has(await api.collections("books").delete(), { name: "books" });
    await refused(() => api.collections("books").retrieve(), 404);
  },
});
