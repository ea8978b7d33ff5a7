// The dependencies: pinned, listed, with an allowed licence, and without install scripts.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

type Versions = Readonly<Record<string, string>>;

interface Manifest {
  readonly name?: string;
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
  readonly optionalDependencies?: Versions;
  readonly overrides?: Versions;
  readonly engines?: Versions;
  readonly license?: string | { readonly type?: string };
  readonly licenses?: readonly { readonly type?: string }[];
  readonly scripts?: Versions;
}

interface Locked {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly peer?: boolean;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly integrity?: string;
}

const read = (file: string): string => readFileSync(join(root, file), "utf8");
const manifest = JSON.parse(read("package.json")) as Manifest;
const lock = JSON.parse(read("package-lock.json")) as { readonly packages: Readonly<Record<string, Locked>> };
const locked = Object.entries(lock.packages).filter(([path]) => path !== "");
const runtime = locked.filter(([, { dev, devOptional }]) => dev !== true && devOptional !== true);

/** Licences that only require attribution. */
const ALLOWED = new Set([
  ...["MIT", "MIT-0", "ISC", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Apache-2.0", "BlueOak-1.0.0", "Unlicense"],
  ...["CC0-1.0", "Python-2.0", "PSF-2.0", "WTFPL"],
]);

/** True if allowed licences satisfy an SPDX expression. */
function isAllowed(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, "");
  return plain.split(" OR ").some((part) => part.split(" AND ").every((term) => ALLOWED.has(term.trim())));
}

function licenceOf(path: string): string {
  const about = JSON.parse(read(join(path, "package.json"))) as Manifest;
  if (typeof about.license === "string") return about.license;
  const named = about.license?.type ?? about.licenses?.map(({ type }) => type).join(" OR ");
  return named ?? "none";
}

describe("package.json", () => {
  it("pins every version exactly", () => {
    const all = {
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
      ...manifest.overrides,
    };
    expect(Object.keys(all).length).toBeGreaterThan(10);
    expect(Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it("has no script that sets a variable in front of a command, which Windows does not know", () => {
    expect(
      Object.entries(manifest.scripts ?? {}).filter(([, script]) => /(?:^|&& *|; *)\w+=|\bexport /.test(script)),
    ).toEqual([]);
  });

  it("requires the documented Node version, and runs nothing when installed as a dependency", () => {
    expect(manifest.engines?.["node"]).toBe(">=20.19");
    expect(Object.keys(manifest.scripts ?? {}).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([]);
  });

  it("agrees with the lock file", () => {
    const top = lock.packages[""] as Manifest | undefined;
    for (const kind of ["dependencies", "devDependencies", "optionalDependencies"] as const) {
      expect(top?.[kind]).toEqual(manifest[kind]);
    }
  });
});

describe("the lock file", () => {
  it("has no address of a registry", () => {
    expect(locked.filter(([, { resolved, link }]) => resolved !== undefined || link === true)).toEqual([]);
    expect(read("package-lock.json")).not.toMatch(/https?:\/\/[^"]*registry/i);
  });

  it("has a checksum of every package", () => {
    expect(
      locked.filter(([, { integrity }]) => integrity?.startsWith("sha512-") !== true).map(([path]) => path),
    ).toEqual([]);
  });
});

describe("packages installed for users", () => {
  it("runs no script during installation", () => {
    expect(runtime.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path)).toEqual([]);
    const scripts = runtime
      .filter(([path]) => existsSync(join(root, path, "package.json")))
      .flatMap(([path]) => {
        const about = JSON.parse(read(join(path, "package.json"))) as Manifest;
        return Object.keys(about.scripts ?? {}).flatMap((name) =>
          /^(pre|post)?install$/.test(name) ? [`${path} ${name}`] : [],
        );
      });
    expect(scripts).toEqual([]);
  });

  it("is licensed in a way that is allowed", () => {
    const installed = runtime.filter(([path]) => existsSync(join(root, path, "package.json")));
    expect(installed.length).toBeGreaterThan(10);
    const others = installed
      .map(([path]) => [path, licenceOf(path)] as const)
      .filter(([, licence]) => !isAllowed(licence));
    expect(others).toEqual([]);
  });

  it("is installed, except for optional ones", () => {
    const missing = runtime.filter(
      ([path, { optional }]) => optional !== true && !existsSync(join(root, path, "package.json")),
    );
    expect(missing.map(([path]) => path)).toEqual([]);
  });
});

describe("an expression of licences", () => {
  it.for<[string, boolean]>([
    ["MIT", true],
    ["(MIT OR GPL-3.0)", true],
    ["MIT AND GPL-3.0", false],
    ["GPL-3.0-only", false],
    ["none", false],
  ])("%s is allowed: %s", ([expression, expected]) => {
    expect(isAllowed(expression)).toBe(expected);
  });
});
