// Serves the files of the web console, and the served document. None of them contains a secret but the page itself: with
// what it knows, it proves to the control plane that it is the console. A browser gives that page to nobody else.
import type { Contract } from "../../contract/model.ts";
import { writeYaml } from "../../document/yaml/write.ts";
import { byteLength } from "../../json/bytes.ts";
import { writeJson } from "../../json/write.ts";
import type { Exchange } from "../exchange.ts";
import { send } from "../answer/send.ts";
import { headerOf } from "../request/head.ts";

/** A file of the console. */
export interface ConsoleFile {
  readonly mediaType: string;
  readonly text: string;
}

/** The files of the console, by their name below its path: "app.js", "views/home.js". */
export type ConsoleFiles = (name: string) => ConsoleFile | undefined;

interface ConsoleParts {
  readonly path: string;
  readonly files: ConsoleFiles;
  readonly proof: () => string;
}

/** Serves the console below a path that the document does not use. */
export class ConsolePages {
  readonly #contract: Contract;
  readonly #path: string;
  readonly #files: ConsoleFiles;
  readonly #proof: () => string;

  /**
   * @param path of the console, without a trailing slash: "/_"
   * @param proof what the page proves itself with
   */
  constructor(contract: Contract, { path, files, proof }: ConsoleParts) {
    this.#contract = contract;
    this.#path = path;
    this.#files = files;
    this.#proof = proof;
  }

  /** Its path, without a trailing slash. */
  get path(): string {
    return this.#path;
  }

  /** Answers a request for one of its pages. @returns false for any other request, which is left alone */
  answer(exchange: Exchange, path: string): boolean {
    if (!path.startsWith(this.#path)) return false;
    const { method } = exchange.req;
    if (method !== "GET" && method !== "HEAD") return false;
    const name = path.slice(this.#path.length);
    const file = name.startsWith("/") ? this.#find(exchange, name.slice(1)) : undefined;
    if (file === undefined && name !== "") return false;
    // No page of another origin may read it, not even one that may use the mock. It is also not a request of an
    // application.
    exchange.origin = null;
    exchange.isSilent = true;
    if (file === undefined) {
      send(exchange, 308, [...GUARDS, "Location", `${this.#path}/`, "Content-Length", "0"]);
      return true;
    }
    const length = String(byteLength(file.text));
    send(exchange, 200, ["Content-Type", file.mediaType, "Content-Length", length, ...GUARDS], file.text);
    return true;
  }

  #find({ req }: Exchange, name: string): ConsoleFile | undefined {
    const { root } = this.#contract.document;
    if (name === "openapi.json") return { mediaType: "application/json", text: writeJson(root, 2) };
    if (name === "openapi.yaml") return { mediaType: "application/yaml; charset=utf-8", text: writeYaml(root) };
    if (name !== "" && name !== "docs") return this.#files(name);
    const page = this.#files("index.html");
    // Scripts of this origin may ask for the page, but only a person who opens it gets one that can prove itself.
    const isOpened = ["", "document"].includes(headerOf(req, "sec-fetch-dest"));
    return page === undefined || !isOpened ? page : { ...page, text: page.text.replace(PLACE, this.#proof()) };
  }
}

/** Where the page has its proof. */
const PLACE = "proof-of-the-console";

/** Scripts and styles only from here; no frames; not embedded by foreign pages. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const GUARDS = [
  ...["Content-Security-Policy", POLICY, "X-Content-Type-Options", "nosniff", "X-Frame-Options", "DENY"],
  ...["Cross-Origin-Resource-Policy", "same-origin", "Cross-Origin-Opener-Policy", "same-origin"],
  ...["Referrer-Policy", "no-referrer", "Cache-Control", "no-store"],
];
