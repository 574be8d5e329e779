/** What one operation of the HTTP contract is: enough to serve it, document it and call it. */
import type { Static, TSchema } from 'typebox'
import type { Scope } from './scopes.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export interface Route<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Responses extends Record<number, TSchema> = Record<number, TSchema>,
> {
  /** `<resource>.<verb>`: the same word in the SDK method and in the use case's file name. */
  operationId: string
  /** The workspace's own API, which is not promised to anybody and not in the OpenAPI document. */
  api?: 'workspace'
  /** Workspace: a change that is open to viewers too, because it touches nothing but their own account. */
  isForViewers?: boolean
  method: Method
  /** Path with parameters in `{braces}`. */
  path: string
  tag: string
  summary: string
  description: string
  /** Every scope the access token must hold. Empty: the operation needs no access token. */
  scopes: readonly Scope[]
  params?: Params
  query?: Query
  body?: Body
  /** Media type of the body; JSON unless said otherwise. */
  bodyType?: 'application/x-www-form-urlencoded'
  /** True where a request without a body is valid although a body schema is given. */
  isBodyOptional?: boolean
  /** When the operation answers 409, which few do. */
  conflict?: string
  /** Successful answers by status. Errors are the same for every operation and are not repeated. */
  responses: Responses
}

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
export type RouteBody<R> = R extends Route<TSchema, TSchema, infer B> ? Static<B> : never
export type RouteResponse<R, Status extends number> =
  R extends Route<TSchema, TSchema, TSchema, infer Responses>
    ? Status extends keyof Responses
      ? Static<Responses[Status]>
      : never
    : never
