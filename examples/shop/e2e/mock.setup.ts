import { mockSetup } from "animal-store/playwright";

export default mockSetup({ spec: "shop.yaml", port: 5196 });
