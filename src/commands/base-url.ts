// The base URL of a service, as `verify`, `proxy` and `serve --upstream` are given it.
import { quoted } from "../json/quote.ts";
import { UsageError } from "./usage.ts";

/** @throws UsageError that says what is wrong with the base URL */
export function baseUrlOf(
  given: string | undefined,
  {
    what = "the base URL",
    purpose = " to verify",
    keys = "use --key or --header for credentials",
  }: { readonly what?: string; readonly purpose?: string; readonly keys?: string } = {},
): string {
  const example = "such as http://127.0.0.1:4010/v1";
  const text = given?.trim();
  if (text === undefined || text === "") throw new UsageError(`${what}${purpose} is missing: give one ${example}`);
  if (!/^https?:\/\//i.test(text))
    throw new UsageError(`${what} must start with http:// or https://, ${example}, not ${quoted(text)}`);
  if (!URL.canParse(text)) throw new UsageError(`${quoted(text)} is not a URL: give one ${example}`);
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw new UsageError(`${what} must not carry a user or a password: ${keys}`);
  }
  if (url.search !== "" || url.hash !== "") throw new UsageError(`${what} must end with its path: no ? and no #`);
  // Send exactly what was typed. Node would refuse the first of these, and change the path of the second.
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes("\\"))
    throw new UsageError(`${what} has characters that a request cannot carry as they are: give ${url.href}`);
  return text.replace(/\/+$/, "");
}
