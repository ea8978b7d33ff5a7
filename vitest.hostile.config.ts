import { defineConfig } from "vitest/config";

// What SECURITY.md promises, tried: hostile changes, targets, documents and requests.
export default defineConfig({
  test: {
    include: ["test/hostile/**/*.test.ts"],
    // These take longer than all the others together: `npm run test:bombs`.
    exclude:
      process.env["ANIMAL_STORE_BOMBS"] === undefined
        ? ["test/hostile/documents/bombs/{schemas,towers,texts,notations,parts,operations}.test.ts"]
        : [],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    pool: "forks",
    // One more than the two cores of CI: half of these wait for targets that never answer, and a core would idle.
    maxWorkers: 3,
  },
});
