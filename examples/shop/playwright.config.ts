import { defineConfig } from "@playwright/test";

const executablePath = process.env["CHROMIUM"];

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/mock.setup.ts",
  fullyParallel: true,
  workers: 2,
  use: {
    baseURL: "http://127.0.0.1:5197",
    // A browser that is installed already; without it, `npx playwright install chromium` brings one.
    ...(executablePath === undefined ? {} : { launchOptions: { executablePath, args: ["--no-sandbox"] } }),
  },
  webServer: {
    command: "npx vite --host 127.0.0.1 --port 5197 --strictPort",
    url: "http://127.0.0.1:5197",
    env: { VITE_API_URL: "http://127.0.0.1:5196/v2" },
  },
});
