// The second store: its faults and its variants.
import { ANSWER_FAULTS } from "./answers.ts";
import { KEY_FAULTS } from "./keys.ts";
import { REQUEST_FAULTS } from "./requests.ts";

export type { OtherFault } from "./craft.ts";
export { startOther } from "./store.ts";
export { OTHER_VARIANTS, type OtherVariant } from "./variants.ts";

export const OTHER_FAULTS = [...KEY_FAULTS, ...REQUEST_FAULTS, ...ANSWER_FAULTS];
