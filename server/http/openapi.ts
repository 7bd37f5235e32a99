import { ERROR_STATUS, type ErrorCode } from '@freeplay/shared/protocol';
import {
  COMPONENTS,
  Failure,
  OPERATION_IDS,
  OPERATIONS,
  type Operation,
  operationErrors,
} from '@freeplay/shared/protocol/http';
import { z } from 'zod';

type Json = { readonly [key: string]: unknown };

const JSON_TYPE = 'application/json';

/** What the document says of a success status. */
const MEANING: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Created.',
  304: 'Nothing has changed.',
};

/** The OpenAPI 3.1 document of every operation, from the schemas and the table that the server itself works with. */
export function openApiDocument(): Json {
  const schemas = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(COMPONENTS)) schemas.add(schema, { id });
  const uri = (id: string) => `#/components/schemas/${id}`;
  const components = z.toJSONSchema(schemas, { uri }).schemas;

  /** A schema of the components is named, any other is written out. */
  const refer = (schema: z.ZodType): Json => {
    const known = schemas.get(schema);
    return known ? { $ref: uri(known.id) } : plain(z.toJSONSchema(schema));
  };

  const paths: Record<string, Json> = {};
  for (const id of OPERATION_IDS) {
    const operation = OPERATIONS[id];
    paths[operation.path] = { ...paths[operation.path], [operation.method]: operationEntry(id, operation, refer) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Freeplay',
      version: '1',
      description: 'Identity, lobby and matches. Bodies are JSON of at most 1 KiB; nothing may be cached.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components).map(([id, schema]) => [id, plain(schema)])),
      securitySchemes: { player: { type: 'apiKey', in: 'header', name: 'X-Player-Token' } },
    },
  };
}

function operationEntry(id: string, operation: Operation, refer: (schema: z.ZodType) => Json): Json {
  const { path, summary, session, query, body, answers } = operation;
  const parameters = [
    ...pathParameters(path),
    ...queryParameters(query),
    ...(body ? [headerParameter('Origin', true)] : []),
    ...(304 in answers ? [headerParameter('If-None-Match', false)] : []),
  ];
  return {
    operationId: id,
    summary,
    security: session ? [{ player: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: { [JSON_TYPE]: { schema: refer(body) } } } }),
    responses: { ...successes(answers, refer), ...failures(operationErrors(operation), refer(Failure)) },
  };
}

function successes(answers: Operation['answers'], refer: (schema: z.ZodType) => Json): Json {
  return Object.fromEntries(
    Object.entries(answers).map(([status, schema]) => [
      status,
      {
        description: MEANING[Number(status)],
        ...(schema && { content: { [JSON_TYPE]: { schema: refer(schema) } } }),
      },
    ]),
  );
}

/** One response for each status, naming the codes that it can carry. */
function failures(codes: readonly ErrorCode[], failure: Json): Json {
  const byStatus = Map.groupBy(codes, (code) => ERROR_STATUS[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      status,
      {
        description: of.map((code) => `\`${code}\``).join(', '),
        content: {
          [JSON_TYPE]: { schema: { allOf: [failure, { type: 'object', properties: { error: { enum: of } } }] } },
        },
        ...((status === 429 || status === 503) && {
          headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } } },
        }),
      },
    ]),
  );
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(query: z.ZodType): Json[] {
  const { properties = {} } = z.toJSONSchema(query);
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
}

function headerParameter(name: string, required: boolean): Json {
  return { name, in: 'header', required, schema: { type: 'string' } };
}

/** The document's dialect and the names of its parts are said once, in the document itself. */
function plain({ $schema, $id, ...schema }: Json): Json {
  return schema;
}
