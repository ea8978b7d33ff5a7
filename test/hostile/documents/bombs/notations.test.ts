// See hold.ts for their limits.
import { hold } from "./hold.ts";
import { NOTATIONS } from "./notations.ts";

hold(NOTATIONS);
