// A mock for a test run: started before the workers, which find it through variables, and stopped after them.
import { type MockCreation, createMock } from "./create-mock.ts";
import { tellWorkers } from "./remote-world.ts";

/**
 * A global setup that starts a mock. Make it the default export of the file that `globalSetup` names.
 * @param options as for `createMock`
 */
export function mockSetup(options: MockCreation = {}): () => Promise<() => Promise<void>> {
  return async () => {
    const mock = await createMock({ ...options, control: options.control ?? {} });
    const { path: control, token } = options.control ?? {};
    tellWorkers({ url: mock.url, key: mock.key, control, token, header: options.sessionHeader });
    return () => mock.close();
  };
}
