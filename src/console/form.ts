// A form generated from a schema: one field for each property, or a JSON field where no other fits.
import { type Child, h } from "./dom.ts";
import { type Json, get, isObject, parse, show, text, write } from "./data/json.ts";
import { field } from "./parts/field.ts";
import { inline } from "./parts/prose.ts";
import { type Property, choicesOf, follow, limitsOf, propertiesOf, typesOf } from "./data/spec.ts";

interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly element: HTMLElement;
  /** The input; undefined for none. @throws SyntaxError */
  readonly read: () => Json | undefined;
  /** @param path the place within the value, if the field has fields of its own: "/city" */
  readonly complain: (message: string, path?: string) => void;
  readonly focus: () => void;
}

/** A form; add `element` to the page. */
export class SchemaForm {
  readonly element: HTMLElement;
  readonly #fields: readonly Field[];
  readonly #whole: HTMLElement;
  readonly #rest: Readonly<Record<string, Json>>;

  /** @param value the initial values of the fields @param depth of a form within another */
  constructor(spec: Json, schema: Json | undefined, value: Json | undefined, { depth = 0 } = {}) {
    const given = isObject(value) ? value : {};
    const properties = propertiesOf(spec, schema).filter(
      (one) => depth === 0 || get(follow(spec, one.schema), "readOnly") !== true,
    );
    this.#fields =
      properties.length === 0
        ? [wholeField(value)]
        : properties.map(({ name, schema: own, required }) =>
            fieldOf({ spec, name, schema: own, required, value: get(given, name), depth }),
          );
    // Properties that the schema does not name stay unchanged.
    const named = new Set(properties.map(({ name }) => name));
    this.#rest =
      properties.length === 0 ? {} : Object.fromEntries(Object.entries(given).filter(([name]) => !named.has(name)));
    this.#whole = h("p.fault", { role: "alert" });
    this.element = h(
      "div.fields",
      this.#fields.map(({ element }) => element),
      this.#whole,
    );
  }

  /** The input. @returns undefined if a field cannot be read; the field then shows why */
  read(): Json | undefined {
    const found: Record<string, Json> = Object.assign(Object.create(null), this.#rest);
    this.clear();
    for (const field of this.#fields) {
      try {
        const value = field.read();
        if (field.name === "" && value !== undefined) return value;
        if (value !== undefined) found[field.name] = value;
      } catch (error) {
        if (error instanceof NestedError) return undefined;
        field.complain("This is not JSON");
        field.focus();
        return undefined;
      }
    }
    return { ...found };
  }

  /** Shows what is wrong, at the field concerned. @param where as in a refusal: "body /name" */
  complain(where: string, message: string): void {
    const [, step, rest = ""] = /^body \/([^/]+)(.*)/s.exec(where) ?? [];
    const path = step?.replaceAll("~1", "/").replaceAll("~0", "~");
    const field =
      this.#fields.find(({ name }) => name !== "" && name === path) ??
      (path === undefined ? this.#missing() : undefined);
    if (field === undefined) this.#whole.textContent = message;
    else {
      field.complain(message, rest);
      field.focus();
    }
  }

  /** A refusal of the whole body concerns the first required property that is missing. */
  #missing(): Field | undefined {
    return this.#fields.find(({ name, required, read }) => name !== "" && required && read() === undefined);
  }

  clear(): void {
    this.#whole.textContent = "";
    for (const field of this.#fields) field.complain("");
  }

  focus(): void {
    this.#fields[0]?.focus();
  }
}

/** A field of a nested form cannot be read, and shows why. */
class NestedError extends Error {}

/** A part of an object is a form of its own, down to this depth. */
const DEEPEST = 2;

interface FieldOptions extends Property {
  readonly depth: number;
  readonly spec: Json;
  readonly value: Json | undefined;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The fields of an object within its parent's. Nothing in them and not required, it is left out. */
function nestedField(
  inner: SchemaForm,
  { name, required, hint }: { name: string; required: boolean; hint: string },
): Field {
  const label = [name, required && h("span.must", " required")];
  return {
    name,
    required,
    element: h("fieldset", h("legend", label), hint !== "" && h("span.hint", inline(hint)), inner.element),
    read: () => {
      const value = inner.read();
      if (value === undefined) throw new NestedError();
      return required || Object.keys(value as object).length > 0 ? value : undefined;
    },
    complain: (message, path = "") => (message === "" ? inner.clear() : inner.complain(`body ${path}`, message)),
    focus: () => inner.focus(),
  };
}

function fieldOf({ spec, name, schema, required, value, depth }: FieldOptions): Field {
  const types = typesOf(spec, schema);
  const choices = choicesOf(spec, schema);
  const description = text(follow(spec, schema), "description") || text(schema, "description");
  const hint = [description, limitsOf(spec, schema)].filter((part) => part !== "").join(" · ");
  if (choices.length > 0) return choiceField(name, { required, hint, value, choices });
  if (types.length === 1 && types[0] === "boolean")
    return choiceField(name, { required, hint, value, choices: [true, false] });
  const [type = ""] = types;
  if (types.length === 1 && type === "string") {
    const isLong = Number(get(follow(spec, schema), "maxLength") ?? 0) > 200;
    const input = isLong ? h("textarea", { rows: 3 }) : h("input", { type: "text", autocomplete: "off" });
    input.value = typeof value === "string" ? value : "";
    // An empty optional text is left out.
    return wrap(name, { required, hint }, input, () => (input.value === "" && !required ? undefined : input.value));
  }
  if (types.length === 1 && (type === "integer" || type === "number")) {
    const input = h("input", { type: "text", inputmode: "decimal", autocomplete: "off" });
    input.value = value === undefined ? "" : write(value);
    // Input that is not a number is sent as typed: the contract says what is wrong with it.
    return wrap(name, { required, hint }, input, () =>
      input.value.trim() === "" ? undefined : numberOrText(input.value.trim()),
    );
  }
  if (types.length === 1 && type === "object" && depth < DEEPEST && propertiesOf(spec, schema).length > 0)
    return nestedField(new SchemaForm(spec, schema, value, { depth: depth + 1 }), {
      name,
      required,
      hint: description,
    });
  const area = h("textarea.code", { rows: 4, spellcheck: "false" });
  area.value = value === undefined ? "" : write(value, 2);
  return wrap(name, { required, hint: `${hint} · as JSON` }, area, () =>
    area.value.trim() === "" ? undefined : parse(area.value),
  );
}

function numberOrText(typed: string): Json {
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(typed) ? parse(typed.replace(/^(-?)0+(?=\d)/, "$1")) : typed;
}

function choiceField(
  name: string,
  {
    required,
    hint,
    value,
    choices,
  }: { required: boolean; hint: string; value: Json | undefined; choices: readonly Json[] },
): Field {
  const select = h(
    "select",
    !required && h("option", { value: "" }, "–"),
    choices.map((one, at) => h("option", { value: String(at) }, show(one))),
  );
  const at = choices.findIndex((one) => write(one) === write(value));
  select.value = at >= 0 ? String(at) : required ? "0" : "";
  return wrap(name, { required, hint }, select, () =>
    select.value === "" ? undefined : choices[Number(select.value)],
  );
}

function wholeField(value: Json | undefined): Field {
  const area = h("textarea.code", { rows: 12, spellcheck: "false" });
  area.value = write(value ?? {}, 2);
  return wrap("", { required: true, hint: "" }, area, () => parse(area.value));
}

function wrap(
  name: string,
  { required, hint }: { required: boolean; hint: string },
  control: Control,
  read: () => Json | undefined,
): Field {
  const fault = h("span.fault", { role: "alert" });
  if (required) control.setAttribute("aria-required", "true");
  const label: Child = [name === "" ? "JSON" : name, required && h("span.must", " required")];
  return {
    name,
    required,
    element: field(label, control, { fault, hint: hint === "" ? "" : inline(hint) }),
    read,
    complain: (message) => {
      fault.textContent = message;
      if (message === "") control.removeAttribute("aria-invalid");
      else control.setAttribute("aria-invalid", "true");
    },
    focus: () => control.focus(),
  };
}
