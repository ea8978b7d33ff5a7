// A mock for a run of tests: started before the workers, who find it by variables, and ended after them.
import { type MockCreation, createMock } from "./create-mock.ts";
import { tellWorkers } from "./remote-world.ts";

/**
 * A global setup that starts a mock: the default export of the file that `globalSetup` names.
 * @param options as of `createMock`
 */
export function mockSetup(options: MockCreation = {}): () => Promise<() => Promise<void>> {
  return async () => {
    const mock = await createMock({ ...options, control: options.control ?? {} });
    const { path: control, token } = options.control ?? {};
    tellWorkers({ url: mock.url, key: mock.key, control, token, header: options.sessionHeader });
    return () => mock.close();
  };
}
