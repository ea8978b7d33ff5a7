// See hold.ts for their limits.
import { hold } from "./hold.ts";
import { PARTS } from "./parts.ts";

hold(PARTS);
