// See hold.ts for their limits.
import { hold } from "./hold.ts";
import { OPERATIONS } from "./operations.ts";

hold(OPERATIONS);
