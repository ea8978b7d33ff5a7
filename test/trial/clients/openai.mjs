import assert from "node:assert/strict";
import OpenAI, { toFile } from "openai";
import { each, firstHour, recent, refused } from "./steps.mjs";

const client = ({ url, key }) => new OpenAI({ apiKey: key, baseURL: url, maxRetries: 0, logLevel: "off" });
const has = (value, wanted) =>
  Object.entries(wanted).forEach(([name, one]) => assert.deepEqual(value[name], one, name));
const messages = [{ role: "user", content: "Say hello" }];

await firstHour("openai", client, {
  async "list models"(api) {
    const { data } = await api.models.list();
    assert.ok(data.length > 0);
    assert.equal(data[0].object, "model");
    return data;
  },
  async "fetch a model"(api, { "list models": [one] }) {
    has(await api.models.retrieve(one.id), { id: one.id, object: "model" });
  },
  async "a chat completion"(api) {
    const made = await api.chat.completions.create({ model: "gpt-4o", messages });
    has(made, { object: "chat.completion", model: "gpt-4o" });
    assert.equal(made.choices[0].message.role, "assistant");
    assert.match(made.choices[0].message.content, /\w/);
    recent(made.created);
    return made;
  },
  async "its counts"(_api, { "a chat completion": made }) {
    assert.equal(made.choices[0].index, 0);
    const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = made.usage;
    assert.equal(prompt + completion, total);
  },
  async "a streamed completion"(api) {
    const stream = await api.chat.completions.create({ model: "gpt-4o", messages, stream: true });
    let text = "";
    let count = 0;
    for await (const chunk of stream) {
      assert.equal(chunk.object, "chat.completion.chunk");
      text += chunk.choices[0]?.delta?.content ?? "";
      count++;
    }
    assert.ok(count > 0, "no chunk");
    assert.match(text, /\w/);
  },
  async "a response"(api) {
    const made = await api.responses.create({ model: "gpt-4o", input: "Say hello" });
    has(made, { object: "response", model: "gpt-4o", status: "completed" });
    assert.match(made.output_text, /\w/);
    return made;
  },
  async "a streamed response"(api) {
    const types = [];
    for await (const event of await api.responses.create({ model: "gpt-4o", input: "Say hello", stream: true }))
      types.push(event.type);
    assert.ok(types.length > 0 && types.every((one) => one.startsWith("response.")), String(types));
  },
  async embeddings(api) {
    const made = await api.embeddings.create({
      model: "text-embedding-3-small",
      input: ["one", "two"],
      encoding_format: "float",
    });
    assert.equal(made.data.length, 2);
    assert.deepEqual(
      made.data.map((one) => one.index),
      [0, 1],
    );
    assert.equal(typeof made.data[0].embedding[0], "number");
    assert.equal(made.model, "text-embedding-3-small");
  },
  async "a moderation"(api) {
    const made = await api.moderations.create({ input: "I like trees" });
    assert.equal(typeof made.results[0].flagged, "boolean");
  },
  async "upload a file"(api) {
    const made = await api.files.create({
      file: await toFile(Buffer.from('{"a":1}\n'), "train.jsonl"),
      purpose: "fine-tune",
    });
    has(made, { object: "file", filename: "train.jsonl", bytes: 8, purpose: "fine-tune" });
    recent(made.created_at);
    return made;
  },
  async "fetch the file"(api, { "upload a file": { id } }) {
    has(await api.files.retrieve(id), { id, filename: "train.jsonl" });
  },
  async "its bytes"(api, { "upload a file": { id } }) {
    assert.equal(await (await api.files.content(id)).text(), '{"a":1}\n');
  },
  async "list all files"(api, { "upload a file": { id } }) {
    const ids = [];
    for await (const one of api.files.list({ limit: 4 })) ids.push(one.id);
    each(ids, id);
  },
  async "start fine tuning"(api, { "upload a file": { id } }) {
    const made = await api.fineTuning.jobs.create({ model: "gpt-4o-mini", training_file: id });
    has(made, { object: "fine_tuning.job", training_file: id, model: "gpt-4o-mini" });
    assert.ok(["validating_files", "queued"].includes(made.status), made.status);
    return made;
  },
  async "cancel it"(api, { "start fine tuning": { id } }) {
    has(await api.fineTuning.jobs.cancel(id), { id, status: "cancelled" });
  },
  async "list jobs"(api, { "start fine tuning": { id } }) {
    const ids = [];
    for await (const one of api.fineTuning.jobs.list({ limit: 3 })) ids.push(one.id);
    each(ids, id);
  },
  async "create a vector store"(api) {
    const made = await api.vectorStores.create({ name: "Docs", metadata: { a: "b" } });
    has(made, { object: "vector_store", name: "Docs", metadata: { a: "b" } });
    return made;
  },
  async "change the vector store"(api, { "create a vector store": { id } }) {
    has(await api.vectorStores.update(id, { name: "Other" }), { id, name: "Other", metadata: { a: "b" } });
  },
  async "add a file to it"(api, { "create a vector store": { id }, "upload a file": file }) {
    const made = await api.vectorStores.files.create(id, { file_id: file.id });
    has(made, { id: file.id, vector_store_id: id, object: "vector_store.file" });
  },
  async "list all vector stores"(api, { "create a vector store": { id } }) {
    const ids = [];
    for await (const one of api.vectorStores.list({ limit: 3 })) ids.push(one.id);
    each(ids, id);
  },
  async "delete the vector store"(api, { "create a vector store": { id } }) {
    has(await api.vectorStores.delete(id), { id, deleted: true });
    await refused(() => api.vectorStores.retrieve(id), 404);
  },
  async "create a batch"(api, { "upload a file": { id } }) {
    const made = await api.batches.create({
      input_file_id: id,
      endpoint: "/v1/chat/completions",
      completion_window: "24h",
    });
    has(made, { object: "batch", input_file_id: id, endpoint: "/v1/chat/completions" });
    assert.equal(made.status, "validating");
    return made;
  },
  async "fetch the batch"(api, { "create a batch": { id } }) {
    has(await api.batches.retrieve(id), { id, object: "batch" });
  },
  async "an image"(api) {
    const { data } = await api.images.generate({ model: "dall-e-3", prompt: "a tree" });
    assert.ok(data[0].url !== undefined || data[0].b64_json !== undefined);
  },
  async speech(api) {
    const audio = await api.audio.speech.create({ model: "tts-1", voice: "alloy", input: "hello" });
    assert.ok((await audio.arrayBuffer()).byteLength > 0);
  },
  async "a conversation"(api) {
    const made = await api.conversations.create({ metadata: { topic: "demo" } });
    has(made, { object: "conversation", metadata: { topic: "demo" } });
    has(await api.conversations.retrieve(made.id), { id: made.id });
  },
  async "fetch the response"(api, { "a response": { id } }) {
    has(await api.responses.retrieve(id), { id, object: "response", model: "gpt-4o" });
  },
  async "delete the response"(api, { "a response": { id } }) {
    await api.responses.delete(id);
    await refused(() => api.responses.retrieve(id), 404);
  },
  async "an unknown file"(api) {
    await refused(() => api.files.retrieve("file-missing"), 404);
  },
  async "a completion without messages"(api) {
    const error = await refused(() => api.post("/chat/completions", { body: { model: "gpt-4o" } }), 400);
    assert.equal(error.param, "messages");
  },
  async "a wrong key"(_api, _seen, mock) {
    await refused(() => client({ url: mock.url, key: "wrong" }).models.list(), 401);
  },
  async "delete the file"(api, { "upload a file": { id } }) {
    has(await api.files.delete(id), { id, object: "file", deleted: true });
    await refused(() => api.files.retrieve(id), 404);
  },
});
