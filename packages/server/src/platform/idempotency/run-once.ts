/**
 * Runs a call with an idempotency key: it takes effect once, and a repetition gets the first answer again. The record
 * commits in the transaction of the effect, so a crash leaves both or neither. See docs/adr/0080.
 */
import { type Db, inTransaction, type Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { underFirstClaim } from './hold-claim.ts'
import {
  findRecordedCall,
  type IdempotentCall,
  insertRecordedCall,
  type RecordedCall,
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

/** A success: the result, and whether it repeats an earlier one. */
export interface Once<Result> {
  result: Result
  isReplayed: boolean
}

/** Another call with the same key has taken effect meanwhile. Thrown in a transaction, which it rolls back. */
class KeyTaken extends Error {}

export async function runOnce<Outcome extends object, Result extends { status: number }>(
  db: Db,
  call: IdempotentCall,
  options: OnceOptions<Outcome, Result>,
): Promise<Once<Result>> {
  const known = await readRecord(db, call)
  if (isFinished(known)) return replayRecord(known, options)
  return underFirstClaim(
    db,
    [call],
    // The call that held the claim before may have finished.
    async () => runUnclaimed(db, call, await readRecord(db, call), options),
    () => Promise.reject(inProgress()),
  )
}

/** Of two calls that run at once, one takes effect; the other one answers like a repetition. */
export async function runUnclaimed<Outcome extends object, Result extends { status: number }>(
  db: Db,
  call: IdempotentCall & RecordedWith,
  known: RecordedCall | undefined,
  options: OnceOptions<Outcome, Result>,
): Promise<Once<Result>> {
  if (isFinished(known)) return replayRecord(known, options)
  try {
    const result = await perform(db, call, options, known?.outcome as Outcome | undefined)
    return { result, isReplayed: false }
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error
    const other = await readRecord(db, call)
    if (!isFinished(other)) throw inProgress()
    return replayRecord(other, options)
  }
}

async function replayRecord<Outcome extends object, Result extends { status: number }>(
  { status, outcome }: Finished,
  { replay }: OnceOptions<Outcome, Result>,
): Promise<Once<Result>> {
  return { result: await replay(outcome as Outcome, status), isReplayed: true }
}

interface RecordedWith {
  /** Runs in the transaction that records the call. */
  alsoRecord?: (tx: Tx) => Promise<void>
}

async function perform<Outcome extends object, Result extends { status: number }>(
  db: Db,
  call: IdempotentCall & RecordedWith,
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
    await call.alsoRecord?.(tx)
    latest = outcome
    isRemembered = recordedStatus !== null
  }
  const result = await work({
    interrupted,
    remember: (tx, outcome) => record(tx, status, outcome),
    rememberStep: (tx, outcome) => record(tx, null, outcome),
  })
  if (!isRemembered) {
    const outcome = unchanged?.(result)
    if (!outcome) throw new Error('The call succeeded and did not remember its outcome.')
    await inTransaction(db, (tx) => record(tx, result.status, outcome))
  } else if (result.status !== status)
    throw new Error(`The call remembered the status ${status} and answers ${result.status}.`)
  return result
}

type Finished = RecordedCall & { status: number }

const isFinished = (record: RecordedCall | undefined): record is Finished =>
  record !== undefined && record.status !== null

async function readRecord(db: Db, call: IdempotentCall): Promise<RecordedCall | undefined> {
  const record = await findRecordedCall(db, call)
  if (record) requireSameFingerprint(call, record)
  return record
}

export function requireSameFingerprint(call: IdempotentCall, record: RecordedCall): void {
  if (!record.fingerprint.equals(call.fingerprint)) throw new AppError('idempotency_key_reused')
}

export const inProgress = () => new AppError('idempotency_in_progress', { headers: { 'retry-after': '1' } })
