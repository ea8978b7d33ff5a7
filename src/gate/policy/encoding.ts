// How the parts of forms are written, which no schema says: the `encoding` of their media types.
import { type JsonObject, type JsonValue, isObject } from "../../contract/json.ts";
import type { SurfaceOperation } from "../surface/model.ts";
import type { Subject } from "./subjects.ts";

/** The forms that both operations take. */
export function formSubjects(base: SurfaceOperation, revision: SurfaceOperation): Subject[] {
  const isForm = (name: string): boolean => name.startsWith("multipart/") || name.endsWith("x-www-form-urlencoded");
  return (base.body?.content ?? []).flatMap((media): Subject[] => {
    const other = revision.body?.content.find(({ name }) => name === media.name);
    if (!isForm(media.name) || other === undefined) return [];
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
      },
    ];
  });
}

/** The parts that are written in another way. */
export function restyled(base: JsonObject, revision: JsonObject): string[] {
  const names = new Set([...Object.keys(base), ...Object.keys(revision)]);
  return [...names].filter((name) => formOf(base[name]) !== formOf(revision[name]));
}

function formOf(encoding: JsonValue | undefined): string {
  const { style, explode } = isObject(encoding) ? encoding : {};
  const own = typeof style === "string" ? style : "form";
  return `${own} ${typeof explode === "boolean" ? explode : own === "form"}`;
}

/** What a part could be, or could go without, and no longer can: "image/jpeg in picture". */
export function refusedParts(sent: JsonObject, known: JsonObject): string[] {
  return Object.entries(known).flatMap(([name, encoding]) => {
    const own = sent[name];
    const accepted = typesOf(encoding);
    const lost = typesOf(own).filter((type) => accepted.length > 0 && !covers(accepted, type));
    const had = requiredHeaders(own);
    const asked = requiredHeaders(encoding).filter((header) => !had.includes(header));
    return [...lost.map((type) => `${type} in ${name}`), ...asked.map((header) => `${name} without ${header}`)];
  });
}

function typesOf(encoding: JsonValue | undefined): string[] {
  const written = isObject(encoding) ? encoding["contentType"] : undefined;
  return typeof written === "string" ? written.split(",").map((type) => type.trim().toLowerCase()) : [];
}

function covers(accepted: readonly string[], type: string): boolean {
  const [kind = ""] = type.split("/");
  return accepted.some((one) => one === type || one === "*/*" || one === `${kind}/*`);
}

function requiredHeaders(encoding: JsonValue | undefined): string[] {
  const headers = isObject(encoding) ? encoding["headers"] : undefined;
  if (!isObject(headers)) return [];
  return Object.entries(headers).flatMap(([name, header]) =>
    isObject(header) && header["required"] === true ? [name.toLowerCase()] : [],
  );
}
