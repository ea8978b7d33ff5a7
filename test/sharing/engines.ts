// Engines for tests: one in memory, the one in Redis, and one with which a process forgets everything that a request has changed.
import type { Sharing } from "../../src/http/routing/turns.ts";
import { sharing } from "../../src/http/sharing/turns.ts";
import type { Engine, Outcome, Step } from "../../src/store/engine.ts";
import { RedisEngine } from "../../src/store/redis/engine.ts";
import { connect } from "../../src/store/redis/link.ts";
import { MemoryEngine } from "./memory-engine.ts";

/** @param kind "memory", or the address of Redis */
export async function engineFor(kind: string): Promise<Engine> {
  return kind.startsWith("redis")
    ? new RedisEngine(await connect({ url: kind }), crypto.randomUUID())
    : new MemoryEngine();
}

/** @param kind that of an engine, after "forgetful " for one whose worlds are loaded anew after each change */
export async function sharingFor(kind: string): Promise<Sharing> {
  const [last = "", isForgetful] = kind.split(" ").toReversed();
  const engine = await engineFor(last);
  return sharing(isForgetful === undefined ? engine : forgetful(engine));
}

function forgetful(engine: Engine): Engine {
  const forgotten = new Map<string | undefined, string>();
  const step = async (world: string | undefined, given: Step): Promise<Outcome> => {
    if (forgotten.get(world) === given.from) return engine.step(world, given);
    forgotten.set(world, given.from);
    return { kind: "reload" };
  };
  return new Proxy(engine, {
    get: (real, name) => {
      const own: unknown = name === "step" ? step : Reflect.get(real, name);
      return typeof own === "function" ? own.bind(real) : own;
    },
  });
}
