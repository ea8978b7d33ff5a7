// The keys of a run: one for every scheme, or each scheme's own, and which of several requirements to satisfy.
import type { Contract, Operation, SecurityAlternative, SecurityScheme } from "../../../src/contract/model.ts";
import type { HeaderPairs } from "../exchange.ts";
import { type Credential, bareKey, credentialFor, needsHandshake, usesAuthorization } from "./credential.ts";

/** What the user gave. */
export interface Keys {
  /** For each scheme without a key of its own. */
  readonly key?: string | undefined;
  /** By the name of the scheme. */
  readonly keyOf?: ReadonlyMap<string, string>;
}

/** Gets a new key. The scheme it is for; undefined if for all that have no key of their own. */
export interface Renewal {
  readonly scheme?: string | undefined;
  readonly renew: () => Promise<string>;
}

/** The keys of one identity. A key may be replaced while the run goes on. */
export class Keyring {
  #general: string | undefined;
  readonly #own: Map<string, string>;
  readonly #all = new Set<string>();
  readonly renewal: Renewal | undefined;
  /** How often a key was replaced. */
  renewals = 0;

  constructor({ key, keyOf = new Map() }: Keys, renewal?: Renewal) {
    this.#general = key;
    this.#own = new Map(keyOf);
    this.renewal = renewal;
    for (const one of [key, ...keyOf.values()]) if (one !== undefined) this.#all.add(one);
  }

  /** True if no key was given at all. */
  get isEmpty(): boolean {
    return this.#all.size === 0;
  }

  /** Every key that was in use, the first one first: all of them are secret. */
  get secrets(): readonly string[] {
    return [...this.#all];
  }

  /** The key for a scheme, without the name of the scheme or the cookie; undefined if there is none. */
  keyFor(scheme: SecurityScheme | undefined): string | undefined {
    const key = scheme === undefined ? undefined : (this.#own.get(scheme.name) ?? this.#general);
    return key === undefined || scheme === undefined ? undefined : bareKey(scheme, key);
  }

  /** True if the scheme has a key of its own. */
  owns({ name }: SecurityScheme): boolean {
    return this.#own.has(name);
  }

  /** True if there is a key for each of some schemes. */
  fits(schemes: readonly SecurityScheme[]): boolean {
    return schemes.every((scheme) => this.keyFor(scheme) !== undefined);
  }

  /** The credential for schemes that must all be satisfied, as far as there are keys. */
  credential(schemes: readonly SecurityScheme[]): Credential {
    return credentialFor(schemes, (scheme) => this.keyFor(scheme));
  }

  /** Gets the first key. */
  async begin({ scheme, renew }: Renewal): Promise<void> {
    const key = await renew();
    if (scheme === undefined) this.#general = key;
    else this.#own.set(scheme, key);
    this.#all.add(key);
  }

  /** Replaces a key that is no longer accepted. */
  async renew(renewal: Renewal): Promise<void> {
    await this.begin(renewal);
    this.renewals++;
  }

  /** The same keys, and those that headers carry for schemes of the document; and the headers that are left. */
  withHeaders(contract: Contract, headers: HeaderPairs): { readonly keyring: Keyring; readonly headers: HeaderPairs } {
    const schemes = schemesOf(contract);
    const keyOf = new Map(this.#own);
    const left = headers.filter(([name, value]) => {
      const meant = schemes.filter((scheme) => this.#isPlaceOf(name, scheme));
      for (const scheme of meant) keyOf.set(scheme.name, value);
      return meant.length === 0;
    });
    if (left.length === headers.length) return { keyring: this, headers };
    return { keyring: new Keyring({ key: this.#general, keyOf }, this.renewal), headers: left };
  }

  /** True if a header stands where a scheme has its key. A header named Authorization gives way to a key. */
  #isPlaceOf(header: string, scheme: SecurityScheme): boolean {
    const name = header.toLowerCase();
    if (this.owns(scheme)) return false;
    if (usesAuthorization(scheme)) {
      return name === "authorization" && this.#general === undefined && !needsHandshake(scheme);
    }
    return scheme.in === "header" && scheme.key?.toLowerCase() === name;
  }
}

/** How to choose among the requirements of an operation. */
export interface Choice {
  readonly keyring: Keyring;
  /** The schemes that the user named. */
  readonly schemes?: readonly string[] | undefined;
  /** True if a client certificate satisfies a scheme that wants one. */
  readonly hasCertificate?: boolean | undefined;
}

/** The contract with the requirement to satisfy first in each operation. */
export function withChosenSecurity(
  contract: Contract,
  { keyring, schemes = [], hasCertificate = false }: Choice,
): Contract {
  const isChosen = schemes.length > 0 || hasCertificate || schemesOf(contract).some((scheme) => keyring.owns(scheme));
  if (!isChosen) return contract;
  const rank = (alternative: SecurityAlternative): number =>
    (alternative.some(({ name }) => schemes.includes(name)) ? 0 : 2) + (keyring.fits(alternative) ? 0 : 1);
  const security = (alternatives: Operation["security"]): Operation["security"] =>
    alternatives
      .map((alternative) => (hasCertificate ? alternative.filter(({ type }) => type !== "mutualTLS") : alternative))
      .toSorted((one, other) => rank(one) - rank(other));
  const operations = contract.operations.map((operation) => ({ ...operation, security: security(operation.security) }));
  return { ...contract, operations };
}

/** The schemes that operations use, each name once. */
export function schemesOf({ operations }: Contract): readonly SecurityScheme[] {
  const all = operations.flatMap(({ security }) => security.flat());
  return [...new Map(all.map((scheme) => [scheme.name, scheme])).values()];
}
