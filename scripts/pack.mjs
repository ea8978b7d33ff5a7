// Packs the package, installs it in an empty folder like a user, and runs each command and each entry there, from ES
// modules and from CommonJS. Prints the installed size.
import { join } from "node:path";
import { check, checkBelow, conclude, folder, install, installPacked, own, run, sizeOf, write } from "./packed.mjs";
import { checkRunners } from "./runners.mjs";

const seconds = installPacked();
const { megabytes, packages } = sizeOf(join(folder, "node_modules"));
// The time is only printed, because it depends on the registry and the machine.
process.stdout.write(`  ${packages} packages, ${megabytes} MB, ${seconds.toFixed(1)} s\n`);
checkBelow("packages that an install brings", packages, 40);
checkBelow("megabytes of an install", megabytes, 15);

const cli = join(folder, "node_modules", ".bin", "animal-store");
const spec = join(folder, "node_modules", "animal-store", "spec", "animal-store.yaml");
check("--version", run(cli, ["--version"]), 0, own.version);
check("explain", run(cli, ["explain"]), 0, "resource pets");
check("lint", run(cli, ["lint", spec]));
check("gate", run(cli, ["gate", spec, spec]));
check("checks", run(cli, ["checks"]));
check("requirements", run(cli, ["requirements"]));
check("completion", run(cli, ["completion", "bash"]), 0, "animal-store");
check("compile", run(cli, ["compile", spec, "--out", "contract.mjs"]));
check("serve refuses what it cannot use", run(cli, ["serve", "missing.yaml"]), 2);
check("proxy refuses what is no address", run(cli, ["proxy", "nowhere"]), 2);
check("verify refuses what is no address", run(cli, ["verify", "nowhere"]), 2);

const work = `
  const mock = await createMock({ auth: false });
  const listed = await fetch(mock.url + "/pets");
  await mock.close();
  const handler = createFetchHandler(await loadContract({ openapi: "3.1.0", info: { title: "T", version: "1" },
    paths: { "/ping": { get: { responses: { 204: { description: "pong" } } } } } }));
  const pong = await handler(new Request("http://localhost/ping"));
  const kinds = [animalStore, mockSetup, mockFixture].map((one) => typeof one);
  if (listed.status !== 200 || pong.status !== 204 || kinds.some((kind) => kind !== "function")) process.exit(1);`;
const entries = [
  ["createMock", "animal-store"],
  ["createFetchHandler", "animal-store/fetch"],
  ["loadContract", "animal-store/contract"],
  ["animalStore", "animal-store/express"],
  ["mockSetup", "animal-store/vitest"],
  ["mockFixture", "animal-store/playwright"],
];
const imports = entries.map(([name, from]) => `import { ${name} } from "${from}";`).join("\n");
const requires = entries.map(([name, from]) => `const { ${name} } = require("${from}");`).join("\n");
const compiled = `import contract from "./contract.mjs";
  if ((await createFetchHandler(contract)(new Request("http://localhost/v1/pets"))).status !== 401) process.exit(1);`;
write("all.mjs", `${imports}\n${work}\n${compiled}`);
write("all.cjs", `${requires}\n(async () => {${work}})();`);
check("the entries from ES modules", run(process.execPath, ["all.mjs"]));
check("the entries from CommonJS", run(process.execPath, ["all.cjs"]));
check("msw is named where it is missing", run(process.execPath, ["-e", 'require("animal-store/msw")']), 1);
check("the package for agents is named where it is missing", run(cli, ["mcp"]), 2);
install(`msw@${own.devDependencies.msw}`);
const msw = `const mock = createMswMock(contract); const server = setupServer(...mock.handlers); server.listen();
  if ((await fetch("http://any.example/v1/pets")).status !== 401) process.exit(1); server.close(); process.exit(0);`;
write(
  "msw.mjs",
  `import { createMswMock } from "animal-store/msw"; import { setupServer } from "msw/node"; import contract from "./contract.mjs";\n${msw}`,
);
check("msw from ES modules", run(process.execPath, ["msw.mjs"]));
write(
  "msw.cjs",
  `const { createMswMock } = require("animal-store/msw"); const { setupServer } = require("msw/node");
  (async () => { const { default: contract } = await import("./contract.mjs"); ${msw} })();`,
);
check("msw from CommonJS", run(process.execPath, ["msw.cjs"]));
await checkRunners();
conclude();
