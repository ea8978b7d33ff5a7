import type { Money } from "./api.js";

export function money({ amount, currency }: Money): string {
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(amount / 100);
}
