/** Whether what answers is Inlet, whether it is ready, and whether its clock agrees with ours. */
import { readDate, reasonOf } from '../../client/issue-token.ts'
import { formatDuration } from '../../output/figures.ts'
import { type Finding, failed, ok, skipped, warning } from './finding.ts'

const timeoutMs = 15_000
const toleratedSkewMs = 60_000

export interface ServiceFindings {
  findings: Finding[]
  /** How far the service's clock is ahead of ours. */
  skewMs: number | undefined
}

export async function checkService(url: string, now: () => number): Promise<ServiceFindings> {
  const askedAt = now()
  const answer = await ask(`${url}/healthz`)
  if (answer instanceof Error) return { findings: [silent(url, answer)], skewMs: undefined }
  // The moment of the Date header lies between asking and hearing.
  const heardAt = now()
  const serverTime = readDate(answer.headers)
  const skewMs = serverTime === undefined ? undefined : serverTime - (askedAt + heardAt) / 2
  const body = await readStatus(answer)
  const health = body?.status === 'ok' ? await checkReadiness(url) : notInlet(url, answer)
  return { findings: [health, checkClock(skewMs)], skewMs }
}

async function checkReadiness(url: string): Promise<Finding> {
  const check = 'service health'
  const answer = await ask(`${url}/readyz`)
  const body = answer instanceof Error ? undefined : await readStatus(answer)
  // Many deployments keep this address to themselves.
  if (body?.status === undefined) return ok(check, 'it lives; its readiness is not shown to us')
  if (body.status === 'ready') return ok(check, 'it lives and is ready')
  const parts = Object.entries(body.checks ?? {}).filter(([, { ok: isOk }]) => !isOk)
  return failed(check, {
    what: `The service is ${body.status}.`,
    why:
      parts.length === 0
        ? 'It is being stopped or started.'
        : `It cannot use: ${parts.map(([name]) => name).join(', ')}.`,
    mend: 'Wait a minute and try again; if it stays, tell the operator which part it names.',
  })
}

export function checkClock(skewMs: number | undefined): Finding {
  const check = 'clock'
  if (skewMs === undefined) return skipped(check, 'the service does not tell its time')
  if (Math.abs(skewMs) <= toleratedSkewMs)
    return ok(check, `agrees with the service within ${Math.ceil(Math.abs(skewMs) / 1000)} s`)
  const side = skewMs > 0 ? 'behind' : 'ahead of'
  return warning(check, {
    what: `The clock of this machine is ${formatDuration(Math.abs(skewMs) / 1000)} ${side} the service's.`,
    why: 'Times in logs and journals do not agree, and permissions to upload may look expired or not yet valid.',
    mend: 'Let the system set its clock: "timedatectl set-ntp true" on Linux, date settings elsewhere. If the clock here is right, tell the operator that the service\'s is wrong.',
  })
}

async function ask(url: string): Promise<Response | Error> {
  try {
    return await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' })
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

function silent(url: string, error: Error): Finding {
  return failed('service health', {
    what: `${url} takes connections but gives no answer${reasonOf(error)}.`,
    why: 'The service hangs, or something in between, such as a proxy, does.',
    mend: 'Try again; if it stays, tell the operator.',
  })
}

function notInlet(url: string, { status, headers }: Response): Finding {
  const target = headers.get('location')
  const said = target ? `redirects to ${target}` : `answers with status ${status}`
  return failed('service health', {
    what: `${url} is not Inlet: /healthz ${said}.`,
    why: target
      ? 'The address has moved, or needs https.'
      : 'Another program or a proxy answers under this address.',
    mend: 'Run "inlet login" with the address of Inlet itself, such as https://inlet.example without a path.',
  })
}
