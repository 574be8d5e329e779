/** Serves one operation of the contract; path, schemas and scopes come from its definition. */
import { needsToken, type Route } from '@inlet/contract'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { parseQuery, type Query } from './parse-query.ts'
import { validatorCompiler } from './validate-body.ts'

type Body<B extends TSchema> = TSchema extends B ? undefined : Static<B>
type Params<P extends TSchema> = TSchema extends P ? undefined : Static<P>
export type Answer<Responses extends Record<number, TSchema>> = {
  [Status in keyof Responses & number]: {
    status: Status
    body: Static<Responses[Status]>
    headers: Record<string, string>
  }
}[keyof Responses & number]

export interface Call<P extends TSchema, Q extends TSchema, B extends TSchema> {
  params: Params<P>
  body: Body<B>
  query: Query<Q>
  request: FastifyRequest
  reply: FastifyReply
}

/** The contract writes parameters in braces, as OpenAPI does; the router expects a colon. */
export const routerPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Keeps the status a literal type, so that the body is checked against the schema of that status. */
export function answer<Status extends number, Body>(
  status: Status,
  body: Body,
  headers: Record<string, string> = {},
) {
  return { status, body, headers }
}

export function bindRoute<
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  Responses extends Record<number, TSchema>,
>(
  app: FastifyInstance,
  route: Route<P, Q, B, Responses>,
  handler: (call: Call<P, Q, B>) => Promise<Answer<Responses>>,
  config: FastifyContextConfig = {},
): void {
  app.route({
    method: route.method,
    url: routerPath(route.path),
    exposeHeadRoute: false,
    config: {
      scopes: route.scopes,
      ...(route.anyScope && { anyScope: route.anyScope }),
      isForViewers: route.isForViewers ?? false,
      changesNothing: route.changesNothing ?? false,
      ...config,
    },
    schema: routeSchema(route),
    ...(route.envelope && { validatorCompiler: validatorCompiler(route.envelope) }),
    ...(route.isBodyOptional && {
      preValidation: async (request: FastifyRequest) => {
        request.body ??= {}
      },
    }),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { params, body } = request
      const query = parseQuery(route.query, request.query)
      const call = { params: params as Params<P>, body: body as Body<B>, query, request, reply }
      const result = await handler(call)
      reply.code(result.status).headers(result.headers)
      return result.status === 204 ? reply.send() : reply.send(result.body)
    },
  })
}

function routeSchema(route: Route): Record<string, unknown> {
  return {
    operationId: route.operationId,
    tags: [route.tag],
    hide: route.api === 'workspace',
    summary: route.summary,
    description: route.description,
    security: needsToken(route) ? securityOf(route) : [],
    ...(route.params && { params: route.params }),
    ...(route.query && { querystring: route.query }),
    ...(route.body && { body: route.body }),
    ...(route.bodyType && { consumes: [route.bodyType] }),
    response: route.responses,
  }
}

/** Alternatives: the token must meet one of them. */
const securityOf = ({ scopes, anyScope }: Route) =>
  (anyScope?.map((scope) => [...scopes, scope]) ?? [[...scopes]]).map((accessToken) => ({ accessToken }))
