/** The key: whether it is accepted, what it may do, and how many calls it has. */
import type { Inlet } from '@inlet/sdk'
import { issueToken } from '../../client/issue-token.ts'
import type { Profile } from '../../config/config-file.ts'
import { explain } from '../../errors.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const uses: Record<string, string> = {
  'project:read': 'every import, to find its project',
  'project:write': '"projects create"',
  'file:write': '"import" of files',
  'insight:write': '"import --as insight"',
  'survey:write': '"survey"',
}

export interface KeyFindings {
  findings: Finding[]
  /** Nothing when the key is not accepted. */
  scopes: string[] | undefined
}

export async function checkKey(profile: Profile): Promise<KeyFindings> {
  try {
    const { scopes } = await issueToken(profile)
    return { findings: [ok('key', `${profile.clientId} is accepted`), checkScopes(scopes)], scopes }
  } catch (error) {
    const { message, code } = explain(error)
    const isDenied = code === 'invalid_client'
    const finding = failed('key', {
      what: isDenied ? `The key ${profile.clientId} is not accepted.` : message,
      why: isDenied
        ? 'The client id or the secret is mistyped, the key is revoked or expired, or its user is suspended. The service does not say which.'
        : 'The service could not issue a token.',
      mend: isDenied
        ? 'Run "inlet login" with the right secret. If it is lost, the operator makes a new one: inlet-admin key rotate CLIENT_ID, or key create.'
        : 'Try again in a minute; if it stays, tell the operator.',
    })
    return { findings: [finding], scopes: undefined }
  }
}

export function checkScopes(scopes: readonly string[]): Finding {
  const check = 'scopes'
  const missing = Object.keys(uses).filter((scope) => !scopes.includes(scope))
  if (missing.length === 0) return ok(check, scopes.join(', '))
  const trouble = {
    what: `The key lacks ${missing.join(', ')}.`,
    why: `It was made without. Needed for: ${missing.map((scope) => `${scope} for ${uses[scope]}`).join('; ')}.`,
    mend: 'If you need that, have a key made with these scopes: inlet-admin key create --user EMAIL --scopes LIST. Then run "inlet login".',
  }
  const canImport =
    scopes.includes('project:read') && scopes.some((scope) => /^(file|insight|survey):write$/.test(scope))
  return canImport ? warning(check, trouble) : failed(check, trouble)
}

export interface LimitFindings {
  finding: Finding
  /** The newest project the key can open. */
  projectId: number | undefined
}

export async function checkLimit(inlet: Inlet): Promise<LimitFindings> {
  const { data: page, response } = await inlet.projects.list({ limit: 1 }).withResponse()
  const projectId = page.items[0]?.id
  const limit = /;\s*q=(\d+)/.exec(response.headers.get('ratelimit-policy') ?? '')?.[1]
  const left = /;\s*r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]
  return { finding: judgeLimit(limit, left), projectId }
}

function judgeLimit(limit: string | undefined, left: string | undefined): Finding {
  const check = 'call limit'
  if (limit === undefined || left === undefined)
    return warning(check, {
      what: 'Answers do not tell the call limit.',
      why: 'Something between here and the service removes the RateLimit headers. Imports then go by the usual 20 calls a minute.',
      mend: 'Ask the operator to let RateLimit and RateLimit-Policy through the proxy.',
    })
  if (Number(left) > Number(limit) / 4) return ok(check, `${limit} calls a minute, ${left} left now`)
  return warning(check, {
    what: `Of ${limit} calls a minute only ${left} are left now.`,
    why: 'Other programs use the same key at this moment, or a command has just ended.',
    mend: 'Give each program a key of its own, or have the limit of this one raised: inlet-admin key create --limit N.',
  })
}
