// The location of a finding in the form that code hosts expect: relative to the root of the repository.
import { isAbsolute, posix, relative, resolve, win32 } from "node:path";
import type { Place } from "../finding.ts";

/** The file of a place: relative, with forward slashes and no leading `./` or `../`. Never absolute. */
export function repositoryPath(file: string): string {
  const root = rootOf(process.cwd());
  const inside = isAbsolute(file) || root !== process.cwd() ? relative(root, resolve(file)) : file;
  if (isAbsolute(inside) || win32.isAbsolute(inside) || inside.startsWith("..")) return baseName(inside);
  return posix.normalize(inside.replaceAll("\\", "/")).replace(/^\.\//, "");
}

/** The folder that the code host counts from: on GitHub and GitLab, a job may have changed to a subfolder. */
function rootOf(folder: string): string {
  const { GITHUB_WORKSPACE: github, CI_PROJECT_DIR: gitlab } = process.env;
  const root = github ?? gitlab ?? "";
  return root !== "" && isAbsolute(root) && !relative(root, folder).startsWith("..") ? root : folder;
}

function baseName(file: string): string {
  return file.replaceAll("\\", "/").split("/").at(-1) ?? file;
}

/** Like `repositoryPath`, but percent-encoded: a relative reference of RFC 3986. */
export function repositoryUri(file: string): string {
  return repositoryPath(file).toWellFormed().split("/").map(encodeURIComponent).join("/");
}

/** "spec/animal-store.yaml:120", which terminals and editors turn into a link. */
export function placeText(place: Place): string {
  return `${place.file}:${place.line}`;
}
