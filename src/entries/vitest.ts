// The entry `animal-store/vitest`: a mock for a Vitest run, with a session for each worker.
import { type RemoteWorld, workerWorld } from "../library/remote-world.ts";

export { RemoteWorld } from "../library/remote-world.ts";
export { mockSetup } from "../library/run-setup.ts";
export type { MockCreation } from "../library/create-mock.ts";

/**
 * The fixture `mock`: the session of the worker, reset before each test.
 * `export const test = base.extend({ mock: mockFixture })`
 */
// oxlint-disable-next-line no-empty-pattern -- Vitest reads in the braces which fixtures this one needs: none
export async function mockFixture({}: object, use: (mock: RemoteWorld) => Promise<void>): Promise<void> {
  const { VITEST_POOL_ID: id = "0" } = process.env;
  const mock = workerWorld(`vitest-${id}`, "name a file in globalSetup whose default export is mockSetup()");
  await mock.close();
  await use(mock);
}
