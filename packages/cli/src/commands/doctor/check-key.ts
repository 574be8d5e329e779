/** Checks the key: whether it is accepted, its scopes and its call limit. */
import type { Fetch, Inlet } from '@inlet/sdk'
import { issueToken } from '../../client/issue-token.ts'
import type { Profile } from '../../config/config-file.ts'
import { explain } from '../../errors.ts'
import { type CheckResult, failed, ok, warning } from './check-result.ts'

const uses: Record<string, string> = {
  'project:read': 'every import, to find its project',
  'project:write': '"projects create"',
  'file:write': '"import" of files',
  'insight:write': '"import --as insight"',
  'survey:write': '"survey"',
}

export interface KeyCheck {
  results: CheckResult[]
  /** Undefined when the key is not accepted. */
  scopes: string[] | undefined
}

export async function checkKey(send: Fetch, profile: Profile): Promise<KeyCheck> {
  try {
    const { scopes } = await issueToken(send, profile)
    return { results: [ok('key', `${profile.clientId} is accepted`), checkScopes(scopes)], scopes }
  } catch (error) {
    const { message, code } = explain(error)
    const isDenied = code === 'invalid_client'
    const result = failed('key', {
      what: isDenied ? `The key ${profile.clientId} is not accepted.` : message,
      why: isDenied
        ? 'The client id or the secret is mistyped, the key is revoked or expired, or its user is suspended. The service does not say which.'
        : 'The service could not issue a token.',
      fix: isDenied
        ? 'Run "inlet login" with the right secret. If it is lost, ask an operator for a new one: inlet-admin key rotate CLIENT_ID, or key create.'
        : 'Try again in a minute; if the problem persists, contact the operator.',
    })
    return { results: [result], scopes: undefined }
  }
}

export function checkScopes(scopes: readonly string[]): CheckResult {
  const check = 'scopes'
  const missing = Object.keys(uses).filter((scope) => !scopes.includes(scope))
  if (missing.length === 0) return ok(check, scopes.join(', '))
  const trouble = {
    what: `The key lacks ${missing.join(', ')}.`,
    why: `It was created without them. Needed for: ${missing.map((scope) => `${scope} for ${uses[scope]}`).join('; ')}.`,
    fix: 'If you need them, ask an operator for a key with these scopes: inlet-admin key create --user EMAIL --scopes LIST. Then run "inlet login".',
  }
  const canImport =
    scopes.includes('project:read') && scopes.some((scope) => /^(file|insight|survey):write$/.test(scope))
  return canImport ? warning(check, trouble) : failed(check, trouble)
}

export interface LimitCheck {
  result: CheckResult
  /** The newest project the key can open. */
  projectId: number | undefined
}

export async function checkLimit(inlet: Inlet): Promise<LimitCheck> {
  const { data: page, response } = await inlet.projects.list({ limit: 1 }).withResponse()
  const projectId = page.items[0]?.id
  const limit = /;\s*q=(\d+)/.exec(response.headers.get('ratelimit-policy') ?? '')?.[1]
  const left = /;\s*r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]
  return { result: judgeLimit(limit, left), projectId }
}

function judgeLimit(limit: string | undefined, left: string | undefined): CheckResult {
  const check = 'call limit'
  if (limit === undefined || left === undefined)
    return warning(check, {
      what: 'Responses do not report the call limit.',
      why: 'A proxy removes the RateLimit headers. Imports then assume the default of 20 calls a minute.',
      fix: 'Ask the operator to let RateLimit and RateLimit-Policy through the proxy.',
    })
  if (Number(left) > Number(limit) / 4) return ok(check, `${limit} calls a minute, ${left} left now`)
  return warning(check, {
    what: `Only ${left} of ${limit} calls a minute are left.`,
    why: 'Other programs are using the same key, or a command has just finished.',
    fix: 'Use a separate key for each program, or ask an operator for one with a higher limit: inlet-admin key create --limit N.',
  })
}
