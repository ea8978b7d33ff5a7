// Ten services according to their public guides: create, read, list with pages, change, remove, and nested items.
import { expect } from "vitest";
import { type Body, type Client, expectEach, times } from "./client.ts";

export interface Api {
  readonly name: string;
  /** The document among the public data. */
  readonly file: string;
  readonly headers: (key: string) => Readonly<Record<string, string>>;
  readonly use: (client: Client) => Promise<void>;
}

const bearer = (key: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${key}` });

const stripe = async (client: Client): Promise<void> => {
  const customer = await client.ask("POST /v1/customers", {
    form: { email: "jenny@example.com", name: "Jenny Rosen", "metadata[order]": "6735" },
  });
  expect(customer).toMatchObject({ object: "customer", email: "jenny@example.com", metadata: { order: "6735" } });
  const at = `/v1/customers/${customer.id}`;
  expect(await client.ask(`GET ${at}`)).toMatchObject({ id: customer.id, name: "Jenny Rosen" });
  const changed = await client.ask(`POST ${at}`, { form: { name: "Jenny Smith" } });
  expect(changed).toMatchObject({ name: "Jenny Smith", email: "jenny@example.com" });
  const others: Body[] = await times(4, (index) =>
    client.ask("POST /v1/customers", { form: { email: `c${index}@example.com` } }),
  );
  const ids = [customer, ...others].map(({ id }) => id);
  const all = await client.walk("GET /v1/customers?limit=3", {
    size: 3,
    items: ({ data }) => data,
    next: ({ has_more, data }) => (has_more ? `GET /v1/customers?limit=3&starting_after=${data.at(-1).id}` : undefined),
  });
  expectEach(
    all.map(({ id }) => id),
    ids,
  );
  const taxId = await client.ask(`POST ${at}/tax_ids`, { form: { type: "eu_vat", value: "DE123456789" } });
  expect(await client.ask(`GET ${at}/tax_ids/${taxId.id}`)).toMatchObject({ type: "eu_vat", value: "DE123456789" });
  expect(await client.ask(`DELETE ${at}`)).toMatchObject({ id: customer.id, deleted: true });
};

const kubernetes = async (client: Client): Promise<void> => {
  const deployments = "/apis/apps/v1/namespaces/default/deployments";
  const deployment = (name: string): object => ({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, labels: { app: name } },
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { containers: [{ name, image: `${name}:1.14.2` }] } },
    },
  });
  const made = await client.ask(`POST ${deployments}`, { json: deployment("nginx") });
  expect(made).toMatchObject({ metadata: { name: "nginx" }, spec: { replicas: 3 } });
  expect((await client.try(`POST ${deployments}`, { json: deployment("nginx") })).status).toBe(409);
  await times(4, (index) => client.ask(`POST ${deployments}`, { json: deployment(`web-${index}`) }));
  const all = await client.walk(`GET ${deployments}?limit=2`, {
    size: 2,
    items: ({ items }) => items,
    next: ({ metadata }) =>
      metadata?.continue ? `GET ${deployments}?limit=2&continue=${encodeURIComponent(metadata.continue)}` : undefined,
  });
  expectEach(
    all.map(({ metadata }) => metadata.name),
    ["nginx", "web-0", "web-1", "web-2", "web-3"],
  );
  const patched = await client.ask(`PATCH ${deployments}/nginx`, {
    json: { spec: { replicas: 5 } },
    type: "application/merge-patch+json",
  });
  expect(patched.spec).toMatchObject({ replicas: 5, selector: { matchLabels: { app: "nginx" } } });
  expect(await client.ask(`GET ${deployments}/nginx`)).toMatchObject({ spec: { replicas: 5 } });
  await client.ask(`GET ${deployments}/nginx/scale`);
  await client.gone("GET /apis/apps/v1/namespaces/other/deployments/nginx");
  await client.ask(`DELETE ${deployments}/nginx`);
  await client.gone(`GET ${deployments}/nginx`);
};

const conduit = async (client: Client): Promise<void> => {
  const { article } = await client.ask("POST /articles", {
    json: {
      article: { title: "How to train", description: "Ever wonder?", body: "You have to believe", tagList: ["a"] },
    },
  });
  expect(article).toMatchObject({ title: "How to train", tagList: ["a"] });
  const at = `/articles/${article.slug}`;
  expect((await client.ask(`GET ${at}`)).article).toMatchObject({ slug: article.slug, description: "Ever wonder?" });
  const { article: changed } = await client.ask(`PUT ${at}`, { json: { article: { body: "With two hands" } } });
  expect(changed).toMatchObject({ title: "How to train", body: "With two hands" });
  const { comment } = await client.ask(`POST ${at}/comments`, { json: { comment: { body: "Thank you so much!" } } });
  const { comments } = await client.ask(`GET ${at}/comments`);
  expect(comments.map(({ body }: Body) => body)).toContain("Thank you so much!");
  await client.ask(`DELETE ${at}/comments/${comment.id}`);
  const { comments: left } = await client.ask(`GET ${at}/comments`);
  expect(left.map(({ id }: Body) => id)).not.toContain(comment.id);
  const slugs: string[] = [];
  for (let offset = 0; ; offset += 5) {
    const { articles, articlesCount } = await client.ask(`GET /articles?limit=5&offset=${offset}`);
    slugs.push(...articles.map(({ slug }: Body) => slug));
    if (offset + articles.length >= articlesCount) break;
  }
  expectEach(slugs, [article.slug]);
  expect((await client.ask("PUT /user", { json: { user: { bio: "I like to skate" } } })).user.bio).toBe(
    "I like to skate",
  );
  expect((await client.ask("GET /user")).user.bio).toBe("I like to skate");
  await client.ask(`POST ${at}/favorite`);
  await client.ask(`DELETE ${at}`);
  await client.gone(`GET ${at}`);
};

const resend = async (client: Client): Promise<void> => {
  const { id } = await client.ask("POST /contacts", {
    json: { email: "steve.wozniak@example.com", first_name: "Steve", last_name: "Wozniak", unsubscribed: false },
  });
  expect(await client.ask(`GET /contacts/${id}`)).toMatchObject({ id, email: "steve.wozniak@example.com" });
  await client.ask(`PATCH /contacts/${id}`, { json: { unsubscribed: true } });
  expect(await client.ask(`GET /contacts/${id}`)).toMatchObject({ unsubscribed: true, first_name: "Steve" });
  const more = await times(4, (index) => client.ask("POST /contacts", { json: { email: `w${index}@example.com` } }));
  const all = await client.walk("GET /contacts?limit=3", {
    size: 3,
    items: ({ data }) => data,
    next: ({ data }) => (data.length === 3 ? `GET /contacts?limit=3&after=${data.at(-1).id}` : undefined),
  });
  expectEach(
    all.map((one) => one.id),
    [id, ...more.map((one) => one.id)],
  );
  await client.ask(`GET /contacts/${id}/topics`);
  await client.ask(`DELETE /contacts/${id}`);
  await client.gone(`GET /contacts/${id}`);
};

const mastodon = async (client: Client): Promise<void> => {
  const filter = await client.ask("POST /api/v2/filters", { json: { title: "Spoilers", context: ["home"] } });
  const at = `/api/v2/filters/${filter.id}`;
  expect(await client.ask(`GET ${at}`)).toMatchObject({ id: filter.id, title: "Spoilers", context: ["home"] });
  const keyword = await client.ask(`POST ${at}/keywords`, { json: { keyword: "ending", whole_word: true } });
  expect(await client.ask(`GET ${at}/keywords`)).toContainEqual(
    expect.objectContaining({ id: keyword.id, keyword: "ending", whole_word: true }),
  );
  expect(await client.ask(`GET /api/v2/filters/keywords/${keyword.id}`)).toMatchObject({ keyword: "ending" });
  await client.ask(`DELETE /api/v2/filters/keywords/${keyword.id}`);
  expect(await client.ask(`GET ${at}/keywords`)).not.toContainEqual(expect.objectContaining({ id: keyword.id }));
  expect(await client.ask(`PUT ${at}`, { json: { title: "Endings" } })).toMatchObject({ title: "Endings" });
  const list = await client.ask("POST /api/v1/lists", { json: { title: "Friends" } });
  expect((await client.ask("GET /api/v1/lists")).map(({ id }: Body) => id)).toContain(list.id);
  await client.ask(`DELETE ${at}`);
  await client.gone(`GET ${at}`);
};

const jira = async (client: Client): Promise<void> => {
  const api = "/rest/api/3";
  const filter = await client.ask(`POST ${api}/filter`, { json: { name: "All open bugs", jql: "type = Bug" } });
  expect(await client.ask(`GET ${api}/filter/${filter.id}`)).toMatchObject({
    name: "All open bugs",
    jql: "type = Bug",
  });
  expect(
    await client.ask(`PUT ${api}/filter/${filter.id}`, { json: { name: "Bugs", jql: "type = Bug" } }),
  ).toMatchObject({ name: "Bugs" });
  const issue = await client.ask(`POST ${api}/issue`, { json: { fields: { summary: "Main order flow broken" } } });
  const text = { type: "doc", version: 1, content: [{ type: "paragraph", content: [{ type: "text", text: "Hi" }] }] };
  const comments = `${api}/issue/${issue.id}/comment`;
  const ids = (await times(4, () => client.ask(`POST ${comments}`, { json: { body: text } }))).map(({ id }) => id);
  const all = await client.walk(`GET ${comments}?maxResults=2`, {
    size: 2,
    items: (body) => body.comments,
    next: ({ startAt, total, comments: page }) =>
      startAt + page.length < total ? `GET ${comments}?maxResults=2&startAt=${startAt + page.length}` : undefined,
  });
  expectEach(
    all.map(({ id }) => id),
    ids,
  );
  await client.ask(`DELETE ${comments}/${ids[0]}`);
  await client.gone(`GET ${comments}/${ids[0]}`);
  await client.ask(`DELETE ${api}/issue/${issue.id}`);
  await client.gone(`GET ${comments}/${ids[1]}`);
};

const box = async (client: Client): Promise<void> => {
  const folder = await client.ask("POST /folders", { json: { name: "Contracts", parent: { id: "0" } } });
  expect(await client.ask(`GET /folders/${folder.id}`)).toMatchObject({ id: folder.id, name: "Contracts" });
  expect(await client.ask(`PUT /folders/${folder.id}`, { json: { name: "Old contracts" } })).toMatchObject({
    name: "Old contracts",
  });
  const users: Body[] = await times(4, (index) =>
    client.ask("POST /users", { json: { name: `User ${index}`, login: `u${index}@example.com` } }),
  );
  const all = await client.walk("GET /users?limit=3&offset=0", {
    size: 3,
    items: ({ entries }) => entries,
    next: ({ offset, total_count, entries }) =>
      offset + entries.length < total_count ? `GET /users?limit=3&offset=${offset + entries.length}` : undefined,
  });
  expectEach(
    all.map(({ id }) => id),
    users.map(({ id }) => id),
  );
  await client.ask(`GET /folders/${folder.id}/items`);
  await client.ask(`DELETE /folders/${folder.id}`);
  await client.gone(`GET /folders/${folder.id}`);
  await client.gone(`GET /folders/${folder.id}/items`);
};

const discord = async (client: Client): Promise<void> => {
  const [{ id }] = await client.ask("GET /guilds/197038439483310086/channels");
  const channel = `/channels/${id}/messages`;
  const message = await client.ask(`POST ${channel}`, { json: { content: "Hello, World!" } });
  expect(await client.ask(`GET ${channel}/${message.id}`)).toMatchObject({ id: message.id, content: "Hello, World!" });
  expect(await client.ask(`PATCH ${channel}/${message.id}`, { json: { content: "Edited" } })).toMatchObject({
    content: "Edited",
  });
  const ids: string[] = (
    await times(5, (index) => client.ask(`POST ${channel}`, { json: { content: `Message ${index}` } }))
  ).map(({ id }) => id);
  const all = await client.walk(`GET ${channel}?limit=2`, {
    size: 2,
    items: (body) => body,
    next: (page) => (page.length < 2 ? undefined : `GET ${channel}?limit=2&after=${page.at(-1).id}`),
  });
  expectEach(
    all.map(({ id }) => id),
    [message.id, ...ids],
  );
  const roles = "/guilds/41771983423143937/roles";
  const role = await client.ask(`POST ${roles}`, { json: { name: "Mods", hoist: true } });
  expect((await client.ask(`GET ${roles}`)).map(({ id }: Body) => id)).toContain(role.id);
  await client.ask(`DELETE ${channel}/${message.id}`);
  await client.gone(`GET ${channel}/${message.id}`);
};

const docker = async (client: Client): Promise<void> => {
  const volume = await client.ask("POST /volumes/create", {
    json: { Name: "my_volume", Driver: "local", Labels: { a: "b" } },
  });
  expect(volume).toMatchObject({ Name: "my_volume" });
  expect(await client.ask("GET /volumes/my_volume")).toMatchObject({ Name: "my_volume", Driver: "local" });
  expect((await client.ask("GET /volumes")).Volumes.map(({ Name }: Body) => Name)).toContain("my_volume");
  await client.ask("DELETE /volumes/my_volume");
  await client.gone("GET /volumes/my_volume");
  const { Id } = await client.ask("POST /networks/create", { json: { Name: "my_network", Driver: "bridge" } });
  expect(await client.ask(`GET /networks/${Id}`)).toMatchObject({ Name: "my_network" });
  expect((await client.ask("GET /networks")).map((one: Body) => one.Id)).toContain(Id);
  await client.ask(`DELETE /networks/${Id}`);
  await client.gone(`GET /networks/${Id}`);
};

const petstore = async (client: Client): Promise<void> => {
  const pet = await client.ask("POST /pet", { json: { name: "doggie", photoUrls: ["u"], status: "sold" } });
  expect(await client.ask(`GET /pet/${pet.id}`)).toMatchObject({ name: "doggie", status: "sold" });
  expect((await client.ask("GET /pet/findByStatus?status=sold")).map(({ id }: Body) => id)).toContain(pet.id);
  expect((await client.ask("GET /pet/findByStatus?status=pending")).map(({ id }: Body) => id)).not.toContain(pet.id);
  await client.ask("PUT /pet", { json: { ...pet, name: "kitty" } });
  expect(await client.ask(`GET /pet/${pet.id}`)).toMatchObject({ name: "kitty" });
  await client.ask("POST /user/createWithList", { json: [{ username: "zoe" }, { username: "max" }] });
  expect(await client.ask("GET /user/zoe")).toMatchObject({ username: "zoe" });
  await client.ask("PUT /user/zoe", { json: { username: "zoe", phone: "12345" } });
  expect(await client.ask("GET /user/zoe")).toMatchObject({ phone: "12345" });
  await client.ask("DELETE /user/zoe");
  await client.gone("GET /user/zoe");
  const order = await client.ask("POST /store/order", { json: { petId: pet.id, quantity: 7 } });
  expect(await client.ask(`GET /store/order/${order.id}`)).toMatchObject({ petId: pet.id, quantity: 7 });
  await client.ask(`DELETE /pet/${pet.id}`);
  await client.gone(`GET /pet/${pet.id}`);
};

const trains = async (client: Client): Promise<void> => {
  const booking = await client.ask("POST /bookings", {
    json: { trip_id: "ea399ba1-6d95-433f-92d1-83f67b775594", passenger_name: "John Doe", has_bicycle: true },
  });
  expect(await client.ask(`GET /bookings/${booking.id}`)).toMatchObject({ passenger_name: "John Doe" });
  const ids = (await times(4, () => client.ask("POST /bookings", { json: { passenger_name: "Jane" } }))).map(
    ({ id }) => id,
  );
  const all = await client.walk("GET /bookings?limit=3", {
    size: 3,
    items: ({ data }) => data,
    next: ({ links }) => (links?.next ? `GET ${links.next}` : undefined),
  });
  expectEach(
    all.map(({ id }) => id),
    [booking.id, ...ids],
  );
  await client.ask(`POST /bookings/${booking.id}/payment`, {
    json: {
      amount: 49.99,
      currency: "gbp",
      source: {
        object: "card",
        name: "J. Doe",
        number: "4242424242424242",
        cvc: "123",
        exp_month: 12,
        exp_year: 2030,
        address_country: "gb",
      },
    },
  });
  await client.ask(`DELETE /bookings/${booking.id}`);
  await client.gone(`GET /bookings/${booking.id}`);
};

export const APIS: readonly Api[] = [
  { name: "Stripe", file: "stripe.json", headers: bearer, use: stripe },
  { name: "Kubernetes", file: "k8s-apps.json", headers: bearer, use: kubernetes },
  { name: "RealWorld", file: "realworld.yml", headers: (key) => ({ authorization: `Token ${key}` }), use: conduit },
  { name: "Resend", file: "resend.yaml", headers: bearer, use: resend },
  { name: "Mastodon", file: "mastodon.json", headers: bearer, use: mastodon },
  { name: "Jira", file: "jira.yaml", headers: (key) => ({ authorization: `Basic ${btoa(`me:${key}`)}` }), use: jira },
  { name: "Box", file: "box.json", headers: bearer, use: box },
  { name: "Discord", file: "discord.json", headers: (key) => ({ authorization: `Bot ${key}` }), use: discord },
  { name: "Docker", file: "docker.yaml", headers: bearer, use: docker },
  { name: "Petstore", file: "petstore3.yaml", headers: (key) => ({ api_key: key, ...bearer(key) }), use: petstore },
  { name: "Train Travel", file: "train-travel.yaml", headers: bearer, use: trains },
];
