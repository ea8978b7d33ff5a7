// One request with its answer: the part of the document that decided it, and the actions on it.
import { type Child, button, copy, fill, h, say } from "../../dom.ts";
import { type Json, get, list, show, text, write } from "../../data/json.ts";
import { isGone, toldDelivery } from "../../data/journal.ts";
import { type Draft, plane, reason, send } from "../../data/plane.ts";
import { code, message, method, pretty, status } from "../../parts/body.ts";
import { asCurl, asFetch, draftOf, hadKey, isWhole, withKey } from "../../data/request.ts";
import { type Operation, dayInWords } from "../../data/served.ts";
import { at, bodyOf, follow, jsonIn, loadSpec, pointerOf, referenceOf } from "../../data/spec.ts";
import type { Context } from "../../view.ts";
import { refreshWorld } from "../../data/world.ts";
import { askForStub } from "./stub.ts";

/** Draws the view. */
export async function drawExchange(place: HTMLElement, { served }: Context, id: number): Promise<void> {
  const [exchange, spec] = await Promise.all([plane(`requests/${id}`), loadSpec()]);
  const operation = served.operations.find(
    (one) => one.path === text(exchange, "path") && one.method === text(exchange, "method"),
  );
  const pointer = definitionAt(spec, pointerFor(exchange, operation, spec));
  const where =
    pointer === undefined
      ? null
      : await plane(`document/place?pointer=${encodeURIComponent(pointer)}`).catch(() => null);
  const value = get(exchange, "status");
  const delivery = get(exchange, "delivery");
  // A masked credential is replaced by the key if it is known, and otherwise by a placeholder.
  const draft = (unknown: string): Draft => {
    const bare = draftOf(exchange);
    return operation !== undefined && hadKey(exchange) ? withKey(spec, operation, served.key || unknown, bare) : bare;
  };
  place.append(
    h("p.back", h("a", { href: "#/requests" }, "← All requests")),
    h(
      "div.title",
      h("h1.request-line", method(text(exchange, "method")), " ", h("code", { dir: "auto" }, text(exchange, "url"))),
      status(typeof value === "number" ? value : undefined),
    ),
    h(
      "p.quiet",
      `${text(exchange, "at").replace("T", " ").replace("Z", " UTC")} · ${Number(get(exchange, "ms"))} ms`,
      operation !== undefined && ` · ${operation.summary || operation.name}`,
    ),
    ...(delivery === undefined
      ? [actions(exchange, operation, draft), decided(exchange, operation, { spec, pointer, where })]
      : [h("section.card.decided", h("h2", "Sent by the mock"), h("p", { dir: "auto" }, toldDelivery(delivery)))]),
    ...list(exchange, "claims").map((one) =>
      h("section.card", h("h2", "The token in the answer says"), code(write(one, 2), "Claims of the token")),
    ),
    h("div.pair", half("Request", get(exchange, "request")), half("Answer", get(exchange, "response"))),
  );
}

function half(title: string, part: Json | undefined): HTMLElement {
  const headers = list(part, "headers").map((pair) => pair as unknown as readonly [string, string]);
  const bytes = Number(get(part, "bytes") ?? 0);
  return h(
    "section.card",
    h("h2", title, " ", h("small", `${bytes.toLocaleString("en")} bytes`)),
    message(headers, text(part, "body"), title),
  );
}

function actions(exchange: Json, operation: Operation | undefined, draft: (key: string) => Draft): HTMLElement {
  const { origin } = location;
  const result = h("div", { role: "status" });
  const replay = button("Replay", async () => fill(result, await replayed(draft(""))), "primary");
  if (!isWhole(exchange)) {
    replay.disabled = true;
    replay.title = "The journal keeps 16 KB of a body; this one was longer";
  }
  return h(
    "div",
    h(
      "div.actions",
      replay,
      button("Copy as curl", () => copy(asCurl(draft("$API_KEY"), origin), "the request as curl")),
      button("Copy as fetch", () => copy(asFetch(draft("$API_KEY"), origin), "the request as fetch")),
      button("Copy as situation", () => copy(write(situationOf(exchange, operation)), "the situation")),
      operation !== undefined && answerWith(operation),
      operation !== undefined && button("Answer like this…", () => askForStub(exchange, operation)),
    ),
    result,
  );
}

async function replayed(draft: Draft): Promise<Child> {
  try {
    const answer = await send(draft);
    return [
      h("p", "Now it is answered with ", status(answer.status), ` in ${answer.ms} ms`),
      answer.body !== "" && code(pretty(answer.body), "Answer to the replay"),
    ];
  } catch (error) {
    return h("p", `No answer: ${reason(error)}`);
  }
}

function situationOf(exchange: Json, operation: Operation | undefined): Json {
  const value = get(exchange, "status");
  const on = operation?.name ?? `${text(exchange, "method")} ${text(exchange, "url").split("?")[0] ?? ""}`;
  return typeof value === "number" ? { on, status: value } : { on, connection: "dropped" };
}

/** "Answer this with 503 from now on." */
function answerWith(operation: Operation): HTMLElement {
  const exact = operation.statuses.filter((one) => /^[2-5]\d\d$/.test(one));
  const choices = [...new Set([...exact, "500", "503"])].sort();
  const select = h(
    "select",
    { "aria-label": "Status to answer with" },
    choices.map((one) => h("option", { value: one }, one)),
  );
  select.value = "503";
  const answer = async (): Promise<void> => {
    await plane("situations", { method: "POST", body: { on: operation.name, status: Number(select.value) } });
    await refreshWorld();
    say(`${operation.name} is answered with ${select.value} from now on`);
  };
  const press = button("from now on", answer, "", "Answer with this status from now on");
  return h("span.together", h("span", "Answer with"), select, press);
}

/** A part of the document, and its place: file and line. */
interface Deciding {
  readonly spec: Json;
  readonly pointer: string | undefined;
  readonly where: Json;
}

/** The part of the document that decided the answer. */
function decided(exchange: Json, operation: Operation | undefined, { spec, pointer, where }: Deciding): HTMLElement {
  const refusal = get(exchange, "refusal");
  const situation = text(exchange, "situation");
  const violations = list(exchange, "violations");
  const line = text(where, "file") === "" ? "" : `${text(where, "file")}:${Number(get(where, "line"))}`;
  const part = pointer === undefined ? undefined : follow(spec, at(spec, pointer));
  return h(
    "section.card.decided",
    h("h2", "Why this answer"),
    situation !== "" && h("p", h("span.tag.warn", "situation"), " ", h("strong", { dir: "auto" }, situation)),
    violations.map((one) =>
      h("p", h("span.tag.warn", "breaks the contract"), " ", h("strong", { dir: "auto" }, show(one))),
    ),
    list(exchange, "repairs").map((one) =>
      h("p", h("span.tag.warn", "repaired"), " ", h("strong", { dir: "auto" }, show(one))),
    ),
    refusal === undefined
      ? situation === "" &&
          violations.length === 0 &&
          h("p", operation === undefined ? "The document has no such path." : "The request keeps the contract.")
      : h(
          "p",
          Number(get(exchange, "status")) < 400 && [h("span.tag.warn", "breaks the contract; answered anyway"), " "],
          h("strong", { dir: "auto" }, isGone(exchange) ? goneInWords(operation) : text(refusal, "why")),
          // If a situation caused the answer, the request itself was not wrong.
          situation === "" && h("span.quiet", ` · ${text(refusal, "kind")} at ${text(refusal, "where")}`),
        ),
    pointer !== undefined &&
      h(
        "details",
        { open: refusal !== undefined && situation === "" },
        h(
          "summary",
          "In the document: ",
          h("code", { dir: "auto" }, line),
          " ",
          h("code.quiet", { dir: "auto" }, `#${pointer}`),
        ),
        part !== undefined && code(write(part, 2), "Part of the document"),
      ),
  );
}

function goneInWords(operation: Operation | undefined): string {
  return `${operation?.name ?? ""} is gone: its last day was ${dayInWords(operation?.sunset ?? "")}`;
}

/** Where the value at a pointer is defined, not only referenced. */
function definitionAt(spec: Json, pointer: string | undefined): string | undefined {
  let found = pointer;
  for (let steps = 0; found !== undefined && steps < 20; steps++) {
    const next = referenceOf(at(spec, found));
    if (next === undefined) return found;
    found = next;
  }
  return pointer;
}

/** A refused parameter or property links to its schema; anything else to the response that was sent. */
function pointerFor(exchange: Json, operation: Operation | undefined, spec: Json): string | undefined {
  if (operation === undefined) return undefined;
  const own = pointerOf(operation);
  const where = text(get(exchange, "refusal"), "where");
  if (isGone(exchange)) return `${own}/deprecated`;
  const [place = "", name = ""] = where.split(" ");
  if (["query", "path", "header", "cookie"].includes(place) && name !== "") {
    for (const base of [own, own.slice(0, own.lastIndexOf("/"))]) {
      const index = list(at(spec, base), "parameters").findIndex(
        (one) => text(follow(spec, one), "name").toLowerCase() === name.toLowerCase(),
      );
      if (index >= 0) return `${base}/parameters/${index}`;
    }
  }
  if (place === "body" && bodyOf(spec, operation) !== undefined) return bodyPointer(spec, own, name);
  const value = show(get(exchange, "status"));
  const responses = get(at(spec, own), "responses");
  const key = [value, `${value[0] ?? ""}XX`, "default"].find((one) => get(responses, one) !== undefined);
  return key === undefined ? own : `${own}/responses/${key}`;
}

/** The pointer to the schema of a property in the body, or of the whole body if the path cannot be followed. */
function bodyPointer(spec: Json, own: string, path: string): string {
  const body = referenceOf(get(at(spec, own), "requestBody")) ?? `${own}/requestBody`;
  const media = jsonIn(get(at(spec, body), "content"));
  let pointer = `${body}/content/${media.replaceAll("/", "~1")}/schema`;
  for (const step of path.split("/").slice(1)) {
    pointer = referenceOf(at(spec, pointer)) ?? pointer;
    const next = /^\d+$/.test(step) ? `${pointer}/items` : `${pointer}/properties/${step}`;
    if (at(spec, next) === undefined) break;
    pointer = next;
  }
  return pointer;
}
