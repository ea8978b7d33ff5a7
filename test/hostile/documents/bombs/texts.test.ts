// See hold.ts for what is asked of them.
import { hold } from "./hold.ts";
import { TEXTS } from "./texts.ts";

hold(TEXTS);
