// Answers requests in worlds that several processes share.
import { type Refusal, refuse } from "../../mock/errors/refusal.ts";
import { Mask } from "../../mock/journal/mask.ts";
import type { Journals } from "../../mock/journal/journal.ts";
import { Recorders, SharedWorlds } from "../../mock/sharing/shared-worlds.ts";
import type { SessionReading } from "../../mock/worlds.ts";
import type { World } from "../../mock/world.ts";
import { type Engine, EngineError } from "../../store/engine.ts";
import type { OperationEntry, PathItem } from "../routing/path-item.ts";
import { FULL } from "../routing/route.ts";
import type { How, Sharing, Turns } from "../routing/turns.ts";
import { hasBody } from "../request/body/read.ts";
import type { Visit } from "../routing/visit.ts";
import { HeldReply } from "./held-reply.ts";

/** What a client is told of an engine that does not do what it is asked. */
const REFUSALS: Readonly<Record<EngineError["kind"], Refusal>> = {
  unreachable: refuse(
    "service_unavailable",
    "store",
    "the shared store does not answer, so it is unknown whether anything was changed; try again in a moment",
  ),
  "read-only": refuse("service_unavailable", "store", "the shared store takes no changes at present; try again later"),
  foreign: refuse("service_unavailable", "store", "the shared store holds something else under the keys of this mock"),
  full: refuse("store_full", "store", "the shared store has no room left"),
  crowded: refuse(
    "store_full",
    "store",
    "this process has no room for the items of the others; give each the same --capacity-bytes",
  ),
};

/** What is known of a request after it was answered. */
const KNOWN = ["status", "refusal", "excused", "disturbance", "operation", "request", "changes"] as const;

/** Makes the worlds of a mock those of an engine. @param keys the accepted keys, which nobody else may read there */
export function sharing(engine: Engine, keys: readonly string[] = []): Sharing {
  const recorders = new Recorders();
  return {
    watcherOf: recorders.watcherOf,
    turnsOf(worlds, { operations }, fail) {
      const schemes = operations.flatMap(({ security }) => security.flat());
      const parts = { engine, operations, mask: new Mask(keys, schemes) };
      return new SharedTurns(new SharedWorlds(worlds, recorders, parts), fail);
    },
  };
}

class SharedTurns implements Turns {
  readonly #worlds: SharedWorlds;
  readonly #fail: (visit: Visit, error: unknown) => void;

  constructor(worlds: SharedWorlds, fail: (visit: Visit, error: unknown) => void) {
    this.#worlds = worlds;
    this.#fail = fail;
  }

  take(visit: Visit, item: PathItem, how: How): void {
    const entry = item.entry(how.method);
    visit.replies = entry?.replies ?? item.replies;
    const go = (own: Visit): void => how.answer(own, item, how as never);
    void this.#prepare(visit, how.expectation === "unknown" ? undefined : entry)
      .then((outcome) => {
        if (outcome === "enter") this.#carry(visit, go);
        else if (outcome === "refuse") go(visit);
      })
      .catch((error: unknown) => this.#refuse(visit, error));
  }

  session(name: string): Promise<World | undefined> {
    return this.#worlds.session(name);
  }

  do<T>(world: World, work: () => T): Promise<T> {
    return this.#worlds.of(world).do(work);
  }

  readRecords(world: World, isAll: boolean): Promise<void> {
    return this.#worlds.readRecords(world, isAll);
  }

  clearRecords(world: World): Promise<void> {
    return this.#worlds.of(world).records.clear();
  }

  follow(world: World, isAll: boolean, journals: Journals): void {
    this.#worlds.follow(world, isAll, () => journals.hasListeners);
  }

  list(): Promise<readonly SessionReading[]> {
    return this.#worlds.list();
  }

  drop(session: string): Promise<boolean> {
    return this.#worlds.drop(session);
  }

  dropAll(): Promise<void> {
    return this.#worlds.dropAll();
  }

  refusalOf(error: unknown): Refusal | undefined {
    return error instanceof EngineError ? REFUSALS[error.kind] : undefined;
  }

  /**
   * Finds the world of a request, and reads its body: what follows must not wait for anything.
   * @param entry the operation; undefined for a request that is refused whoever sends it
   */
  async #prepare(visit: Visit, entry: OperationEntry | undefined): Promise<"enter" | "refuse" | "answered"> {
    if (visit.session !== undefined) {
      // A client that is refused begins no session.
      const isAdmitted = (): boolean => entry?.gatekeeper.judge(visit) === "admitted";
      if (!(await this.#worlds.has(visit.session)) && !isAdmitted()) return "refuse";
      const world = await this.#worlds.session(visit.session);
      if (world === undefined) {
        visit.replies?.refuse(visit, FULL);
        return "answered";
      }
      visit.world = world;
    }
    if (entry === undefined || !hasBody(visit.head) || !entry.endpoint.intake.takes(visit)) return "enter";
    return new Promise((resolve, reject) => {
      try {
        entry.endpoint.intake.readFirst(visit, () => resolve("enter"));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
  }

  #carry(visit: Visit, go: (visit: Visit) => void): void {
    let held = new HeldReply(visit.res);
    let own = visit;
    this.#worlds.of(visit.world).carry({
      work: () => {
        held.drop();
        held = new HeldReply(visit.res);
        own = { ...visit, res: held };
        try {
          go(own);
        } catch (error) {
          this.#fail(own, error);
        }
      },
      done: (fault) => {
        if (fault !== undefined) {
          held.drop();
          this.#refuse(visit, fault);
          return;
        }
        try {
          held.release();
        } catch (error) {
          this.#fail(visit, error);
          return;
        }
        const answered = own;
        // Some of it is decided when a delayed answer is sent.
        for (const name of KNOWN) Object.defineProperty(visit, name, { get: () => answered[name], enumerable: true });
      },
    });
  }

  #refuse(visit: Visit, error: unknown): void {
    const refusal = this.refusalOf(error);
    if (refusal === undefined || visit.replies === undefined) this.#fail(visit, error);
    else visit.replies.refuse(visit, refusal, refusal.kind === "service_unavailable" ? ["Retry-After", "1"] : []);
  }
}
