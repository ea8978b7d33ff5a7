// The kinds of reports, and how to ask for several at once.

export const KINDS = ["junit", "html", "json", "sarif", "ctrf", "allure", "github", "markdown", "console"] as const;

export type Kind = (typeof KINDS)[number];

const FLAG = "--report";

/**
 * Gives every report its own flag: `--report html=a.html github` becomes `--report html=a.html --report github`. Takes
 * only words that name a kind, so what follows them, such as a base URL, is left alone.
 * @param args the arguments of the program
 */
export function spreadReports(args: readonly string[]): string[] {
  const spread: string[] = [];
  let isOpen = false;
  for (const [index, word] of args.entries()) {
    const isValue = args[index - 1] === FLAG;
    isOpen = isValue || (isOpen && namesKind(word));
    if (isOpen && !isValue) spread.push(FLAG);
    spread.push(word);
  }
  return spread;
}

function namesKind(word: string): boolean {
  const [name] = word.split("=", 1);
  return KINDS.some((kind) => kind === name);
}
