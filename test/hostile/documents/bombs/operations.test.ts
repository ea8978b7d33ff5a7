// See hold.ts for what is asked of them.
import { hold } from "./hold.ts";
import { OPERATIONS } from "./operations.ts";

hold(OPERATIONS);
