import { DEFAULT_TIMEOUTS } from "../../src/http/server.ts";
import { slowClients } from "../hardening/slow-clients.ts";

slowClients(DEFAULT_TIMEOUTS);
