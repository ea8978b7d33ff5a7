// A stub made from an exchange: what the same request is answered with from now on.
import { button, fill, h, say } from "../../dom.ts";
import { type Json, get, list, parse, show, text } from "../../data/json.ts";
import { plane, reason } from "../../data/plane.ts";
import { openDialog } from "../../parts/ask.ts";
import { pretty } from "../../parts/body.ts";
import { field, form } from "../../parts/field.ts";
import type { Operation } from "../../data/served.ts";
import { refreshWorld } from "../../data/world.ts";

/** Asks for the answer that the same request gets from now on, and begins with the one that it got. */
export function askForStub(exchange: Json, operation: Operation): void {
  const { dialog, close } = openDialog<undefined>(() => undefined, undefined);
  const value = h("input", { type: "number", min: 200, max: 599, value: show(get(exchange, "status")) });
  const body = h("textarea.code", { rows: 14, spellcheck: "false" });
  body.value = pretty(text(get(exchange, "response"), "body"));
  const fault = h("p.fault", { role: "alert" });
  const submit = async (): Promise<void> => {
    try {
      const answer = body.value === "" ? {} : { body: parsed(body.value) };
      const when = whenOf(exchange, operation);
      const stub = { on: operation.name, ...when, status: Number(value.value), ...answer };
      const made = await plane("situations", { method: "POST", body: stub });
      await refreshWorld();
      close(undefined);
      const breaches = list(made, "mismatches").length;
      say(
        breaches === 0 ? "The same request is answered like this from now on" : "On, and the body breaks the document",
      );
    } catch (error) {
      fill(fault, reason(error));
    }
  };
  dialog.append(
    form(
      { novalidate: true },
      submit,
      h("h2", "Answer the same request like this"),
      field("Status", value),
      field("Body", body),
      fault,
      h(
        "div.actions",
        h("button.primary", "From now on"),
        button("Cancel", () => close(undefined)),
      ),
    ),
  );
}

/** The parameters of the path and the query of a request, as the condition of a stub. */
function whenOf(exchange: Json, operation: Operation): { readonly when?: Json } {
  const [path = "", query = ""] = text(exchange, "url").split("?");
  const steps = operation.path.split("/");
  const sent = path.split("/").slice(-steps.length);
  const inPath = steps.flatMap((step, at): [string, string][] =>
    /^\{[^}]+\}$/.test(step) ? [[step.slice(1, -1), decodeURIComponent(sent[at] ?? "")]] : [],
  );
  const inQuery = [...new URLSearchParams(query)];
  const parts = { path: inPath, query: inQuery };
  const given = Object.entries(parts).filter(([, pairs]) => pairs.length > 0);
  if (given.length === 0) return {};
  return { when: Object.fromEntries(given.map(([name, pairs]) => [name, Object.fromEntries(pairs)])) };
}

/** JSON where it is JSON, else the text. */
function parsed(body: string): Json {
  try {
    return parse(body);
  } catch {
    return body;
  }
}
