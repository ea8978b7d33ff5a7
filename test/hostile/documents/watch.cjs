// Preloaded into a process and its workers: writes down every connection that is begun and every file that is read.
// Whoever denies connections later is ignored, so that an attempt is seen even where it would be refused.
"use strict";
const fs = require("node:fs");
const net = require("node:net");
const { isMainThread } = require("node:worker_threads");

// A worker inherits the flags of its process, and not always the environment.
const log = process.execArgv.find((one) => one.startsWith("--title=")).slice("--title=".length);
const write = fs.appendFileSync;
const tell = (what, about) => write(log, `${JSON.stringify({ what, about: String(about), worker: !isMainThread })}\n`);

// oxlint-disable-next-line typescript/unbound-method -- called with the socket of each call
const { connect } = net.Socket.prototype;
Object.defineProperty(net.Socket.prototype, "connect", {
  get: () =>
    function watched(...args) {
      const [first] = Array.isArray(args[0]) ? args[0] : args;
      tell("connect", typeof first === "object" ? `${first.host ?? first.path}:${first.port}` : first);
      return connect.apply(this, args);
    },
  set() {},
});

const inner = { write: false };
for (const [holder, names] of [
  [fs, ["open", "openSync", "readFile", "readFileSync", "createReadStream", "readdir", "readdirSync"]],
  [fs.promises, ["open", "readFile", "readdir"]],
]) {
  for (const name of names) {
    const original = holder[name];
    holder[name] = function watched(path, ...rest) {
      if (!inner.write && path !== log && typeof path !== "number") {
        inner.write = true;
        tell("read", path instanceof URL ? path.pathname : path);
        inner.write = false;
      }
      return original.call(this, path, ...rest);
    };
  }
}
