// Finds named values in a text, whatever it is written in: JSON, XML, a form or lines like those of YAML. The text may be
// cut off, so nothing is parsed.
import { plain } from "./escapes.ts";

/** A named value, as it is written between two places of the text. */
export interface Field {
  readonly name: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const JSON_MEMBER = /"(?<name>(?:[^"\\]|\\.){1,80})"\s*:\s*"(?<value>(?:[^"\\]|\\.)*)/dg;
const ELEMENT = /<(?:[\w.-]{1,80}:)?(?<name>[\w.-]{1,80})(?:\s[^<>]*)?>\s*(?<value>[^<\s][^<]*)/dg;
const CDATA = /<(?:[\w.-]{1,80}:)?(?<name>[\w.-]{1,80})(?:\s[^<>]*)?>\s*<!\[CDATA\[(?<value>(?:[^\]]|\](?!\]>))+)/dg;
const ATTRIBUTE = /\s(?:[\w.-]{1,80}:)?(?<name>[\w.-]{1,80})\s*=\s*(?<quote>["'])(?<value>(?:(?!\k<quote>)[^<>])+)/dg;
const FORM_FIELD = /(?:^|&)(?<name>[^=&\s]{1,80})=(?<value>[^&\s]+)/dg;
const LINE = /^[ \t-]*["']?(?<name>[\w.-]{1,80})["']?[ \t]*[:=][ \t]*["']?(?<value>[^\s"'{[][^\r\n"']*)/dgm;

/** The patterns for a text, by how it begins. */
function patternsFor(text: string): readonly RegExp[] {
  const [first = ""] = text.trimStart();
  if (first === "<") return [ELEMENT, CDATA, ATTRIBUTE];
  if (first === "{" || first === "[") return [JSON_MEMBER];
  return [JSON_MEMBER, /\s/.test(text.trim()) ? LINE : FORM_FIELD];
}

/** The named values in a text for which a name is wanted, in order. */
export function fieldsIn(text: string, isWanted: (name: string) => boolean): Field[] {
  const found = patternsFor(text).flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ groups, indices }) => {
      const [name, value, place] = [unescaped(groups?.["name"] ?? ""), groups?.["value"], indices?.groups?.["value"]];
      if (value === undefined || place === undefined || !isWanted(name)) return [];
      return [{ name, value: unescaped(value).trim(), start: place[0], end: place[1] }];
    }),
  );
  return found.toSorted((a, b) => a.start - b.start);
}

/** Most texts have no escapes, and looking for all kinds of them takes time. */
const unescaped = (text: string): string => (/[\\%&]/.test(text) ? plain(text) : text);

/** A text with something else in place of the values for which a name is wanted. */
export function withoutFields(text: string, isWanted: (name: string) => boolean, instead: string): string {
  let [shown, done] = ["", 0];
  for (const { start, end } of fieldsIn(text, isWanted)) {
    if (start < done) continue;
    shown += text.slice(done, start) + instead;
    done = end;
  }
  return shown + text.slice(done);
}
