// See hold.ts for what is asked of them.
import { hold } from "./hold.ts";
import { NOTATIONS } from "./notations.ts";

hold(NOTATIONS);
