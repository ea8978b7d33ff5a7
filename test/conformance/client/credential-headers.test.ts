// Whatever header carries a key, an altered one is not shown in it: a near miss says nearly all of the key.
import { expect, test } from "vitest";
import { Redactor } from "../../../conformance/client/target/redaction.ts";
import { CREDENTIAL_HEADERS } from "../../../src/redaction/names.ts";

test.each([...CREDENTIAL_HEADERS, "Cookie"])("in %s", (name) => {
  const [[, shown] = []] = new Redactor("kQ7zCan", []).headers([[name, "kQ7zCam"]]);
  expect(shown).toBe("<altered $API_KEY>");
});
