// Preloaded into a command (`node --import`): when it exits, writes its resource usage to $BENCH_USAGE_FILE.
import { writeFileSync } from "node:fs";

process.on("exit", () => {
  const file = process.env["BENCH_USAGE_FILE"];
  if (file !== undefined) writeFileSync(file, JSON.stringify(process.resourceUsage()));
});
