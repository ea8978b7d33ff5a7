// Links in a `Link` header (RFC 8288), read and written.

/** One link of a header. */
export interface HeaderLink {
  readonly target: string;
  readonly relations: readonly string[];
  /** What follows the target, as written. */
  readonly parameters: string;
}

/** The links of a header, as far as it can be read. A target may contain commas. */
export function linksIn(value: string): HeaderLink[] {
  return Array.from(value.matchAll(/<([^<>]*)>((?:[^,<"]|"[^"]*")*)/g), ([, target = "", rest = ""]) => {
    const parameters = rest.trim();
    const [, quoted, plain] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters) ?? [];
    return { target, relations: (quoted ?? plain ?? "").toLowerCase().split(/\s+/), parameters };
  });
}

/** Where the first link of a relation leads; undefined without one. */
export function linkTo(value: string | undefined, relation: string): string | undefined {
  return linksIn(value ?? "").find(({ relations }) => relations.includes(relation))?.target;
}

/** A header with the links. */
export function linkHeader(links: readonly Pick<HeaderLink, "target" | "parameters">[]): string {
  return links.map(({ target, parameters }) => `<${target}>${parameters}`).join(", ");
}
