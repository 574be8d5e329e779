/**
 * Runs a call with an idempotency key: it takes effect once, and a repetition gets the first answer again. The record
 * commits in the transaction of the effect, so a crash leaves both or neither. See docs/adr/0080.
 */
import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import {
  claimSeconds,
  findRecordedCall,
  type IdempotentCall,
  insertRecordedCall,
  releaseIdempotencyClaim,
  renewIdempotencyClaim,
  takeIdempotencyClaim,
  updateRecordedCall,
} from './idempotency.repo.ts'

/** Call it in the transaction of the effect, with what a repetition needs to answer: no URLs and no secrets. */
export type Remember<Outcome extends object> = (tx: Tx, outcome: Outcome) => Promise<void>

export interface Memory<Outcome extends object> {
  remember: Remember<Outcome>
  /** For an effect that takes several transactions: call it in each but the last. */
  rememberStep: Remember<Outcome>
  /** The last step of a call that was interrupted. */
  interrupted: Outcome | undefined
}

/** For a call without an idempotency key. */
export const noMemory = {
  remember: async () => {},
  rememberStep: async () => {},
  interrupted: undefined,
}

export interface OnceOptions<Outcome extends object, Result extends { status: number }> {
  /** The status of a call that takes effect. */
  status: number
  perform: (memory: Memory<Outcome>) => Promise<Result>
  /** What to remember of a success that changed nothing. */
  unchanged?: ((result: Result) => Outcome) | undefined
  replay: (outcome: Outcome, status: number) => Promise<Result>
}

/** Another call with the same key has taken effect meanwhile. Thrown in a transaction, which it rolls back. */
class KeyTaken extends Error {}

export async function runOnce<Outcome extends object, Result extends { status: number }>(
  db: Db,
  call: IdempotentCall,
  options: OnceOptions<Outcome, Result>,
): Promise<{ result: Result; isReplayed: boolean }> {
  const replay = async ({ status, outcome }: Finished<Outcome>) => ({
    result: await options.replay(outcome, status),
    isReplayed: true,
  })
  const known = await readRecord<Outcome>(db, call)
  if (isFinished(known)) return replay(known)
  const holder = randomUUID()
  if (!(await takeIdempotencyClaim(db, call, holder))) throw inProgress()
  // If renewing fails and another call starts, only one of the two can commit.
  const renewing = setInterval(
    () => void renewIdempotencyClaim(db, call, holder).catch(() => {}),
    claimSeconds * 250,
  )
  try {
    // The call that held the claim before may have finished.
    const current = await readRecord<Outcome>(db, call)
    if (isFinished(current)) return await replay(current)
    return { result: await perform(db, call, options, current?.outcome), isReplayed: false }
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error
    const other = await readRecord<Outcome>(db, call)
    if (!isFinished(other)) throw inProgress()
    return await replay(other)
  } finally {
    clearInterval(renewing)
    // If this fails, the claim expires.
    await releaseIdempotencyClaim(db, call, holder).catch(() => {})
  }
}

async function perform<Outcome extends object, Result extends { status: number }>(
  db: Db,
  call: IdempotentCall,
  { status, perform: work, unchanged }: OnceOptions<Outcome, Result>,
  interrupted: Outcome | undefined,
): Promise<Result> {
  let latest = interrupted
  let isRemembered = false
  const record = async (tx: Tx, recordedStatus: number | null, outcome: Outcome) => {
    const isRecorded =
      latest === undefined
        ? await insertRecordedCall(tx, call, { status: recordedStatus, outcome })
        : await updateRecordedCall(tx, call, { from: latest, status: recordedStatus, outcome })
    if (!isRecorded) throw new KeyTaken()
    latest = outcome
    isRemembered = recordedStatus !== null
  }
  const result = await work({
    interrupted,
    remember: (tx, outcome) => record(tx, status, outcome),
    rememberStep: (tx, outcome) => record(tx, null, outcome),
  })
  if (!isRemembered) await rememberUnchanged(db, call, unchanged?.(result), result.status)
  else if (result.status !== status)
    throw new Error(`The call remembered the status ${status} and answers ${result.status}.`)
  return result
}

async function rememberUnchanged(
  db: Db,
  call: IdempotentCall,
  outcome: object | undefined,
  status: number,
): Promise<void> {
  if (!outcome) throw new Error('The call succeeded and did not remember its outcome.')
  if (!(await insertRecordedCall(db, call, { status, outcome }))) throw new KeyTaken()
}

interface Recorded<Outcome> {
  /** Null if the call was interrupted between two steps. */
  status: number | null
  outcome: Outcome
}
type Finished<Outcome> = Recorded<Outcome> & { status: number }

const isFinished = <Outcome>(record: Recorded<Outcome> | undefined): record is Finished<Outcome> =>
  record !== undefined && record.status !== null

async function readRecord<Outcome>(db: Db, call: IdempotentCall): Promise<Recorded<Outcome> | undefined> {
  const record = await findRecordedCall(db, call)
  if (record && !record.fingerprint.equals(call.fingerprint)) throw new AppError('idempotency_key_reused')
  return record && { status: record.status, outcome: record.outcome as Outcome }
}

const inProgress = () => new AppError('idempotency_in_progress', { headers: { 'retry-after': '1' } })
