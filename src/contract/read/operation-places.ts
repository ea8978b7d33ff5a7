// Where the operations of a document stand: in paths, webhooks and callbacks. Each callback follows the operation it
// belongs to.
import { METHODS, isExtension } from "../../document/field-names.ts";
import { isObject } from "../../json/value.ts";
import type { CallbackOf, OperationKind } from "../model.ts";
import type { ObjectAt, Reading } from "./reading.ts";

/** Limits on nested callbacks: this deep, and no more than this many, however often they are referred to. */
const MAX_CALLBACK_DEPTH = 4;
const MAX_CALLBACKS = 10_000;

const HOLDERS = {
  path: { field: "paths", what: "paths must map path templates to their operations", prefix: "" },
  webhook: { field: "webhooks", what: "webhooks must map names to their operations", prefix: "webhook " },
} as const;

/** Where a path item is used. */
interface ItemPlace {
  readonly kind: OperationKind;
  /** The prefix of its operations' names. */
  readonly prefix: string;
  readonly path: string;
  /** How many callbacks lead to it. */
  readonly depth: number;
  readonly callback?: CallbackOf;
}

interface MethodPlace {
  readonly method: string;
  readonly steps: readonly string[];
}

export interface OperationPlace {
  readonly kind: OperationKind;
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly item: ObjectAt;
  readonly operation: ObjectAt;
  readonly callback?: CallbackOf | undefined;
}

/** All operations. @param skip says whether a path can be skipped */
export function* operationPlaces(
  reading: Reading,
  skip: (path: string) => boolean = () => false,
): Generator<OperationPlace, void, undefined> {
  const walk = new Walk(reading);
  yield* walk.items("path", (path) => path.startsWith("/") && !skip(path));
  yield* walk.items("webhook", (name) => !isExtension(name));
}

/** The document itself. */
export function whole({ document }: Reading): ObjectAt {
  return { value: document.root, pointer: "" };
}

class Walk {
  readonly #reading: Reading;
  #callbacks = 0;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** The operations of the path items of one kind. @param wanted says by name whether to read a path item */
  *items(kind: keyof typeof HOLDERS, wanted: (path: string) => boolean): Generator<OperationPlace, void, undefined> {
    const { field, what, prefix } = HOLDERS[kind];
    const items = this.#reading.map(whole(this.#reading), field, what);
    for (const path of Object.keys(items.value).filter(wanted)) {
      yield* this.#item({ kind, prefix, path, depth: 0 }, this.#reading.object(items, [path], "a path item"));
    }
  }

  *#item(place: ItemPlace, item: ObjectAt | undefined): Generator<OperationPlace, void, undefined> {
    if (item === undefined) return;
    for (const { method, steps } of methodsOf(item)) {
      const operation = this.#reading.object(item, steps, "an operation");
      if (operation === undefined) continue;
      const { kind, path, callback } = place;
      const name = `${place.prefix}${method} ${path}`;
      yield { kind, path, method, name, item, operation, callback };
      yield* this.#callbacksOf({ name, depth: place.depth }, operation);
    }
  }

  *#callbacksOf(
    owner: { readonly name: string; readonly depth: number },
    operation: ObjectAt,
  ): Generator<OperationPlace, void, undefined> {
    if (owner.depth >= MAX_CALLBACK_DEPTH) return;
    const callbacks = this.#reading.map(operation, "callbacks", "callbacks must map names to their operations");
    for (const name of Object.keys(callbacks.value)) {
      const callback = this.#reading.object(callbacks, [name], "a callback");
      for (const path of Object.keys(callback?.value ?? {})) {
        if (callback === undefined || isExtension(path) || this.#callbacks++ >= MAX_CALLBACKS) continue;
        const prefix = `${owner.name} callback ${name} `;
        const item = this.#reading.object(callback, [path], "a path item");
        const of = { operation: owner.name, name };
        yield* this.#item({ kind: "callback", prefix, path, depth: owner.depth + 1, callback: of }, item);
      }
    }
  }
}

/** The methods that a path item describes: the usual ones in the order of the specification, then those of 3.2. */
function methodsOf({ value }: ObjectAt): MethodPlace[] {
  const fields = [...METHODS, "query"].filter((field) => value[field] !== undefined);
  const { additionalOperations } = value;
  return [
    ...fields.map((field) => ({ method: field.toUpperCase(), steps: [field] })),
    ...Object.keys(isObject(additionalOperations) ? additionalOperations : {}).map((method) => ({
      method,
      steps: ["additionalOperations", method],
    })),
  ];
}
