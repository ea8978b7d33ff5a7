// The dialog that adds or edits an item.
import { button, fill, h, say } from "../../dom.ts";
import { SchemaForm } from "../../form.ts";
import { type Refused, type Shelf, addItem, changeItem, operationFor, parametersIn } from "../../data/items.ts";
import { type Json, get, isObject, list, show } from "../../data/json.ts";
import { openDialog } from "../../parts/ask.ts";
import { field, form } from "../../parts/field.ts";
import { reason } from "../../data/plane.ts";
import { startValue } from "../../start.ts";
import { at, bodyOf, follow, jsonIn, pointerOf } from "../../data/spec.ts";

/**
 * Opens the dialog.
 * @param item undefined to add one
 * @param saved called after a change
 * @param parent the item to add it below; `like`: an item to be like, where the form begins with a value
 */
export function openItemForm(
  shelf: Shelf,
  item: Json | undefined,
  saved: () => Promise<void>,
  { parent = "", like }: { readonly parent?: string; readonly like?: Json | undefined } = {},
): void {
  const { resource, spec } = shelf;
  const id = get(item, resource.identifier);
  const schema = schemaFor(shelf, item === undefined);
  const fields = new SchemaForm(spec, schema, item ?? startOfParts(spec, schema, like));
  const parents = item === undefined ? parametersIn(operationFor(shelf, "create")?.path ?? "").map(parentField) : [];
  parent.split("/").forEach((one, at) => parents[at]?.input.setAttribute("value", decodeURIComponent(one)));
  const { dialog, close } = openDialog<void>(() => undefined, undefined);
  dialog.className = "panel";
  dialog.setAttribute("aria-labelledby", "form-title");
  const save = async (): Promise<void> => {
    const value = fields.read();
    if (value === undefined) return;
    const refused = await attempt(() =>
      item === undefined
        ? addItem(shelf, value, new Map(parents.map(({ name, input }) => [`path ${name}`, input.value])))
        : changeItem(shelf, item, value),
    );
    if (refused !== undefined) {
      fields.complain(refused.where, refused.why);
      return;
    }
    close();
    say(item === undefined ? "Added" : "Saved");
    await saved();
  };
  const element = form(
    { novalidate: true },
    save,
    h(
      "h2",
      { id: "form-title", dir: "auto" },
      item === undefined ? `Add to ${resource.name}` : `Edit ${resource.name} ${show(id)}`,
    ),
    parents.map((one) => one.element),
    fields.element,
    h(
      "div.actions",
      h("button.primary", item === undefined ? "Add" : "Save"),
      button("Cancel", () => close()),
    ),
  );
  fill(dialog, element);
  fields.focus();
}

/** Objects and lists, which nobody wants to write by hand. */
function startOfParts(spec: Json, schema: Json | undefined, like: Json | undefined): Json {
  const start = startValue(spec, schema, like);
  return isObject(start)
    ? Object.fromEntries(Object.entries(start).filter(([, value]) => typeof value === "object"))
    : start;
}

async function attempt(action: () => Promise<Refused | undefined>): Promise<Refused | undefined> {
  try {
    return await action();
  } catch (error) {
    return { where: "body", why: reason(error) };
  }
}

/** The schema of an item: of the request to add one, of the response to edit one. */
function schemaFor(shelf: Shelf, isNew: boolean): Json | undefined {
  const sent =
    operationFor(shelf, isNew ? "create" : "replace") ?? (isNew ? operationFor(shelf, "replace") : undefined);
  const body = sent === undefined ? undefined : bodyOf(shelf.spec, sent);
  return body?.schema ?? shownSchema(shelf);
}

function shownSchema(shelf: Shelf): Json | undefined {
  const { spec } = shelf;
  for (const role of ["fetch", "create", "replace", "list"]) {
    const operation = operationFor(shelf, role);
    const responses = operation === undefined ? undefined : get(at(spec, pointerOf(operation)), "responses");
    const name = Object.keys((responses ?? {}) as object).find((one) => one.startsWith("2"));
    const content = get(follow(spec, get(responses, name ?? "")), "content");
    const schema = follow(spec, get(get(content, jsonIn(content)), "schema"));
    if (schema === undefined) continue;
    const items = get(schema, "items");
    if (role !== "list") return schema;
    if (items !== undefined && list(schema, "allOf").length === 0) return items;
  }
  return undefined;
}

function parentField(name: string): { name: string; input: HTMLInputElement; element: HTMLElement } {
  const input = h("input", { type: "text", required: true, autocomplete: "off" });
  const label = [name, h("span.must", " required")];
  return { name, input, element: field(label, input, { hint: "The item above it, in the path" }) };
}
