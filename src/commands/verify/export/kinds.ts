// The values of `--export`, apart from what writes them, which few runs need.
import { quoted } from "../../../json/quote.ts";
import { type Given, UsageError } from "../../usage.ts";

const KINDS = ["k6", "http", "httpyac", "postman"] as const;

export interface Export {
  readonly kind: (typeof KINDS)[number];
  readonly file: string;
}

export function exportOf({ text, source }: Given): Export {
  const [name, ...rest] = text.split("=");
  const kind = KINDS.find((known) => known === name);
  const file = rest.join("=");
  if (kind !== undefined && file !== "") return { kind, file };
  throw new UsageError(`${source} must be k6=FILE, http=FILE, httpyac=FILE or postman=FILE, not ${quoted(text)}`);
}
