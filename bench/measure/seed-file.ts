// Files of items for `serve --seed`: each with a name of 10 characters, spread over three statuses.
import { writeFileSync } from "node:fs";

const STATUSES = ["available", "pending", "sold"] as const;

export function writeSeed(file: string, count: number): void {
  const items: string[] = [];
  for (let id = 1; id <= count; id++) {
    const name = `n${String(id).padStart(9, "0")}`;
    items.push(JSON.stringify({ id, name, categoryId: (id % 7) + 1, status: STATUSES[id % 3] }));
  }
  writeFileSync(file, `[${items.join(",\n")}]`);
}
