// Preloaded into a server (`node --expose-gc --import`): on SIGUSR2 it collects garbage and writes the remaining memory
// to $BENCH_HEAP_FILE. Used only to measure memory.
import { renameSync, writeFileSync } from "node:fs";

process.on("SIGUSR2", () => {
  globalThis.gc?.();
  globalThis.gc?.();
  const file = process.env["BENCH_HEAP_FILE"];
  if (file === undefined) return;
  writeFileSync(`${file}.new`, JSON.stringify(process.memoryUsage()));
  renameSync(`${file}.new`, file);
});
