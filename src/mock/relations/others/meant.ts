// Which collection a property means, whose items it names, shows or lists.
import type { Resource } from "../../../resource/model.ts";
import { spoken } from "../../../resource/items/envelope.ts";
import { singular, thingOf, wordsOf } from "../../../resource/paths.ts";
import { type SchemaNode, isType, propertiesIn } from "../../../schema/normal/schema-node.ts";
import { isShortOf } from "./embedded.ts";
import { OF_OWN } from "./lineage.ts";
import { ANOTHER, TAIL, isNamed, isProse } from "./references.ts";
import type { Targets } from "./targets.ts";

/** Properties that identify a thing within an object. */
export const IDENTIFIER = /^(id|uuid|guid|gid|sid)$/i;

/** The object that has a property. */
interface Around {
  readonly own: Resource;
  /** It is the thing itself, not a part of it. */
  readonly isTop: boolean;
  /** The name by which the thing around it has it. */
  readonly name: string;
}

/** Finds the collections that properties mean. */
export class Meant {
  readonly #targets: Targets;

  constructor(targets: Targets) {
    this.#targets = targets;
  }

  /** The resource whose items a property refers to by their identifiers. */
  named(name: string, part: SchemaNode, { own, isTop, name: around }: Around): Resource | undefined {
    if (!isNamed(part)) return undefined;
    const words = wordsOf(name);
    const isTailed = words.length > 1 && TAIL.test(words.at(-1) ?? "");
    // `customer: { id }` and `customer: { data: { type, id } }` name the customer like `customerId`.
    const isPart = !isTop && around !== "" && IDENTIFIER.test(name);
    if (!isTailed && !isPart && isProse(words, part)) return undefined;
    const stem = isPart ? wordsOf(around) : isTailed ? words.slice(0, -1) : words;
    const isOfOwn = isTop && isTailed && own.scope.length === 0 && OF_OWN.test(stem.join(""));
    const other = this.#targets.named(stem, isTailed || isPart) ?? this.#targets.keyed(name);
    const target = other ?? (isOfOwn ? own : undefined);
    // Nothing names what shows no identifier.
    if (target?.identifier.steps.length === 0) return undefined;
    return target === own && isTop && !ANOTHER.test(name) ? undefined : target;
  }

  /** The resource whose items a list names by their identifiers. @param items what the list has */
  namedInList(name: string, items: SchemaNode, own: Resource): Resource | undefined {
    const words = wordsOf(name);
    const isTailed = words.length > 1 && TAIL.test((words.at(-1) ?? "").replace(/s$/, ""));
    if (!isTailed && isProse([singular(words.at(-1) ?? "")], items)) return undefined;
    const target = this.#targets.named(isTailed ? words.slice(0, -1) : words, isTailed);
    // Who wrote a book need not be a member of the library.
    const stem = singular((isTailed ? words.at(-2) : words.join("")) ?? "");
    const isSame = target !== undefined && thingOf(target.name).endsWith(stem);
    return target === own || !isSame ? undefined : target;
  }

  /** The resource whose items a property shows inside. @param isSeveral it is a list of them, and the part is one */
  embedded(name: string, whole: SchemaNode, own: Resource, isSeveral = false): Resource | undefined {
    // Where null may be, what else is there.
    const part = spoken(whole);
    if (!isType(part, "object") || part.items !== undefined) return undefined;
    const words = wordsOf(name);
    const short = (one: Resource | undefined): Resource | undefined =>
      one !== undefined && isShortOf(part, this.#targets.nodeOf(one), one.identifier.steps[0]) ? one : undefined;
    const target =
      (isSeveral ? short(this.#targets.named(words, false)) : this.#targets.named(words, false)) ??
      this.#targets.like(part) ??
      short(this.#targets.within(words)) ??
      short(this.#targets.named(words, true));
    if (target === undefined || target.parent?.resource === own) return undefined;
    if (target === own && (isSeveral || !SUPERIOR.test(name) || short(own) === undefined)) return undefined;
    return isIdentifiedIn(part, target) ? target : undefined;
  }

  /** The resource whose items a list shows in short. */
  listed(name: string, { items, types }: SchemaNode): Resource | undefined {
    if (items === undefined || types?.includes("array") !== true) return undefined;
    const target = this.#targets.named(wordsOf(name), false) ?? this.#targets.like(items);
    return target !== undefined && isIdentifiedIn(items, target) ? target : undefined;
  }
}

/** Somebody of the same kind who is shown in short. */
const SUPERIOR = /^(manager|supervisor|reports_?to)$/i;

/** True if an object has the property that identifies the items of a resource. */
function isIdentifiedIn(part: SchemaNode, { identifier }: Resource): boolean {
  const [step, more] = identifier.steps;
  return step !== undefined && more === undefined && propertiesIn(part).has(step);
}
