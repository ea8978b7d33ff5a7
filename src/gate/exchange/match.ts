// Which part of a description a concrete credential, status or media type falls under.
import type { Alternative, Credential, SurfaceMedia, SurfaceResponse } from "../surface/model.ts";

/** True when credentials satisfy one of the alternatives, or none is asked for. */
export function admits(security: readonly Alternative[], held: Alternative): boolean {
  if (security.length === 0) return true;
  const holds = (wanted: Credential): boolean =>
    held.some(
      ({ identity, scopes }) => identity === wanted.identity && wanted.scopes.every((scope) => scopes.includes(scope)),
    );
  return security.some((alternative) => alternative.every(holds));
}

/** A credential in words: its name, where a key travels, and its scopes. */
export function showCredential({ name, identity, scopes }: Credential): string {
  const details = [...keyPlace(identity), ...(scopes.length === 0 ? [] : [`scopes ${scopes.join(" ")}`])];
  return details.length === 0 ? name : `${name} (${details.join(", ")})`;
}

/** Where an API key travels, "header x-key"; of other schemes, and of one that is not described, nothing. */
function keyPlace(identity: string): string[] {
  if (!identity.startsWith("[")) return [];
  const [type, , place, key] = JSON.parse(identity) as readonly (string | null)[];
  return type === "apiKey" ? [`${place ?? "nowhere"} ${key ?? "without a name"}`] : [];
}

/** The response that describes a status: itself, its range, or the default. */
export function responseFor(responses: readonly SurfaceResponse[], status: string): SurfaceResponse | undefined {
  const named = (name: string): SurfaceResponse | undefined => responses.find((response) => response.status === name);
  return named(status) ?? named(`${status[0] ?? ""}XX`) ?? named("default");
}

/** The media type that describes a concrete one: itself, without parameters, or a range around it. */
export function mediaFor(content: readonly SurfaceMedia[], name: string): SurfaceMedia | undefined {
  const plain = name.split(";")[0] ?? name;
  const [type] = plain.split("/");
  for (const wanted of [name, plain, `${type ?? ""}/*`, "*/*"]) {
    const found = content.find((media) => media.name === wanted);
    if (found !== undefined) return found;
  }
  return content.find((media) => media.name.split(";")[0] === name);
}

/** True for formats that carry the types of JSON. */
export function isJson(mediaType: string): boolean {
  return mediaType.includes("json") || mediaType === "*/*" || mediaType === "application/*";
}
