// What an operation says about a change: whether PUT keeps what the body leaves out.
import type { Operation } from "../../contract/model.ts";
import { type Document, descriptionAt } from "../../document/document.ts";
import { type SchemaNode, propertiesIn } from "../../schema/normal/schema-node.ts";
import { sentNode } from "../items/bodies.ts";
import { keptFor } from "../../memo.ts";
import type { Resource } from "../model.ts";

const KEEPS = [
  /\bonly (?:the |those )?(?:\w+ )?(?:fields|properties|attributes|parameters|values|keys)\b[^.]{0,40}\b(?:provided|given|sent|specified|included|present|supplied|passed|updated|changed|to (?:update|change|modify))/i,
  /\b(?:unspecified|omitted|missing|left[- ]out|absent|not (?:be )?(?:provided|specified|included|sent|given|present|supplied))\b[^.]{0,60}\b(?:remains?|unchanged|ke(?:ep|pt)|stay|retain|not (?:be )?(?:changed|modified|updated|affected|touched)|untouched)/i,
  /\b(?:remains?|left|leaves?|kept|stays?) (?:unchanged|untouched|as (?:it|they) (?:is|are|was|were))\b/i,
  /\bonly (?:the )?(?:new|changed|modified)(?: (?:or|and) (?:changed|new|modified))? (?:fields|properties|attributes|values)\b/i,
  /^(?:the )?(?:fields|properties|attributes|values) to (?:be )?(?:update|change|modif)/im,
  /\bany (?:fields|properties|attributes|parameters) included\b/i,
  /\bsupports? (?:partial|sparse) (?:updates|changes)|\bsparse updat|\bpartial(?:ly)? updat|\bupdates? [^.]{0,40}\bpartially\b/i,
];
const DENIES =
  /\b(?:not|no|never|without) (?:a |an |be |support(?:ed|s)? )?(?:partial|sparse)|\bentire(?:ly)? replac|\breplaces? the (?:entire|whole|complete)/i;

const DROPS =
  /\b(?:unspecified|omitted|missing|left[- ]out|absent|not (?:be )?(?:provided|specified|included|sent|given|present|supplied))\b[^.]{0,60}\b(?:removed|deleted|cleared|reset|unset|erased|nulled|null|(?:its|their|the) defaults?)\b/i;

/** True if a replacement keeps what its body leaves out, because the document says so. A name alone does not. */
export function keepsTheRest(document: Document, operation: Operation): boolean {
  const said = saidOf(document, operation);
  return !DENIES.test(said) && KEEPS.some((one) => one.test(said));
}

/**
 * True if the bodies of a replacement may be parts of things: they need not have what a creation must have, or need not
 * have anything, where another replacement of the document takes parts.
 * @param makerOf the resource that creates the items of one
 */
export function takesParts(
  document: Document,
  operation: Operation,
  resource: Resource,
  { resources, makerOf }: { readonly resources: readonly Resource[]; readonly makerOf: (one: Resource) => Resource },
): boolean {
  if (replaces(saidOf(document, operation))) return false;
  if (needsLess(document, operation, resource, makerOf(resource))) return true;
  const own = sentNode(document, operation, resource.shapes.get(operation));
  if (own === undefined || demandedBy(own).some((names) => names.length > 0)) return false;
  return keptFor(usual, document, () =>
    resources.some((one) => {
      const put = one.operations.replace;
      if (put === undefined || replaces(saidOf(document, put))) return false;
      return keepsTheRest(document, put) || needsLess(document, put, one, makerOf(one));
    }),
  );
}

const replaces = (said: string): boolean => DENIES.test(said) || DROPS.test(said) || /\breplac/i.test(said);

/** Whether the replacements of a document take parts. */
const usual = new WeakMap<Document, boolean>();

/** True if the body of a replacement need not have what that of a creation must have. */
function needsLess(document: Document, operation: Operation, { shapes }: Resource, maker: Resource): boolean {
  const creation = maker.operations.create;
  const own = sentNode(document, operation, shapes.get(operation));
  const whole = creation && sentNode(document, creation, maker.shapes.get(creation));
  if (own === undefined || whole === undefined || own.home === whole.home) return false;
  const { required } = own.form;
  return demandedBy(whole).some((names) => names.some((name) => !required.has(name) && propertiesIn(own).has(name)));
}

/** What a body must have: what it requires, and of alternatives that all require something, what each one does. */
function demandedBy({ form, alternatives }: SchemaNode, depth = 3): (readonly string[])[] {
  const alone = alternatives.flatMap(({ branches: [only, another] }) =>
    only === undefined || another !== undefined || depth === 0 ? [] : demandedBy(only, depth - 1),
  );
  const chosen = alternatives
    .map(({ branches }) => branches.map((one) => [...one.form.required]))
    .filter((branches) => branches.every((names) => names.length > 0))
    .map((branches) => branches.flat());
  return [[...form.required], ...chosen, ...alone];
}

/** True if a replacement removes or resets what its body leaves out, because the document says so. */
export function dropsTheRest(document: Document, operation: Operation): boolean {
  return DROPS.test(saidOf(document, operation)) && !keepsTheRest(document, operation);
}

function saidOf(document: Document, { pointer, summary, body }: Operation): string {
  const ofBody = body === undefined ? "" : `\n${descriptionAt(document, body.pointer)}`;
  return `${summary}. ${descriptionAt(document, pointer)}${ofBody}`;
}
