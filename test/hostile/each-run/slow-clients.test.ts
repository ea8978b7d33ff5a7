import { drawn } from "../../share.ts";
import { shortened, slowClients } from "./slow-clients.ts";

slowClients(shortened(drawn({ each: 20, proof: 10 })), drawn({ each: 200, proof: 1000 }));
