// For each rule, changes to the clean document that break it and similar changes that do not.
import { type Json, type Version, at, operation, property, schema } from "./document.ts";

export interface Change {
  readonly name: string;
  readonly change: (document: Json) => void;
  /** The place of the finding; undefined if there is none. */
  readonly pointer?: string;
  /** A part of the message. */
  readonly says?: string;
  /** Undefined for both dialects. */
  readonly only?: Version;
}

const books = "/paths/~1books";
const book = "/paths/~1books~1{bookId}";
const schemas = "/components/schemas";

const list = (document: Json): Json => operation(document, "/books", "get");
const add = (document: Json): Json => operation(document, "/books", "post");
const fetchOne = (document: Json): Json => operation(document, "/books/{bookId}", "get");
const headers = (document: Json): Json => at(document, "components", "headers");
const title = (document: Json): Json => property(document, "NewBook", "title");

const closedAnd = (other: Json): Json => ({
  allOf: [{ type: "object", additionalProperties: false, properties: { code: { type: "string" } } }, other],
});

const without = (place: Json, ...keys: string[]): void => {
  for (const key of keys) delete place[key];
};

export const PAIRS: Readonly<Record<string, readonly Change[]>> = {
  "document.structure": [
    {
      name: "an unknown key",
      change: (d) => Object.assign(list(d), { respones: {} }),
      pointer: `${books}/get/respones`,
      says: '"respones" is not known here',
    },
    { name: "no version", change: (d) => without(at(d, "info"), "version"), pointer: "/info", says: "version" },
    {
      name: "a parameter of no place",
      change: (d) => Object.assign(at(list(d), "parameters", 1), { in: "body" }),
      pointer: `${books}/get/parameters/1/in`,
      says: "query",
    },
    {
      name: "a parameter with schema and content",
      change: (d) => Object.assign(at(list(d), "parameters", 1), { content: { "text/plain": {} } }),
      pointer: `${books}/get/parameters/1`,
      says: "schema",
    },
    {
      name: "a wrong parameter that a reference leads to",
      change: (d) => {
        d["x-parts"] = { p: { name: "q", in: "query", schema: {}, requird: true } };
        (at(list(d), "parameters") as unknown as unknown[]).push({ $ref: "#/x-parts/p" });
      },
      pointer: "/x-parts/p/requird",
      says: "not known",
    },
    {
      name: "a security scheme without its key",
      change: (d) => Object.assign(at(d, "components", "securitySchemes"), { key: { type: "apiKey", in: "header" } }),
      pointer: "/components/securitySchemes/key",
      says: "name",
    },
    { name: "an extension", change: (d) => Object.assign(list(d), { "x-anything": { at: "all" } }) },
    {
      name: "a described server variable",
      change: (d) => Object.assign(at(d, "servers", 0, "variables", "host"), { description: "the host" }),
    },
    { name: "a license with a name alone", change: (d) => Object.assign(at(d, "info"), { license: { name: "MIT" } }) },
    {
      name: "a scheme in upper case",
      change: (d) =>
        Object.assign(at(d, "components", "securitySchemes", "key"), { scheme: "Bearer", bearerFormat: "JWT" }),
    },
  ],
  "document.contract": [
    {
      name: "a security scheme that is not there",
      change: (d) => Object.assign(list(d), { security: [{ nobody: [] }] }),
      pointer: `${books}/get/security/0/nobody`,
      says: "nobody",
    },
    { name: "a security scheme that is there", change: (d) => Object.assign(list(d), { security: [{ key: [] }, {}] }) },
  ],
  "document.spelling": [
    {
      name: "a keyword with a letter too few",
      change: (d) => Object.assign(title(d), { maxLenght: 40 }),
      pointer: `${schemas}/NewBook/properties/title/maxLenght`,
      says: 'did you mean "maxLength"?',
    },
    {
      name: "a path without its slash",
      change: (d) => Object.assign(at(d, "paths"), { authors: {} }),
      pointer: "/paths/authors",
      says: 'did you mean "/authors"?',
    },
    { name: "a name that is near to none", change: (d) => Object.assign(title(d), { internalNote: "none" }) },
    { name: "an extension", change: (d) => Object.assign(title(d), { "x-maxLenght": 40 }) },
  ],
  "document.reference-siblings": [
    {
      name: "a bound beside the $ref of a schema",
      change: (d) =>
        Object.assign(schema(d, "Books"), { items: { $ref: "#/components/schemas/Book", minProperties: 2 } }),
      pointer: `${schemas}/Books/items/minProperties`,
      says: "beside a $ref",
      only: "3.0.3",
    },
    {
      name: "a bound beside the $ref of a schema",
      change: (d) =>
        Object.assign(schema(d, "Books"), { items: { $ref: "#/components/schemas/Book", minProperties: 2 } }),
      only: "3.1.0",
    },
    {
      name: "a key beside the $ref of a header",
      change: (d) =>
        Object.assign(at(fetchOne(d), "responses", "200", "headers"), {
          Sunset: { $ref: "#/components/headers/Sunset", required: true },
        }),
      pointer: `${book}/get/responses/200/headers/Sunset/required`,
      says: "required",
    },
    {
      name: "a description beside the $ref of a header",
      change: (d) =>
        Object.assign(at(fetchOne(d), "responses", "200", "headers"), {
          Sunset: { $ref: "#/components/headers/Sunset", description: "when" },
        }),
      only: "3.1.0",
    },
  ],
  "schema.valid": [
    {
      name: "a type that is none",
      change: (d) => Object.assign(title(d), { type: "text" }),
      pointer: `${schemas}/NewBook/properties/title/type`,
      says: "string",
    },
    {
      name: "a bound that is a text",
      change: (d) => Object.assign(title(d), { maxLength: "10" }),
      pointer: `${schemas}/NewBook/properties/title/maxLength`,
      says: "integer",
    },
    {
      name: "a pattern that is none",
      change: (d) => Object.assign(title(d), { pattern: "^(a" }),
      pointer: `${schemas}/NewBook/properties/title/pattern`,
      says: "not a regular expression",
    },
    {
      name: "a schema that refers to itself at once",
      change: (d) => Object.assign(schema(d, "NewBook"), { allOf: [{ $ref: "#/components/schemas/NewBook" }] }),
      pointer: `${schemas}/NewBook`,
      says: "never ends",
    },
    {
      name: "a keyword of 3.1",
      change: (d) => Object.assign(title(d), { const: "Emma" }),
      pointer: `${schemas}/NewBook/properties/title/const`,
      says: "not known",
      only: "3.0.3",
    },
    {
      name: "a flag of 3.0",
      change: (d) => Object.assign(property(d, "Book", "id"), { minimum: 0, exclusiveMinimum: true }),
      pointer: `${schemas}/Book/properties/id/exclusiveMinimum`,
      says: "number",
      only: "3.1.0",
    },
    {
      name: "a discriminator without a property",
      change: (d) => Object.assign(schema(d, "Book"), { discriminator: {} }),
      pointer: `${schemas}/Book/discriminator`,
      says: "propertyName",
    },
    { name: "a keyword of 3.1", change: (d) => Object.assign(title(d), { const: "Emma" }), only: "3.1.0" },
    {
      name: "a flag of 3.0",
      change: (d) => Object.assign(property(d, "Book", "id"), { minimum: 0, exclusiveMinimum: true }),
      only: "3.0.3",
    },
    {
      name: "a schema that refers to itself in a property",
      change: (d) =>
        Object.assign(at(schema(d, "NewBook"), "properties"), { sequel: { $ref: "#/components/schemas/NewBook" } }),
    },
    {
      name: "a bound beyond what a double holds",
      change: (d) => Object.assign(property(d, "Book", "id"), { maximum: 9223372036854775807n }),
    },
  ],
  "schema.satisfiable": [
    {
      name: "an enum that lists no value",
      change: (d) => Object.assign(title(d), { enum: [] }),
      pointer: `${schemas}/NewBook/properties/title`,
      says: "its enum is empty",
      only: "3.1.0",
    },
    {
      name: "a pattern between slashes",
      change: (d) => Object.assign(title(d), { pattern: "/^[0-9]{4}$/" }),
      pointer: `${schemas}/NewBook/properties/title`,
      says: 'no text matches the pattern "/^[0-9]{4}$/": the slashes are part of it, so write "^[0-9]{4}$"',
    },
    { name: "slashes that a text can have", change: (d) => Object.assign(title(d), { pattern: "/v1/" }) },
    {
      name: "a pattern of texts that are too long",
      change: (d) => Object.assign(title(d), { pattern: "^[0-9]{4}$", maxLength: 3 }),
      pointer: `${schemas}/NewBook/properties/title`,
      says: 'no text of its length matches the pattern "^[0-9]{4}$"',
    },
    {
      name: "bounds that cross",
      change: (d) => Object.assign(title(d), { minLength: 5, maxLength: 4 }),
      pointer: `${schemas}/NewBook/properties/title`,
      says: "minLength is 5 and maxLength is 4",
    },
    ...(["Items", "Properties"] as const).map((what) => ({
      name: `numbers of ${what.toLowerCase()} that cross`,
      change: (d: Json) => {
        const type = what === "Items" ? "array" : "object";
        const items = what === "Items" ? { items: {} } : {};
        at(schema(d, "NewBook"), "properties")["parts"] = { type, ...items, [`min${what}`]: 5, [`max${what}`]: 4 };
      },
      pointer: `${schemas}/NewBook/properties/parts`,
      says: `min${what} is 5 and max${what} is 4`,
    })),
    {
      name: "exclusive bounds that meet",
      change: (d) => Object.assign(property(d, "Book", "id"), { exclusiveMinimum: 3, maximum: 3 }),
      pointer: `${schemas}/Book/properties/id`,
      says: "exclusiveMinimum is 3",
      only: "3.1.0",
    },
    {
      name: "no integer between bounds",
      change: (d) =>
        Object.assign(at(schema(d, "NewBook"), "properties"), {
          pages: { type: "integer", minimum: 1.2, maximum: 1.8 },
        }),
      pointer: `${schemas}/NewBook/properties/pages`,
      says: "no integer",
    },
    {
      name: "parts that exclude each other",
      change: (d) =>
        Object.assign(at(schema(d, "NewBook"), "properties"), {
          title: { allOf: [{ type: "string" }, { type: "integer" }] },
        }),
      pointer: `${schemas}/NewBook/properties/title`,
      says: "exclude each other",
    },
    {
      name: "a property that demands itself",
      change: (d) => {
        const own = schema(d, "NewBook");
        Object.assign(at(own, "properties"), { sequel: { $ref: "#/components/schemas/NewBook" } });
        own["required"] = ["sequel"];
      },
      pointer: `${schemas}/NewBook`,
      says: "without end",
    },
    {
      name: "more required than allowed",
      change: (d) => Object.assign(schema(d, "Error"), { maxProperties: 1 }),
      pointer: `${schemas}/Error`,
      says: "requires 2 properties and allows 1",
    },
    {
      name: "alternatives none of which is possible",
      change: (d) => Object.assign(title(d), { anyOf: [{ type: "integer" }, { type: "object" }] }),
      pointer: `${schemas}/NewBook/properties/title`,
      says: "anyOf",
    },
    {
      name: "values of another type",
      change: (d) => Object.assign(title(d), { enum: [1, 2] }),
      pointer: `${schemas}/NewBook/properties/title`,
      says: "each value",
    },
    {
      name: "a required property that nothing may have",
      change: (d) => Object.assign(schema(d, "NewBook"), { required: ["isbn"], additionalProperties: false }),
      pointer: `${schemas}/NewBook`,
      says: 'the property "isbn" must be there and can have no value: false allows none',
    },
    {
      name: "an optional property that nothing may have",
      change: (d) => Object.assign(at(schema(d, "NewBook"), "properties"), { isbn: false }),
      only: "3.1.0",
    },
    { name: "bounds that meet", change: (d) => Object.assign(title(d), { minLength: 5, maxLength: 5 }) },
    {
      name: "a property that may hold itself",
      change: (d) =>
        Object.assign(at(schema(d, "NewBook"), "properties"), { sequel: { $ref: "#/components/schemas/NewBook" } }),
    },
    {
      name: "a required property that may end",
      change: (d) => {
        const own = schema(d, "NewBook");
        Object.assign(at(own, "properties"), {
          sequel: { anyOf: [{ $ref: "#/components/schemas/NewBook" }, { type: "boolean" }] },
        });
        own["required"] = ["sequel"];
      },
    },
    {
      name: "one possible alternative",
      change: (d) => Object.assign(title(d), { anyOf: [{ type: "integer" }, { minLength: 2 }] }),
    },
  ],
  "schema.witness": [
    {
      name: "an optional property that no value fits",
      change: (d) =>
        Object.assign(at(schema(d, "NewBook"), "properties"), {
          pages: { type: "integer", multipleOf: 10, minimum: 11, maximum: 19 },
        }),
      pointer: `${schemas}/NewBook/properties/pages`,
      says: "no value was found",
    },
    {
      name: "items that no value fits",
      change: (d) =>
        Object.assign(at(schema(d, "NewBook"), "properties"), {
          codes: { type: "array", items: { type: "string", format: "date", pattern: "^x" } },
        }),
      pointer: `${schemas}/NewBook/properties/codes/items`,
      says: "no value was found",
    },
    {
      name: "what no value fits where that is meant",
      change: (d) =>
        Object.assign(at(schema(d, "NewBook"), "properties"), {
          box: {
            type: "object",
            not: { required: ["a"], properties: { a: { type: "string", not: { type: "string" } } } },
          },
        }),
    },
    {
      name: "a pattern and a length that do",
      change: (d) =>
        Object.assign(d["components"] as Json, {
          schemas: { ...at(d, "components", "schemas"), Code: { type: "string", pattern: "^[0-9]{8}$", maxLength: 8 } },
        }),
    },
    {
      name: "a hard pattern with an example",
      change: (d) =>
        Object.assign(d["components"] as Json, {
          schemas: {
            ...at(d, "components", "schemas"),
            Code: { type: "string", pattern: "^(?=.*[a-z])(?=.*[0-9])(?=.*[A-Z]).{8}$", example: "abcdEF12" },
          },
        }),
    },
  ],
  "schema.dead-values": [
    {
      name: "a value of another type",
      change: (d) => Object.assign(property(d, "Book", "state"), { enum: ["available", 1] }),
      pointer: `${schemas}/Book/properties/state/enum/1`,
      says: "must be a string",
    },
    {
      name: "values that are allowed",
      change: (d) => Object.assign(property(d, "Book", "state"), { enum: ["available", "lost"] }),
    },
    {
      name: "null where it is allowed",
      change: (d) => Object.assign(property(d, "Book", "state"), { nullable: true, enum: ["available", null] }),
      only: "3.0.3",
    },
  ],
  "schema.idle-constraints": [
    {
      name: "a length of an integer",
      change: (d) => Object.assign(property(d, "Book", "id"), { maxLength: 10 }),
      pointer: `${schemas}/Book/properties/id/maxLength`,
      says: "constrains a string",
    },
    {
      name: "a length where texts are allowed, too",
      change: (d) => Object.assign(title(d), { type: ["string", "integer"], maxLength: 10 }),
      only: "3.1.0",
    },
    { name: "a bound of an integer", change: (d) => Object.assign(property(d, "Book", "id"), { minimum: 1 }) },
    {
      name: "a bound without a type",
      change: (d) => Object.assign(at(schema(d, "NewBook"), "properties"), { title: { maxLength: 10 } }),
    },
  ],
  "schema.closed-parts": [
    {
      name: "a closed part, and a property of another part",
      change: (d) => Object.assign(title(d), closedAnd({ properties: { isbn: {}, age: {} } })),
      pointer: `${schemas}/NewBook/properties/title/allOf`,
      says: 'one part describes "isbn" and "age", and another refuses them',
    },
    {
      name: "a closed part with a pattern for what the others describe",
      change: (d) => {
        const closed = { type: "object", patternProperties: { "^i": {} }, additionalProperties: false };
        Object.assign(title(d), { allOf: [closed, { properties: { isbn: {} } }] });
      },
      only: "3.1.0",
    },
    {
      name: "a property that a part forbids itself",
      change: (d) => Object.assign(title(d), closedAnd({ properties: { isbn: false } })),
      only: "3.1.0",
    },
    {
      name: "a closed part that names all that the others describe",
      change: (d) => Object.assign(title(d), closedAnd({ properties: { code: { minLength: 2 } } })),
    },
  ],
  "pattern.backtracking": [
    {
      name: "a repeated repetition",
      change: (d) => Object.assign(title(d), { pattern: "^(a+)+$" }),
      pointer: `${schemas}/NewBook/properties/title/pattern`,
      says: "(a+)",
    },
    {
      name: "alternatives that overlap",
      change: (d) => Object.assign(title(d), { pattern: "^(?:a|[a-z])*;$" }),
      pointer: `${schemas}/NewBook/properties/title/pattern`,
      says: "more than one way",
    },
    {
      name: "words with optional spaces",
      change: (d) => Object.assign(title(d), { pattern: "^(\\w+\\s?)*$" }),
      pointer: `${schemas}/NewBook/properties/title/pattern`,
      says: "doubles",
    },
    {
      name: "a repeated repetition in the names of properties",
      change: (d) => Object.assign(schema(d, "NewBook"), { patternProperties: { "^(a+)+$": {} } }),
      pointer: `${schemas}/NewBook/patternProperties/^(a+)+$`,
      says: "(a+)",
      only: "3.1.0",
    },
    { name: "words apart", change: (d) => Object.assign(title(d), { pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$" }) },
    { name: "a repetition that cannot fail", change: (d) => Object.assign(title(d), { pattern: "(a+)+" }) },
    { name: "few repetitions", change: (d) => Object.assign(title(d), { pattern: "^(a{1,3}){2}$" }) },
    { name: "brackets in a class", change: (d) => Object.assign(title(d), { pattern: "^[(a+)+]{1,40}$" }) },
  ],
  "example.valid": [
    {
      name: "an example of a body",
      change: (d) =>
        Object.assign(at(list(d), "responses", "200", "content", "application/json"), {
          example: [{ id: "1", title: "Emma" }],
        }),
      pointer: `${books}/get/responses/200/content/application~1json/example`,
      says: "/0/id must be an integer",
    },
    {
      name: "a named example",
      change: (d) =>
        Object.assign(at(add(d), "requestBody", "content", "application/json", "examples", "one"), { value: {} }),
      pointer: `${books}/post/requestBody/content/application~1json/examples/one/value`,
      says: '"title"',
    },
    {
      name: "an example of a parameter",
      change: (d) => Object.assign(at(list(d), "parameters", 0), { example: 101 }),
      pointer: `${books}/get/parameters/0/example`,
      says: "100 or less",
    },
    {
      name: "an example of a schema",
      change: (d) => Object.assign(property(d, "Book", "title"), { example: 1 }),
      pointer: `${schemas}/Book/properties/title/example`,
      says: "a string",
    },
    {
      name: "a list of examples of a schema",
      change: (d) => Object.assign(title(d), { examples: ["Emma", 1] }),
      pointer: `${schemas}/NewBook/properties/title/examples/1`,
      says: "a string",
      only: "3.1.0",
    },
    {
      name: "an example of a request without what the service assigns",
      change: (d) =>
        Object.assign(at(add(d), "requestBody", "content", "application/json"), {
          schema: { $ref: "#/components/schemas/Book" },
        }),
    },
    {
      name: "an example in XML",
      change: (d) =>
        Object.assign(at(list(d), "responses", "200", "content"), {
          "application/xml": { schema: { $ref: "#/components/schemas/Books" }, example: "<books/>" },
        }),
    },
  ],
  "default.valid": [
    {
      name: "a default out of bounds",
      change: (d) => Object.assign(at(list(d), "parameters", 0, "schema"), { default: 200 }),
      pointer: `${books}/get/parameters/0/schema/default`,
      says: "100 or less",
    },
    {
      name: "a default at the bound",
      change: (d) => Object.assign(at(list(d), "parameters", 0, "schema"), { default: 100 }),
    },
  ],
  "operation.success-response": [
    {
      name: "errors alone",
      change: (d) => without(at(list(d), "responses"), "200"),
      pointer: `${books}/get`,
      says: "no 2XX",
    },
    {
      name: "a redirection",
      change: (d) =>
        Object.assign(list(d), {
          responses: { "303": { description: "There" }, default: at(list(d), "responses", "default") },
        }),
    },
  ],
  "operation.error-response": [
    {
      name: "success alone",
      change: (d) => without(at(list(d), "responses"), "default"),
      pointer: `${books}/get`,
      says: "neither",
    },
    {
      name: "a range of errors",
      change: (d) => {
        const responses = at(list(d), "responses");
        responses["4XX"] = responses["default"];
        without(responses, "default");
      },
    },
  ],
  "operation.unique-id": [
    {
      name: "a name that is taken",
      change: (d) => Object.assign(add(d), { operationId: "listBooks" }),
      pointer: `${books}/post/operationId`,
      says: '"listBooks" is taken',
    },
    { name: "no name", change: (d) => without(add(d), "operationId") },
  ],
  "operation.described-json": [
    {
      name: "JSON without a schema",
      change: (d) => without(at(list(d), "responses", "200", "content", "application/json"), "schema"),
      pointer: `${books}/get/responses/200/content/application~1json`,
      says: "no schema",
    },
    {
      name: "text without a schema",
      change: (d) => Object.assign(at(list(d), "responses", "200", "content"), { "text/plain": {} }),
    },
  ],
  "operation.made-body": [
    {
      name: "bytes of which nothing is known",
      change: (d) => Object.assign(at(list(d), "responses", "200"), { content: { "application/x-protobuf": {} } }),
      pointer: `${books}/get`,
      says: "no example of application/x-protobuf",
    },
    {
      name: "bytes with an example",
      change: (d) =>
        Object.assign(at(list(d), "responses", "200", "content"), { "application/x-protobuf": { example: "x" } }),
    },
  ],
  "operation.role": [
    {
      name: "an operation without a role",
      change: (d) =>
        Object.assign(at(d, "paths"), {
          "/login": {
            post: { responses: { "204": { description: "In" }, default: at(list(d), "responses", "default") } },
          },
        }),
      pointer: "/paths/~1login/post",
      says: "POST /login",
    },
    {
      name: "an operation that is said to have none",
      change: (d) =>
        Object.assign(at(d, "paths"), {
          "/login": {
            post: {
              "x-resource": false,
              responses: { "204": { description: "In" }, default: at(list(d), "responses", "default") },
            },
          },
        }),
    },
  ],
  "operation.resource-hint": [
    {
      name: "a role that is none",
      change: (d) => Object.assign(list(d), { "x-resource": { role: "search" } }),
      pointer: `${books}/get/x-resource/role`,
      says: "list, create",
    },
    {
      name: "an unknown key",
      change: (d) => Object.assign(list(d), { "x-resource": { rol: "list" } }),
      pointer: `${books}/get/x-resource/rol`,
      says: "it knows role",
    },
    {
      name: "a collection that is no path",
      change: (d) => Object.assign(list(d), { "x-resource": { collection: "books" } }),
      pointer: `${books}/get/x-resource/collection`,
      says: "slash",
    },
    {
      name: "a text",
      change: (d) => Object.assign(list(d), { "x-resource": "list" }),
      pointer: `${books}/get/x-resource`,
      says: "must be false",
    },
    {
      name: "a role it cannot have",
      change: (d) => Object.assign(fetchOne(d), { "x-resource": { role: "create", collection: "/books" } }),
      pointer: `${book}/get/x-resource`,
      says: "cannot be given",
    },
    {
      name: "a page size that is no parameter",
      change: (d) => Object.assign(list(d), { "x-resource": { pageSize: "window" } }),
      pointer: `${books}/get/x-resource/pageSize`,
      says: '"window"',
    },
    {
      name: "a field that the error does not have",
      change: (d) => Object.assign(schema(d, "Error"), { "x-resource": { error: { message: "why" } } }),
      pointer: `${schemas}/Error/x-resource/error/message`,
      says: "no such property",
    },
    {
      name: "a hint where none is read",
      change: (d) => Object.assign(at(d, "paths", "/books"), { "x-resource": { role: "list" } }),
      pointer: `${books}/x-resource`,
      says: "it belongs on an operation",
    },
    {
      name: "a hint that is followed",
      change: (d) => Object.assign(list(d), { "x-resource": { role: "list", collection: "/books", identifier: "id" } }),
    },
  ],
  "error.one-shape": [
    {
      name: "another shape",
      change: (d) =>
        Object.assign(at(add(d), "responses", "400"), {
          content: {
            "application/json": {
              schema: { type: "object", properties: { errors: { type: "array", items: { type: "string" } } } },
            },
          },
        }),
      pointer: `${books}/post/responses/400`,
      says: 'lacks the property "code"',
    },
    {
      name: "the same names of other types",
      change: (d) =>
        Object.assign(at(add(d), "responses", "400"), {
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["code", "message"],
                properties: { code: { type: "integer" }, message: { type: "string" } },
              },
            },
          },
        }),
      pointer: `${books}/post/responses/400`,
      says: "integer",
    },
    {
      name: "no body",
      change: (d) => without(at(add(d), "responses", "401"), "content"),
      pointer: `${books}/post/responses/401`,
      says: "no body",
    },
    {
      name: "a shape with more",
      change: (d) =>
        Object.assign(at(add(d), "responses", "400"), {
          content: {
            "application/json": {
              schema: {
                allOf: [
                  { $ref: "#/components/schemas/Error" },
                  { type: "object", properties: { field: { type: "string" } } },
                ],
              },
            },
          },
        }),
    },
    {
      name: "the same shape as a problem",
      change: (d) =>
        Object.assign(at(add(d), "responses", "400"), {
          content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Error" } } },
        }),
    },
  ],
  "security.stated": [
    { name: "nothing at all", change: (d) => without(d, "security"), pointer: "", says: "3 operations" },
    {
      name: "one that says nothing",
      change: (d) => {
        without(d, "security");
        Object.assign(list(d), { security: [] });
        Object.assign(add(d), { security: [{ key: [] }] });
      },
      pointer: `${book}/get`,
      says: "nothing says",
    },
    { name: "open on purpose", change: (d) => Object.assign(list(d), { security: [] }) },
  ],
  "security.refusal": [
    {
      name: "no answer to a wrong key",
      change: (d) => without(at(add(d), "responses"), "401"),
      pointer: `${books}/post`,
      says: "401",
    },
    {
      name: "a key that is optional",
      change: (d) => {
        without(at(add(d), "responses"), "401");
        Object.assign(add(d), { security: [{ key: [] }, {}] });
      },
    },
  ],
  "lifecycle.headers": [
    {
      name: "a response without them",
      change: (d) => without(at(fetchOne(d), "responses", "default"), "headers"),
      pointer: `${book}/get/responses/default`,
      says: "no Deprecation and no Sunset",
    },
    {
      name: "no Sunset header",
      change: (d) => without(at(fetchOne(d), "responses", "200", "headers"), "Sunset"),
      pointer: `${book}/get/responses/200`,
      says: "no Sunset",
    },
    {
      name: "names in lower case",
      change: (d) =>
        Object.assign(at(fetchOne(d), "responses", "200"), {
          headers: {
            deprecation: { $ref: "#/components/headers/Deprecation" },
            sunset: { $ref: "#/components/headers/Sunset" },
          },
        }),
    },
  ],
  "lifecycle.sunset": [
    {
      name: "no day",
      change: (d) => without(fetchOne(d), "x-sunset"),
      pointer: `${book}/get/deprecated`,
      says: "no x-sunset",
    },
    { name: "another day", change: (d) => Object.assign(fetchOne(d), { "x-sunset": "2031-01-01" }) },
  ],
  "lifecycle.dates": [
    {
      name: "another day",
      change: (d) => Object.assign(fetchOne(d), { "x-sunset": "2030-12-06" }),
      pointer: "/components/headers/Sunset",
      says: "names 2030-12-05, x-sunset names 2030-12-06",
    },
    {
      name: "a day that is not that weekday",
      change: (d) =>
        Object.assign(headers(d), { Sunset: { schema: { type: "string" }, example: "Fri, 05 Dec 2030 00:00:00 GMT" } }),
      pointer: "/components/headers/Sunset",
      says: "not an HTTP date",
    },
    {
      name: "the word of an old draft",
      change: (d) => Object.assign(headers(d), { Deprecation: { schema: { type: "string" }, example: "true" } }),
      pointer: "/components/headers/Deprecation",
      says: "RFC 9651",
    },
    {
      name: "deprecated after it is gone",
      change: (d) => Object.assign(at(headers(d), "Deprecation"), { example: "@1995132800" }),
      pointer: "/components/headers/Sunset",
      says: "before it is deprecated",
    },
    {
      name: "a sunset without a deprecation",
      change: (d) => without(fetchOne(d), "deprecated"),
      pointer: `${book}/get/x-sunset`,
      says: "not deprecated",
    },
    {
      name: "a Sunset header alone",
      change: (d) => without(fetchOne(d), "x-sunset"),
      pointer: "/components/headers/Sunset",
      says: "has no x-sunset",
    },
    {
      name: "headers without values",
      change: (d) =>
        Object.assign(headers(d), {
          Sunset: { schema: { type: "string" } },
          Deprecation: { schema: { type: "string" } },
        }),
    },
  ],
  "lifecycle.markers": [
    {
      name: "a level that is none",
      change: (d) => Object.assign(list(d), { "x-stability-level": "stabel" }),
      pointer: `${books}/get/x-stability-level`,
      says: '"stabel"',
    },
    {
      name: "a day that is none",
      change: (d) => Object.assign(fetchOne(d), { "x-sunset": "2030-02-30" }),
      pointer: `${book}/get/x-sunset`,
      says: "in quotes",
    },
    { name: "experimental", change: (d) => Object.assign(list(d), { "x-stability-level": "experimental" }) },
  ],
  "constraint.page-size": [
    {
      name: "no maximum",
      change: (d) => without(at(list(d), "parameters", 0, "schema"), "maximum"),
      pointer: `${books}/get/parameters/0`,
      says: "no maximum",
    },
    {
      name: "neither bound",
      change: (d) => without(at(list(d), "parameters", 0, "schema"), "maximum", "minimum"),
      pointer: `${books}/get/parameters/0`,
      says: "no minimum and no maximum",
    },
    {
      name: "an integer of another name",
      change: (d) => {
        Object.assign(at(list(d), "parameters", 0), { name: "year" });
        without(at(list(d), "parameters", 0, "schema"), "maximum", "minimum");
      },
    },
  ],
  "constraint.parameter-length": [
    {
      name: "a text of any length",
      change: (d) => without(at(list(d), "parameters", 1, "schema"), "maxLength"),
      pointer: `${books}/get/parameters/1`,
      says: "any length",
    },
    {
      name: "one of some values",
      change: (d) => Object.assign(at(list(d), "parameters", 1), { schema: { type: "string", enum: ["Austen"] } }),
    },
    {
      name: "a format",
      change: (d) => Object.assign(at(list(d), "parameters", 1), { schema: { type: "string", format: "uuid" } }),
    },
    {
      name: "free text in a body",
      change: (d) => Object.assign(at(schema(d, "NewBook"), "properties"), { blurb: { type: "string" } }),
    },
  ],
  "constraint.text-length": [
    {
      name: "a text in a body that nothing is said about",
      change: (d) => without(title(d), "description"),
      pointer: `${schemas}/NewBook/properties/title`,
      says: 'the text "title" is of any length',
    },
    {
      name: "texts of a list, in a schema that answers refer to first",
      change: (d) => {
        const tags = { Tags: { type: "array", items: { type: "string" } } };
        Object.assign(at(d, "components", "schemas"), tags);
        const link = { $ref: "#/components/schemas/Tags" };
        Object.assign(at(schema(d, "Book"), "properties"), { tags: link });
        Object.assign(at(schema(d, "NewBook"), "properties"), { tags: link });
      },
      pointer: `${schemas}/Tags/items`,
      says: "each text of the list",
    },
    {
      name: "a text with a bound and no word",
      change: (d) => {
        without(title(d), "description");
        Object.assign(title(d), { maxLength: 200 });
      },
    },
    {
      name: "a text of answers",
      change: (d) => Object.assign(at(schema(d, "Book"), "properties"), { blurb: { type: "string" } }),
    },
    {
      name: "a text that is described where it is referred to",
      change: (d) => {
        Object.assign(at(d, "components", "schemas"), { Title: { type: "string" } });
        const link = { $ref: "#/components/schemas/Title", description: "Free text." };
        Object.assign(at(schema(d, "NewBook"), "properties"), { title: link });
      },
      only: "3.1.0",
    },
  ],
  "constraint.identifier-format": [
    {
      name: "an identifier of an item",
      change: (d) => without(property(d, "Book", "id"), "format"),
      pointer: `${schemas}/Book/properties/id`,
      says: '"id" has no format',
    },
    {
      name: "an identifier in a path",
      change: (d) => without(at(d, "paths", "/books/{bookId}", "parameters", 0, "schema"), "format"),
      pointer: `${book}/parameters/0/schema`,
      says: '"bookId"',
    },
    {
      name: "an identifier of something else",
      change: (d) => Object.assign(at(schema(d, "NewBook"), "properties"), { shelf_id: { type: "integer" } }),
      pointer: `${schemas}/NewBook/properties/shelf_id`,
      says: "shelf_id",
    },
    {
      name: "bounds",
      change: (d) => {
        without(property(d, "Book", "id"), "format");
        Object.assign(property(d, "Book", "id"), { minimum: 1, maximum: 1000 });
      },
    },
    {
      name: "a number that is no identifier",
      change: (d) => Object.assign(at(schema(d, "NewBook"), "properties"), { paid: { type: "integer" } }),
    },
  ],
  "path.unique": [
    {
      name: "another name for the same place",
      change: (d) =>
        Object.assign(at(d, "paths"), { "/books/{isbn}": structuredClone(at(d, "paths", "/books/{bookId}")) }),
      pointer: "/paths/~1books~1{isbn}",
      says: "/books/{bookId}",
    },
    {
      name: "a fixed text in the same place",
      change: (d) => Object.assign(at(d, "paths"), { "/books/newest": { get: list(d) } }),
    },
  ],
  "path.parameters": [
    {
      name: "a name without a parameter",
      change: (d) => without(at(d, "paths", "/books/{bookId}"), "parameters"),
      pointer: `${book}/get`,
      says: "{bookId}",
    },
    {
      name: "a name without a parameter, which is the number of another parameter",
      change: (d) => Object.assign(at(d, "paths"), { "/books/{0}": { get: at(d, "paths", "/books", "get") } }),
      pointer: "/paths/~1books~1{0}/get",
      says: "{0}",
    },
    {
      name: "a parameter without a place",
      change: (d) => {
        (at(list(d), "parameters") as unknown as unknown[]).push({
          name: "shelf",
          in: "path",
          required: true,
          schema: { type: "integer", format: "int32" },
        });
      },
      pointer: `${books}/get/parameters/2`,
      says: "does not stand",
    },
    {
      name: "a name that stands twice",
      change: (d) =>
        Object.assign(at(d, "paths"), { "/books/{bookId}/copies/{bookId}": at(d, "paths", "/books/{bookId}") }),
      pointer: "/paths/~1books~1{bookId}~1copies~1{bookId}",
      says: "twice",
    },
    {
      name: "a parameter of the operation",
      change: (d) => {
        const item = at(d, "paths", "/books/{bookId}");
        Object.assign(fetchOne(d), { parameters: item["parameters"] });
        without(item, "parameters");
      },
    },
  ],
  "parameter.unique": [
    {
      name: "twice in one list",
      change: (d) => {
        const parameters = at(list(d), "parameters") as unknown as unknown[];
        parameters.push({ ...(parameters[1] as Json), description: "again" });
      },
      pointer: `${books}/get/parameters/2`,
      says: '"author" is listed twice',
    },
    {
      name: "the same name in another place",
      change: (d) => {
        (at(list(d), "parameters") as unknown as unknown[]).push({
          name: "author",
          in: "header",
          schema: { type: "string", maxLength: 10 },
        });
      },
    },
  ],
  "server.base-path": [
    {
      name: "another base path",
      change: (d) => {
        (d["servers"] as unknown[]).push({ url: "https://old.example.com/v0" });
      },
      pointer: "/servers/2",
      says: "/v0",
    },
    {
      name: "servers of one operation",
      change: (d) => Object.assign(list(d), { servers: [{ url: "/v1" }] }),
      pointer: `${books}/get/servers`,
      says: "of its own",
    },
    {
      name: "a query",
      change: (d) => Object.assign(at(d, "servers", 1), { url: "/v1?key=1" }),
      pointer: "/servers/1/url",
      says: "query",
    },
    {
      name: "another host",
      change: (d) => {
        (d["servers"] as unknown[]).push({ url: "https://old.example.com/v1/" });
      },
    },
  ],
  "server.variables": [
    {
      name: "a variable that is not described",
      change: (d) => Object.assign(at(d, "servers", 0), { url: "https://{host}:{port}/v1" }),
      pointer: "/servers/0/url",
      says: "{port}",
    },
    {
      name: "a default that is none of the values",
      change: (d) => Object.assign(at(d, "servers", 0, "variables", "host"), { enum: ["a", "b"] }),
      pointer: "/servers/0/variables/host/default",
      says: "none of its values",
    },
    {
      name: "a default that is",
      change: (d) => Object.assign(at(d, "servers", 0, "variables", "host"), { enum: ["a", "books.example.com"] }),
    },
  ],
};
