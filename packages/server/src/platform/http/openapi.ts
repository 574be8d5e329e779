/** The OpenAPI document, made from the routes as they are served. */
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { ErrorBody, type Route, type Scope } from '@inlet/contract'

const introduction = `Put documents, recordings, images and surveys into a research workspace from a program.

1. Exchange your API key for an access token.
2. List your projects, or create one, and take its id.
3. Initialize an import: you get an address and form fields for the upload.
4. Send the file there as a multipart form: all fields first, unchanged, and the file last.
5. Complete the import, then ask for its status until it is final.

Every error is JSON with \`error\` (what to do next), \`code\` (a stable word) and \`request_id\`.`

const scopeMeaning: Record<Scope, string> = {
  'project:read': 'List projects, and resolve a project in other calls',
  'project:write': 'Create projects',
  'insight:write': 'All insight operations',
  'file:write': 'All file operations',
  'survey:write': 'All survey operations',
}

export function openApiOptions(publicUrl: string, routes: readonly Route[]): FastifyDynamicSwaggerOptions {
  const isBodyOptional = new Set(
    routes.filter((route) => route.isBodyOptional).map((route) => route.operationId),
  )
  const conflicts = new Map(routes.map((route) => [route.operationId, route.conflict]))
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
        schemas: { Error: ErrorBody as object },
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
        if (operation.requestBody && isBodyOptional.has(operation.operationId ?? ''))
          operation.requestBody.required = false
      }
      return document.openapiObject
    },
  }
}

interface Operation {
  operationId?: string
  requestBody?: { required?: boolean }
  responses?: Record<string, unknown>
  security?: Record<string, unknown>[]
}

const errorAnswer = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

function operationsOf(paths: Record<string, object | undefined>): Operation[] {
  return Object.values(paths).flatMap((path) => Object.values(path ?? {}) as Operation[])
}

/** Every operation answers errors in one shape: said here once instead of in each route. */
function addErrorAnswers(operation: Operation, conflict: string | undefined): void {
  const needsToken = (operation.security ?? []).length > 0
  operation.responses = {
    ...operation.responses,
    400: errorAnswer('The request is not valid, or not possible now.'),
    401: errorAnswer('The credentials are missing or not valid.'),
    ...(needsToken && {
      403: errorAnswer('The token lacks a scope, or the team does not allow it.'),
      404: errorAnswer('Not there, or not open to this API key.'),
    }),
    ...(conflict !== undefined && { 409: errorAnswer(conflict) }),
    429: errorAnswer('Too many requests. Wait for the seconds in Retry-After.'),
    503: errorAnswer('A part of the service is away. Try again shortly.'),
  }
}
