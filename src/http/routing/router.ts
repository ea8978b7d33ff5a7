// Maps a path to its value. Hand-written, because OpenAPI allows templates that routers read differently
// (`/reports/{day}.csv`, `/jobs/{id}:cancel`, a literal colon), and because a path is looked up before its method: a
// wrong method is 405, not 404.

/** The value found for a path, and the texts of its parameters in the order of the template, decoded. */
export interface Found<T> {
  readonly value: T;
  readonly texts: readonly string[];
}

interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  /** Segments that mix text and parameters. */
  readonly mixed: { readonly pattern: RegExp; readonly source: string; readonly next: Node<T> }[];
  parameter?: Node<T>;
  value?: T;
}

const PARAMETER = /\{[^{}]*\}/;
const WHOLE_PARAMETER = /^\{[^{}]*\}$/;
/** Longer segments are not matched against mixed templates, so that no request can cause a long search. */
const LONGEST_MIXED = 1024;
const NO_TEXTS: readonly string[] = [];

/** Finds values by path template; literal segments take precedence over parameters. */
export class Router<T> {
  readonly #root: Node<T> = emptyNode();
  readonly #plain = new Map<string, Found<T>>();
  /**
   * Templates whose last segment is their only parameter, by the part before it: nearly all templates are like this.
   */
  readonly #tails = new Map<string, T>();
  #hasOthers = false;

  /** Adds a value for a path template. @returns the value of that template: the given one, or an earlier one */
  add(template: string, value: T): T {
    let node = this.#root;
    // Compared decoded: `/caf%C3%A9`, `/café` and either one as sent by a client are the same path.
    for (const segment of template.split("/").slice(1)) node = step(node, decode(segment));
    node.value ??= value;
    const slash = template.lastIndexOf("/");
    if (!PARAMETER.test(template)) this.#plain.set(template, { value: node.value, texts: NO_TEXTS });
    else if (WHOLE_PARAMETER.test(template.slice(slash + 1)) && !PARAMETER.test(template.slice(0, slash))) {
      this.#tails.set(template.slice(0, slash), node.value);
    } else this.#hasOthers = true;
    return node.value;
  }

  /** The value for a path as sent, still percent-encoded. */
  find(path: string): Found<T> | undefined {
    const plain = this.#plain.get(path);
    if (plain !== undefined) return plain;
    // Without other kinds of templates and without escapes, the single look-up below is sufficient.
    if (this.#hasOthers || path.includes("%")) return this.#search(path);
    const slash = path.lastIndexOf("/");
    const value = slash + 1 === path.length ? undefined : this.#tails.get(path.slice(0, slash));
    return value === undefined ? undefined : { value, texts: [path.slice(slash + 1)] };
  }

  #search(path: string): Found<T> | undefined {
    const segments = path.split("/");
    for (let at = 1; at < segments.length; at++) segments[at] = decode(segments[at] as string);
    const texts: string[] = [];
    const value = walk(this.#root, segments, 1, texts);
    return value === undefined ? undefined : { value, texts };
  }
}

function emptyNode<T>(): Node<T> {
  return { literals: new Map(), mixed: [] };
}

function step<T>(node: Node<T>, segment: string): Node<T> {
  if (WHOLE_PARAMETER.test(segment)) return (node.parameter ??= emptyNode());
  if (PARAMETER.test(segment)) return mixedStep(node, segment);
  let next = node.literals.get(segment);
  if (next === undefined) node.literals.set(segment, (next = emptyNode()));
  return next;
}

function mixedStep<T>(node: Node<T>, segment: string): Node<T> {
  const parts = segment.split(/\{[^{}]*\}/).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  const source = `^${parts.join("(.+)")}$`;
  const known = node.mixed.find((one) => one.source === source);
  if (known !== undefined) return known.next;
  const next: Node<T> = emptyNode();
  node.mixed.push({ pattern: new RegExp(source, "s"), source, next });
  return next;
}

function walk<T>(node: Node<T>, segments: readonly string[], at: number, texts: string[]): T | undefined {
  if (at === segments.length) return node.value;
  const segment = segments[at] as string;
  const literal = node.literals.get(segment);
  const found = literal === undefined ? undefined : walk(literal, segments, at + 1, texts);
  if (found !== undefined || segment === "") return found;
  const before = texts.length;
  for (const { pattern, next } of segment.length > LONGEST_MIXED ? [] : node.mixed) {
    const match = pattern.exec(segment);
    if (match === null) continue;
    texts.push(...match.slice(1));
    const value = walk(next, segments, at + 1, texts);
    if (value !== undefined) return value;
    texts.length = before;
  }
  if (node.parameter === undefined) return undefined;
  texts.push(segment);
  const value = walk(node.parameter, segments, at + 1, texts);
  if (value === undefined) texts.length = before;
  return value;
}

/** A segment that is not percent-encoded UTF-8 stays as it is: it matches nothing, which the answer then says. */
function decode(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
