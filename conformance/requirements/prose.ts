// Splits descriptions: each sentence and each table row is one requirement.

export interface ProsePart {
  readonly kind: "sentence" | "table row";
  readonly text: string;
}

/** The sentences and table rows of a CommonMark text. Headings are titles, and code blocks are examples. */
export function proseParts(text: string): ProsePart[] {
  const parts: ProsePart[] = [];
  let paragraph: string[] = [];
  const flush = (): void => {
    for (const sentence of sentences(paragraph.join(" "))) parts.push({ kind: "sentence", text: sentence });
    paragraph = [];
  };
  let inCode = false;
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    if (line.startsWith("```") || line.startsWith("~~~")) inCode = !inCode;
    const item = /^(?:[-*+]|\d+[.)])\s+(.*)$/.exec(line);
    if (inCode || line === "" || /^(?:```|~~~|#{1,6}\s|[-=*_]{3,}$)/.test(line)) flush();
    else if (line.startsWith("|")) {
      flush();
      if (!/^[|:\s-]+$/.test(line)) parts.push({ kind: "table row", text: line });
    } else if (item !== null) {
      flush();
      paragraph = [item[1] ?? ""];
    } else paragraph.push(line);
  }
  flush();
  return parts;
}

/** Splits at the ends of sentences, not at the dots of abbreviations, numbers and code. */
function sentences(paragraph: string): string[] {
  const code: string[] = [];
  const hidden = paragraph.replace(/`[^`]*`/g, (text) => `\ue000${code.push(text) - 1}\ue000`);
  return hidden
    .split(/(?<=[.!?]["')\]]?)\s+(?=[A-Z\u00c0-\u024f"'(\ue000])(?<!\b(?:e\.g|i\.e|cf|vs|etc|No)\.\s+)/u)
    .map((part) => part.replaceAll(/\ue000(\d+)\ue000/g, (_, index: string) => code[Number(index)] ?? "").trim())
    .filter((part) => part !== "");
}
