import { shortened, slowClients } from "./slow-clients.ts";

slowClients(shortened(10), 5000);
