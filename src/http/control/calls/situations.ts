// The situations of a world: list, switch on, switch off.
import type { Situation } from "../../../mock/situations/situation.ts";
import { SituationError } from "../../../mock/situations/situations.ts";
import { refuse } from "../../../mock/errors/refusal.ts";
import { type ControlCalls, DONE, told } from "../call.ts";

export const SITUATION_CALLS: ControlCalls = {
  listSituations: ({ world }) => told(world.situations.list()),

  addSituation({ world, body }) {
    try {
      // The schema of the body matches the type.
      return told(world.situations.add(body as unknown as Situation), 201);
    } catch (error) {
      if (!(error instanceof SituationError)) throw error;
      return refuse("invalid_body", "body", error.message);
    }
  },

  clearSituations({ world }) {
    world.situations.clear();
    return DONE;
  },

  removeSituation({ world, value }) {
    const id = Number(value("situationId"));
    return world.situations.remove(id) ? DONE : refuse("not_found", "path", `no situation with the id ${id} is on`);
  },
};
