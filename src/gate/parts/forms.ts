// The encoding of the parts of bodies, from the `encoding` of their media types, and from `prefixEncoding` and `itemEncoding`
// for parts without names. Schemas do not describe it.
import { coversMedia, isForm } from "../../contract/media.ts";
import { isParts } from "../../contract/representation/parts/parts.ts";
import { describedAs } from "../../contract/responses.ts";
import { cases } from "../../schema/normal/cases.ts";
import { allowsType } from "../../schema/form/normal-form.ts";
import type { NormalForms } from "../../schema/normal/normal-forms.ts";
import type { SurfaceMedia, SurfaceOperation } from "../surface/model.ts";
import type { Subject } from "./model.ts";
import { type JsonArray, type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";

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
      ...{ ...common, ...encodings, label: `body of ${media.name}`, direction: "request" as const, sender: client },
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
}

/** The media types of both sides that have parts, with the encodings of the parts by their names. */
function encodedPairs(base: readonly SurfaceMedia[] = [], revision: readonly SurfaceMedia[] = []): EncodedPair[] {
  return base.flatMap((media): EncodedPair[] => {
    const other = revision.find(({ name }) => name === media.name);
    if (other === undefined || !(isForm(media.name) || isParts(media.name))) return [];
    const named = isParts(media.name) ? [] : partsByName(media.encoding, other.encoding);
    const all = [...named, ...(isParts(media.name) ? partsByPlace(media, other) : [])].flatMap(withInner);
    const [before, after] = (["base", "revision"] as const).map((side) =>
      Object.fromEntries(all.flatMap((part) => (part[side] === undefined ? [] : [[part.name, part[side]] as const]))),
    ) as [JsonObject, JsonObject];
    return [
      { media, other, base: before, revision: after, basePointer: media.pointer, revisionPointer: other.pointer },
    ];
  });
}

/** The encodings of a part on both sides. */
interface PartPair {
  /** "part 0 of files". */
  readonly name: string;
  readonly base: JsonValue | undefined;
  readonly revision: JsonValue | undefined;
}

/** A part, and the parts in it. */
function withInner(pair: PartPair): PartPair[] {
  const [base, revision] = [pair.base, pair.revision].map((one) => (isObject(one) ? one : {})) as [
    JsonObject,
    JsonObject,
  ];
  const inner = [...partsByName(base["encoding"], revision["encoding"]), ...partsByPlace(base, revision)];
  return [pair, ...inner.map((one) => ({ ...one, name: `${one.name} of ${pair.name}` })).flatMap(withInner)];
}

function partsByName(base: JsonValue = {}, revision: JsonValue = {}): PartPair[] {
  const [before, after] = [base, revision].map((one) => (isObject(one) ? one : {})) as [JsonObject, JsonObject];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Array.from(names, (name) => ({ name, base: ownValue(before, name), revision: ownValue(after, name) }));
}

/** The encodings of parts without names. */
function partsByPlace(base: ByPlace, revision: ByPlace): PartPair[] {
  const [before, after] = [base, revision].map(({ prefixEncoding, itemEncoding }) => ({
    first: Array.isArray(prefixEncoding) ? (prefixEncoding as JsonArray) : [],
    others: itemEncoding,
  })) as [PartsOfSide, PartsOfSide];
  if (before.others === undefined && after.others === undefined && before.first.length + after.first.length === 0)
    return [];
  const most = Math.max(before.first.length, after.first.length);
  const own = Array.from({ length: most }, (_, at) => ({
    name: `part ${at}`,
    base: before.first[at] ?? before.others,
    revision: after.first[at] ?? after.others,
  }));
  return [...own, { name: most === 0 ? "its parts" : "later parts", base: before.others, revision: after.others }];
}

type ByPlace = { readonly prefixEncoding?: JsonValue; readonly itemEncoding?: JsonValue };

interface PartsOfSide {
  readonly first: JsonArray;
  readonly others: JsonValue | undefined;
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
export function refusedParts(sent: JsonObject, known: JsonObject): string[] {
  return Object.entries(known).flatMap(([name, encoding]) => {
    const own = sent[name];
    const accepted = typesOf(encoding);
    const isAccepted = (type: string): boolean => accepted.some((name) => coversMedia(name, type));
    const lost = typesOf(own).filter((type) => accepted.length > 0 && !isAccepted(type));
    return lost.map((type) => `${type} in ${name}`);
  });
}

function typesOf(encoding: JsonValue | undefined): string[] {
  const written = isObject(encoding) ? encoding["contentType"] : undefined;
  return typeof written === "string" ? written.split(",").map((type) => type.trim().toLowerCase()) : [];
}
