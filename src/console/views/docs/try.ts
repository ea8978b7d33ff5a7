// "Try it": a form that sends an operation to the mock and shows what comes back.
import { type Child, copyable, fill, h } from "../../dom.ts";
import { type Json, show, write } from "../../data/json.ts";
import { type Draft, reason, send } from "../../data/plane.ts";
import { message, status } from "../../parts/body.ts";
import { field, form } from "../../parts/field.ts";
import { asCurl, urlOf, withKey } from "../../data/request.ts";
import { startOf } from "../../start.ts";
import type { Operation, Served } from "../../data/served.ts";
import { type Parameter, bodyOf, choicesOf, limitsOf, parametersOf, sampleOf } from "../../data/spec.ts";

/** Creates the form. */
export function tryForm(served: Served, spec: Json, operation: Operation): HTMLElement {
  const parameters = parametersOf(spec, operation)
    .filter(({ place }) => place !== "cookie")
    .map((one) => ({ one, ...fieldFor(spec, one) }));
  const key = h("input", { type: "text", autocomplete: "off", value: served.key });
  const wanted = bodyOf(spec, operation);
  const body = h("textarea.code", { rows: 8, spellcheck: "false" });
  body.value = wanted === undefined ? "" : write(wanted.example ?? sampleOf(spec, wanted.schema), 2);
  const result = h("div", { "aria-live": "polite" });
  const begun = [body, ...parameters.map(({ control }) => control)].map((control) => ({ control, was: control.value }));
  void startOf(served, spec, operation).then((start) => {
    // What somebody has typed in the meantime stays.
    const untouched = new Set(begun.filter(({ control, was }) => control.value === was).map(({ control }) => control));
    for (const { one, control } of parameters) {
      const value = start.values.get(`${one.place} ${one.name}`);
      if (value !== undefined && untouched.has(control)) control.value = value;
    }
    if (start.body !== undefined && untouched.has(body)) body.value = write(start.body, 2);
  });
  const run = async (): Promise<void> => {
    served.key = key.value;
    const values = new Map(parameters.map(({ one, control }) => [`${one.place} ${one.name}`, control.value]));
    const bare = draftOf(served, operation, values, wanted === undefined ? undefined : body.value);
    fill(result, await answerTo(withKey(spec, operation, key.value, bare)));
  };
  return form(
    { class: "card try", novalidate: true },
    run,
    h(
      "div.grid",
      field("API key", key),
      parameters.map(({ element }) => element),
    ),
    wanted !== undefined && field("Body", body),
    h("div.actions", h("button.primary", `Send ${operation.method}`)),
    result,
  );
}

function draftOf(
  served: Served,
  operation: Operation,
  values: ReadonlyMap<string, string>,
  body: string | undefined,
): Draft {
  const headers = [...values].flatMap(([name, value]): [string, string][] =>
    name.startsWith("header ") && value !== "" ? [[name.slice(7), value]] : [],
  );
  if (body !== undefined) headers.push(["Content-Type", "application/json"]);
  return { method: operation.method, url: urlOf(served, operation, values), headers, body };
}

async function answerTo(draft: Draft): Promise<Child> {
  try {
    const answer = await send(draft);
    return [
      h("p", status(answer.status), ` in ${answer.ms} ms`),
      copyable(asCurl(draft, location.origin), "the request as curl"),
      message(answer.headers, answer.body, "Answer"),
    ];
  } catch (error) {
    return h("p.fault", `No answer: ${reason(error)}`);
  }
}

function fieldFor(
  spec: Json,
  { name, place, required, schema, example }: Parameter,
): { readonly element: HTMLElement; readonly control: HTMLInputElement | HTMLSelectElement } {
  const choices = choicesOf(spec, schema);
  const options = choices.map((one) => h("option", { value: show(one) }, show(one)));
  const control =
    choices.length > 0
      ? h("select", h("option", { value: "" }, "–"), options)
      : h("input", { type: "text", autocomplete: "off", placeholder: limitsOf(spec, schema) });
  if (required) control.value = show(example ?? sampleOf(spec, schema));
  const label = [name, h("span.must", ` ${place}${required ? ", required" : ""}`)];
  return { element: field(label, control), control };
}
