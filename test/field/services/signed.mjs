// The causes that a report on each service has, each read and signed: what is true about it; or, if it is not true, what
// it is (`{ is: "twice" }` or `{ is: "false" }`) and why. A cause that nobody has signed fails
// `node test/field/services.mjs`.
export const SIGNED = {
  hono: {
    "error-body": "an unknown path and an unknown method are answered in plain text",
  },
  fastify: {
    "body-types": "Ajv converts types in bodies",
    "check:create.client-identifier": "the body is spread over the assigned id",
    "check:fetch.lenient": "Ajv reads 0x1 as an integer in paths",
  },
  express: {
    "integer-syntax": "the validator converts query strings with Number",
    "check:fetch.lenient": "the validator converts paths with Number",
    "check:protocol.allow": "the validator answers 405 without Allow",
  },
  elysia: {
    "error-body": "422 is not in the document, and its body has another media type than the 404 that is",
    "check:parameters.required": "limit and offset have defaults, and are still required in the document",
    "check:create.media-type-spelling": "Application/Json is not read as JSON",
  },
  hapi: {
    "integer-syntax": "joi reads +5 as a number",
    "body-types": "joi converts a cost in quotes",
    "check:create.answers-as-sent:cost": "joi rounds to the precision, which the document does not say",
    "check:create.refuses-bound": "a time without an offset is taken for a date-time",
    "check:create.extra-property": "joi refuses unknown properties, and the document says that the body is open",
  },
  django: {
    "body-types": "serializers convert types in bodies",
    "trimmed-texts": "a CharField trims, which the document does not say",
    "no-answer:HEAD": "the answer to HEAD has a body, so it is no HTTP",
    "check:create.accepts:name": "a blank name is refused, which the schema does not say",
    "check:create.accepts:title": "a blank title is refused, which the schema does not say",
    "check:filters.search": "the document lists search for orders, which has no search_fields and finds everything",
    "check:parameters.repeated": "of a parameter that is sent twice, the last value counts",
    "integer-syntax": "1.0 is read as an integer",
    "listed-values": "an empty kind is no filter instead of being refused",
    "server-error:GET /api/orders/": "a customer of 2^63 is too large for SQLite",
    "server-error:GET /api/customers/{id}/": "an identifier of 2^63 is too large for SQLite",
    "server-error:GET /api/orders/{id}/": "an identifier of 2^63 is too large for SQLite",
    "server-error:GET /api/products/{id}/": "an identifier of 2^63 is too large for SQLite",
    "server-error:POST /api/customers/": "arrays in arrays, 5,000 deep, make the parser fail",
    "server-error:POST /api/orders/": "arrays in arrays, 5,000 deep, make the parser fail",
    "server-error:POST /api/products/": "arrays in arrays, 5,000 deep, make the parser fail",
    "server-error:DELETE /api/products/{id}/":
      "a product that an order names is protected, which makes its removal fail with 500",
  },
  fastapi: {
    "body-types": "Pydantic 1 converts types in bodies",
    "integer-syntax": "Pydantic 1 reads +5 as a number",
    "error-body": "an HTTPException has a text where the documented error has a list",
    "check:schema.body": "what is optional is null in answers, which its schema does not allow",
    "check:status.refusal": "400 is not in the document",
    "check:parameters.repeated": "of a parameter that is sent twice, the last value counts",
    "check:protocol.allow": "Allow names the methods of one route only",
  },
  loopback: {
    "server-error:POST /todos": "a geocoding service that cannot be reached makes a creation fail; null does too",
    "server-error:GET /todos": "a filter that is not JSON makes the list fail",
    "check:create.accepts:title": "an empty title is refused, which the schema does not say",
    "check:fetch.lenient": "0x1 is read as an identifier",
  },
  alertmanager: {
    "error-body": "go-openapi answers with an object where the document has a text",
    "check:status.refusal": "go-openapi refuses with 422, which is not in the document",
    "check:create.refuses-bound": "a time without an offset is taken for a date-time",
    "check:create.refuses-broken": "what follows the JSON text is not read",
    "no-answer:POST /silences": "a null among the matchers makes the handler panic, and closes the connection",
  },
  powerdns: {
    "no-answer:HEAD": "the answer to HEAD has a body, so it is no HTTP",
    "check:auth.in-query": "the key is also read from ?api-key=, which the document does not say",
    "check:auth.before-input": "an unknown server is a 404 before the key is looked at",
    "check:status.success": "reading one setting is documented and not implemented",
    "check:schema.body": "record sets have no changetype in answers, where the schema requires it",
    "check:parameters.required": "max is required in the document and may be left out",
    "check:parameters.repeated": "of a max that is sent twice, one counts",
    "check:protocol.allow": "a 405 has no Allow",
    "server-error:GET /servers/{server_id}/search-data": "max=abc makes the search fail with 500",
    "integer-syntax": "1.5, +5 and an empty text are read as integers",
  },
};
