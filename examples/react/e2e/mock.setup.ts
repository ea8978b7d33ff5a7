import { mockSetup } from "animal-store/playwright";

export default mockSetup({ port: 5198 });
