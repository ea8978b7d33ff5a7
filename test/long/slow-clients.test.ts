import { DEFAULT_TIMEOUTS } from "../../src/http/listening.ts";
import { slowClients } from "../hardening/slow-clients.ts";

// Twelve seconds in all, and no more.
slowClients(DEFAULT_TIMEOUTS, 0, 1000);
