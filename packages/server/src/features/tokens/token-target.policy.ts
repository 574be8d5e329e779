/** What a token is for (RFC 8707), and its scopes. Pure. */
import type { Scope } from '@inlet/contract'

export interface TargetRequest {
  /** Undefined: the API. */
  resource: string | undefined
  /** Undefined: all that the key has for this target. */
  scopes: readonly Scope[] | undefined
  keyScopes: readonly Scope[]
}

export interface Target {
  audience: 'api' | 'mcp'
  scopes: readonly Scope[]
}

export interface Resources {
  api: string
  mcp: string
}

/** The reason why there is no token for it. */
export interface Refusal {
  code: 'invalid_target' | 'invalid_scope'
  reason: string
}

const mcpScope = 'mcp:read'

export function targetOf(request: TargetRequest, resources: Resources): Target | Refusal {
  const { resource, scopes, keyScopes } = request
  if (resource !== undefined && isSame(resource, resources.mcp)) return mcpTarget(scopes)
  if (resource !== undefined && !isSame(resource, resources.api))
    return {
      code: 'invalid_target',
      reason: `Tokens are issued for ${resources.mcp} and ${resources.api} only. Send one of them as resource, or omit it.`,
    }
  const wanted = scopes ?? keyScopes.filter((scope) => scope !== mcpScope)
  const hasNothingElse = wanted.length === 0 && keyScopes.includes(mcpScope)
  if (wanted.includes(mcpScope) || hasNothingElse)
    return {
      code: 'invalid_target',
      reason: `The scope ${mcpScope} needs a token of its own. Request it with resource=${resources.mcp}.`,
    }
  return { audience: 'api', scopes: wanted }
}

function mcpTarget(scopes: readonly Scope[] = [mcpScope]): Target | Refusal {
  const other = scopes.find((scope) => scope !== mcpScope)
  if (other === undefined) return { audience: 'mcp', scopes }
  return {
    code: 'invalid_scope',
    reason: `A token for the MCP endpoint has the scope ${mcpScope} only. Request ${other} without resource.`,
  }
}

function isSame(resource: string, known: string): boolean {
  const url = URL.canParse(resource) ? new URL(resource) : undefined
  return url !== undefined && url.hash === '' && url.href === new URL(known).href
}
