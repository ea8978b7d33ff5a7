// Faults of creation in what is kept: properties dropped or altered, in the answer, in the store or in both.
import type { Integer, Item } from "../../behaviour.ts";
import { type Fault, alter, alterStored, amend, error, fault, of, without } from "../../craft.ts";
import { REFERENCE, json } from "../../reference.ts";

type Rename = (name: string) => string;

const renamed = (change: Rename) => alter((item) => ({ ...item, name: change(item.name) }));
const renamedInStore = (change: Rename) => alterStored((item) => ({ ...item, name: change(item.name) }));
const recategorized = (change: (id: Integer) => unknown) =>
  alter((item) => ({ ...item, categoryId: change(item.categoryId) }));
/** The answer shows something else than what is stored. */
const answered = (change: (item: Item) => unknown) => ({ created: (item: Item) => json(201, change(item)) });

const ASTRAL = /[\u{10000}-\u{10ffff}]/gu;

export const STORED: readonly Fault[] = [
  fault(
    "create.name-trimmed",
    "Blanks around a name are lost.",
    renamed((name) => name.trim()),
  ),
  fault(
    "create.name-trimmed-in-store",
    "Blanks around a name are in the answer and not in the store.",
    renamedInStore((name) => name.trim()),
  ),
  fault(
    "create.name-trimmed-at-end",
    "Blanks at the end of a name are lost.",
    renamed((name) => name.trimEnd()),
  ),
  fault(
    "create.blanks-collapsed",
    "Several blanks in a name become one.",
    renamed((name) => name.replace(/ +/g, " ")),
  ),
  fault(
    "create.line-breaks-lost",
    "Line breaks and tabs in a name become blanks.",
    renamed((name) => name.replace(/[\n\r\t]/g, " ")),
  ),
  fault(
    "create.name-composed",
    "A name is normalised to NFC.",
    renamed((name) => name.normalize("NFC")),
  ),
  fault(
    "create.name-composed-in-store",
    "A name is stored in NFC; the answer shows it as it was sent.",
    renamedInStore((name) => name.normalize("NFC")),
  ),
  fault(
    "create.name-decomposed",
    "A name is normalised to NFD.",
    renamed((name) => name.normalize("NFD")),
  ),
  fault(
    "create.name-cut-at-255",
    "A name is cut at 255 characters.",
    renamed((name) => name.slice(0, 255)),
  ),
  fault(
    "create.name-cut-in-store",
    "A name is stored with 255 characters at most; the answer shows all.",
    renamedInStore((name) => name.slice(0, 255)),
  ),
  fault(
    "create.name-cut-at-64",
    "A name is cut at 64 characters.",
    renamed((name) => name.slice(0, 64)),
  ),
  fault(
    "create.name-lower-case",
    "A name is stored in small letters.",
    renamedInStore((name) => name.toLowerCase()),
  ),
  fault(
    "create.name-capitalised",
    "A name gets a capital first letter.",
    renamed((name) => name.charAt(0).toUpperCase() + name.slice(1)),
  ),
  fault(
    "create.name-escaped",
    "A name is escaped for HTML.",
    renamed((name) => name.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")),
  ),
  fault(
    "create.tags-stripped",
    "What looks like a tag is taken out of a name.",
    renamed((name) => name.replace(/<[^>]*>/g, "")),
  ),
  fault(
    "create.quotes-doubled",
    "Apostrophes in a name are doubled.",
    renamed((name) => name.replaceAll("'", "''")),
  ),
  fault(
    "create.backslashes-lost",
    "Backslashes in a name are lost.",
    renamed((name) => name.replaceAll("\\", "")),
  ),
  fault(
    "create.quotes-escaped",
    "Quotation marks in a name get a backslash in the store.",
    renamedInStore((name) => name.replaceAll('"', '\\"')),
  ),
  fault(
    "create.percent-decoded",
    "Percent signs in a name are decoded.",
    renamed((name) =>
      name.replace(/%([0-7][0-9a-f])/gi, (_whole, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    ),
  ),
  fault(
    "create.plus-decoded",
    "A plus sign in a name becomes a blank.",
    renamed((name) => name.replaceAll("+", " ")),
  ),
  fault(
    "create.emoji-lost",
    "Characters beyond 2^16 become question marks.",
    renamed((name) => name.replace(ASTRAL, "?")),
  ),
  fault(
    "create.emoji-cuts",
    "A name ends before its first character beyond 2^16.",
    renamedInStore((name) => name.replace(/[\u{10000}-\u{10ffff}].*$/su, "")),
  ),
  fault(
    "create.non-ascii-lost",
    "Letters outside ASCII become question marks.",
    renamed((name) => name.replace(/[\u{80}-\u{10ffff}]/gu, "?")),
  ),
  fault(
    "create.non-ascii-mangled",
    "A name is read as Latin-1 though it is UTF-8.",
    renamed((name) => Buffer.from(name).toString("latin1")),
  ),
  fault(
    "create.non-latin-lost",
    "Letters outside Latin-1 become question marks in the store.",
    renamedInStore((name) => name.replace(/[\u{100}-\u{10ffff}]/gu, "?")),
  ),
  fault(
    "create.name-read-as-number",
    "A name of digits comes back as a number.",
    alter((item) => ({ ...item, name: /^\d{1,15}$/.test(item.name) ? Number(item.name) : item.name })),
  ),
  fault(
    "create.zeros-lost",
    "A name of digits loses its leading zeros.",
    renamed((name) => (/^0+\d+$/.test(name) ? name.replace(/^0+/, "") : name)),
  ),
  fault(
    "create.null-name",
    "An item named null is stored without its name.",
    alter((item) => (item.name === "null" ? { ...item, name: null } : item)),
  ),
  fault(
    "create.name-dropped-in-answer",
    "The answer has no name.",
    answered((item) => without({ ...item }, "name")),
  ),
  fault(
    "create.category-dropped",
    "The answer has no category.",
    answered((item) => without({ ...item }, "categoryId")),
  ),
  fault(
    "create.category-renamed",
    "The answer has category_id and not categoryId.",
    answered(({ categoryId, ...item }) => ({ ...item, category_id: categoryId })),
  ),
  fault("create.category-text", "The category comes back as a string.", recategorized(String)),
  fault(
    "create.category-rounded",
    "A category above 2^53 is rounded.",
    recategorized((id) => BigInt(Number(id))),
  ),
  fault(
    "create.category-rounded-in-store",
    "A category above 2^53 is rounded in the store; the answer is right.",
    alterStored((item) => ({ ...item, categoryId: BigInt.asIntN(64, BigInt(Number(item.categoryId))) })),
  ),
  fault(
    "create.category-rounded-in-answer",
    "A category above 2^53 is rounded in the answer; the store is right.",
    answered((item) => ({ ...item, categoryId: BigInt(Number(item.categoryId)) })),
  ),
  fault(
    "create.category-wraps",
    "A category wraps at 32 bits.",
    recategorized((id) => BigInt.asIntN(32, BigInt(id))),
  ),
  fault(
    "create.category-wraps-unsigned",
    "A category wraps at 32 bits without sign, in the store.",
    alterStored((item) => ({ ...item, categoryId: BigInt.asUintN(32, BigInt(item.categoryId)) })),
  ),
  fault(
    "create.category-capped",
    "A category beyond 2^31-1 becomes 2^31-1.",
    recategorized((id) => (BigInt(id) > 2_147_483_647n ? 2_147_483_647 : id)),
  ),
  fault(
    "create.category-sign-lost",
    "A negative category loses its sign.",
    recategorized((id) => (BigInt(id) < 0n ? -BigInt(id) : id)),
  ),
  fault(
    "create.status-dropped",
    "The answer has no status though one was sent.",
    answered((item) => without({ ...item }, "status")),
  ),
  fault(
    "create.status-dropped-in-store",
    "The status is in the answer and not in the store.",
    alterStored((item) => without({ ...item }, "status")),
  ),
  fault(
    "create.status-always-available",
    "Whatever status is sent, the item is available.",
    alter((item) => (item.status ? { ...item, status: "available" } : item)),
  ),
  fault(
    "create.pending-stored-as-available",
    "A pending item is stored as available; the answer says pending.",
    alterStored((item) => (item.status === "pending" ? { ...item, status: "available" } : item)),
  ),
  fault(
    "create.sold-dropped",
    "The status sold is lost at creation.",
    alter((item) => (item.status === "sold" ? without({ ...item }, "status") : item)),
  ),
  fault(
    "create.status-null",
    "An item without a status comes back with null.",
    alter((item) => ({ ...item, status: item.status ?? null })),
  ),
  fault(
    "create.status-capitals",
    "The status comes back in capitals.",
    answered((item) => (item.status ? { ...item, status: item.status.toUpperCase() } : item)),
  ),
  fault(
    "create.default-outside-enum",
    "An item without a status gets the status unknown.",
    alter((item) => ({ ...item, status: item.status ?? "unknown" })),
  ),
  fault(
    "create.emoji-crashes",
    "A name with a character beyond 2^16 is answered 500.",
    amend(of("create"), (answer, call) => (/[\u{10000}-\u{10ffff}]/u.test(call.body.toString()) ? error(500) : answer)),
  ),
  fault("create.not-stored", "The creation is answered 201 and nothing is stored.", { keep: () => undefined }),
  fault("create.third-not-stored", "Each third creation is answered 201 and not stored.", {
    keep: (item, call) => {
      if (BigInt(item.id) % 3n !== 0n) REFERENCE.keep(item, call);
    },
  }),
  fault("create.without-status-not-stored", "An item without a status is answered 201 and not stored.", {
    keep: (item, call) => {
      if (item.status !== undefined) REFERENCE.keep(item, call);
    },
  }),
  fault("create.stored-twice", "Each creation stores two items.", {
    keep: (item, call) => {
      REFERENCE.keep(item, call);
      REFERENCE.keep({ ...item, id: call.state.nextId++ }, call);
    },
  }),
];
