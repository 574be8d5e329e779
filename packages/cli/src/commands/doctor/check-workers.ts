/** Whether the service gets its work done. A client sees only what comes out: how old the oldest import under way is. */
import { type Inlet, InletError } from '@inlet/sdk'
import { explain } from '../../errors.ts'
import { fileState, insightState } from '../../imports/records.ts'
import { formatDuration } from '../../output/figures.ts'
import { type Finding, failed, ok, skipped, warning } from './finding.ts'

const check = 'workers'
const fullWaitMs = 60_000
/** Longer than a document takes; a long recording may take this long without anything being wrong. */
const oldMs = 15 * 60_000

export async function completeAndWait(inlet: Inlet, wavKey: string, waitMs = fullWaitMs): Promise<Finding> {
  const startedAt = performance.now()
  try {
    await inlet.files.complete(wavKey)
    await inlet.files.wait(wavKey, { waitTimeoutMs: waitMs })
    return ok(check, `a small text was ready after ${formatDuration((performance.now() - startedAt) / 1000)}`)
  } catch (error) {
    if (error instanceof InletError && error.code === 'wait_timeout') return noWorker(waitMs)
    return failed(check, {
      what: explain(error).message,
      why: 'The text that was imported for the test did not become ready.',
      mend: 'Tell the operator; the log of the worker says more.',
    })
  }
}

function noWorker(waitMs: number): Finding {
  return failed(check, {
    what: `A small text was accepted but not processed within ${formatDuration(waitMs / 1000)}.`,
    why: 'No worker is running, all of them are busy with long work, or they cannot reach the database or the store.',
    mend: 'The operator starts or restarts a worker, and looks at its /readyz and its log. What was accepted is processed then.',
  })
}

/** `now` by the service's clock: the ages are its times. */
export async function lookAtAges(inlet: Inlet, scopes: readonly string[], now: number): Promise<Finding> {
  const times: number[] = []
  if (scopes.includes('file:write'))
    for (const { status, created_at } of (await inlet.files.list()).items)
      if (fileState(status) === 'processing') times.push(Date.parse(created_at))
  if (scopes.includes('insight:write'))
    for (const { processing_status, created_at } of (await inlet.insights.list()).items)
      if (insightState(processing_status) === 'processing') times.push(Date.parse(created_at))
  return judgeAges(times, now)
}

export function judgeAges(times: readonly number[], now: number): Finding {
  if (times.length === 0)
    return skipped(check, 'nothing is under way, so nothing can be told; --full finds out')
  const ageMs = now - Math.min(...times)
  const age = formatDuration(ageMs / 1000)
  if (ageMs < oldMs) return ok(check, `the oldest import under way is ${age} old`)
  return warning(check, {
    what: `An import has been under way for ${age}.`,
    why: 'It may be a long recording, or an insight whose upload never came. Or no worker is running.',
    mend: '"inlet doctor --full" tells for certain. If no worker runs, the operator starts one; what was accepted is processed then.',
  })
}
