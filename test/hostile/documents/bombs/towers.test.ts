// See hold.ts for their limits.
import { hold } from "./hold.ts";
import { inDocuments } from "./make.ts";
import { TOWERS } from "./towers.ts";

hold(inDocuments(TOWERS));
