// See hold.ts for their limits.
import { hold } from "./hold.ts";
import { TEXTS } from "./texts.ts";

hold(TEXTS);
