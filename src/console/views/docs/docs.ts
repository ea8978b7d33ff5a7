// The reference of the document: what each operation accepts and returns, with a form that sends it to the mock.
import { type Child, fill, h, steps } from "../../dom.ts";
import { type Json, get, isObject, text, write } from "../../data/json.ts";
import { code, deprecation, method } from "../../parts/body.ts";
import { inline, prose } from "../../parts/prose.ts";
import type { Operation, Served } from "../../data/served.ts";
import {
  at,
  bodyOf,
  exampleOf,
  follow,
  limitsOf,
  loadSpec,
  parametersOf,
  pointerOf,
  propertiesOf,
  typesOf,
} from "../../data/spec.ts";
import type { View } from "../../view.ts";
import { tryForm } from "./try.ts";

/** Draws the view. */
export const view: View = async (place, { served, rest }) => {
  const spec = await loadSpec();
  const wanted = rest[0] ?? "";
  const list = h("nav.contents", { "aria-label": "Operations" });
  const place2 = h("div.reference");
  const words = h("input", { type: "search", placeholder: "Find an operation", "aria-label": "Find an operation" });
  const chosen = served.operations.find((one) => one.name === wanted || (one.id !== "" && one.id === wanted));
  const draw = (): void => {
    const looked = words.value.toLowerCase();
    const fitting = served.operations
      .filter(({ name, summary }) => `${name} ${summary}`.toLowerCase().includes(looked))
      .slice(0, 300);
    fill(
      list,
      fitting.map((one) =>
        h(
          "a",
          { href: `#/${encodeURIComponent(one.name)}`, ...(one === chosen ? { "aria-current": "true" } : {}) },
          method(one.method),
          h("span.code", { dir: "auto" }, steps(one.path)),
        ),
      ),
    );
  };
  words.addEventListener("input", draw);
  draw();
  fill(place2, chosen === undefined ? overview(served, spec) : operation(served, spec, chosen));
  place.append(h("div.docs-grid", h("div.side", words, list), place2));
};

function overview(served: Served, spec: Json): Child {
  const info = get(spec, "info");
  return [
    h("h1", { dir: "auto" }, served.title, " ", h("small", served.version)),
    prose(text(info, "description")),
    h(
      "p.links",
      h("a", { href: "openapi.yaml" }, "openapi.yaml"),
      " ",
      h("a", { href: "openapi.json" }, "openapi.json"),
    ),
    h("h2", "Operations"),
    h(
      "ul.card.plain",
      served.operations
        .slice(0, 300)
        .map((one) =>
          h(
            "li",
            method(one.method),
            " ",
            h("a.code", { href: `#/${encodeURIComponent(one.name)}`, dir: "auto" }, one.path),
            " ",
            h("span.quiet", { dir: "auto" }, one.summary),
          ),
        ),
    ),
  ];
}

function operation(served: Served, spec: Json, one: Operation): Child {
  const own = at(spec, pointerOf(one));
  const parameters = parametersOf(spec, one);
  const body = bodyOf(spec, one);
  const responses = get(own, "responses");
  return [
    h("h1", { dir: "auto" }, one.summary || one.name),
    h("p.request-line", method(one.method), " ", h("code", { dir: "auto" }, served.basePath + one.path)),
    one.deprecated && h("p", deprecation(one)),
    prose(text(own, "description")),
    parameters.length > 0 && [
      h("h2", "Parameters"),
      h(
        "dl.card.properties",
        parameters.flatMap(({ name, place, required, schema, description }) => [
          h("dt", h("code", { dir: "auto" }, name), h("span.under", `${place}${required ? ", required" : ""}`)),
          h("dd", h("span.quiet", { dir: "auto" }, limitsOf(spec, schema)), prose(description)),
        ]),
      ),
    ],
    body !== undefined && [h("h2", "Request body"), schemaCard(spec, body.schema)],
    h("h2", "Try it"),
    tryForm(served, spec, one),
    h("h2", "Answers"),
    isObject(responses) &&
      Object.entries(responses).map(([status, response]) => answer(spec, status, follow(spec, response))),
  ];
}

function answer(spec: Json, status: string, response: Json | undefined): HTMLElement {
  const content = get(response, "content");
  const [media] = isObject(content) ? Object.entries(content) : [];
  const headers = get(response, "headers");
  const example = exampleOf(spec, media?.[1]);
  return h(
    "details.card",
    { open: status.startsWith("2") },
    h(
      "summary",
      h("span", { class: `status s${status[0] ?? ""}` }, status),
      " ",
      h("span", { dir: "auto" }, inline(text(response, "description"))),
    ),
    isObject(headers) && h("p.quiet", `Headers: ${Object.keys(headers).join(", ")}`),
    media !== undefined && schemaCard(spec, get(media[1], "schema")),
    example !== undefined && code(write(example, 2), `Example of ${status}`),
  );
}

function schemaCard(spec: Json, schema: Json | undefined, depth = 0): Child {
  const own = follow(spec, schema);
  const [type] = typesOf(spec, own);
  if (type === "array" && depth < 6)
    return [h("p.quiet", "A list of:"), schemaCard(spec, get(own, "items"), depth + 1)];
  const properties = propertiesOf(spec, own);
  if (properties.length === 0) return h("p.quiet", { dir: "auto" }, limitsOf(spec, own) || "Any value");
  return h(
    "dl.properties",
    properties.flatMap(({ name, schema: part, required }) => [
      h("dt", h("code", { dir: "auto" }, name), h("span.under", required ? "required" : "")),
      h(
        "dd",
        h("span.quiet", { dir: "auto" }, limitsOf(spec, part)),
        prose(text(follow(spec, part), "description")),
        depth < 4 && partsOf(spec, part, depth),
      ),
    ]),
  );
}

/** What an object or the entries of a list consist of, to open. */
function partsOf(spec: Json, part: Json | undefined, depth: number): Child {
  const [type] = typesOf(spec, part);
  if (type === "array" && get(follow(spec, part), "items") !== undefined)
    return h("details", h("summary", "Entries"), schemaCard(spec, get(follow(spec, part), "items"), depth + 1));
  if (type !== "object" || propertiesOf(spec, part).length === 0) return undefined;
  return h("details", h("summary", "Properties"), schemaCard(spec, part, depth + 1));
}
