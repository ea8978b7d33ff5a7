// Home: what is served and how to reach it, its operations and their callers, and the lint findings of the document.
import { type Child, button, copyable, empty, fill, h, steps } from "../dom.ts";
import { type Json, get, list, show, text } from "../data/json.ts";
import { type Draft, docsAddress, goTo, plane, reason, send } from "../data/plane.ts";
import { deprecation, method, status } from "../parts/body.ts";
import { type Operation, type Served, count, dayInWords } from "../data/served.ts";
import { asCurl, urlOf, withKey } from "../data/request.ts";
import { loadSpec, parametersOf, sampleOf } from "../data/spec.ts";
import type { View } from "../view.ts";

/** The number of operations rendered at first; a document may have thousands, and a button shows the rest. */
const MOST_LISTED = 300;

/** Draws the view. */
export const view: View = async (place, { served }) => {
  const [spec, deprecated, calls, healthy] = await Promise.all([
    loadSpec(),
    plane("requests/deprecated").catch(() => []),
    plane("requests/operations").catch(() => []),
    plane("ready", { worldless: true }).then(
      () => true,
      () => false,
    ),
  ]);
  const linted = findingsOf(served);
  place.append(
    h(
      "div.title",
      h("h1", { dir: "auto" }, served.title, " ", h("small", served.version)),
      h("span", { class: healthy ? "health up" : "health down" }, healthy ? "Up and serving" : "Not ready"),
    ),
    start(served, spec),
    ...firstSteps(served, spec),
    h("h2", "Operations"),
    operations(served, calls),
    ...leaving(served, Array.isArray(deprecated) ? deprecated : []),
    h("h2", "Document"),
    linted,
  );
};

/** Lint takes a while, so the view does not wait for it. */
function findingsOf(served: Served): HTMLElement {
  const place = h("div", { "aria-live": "polite" }, h("p.card.quiet", "Lint is reading the document…"));
  void plane("document/findings")
    .catch(() => undefined)
    .then((findings) => fill(place, document(served, findings)));
  return place;
}

/** The operation to begin with, and the request to send: a list that needs nothing but the key, if there is one. */
function firstRequest(
  served: Served,
  spec: Json,
  key: string,
): { readonly on: string; readonly draft: Draft } | undefined {
  const plain = served.operations.filter((one) => one.method === "GET" && !one.path.includes("{"));
  const first = plain.find(({ role }) => role === "list") ?? plain[0];
  if (first === undefined) return undefined;
  const draft = { method: "GET", url: urlOf(served, first, requiredOf(spec, first)), headers: [] };
  return { on: first.name, draft: withKey(spec, first, key, draft) };
}

/** Values of what a request must have in its query. */
function requiredOf(spec: Json, operation: Operation): ReadonlyMap<string, string> {
  const required = parametersOf(spec, operation).filter((one) => one.required);
  return new Map(
    required.map(({ place, name, schema, example }) => [`${place} ${name}`, show(example ?? sampleOf(spec, schema))]),
  );
}

/** What a visitor tries first: a request, the same one when it fails, and why each was answered as it was. */
function firstSteps(served: Served, spec: Json): HTMLElement[] {
  const first = firstRequest(served, spec, served.key);
  if (first === undefined) return [];
  const { on, draft } = first;
  const said = h("p.quiet", { role: "status" }, "The answers come from the document alone.");
  const ask = async (): Promise<void> => {
    const answer = await send(draft);
    const newest = await plane(`requests?${new URLSearchParams({ operation: on, limit: "1" }).toString()}`);
    const id = Number(get(Array.isArray(newest) ? newest.at(-1) : undefined, "id"));
    fill(
      said,
      h("code", { dir: "auto" }, `${draft.method} ${draft.url}`),
      " was answered with ",
      status(answer.status),
      ` in ${answer.ms} ms. `,
      h("a", { href: `#/requests/${id}` }, "See why"),
    );
  };
  const fail = async (): Promise<void> => {
    await plane("situations", { method: "POST", body: { on, status: 503, times: 1 } });
    await ask();
  };
  const act = (label: string, action: () => Promise<void>, kind = ""): HTMLElement =>
    button(label, () => action().catch((error: unknown) => fill(said, reason(error))), kind);
  return [
    h("div.card.first", h("div.actions", act("Send a first request", ask, "primary"), act("Break it", fail)), said),
  ];
}

function start(served: Served, spec: Json): HTMLElement {
  const first = firstRequest(served, spec, served.key === "" ? "$API_KEY" : served.key);
  const command = first === undefined ? "" : asCurl(first.draft, location.origin);
  return h(
    "dl.card.facts",
    ...fact("Base URL", copyable(served.baseUrl, "the base URL")),
    ...fact(
      "API key",
      served.key === "" ? h("span", "The one that was given at the start, or none") : copyable(served.key, "the key"),
    ),
    ...(command === "" ? [] : fact("Try", copyable(command, "the command"))),
    ...fact(
      "Document",
      h("code", { dir: "auto" }, served.file),
      h(
        "span.links",
        h("a", { href: "openapi.yaml" }, "YAML"),
        h("a", { href: "openapi.json" }, "JSON"),
        h("a", { href: docsAddress() }, "Reference"),
      ),
    ),
  );
}

function fact(name: string, ...value: readonly Child[]): HTMLElement[] {
  return [h("dt", name), h("dd", value)];
}

function operations({ operations: all }: Served, counted: Json): HTMLElement {
  if (all.length === 0) return empty("No operations", "The document has no path that can be served.");
  const found = (counted as readonly Json[]).map((one): [string, number] => [
    text(one, "name"),
    Number(get(one, "count")),
  ]);
  const calls = new Map(found);
  const row = (one: Operation): HTMLElement => operationRow(one, calls.get(one.name) ?? 0);
  const body = h("tbody", all.slice(0, MOST_LISTED).map(row));
  const head = (label: string, kind = ""): HTMLElement => h("th", { scope: "col", class: kind }, label);
  const rest = button(`Show all ${count(all.length, "operation")}`, () => {
    rest.remove();
    body.append(...all.slice(MOST_LISTED).map(row));
  });
  return h(
    "div.wide",
    { tabindex: 0, role: "region", "aria-label": "Operations" },
    h(
      "table.operations",
      h("caption.quiet", "Calls are those among the last 1,000 requests."),
      h("thead", h("tr", head("Method"), head("Path"), head("Role"), head("Lifecycle"), head("Calls", "number"))),
      body,
    ),
    all.length > MOST_LISTED && rest,
  );
}

function operationRow(one: Operation, calls: number): HTMLElement {
  return h(
    "tr",
    h("td", method(one.method)),
    h(
      "td",
      h("a", { href: docsAddress(one.name), dir: "auto" }, h("code", steps(one.path))),
      h("span.under", { dir: "auto" }, one.summary),
    ),
    h("td", role(one)),
    h("td", lifecycle(one)),
    h(
      "td.number",
      h(
        "a",
        { href: `#/requests/all/${encodeURIComponent(one.name)}`, "aria-label": `${calls} calls of ${one.name}` },
        calls,
      ),
    ),
  );
}

function role({ role: name, resource }: Operation): Child {
  return name === "unmodelled"
    ? h("span.quiet", "answered from examples")
    : h("span", `${name} `, h("span.quiet", { dir: "auto" }, resource));
}

function lifecycle(one: Operation): Child {
  return one.deprecated || one.sunset !== "" ? deprecation(one) : h("span.quiet", "stable");
}

function leaving(served: Served, calls: readonly Json[]): HTMLElement[] {
  if (!served.operations.some(({ deprecated }) => deprecated)) return [];
  const who = calls.map((one) =>
    h(
      "li",
      h("code", { dir: "auto" }, text(one, "name")),
      " by ",
      h("span", { dir: "auto" }, text(one, "client") || "a client without a name"),
      `: ${count(Number(get(one, "count") ?? 0), "call")}`,
      text(one, "sunset") !== "" && `, gone after ${dayInWords(text(one, "sunset"))}`,
    ),
  );
  return [
    h("h2", "Who still calls what goes away"),
    who.length === 0
      ? empty("Nobody so far", "Deprecated operations that are called appear here, with the client.")
      : h("ul.card.plain", who),
  ];
}

function document(served: Served, findings: Json | undefined): HTMLElement {
  const all = Array.isArray(findings) ? (findings as readonly Json[]) : list(findings, "findings");
  const reload = button("Read the document again", async () => {
    await plane("document/reload", { method: "POST" });
    goTo(location.href);
  });
  if (findings === undefined) return h("div.card", h("p", "Lint could not judge the document."), reload);
  if (all.length === 0)
    return h(
      "div.card.row-of",
      h("p", h("strong", "Lint has no findings."), ` Mock, suite and gate can serve ${served.title} well.`),
      reload,
    );
  return h(
    "div.card",
    h(
      "ul.plain.findings",
      all
        .slice(0, 100)
        .map((one) =>
          h(
            "li",
            h("span", { class: `tag ${text(one, "severity")}` }, text(one, "severity")),
            " ",
            h("span", { dir: "auto" }, text(one, "message")),
            h(
              "span.under",
              [text(one, "file"), show(get(one, "line"))].filter((part) => part !== "").join(":"),
              " · ",
              text(one, "rule"),
            ),
            text(one, "fix") !== "" && h("span.under", { dir: "auto" }, text(one, "fix")),
          ),
        ),
    ),
    reload,
  );
}
