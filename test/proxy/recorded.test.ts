// `proxy --record`: an overlay with what came by, for the mock.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { call } from "../cli/program.ts";
import { file, folder, run, up, useFolder } from "../serve/running.ts";
import { json, startProxy, useService } from "./proxying.ts";

useFolder();
const service = useService();

const DOCUMENT = `
openapi: 3.1.0
info: { title: Clinic, version: 1.0.0 }
servers: [{ url: https://clinic.example.com/v1 }]
paths:
  /patients:
    get: { operationId: listPatients, responses: { "200": { description: ok, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Patient" } } } } } } }
    post:
      operationId: createPatient
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Patient" } } } }
      responses: { "201": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Patient" } } } } }
  /patients/{id}:
    get:
      operationId: getPatient
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Patient" }, example: { id: 1, name: a, ward: b } } } } }
components:
  schemas:
    Patient:
      type: object
      required: [name, ward]
      properties:
        id: { type: integer }
        name: { type: string }
        ward: { type: string }
        email: { type: string, format: email }
        apiToken: { type: string }
        born: { type: string, format: date }
        address: { type: object, properties: { postalCode: { type: string, pattern: "^[0-9]{5}$" }, country: { type: string, maxLength: 2 } } }
`;

const PATIENT = {
  id: 41,
  name: "Erika Mustermann",
  ward: "North",
  email: "erika@hospital.test",
  apiToken: "t0psecret-9",
  address: { postalCode: "80331", country: "DE" },
};

describe("proxy --record", () => {
  test("writes what came by without secrets and personal values, and the mock starts with it", async () => {
    service.answer = (req, res) => json(req.url?.endsWith("41") === true ? PATIENT : [PATIENT])(req, res);
    const spec = file("clinic.yaml", DOCUMENT);
    const proxy = await startProxy(service.url(), { spec: join(folder(), spec), record: "recorded.yaml" }, folder());
    await fetch(`${proxy.url}/patients/41`);
    await fetch(`${proxy.url}/patients`);
    await fetch(`${proxy.url}/patients`);
    service.answer = json({ ...PATIENT, ward: 7 }, 201);
    const headers = { "Content-Type": "application/json" };
    await fetch(`${proxy.url}/patients`, {
      method: "POST",
      headers,
      body: JSON.stringify({ name: "Max", ward: "South" }),
    });
    await proxy.stop();
    expect(proxy.said.text).toContain("wrote 3 examples to recorded.yaml; left out: POST /patients (not what");
    const text = readFileSync(join(folder(), "recorded.yaml"), "utf8");
    expect(text).not.toMatch(/Erika|hospital|t0psecret|Max|80331/);
    // A mask that the document does not allow is replaced by a value that it does.
    expect(text).toMatch(/postalCode: "?\d{5}"?\n/);
    expect(text).toMatch(/person\d@example\.com/);
    expect(text).toContain("remove: true");
    const mock = run({ spec, overlay: ["recorded.yaml"] });
    const url = await up(mock);
    const found = (await (await fetch(`${url}/patients/41`)).json()) as object;
    expect(found).toMatchObject({ id: 41, ward: "North" });
    mock.stop();
    await mock.code;
    const linted = await call(["lint", spec, "--overlay", "recorded.yaml"], { cwd: folder() });
    expect(linted.code).not.toBe(2);
  });

  test("never overwrites a file", async () => {
    file("there.yaml", "precious");
    const { code, stderr } = await call(["proxy", "http://127.0.0.1:1", "--record", "there.yaml"], { cwd: folder() });
    expect([code, stderr]).toEqual([
      2,
      "animal-store proxy: --record cannot write there.yaml: it exists already; name another file\n",
    ]);
    expect(readFileSync(join(folder(), "there.yaml"), "utf8")).toBe("precious");
  });
});
