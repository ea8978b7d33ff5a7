// What decides a pair of schemas as a whole, so that nothing in it is compared by keyword.
import { alternativesOfOne, chosenOf } from "./alternatives/same-branch.ts";
import { nullAside } from "./alternatives/null-aside.ts";
import { eachListedFits } from "./by-cases.ts";
import { excludesItself } from "./exclusion.ts";
import type { Differences, FormPair, Graph } from "./graph.ts";
import { keywordFacts } from "./keywords.ts";
import { listOfOne } from "./list-of-one.ts";
import { objectFacts } from "./objects.ts";
import type { Compared } from "../keywords/fact.ts";
import { typesApart } from "../keywords/values.ts";

type Decision = (graph: Graph, pair: FormPair, compared: Compared) => Differences | undefined;

/** In this order: the first that says something decides. */
const DECISIONS: readonly Decision[] = [
  nothingSent,
  typesDiffer,
  listOfOne,
  nullAside,
  alternativesOfOne,
  chosenAlone,
  listedValues,
];

/** The differences of a pair that one of these decides; undefined if it has to be compared by keyword. */
export const decidedWhole: Decision = (graph, pair, compared) => {
  for (const decide of DECISIONS) {
    const decided = decide(graph, pair, compared);
    if (decided !== undefined) return decided;
  }
  return undefined;
};

function nothingSent(graph: Graph, { producer, given }: FormPair, compared: Compared): Differences | undefined {
  if (!given.never && !excludesItself(graph, producer, given)) return undefined;
  return { facts: keywordFacts(compared).map((fact) => ({ ...fact, provedBy: "nothing-is-sent" })), edges: [] };
}

/** If the types differ, differences inside the values do not matter. */
function typesDiffer(_graph: Graph, _pair: FormPair, compared: Compared): Differences | undefined {
  const apart = typesApart(compared);
  return apart && { facts: [{ ...apart, refusedBy: "any" }], edges: [] };
}

/** One of the consumer's alternatives, beside which it says nothing that is not proved. */
function chosenAlone(graph: Graph, pair: FormPair, compared: Compared): Differences | undefined {
  const chosen = chosenOf(graph, pair);
  return keywordFacts(compared).every(({ provedBy }) => provedBy !== undefined) ? chosen : undefined;
}

function listedValues({ sides }: Graph, pair: FormPair, compared: Compared): Differences | undefined {
  if (sides.textual || !eachListedFits(sides, pair.producer, pair.consumer)) return undefined;
  const facts = [...keywordFacts(compared), ...objectFacts(pair.given, pair.wanted, sides)];
  return { facts: facts.map((fact) => ({ provedBy: "each-value-fits", ...fact })), edges: [] };
}
