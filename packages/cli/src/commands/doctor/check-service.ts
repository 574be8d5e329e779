/** Checks that the server is Inlet, that it is ready, and that its clock agrees with the local one. */
import type { Fetch } from '@inlet/sdk'
import { readDate, reasonOf } from '../../client/issue-token.ts'
import { formatDuration } from '../../output/format.ts'
import { type CheckResult, failed, ok, skipped, warning } from './check-result.ts'

const timeoutMs = 15_000
const toleratedSkewMs = 60_000

export interface ServiceCheck {
  results: CheckResult[]
  /** How far the service's clock is ahead of the local one. */
  skewMs: number | undefined
}

export async function checkService(send: Fetch, url: string, now: () => number): Promise<ServiceCheck> {
  const askedAt = now()
  const answer = await ask(send, `${url}/healthz`)
  if (answer instanceof Error) return { results: [silent(url, answer)], skewMs: undefined }
  // The Date header was written between the request and the response.
  const answeredAt = now()
  const serverTime = readDate(answer.headers)
  const skewMs = serverTime === undefined ? undefined : serverTime - (askedAt + answeredAt) / 2
  const body = await readStatus(answer)
  const health = body?.status === 'ok' ? await checkReadiness(send, url) : notInlet(url, answer)
  return { results: [health, checkClock(skewMs)], skewMs }
}

async function checkReadiness(send: Fetch, url: string): Promise<CheckResult> {
  const check = 'service health'
  const answer = await ask(send, `${url}/readyz`)
  const body = answer instanceof Error ? undefined : await readStatus(answer)
  // Many deployments do not expose this path.
  if (body?.status === undefined) return ok(check, 'it is running; its readiness is not exposed')
  if (body.status === 'ready') return ok(check, 'it is running and ready')
  const parts = Object.entries(body.checks ?? {}).filter(([, { ok: isOk }]) => !isOk)
  return failed(check, {
    what: `The service is ${body.status}.`,
    why:
      parts.length === 0
        ? 'It is being stopped or started.'
        : `It cannot use: ${parts.map(([name]) => name).join(', ')}.`,
    fix: 'Wait a minute and try again; if the problem persists, tell the operator which component fails.',
  })
}

export function checkClock(skewMs: number | undefined): CheckResult {
  const check = 'clock'
  if (skewMs === undefined) return skipped(check, 'the service sends no Date header')
  if (Math.abs(skewMs) <= toleratedSkewMs)
    return ok(check, `agrees with the service within ${Math.ceil(Math.abs(skewMs) / 1000)} s`)
  const side = skewMs > 0 ? 'behind' : 'ahead of'
  return warning(check, {
    what: `The clock of this machine is ${formatDuration(Math.abs(skewMs) / 1000)} ${side} the service's.`,
    why: 'Times in logs and journals do not match, and upload permissions may seem expired or not yet valid.',
    fix: 'Synchronize the clock: "timedatectl set-ntp true" on Linux, date settings elsewhere. If the local clock is right, tell the operator that the service\'s is wrong.',
  })
}

async function ask(send: Fetch, url: string): Promise<Response | Error> {
  try {
    return await send(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' })
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

interface Status {
  status?: string
  checks?: Record<string, { ok: boolean }>
}

async function readStatus(answer: Response): Promise<Status | undefined> {
  return (await answer.json().catch(() => undefined)) as Status | undefined
}

function silent(url: string, error: Error): CheckResult {
  return failed('service health', {
    what: `${url} accepts connections but does not respond${reasonOf(error)}.`,
    why: 'The service or a proxy in front of it hangs.',
    fix: 'Try again; if the problem persists, contact the operator.',
  })
}

function notInlet(url: string, { status, headers }: Response): CheckResult {
  const target = headers.get('location')
  const said = target ? `redirects to ${target}` : `responds with status ${status}`
  return failed('service health', {
    what: `${url} is not Inlet: /healthz ${said}.`,
    why: target
      ? 'The address has moved, or needs https.'
      : 'Another program or a proxy responds at this address.',
    fix: 'Run "inlet login" with the address of Inlet itself, such as https://inlet.example without a path.',
  })
}
