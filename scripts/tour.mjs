// Tests the ten minutes in an empty Vite project of docs/vite.md: runs each command as written, and compares each output
// with the page.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, folder, own, root, run } from "./packed.mjs";

const PORT = "4519";

/** The first code block of a language in a text. */
const block = (text, language) => new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "m").exec(text)?.[1] ?? "";

export async function checkTour() {
  const tour = readFileSync(join(root, "docs", "vite.md"), "utf8");
  const tarball = `animal-store-${own.version}.tgz`;
  const here = (text) => text.replaceAll(`../animal-store/${tarball}`, `../${tarball}`).replaceAll("4010", PORT);
  const commands = here(block(tour, "sh")).trim().split("\n");
  const serve = commands.pop() ?? "";
  // npm asks before it downloads; answer yes.
  const typed = run("sh", ["-ec", commands.join("\n")], { env: { npm_config_yes: "true" } });
  check("docs/vite.md: its commands", typed);
  const project = join(folder, "my-app");
  writeFileSync(join(project, "src", "App.tsx"), here(block(tour, "tsx")));
  check("docs/vite.md: the page is built", run("npm", ["run", "build"], { cwd: project }));

  const server = spawn(
    "sh",
    ["-c", `exec ${serve.replace("npx animal-store", `node_modules/.bin/animal-store`)} --port ${PORT}`],
    {
      cwd: project,
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  try {
    let said = "";
    const hears = async (words) => {
      while (!said.includes(words) && server.exitCode === null) await new Promise((done) => void setTimeout(done, 20));
    };
    for (const stream of [server.stdout, server.stderr]) stream.on("data", (chunk) => (said += chunk));
    await hears("Ctrl-C");
    const pets = () =>
      fetch(`http://127.0.0.1:${PORT}/v1/pets`, { headers: { Authorization: "Bearer demo-key" } }).then((answer) =>
        answer.json(),
      );
    const steps = here(block(tour, "console")).split(/^\$ /m).slice(1);
    for (const [at, step] of steps.entries()) {
      const [command = "", ...expected] = step.trim().split("\n");
      // What the page does in the meantime: twice, as React does in development.
      if (at === 1) await Promise.all([pets(), pets()]);
      const result = run("sh", ["-c", `${command} -s`]);
      check(`docs/vite.md: ${command}`, {
        ...result,
        status: result.stdout.trim() === expected.join("\n").trim() ? 0 : 1,
      });
    }
    check("docs/vite.md: twelve animals", { status: (await pets()).length === 12 ? 0 : 1 });
    const path = join(project, "openapi.yaml");
    writeFileSync(path, readFileSync(path, "utf8").replace("default: 20", "default: 5"));
    await hears("read again");
    check("docs/vite.md: five animals", { status: (await pets()).length === 5 ? 0 : 1 });
  } finally {
    server.kill();
  }
}
