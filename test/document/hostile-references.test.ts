// References that try to read forbidden files or to reach a network. Nothing outside the folder of the document may be
// read, and no connection may be opened.
import { symlink, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadContract, loadDocument, parseDocumentText } from "../../src/contract/load.ts";
import { lines, run } from "../cli/program.ts";
import { documentWith, folderWith, refusalOf } from "../contract/documents.ts";
import { IN_PROOF } from "../share.ts";

/** The contents of every file that must not be read. */
const SECRET = "the-secret-beside-the-folder";

let connections = 0;
let port = 0;
const listener = createServer((socket) => {
  connections++;
  socket.destroy();
});

beforeAll(async () => {
  await new Promise<void>((listening) => listener.listen(0, "::", listening));
  port = (listener.address() as AddressInfo).port;
});

afterAll(async () => {
  await new Promise((closed) => listener.close(closed));
});

/** A folder that contains the document's folder and, next to it, secrets. */
async function trap(): Promise<{ root: string; folder: string }> {
  const secret = `type: string\ndescription: ${SECRET}\n`;
  const root = await folderWith({
    "secret.yaml": secret,
    "specs-of-others/secret.yaml": secret,
    "specs/inside.yaml": "type: string\n",
    "specs/notes.txt": secret,
    "specs/.env": secret,
    "specs/noextension": secret,
    "specs/deep/deeper/file.yaml": `$ref: ../../../secret.yaml\n`,
    "specs/chain.yaml": "$ref: deep/deeper/file.yaml\n",
    "specs/broken.yaml": "a: [\n",
    "specs/%2e%2e/secret.yaml": "type: string\n",
  });
  const folder = join(root, "specs");
  await symlink(join(root, "secret.yaml"), join(folder, "link.yaml"));
  await symlink(root, join(folder, "linked-folder"));
  await symlink("/proc/self/environ", join(folder, "environ.yaml"));
  return { root, folder };
}

interface Hostile {
  readonly what: string;
  readonly reference: (where: { root: string; folder: string }) => string;
  readonly says: RegExp;
}

const url = /is a URL; only files beside the document are read, and nothing is ever fetched/;
const outside = /leads out of the folder of the document, and nothing is read there/;
const extension = /does not name a \.yaml, \.yml, \.json file/;

const cases: readonly Hostile[] = [
  { what: "the environment of the process", reference: () => "/proc/self/environ", says: extension },
  { what: "the environment, under a permitted name", reference: () => "environ.yaml", says: outside },
  { what: "a file: URL", reference: ({ root }) => `file://${root}/secret.yaml`, says: url },
  { what: "a file: URL with one slash", reference: ({ root }) => `file:${root}/secret.yaml`, says: url },
  { what: "an upper-case scheme", reference: ({ root }) => `FILE://${root}/secret.yaml`, says: url },
  { what: "the folder above", reference: () => "../secret.yaml", says: outside },
  { what: "the folder above, after a detour", reference: () => "./deep/../../secret.yaml", says: outside },
  { what: "the folder above, URL-encoded", reference: () => "%2e%2e/secret.yaml", says: outside },
  { what: "the folder above, slash encoded too", reference: () => "..%2fsecret.yaml", says: outside },
  { what: "an absolute path", reference: ({ root }) => join(root, "secret.yaml"), says: outside },
  {
    what: "an absolute path, encoded",
    reference: ({ root }) => `%2F${join(root, "secret.yaml").slice(1)}`,
    says: outside,
  },
  { what: "a folder whose name begins alike", reference: () => "../specs-of-others/secret.yaml", says: outside },
  { what: "a link to a file outside", reference: () => "link.yaml", says: outside },
  { what: "a link to a folder outside", reference: () => "linked-folder/secret.yaml", says: outside },
  { what: "two files on the way out", reference: () => "chain.yaml", says: outside },
  { what: "a web address", reference: () => `http://127.0.0.1:${port}/a.yaml`, says: url },
  { what: "a web address by name", reference: () => `http://localhost:${port}/a.yaml#/x`, says: url },
  { what: "the address of every interface", reference: () => `http://0.0.0.0:${port}/a.yaml`, says: url },
  { what: "an IPv6-mapped address", reference: () => `http://[::ffff:127.0.0.1]:${port}/a.yaml`, says: url },
  { what: "an address in one number", reference: () => `http://2130706433:${port}/a.yaml`, says: url },
  { what: "https", reference: () => `https://127.0.0.1:${port}/a.yaml`, says: url },
  { what: "another protocol", reference: () => `ftp://127.0.0.1:${port}/a.yaml`, says: url },
  { what: "a host without a scheme", reference: () => `//127.0.0.1:${port}/a.yaml`, says: url },
  { what: "a UNC path", reference: () => String.raw`\\127.0.0.1\share\a.yaml`, says: url },
  { what: "a scheme that is encoded", reference: () => `%68ttp://127.0.0.1:${port}/a.yaml`, says: /does not exist/ },
  { what: "data in the reference", reference: () => "data:application/yaml,type:%20string", says: url },
  { what: "a script", reference: () => "javascript:alert(1)", says: url },
  { what: "a file of another kind", reference: () => "notes.txt", says: extension },
  { what: "a hidden file", reference: () => ".env", says: extension },
  { what: "a file without a kind", reference: () => "noextension", says: extension },
  { what: "a query that hides the kind", reference: () => "inside.yaml?x=.txt", says: extension },
  { what: "a zero byte", reference: () => "inside.yaml%00.txt", says: /is not a readable path/ },
  { what: "a zero byte before the kind", reference: () => "../secret%00.yaml", says: /is not a readable path/ },
  { what: "an encoding that is none", reference: () => "%zz.yaml", says: /is not a readable path/ },
  { what: "the folder itself", reference: () => ".yaml/../.", says: extension },
  { what: "a file that does not parse", reference: () => "broken.yaml", says: /is not YAML.*\(line 2 of it\)/ },
];

describe("hostile references", () => {
  it.for(cases)("$what", async ({ reference, says }) => {
    const where = await trap();
    const file = join(where.folder, "main.json");
    const document = documentWith({ components: { schemas: { A: { $ref: reference(where) } } } });
    await writeFile(file, JSON.stringify(document));
    const { message, problems } = await refusalOf(file);
    expect(message).toMatch(says);
    expect(problems).toHaveLength(1);
    expect(message).not.toContain("\n");
    expect(message).not.toContain(SECRET);
  });

  it("open no connection", () => {
    expect(connections).toBe(0);
  });

  it.runIf(IN_PROOF)("print one line and exit 2 on the command line, within 3 s", async () => {
    const { folder } = await trap();
    await writeFile(
      join(folder, "main.yaml"),
      "openapi: 3.1.0\ncomponents:\n  schemas:\n    A: { $ref: ../secret.yaml }\n",
    );
    const ended = await run(["explain", "main.yaml"], { cwd: folder });
    expect([ended.code, ended.stdout]).toEqual([2, ""]);
    expect(lines(ended.stderr)).toEqual([
      expect.stringMatching(/^main\.yaml:4:5: \$ref "\.\.\/secret\.yaml" leads out/),
    ]);
    expect(ended.ms).toBeLessThan(3000);
  });

  it("are refused in a document that is not in a folder", async () => {
    const { folder } = await trap();
    const document = documentWith({ components: { schemas: { A: { $ref: join(folder, "inside.yaml") } } } });
    expect((await refusalOf(document)).message).toMatch(/this document is not in a folder to read from/);
    await expect(parseDocumentText(JSON.stringify(document), "<stdin>")).rejects.toThrow(
      /<stdin>:1:\d+: .*not in a folder/,
    );
  });
});

describe("references that are harmless", () => {
  it.for(["inside.yaml", "./inside.yaml", "deep/../inside.yaml", "inside%2Eyaml", "%252e%252e/secret.yaml"])(
    "%s",
    async (reference) => {
      const { folder } = await trap();
      await writeFile(
        join(folder, "main.json"),
        JSON.stringify(documentWith({ components: { schemas: { A: { $ref: reference } } } })),
      );
      const { root } = await loadDocument(join(folder, "main.json"));
      expect(root["x-files"]).toEqual({ "1": { type: "string" } });
    },
  );

  it("a document reached through a symbolic link is read from the folder of the real file", async () => {
    const { root, folder } = await trap();
    await writeFile(
      join(folder, "main.json"),
      JSON.stringify(documentWith({ components: { schemas: { A: { $ref: "inside.yaml" } } } })),
    );
    await symlink(join(folder, "main.json"), join(root, "entry.json"));
    await expect(loadContract(join(root, "entry.json"))).resolves.toHaveProperty("title", "Test");
  });
});
