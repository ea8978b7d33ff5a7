// Reports to the operator what any number of requests may cause, without flooding the log.

/** The maximum number of reports of a kind: a page can invent as many origins as it likes. */
const MOST_TOLD = 20;

/** Reports each text once, and not too many of them. */
export function toldOnce(tell: (text: string) => void): (text: string) => void {
  const told = new Set<string>();
  return (text) => {
    if (told.has(text) || told.size >= MOST_TOLD) return;
    told.add(text);
    tell(text);
  };
}
