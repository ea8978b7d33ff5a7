import assert from "node:assert/strict";
import Asana from "asana";
import { each, firstHour, recent, refused } from "./steps.mjs";

const client = ({ url, key }) => {
  const api = new Asana.ApiClient();
  api.basePath = url;
  api.authentications.token.accessToken = key;
  const use = (name) => new Asana[`${name}Api`](api);
  return {
    ...{ projects: use("Projects"), sections: use("Sections"), stories: use("Stories"), tags: use("Tags") },
    ...{ tasks: use("Tasks"), users: use("Users"), workspaces: use("Workspaces"), attachments: use("Attachments") },
    ...{ webhooks: use("Webhooks"), teams: use("Teams"), fields: use("CustomFields") },
  };
};
const has = (value, wanted) =>
  Object.entries(wanted).forEach(([name, one]) => assert.deepEqual(value[name], one, name));
const gids = (list) => list.map((one) => one.gid);
async function all(page) {
  const found = [];
  for (let turn = 0; page.data !== null && turn < 100; turn++, page = await page.nextPage()) found.push(...page.data);
  return found;
}

await firstHour("asana", client, {
  async "who am I"(api) {
    const { data } = await api.users.getUser("me");
    assert.match(data.name, /\w/);
    assert.notEqual(data.gid, "me");
    assert.match(data.email, /@/);
    assert.equal(data.resource_type, "user");
    return data;
  },
  async "list workspaces"(api) {
    const { data } = await api.workspaces.getWorkspaces();
    assert.ok(data.length > 0);
    assert.equal(data[0].resource_type, "workspace");
    return data[0];
  },
  async "fetch the workspace"(api, { "list workspaces": { gid, name } }) {
    has((await api.workspaces.getWorkspace(gid)).data, { gid, name, resource_type: "workspace" });
  },
  async "list users"(api, { "list workspaces": { gid } }) {
    const { data } = await api.users.getUsers({ workspace: gid });
    assert.ok(data.length > 0);
    assert.equal(data[0].resource_type, "user");
  },
  async "create a project"(api, { "list workspaces": { gid } }) {
    const { data } = await api.projects.createProject({
      data: { name: "Launch", workspace: gid, notes: "First", color: "dark-green" },
    });
    has(data, { name: "Launch", notes: "First", resource_type: "project", archived: false, color: "dark-green" });
    assert.equal(data.workspace.gid, gid);
    recent(data.created_at);
    return data;
  },
  async "fetch the project"(api, { "create a project": { gid } }) {
    has((await api.projects.getProject(gid)).data, { gid, name: "Launch", notes: "First" });
  },
  async "change the project"(api, { "create a project": { gid } }) {
    has((await api.projects.updateProject({ data: { notes: "Second" } }, gid)).data, {
      gid,
      name: "Launch",
      notes: "Second",
    });
  },
  async "list all projects"(api, { "create a project": { gid } }) {
    each(gids(await all(await api.projects.getProjects({ limit: 5 }))), gid);
  },
  async "projects of the workspace"(api, { "create a project": { gid }, "list workspaces": w }) {
    each(gids(await all(await api.projects.getProjects({ limit: 5, workspace: w.gid }))), gid);
  },
  async "add a section"(api, { "create a project": { gid } }) {
    const { data } = await api.sections.createSectionForProject(gid, { body: { data: { name: "Doing" } } });
    has(data, { name: "Doing", resource_type: "section" });
    assert.equal(data.project.gid, gid);
    return data;
  },
  async "list sections"(api, { "create a project": { gid }, "add a section": made }) {
    each(gids((await api.sections.getSectionsForProject(gid)).data), made.gid);
  },
  async "create a task"(api, { "create a project": project, "list workspaces": w, "who am I": me }) {
    const { data } = await api.tasks.createTask({
      data: {
        name: "Write copy",
        notes: "Soon",
        projects: [project.gid],
        workspace: w.gid,
        assignee: me.gid,
        due_on: "2027-01-31",
      },
    });
    has(data, { name: "Write copy", notes: "Soon", completed: false, resource_type: "task", due_on: "2027-01-31" });
    assert.equal(data.assignee.gid, me.gid);
    assert.deepEqual(gids(data.projects), [project.gid]);
    recent(data.created_at);
    return data;
  },
  async "names of what it refers to"(_api, { "create a task": task, "create a project": project, "who am I": me }) {
    assert.equal(task.projects[0].name, project.name);
    assert.equal(task.assignee.name, me.name);
  },
  async "fetch the task"(api, { "create a task": { gid } }) {
    has((await api.tasks.getTask(gid)).data, { gid, name: "Write copy", notes: "Soon" });
  },
  async "complete the task"(api, { "create a task": { gid } }) {
    const { data } = await api.tasks.updateTask({ data: { completed: true } }, gid);
    has(data, { gid, completed: true, name: "Write copy" });
    recent(data.completed_at);
  },
  async "tasks of the project"(api, { "create a project": project, "create a task": { gid } }) {
    const found = await all(await api.tasks.getTasksForProject(project.gid, { limit: 2 }));
    each(gids(found), gid);
    assert.equal(found.find((one) => one.gid === gid).name, "Write copy");
  },
  async "filter tasks by project"(api, { "create a project": project, "create a task": { gid } }) {
    const found = await all(await api.tasks.getTasks({ project: project.gid, limit: 50 }));
    each(gids(found), gid);
  },
  async "choose fields"(api, { "create a task": { gid } }) {
    const { data } = await api.tasks.getTask(gid, { opt_fields: "name,completed" });
    assert.deepEqual(Object.keys(data).sort(), ["completed", "gid", "name"]);
  },
  async "add a subtask"(api, { "create a task": { gid } }) {
    const { data } = await api.tasks.createSubtaskForTask({ data: { name: "Draft" } }, gid);
    has(data, { name: "Draft", resource_type: "task" });
    assert.equal(data.parent.gid, gid);
    return data;
  },
  async "list subtasks"(api, { "create a task": { gid }, "add a subtask": sub }) {
    assert.deepEqual(gids((await api.tasks.getSubtasksForTask(gid)).data), [sub.gid]);
    has((await api.tasks.getTask(sub.gid)).data, { gid: sub.gid, name: "Draft" });
  },
  async "comment on it"(api, { "create a task": { gid } }) {
    const { data } = await api.stories.createStoryForTask({ data: { text: "Looks good" } }, gid);
    has(data, { text: "Looks good", resource_type: "story" });
    recent(data.created_at);
    return data;
  },
  async "list comments"(api, { "create a task": { gid }, "comment on it": story }) {
    const { data } = await api.stories.getStoriesForTask(gid);
    each(gids(data), story.gid);
    assert.equal(data.find((one) => one.gid === story.gid).text, "Looks good");
  },
  async "create a tag"(api, { "list workspaces": w }) {
    const { data } = await api.tags.createTag({ data: { name: "urgent", color: "dark-red", workspace: w.gid } });
    has(data, { name: "urgent", color: "dark-red", resource_type: "tag" });
    return data;
  },
  async "tag the task"(api, { "create a task": { gid }, "create a tag": tag }) {
    assert.deepEqual((await api.tasks.addTagForTask({ data: { tag: tag.gid } }, gid)).data, {});
    assert.deepEqual(gids((await api.tags.getTagsForTask(gid)).data), [tag.gid]);
  },
  async "tasks with the tag"(api, { "create a task": { gid }, "create a tag": tag }) {
    assert.deepEqual(gids((await api.tasks.getTasksForTag(tag.gid)).data), [gid]);
  },
  async "move it to the section"(api, { "create a task": { gid }, "add a section": section }) {
    assert.deepEqual((await api.sections.addTaskForSection(section.gid, { body: { data: { task: gid } } })).data, {});
    each(gids((await api.tasks.getTasksForSection(section.gid)).data), gid);
  },
  async "add followers"(api, { "create a task": { gid }, "who am I": me }) {
    const { data } = await api.tasks.addFollowersForTask({ data: { followers: [me.gid] } }, gid);
    has(data, { gid, name: "Write copy" });
    assert.ok(gids(data.followers).includes(me.gid));
  },
  async "search tasks"(api, { "list workspaces": w, "create a task": { gid } }) {
    const { data } = await api.tasks.searchTasksForWorkspace(w.gid, { text: "Write copy" });
    each(gids(data), gid);
  },
  async "attach a link"(api, { "create a task": { gid } }) {
    const { data } = await api.attachments.createAttachmentForObject({
      parent: gid,
      resource_subtype: "external",
      url: "https://example.com/doc",
      name: "Doc",
    });
    has(data, { name: "Doc", resource_type: "attachment" });
    assert.equal(data.parent.gid, gid);
  },
  async "register a webhook"(api, { "create a project": { gid } }) {
    const { data } = await api.webhooks.createWebhook({ data: { resource: gid, target: "https://example.com/hook" } });
    has(data, { target: "https://example.com/hook", active: true, resource_type: "webhook" });
    assert.equal(data.resource.gid, gid);
  },
  async "list custom fields"(api, { "list workspaces": w }) {
    const { data } = await api.fields.getCustomFieldsForWorkspace(w.gid);
    assert.ok(data.every((one) => one.resource_type === "custom_field"));
  },
  async "an unknown task"(api) {
    await refused(() => api.tasks.getTask("404404404"), 404);
  },
  async "a project without data"(api) {
    await refused(() => api.projects.createProject({ data: { archived: "maybe" } }), 400);
  },
  async "a wrong key"(_api, _seen, mock) {
    await refused(() => client({ url: mock.url, key: "wrong" }).users.getUser("me"), 401);
  },
  async "delete the task"(api, { "create a task": { gid } }) {
    assert.deepEqual((await api.tasks.deleteTask(gid)).data, {});
    await refused(() => api.tasks.getTask(gid), 404);
  },
  async "delete the project"(api, { "create a project": { gid } }) {
    assert.deepEqual((await api.projects.deleteProject(gid)).data, {});
    await refused(() => api.projects.getProject(gid), 404);
  },
});
