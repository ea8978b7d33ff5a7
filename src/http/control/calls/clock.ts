// The clock of a world: get, set, stop, move.
import { isObject } from "../../../json/value.ts";
import { EARLIEST, LATEST } from "../../../mock/clock.ts";
import { refuse } from "../../../mock/errors/refusal.ts";
import { type ControlCalls, told } from "../call.ts";

const BEYOND = refuse("invalid_body", "body", "the clock goes from the year 1 to the year 9999");

export const CLOCK_CALLS: ControlCalls = {
  getClock: ({ world }) => told(world.clock.read()),

  setClock({ world, body }) {
    const { now, frozen } = isObject(body) ? body : {};
    const moment = now === undefined ? world.clock.now() : Date.parse(now as string);
    if (!(moment >= EARLIEST && moment <= LATEST)) return BEYOND;
    world.clock.set(moment, frozen === true);
    return told(world.clock.read());
  },

  advanceClock({ world, body }) {
    const { seconds } = isObject(body) ? body : {};
    const milliseconds = Math.round(Number(seconds) * 1000);
    const moment = world.clock.now() + milliseconds;
    if (!(moment >= EARLIEST && moment <= LATEST)) return BEYOND;
    world.clock.advance(milliseconds);
    return told(world.clock.read());
  },

  resetClock({ world }) {
    world.clock.reset();
    return told(world.clock.read());
  },
};
