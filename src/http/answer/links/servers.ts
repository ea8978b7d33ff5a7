// Addresses of the document's own servers, and where the mock serves the same.
import type { Contract } from "../../../contract/model.ts";
import { serverPatterns } from "../../../contract/read/server-patterns.ts";
import { NOWHERE } from "../../../mock/relations/others/links.ts";
import { once } from "../../../memo.ts";

interface OwnServer {
  readonly host: RegExp;
  readonly basePath: RegExp;
}

interface OwnHosts {
  readonly servers: readonly OwnServer[];
  /** Finds one of them in a text. */
  readonly anywhere: RegExp;
}

const escaped = (text: string): string => text.replaceAll(".", "\\.");

const hostsOf = once(({ document }: Contract): OwnHosts => {
  // The longest path belongs to the server that is meant.
  const patterns = serverPatterns(document.root).toSorted((a, b) => b.basePath.length - a.basePath.length);
  const hosts = [...new Set(patterns.map(({ host }) => host))];
  hosts.push(escaped(NOWHERE.replace("http://", "")));
  return {
    servers: [...patterns, { host: hosts.at(-1) ?? "", basePath: "" }].map(({ host, basePath }) => ({
      host: new RegExp(`^(?:https?:)?//${host}(?=[/?#{]|$)`, "i"),
      basePath: new RegExp(`^${basePath}(?=[/?#{]|$)`),
    })),
    anywhere: new RegExp(`//(?:${hosts.join("|")})`, "i"),
  };
});

/** The servers of a document. */
export class OwnServers {
  readonly #contract: Contract;
  readonly #basePaths: readonly string[];

  /** @param basePaths the path prefixes under which the mock serves */
  constructor(contract: Contract, basePaths: readonly string[]) {
    this.#contract = contract;
    this.#basePaths = basePaths;
  }

  /** True if a text may contain an address of one of them. */
  isIn(text: string): boolean {
    return hostsOf(this.#contract).anywhere.test(text);
  }

  /** The address at which the mock serves what one of them does; undefined for an address elsewhere. */
  here(address: string, origin: string): string | undefined {
    const found = hostsOf(this.#contract).servers.flatMap(({ host, basePath }) => {
      const [own] = host.exec(address) ?? [];
      if (own === undefined) return [];
      const path = address.slice(own.length);
      return [{ path, base: basePath.exec(path)?.[0] }];
    });
    const [server] = [...found.filter(({ base }) => base !== undefined), ...found];
    if (server === undefined) return undefined;
    const { path, base } = server;
    if (base === undefined) return origin + path;
    const served = this.#basePaths.includes(base) ? base : (this.#basePaths[0] ?? "");
    return origin + served + path.slice(base.length);
  }
}
