/** Tokens for the MCP endpoint, renewed before they expire. */
import type { Fetch } from '@inlet/sdk'
import { reasonOf, tokenPath } from '../../client/issue-token.ts'
import type { Profile } from '../../config/config-file.ts'
import { CliError } from '../../errors.ts'
import { exitCodes } from '../../exit-codes.ts'

export interface AgentTokens {
  get(): Promise<string>
  /** After the server has refused it. */
  forget(): void
}

const metadataPath = '/.well-known/oauth-protected-resource/mcp'
const timeoutMs = 30_000
/** Requests must arrive before the token expires. */
const marginMs = 60_000

interface IssuedToken {
  token: string
  expiresAtMs: number
}

export function createAgentTokens(send: Fetch, profile: Profile, now: () => number = Date.now): AgentTokens {
  let issued: Promise<IssuedToken> | undefined

  async function get(): Promise<string> {
    issued ??= issueAgentToken(send, profile, now).catch((error: unknown) => {
      issued = undefined
      throw error
    })
    const { token, expiresAtMs } = await issued
    if (expiresAtMs - marginMs > now()) return token
    issued = undefined
    return get()
  }

  return {
    get,
    forget() {
      issued = undefined
    },
  }
}

async function issueAgentToken(
  send: Fetch,
  { url, clientId, clientSecret }: Profile,
  now: () => number,
): Promise<IssuedToken> {
  const { resource } = await readJson(send, url, metadataPath)
  if (typeof resource !== 'string')
    throw new CliError(`${url} has no MCP endpoint. Check the address, or update the server.`, {
      code: 'unexpected_answer',
    })
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope: 'mcp:read',
    resource,
  })
  const answer = await readJson(send, url, tokenPath, { method: 'POST', body })
  const { access_token: token, expires_in: seconds, error, error_description: sentence } = answer
  if (typeof token === 'string' && typeof seconds === 'number')
    return { token, expiresAtMs: now() + Math.max(seconds * 1000, 2 * marginMs) }
  const code = textOf(error) ?? 'unexpected_answer'
  throw new CliError(
    refusals[code] ??
      textOf(sentence) ??
      'The server did not issue a token. Run "inlet doctor" for a diagnosis.',
    {
      code,
      exitCode: exitCodes.denied,
    },
  )
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const refusals: Partial<Record<string, string>> = {
  invalid_scope:
    'The API key lacks the scope mcp:read. Create a key with the permission "Connect AI agents (MCP)".',
  invalid_client:
    'The client id or secret is not accepted: mistyped, revoked or expired. Run "inlet login" with a valid key.',
}

async function readJson(
  send: Fetch,
  url: string,
  path: string,
  init: RequestInit = {},
): Promise<Record<string, unknown>> {
  const signal = AbortSignal.timeout(timeoutMs)
  const answer = await send(`${url}${path}`, { ...init, signal, redirect: 'manual' }).catch(
    (cause: unknown) => {
      const message = `${new URL(url).host} does not respond${reasonOf(cause)}. Check the address, or run "inlet doctor" for a diagnosis.`
      throw new CliError(message, { code: 'connection_failed', cause })
    },
  )
  return (await answer.json().catch(() => ({}))) as Record<string, unknown>
}
