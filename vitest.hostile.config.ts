import { defineConfig } from "vitest/config";

/** What measures how long a command takes to end: with nothing else running, or it would measure that. */
const TIMED = ["test/hostile/target/{slow,large}.test.ts"];

/** These take longer than all the others together: `npm run test:bombs`. */
const BOMBS =
  process.env["ANIMAL_STORE_BOMBS"] === undefined
    ? ["test/hostile/documents/bombs/{schemas,towers,texts,notations,parts,operations}.test.ts"]
    : [];

const common = { testTimeout: 120_000, hookTimeout: 60_000, pool: "forks" } as const;

// What SECURITY.md promises, tried: hostile changes, targets, documents and requests.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: "hostile",
          include: ["test/hostile/**/*.test.ts"],
          exclude: [...BOMBS, ...TIMED],
          // One more than the two cores of CI: half of these wait for targets that never answer, and a core would idle.
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      { test: { ...common, name: "timed", include: TIMED, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
