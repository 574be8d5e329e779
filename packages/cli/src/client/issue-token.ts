/** Requests a token without the SDK, for the details of the response: the scopes of the key and the server's clock. */
import type { Fetch } from '@inlet/sdk'
import type { Profile } from '../config/config-file.ts'
import { CliError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'

export interface TokenAnswer {
  scopes: string[]
  /** From the Date header, if there is one. */
  serverTime: number | undefined
}

export const tokenPath = '/api/v1/oauth/token'
const timeoutMs = 30_000

export async function issueToken(
  send: Fetch,
  { url, clientId, clientSecret }: Profile,
): Promise<TokenAnswer> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const signal = AbortSignal.timeout(timeoutMs)
  const answer = await send(`${url}${tokenPath}`, {
    method: 'POST',
    body,
    signal,
    redirect: 'manual',
  }).catch((cause: unknown) => {
    const message = `${new URL(url).host} does not respond${reasonOf(cause)}. Check the address, or run "inlet doctor" for a diagnosis.`
    throw new CliError(message, { code: 'connection_failed', cause })
  })
  const said = (await answer.json().catch(() => undefined)) as Record<string, unknown> | undefined
  if (answer.ok && typeof said?.['scope'] === 'string')
    return { scopes: said['scope'].split(' ').filter(Boolean), serverTime: readDate(answer.headers) }
  // The key can do nothing but connect agents.
  if (said?.['error'] === 'invalid_target')
    return { scopes: ['mcp:read'], serverTime: readDate(answer.headers) }
  throw refusal(answer, said, url)
}

function refusal(answer: Response, said: Record<string, unknown> | undefined, url: string): CliError {
  if (said?.['error'] === 'invalid_client') {
    const message =
      'The client id or secret is not accepted: mistyped, revoked or expired. Check both, or ask an operator for a new one ("inlet-admin key create").'
    return new CliError(message, { code: 'invalid_client', exitCode: exitCodes.denied })
  }
  if (answer.status === 429) {
    const seconds = answer.headers.get('retry-after') ?? '60'
    return new CliError(`Too many token requests. Try again in ${seconds} s.`, {
      code: 'rate_limited',
    })
  }
  const sentence = said?.['error_description'] ?? said?.['error']
  if (typeof sentence === 'string' && answer.status !== 404)
    return new CliError(sentence, { code: String(said?.['code'] ?? said?.['error']) })
  const found = answer.headers.get('location')
    ? `redirects to ${answer.headers.get('location')}`
    : `has no token endpoint (status ${answer.status})`
  const message = `${url} ${found}, so it is not the address of an Inlet server. Check the address.`
  return new CliError(message, { code: 'unexpected_answer' })
}

export function readDate(headers: Headers): number | undefined {
  const time = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(time) ? undefined : time
}

/** `fetch` reports the actual reason in `cause`. */
export function reasonOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at.name === 'TimeoutError') return ' within 30 s'
    if ('code' in at && typeof at.code === 'string') return ` (${at.code})`
  }
  return ''
}
