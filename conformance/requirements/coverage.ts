// Which checks test which place. The table below says which checks are able to; a check counts only where it is really
// asked, of that operation and of that very parameter, property or response: its own subjects say so.
import { isObject } from "../../src/contract/json.ts";
import type { AnyCheck, Subject } from "../check.ts";
import type { Plan } from "../plan.ts";
import type { Place } from "./places.ts";
import { type Able, ableChecks } from "./able.ts";
import type { Use } from "./uses.ts";

/** The subjects of each check that applies to a plan, by check id and operation. */
export class Asked {
  readonly #subjects = new Map<string, readonly Subject[]>();

  constructor(checks: readonly AnyCheck[], plan: Plan) {
    for (const check of checks) this.#subjects.set(check.id, check.applies(plan));
  }

  /** The ids of the checks that test a place in one of its uses. */
  covering(place: Place, use: Use, plan: Plan): string[] {
    return ableChecks(place, use, plan).flatMap((able) =>
      this.#ids(able).filter((id) => this.#isAsked(id, able, place, use)),
    );
  }

  #ids({ check }: Able): string[] {
    if (!check.endsWith("*")) return this.#subjects.has(check) ? [check] : [];
    return [...this.#subjects.keys()].filter((id) => id.startsWith(check.slice(0, -1)));
  }

  #isAsked(id: string, able: Able, place: Place, use: Use): boolean {
    const own = (this.#subjects.get(id) ?? []).filter(({ operation }) => operation === use.operation);
    switch (able.of) {
      case "operation":
        return own.length > 0;
      case "path":
        return (this.#subjects.get(id) ?? []).some(({ operation }) => operation.path === use.operation.path);
      case "place":
        return own.some(({ pointer }) => use.anchors.includes(pointer));
      case "names": {
        const names = namesIn(place);
        return own.some(({ pointer }) => names.includes(pointer.slice(pointer.lastIndexOf("/") + 1)));
      }
    }
  }
}

/** The properties that `required` lists, as last steps of pointers. */
function namesIn({ value }: Place): string[] {
  const names = Array.isArray(value) ? value.map(String) : isObject(value) ? Object.keys(value) : [];
  return names.map((name) => name.replaceAll("~", "~0").replaceAll("/", "~1"));
}
