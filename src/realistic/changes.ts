// What of a thing moves with each change, whatever the client sends: the moment of the last change, and a version.
import type { Purpose } from "./evidence.ts";
import type { ValuePlace } from "../schema/generate/place.ts";
import { isVersion } from "./texts/states.ts";
import type { Context } from "./context.ts";

/** True for a moment of the thing itself that moves with each change, if it is that of the last change. */
export function mayMove(purpose: Purpose, { name, isOwn, known }: Context): boolean {
  // What a client sends back as it was shown moves only where the name says that it tells of changes.
  const isEcho = known.kept !== undefined && known.given === known.kept && /updat|modif|chang|edit/i.test(name);
  return isChanging(purpose, isOwn) && (known.taken === "nothing" || isEcho);
}

/** True for a version of the thing itself, whether or not the client says which one it changes. */
export function isOwnVersion({ form }: ValuePlace, purpose: Purpose, { name, isOwn, known }: Context): boolean {
  if (!isChanging(purpose, isOwn) || !isVersion(name) || form.types?.has("integer") !== true) return false;
  return known.given === undefined || (known.kept !== undefined && known.given === known.kept);
}

function isChanging({ kind, now }: Purpose, isOwn = false): boolean {
  return kind === "new" && now !== undefined && isOwn;
}
