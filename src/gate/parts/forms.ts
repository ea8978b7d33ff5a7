// The encoding of form parts, from the `encoding` of their media types. Schemas do not describe it.
import { coversMedia, isForm } from "../../contract/media.ts";
import { cases } from "../../schema/normal/cases.ts";
import { allowsType } from "../../schema/form/normal-form.ts";
import type { NormalForms } from "../../schema/normal/normal-forms.ts";
import type { SurfaceOperation } from "../surface/model.ts";
import type { Subject } from "./model.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";

/** The normal forms of the schemas on both sides. */
interface FormForms {
  readonly base: NormalForms;
  readonly revision: NormalForms;
}

/** The form bodies that both operations accept. */
export function formSubjects(forms: FormForms, base: SurfaceOperation, revision: SurfaceOperation): Subject[] {
  return (base.body?.content ?? []).flatMap((media): Subject[] => {
    const other = revision.body?.content.find(({ name }) => name === media.name);
    if (!isForm(media.name) || other === undefined) return [];
    const [before, after] = [styledParts(forms.base, media.schema), styledParts(forms.revision, other.schema)];
    return [
      {
        on: "form",
        label: `body of ${media.name}`,
        base: media.encoding ?? {},
        revision: other.encoding ?? {},
        basePointer: media.pointer,
        revisionPointer: other.pointer,
        operations: new Set([base.name]),
        direction: "request",
        sender: base.kind === "path" ? "client" : "server",
        styledParts: before.filter((name) => after.includes(name)),
      },
    ];
  });
}

/** The properties whose text depends on the style: arrays and objects. Scalars look the same in every style. */
function styledParts(forms: NormalForms, schema: string | undefined): string[] {
  if (schema === undefined) return [];
  const { properties } = forms.form(forms.conjunction(schema));
  return [...properties].flatMap(([name, conjunction]) => {
    const options = cases(forms, forms.form(conjunction));
    return options.some((form) => allowsType(form, "array") || allowsType(form, "object")) ? [name] : [];
  });
}

/** The given parts whose style or explode differs. */
export function restyled(base: JsonObject, revision: JsonObject, parts: readonly string[]): string[] {
  return parts.filter((name) => formOf(base[name]) !== formOf(revision[name]));
}

function formOf(encoding: JsonValue | undefined): string {
  const { style, explode } = isObject(encoding) ? encoding : {};
  const own = typeof style === "string" ? style : "form";
  return `${own} ${typeof explode === "boolean" ? explode : own === "form"}`;
}

/** What a part no longer allows to send or to leave out: "image/jpeg in picture", "picture without x-a". */
export function refusedParts(sent: JsonObject, known: JsonObject): string[] {
  return Object.entries(known).flatMap(([name, encoding]) => {
    const own = sent[name];
    const accepted = typesOf(encoding);
    const isAccepted = (type: string): boolean => accepted.some((name) => coversMedia(name, type));
    const lost = typesOf(own).filter((type) => accepted.length > 0 && !isAccepted(type));
    const had = requiredHeaders(own);
    const asked = requiredHeaders(encoding).filter((header) => !had.includes(header));
    return [...lost.map((type) => `${type} in ${name}`), ...asked.map((header) => `${name} without ${header}`)];
  });
}

function typesOf(encoding: JsonValue | undefined): string[] {
  const written = isObject(encoding) ? encoding["contentType"] : undefined;
  return typeof written === "string" ? written.split(",").map((type) => type.trim().toLowerCase()) : [];
}

function requiredHeaders(encoding: JsonValue | undefined): string[] {
  const headers = isObject(encoding) ? encoding["headers"] : undefined;
  if (!isObject(headers)) return [];
  return Object.entries(headers).flatMap(([name, header]) =>
    isObject(header) && header["required"] === true ? [name.toLowerCase()] : [],
  );
}
