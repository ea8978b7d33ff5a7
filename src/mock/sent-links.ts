// Addresses that clients have sent: they come back as they were, wherever they lead.
import { type JsonValue, isObject } from "../json/value.ts";
import { Rows } from "../store/rows.ts";

/** The most addresses to remember, and the longest one. */
const MOST = 5_000;
const LONGEST = 2_048;

/** The addresses in what the clients of one world have sent. */
export class SentLinks {
  readonly rows = new Rows<true>();

  note(value: JsonValue | undefined): void {
    if (typeof value === "string") {
      if (value.length > LONGEST || !value.includes("://") || this.rows.has(value)) return;
      const [oldest = ""] = this.rows.keys();
      if (this.rows.size >= MOST) this.rows.set(oldest, undefined);
      this.rows.set(value, true);
    } else if (Array.isArray(value)) for (const one of value as readonly JsonValue[]) this.note(one);
    else if (isObject(value)) for (const one of Object.values<JsonValue>(value)) this.note(one);
  }

  has(address: string): boolean {
    return this.rows.has(address);
  }

  clear(): void {
    this.rows.clear();
  }
}
