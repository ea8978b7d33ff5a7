// Runs the conformance suite in the test runners that users have, from the packed package against the packed mock.
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { check, folder, install, own, run } from "./packed.mjs";

/** The version of Jest that runs the suite. It is only used here, so it is not a dependency. */
const JEST = "30";
const KEY = "packed-key-3kQ9";

/** Runs the suite in users' test runners against the packed mock. Installs Jest and Vitest. */
export async function checkRunners() {
  const suite = join(folder, "suite");
  mkdirSync(suite);
  install(`vitest@${own.devDependencies.vitest}`, `jest@${JEST}`);
  const modules = join(folder, "node_modules");
  const server = spawn(
    process.execPath,
    [join(modules, ".bin", "animal-store"), "serve", "--port", "0", "--key", KEY],
    {
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  try {
    const baseUrl = await baseUrlOf(server);
    const write = (name, framework, key = KEY) =>
      writeFileSync(
        join(suite, name),
        `import { defineConformanceSuite } from "animal-store";
${framework === "" ? "" : `import { describe, test } from "${framework}";\n`}defineConformanceSuite({ baseUrl: "${baseUrl}", key: "${key}"${framework === "" ? "" : ", framework: { describe, test }"} });
`,
      );
    writeFileSync(join(suite, "package.json"), '{"private":true,"type":"module","jest":{"transform":{}}}');
    write("api.vitest.test.js", "vitest");
    write("api.jest.test.js", "");
    write("api.node.test.js", "node:test");
    write("wrong-key.jest.test.js", "", "not-the-key");
    const vitest = [join(modules, "vitest", "vitest.mjs"), "run", "api.vitest"];
    const jest = ["--experimental-vm-modules", join(modules, "jest", "bin", "jest.js")];
    const passed = /Tests:?\s+(\d+) passed|(?:#|ℹ) pass (\d+)/;
    const runs = {
      vitest,
      jest: [...jest, "api.jest"],
      "node --test": ["--test", "api.node.test.js"],
    };
    const counts = Object.entries(runs).map(([name, args]) => {
      const ran = run(process.execPath, args, { cwd: suite });
      check(`defineConformanceSuite in ${name}`, ran);
      const [, one, other] = passed.exec(stripVTControlCharacters(`${ran.stdout}\n${ran.stderr}`)) ?? [];
      return Number(one ?? other);
    });
    const same = counts.every((count) => count > 50 && count === counts[0]);
    check(`the same ${counts.join(", ")} tests in each`, { status: same ? 0 : 1, stdout: "", stderr: "" });
    const refused = run(process.execPath, [...jest, "wrong-key"], { cwd: suite });
    const said = refused.stderr.includes("nothing was verified. The key was refused.");
    check("a wrong key fails the tests in Jest and says so", { ...refused, status: said ? refused.status : -1 }, 1);
  } finally {
    server.kill();
  }
}

/** The address that a server prints first. */
function baseUrlOf(server) {
  return new Promise((resolve, reject) => {
    let text = "";
    server.stdout.on("data", (chunk) => {
      text += chunk;
      const [url] = /http:\/\/127\.0\.0\.1:\d+\/v1/.exec(text) ?? [];
      if (url !== undefined) resolve(url);
    });
    server.once("exit", (code) => reject(new Error(`serve ended with ${code}: ${text}`)));
  });
}
