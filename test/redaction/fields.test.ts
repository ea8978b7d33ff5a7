// Values are found by their names, whatever a text is written in.
import { expect, test } from "vitest";
import { fieldsIn, withoutFields } from "../../src/redaction/fields.ts";
import { describesSecret, namesProof, namesSecret } from "../../src/redaction/names.ts";

test.each([
  ["JSON", '{"name":"n","access_token" : "a\\"b","deep":[{"password":"c"}]}', ['a"b', "c"]],
  ["JSON that is cut off", '{"name":"n","secret":"half', ["half"]],
  ["lines of JSON", '{"token":"one"}\n{"token":"two"}', ["one", "two"]],
  ["events", 'event: made\ndata: {"token":"one","n":1}\n\n', ["one"]],
  ["XML", "<?xml version='1.0'?><t><token>one</token><name>n</name></t>", ["one"]],
  [
    "XML with prefixes, attributes and spaces",
    '<a:t a:secret="one" b=\'2\'>\n <a:apiKey x="y">\n  two </a:apiKey></a:t>',
    ["one", "two"],
  ],
  ["XML with entities and CDATA", "<t><token>a&amp;b</token><token><![CDATA[c<]d]]></token></t>", ["a&b", "c<]d"]],
  ["XML that is cut off", "<t><password>ha", ["ha"]],
  ["a form", "name=n&client_secret=a%2Fb&x=1&refresh%5Ftoken=c", ["a/b", "c"]],
  ["YAML", "name: n\n- token: one\n  secret: 'two'\n", ["one", "two"]],
  ["other lines", "expires=1\napi_key = one\n", ["one"]],
  ["nothing of the kind", "the token of today is shown here", []],
])("secrets are found in %s", (_, text, secrets) => {
  expect(fieldsIn(text, namesSecret).map(({ value }) => value)).toEqual(secrets);
  const shown = withoutFields(text, namesSecret, "<hidden>");
  expect(fieldsIn(shown, namesSecret).every(({ value }) => ["<hidden>", ""].includes(value))).toBe(true);
  expect(shown.length === text.length).toBe(secrets.length === 0);
});

test("what is no secret by its name stays: keys, cursors, numbers of tokens", () => {
  const secret = ["password", "passwords", "apiKey", "api_key", "client-secret", "accessToken", "tokens", "privateKey"];
  const plain = [
    "key",
    "id",
    "next_page_token",
    "pageToken",
    "max_tokens",
    "totalTokens",
    "max_new_tokens",
    "secretary",
  ];
  expect([...secret, ...plain].filter(namesSecret)).toEqual(secret);
  expect(["sig", "X-Amz-Signature", "auth", "session_id", "design", "author"].filter(namesProof)).toEqual([
    "sig",
    "X-Amz-Signature",
    "auth",
    "session_id",
  ]);
});

test("a description tells a secret from what is said about one", () => {
  const secret = [
    "The password of the user",
    "A one-time password",
    "The client's secret, shown once when the client is created",
    "Access token used to open the link",
    "API key. Its name is elsewhere.",
    "The secret is valid until the given date",
  ];
  const plain = [
    "The name of the secret",
    "When the access token was last used",
    "Token type",
    "API key identifier",
    "Password reset link",
    "The access token's expiration date",
    "Whether a password is set",
    "How many credentials there are: the number of all",
    "A key of the map",
    "The [API token](https://docs.example.com/api-tokens)'s **type**. There are three.",
  ];
  expect([...secret, ...plain].filter(describesSecret)).toEqual(secret);
});

test("crafted texts cost no more than others", () => {
  const parts = ['"a":"', "<a ", "<a>", " a=", "a:", "&", "<![CDATA[", "]", '"', "=", "\\", "\n- "];
  const started = process.cpuUsage();
  for (const part of parts) fieldsIn(part.repeat(100_000), namesSecret);
  for (const part of parts) fieldsIn(`<x>${part.repeat(100_000)}`, namesSecret);
  const { user } = process.cpuUsage(started);
  expect(user / 1000).toBeLessThan(5_000);
});
