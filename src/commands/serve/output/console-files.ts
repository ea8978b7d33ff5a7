// The files of the web console as the build made them, read when a browser first asks for one.
import { readFileSync, readdirSync } from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import { packageFile } from "../../../document/package-file.ts";
import type { ConsoleFile, ConsoleFiles } from "../../../http/pages/console.ts";
import { DEFAULT_CONTROL_PATH } from "../../../http/control/gate.ts";
import type { MockServerOptions } from "../../../http/node/server.ts";
import type { ServeOptions } from "../inputs/options.ts";

const MEDIA_TYPES = new Map([
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".svg", "image/svg+xml"],
]);

/** The console is a client of the control plane, so it needs one. */
export function consoleOf({ console: isWanted, control }: ServeOptions): Pick<MockServerOptions, "console"> {
  if (!isWanted || control === undefined) return {};
  return { console: { path: control.path ?? DEFAULT_CONTROL_PATH, files: consoleFiles() } };
}

/** The files. Only names found in the folder are served, so none leads out of it. */
export function consoleFiles(): ConsoleFiles {
  let files: ReadonlyMap<string, ConsoleFile> | undefined;
  return (name) => (files ??= readAll()).get(name);
}

function readAll(): ReadonlyMap<string, ConsoleFile> {
  const folder = folderOfConsole();
  const files = new Map<string, ConsoleFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const mediaType = MEDIA_TYPES.get(extname(entry.name));
    if (!entry.isFile() || mediaType === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(relative(folder, path).replaceAll("\\", "/"), { mediaType, text: readFileSync(path, "utf8") });
  }
  return files;
}

/** The files are next to the built program. A program that runs from its sources looks for them there as well. */
function folderOfConsole(): string {
  const path = packageFile("console/app.js") ?? packageFile("dist/console/app.js");
  if (path === undefined) throw new Error("the package lacks its console: run npm run build");
  return dirname(path);
}
