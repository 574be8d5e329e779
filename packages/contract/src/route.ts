/** The definition of one operation of the HTTP contract: enough to serve, document and call it. */
import type { Static, TSchema } from 'typebox'
import type { Scope } from './scopes.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export interface Route<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Responses extends Record<number, TSchema> = Record<number, TSchema>,
> {
  /** `<resource>.<verb>`: the same name as the SDK method and the use case's file. */
  operationId: string
  /** The API of the web workspace, which is internal and not in the OpenAPI document. */
  api?: 'workspace'
  /** Workspace: a change that viewers may make too, because it affects only their own account. */
  isForViewers?: boolean
  method: Method
  /** Path with parameters in `{braces}`. */
  path: string
  tag: string
  summary: string
  description: string
  /** Every scope the access token must have. Empty: the operation requires no access token. */
  scopes: readonly Scope[]
  /** Scopes of which the access token must have at least one; each item is checked for those of its kind. */
  anyScope?: readonly Scope[]
  params?: Params
  query?: Query
  body?: Body
  /** What is checked of a body whose items are checked one by one. */
  envelope?: TSchema
  /** Media type of the body; JSON by default. */
  bodyType?: 'application/x-www-form-urlencoded'
  /** True where a request without a body is valid despite the body schema. */
  isBodyOptional?: boolean
  /** True for a POST that only reads; it ignores Idempotency-Key. */
  changesNothing?: boolean
  /** True where the answer has an ETag that a later change can require with If-Match. */
  isConditional?: boolean
  /** When the operation returns 409, which few do. */
  conflict?: string
  /** Media types of the success response, if not only JSON. All others are text. */
  responseTypes?: readonly string[]
  /** Success responses by status. Errors are the same for every operation and are not repeated. */
  responses: Responses
}

/** False for an operation without an access token, or with a session of the workspace. */
export const needsToken = ({ scopes, anyScope }: Pick<Route, 'scopes' | 'anyScope'>): boolean =>
  scopes.length > 0 || anyScope !== undefined

/** Keeps the literal types of a route, so that handlers and clients are typed from it. */
export function defineRoute<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Responses extends Record<number, TSchema>,
>(route: Route<Params, Query, Body, Responses>): Route<Params, Query, Body, Responses> {
  return route
}

export type RouteParams<R> = R extends Route<infer P, TSchema, TSchema> ? Static<P> : never
export type RouteQuery<R> = R extends Route<TSchema, infer Q, TSchema> ? Static<Q> : never
export type RouteBody<R> = R extends Route<TSchema, TSchema, infer B> ? Static<B> : never
export type RouteResponse<R, Status extends number> =
  R extends Route<TSchema, TSchema, TSchema, infer Responses>
    ? Status extends keyof Responses
      ? Static<Responses[Status]>
      : never
    : never
