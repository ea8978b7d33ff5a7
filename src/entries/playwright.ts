// The entry `animal-store/playwright`: a mock for a Playwright run, with a session for each worker.
import { type RemoteWorld, workerWorld } from "../library/remote-world.ts";

export { RemoteWorld } from "../library/remote-world.ts";
export { mockSetup } from "../library/run-setup.ts";
export type { MockCreation } from "../library/create-mock.ts";

/** The part of a browser context that is used. */
interface Context {
  setExtraHTTPHeaders(headers: Record<string, string>): Promise<void>;
}

/**
 * The fixture `mock`: the session of the worker, reset before each test. Pages of the test send its header with each
 * request. `export const test = base.extend<{ mock: RemoteWorld }>({ mock: mockFixture })`
 */
export async function mockFixture(
  { context }: { context: Context },
  use: (mock: RemoteWorld) => Promise<void>,
  { parallelIndex }: { parallelIndex: number },
): Promise<void> {
  const mock = workerWorld(
    `playwright-${parallelIndex}`,
    "name a file in globalSetup whose default export is mockSetup()",
  );
  await mock.close();
  await context.setExtraHTTPHeaders({ ...mock.headers });
  await use(mock);
}
