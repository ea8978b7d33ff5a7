import assert from "node:assert/strict";
import { api as pagerduty } from "@pagerduty/pdjs";
import { each, firstHour, recent, refused } from "./steps.mjs";

const client = ({ url, key }) => {
  const ask = async (method, path, data, headers = {}) => {
    const answer = await pagerduty({ url: `${url}${path}`, token: key, method, data, headers });
    if (answer.response.status >= 400)
      throw Object.assign(new Error(answer.data?.error?.message ?? "refused"), {
        status: answer.response.status,
        body: answer.data,
      });
    return answer;
  };
  return {
    get: (path, data) => ask("GET", path, data),
    post: (path, data, headers) => ask("POST", path, data, headers),
    put: (path, data, headers) => ask("PUT", path, data, headers),
    delete: (path) => ask("DELETE", path),
    async all(path, name, data) {
      const found = [];
      for (let page = await ask("GET", path, data); ; page = await page.next()) {
        found.push(...page.data[name]);
        if (page.next === undefined || found.length > 1000) return found;
      }
    },
  };
};
const has = (value, wanted) =>
  Object.entries(wanted).forEach(([name, one]) => assert.deepEqual(value[name], one, name));
const ids = (list) => list.map((one) => one.id);
const FROM = { From: "me@example.com" };

await firstHour("pagerduty", client, {
  async "list abilities"(api) {
    const { data } = await api.get("/abilities");
    assert.ok(data.abilities.every((one) => typeof one === "string"));
  },
  async "create a user"(api) {
    const { data, response } = await api.post(
      "/users",
      { user: { type: "user", name: "Ada", email: "ada@example.com", time_zone: "Europe/London" } },
      FROM,
    );
    assert.equal(response.status, 201);
    has(data.user, { name: "Ada", email: "ada@example.com", type: "user", time_zone: "Europe/London" });
    assert.match(data.user.id, /^[A-Z0-9]+$/);
    return data.user;
  },
  async "fetch the user"(api, { "create a user": { id } }) {
    has((await api.get(`/users/${id}`)).data.user, { id, name: "Ada", email: "ada@example.com" });
  },
  async "change the user"(api, { "create a user": { id } }) {
    has(
      (await api.put(`/users/${id}`, { user: { type: "user", name: "Ada L.", email: "ada@example.com" } })).data.user,
      { id, name: "Ada L." },
    );
  },
  async "list a page"(api) {
    const { data } = await api.get("/users", { limit: 2, offset: 0 });
    assert.equal(data.users.length, 2);
    has(data, { limit: 2, offset: 0, more: true });
  },
  async "list all users"(api, { "create a user": { id } }) {
    each(ids(await api.all("/users", "users", { limit: 4 })), id);
  },
  async "find users"(api, { "create a user": { id } }) {
    assert.deepEqual(ids((await api.get("/users", { query: "Ada L." })).data.users), [id]);
  },
  async "a contact method"(api, { "create a user": { id } }) {
    const { data } = await api.post(`/users/${id}/contact_methods`, {
      contact_method: { type: "email_contact_method", label: "Work", address: "work@example.com" },
    });
    has(data.contact_method, { type: "email_contact_method", label: "Work", address: "work@example.com" });
    each(ids((await api.get(`/users/${id}/contact_methods`)).data.contact_methods), data.contact_method.id);
  },
  async "create a team"(api) {
    const { data } = await api.post("/teams", { team: { type: "team", name: "Search", description: "All of it" } });
    has(data.team, { name: "Search", description: "All of it", type: "team" });
    return data.team;
  },
  async "add the user to the team"(api, { "create a user": user, "create a team": team }) {
    await api.put(`/teams/${team.id}/users/${user.id}`, { role: "responder" });
    const { data } = await api.get(`/teams/${team.id}/members`);
    assert.ok(data.members.some((one) => one.user.id === user.id));
  },
  async "create a schedule"(api, { "create a user": user }) {
    const { data } = await api.post("/schedules", {
      schedule: {
        type: "schedule",
        name: "Daily",
        time_zone: "Europe/London",
        description: "Rota",
        schedule_layers: [
          {
            name: "Day",
            start: "2026-11-06T20:00:00Z",
            rotation_virtual_start: "2026-11-06T20:00:00Z",
            rotation_turn_length_seconds: 86400,
            users: [{ user: { id: user.id, type: "user_reference" } }],
          },
        ],
      },
    });
    has(data.schedule, { name: "Daily", time_zone: "Europe/London", type: "schedule" });
    assert.equal(data.schedule.schedule_layers[0].name, "Day");
    assert.equal(data.schedule.schedule_layers[0].users[0].user.id, user.id);
    return data.schedule;
  },
  async "create an escalation policy"(api, { "create a user": user }) {
    const { data } = await api.post(
      "/escalation_policies",
      {
        escalation_policy: {
          type: "escalation_policy",
          name: "Engineering",
          escalation_rules: [{ escalation_delay_in_minutes: 30, targets: [{ id: user.id, type: "user_reference" }] }],
        },
      },
      FROM,
    );
    has(data.escalation_policy, { name: "Engineering", type: "escalation_policy" });
    assert.equal(data.escalation_policy.escalation_rules[0].escalation_delay_in_minutes, 30);
    assert.match(data.escalation_policy.escalation_rules[0].id, /\w/);
    assert.equal(data.escalation_policy.escalation_rules[0].targets[0].id, user.id);
    return data.escalation_policy;
  },
  async "create a service"(api, { "create an escalation policy": policy }) {
    const { data, response } = await api.post("/services", {
      service: {
        type: "service",
        name: "Web",
        description: "Shop",
        escalation_policy: { id: policy.id, type: "escalation_policy_reference" },
      },
    });
    assert.equal(response.status, 201);
    has(data.service, { name: "Web", description: "Shop", type: "service", status: "active" });
    assert.equal(data.service.escalation_policy.id, policy.id);
    recent(data.service.created_at);
    return data.service;
  },
  async "the name of its policy"(_api, { "create a service": service }) {
    assert.equal(service.escalation_policy.summary, "Engineering");
  },
  async "fetch the service"(api, { "create a service": { id } }) {
    has((await api.get(`/services/${id}`)).data.service, { id, name: "Web" });
  },
  async "an integration"(api, { "create a service": { id } }) {
    const { data } = await api.post(`/services/${id}/integrations`, {
      integration: { type: "generic_events_api_inbound_integration", name: "Monitor" },
    });
    has(data.integration, { name: "Monitor" });
    assert.equal(data.integration.service.id, id);
  },
  async "create an incident"(api, { "create a service": { id } }) {
    const { data, response } = await api.post(
      "/incidents",
      {
        incident: {
          type: "incident",
          title: "It is down",
          service: { id, type: "service_reference" },
          urgency: "high",
        },
      },
      FROM,
    );
    assert.equal(response.status, 201);
    has(data.incident, { title: "It is down", type: "incident", urgency: "high", status: "triggered" });
    assert.equal(data.incident.service.id, id);
    assert.equal(typeof data.incident.incident_number, "number");
    recent(data.incident.created_at);
    return data.incident;
  },
  async "fetch the incident"(api, { "create an incident": { id } }) {
    has((await api.get(`/incidents/${id}`)).data.incident, { id, title: "It is down" });
  },
  async "acknowledge it"(api, { "create an incident": { id } }) {
    has(
      (await api.put(`/incidents/${id}`, { incident: { type: "incident_reference", status: "acknowledged" } }, FROM))
        .data.incident,
      { id, status: "acknowledged", title: "It is down" },
    );
  },
  async "note on it"(api, { "create an incident": { id } }) {
    const { data } = await api.post(`/incidents/${id}/notes`, { note: { content: "Looking" } }, FROM);
    has(data.note, { content: "Looking" });
    recent(data.note.created_at);
    each(ids((await api.get(`/incidents/${id}/notes`)).data.notes), data.note.id);
  },
  async "snooze it"(api, { "create an incident": { id } }) {
    has((await api.post(`/incidents/${id}/snooze`, { duration: 3600 }, FROM)).data.incident, {
      id,
      title: "It is down",
    });
  },
  async "list incidents of the service"(api, { "create an incident": { id }, "create a service": service }) {
    assert.deepEqual(ids((await api.get("/incidents", { "service_ids[]": [service.id] })).data.incidents), [id]);
  },
  async "list acknowledged incidents"(api, { "create an incident": { id } }) {
    const found = (await api.get("/incidents", { "statuses[]": ["acknowledged"], limit: 100 })).data.incidents;
    each(ids(found), id);
    assert.ok(found.every((one) => one.status === "acknowledged"));
  },
  async "list all incidents"(api, { "create an incident": { id } }) {
    each(ids(await api.all("/incidents", "incidents", { limit: 3 })), id);
  },
  async "resolve several"(api, { "create an incident": { id } }) {
    const { data } = await api.put(
      "/incidents",
      { incidents: [{ id, type: "incident_reference", status: "resolved" }] },
      FROM,
    );
    has(data.incidents[0], { id, status: "resolved" });
    has((await api.get(`/incidents/${id}`)).data.incident, { id, status: "resolved" });
  },
  async "its log"(api, { "create an incident": { id } }) {
    const { data } = await api.get(`/incidents/${id}/log_entries`);
    assert.ok(Array.isArray(data.log_entries));
  },
  async "who is on call"(api) {
    const { data } = await api.get("/oncalls", { limit: 5 });
    assert.ok(data.oncalls.length > 0);
    assert.match(data.oncalls[0].user.id, /\w/);
  },
  async "a maintenance window"(api, { "create a service": { id } }) {
    const { data } = await api.post(
      "/maintenance_windows",
      {
        maintenance_window: {
          type: "maintenance_window",
          start_time: "2027-01-01T10:00:00Z",
          end_time: "2027-01-01T12:00:00Z",
          description: "Upgrade",
          services: [{ id, type: "service_reference" }],
        },
      },
      FROM,
    );
    has(data.maintenance_window, { description: "Upgrade", type: "maintenance_window" });
    assert.equal(data.maintenance_window.services[0].id, id);
  },
  async "create a tag"(api) {
    const { data } = await api.post("/tags", { tag: { type: "tag", label: "Batman" } });
    has(data.tag, { label: "Batman", type: "tag" });
    each(ids((await api.get("/tags", { limit: 100 })).data.tags), data.tag.id);
  },
  async "a business service"(api) {
    const { data } = await api.post("/business_services", { business_service: { name: "Shop", description: "Sells" } });
    has(data.business_service, { name: "Shop", description: "Sells" });
  },
  async "a webhook"(api, { "create a service": { id } }) {
    const { data } = await api.post("/webhook_subscriptions", {
      webhook_subscription: {
        type: "webhook_subscription",
        delivery_method: { type: "http_delivery_method", url: "https://example.com/hook" },
        events: ["incident.triggered"],
        filter: { type: "service_reference", id },
      },
    });
    has(data.webhook_subscription, { type: "webhook_subscription", events: ["incident.triggered"], active: true });
    assert.equal(data.webhook_subscription.delivery_method.url, "https://example.com/hook");
  },
  async "an unknown incident"(api) {
    await refused(() => api.get("/incidents/PNOTHERE"), 404);
  },
  async "a user without an e-mail"(api) {
    await refused(() => api.post("/users", { user: { type: "user", name: "No one" } }, FROM), 400);
  },
  async "a wrong key"(_api, _seen, mock) {
    const answer = await pagerduty({ url: `${mock.url}/users`, token: "wrong" }).catch((one) => one);
    assert.equal(answer.response.status, 401);
  },
  async "remove the user from the team"(api, { "create a user": user, "create a team": team }) {
    assert.equal((await api.delete(`/teams/${team.id}/users/${user.id}`)).response.status, 204);
    const { data } = await api.get(`/teams/${team.id}/members`);
    assert.ok(!data.members.some((one) => one.user.id === user.id));
  },
  async "delete the service"(api, { "create a service": { id } }) {
    assert.equal((await api.delete(`/services/${id}`)).response.status, 204);
    await refused(() => api.get(`/services/${id}`), 404);
  },
  async "delete the user"(api, { "create a user": { id } }) {
    assert.equal((await api.delete(`/users/${id}`)).response.status, 204);
    await refused(() => api.get(`/users/${id}`), 404);
  },
});
