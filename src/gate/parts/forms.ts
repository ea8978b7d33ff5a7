// The encoding of the parts of bodies, as subjects of the policy: schemas do not describe it.
import { coversMedia, isForm } from "../../contract/media.ts";
import { isParts } from "../../contract/representation/parts/parts.ts";
import { describedAs } from "../../contract/responses.ts";
import { cases } from "../../schema/normal/cases.ts";
import { allowsType } from "../../schema/form/normal-form.ts";
import type { NormalForms } from "../../schema/normal/normal-forms.ts";
import type { SurfaceMedia, SurfaceOperation } from "../surface/model.ts";
import { partPairs } from "../surface/part-pairs.ts";
import type { PartTypes, Subject } from "./model.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";

/** The normal forms of the schemas on both sides. */
interface FormForms {
  readonly base: NormalForms;
  readonly revision: NormalForms;
}

/** The bodies in parts that both operations describe: forms in requests, and multipart bodies. */
export function formSubjects(forms: FormForms, base: SurfaceOperation, revision: SurfaceOperation): Subject[] {
  const [client, server] = base.kind === "path" ? (["client", "server"] as const) : (["server", "client"] as const);
  const common = { on: "form", operations: new Set([base.name]) } as const;
  const requests = encodedPairs(base.body?.content, revision.body?.content).map(({ media, other, ...encodings }) => {
    const [before, after] = [styledParts(forms.base, media.schema), styledParts(forms.revision, other.schema)];
    return {
      ...common,
      ...encodings,
      label: `body of ${media.name}`,
      direction: "request" as const,
      sender: client,
      styledParts: isParts(media.name) ? [] : before.filter((name) => after.includes(name)),
    };
  });
  const responses = base.responses.flatMap(({ status, content }) => {
    const others = describedAs(revision.responses, status)?.content;
    return encodedPairs(content, others).flatMap(({ media, other: _other, ...encodings }): Subject[] => {
      const label = `body of ${status} in ${media.name}`;
      if (!media.name.startsWith("multipart/")) return [];
      return [{ ...common, ...encodings, label, direction: "response", sender: server }];
    });
  });
  return [...requests, ...responses];
}

interface EncodedPair extends Pick<Subject, "basePointer" | "revisionPointer"> {
  readonly media: SurfaceMedia;
  readonly other: SurfaceMedia;
  readonly base: JsonObject;
  readonly revision: JsonObject;
  readonly partTypes: readonly PartTypes[];
}

/** The media types of both sides that have parts, with what is written of them. */
function encodedPairs(base: readonly SurfaceMedia[] = [], revision: readonly SurfaceMedia[] = []): EncodedPair[] {
  return base.flatMap((media): EncodedPair[] => {
    const other = revision.find(({ name }) => name === media.name);
    if (other === undefined || !(isForm(media.name) || isParts(media.name))) return [];
    // The parts of a form have names, and those of other bodies have places.
    const own = isParts(media.name) ? "number" : "string";
    const pairs = partPairs(media, other, "its parts").filter(({ steps: [first] }) => typeof first === own);
    const partTypes = pairs.map((one) => ({ name: one.label, base: one.own.types, revision: one.wanted.types }));
    const places = { basePointer: media.pointer, revisionPointer: other.pointer };
    return [{ media, other, ...places, base: media.encoding ?? {}, revision: other.encoding ?? {}, partTypes }];
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

/** The media types that a part may no longer have: "image/jpeg in picture". */
export function refusedParts(parts: readonly PartTypes[], sender: Subject["sender"]): string[] {
  return parts.flatMap(({ name, base, revision }) => {
    const [sent, known] = sender === "server" ? [revision, base] : [base, revision];
    const lost = sent.filter((type) => known.length > 0 && !known.some((range) => coversMedia(range, type)));
    return lost.map((type) => `${type.toLowerCase()} in ${name}`);
  });
}
