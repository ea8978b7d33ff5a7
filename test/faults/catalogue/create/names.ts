// Faults of creation in the name: altered in the response, in the store or in both.
import { alter, alterStored, answeredAs, without } from "../../craft.ts";
import { type Fault, faults } from "../../fault.ts";

type Rename = (name: string) => string;

const renamed = (change: Rename) => alter((item) => ({ ...item, name: change(item.name) }));
const renamedInStore = (change: Rename) => alterStored((item) => ({ ...item, name: change(item.name) }));

const ASTRAL = /[\u{10000}-\u{10ffff}]/gu;

export const NAMES: readonly Fault[] = faults({
  "create.name-trimmed: Blanks around a name are lost.": renamed((name) => name.trim()),
  "create.name-trimmed-in-store: Blanks around a name are in the answer and not in the store.": renamedInStore((name) =>
    name.trim(),
  ),
  "create.name-trimmed-at-end: Blanks at the end of a name are lost.": renamed((name) => name.trimEnd()),
  "create.blanks-collapsed: Several blanks in a name become one.": renamed((name) => name.replace(/ +/g, " ")),
  "create.line-breaks-lost: Line breaks and tabs in a name become blanks.": renamed((name) =>
    name.replace(/[\n\r\t]/g, " "),
  ),
  "create.name-composed: A name is normalised to NFC.": renamed((name) => name.normalize("NFC")),
  "create.name-composed-in-store: A name is stored in NFC; the answer shows it as it was sent.": renamedInStore(
    (name) => name.normalize("NFC"),
  ),
  "create.name-decomposed: A name is normalised to NFD.": renamed((name) => name.normalize("NFD")),
  "create.name-cut-at-255: A name is cut at 255 characters.": renamed((name) => name.slice(0, 255)),
  "create.name-cut-in-store: A name is stored with 255 characters at most; the answer shows all.": renamedInStore(
    (name) => name.slice(0, 255),
  ),
  "create.name-cut-at-64: A name is cut at 64 characters.": renamed((name) => name.slice(0, 64)),
  "create.name-lower-case: A name is stored in small letters.": renamedInStore((name) => name.toLowerCase()),
  "create.name-capitalised: A name gets a capital first letter.": renamed(
    (name) => name.charAt(0).toUpperCase() + name.slice(1),
  ),
  "create.name-escaped: A name is escaped for HTML.": renamed((name) =>
    name.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
  ),
  "create.tags-stripped: What looks like a tag is taken out of a name.": renamed((name) =>
    name.replace(/<[^>]*>/g, ""),
  ),
  "create.quotes-doubled: Apostrophes in a name are doubled.": renamed((name) => name.replaceAll("'", "''")),
  "create.backslashes-lost: Backslashes in a name are lost.": renamed((name) => name.replaceAll("\\", "")),
  "create.quotes-escaped: Quotation marks in a name get a backslash in the store.": renamedInStore((name) =>
    name.replaceAll('"', '\\"'),
  ),
  "create.percent-decoded: Percent signs in a name are decoded.": renamed((name) =>
    name.replace(/%([0-7][0-9a-f])/gi, (_whole, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
  ),
  "create.plus-decoded: A plus sign in a name becomes a blank.": renamed((name) => name.replaceAll("+", " ")),
  "create.emoji-lost: Characters beyond 2^16 become question marks.": renamed((name) => name.replace(ASTRAL, "?")),
  "create.emoji-cuts: A name ends before its first character beyond 2^16.": renamedInStore((name) =>
    name.replace(/[\u{10000}-\u{10ffff}].*$/su, ""),
  ),
  "create.non-ascii-lost: Letters outside ASCII become question marks.": renamed((name) =>
    name.replace(/[\u{80}-\u{10ffff}]/gu, "?"),
  ),
  "create.non-ascii-mangled: A name is read as Latin-1 though it is UTF-8.": renamed((name) =>
    Buffer.from(name).toString("latin1"),
  ),
  "create.non-latin-lost: Letters outside Latin-1 become question marks in the store.": renamedInStore((name) =>
    name.replace(/[\u{100}-\u{10ffff}]/gu, "?"),
  ),
  "create.name-read-as-number: A name of digits comes back as a number.": alter((item) => ({
    ...item,
    name: /^\d{1,15}$/.test(item.name) ? Number(item.name) : item.name,
  })),
  "create.zeros-lost: A name of digits loses its leading zeros.": renamed((name) =>
    /^0+\d+$/.test(name) ? name.replace(/^0+/, "") : name,
  ),
  "create.null-name: An item named null is stored without its name.": alter((item) =>
    item.name === "null" ? { ...item, name: null } : item,
  ),
  "create.name-dropped-in-answer: The answer has no name.": answeredAs((item) => without({ ...item }, "name")),
});
