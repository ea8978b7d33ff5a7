// The page at the mock's root in a browser: what is served here and where. Programs get the contract's own 404 there,
// as for any path that the document does not have.
import type { Contract } from "../../contract/model.ts";
import { byteLength } from "../../json/bytes.ts";
import { send } from "../answer/send.ts";
import type { Exchange, Incoming } from "../exchange.ts";
import { headerOf } from "../request/head.ts";

/** The maximum number of operations to list; a document may have thousands. */
const MOST_LISTED = 200;

/** True for a request from a browser's address bar: it requests a page by GET. */
export function asksForPage(req: Incoming): boolean {
  return (req.method === "GET" || req.method === "HEAD") && headerOf(req, "accept").includes("text/html");
}

/** The page of a contract. */
export class WelcomePage {
  readonly #contract: Contract;
  readonly #basePath: string;
  readonly #console: string | undefined;

  /**
   * @param basePath the path prefix under which the mock serves: "/v1", or ""
   * @param console the path of the web console; absent if there is none
   */
  constructor(contract: Contract, basePath: string, console?: string) {
    this.#contract = contract;
    this.#basePath = basePath;
    this.#console = console;
  }

  /** The paths where a person may look for it, unless the document uses them. */
  isAt(path: string): boolean {
    return path === "/" || path === this.#basePath || path === `${this.#basePath}/`;
  }

  send(exchange: Exchange, host: string): void {
    // A person is looking; this is not a request of an application.
    exchange.isSilent = true;
    const scheme = exchange.req.socket.encrypted ? "https" : "http";
    const text = this.#html(`${scheme}://${host}`);
    send(exchange, 200, [...HEADERS, "Content-Length", String(byteLength(text))], text);
  }

  #html(origin: string): string {
    const { title, version, operations } = this.#contract;
    const rows = operations.slice(0, MOST_LISTED).map(({ method, path, summary, lifecycle }) => {
      const until = lifecycle.sunset === undefined ? "" : `, until ${lifecycle.sunset}`;
      const note = lifecycle.deprecated ? `deprecated${until}` : "";
      const cells = [`<code>${escape(method)}</code>`, `<code>${escape(this.#basePath + path)}</code>`];
      return `<tr><td>${[...cells, escape(summary), escape(note)].join("</td><td>")}</td></tr>`;
    });
    const more = operations.length - rows.length;
    const needsKey = operations.some(({ security }) => security.length > 0);
    return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(title)} ${escape(version)}: mock</title><style>${STYLE}</style></head>
<body><main><h1>${escape(title)} <small>${escape(version)}</small></h1>
<p>This is a mock. Its base URL is <code>${escape(origin + this.#basePath)}</code>.</p>
${this.#console === undefined ? "" : `<p><a href="${escape(this.#console)}/">Open the console</a>: what your application sends, what is in the store, what goes wrong on purpose.</p>`}
${needsKey ? "<p>Operations need an API key: the terminal that started the mock shows which.</p>" : ""}
<table><thead><tr><th>Method</th><th>Path</th><th>What it does</th><th>Lifecycle</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table>${more > 0 ? `<p>and ${more} more</p>` : ""}
</main></body></html>
`;
  }
}

const HEADERS = [
  ...["Content-Type", "text/html; charset=utf-8"],
  ...[
    "Content-Security-Policy",
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  ],
  ...["X-Content-Type-Options", "nosniff", "Cache-Control", "no-store", "Vary", "Accept"],
];

const STYLE = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:2rem auto;padding:0 1rem}
small{font-weight:400;opacity:.7}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.35rem .75rem .35rem 0;border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent);overflow-wrap:anywhere}
`;

/** Escapes text for a page: names and titles come from the document, whose author may be untrusted. */
function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
