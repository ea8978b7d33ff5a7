// The causes that a report on each service has, each read and signed: what is true about it. A cause that nobody has
// signed fails `node test/field/services.mjs`.
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
};
