// See hold.ts for their limits.
import { hold } from "./hold.ts";
import { inDocuments } from "./make.ts";
import { SCHEMAS } from "./schemas.ts";

hold(inDocuments(SCHEMAS));
