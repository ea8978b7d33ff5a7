// Hides what readers of the journal, its logs and its archives must not see: keys, cookies, and values whose name
// suggests a secret.
import { linePairs } from "../../contract/header-lines.ts";
import type { SecurityScheme } from "../../contract/model.ts";
import { decodeFor } from "../../contract/serialization/styles.ts";
import { withoutFields } from "../../redaction/fields.ts";
import { namesProof, namesSecret, CREDENTIAL_HEADERS } from "../../redaction/names.ts";
import { SecretSearch } from "../../redaction/secrets.ts";
import { lazy } from "../../memo.ts";

const KEY = "$API_KEY";
const HIDDEN = "<hidden>";

/** Hides secrets. */
export class Mask {
  readonly #secrets: readonly string[];
  #keys: SecretSearch | undefined;
  readonly #headers: () => ReadonlySet<string>;
  readonly #query: ReadonlySet<string>;

  /**
   * @param keys the accepted keys
   * @param schemes the security schemes of the document, which define where keys travel
   */
  constructor(keys: readonly string[], schemes: readonly SecurityScheme[]) {
    this.#secrets = keys.filter((key) => key !== "");
    const named = (place: string): string[] =>
      schemes.flatMap(({ in: where, key }) => (where === place && key !== undefined ? [key.toLowerCase()] : []));
    this.#headers = lazy(() => new Set([...CREDENTIAL_HEADERS, ...named("header")]));
    this.#query = new Set(named("query"));
  }

  /** A text without the accepted keys. */
  text(text: string): string {
    // Created when first needed: most mocks never show their requests.
    this.#keys ??= new SecretSearch(
      this.#secrets.map((value) => ({ value, label: KEY, altered: HIDDEN, thorough: true })),
    );
    return this.#keys.hide(text);
  }

  /** A body without values whose name suggests a secret. */
  body(text: string): string {
    return this.text(withoutFields(text, namesSecret, HIDDEN));
  }

  /** A path with its query, or a whole URL. */
  url(given: string): string {
    const url = given.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#]*@/i, `$1${HIDDEN}@`);
    const mark = url.indexOf("?");
    if (mark === -1) return this.text(url);
    const pairs = url.slice(mark + 1).split("&");
    const shown = pairs.map((pair) => {
      const equals = pair.indexOf("=");
      const written = equals === -1 ? pair : pair.slice(0, equals);
      const name = decodeFor("query", written) ?? written;
      const isSecret = this.#query.has(name.toLowerCase()) || namesProof(name);
      return isSecret && equals !== -1 ? `${pair.slice(0, equals)}=${HIDDEN}` : pair;
    });
    return this.text(`${url.slice(0, mark)}?${shown.join("&")}`);
  }

  /** Header lines as pairs. */
  headers(lines: readonly string[]): [string, string][] {
    return linePairs(lines).map(([name, value]) => [name, this.#value(name.toLowerCase(), value)]);
  }

  #value(name: string, value: string): string {
    if (this.#headers().has(name)) {
      const scheme = /^(?:bearer|basic|digest|apikey|token)(?= )/i.exec(value)?.[0];
      return scheme === undefined ? HIDDEN : `${scheme} ${HIDDEN}`;
    }
    if (name === "cookie") return value.replaceAll(/=[^;]*/g, `=${HIDDEN}`);
    if (name === "set-cookie") return value.replace(/=[^;]*/, `=${HIDDEN}`);
    return name === "referer" ? this.url(value) : this.text(value);
  }
}
