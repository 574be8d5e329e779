/** The OpenAPI document, generated from the routes as they are served. */
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { ErrorBody, issueToken, needsToken, type Route, type Scope, TokenErrorBody } from '@inlet/contract'

const introduction = `Import documents, recordings, images and surveys into a research workspace from a program.

1. Exchange your API key for an access token.
2. List your projects, or create one, and note its id.
3. Initialize an import. The response holds a URL and form fields for the upload.
4. POST the file to that URL as a multipart form: all fields first, unchanged, and the file last.
5. Complete the import, then poll its status until it is final.

Every error is JSON with \`error\` (what happened and what to do), \`code\` (a stable identifier) and \`request_id\`.`

const scopeMeaning: Record<Scope, string> = {
  'project:read': 'List projects, and look up a project in other operations',
  'project:write': 'Create projects',
  'insight:write': 'All insight operations',
  'file:write': 'All file operations',
  'survey:write': 'All survey operations',
  'event:read': 'Read the event log',
  'webhook:write': 'Manage webhooks and read their deliveries',
  'project:manage': 'Change projects',
  'insight:manage': 'Change, move, delete and restore insights',
  'file:manage': 'Change, move, delete and restore recordings, documents and images',
  'survey:manage': 'Change, move, delete and restore surveys',
  'participant:manage': 'Erase people from surveys; for team admins',
  'insight:read': 'Read insights: text, pages and files',
  'file:read': 'Read files: transcripts, texts and files',
  'survey:read': 'Read surveys: columns, responses, results and media files',
  'export:write': 'Export projects',
  'mcp:read': 'Use the MCP endpoint, with a token of its own',
  'participant:read': 'Names and e-mail addresses of respondents and participants',
}

export function openApiOptions(publicUrl: string, routes: readonly Route[]): FastifyDynamicSwaggerOptions {
  const isBodyOptional = new Set(
    routes.filter((route) => route.isBodyOptional).map((route) => route.operationId),
  )
  const conflicts = new Map(routes.map((route) => [route.operationId, route.conflict]))
  const conditional = new Set(routes.filter((route) => route.isConditional).map((route) => route.operationId))
  const types = new Map(routes.map((route) => [route.operationId, route.responseTypes]))
  const idempotent = new Set(routes.filter(isIdempotent).map((route) => route.operationId))
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Inlet import API',
        version: '1',
        description: introduction,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl }],
      components: {
        schemas: { Error: ErrorBody as object, TokenError: TokenErrorBody as object },
        securitySchemes: {
          accessToken: {
            type: 'oauth2',
            flows: { clientCredentials: { tokenUrl: '/api/v1/oauth/token', scopes: scopeMeaning } },
          },
        },
      },
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject
      for (const operation of operationsOf(document.openapiObject.paths ?? {})) {
        addErrorAnswers(operation, conflicts.get(operation.operationId ?? ''))
        describeTypes(operation, types.get(operation.operationId ?? ''))
        if (idempotent.has(operation.operationId ?? '')) describeIdempotency(operation)
        if (conditional.has(operation.operationId ?? '')) describeCondition(operation)
        if (operation.requestBody && isBodyOptional.has(operation.operationId ?? ''))
          operation.requestBody.required = false
      }
      return document.openapiObject
    },
  }
}

/** A POST with an API key that changes something. */
const isIdempotent = (route: Route) => route.method === 'POST' && needsToken(route) && !route.changesNothing

interface Operation {
  operationId?: string
  parameters?: object[]
  requestBody?: { required?: boolean }
  responses?: Record<
    string,
    { description?: string; headers?: Record<string, unknown>; content?: Record<string, object> }
  >
  security?: Record<string, unknown>[]
}

type ErrorSchema = 'Error' | 'TokenError'

const header = (description: string, type: 'string' | 'integer' = 'string') => ({
  description,
  schema: { type },
})
const retryAfter = { 'Retry-After': header('Seconds to wait before retrying.', 'integer') }

function errorAnswer(schema: ErrorSchema, description: string, headers?: Record<string, unknown>) {
  return {
    description,
    ...(headers && { headers }),
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
  }
}

function operationsOf(paths: Record<string, object | undefined>): Operation[] {
  return Object.values(paths).flatMap((path) => Object.values(path ?? {}) as Operation[])
}

/** Errors that every operation can return, defined once instead of in each route. */
function addErrorAnswers(operation: Operation, conflict: string | undefined): void {
  const isProtected = (operation.security ?? []).length > 0
  const isToken = operation.operationId === issueToken.operationId
  const answer = (description: string, headers?: Record<string, unknown>) =>
    errorAnswer(isToken ? 'TokenError' : 'Error', description, headers)
  operation.responses = {
    ...operation.responses,
    400: answer('The request is not valid, or not possible in the current state.'),
    401: answer('The credentials are missing or not valid.', {
      'WWW-Authenticate': header('The authentication scheme to use.'),
    }),
    ...(isProtected && {
      403: answer('The token lacks a required scope, or the team does not allow the operation.'),
      404: answer('Not found, or not accessible with this API key.'),
    }),
    // Returned before the operation is known, so in the general shape.
    405: errorAnswer('Error', 'Method not allowed. The Allow header lists the supported methods.', {
      Allow: header('The supported methods.'),
    }),
    ...(conflict !== undefined && { 409: answer(conflict) }),
    413: answer(`The body is larger than ${isToken ? '8 KiB' : '1 MiB'}.`),
    415: answer('The media type of the body is not supported by this operation.'),
    429: answer('Too many requests. Wait for the number of seconds in Retry-After, then retry.', retryAfter),
    500: answer('Internal error. Retry; if it happens again, report the request_id.'),
    503: answer(
      'A dependency of the service is unavailable and nothing was changed. Retry after the number of seconds in Retry-After.',
      retryAfter,
    ),
  }
}

/** All media types other than JSON are text. */
function describeTypes(operation: Operation, types: readonly string[] | undefined): void {
  const response = operation.responses?.['200']
  if (!response || !types) return
  const json = response.content?.['application/json'] ?? {}
  const text = { schema: { type: 'string' } }
  response.content = Object.fromEntries(
    types.map((type) => [type, type === 'application/json' ? json : text]),
  )
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes it safe to repeat this request: with the same key it takes effect once, and a repetition returns the first success. 1 to 255 printable ASCII characters, quoted or not; a random UUID is a good choice. Kept for 7 days.',
  schema: { type: 'string', minLength: 1 },
  example: '8e03978e-40d5-43dd-bc93-6894a57f9324',
}

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The ETag of an earlier answer. If the record has changed since, nothing is changed (412).',
  schema: { type: 'string' },
}

function describeCondition(operation: Operation): void {
  operation.parameters = [...(operation.parameters ?? []), ifMatch]
  const { responses = {} } = operation
  const success = responses['200']
  if (success) success.headers = { ...success.headers, ETag: header('Changes with every visible change.') }
  operation.responses = {
    ...responses,
    412: errorAnswer('Error', 'The record has changed since it had the ETag in If-Match.'),
  }
}

const inProgress =
  'A request with the same Idempotency-Key is still running; retry after the number of seconds in Retry-After.'

function describeIdempotency(operation: Operation): void {
  operation.parameters = [...(operation.parameters ?? []), idempotencyKey]
  const { responses = {} } = operation
  for (const [status, response] of Object.entries(responses)) {
    if (!status.startsWith('2')) continue
    response.headers = {
      ...response.headers,
      'Idempotent-Replayed': header('true if this repeats the answer of an earlier request.'),
    }
  }
  const conflict = responses['409']?.description
  operation.responses = {
    ...responses,
    409: errorAnswer('Error', conflict ? `${conflict} Or: ${inProgress}` : inProgress, retryAfter),
    422: errorAnswer('Error', 'The Idempotency-Key was used for a different request.'),
  }
}
