/** Checks whether the workers process imports. A client sees only the results, so the age of the oldest running import decides. */
import { type Inlet, InletError } from '@inlet/sdk'
import { explain } from '../../errors.ts'
import { fileState, insightState } from '../../imports/records.ts'
import { formatDuration } from '../../output/format.ts'
import { type CheckResult, failed, ok, skipped, warning } from './check-result.ts'

const check = 'workers'
/** Longer than any document takes; a long recording may legitimately take this long. */
const oldMs = 15 * 60_000

export async function completeAndWait(inlet: Inlet, wavKey: string, waitMs: number): Promise<CheckResult> {
  const startedAt = performance.now()
  try {
    await inlet.files.complete(wavKey)
    await inlet.files.wait(wavKey, { waitTimeoutMs: waitMs })
    return ok(
      check,
      `a small text file was ready after ${formatDuration((performance.now() - startedAt) / 1000)}`,
    )
  } catch (error) {
    if (error instanceof InletError && error.code === 'wait_timeout') return noWorker(waitMs)
    return failed(check, {
      what: explain(error).message,
      why: 'The test import was not processed.',
      fix: 'Contact the operator; the log of the worker has the details.',
    })
  }
}

function noWorker(waitMs: number): CheckResult {
  return failed(check, {
    what: `A small text file was accepted but not processed within ${formatDuration(waitMs / 1000)}.`,
    why: 'No worker is running, all workers are busy, or they cannot reach the database or the object store.',
    fix: 'The operator starts or restarts a worker, and checks its /readyz and its log. Accepted imports are then processed.',
  })
}

/** `now` is by the service's clock, like the creation times. */
export async function lookAtAges(inlet: Inlet, scopes: readonly string[], now: number): Promise<CheckResult> {
  const times: number[] = []
  if (scopes.includes('file:write'))
    for (const { status, created_at } of (await inlet.files.list()).items)
      if (fileState(status) === 'processing') times.push(Date.parse(created_at))
  if (scopes.includes('insight:write'))
    for (const { processing_status, created_at } of (await inlet.insights.list()).items)
      if (insightState(processing_status) === 'processing') times.push(Date.parse(created_at))
  return judgeAges(times, now)
}

export function judgeAges(times: readonly number[], now: number): CheckResult {
  if (times.length === 0)
    return skipped(check, 'no import is running, so there is nothing to check; use --full')
  const ageMs = now - Math.min(...times)
  const age = formatDuration(ageMs / 1000)
  if (ageMs < oldMs) return ok(check, `the oldest running import is ${age} old`)
  return warning(check, {
    what: `An import has been running for ${age}.`,
    why: 'It may be a long recording or an insight whose upload never arrived, or no worker is running.',
    fix: 'Run "inlet doctor --full" to be certain. If no worker is running, the operator starts one; accepted imports are then processed.',
  })
}
