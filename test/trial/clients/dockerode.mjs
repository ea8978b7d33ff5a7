import assert from "node:assert/strict";
import Docker from "dockerode";
import { each, firstHour, recent, refused } from "./steps.mjs";

const client = ({ url }) => {
  const { hostname, port } = new URL(url);
  return new Docker({ host: hostname, port, protocol: "http", version: "v1.33" });
};
const has = (value, wanted) =>
  Object.entries(wanted).forEach(([name, one]) => assert.deepEqual(value[name], one, name));
const read = (stream) =>
  new Promise((resolve, reject) => {
    const parts = [];
    stream
      .on("data", (one) => parts.push(one))
      .on("end", () => resolve(Buffer.concat(parts).toString()))
      .on("error", reject);
  });

await firstHour("dockerode", client, {
  async ping(api) {
    assert.equal(String(await api.ping()), "OK");
  },
  async version(api) {
    const one = await api.version();
    assert.match(one.Version, /^\d+\.\d+/);
    assert.match(one.ApiVersion, /^\d+\.\d+/);
  },
  async info(api) {
    const one = await api.info();
    assert.equal(typeof one.Containers, "number");
    assert.match(one.OSType, /^(linux|windows)$/);
  },
  async "list images"(api) {
    const list = await api.listImages();
    assert.ok(list.length > 0);
    assert.match(list[0].Id, /^sha256:[0-9a-f]{64}$/);
    return list;
  },
  async "look into an image"(api, { "list images": [one] }) {
    has(await api.getImage(one.Id).inspect(), { Id: one.Id });
  },
  async "pull an image"(api) {
    await read(await api.pull("alpine:latest"));
  },
  async "create a container"(api) {
    const made = await api.createContainer({
      Image: "alpine",
      name: "web",
      Cmd: ["sleep", "60"],
      Env: ["A=1"],
      Labels: { app: "shop" },
      HostConfig: { Memory: 1048576 },
    });
    assert.match(made.id, /^[0-9a-f]{12,64}$/);
    return made;
  },
  async "look into it"(_api, { "create a container": made }) {
    const one = await made.inspect();
    assert.equal(one.Id, made.id);
    assert.match(one.Name, /^\/?web$/);
    assert.equal(one.Config.Image, "alpine");
    assert.deepEqual(one.Config.Cmd, ["sleep", "60"]);
    assert.deepEqual(one.Config.Env, ["A=1"]);
    assert.deepEqual(one.Config.Labels, { app: "shop" });
    assert.equal(one.HostConfig.Memory, 1048576);
  },
  async "it was just created"(_api, { "create a container": made }) {
    const one = await made.inspect();
    assert.equal(one.State.Status, "created");
    assert.equal(one.State.Running, false);
    recent(one.Created);
  },
  async "look into it by its name"(api, { "create a container": made }) {
    assert.equal((await api.getContainer("web").inspect()).Id, made.id);
  },
  async "start it"(_api, { "create a container": made }) {
    await made.start();
    const one = await made.inspect();
    assert.equal(one.State.Running, true);
    assert.equal(one.State.Status, "running");
  },
  async "list containers"(api, { "create a container": made }) {
    const list = await api.listContainers({ all: true });
    each(
      list.map((one) => one.Id),
      made.id,
    );
    const one = list.find(({ Id }) => Id === made.id);
    assert.equal(one.Image, "alpine");
    assert.deepEqual(one.Names, ["/web"]);
    assert.deepEqual(one.Labels, { app: "shop" });
  },
  async "list three"(api) {
    assert.equal((await api.listContainers({ all: true, limit: 3 })).length, 3);
  },
  async "list by label"(api, { "create a container": made }) {
    const list = await api.listContainers({ all: true, filters: JSON.stringify({ label: ["app=shop"] }) });
    assert.deepEqual(
      list.map((one) => one.Id),
      [made.id],
    );
  },
  async "list by name"(api, { "create a container": made }) {
    const list = await api.listContainers({ all: true, filters: JSON.stringify({ name: ["web"] }) });
    assert.deepEqual(
      list.map((one) => one.Id),
      [made.id],
    );
  },
  async logs(_api, { "create a container": made }) {
    assert.ok(String(await made.logs({ stdout: true })).length >= 0);
  },
  async processes(_api, { "create a container": made }) {
    const one = await made.top();
    assert.ok(Array.isArray(one.Titles) && Array.isArray(one.Processes));
  },
  async statistics(_api, { "create a container": made }) {
    assert.equal(typeof (await made.stats({ stream: false })), "object");
  },
  async execute(_api, { "create a container": made }) {
    const exec = await made.exec({ Cmd: ["ls"], AttachStdout: true });
    assert.match(exec.id, /\w{8,}/);
    has(await exec.inspect(), { ID: exec.id });
  },
  async "pause and resume"(_api, { "create a container": made }) {
    await made.pause();
    assert.equal((await made.inspect()).State.Paused, true);
    await made.unpause();
    assert.equal((await made.inspect()).State.Paused, false);
  },
  async "rename it"(_api, { "create a container": made }) {
    await made.rename({ name: "shop" });
    assert.match((await made.inspect()).Name, /^\/?shop$/);
  },
  async "change it"(_api, { "create a container": made }) {
    await made.update({ Memory: 2097152 });
    assert.equal((await made.inspect()).HostConfig.Memory, 2097152);
  },
  async "stop it"(_api, { "create a container": made }) {
    await made.stop();
    const one = await made.inspect();
    assert.equal(one.State.Running, false);
    assert.equal(one.State.Status, "exited");
  },
  async "wait for it"(_api, { "create a container": made }) {
    assert.equal(typeof (await made.wait()).StatusCode, "number");
  },
  async "create a volume"(api) {
    const made = await api.createVolume({ Name: "data", Labels: { app: "shop" } });
    assert.equal(made.Name ?? made.name, "data");
    const one = await api.getVolume("data").inspect();
    has(one, { Name: "data", Labels: { app: "shop" } });
    assert.equal(one.Driver, "local");
  },
  async "list volumes"(api) {
    each(
      (await api.listVolumes()).Volumes.map((one) => one.Name),
      "data",
    );
  },
  async "delete the volume"(api) {
    await api.getVolume("data").remove();
    await refused(() => api.getVolume("data").inspect(), 404);
  },
  async "create a network"(api) {
    const made = await api.createNetwork({ Name: "inner", Driver: "bridge", Labels: { app: "shop" } });
    assert.match(made.id, /\w{8,}/);
    const one = await made.inspect();
    has(one, { Id: made.id, Name: "inner", Driver: "bridge" });
    return made;
  },
  async "connect the container"(_api, { "create a network": network, "create a container": made }) {
    await network.connect({ Container: made.id });
  },
  async "list networks"(api, { "create a network": made }) {
    each(
      (await api.listNetworks()).map((one) => one.Id),
      made.id,
    );
  },
  async "delete the network"(_api, { "create a network": made }) {
    await made.remove();
    await refused(() => made.inspect(), 404);
  },
  async "tag the image"(api, { "list images": [one] }) {
    await api.getImage(one.Id).tag({ repo: "shop", tag: "v1" });
  },
  async "search the hub"(api) {
    const list = await api.searchImages({ term: "alpine" });
    assert.ok(list.length > 0);
    assert.match(list[0].name, /\w/);
  },
  async "disk usage"(api) {
    assert.ok(Array.isArray((await api.df()).Images));
  },
  async "an unknown container"(api) {
    const error = await refused(() => api.getContainer("nowhere").inspect(), 404);
    assert.match(error.json.message, /\w/);
  },
  async "delete the container"(_api, { "create a container": made }) {
    await made.remove({ force: true });
    await refused(() => made.inspect(), 404);
  },
});
