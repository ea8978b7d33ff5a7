// Whoever asks, where a path names them: by a word such as "me", or by the user name of HTTP Basic, as services do whose
// paths begin with the account.
import { withTexts } from "../../../json/parts.ts";
import { base64AsLatin1, latin1AsText } from "../../../json/bytes.ts";
import type { JsonValue } from "../../../json/value.ts";
import { isAskerWord, mayBeAsker } from "../../../resource/askers.ts";
import { idOf } from "../../../resource/items/identify.ts";
import { parameterIn, placeOf, stepsOf } from "../../../resource/paths.ts";
import { Scope } from "../../items/scope.ts";
import type { Key } from "../../../store/store.ts";
import type { World } from "../../world.ts";
import type { Behaviour, BehaviourBasis, MockRequest } from "../basis.ts";
import { parameterIndex } from "../../../contract/parameters.ts";

/** What a path parameter names, at the top level. */
interface Named {
  /** Its index among the parameters of the operation. */
  readonly at: number;
  readonly mayBeWord: boolean;
  readonly scope: Scope;
}

/** A name of the client's own for an item: the account that it signs in as. */
interface Alias {
  readonly own: string;
  readonly stored: string;
}

/** A behaviour that knows whoever asks when the path names them; the same behaviour if it cannot. */
export function withNamedAsker(basis: BehaviourBasis, behaviour: Behaviour): Behaviour {
  const named = namedIn(basis);
  if (named.length === 0) return behaviour;
  return (request, world) => {
    const values = [...request.values];
    let alias: Alias | undefined;
    for (const { at, mayBeWord, scope } of named) {
      const value = values[at];
      if (value === undefined || scope.find(world, [], value) !== undefined) continue;
      if (mayBeWord && isAskerWord(value)) values[at] = ownId(scope, request, world) ?? value;
      else alias ??= aliasOf(scope, request, world, value);
    }
    if (alias === undefined) return behaviour({ ...request, values }, world);
    return underOwnName(alias, { ...request, values }, world, behaviour);
  };
}

function namedIn({ contract, operation, families }: BehaviourBasis): Named[] {
  const steps = stepsOf(operation.path);
  const isBasic = operation.security.flat().some(({ type, scheme }) => type === "http" && scheme === "basic");
  return steps.flatMap((step, index): Named[] => {
    const at = parameterIndex(operation, { in: "path", name: parameterIn(step) });
    const parameter = operation.parameters[at];
    if (parameter === undefined) return [];
    const mayBeWord = mayBeAsker(contract.document, parameter);
    if (!mayBeWord && !isBasic) return [];
    const place = placeOf(steps.slice(0, index + 1));
    const resource = families.resources.find(
      ({ scope, itemPath }) => scope.length === 0 && itemPath !== undefined && placeOf(stepsOf(itemPath)) === place,
    );
    return resource === undefined ? [] : [{ at, mayBeWord, scope: new Scope(families, resource) }];
  });
}

/** The item that is the user of the request's token, else the first one. */
function ownId({ resource, at }: Scope, { header }: MockRequest, world: World): Key | undefined {
  const user = world.tokens.userIn(header?.("authorization") ?? "");
  const collection = world.collection(at);
  const known = collection.identifiers.keyOf(idOf(resource.identifier, user));
  if (known !== undefined && collection.store.fetch(known) !== undefined) return known;
  return collection.items({ limit: 1 })[0]?.id;
}

/** A shorter name may be in other texts by chance. */
const SHORTEST = 8;

/** The first account is the one of whoever signs in by the name of an account that the document allows. */
function aliasOf(scope: Scope, request: MockRequest, world: World, value: JsonValue): Alias | undefined {
  if (typeof value !== "string" || value.length < SHORTEST || !isBasicUser(request, value)) return undefined;
  const stored = ownId(scope, request, world);
  const isFit = scope.resource.identifier.schema.validate(value).length === 0;
  return typeof stored === "string" && stored.length >= SHORTEST && isFit ? { own: value, stored } : undefined;
}

/** A behaviour for a client with a name of its own for an item: it says so and reads so. */
function underOwnName({ own, stored }: Alias, request: MockRequest, world: World, behaviour: Behaviour) {
  const renamed = (value: JsonValue | undefined): JsonValue | undefined =>
    value === undefined ? undefined : withTexts(value, (text) => text.replaceAll(own, stored));
  const answer = behaviour({ ...request, values: request.values.map(renamed), body: renamed(request.body) }, world);
  if (answer.kind !== "answer") return answer;
  const { text, location } = answer;
  return {
    ...answer,
    ...(text === undefined ? {} : { text: text.replaceAll(stored, own) }),
    ...(location === undefined ? {} : { location: () => location().replaceAll(stored, own) }),
  };
}

function isBasicUser({ header }: MockRequest, value: string): boolean {
  const [, token] = /^basic +(\S+)/i.exec(header?.("authorization") ?? "") ?? [];
  if (token === undefined) return false;
  return latin1AsText(base64AsLatin1(token)).split(":")[0] === value;
}
