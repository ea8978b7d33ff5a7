// Addresses of the document's own servers, and where the mock serves the same.
import type { Server } from "../../../contract/model.ts";

interface OwnServer {
  readonly origin: string;
  readonly basePath: string;
}

/** The servers of a document. */
export class OwnServers {
  readonly #servers: readonly OwnServer[];
  readonly #basePaths: readonly string[];

  /** @param basePaths the path prefixes under which the mock serves */
  constructor(servers: readonly Server[], basePaths: readonly string[]) {
    this.#basePaths = basePaths;
    this.#servers = servers
      .flatMap(({ url, basePath }) => {
        const origin = /^https?:\/\/[^/?#]+/i.exec(url)?.[0];
        return origin === undefined ? [] : [{ origin: origin.toLowerCase(), basePath }];
      })
      // The longest path belongs to the server that is meant.
      .toSorted((a, b) => b.basePath.length - a.basePath.length);
  }

  /** True if a text may contain an address of one of them. */
  isIn(text: string): boolean {
    return this.#servers.some(({ origin }) => text.includes(origin));
  }

  /** The address at which the mock serves what one of them does; undefined for an address elsewhere. */
  here(address: string, origin: string): string | undefined {
    const found = this.#servers
      .filter((one) =>
        isBelow(address.slice(0, one.origin.length).toLowerCase() + address.slice(one.origin.length), one.origin),
      )
      .map(({ origin: own, basePath }) => ({ basePath, path: address.slice(own.length) }));
    const [server] = [...found.filter(({ path, basePath }) => isBelow(path, basePath)), ...found];
    if (server === undefined) return undefined;
    const { path, basePath } = server;
    if (!isBelow(path, basePath)) return origin + path;
    const served = this.#basePaths.includes(basePath) ? basePath : (this.#basePaths[0] ?? "");
    return origin + served + path.slice(basePath.length);
  }
}

/** True if an address is another one or begins with it. */
function isBelow(address: string, start: string): boolean {
  return address.startsWith(start) && /^(?:[/?#{]|$)/.test(address.slice(start.length));
}
