import assert from "node:assert/strict";
import { Octokit } from "@octokit/rest";
import { each, firstHour, recent, refused } from "./steps.mjs";

const client = ({ url, key }) =>
  new Octokit({ auth: key, baseUrl: url, log: { debug() {}, info() {}, warn() {}, error() {} } });
const has = (value, wanted) =>
  Object.entries(wanted).forEach(([name, one]) => assert.deepEqual(value[name], one, name));

await firstHour("octokit", client, {
  async "who am I"(api) {
    const { data } = await api.rest.users.getAuthenticated();
    assert.match(data.login, /^[\w-]+$/);
    return data;
  },
  async "create a repository"(api) {
    const { data, status } = await api.rest.repos.createForAuthenticatedUser({
      name: "hello",
      description: "First",
      private: true,
    });
    assert.equal(status, 201);
    has(data, { name: "hello", description: "First", private: true });
    recent(data.created_at);
    return data;
  },
  async "it is mine, and so called"(_api, { "create a repository": made, "who am I": me }) {
    assert.equal(made.owner.login, me.login);
    assert.equal(made.full_name, `${me.login}/hello`);
    assert.match(made.html_url, /\/hello$/);
  },
  async "fetch it by its name"(api, { "create a repository": made }) {
    const { data } = await api.rest.repos.get({ owner: made.owner.login, repo: "hello" });
    has(data, { id: made.id, name: "hello", description: "First" });
  },
  async "change it"(api, { "create a repository": made }) {
    const { data } = await api.rest.repos.update({ owner: made.owner.login, repo: "hello", description: "Second" });
    has(data, { id: made.id, description: "Second", name: "hello" });
  },
  async "list my repositories"(api, { "create a repository": made }) {
    const all = await api.paginate(api.rest.repos.listForAuthenticatedUser, { per_page: 5 });
    each(
      all.map((one) => one.id),
      made.id,
    );
  },
  async "open an issue"(api, { "create a repository": made }) {
    const { data, status } = await api.rest.issues.create({
      owner: made.owner.login,
      repo: "hello",
      title: "It breaks",
      body: "Here.",
      labels: ["bug"],
    });
    assert.equal(status, 201);
    has(data, { title: "It breaks", body: "Here.", state: "open", comments: 0 });
    assert.deepEqual(
      data.labels.map((one) => one.name ?? one),
      ["bug"],
    );
    assert.equal(data.closed_at, null);
    recent(data.created_at);
    return data;
  },
  async "fetch the issue"(api, { "create a repository": made, "open an issue": { number, id } }) {
    const { data } = await api.rest.issues.get({ owner: made.owner.login, repo: "hello", issue_number: number });
    has(data, { id, number, title: "It breaks" });
  },
  async comment(api, { "create a repository": made, "open an issue": { number } }) {
    const at = { owner: made.owner.login, repo: "hello", issue_number: number };
    const { data } = await api.rest.issues.createComment({ ...at, body: "Me too." });
    assert.equal(data.body, "Me too.");
    const list = await api.rest.issues.listComments(at);
    assert.deepEqual(
      list.data.map((one) => one.id),
      [data.id],
    );
  },
  async "close the issue"(api, { "create a repository": made, "open an issue": { number } }) {
    const { data } = await api.rest.issues.update({
      owner: made.owner.login,
      repo: "hello",
      issue_number: number,
      state: "closed",
    });
    has(data, { state: "closed", title: "It breaks", number });
  },
  async "list open issues"(api, { "create a repository": made, "open an issue": { number } }) {
    const { data } = await api.rest.issues.listForRepo({ owner: made.owner.login, repo: "hello" });
    assert.ok(!data.some((one) => one.number === number || one.state !== "open"));
  },
  async "list all issues"(api, { "create a repository": made, "open an issue": { number } }) {
    const all = await api.paginate(api.rest.issues.listForRepo, {
      owner: made.owner.login,
      repo: "hello",
      state: "all",
      per_page: 3,
    });
    each(
      all.map((one) => one.number),
      number,
    );
  },
  async "create a label"(api, { "create a repository": made }) {
    const { data } = await api.rest.issues.createLabel({
      owner: made.owner.login,
      repo: "hello",
      name: "urgent",
      color: "ff0000",
    });
    has(data, { name: "urgent", color: "ff0000" });
    const list = await api.rest.issues.getLabel({ owner: made.owner.login, repo: "hello", name: "urgent" });
    assert.equal(list.data.color, "ff0000");
  },
  async "create a milestone"(api, { "create a repository": made }) {
    const { data } = await api.rest.issues.createMilestone({ owner: made.owner.login, repo: "hello", title: "v1" });
    has(data, { title: "v1", state: "open", open_issues: 0 });
  },
  async "a release"(api, { "create a repository": made }) {
    const { data } = await api.rest.repos.createRelease({
      owner: made.owner.login,
      repo: "hello",
      tag_name: "v1.0.0",
      name: "One",
    });
    has(data, { tag_name: "v1.0.0", name: "One", draft: false, prerelease: false });
    const list = await api.rest.repos.listReleases({ owner: made.owner.login, repo: "hello" });
    assert.ok(list.data.some((one) => one.id === data.id));
    return data;
  },
  async "the release by its tag"(api, { "create a repository": made, "a release": { id } }) {
    const { data } = await api.rest.repos.getReleaseByTag({ owner: made.owner.login, repo: "hello", tag: "v1.0.0" });
    assert.equal(data.id, id);
  },
  async "star it"(api, { "create a repository": made }) {
    const { status } = await api.rest.activity.starRepoForAuthenticatedUser({ owner: made.owner.login, repo: "hello" });
    assert.equal(status, 204);
  },
  async "write a file"(api, { "create a repository": made }) {
    const { data } = await api.rest.repos.createOrUpdateFileContents({
      owner: made.owner.login,
      repo: "hello",
      path: "a.txt",
      message: "add",
      content: "aGk=",
    });
    assert.equal(data.content.path, "a.txt");
    assert.match(data.commit.sha, /^[0-9a-f]{40}$/);
    assert.equal(data.commit.message, "add");
  },
  async "create a gist"(api) {
    const { data } = await api.rest.gists.create({
      files: { "a.md": { content: "# hi" } },
      public: false,
      description: "note",
    });
    has(data, { public: false, description: "note" });
    assert.equal(data.files["a.md"].content, "# hi");
    return data;
  },
  async "fetch the gist"(api, { "create a gist": made }) {
    const { data } = await api.rest.gists.get({ gist_id: made.id });
    has(data, { id: made.id, description: "note" });
    assert.equal(data.files["a.md"].content, "# hi");
  },
  async "change the gist"(api, { "create a gist": made }) {
    const { data } = await api.rest.gists.update({ gist_id: made.id, description: "other" });
    has(data, { id: made.id, description: "other", public: false });
  },
  async "list gists"(api, { "create a gist": made }) {
    each(
      (await api.paginate(api.rest.gists.list, { per_page: 4 })).map((one) => one.id),
      made.id,
    );
  },
  async "delete the gist"(api, { "create a gist": made }) {
    assert.equal((await api.rest.gists.delete({ gist_id: made.id })).status, 204);
    await refused(() => api.rest.gists.get({ gist_id: made.id }), 404);
  },
  async "search repositories"(api) {
    const { data } = await api.rest.search.repos({ q: "hello in:name" });
    assert.equal(typeof data.total_count, "number");
    assert.ok(Array.isArray(data.items));
  },
  async "create a webhook"(api, { "create a repository": made }) {
    const { data } = await api.rest.repos.createWebhook({
      owner: made.owner.login,
      repo: "hello",
      config: { url: "https://example.com/h", content_type: "json" },
      events: ["push"],
    });
    assert.equal(data.config.url, "https://example.com/h");
    assert.deepEqual(data.events, ["push"]);
    assert.equal(data.active, true);
  },
  async "open a pull request"(api, { "create a repository": made }) {
    const { data } = await api.rest.pulls.create({
      owner: made.owner.login,
      repo: "hello",
      title: "Fix",
      head: "topic",
      base: "main",
    });
    has(data, { title: "Fix", state: "open", merged: false });
    const again = await api.rest.pulls.get({ owner: made.owner.login, repo: "hello", pull_number: data.number });
    assert.equal(again.data.title, "Fix");
  },
  async "an unknown repository"(api) {
    await refused(() => api.rest.repos.get({ owner: "nobody-here", repo: "nothing" }), 404);
  },
  async "an issue without a title"(api, { "create a repository": made }) {
    await refused(
      () =>
        api.request("POST /repos/{owner}/{repo}/issues", {
          owner: made.owner.login,
          repo: "hello",
          data: { body: "x" },
        }),
      422,
    );
  },
  async "rate limit"(api) {
    const { data } = await api.rest.rateLimit.get();
    assert.ok(data.rate.limit >= data.rate.remaining, `${data.rate.remaining} of ${data.rate.limit}`);
  },
  async "delete the repository"(api, { "create a repository": made }) {
    assert.equal((await api.rest.repos.delete({ owner: made.owner.login, repo: "hello" })).status, 204);
    await refused(() => api.rest.repos.get({ owner: made.owner.login, repo: "hello" }), 404);
  },
});
