// Conforming stores that make use of what the contract leaves open. None of them may fail a check.
import type { Variant } from "./fault.ts";
import { CHOICES } from "./variants/choices.ts";
import { DATA } from "./variants/data.ts";
import { FORM } from "./variants/form.ts";
import { TRANSPORT } from "./variants/transport.ts";

export const VARIANTS: readonly Variant[] = [...DATA, ...FORM, ...CHOICES, ...TRANSPORT];
