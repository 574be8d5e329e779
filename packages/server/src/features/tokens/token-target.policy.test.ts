import { describe, expect, it } from 'vitest'
import { type TargetRequest, targetOf } from './token-target.policy.ts'

const resources = { api: 'https://inlet.example/api/v1', mcp: 'https://inlet.example/mcp' }
const keyScopes = ['project:read', 'mcp:read'] as const

const target = (request: Partial<TargetRequest>) =>
  targetOf({ resource: undefined, scopes: undefined, keyScopes, ...request }, resources)

describe('target of a token', () => {
  it('is the API without mcp:read by default', () => {
    expect(target({})).toEqual({ audience: 'api', scopes: ['project:read'] })
    expect(target({ resource: resources.api })).toEqual({ audience: 'api', scopes: ['project:read'] })
  })

  it('is the MCP endpoint with mcp:read only', () => {
    const expected = { audience: 'mcp', scopes: ['mcp:read'] }
    expect(target({ resource: resources.mcp })).toEqual(expected)
    expect(target({ resource: resources.mcp, scopes: ['mcp:read'] })).toEqual(expected)
    expect(target({ resource: 'HTTPS://inlet.example:443/mcp' })).toEqual(expected)
  })

  it.each([
    ['mcp:read without resource', { scopes: ['mcp:read'] }, 'invalid_target'],
    ['mcp:read for the API', { scopes: ['mcp:read'], resource: resources.api }, 'invalid_target'],
    ['a key that has nothing else', { keyScopes: ['mcp:read'] }, 'invalid_target'],
    ['another origin', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['another path', { resource: 'https://inlet.example/mcp/other' }, 'invalid_target'],
    ['a fragment', { resource: `${resources.mcp}#a` }, 'invalid_target'],
    ['no URL', { resource: 'mcp' }, 'invalid_target'],
    ['other scopes', { resource: resources.mcp, scopes: ['mcp:read', 'project:read'] }, 'invalid_scope'],
  ] satisfies [string, Partial<TargetRequest>, string][])('is refused for %s', (_case, request, code) => {
    expect(target(request)).toMatchObject({ code })
  })
})
