// The files that accompany a document, as bombs or as something other than a file.

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const doubling = (levels: number): string =>
  times(levels, (n) => `a${n + 1}: &a${n + 1} [${times(9, () => `*a${n}`).join(",")}]\n`).join("");

export const SEEDS: Readonly<Record<string, () => string | Uint8Array>> = {
  "100,000 brackets": () => "[".repeat(100_000),
  "5,000 levels in one item": () => `[{"quantity":1,"note":${"[".repeat(5_000)}${"]".repeat(5_000)}}]`,
  "100,000 items": () => JSON.stringify(times(100_000, (n) => ({ quantity: n + 1 }))),
  "100,000 items that do not fit": () => JSON.stringify(times(100_000, () => ({ quantity: "x" }))),
  "an item of 20 MB": () => JSON.stringify([{ quantity: 1, note: "x".repeat(20_000_000) }]),
  "a number of 500,000 digits": () => `[{"quantity":${"9".repeat(500_000)}}]`,
  "numbers that no double holds": () => `[{"quantity":1e400},{"quantity":1e-400},{"quantity":9007199254740993.0}]`,
  "names that a plain object knows": () => `{"__proto__":[{"quantity":1}],"constructor":[{"quantity":1}]}`,
  "100,000 names of resources": () => JSON.stringify(Object.fromEntries(times(100_000, (n) => [`r${n}`, []]))),
  "one name, 100,000 times": () => `{${'"orders":[],'.repeat(100_000)}"orders":[]}`,
  "a name of 10 MB": () => JSON.stringify({ ["r".repeat(10_000_000)]: [] }),
  "no UTF-8": () => Uint8Array.from(times(1_000, (n) => n % 256)),
  "70 MB of blanks": () => `[${" ".repeat(70_000_000)}]`,
};

export const LISTS: Readonly<Record<string, () => string>> = {
  "aliases of aliases": () => `a0: &a0 [x]\n${doubling(9)}`,
  "merge keys of merge keys": () =>
    `a0: &a0 {k: 1}\n${times(14, (n) => `a${n + 1}: &a${n + 1} {<<: [${times(9, () => `*a${n}`).join(",")}]}\n`).join("")}`,
  "a list within itself": () => "&a [*a]",
  "20,000 levels": () => "- ".repeat(20_000),
  "50,000 entries": () =>
    JSON.stringify(
      times(50_000, (n) => ({
        id: `x-${n}`,
        pointer: `/paths/${n}`,
        reason: "r",
        expires: "2099-01-01",
        check: "status.documented",
      })),
    ),
  "50,000 entries that are none": () => JSON.stringify(times(50_000, () => null)),
  "a pointer of 10 MB": () =>
    JSON.stringify([{ id: "x", pointer: "/a".repeat(5_000_000), reason: "r", expires: "2099-01-01", check: "x" }]),
  "a day without end": () =>
    JSON.stringify([{ id: "x", pointer: "/", reason: "r", expires: "9".repeat(1_000_000), check: "x" }]),
  "tags that would make objects": () => "- !!js/function 'function(){}'\n- !!python/object/apply:os.system [id]\n",
};

const overlay = (actions: readonly object[]): string =>
  JSON.stringify({ overlay: "1.0.0", info: { title: "t", version: "1" }, actions });

export const OVERLAYS: Readonly<Record<string, () => string>> = {
  "aliases of aliases": () => `a0: &a0 [x]\n${doubling(9)}`,
  "an update within itself": () =>
    "overlay: 1.0.0\ninfo: {title: t, version: '1'}\nactions: [{target: $, update: &a {x-a: *a}}]\n",
  "20,000 levels": () => "- ".repeat(20_000),
  "20,000 actions": () => overlay(times(20_000, (n) => ({ target: "$.info", update: { [`x-${n}`]: n } }))),
  "everything below everything, ten times": () => overlay([{ target: "$" + "..*".repeat(10), update: { a: 1 } }]),
  "filters of filters": () => overlay([{ target: `$..*${"[?@..*".repeat(8)}${"]".repeat(8)}`, update: { a: 1 } }]),
  "a target of a million characters": () => overlay([{ target: "$.a".repeat(300_000), remove: true }]),
  "brackets without an end": () => overlay([{ target: "$" + "[".repeat(100_000), remove: true }]),
  "an update that doubles the document, fourteen times": () =>
    overlay(times(14, () => ({ target: "$..*", update: { "x-a": { b: { c: {} } } } }))),
  "names that every object knows": () =>
    '{"overlay":"1.0.0","info":{"title":"t","version":"1"},"actions":[{"target":"$","update":{"__proto__":{"x":1},"constructor":{"prototype":{"y":1}}}},{"target":"$.__proto__.x","remove":true}]}',
  "all of it removed": () =>
    overlay([
      { target: "$", remove: true },
      { target: "$.*", remove: true },
    ]),
};

export const SITUATIONS: Readonly<Record<string, () => string>> = {
  "aliases of aliases": () => `a0: &a0 [x]\n${doubling(9)}`,
  "a list within itself": () => "&a [*a]",
  "20,000 levels": () => "- ".repeat(20_000),
  "50,000 situations": () => JSON.stringify(times(50_000, (n) => ({ status: 500 + (n % 50), share: 0.5 }))),
  "50,000 that are none": () => JSON.stringify(times(50_000, () => null)),
  "a latency without end": () => JSON.stringify([{ latency: "9".repeat(1_000_000) }]),
  "numbers that no double holds": () => '[{"status":1e400},{"status":-1e400},{"share":1e-400}]',
  "names that every object knows": () => '[{"__proto__":{"status":500}},{"constructor":1},{"status":"constructor"}]',
  "tags that would make objects": () => "- !!js/function 'function(){}'\n",
};
