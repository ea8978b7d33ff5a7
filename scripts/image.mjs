// Carries out the Dockerfile without Docker: its copies and commands run in folders instead of images, then the entry
// point runs with its environment until the health check passes. The CI workflow tests what only a container can show
// (the user, the ports).
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const place = mkdtempSync(join(tmpdir(), "animal-store-image-"));
process.on("exit", () => rmSync(place, { recursive: true, force: true }));

/** A path in an image, as a local folder. */
const inStage = (stage, path) => join(place, String(stage), path);

function must(isGood, what) {
  process.stdout.write(`${isGood ? "✓" : "✗"} ${what}\n`);
  if (isGood) return;
  process.stdout.write("\n Tests  1 failed (1)\n");
  process.exit(1);
}

/** The files that `COPY . .` copies: those that git knows, minus .dockerignore, so no node_modules and no dist. */
function checkout() {
  const { stdout } = spawnSync("git", ["ls-files"], { cwd: root, encoding: "utf8" });
  const left = readFileSync(join(root, ".dockerignore"), "utf8").trim().split("\n");
  const names = stdout.trim().split("\n");
  return names.filter((name) => !left.some((one) => name.startsWith(`${one}/`)));
}

let stage = -1;
let folder = "/";
const stages = new Map();
const image = { env: {} };
for (const line of readFileSync(join(root, "Dockerfile"), "utf8").split("\n")) {
  const [, word, rest = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
  if (word === "FROM") {
    stages.set(/ AS (\S+)/.exec(rest)?.[1], ++stage);
    mkdirSync(inStage(stage, "/"), { recursive: true });
  } else if (word === "WORKDIR") mkdirSync(inStage(stage, (folder = rest)), { recursive: true });
  else if (word === "ENV") Object.assign(image.env, Object.fromEntries(rest.split(" ").map((one) => one.split("="))));
  else if (word === "RUN") {
    const { status, stderr } = spawnSync("sh", ["-c", rest], { cwd: inStage(stage, folder), encoding: "utf8" });
    must(status === 0, `RUN ${rest}${status === 0 ? "" : `\n${stderr}`}`);
  } else if (word === "COPY") {
    const [, from, list] = /^(?:--from=(\S+) )?(.*)$/.exec(rest);
    const names = list.split(" ");
    const target = join(inStage(stage, folder), names.pop());
    const isWhole = names.includes(".");
    for (const name of isWhole ? checkout() : names) {
      const source = from === undefined ? join(root, name) : inStage(stages.get(from), name);
      const isFolder = !isWhole && names.length === 1 && from !== undefined;
      if (!existsSync(source)) must(false, `COPY ${rest}: ${name} is not there`);
      cpSync(source, isFolder ? target : join(target, isWhole ? name : name.split("/").at(-1)), { recursive: true });
    }
    must(true, `COPY ${rest}`);
  } else if (word === "ENTRYPOINT" || word === "CMD") image[word] = JSON.parse(rest);
  else if (word === "HEALTHCHECK") image.health = JSON.parse(/CMD (\[.*\])$/.exec(rest)[1]);
}

const app = inStage(stage, folder);
must(!existsSync(join(app, "node_modules", "typescript")), "no tools to build with are in the last stage");
const port = "4510";
const env = { PATH: process.env.PATH, ...image.env, ANIMAL_STORE_PORT: port };
const [program, ...args] = [...image.ENTRYPOINT, ...image.CMD].map((word) => word.replace(/^\/app/, app));
const child = spawn(program, args, { cwd: app, env, stdio: ["ignore", "pipe", "inherit"] });
const healthy = () => spawnSync(image.health[0], image.health.slice(1), { env }).status === 0;
let tries = 0;
while (!healthy() && tries++ < 50) await sleep(200);
must(tries < 50, "the health check is content");
const answer = await fetch(`http://127.0.0.1:${port}/v1/pets`, { headers: { Authorization: "Bearer demo-key" } });
must(answer.status === 200, "the mock answers");
child.kill("SIGTERM");
const code = await new Promise((done) => void child.once("exit", done));
must(code === 0, "it ends well when it is told to");
process.stdout.write("\n Tests  1 passed (1)\n");
