// Several documents in one server: from the command line, or from a workspace file that says more about each.
import { basename, dirname, relative, resolve } from "node:path";
import { parseText } from "../../../document/read.ts";
import { DEFAULT_CONTROL_PATH } from "../../../http/control/gate.ts";
import type { Address, HttpServer } from "../../../http/node/server.ts";
import { quoted } from "../../../json/quote.ts";
import { type JsonValue, isObject } from "../../../json/value.ts";
import type { TypedFlags } from "../../flags.ts";
import { readGiven } from "../../given-file.ts";
import { UsageError } from "../../usage.ts";
import type { CommandIo } from "../../io.ts";
import { type ServeOptions, readServeOptions } from "./options.ts";

/** What is said of one document. */
interface Member {
  readonly spec: string;
  /** The flags that are for it alone. */
  readonly flags: TypedFlags;
}

/** Flags that would mean the same file, or the same place, for each document. */
const FOR_ONE = ["spec", "data", "seed", "har", "situations", "handlers", "basePath", "upstream"] as const;
/** What a workspace file may say of a document. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ["spec", "spec"],
  ["mount", "basePath"],
  ["seed", "seed"],
  ["data", "data"],
  ["situations", "situations"],
  ["handlers", "handlers"],
  ["overlay", "overlay"],
  ["upstream", "upstream"],
  ["mock", "mock"],
]);
/** Values that name files, which start from the folder of the workspace file. */
const FILES = new Set(["spec", "seed", "data", "situations", "handlers", "overlay"]);
const EXAMPLE = "documents: [{ spec: a.yaml, mount: /a }, { spec: b.yaml, mount: /b }]";

/** The options for each document. @throws UsageError for what does not fit together */
export async function optionsOfSeveral(
  files: readonly string[],
  flags: TypedFlags,
  { cwd, env }: CommandIo,
): Promise<readonly ServeOptions[]> {
  const { workspace, mount = [], ...others } = flags;
  const mounts = [mount].flat().map(String);
  if (workspace !== undefined && (files.length > 0 || mounts.length > 0))
    throw new UsageError("--workspace names the documents, so there may be no others and no --mount");
  const members =
    typeof workspace === "string" ? await readWorkspace(workspace, cwd, others) : membersOf(files, mounts, others);
  const all = members.map((member) => readServeOptions(member.flags, env));
  return apart(all, members);
}

/** The documents of the command line. @param mounts "/a=a.yaml", as typed */
function membersOf(files: readonly string[], mounts: readonly string[], flags: TypedFlags): Member[] {
  const places = new Map(mounts.map((mount) => mountOf(mount)));
  for (const file of places.keys())
    if (!files.includes(file))
      throw new UsageError(`--mount names ${quoted(file)}, which is none of the documents: give them as arguments`);
  const stray = FOR_ONE.find((name) => flags[name] !== undefined);
  if (stray !== undefined)
    throw new UsageError(
      `--${stray === "basePath" ? "base-path" : stray} is for one document: give it to each in a workspace file (--workspace)`,
    );
  return files.map((spec) => {
    const place = places.get(spec);
    return { spec, flags: { ...flags, spec, ...(place === undefined ? {} : { basePath: place }) } };
  });
}

function mountOf(given: string): [file: string, place: string] {
  const [, place = "", file = ""] = /^(\/[^=]*)=(.+)$/.exec(given) ?? [];
  if (file === "")
    throw new UsageError(`--mount must be a path and a document, such as /a=a.yaml, not ${quoted(given)}`);
  return [file, place];
}

/** The documents of a workspace file. @throws UsageError that says what is wrong with it */
async function readWorkspace(file: string, cwd: string, flags: TypedFlags): Promise<Member[]> {
  const parsed = parseText((await readGiven("--workspace", file, cwd)).toString("utf8"));
  const wrong = (what: string): UsageError =>
    new UsageError(`--workspace cannot use ${file}: ${what}; it must be like ${EXAMPLE}`);
  if (!("value" in parsed)) throw wrong(`it ${parsed.fault.message}`);
  const documents = isObject(parsed.value) ? parsed.value["documents"] : undefined;
  if (!Array.isArray(documents) || documents.length === 0) throw wrong("it has no list of documents");
  const folder = relative(cwd, dirname(resolve(cwd, file)));
  return (documents as readonly JsonValue[]).map((one, at) => {
    const own = isObject(one) ? one : undefined;
    const stray = Object.keys(own ?? {}).find((name) => !FIELDS.has(name));
    if (stray !== undefined)
      throw wrong(`document ${at + 1} has ${quoted(stray)}, and may have ${[...FIELDS.keys()].join(", ")}`);
    if (typeof own?.["spec"] !== "string") throw wrong(`document ${at + 1} has no spec`);
    const said = Object.entries<JsonValue>(own).map(([name, value]): [string, string | string[]] => {
      const isList = name === "overlay" || name === "mock";
      const values = Array.isArray(value) && isList ? (value as readonly JsonValue[]) : [value];
      const texts = values.map((text) => {
        if (typeof text !== "string" && typeof text !== "number")
          throw wrong(`${name} of document ${at + 1} is no text`);
        const isNumber = name === "seed" && /^\d+$/.test(String(text));
        return FILES.has(name) && !isNumber ? resolve(cwd, folder, String(text)) : String(text);
      });
      return [FIELDS.get(name) ?? name, isList ? texts : (texts[0] ?? "")];
    });
    return { spec: own["spec"], flags: { ...flags, ...Object.fromEntries(said) } };
  });
}

/** The options of each document: every one but the first has a control plane and a console below those of the first. */
function apart(all: readonly ServeOptions[], members: readonly Member[]): ServeOptions[] {
  const taken = new Set<string>();
  return all.map((options, at) => {
    const { control } = options;
    if (at === 0 || control === undefined) return options;
    const stem =
      basename(members[at]?.spec ?? "")
        .replace(/\.\w+$/, "")
        .replaceAll(/[^\w~-]/g, "-") || "document";
    let name = stem;
    for (let turn = 2; taken.has(name); turn++) name = `${stem}-${turn}`;
    taken.add(name);
    return { ...options, control: { ...control, path: `${control.path ?? DEFAULT_CONTROL_PATH}/${name}` } };
  });
}

interface Waiting {
  readonly server: HttpServer;
  readonly name: string;
  /** The path templates, without a base. */
  readonly templates: readonly string[];
  readonly title: string;
  /** Of its control plane, if that is not the usual one. */
  readonly path: string | undefined;
  readonly resolve: (address: Address) => void;
  readonly reject: (error: unknown) => void;
}

/** Lets servers share one address: it listens when all of them are there. */
export class Together {
  readonly #count: number;
  readonly #all: (Waiting | undefined)[];
  failure: unknown;

  constructor(count: number) {
    this.#count = count;
    this.#all = Array.from({ length: count });
  }

  /** Waits for the others. @param at its place among them; the first one listens */
  listen(
    at: number,
    mine: Omit<Waiting, "resolve" | "reject">,
    where: { host: string; port: number },
  ): Promise<Address> {
    return new Promise((done, reject) => {
      this.#all[at] = { ...mine, resolve: done, reject };
      if (this.failure !== undefined) reject(this.failure);
      else if (this.#there.length === this.#count) void this.#begin(where);
    });
  }

  /** One of them cannot be served. @returns false if another one was the first */
  fail(error: unknown): boolean {
    if (this.failure !== undefined) return false;
    this.failure = error;
    for (const { reject } of this.#there) reject(error);
    return true;
  }

  /** The consoles of the others. */
  othersOf(at: number): () => { title: string; path: string }[] {
    return () =>
      this.#all.flatMap((one, place) =>
        one === undefined || place === at ? [] : [{ title: one.title, path: one.path ?? DEFAULT_CONTROL_PATH }],
      );
  }

  get #there(): Waiting[] {
    return this.#all.filter((one) => one !== undefined);
  }

  async #begin(where: { host: string; port: number }): Promise<void> {
    try {
      const [first, ...others] = this.#there;
      for (const other of others) {
        for (const known of this.#there.slice(0, this.#there.indexOf(other))) {
          const templates = other.templates.map((path) => `${other.server.guests.basePath}${path}`);
          const shared = known.server.guests.first(templates);
          if (shared !== undefined)
            throw new UsageError(
              `${known.name} and ${other.name} both have ${shared}: give one of them another place, such as --mount /b=${other.name}`,
            );
        }
        first?.server.guests.add(other.server.guests);
      }
      const address = await first?.server.listen(where);
      if (address === undefined) return;
      const { origin } = new URL(address.url);
      for (const { server, resolve: done } of this.#there)
        done({ ...address, url: `${origin}${server.guests.basePath}` });
    } catch (error) {
      this.fail(error);
    }
  }
}
