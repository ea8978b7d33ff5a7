// What is known about an uploaded file, by the names that properties have for it.
import type { SentFile } from "../../contract/serialization/form.ts";

const NAME = /^(original)?_?(file)?_?name$|^title$/i;
const TYPE = /^(content|mime|media|file)_?(type)?$|^type$/i;
const SIZE = /^(file|content|byte)?_?(size|length|bytes)(_?in_?bytes|_?bytes)?$/i;

/** The value of a property; undefined for one that is about something else. */
export function fileFact(property: string, { name, type, size }: SentFile): string | number | undefined {
  if (NAME.test(property)) return name;
  if (TYPE.test(property)) return type;
  return SIZE.test(property) ? size : undefined;
}
