// Where an answer has tokens, and where it says when they end.
import { ValuePlace } from "../../schema/generate/place.ts";
import { type Moment, momentOf } from "../../realistic/texts/moments.ts";
import { type SchemaNode, isType, propertiesIn } from "../../schema/normal/schema-node.ts";

/** Names of properties with a token. */
export const TOKENS =
  /^((access|auth|id|bearer|api|session|user|refresh|jwt|login|security)_?)?(token|jwt)$|^session_?(id|key)$|^api_?key$|^secret_?key$/i;

export interface TokenPlace {
  readonly steps: readonly string[];
  readonly node: SchemaNode;
}

/** Where there are tokens. */
export function tokenPlaces(node: SchemaNode, steps: readonly string[]): readonly TokenPlace[] {
  return [...propertiesIn(node)].flatMap(([name, part]): readonly TokenPlace[] => {
    const place = [...steps, name];
    if (TOKENS.test(name) && isType(part, "string") && part.form.values === undefined)
      return [{ steps: place, node: part }];
    return steps.length < 2 && isType(part, "object") ? tokenPlaces(part, place) : [];
  });
}

interface EndPlace {
  readonly steps: readonly string[];
  readonly write: Moment["write"];
}

/** Where an answer says when its token ends. */
export function endPlaces(node: SchemaNode, steps: readonly string[]): readonly EndPlace[] {
  return [...propertiesIn(node)].flatMap(([name, part]): readonly EndPlace[] => {
    const place = [...steps, name];
    if (
      /^(access_?token_?|token_?|session_?)?(expires?|expiry|expiration|valid_?until)(_?(at|on|date|time))?$/i.test(
        name,
      )
    ) {
      const moment = momentOf(name, ValuePlace.of(part));
      return moment === undefined ? [] : [{ steps: place, write: moment.write }];
    }
    return steps.length < 1 && isType(part, "object") ? endPlaces(part, place) : [];
  });
}
