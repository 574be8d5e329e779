/** Asks for a token by hand, where the answer itself is of interest: which scopes the key holds, and the server's clock. */
import type { Profile } from '../config/config-file.ts'
import { CliError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'

export interface TokenAnswer {
  scopes: string[]
  /** The Date header, where one was sent. */
  serverTime: number | undefined
}

export const tokenPath = '/api/v1/oauth/token'
const timeoutMs = 30_000

export async function issueToken({ url, clientId, clientSecret }: Profile): Promise<TokenAnswer> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const signal = AbortSignal.timeout(timeoutMs)
  const answer = await fetch(`${url}${tokenPath}`, {
    method: 'POST',
    body,
    signal,
    redirect: 'manual',
  }).catch((cause: unknown) => {
    const message = `${new URL(url).host} does not answer${reasonOf(cause)}. Check the address; "inlet doctor" finds out more.`
    throw new CliError(message, { code: 'connection_failed', cause })
  })
  const said = (await answer.json().catch(() => undefined)) as Record<string, unknown> | undefined
  if (answer.ok && typeof said?.['scope'] === 'string')
    return { scopes: said['scope'].split(' ').filter(Boolean), serverTime: readDate(answer.headers) }
  throw refusal(answer, said, url)
}

function refusal(answer: Response, said: Record<string, unknown> | undefined, url: string): CliError {
  if (said?.['error'] === 'invalid_client') {
    const message =
      'The client id or its secret is not accepted: mistyped, revoked or expired. Ask who made the key, or have a new one made with "inlet-admin key create".'
    return new CliError(message, { code: 'invalid_client', exitCode: exitCodes.denied })
  }
  if (answer.status === 429) {
    const seconds = answer.headers.get('retry-after') ?? '60'
    return new CliError(`Too many tokens were asked for. Try again in ${seconds} s.`, {
      code: 'rate_limited',
    })
  }
  const sentence = said?.['error_description'] ?? said?.['error']
  if (typeof sentence === 'string')
    return new CliError(sentence, { code: String(said?.['code'] ?? said?.['error']) })
  const found = answer.headers.get('location')
    ? `redirects to ${answer.headers.get('location')}`
    : `answers with status ${answer.status} and no JSON`
  const message = `${url} ${found}, so it is not Inlet itself. Check the address.`
  return new CliError(message, { code: 'unexpected_answer' })
}

export function readDate(headers: Headers): number | undefined {
  const time = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(time) ? undefined : time
}

/** fetch hides the true reason in its cause. */
export function reasonOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at.name === 'TimeoutError') return ' within 30 s'
    if ('code' in at && typeof at.code === 'string') return ` (${at.code})`
  }
  return ''
}
