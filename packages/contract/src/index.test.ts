import { describe, expect, it } from 'vitest'
import * as contract from './index.ts'
import * as workspace from './workspace/index.ts'

const isRoute = (value: unknown): value is contract.Route =>
  typeof value === 'object' && value !== null && 'operationId' in value
const routes = Object.values<unknown>(contract).filter(isRoute)
const workspaceRoutes = Object.values<unknown>(workspace).filter(isRoute)

const repeated = (words: string[]) => words.filter((word, i) => words.indexOf(word) !== i)

describe('the routes of the workspace', () => {
  it('are marked as workspace routes and require no scope', () => {
    expect(workspaceRoutes.length).toBeGreaterThanOrEqual(15)
    for (const { api, scopes, path } of workspaceRoutes) {
      expect(api).toBe('workspace')
      expect(scopes).toEqual([])
      expect(path).toMatch(/^\/api\/v1\/workspace\//)
    }
    expect(routes.filter((route) => route.api !== undefined)).toEqual([])
  })
})

describe.each([
  ['import', routes],
  ['workspace', workspaceRoutes],
])('the routes of the %s API', (_name, routes) => {
  it('exist', () => {
    expect(routes.length).toBeGreaterThanOrEqual(11)
  })

  it('have unique operation ids of the form resource.verb', () => {
    const ids = routes.map((route) => route.operationId)
    expect(repeated(ids)).toEqual([])
    expect(ids.filter((id) => !/^[a-z]+\.[a-z]+$/i.test(id))).toEqual([])
  })

  it('never share a method and path, whatever their parameters are called', () => {
    expect(
      repeated(routes.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)),
    ).toEqual([])
  })

  it('describe exactly the parameters of their path', () => {
    for (const { path, params, operationId } of routes) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      const described = params && 'properties' in params ? Object.keys(params.properties as object) : []
      expect(described, operationId).toEqual(inPath)
    }
  })

  it('require only scopes that exist', () => {
    const named = routes.flatMap(({ scopes, anyScope = [] }) => [...scopes, ...anyScope])
    expect(named.filter((scope) => !contract.isScope(scope))).toEqual([])
  })
})

describe('the error catalogue', () => {
  const errors = Object.entries({ ...contract.errorCatalogue, ...workspace.workspaceErrorCatalogue })
  /** Phrases that say what to do or where to look. */
  const advice =
    /\b(Ask|Check|Correct|Get|Initialize|List|Request|Send|The Allow header lists|Try again|Upload|Use|Wait)\b/i

  it.each(errors)('states for %s what happened, then what to do, in full sentences', (_code, { message }) => {
    expect(message).toMatch(/^[A-Z].*\.$/)
    const [what, ...next] = message.split(/(?<=[.;]) /)
    expect(what).toMatch(/[.;]$/)
    expect(next.join(' ')).toMatch(advice)
  })

  it.each(errors)('marks %s as retryable only when waiting can help', (code, { status, isRetryable }) => {
    expect(isRetryable).toBe(
      status === 408 ||
        status === 429 ||
        status >= 500 ||
        code === 'idempotency_in_progress' ||
        code === 'not_ready',
    )
  })

  it('has no duplicate code', () => {
    const words = [contract.errorCatalogue, workspace.workspaceErrorCatalogue].flatMap(Object.keys)
    expect(repeated(words)).toEqual([])
  })

  it('ends each message of the token endpoint with a full stop', () => {
    for (const { message } of Object.values(contract.tokenErrorCatalogue))
      expect(message).toMatch(/^[A-Z].*\.$/)
  })
})
