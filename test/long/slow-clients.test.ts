import { DEFAULT_TIMEOUTS } from "../../src/http/listening.ts";
import { slowClients } from "../hardening/slow-clients.ts";

// At most twelve seconds in total.
slowClients(DEFAULT_TIMEOUTS, 0, 1000);
