/** Routes of the web workspace: the session is a cookie, so they have no scopes. */
import type { TSchema } from 'typebox'
import { defineRoute, type Route } from '../route.ts'

export const workspacePrefix = '/api/v1/workspace'

type Given<P extends TSchema, Q extends TSchema, B extends TSchema, R extends Record<number, TSchema>> = Omit<
  Route<P, Q, B, R>,
  'api' | 'tag' | 'scopes' | 'description'
> & { description?: string }

export function defineWorkspaceRoute<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Responses extends Record<number, TSchema>,
>(route: Given<Params, Query, Body, Responses>): Route<Params, Query, Body, Responses> {
  return defineRoute({
    description: '',
    ...route,
    path: `${workspacePrefix}${route.path}`,
    api: 'workspace',
    tag: 'Workspace',
    scopes: [],
  })
}
