// The calls of the API, typed by the document: `npm run types` writes schema.d.ts.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

type Schemas = components["schemas"];
export type Order = Schemas["Order"];
export type OrderSummary = Schemas["OrderSummary"];
export type OrderStatus = Schemas["OrderStatus"];
export type Money = Schemas["Money"];
export type FieldError = Schemas["ValidationProblem"]["errors"][number];

/** What the service refused, with one entry for each field that is wrong. */
export class ApiError extends Error {
  readonly status: number;
  readonly fields: readonly FieldError[];

  constructor(status: number, message: string, fields: readonly FieldError[]) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

/** The token of whoever is logged in, and the event that says it is gone. */
export const session = {
  get: () => localStorage.getItem("token"),
  begin: (token: string) => localStorage.setItem("token", token),
  end() {
    localStorage.removeItem("token");
    window.dispatchEvent(new Event("logout"));
  },
};

export const api = createClient<paths>({ baseUrl: import.meta.env.VITE_API_URL ?? "http://127.0.0.1:4010/v2" });

api.use({
  onRequest({ request }) {
    const token = session.get();
    if (token !== null) request.headers.set("Authorization", `Bearer ${token}`);
    return request;
  },
  onResponse({ response, schemaPath }) {
    if (response.status === 401 && schemaPath !== "/auth/login") session.end();
  },
});

/** The body of a success; anything else is thrown. */
export async function ok<Data>(call: Promise<{ data?: Data; error?: unknown; response: Response }>): Promise<Data> {
  const { data, error, response } = await call;
  if (response.ok) return data as Data;
  const { title, detail, errors } = (error ?? {}) as Partial<Schemas["ValidationProblem"]>;
  throw new ApiError(response.status, detail ?? title ?? `HTTP ${response.status}`, errors ?? []);
}
