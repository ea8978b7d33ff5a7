// See hold.ts for what is asked of them.
import { hold } from "./hold.ts";
import { inDocuments } from "./make.ts";
import { SCHEMAS } from "./schemas.ts";

hold(inDocuments(SCHEMAS));
