// The calls of the API, typed by the document: `npm run types` writes schema.d.ts.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

export type Pet = components["schemas"]["Pet"];
export type NewPet = components["schemas"]["NewPet"];
export type Status = NonNullable<Pet["status"]>;

const baseUrl = import.meta.env.VITE_API_URL ?? "http://127.0.0.1:4010/v1";
const key = import.meta.env.VITE_API_KEY ?? "demo-key";

export const client = createClient<paths>({
  baseUrl,
  headers: { Authorization: `Bearer ${key}` },
  // Looked up with each call, so that MSW can take its place.
  fetch: (request) => globalThis.fetch(request),
});
