// See hold.ts for what is asked of them.
import { hold } from "./hold.ts";
import { PARTS } from "./parts.ts";

hold(PARTS);
