// Verify: does a server on this machine match the document? The suite runs next to the mock, and reports its progress.
import { h } from "../dom.ts";
import type { Json } from "../data/json.ts";
import { confirmed } from "../parts/ask.ts";
import { field, form } from "../parts/field.ts";
import { RunCard } from "../parts/run.ts";
import type { View } from "../view.ts";

/** Draws the view. */
export const view: View = (place, { served, left }) => {
  const run = new RunCard("verify", left);
  const url = h("input", { type: "text", inputmode: "url", autocomplete: "off", required: true });
  url.value = served.baseUrl.replace("//localhost", "//127.0.0.1");
  const key = h("input", { type: "text", autocomplete: "off", value: served.key });
  const writes = h("input", { type: "checkbox" });
  const start = async (): Promise<void> => {
    const question = `Create, change and delete items at ${url.value}?`;
    if (writes.checked && !(await confirmed(question, "Verify"))) return;
    const body: Json = { url: url.value.trim(), readOnly: !writes.checked };
    await run.start(key.value === "" ? body : { ...body, key: key.value });
  };
  place.append(
    h("div.title", h("h1", "Verify")),
    h(
      "p.lead",
      "Does a server keep the document? It has to be on this machine; others are verified by ",
      h("code", "animal-store verify"),
      ".",
    ),
    form(
      { class: "card" },
      start,
      h(
        "div.grid",
        field("Base URL", url, {
          hint: "An address of this machine: 127.0.0.1 or [::1], not a name",
          kind: "field target",
        }),
        field("API key", key),
      ),
      h("label.check", writes, " Also send what changes something: POST, PUT, PATCH, DELETE"),
      h("div.actions", h("button.primary", "Verify"), run.stop),
    ),
    run.element,
  );
};
