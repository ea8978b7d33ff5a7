// The values of `--export`, apart from what writes them, which few runs need.
import { quoted } from "../../../json/quote.ts";
import { type Given, UsageError } from "../../usage.ts";

export interface Export {
  readonly kind: "k6" | "http" | "postman";
  readonly file: string;
}

const KINDS = ["k6", "http", "postman"] as const;

export function exportOf({ text, source }: Given): Export {
  const [name, ...rest] = text.split("=");
  const kind = KINDS.find((known) => known === name);
  const file = rest.join("=");
  if (kind !== undefined && file !== "") return { kind, file };
  throw new UsageError(`${source} must be k6=FILE, http=FILE or postman=FILE, not ${quoted(text)}`);
}
