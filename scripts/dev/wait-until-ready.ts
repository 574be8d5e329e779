/** Waits until every process answers /readyz, and says meanwhile which one does not and why. */
import { setTimeout as sleep } from 'node:timers/promises'

export interface StartingProcess {
  name: string
  url: string
}

export interface WaitOptions {
  /** Called when the reasons change, after a first grace period. */
  onWaiting: (reasons: string[]) => void
  /** Starting takes a few seconds, which is not worth a message. */
  graceMs?: number
  everyMs?: number
}

export async function waitUntilReady(
  processes: readonly StartingProcess[],
  { onWaiting, graceMs = 10_000, everyMs = 250 }: WaitOptions,
): Promise<void> {
  const startedAt = performance.now()
  let reported = ''
  for (;;) {
    const reasons = (await Promise.all(processes.map(reasonToWait))).filter((reason) => reason !== undefined)
    if (reasons.length === 0) return
    const text = reasons.join('\n')
    if (performance.now() - startedAt > graceMs && text !== reported) {
      reported = text
      onWaiting(reasons)
    }
    await sleep(everyMs)
  }
}

interface Readiness {
  status?: string
  checks?: Record<string, { ok: boolean; detail?: string }>
}

/** Undefined when it is ready. */
async function reasonToWait({ name, url }: StartingProcess): Promise<string | undefined> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) })
    if (answer.ok) return undefined
    const { checks = {} } = (await answer.json()) as Readiness
    const failed = Object.entries(checks).filter(([, { ok }]) => !ok)
    return `The ${name} is not ready: ${failed.map(([check, { detail }]) => `${check} (${detail ?? 'failed'})`).join(', ')}.`
  } catch {
    return `The ${name} does not answer. If it crashed, its last log lines say why.`
  }
}
