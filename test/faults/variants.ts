// Stores that keep the contract and do freely what it leaves open. Nothing may be raised against any of them.
import type { Variant } from "./fault.ts";
import { CHOICES } from "./variants/choices.ts";
import { DATA } from "./variants/data.ts";
import { FORM } from "./variants/form.ts";
import { TRANSPORT } from "./variants/transport.ts";

export const VARIANTS: readonly Variant[] = [...DATA, ...FORM, ...CHOICES, ...TRANSPORT];
