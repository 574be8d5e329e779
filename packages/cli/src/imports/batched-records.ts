/**
 * Initialize and complete for many small files with one call each. The idempotency key of an initialize is in the journal
 * before it is sent: after a kill, repeating the batch returns the records that it has created.
 */
import { randomUUID } from 'node:crypto'
import { type BatchResult, createSlots, type Inlet, isTransient, itemError, NotFoundError } from '@inlet/sdk'
import type { BatchedItem, Entry, ImportAs } from '../journal/entries.ts'
import type { Journal } from '../journal/journal.ts'
import { createCollector } from './collector.ts'
import { type BegunRecord, type BegunUpload, isSmall, type NewRecord, type Records } from './records.ts'
import { type ReferenceOptions, referencesOf } from './references.ts'
import { pause, retryTransient } from './retry.ts'

export interface BatchedRecords {
  readonly records: Readonly<Record<ImportAs, Records>>
  /** False once the service has answered that it has no batches. */
  readonly isAvailable: boolean
  /** The record of an entry of an earlier run, with a new descriptor. Undefined if the service has no batches. */
  readonly beginAgain: (entry: Entry) => Promise<BegunRecord | undefined>
  /** To be called when fewer files are on their way. */
  check(): void
}

export interface BatchedRecordsOptions {
  inlet: Pick<Inlet, 'batches' | 'callUsage'>
  journal: Pick<Journal, 'entries' | 'write'>
  /** The single calls: for large files, for one file, and for a service without batches. */
  single: Readonly<Record<ImportAs, Records>>
  shouldPublish: boolean
  references: ReferenceOptions
  signal: AbortSignal
  /** Files are on their way that will be initialized, or completed. */
  isBeginning: () => boolean
  isSending: () => boolean
}

export const maxBatchItems = 100
/** A body has at most 1 MiB; this leaves room for the envelope. */
const maxBytes = 1_000_000
const longestBeginMs = 5_000
const longestCompleteMs = 30_000
/** The service runs two batches of a key at once and refuses further ones. */
const concurrentBatches = 2
/** Between attempts of items that were unavailable. */
const pausesMs = [1000, 5000, 15_000, 30_000]

interface BeginRequest {
  as: ImportAs
  record: NewRecord
}
interface CompleteRequest {
  as: ImportAs
  key: string
}
type Send = () => Promise<{ results: readonly BatchResult[] }>
type Settled<T> = PromiseSettledResult<T>

export function createBatchedRecords(options: BatchedRecordsOptions): BatchedRecords {
  const { inlet, journal, single, signal } = options
  const slots = createSlots(concurrentBatches)
  const references = referencesOf(options.references)
  const repeated = new Map<string, Promise<ReadonlyMap<string, Settled<BegunRecord>>>>()
  const limits = { maxItems: maxBatchItems, maxBytes }
  // A call that has to wait for the limit takes the more files with it, the later it is made.
  const isWorthWaiting = () => inlet.callUsage.resumesInMs !== undefined
  let isAvailable = true

  const begin = createCollector<BeginRequest, BegunRecord>({
    ...limits,
    longestMs: longestBeginMs,
    isMoreExpected: options.isBeginning,
    isWorthWaiting,
    send: async (requests) => {
      const alone = () =>
        Promise.allSettled(requests.map(({ as, record }) => single[as].initialize(record, { signal })))
      if (requests.length === 1 || !isAvailable) return alone()
      const key = randomUUID()
      const items = requests.map((request) => ({ id: request.record.id, item: itemOf(request) }))
      await journal.write({ do: 'batch', key, items })
      return (await initialize(key, items)) ?? alone()
    },
  })

  const complete = createCollector<CompleteRequest, unknown>({
    ...limits,
    longestMs: longestCompleteMs,
    isMoreExpected: options.isSending,
    isWorthWaiting,
    send: async (requests) => {
      const alone = () =>
        Promise.allSettled(requests.map(({ as, key }) => single[as].complete(key, { signal })))
      if (requests.length === 1 || !isAvailable) return alone()
      const items = requests.map(({ as, key }) => ({
        kind: as,
        key,
        ...(as === 'insight' && { should_publish: options.shouldPublish }),
      }))
      const idempotencyKey = randomUUID()
      const send = () => inlet.batches.complete({ items }, { idempotencyKey, signal })
      return (await sendBatch(send)) ?? alone()
    },
  })

  const itemOf = ({ as, record }: BeginRequest): BatchedItem['item'] => {
    const { name, projectId, transcriptName } = record
    const common = { project_id: projectId, ...references }
    const along = transcriptName === undefined ? {} : { transcript_file_name: transcriptName }
    return as === 'file'
      ? { kind: 'file', file_name: name, ...common, ...along }
      : { kind: 'insight', filename: name, ...common }
  }

  async function initialize(idempotencyKey: string, batched: readonly BatchedItem[]) {
    const items = batched.map(({ item }) => item)
    const send = () => inlet.batches.initialize({ items }, { idempotencyKey, signal })
    const results = await sendBatch(send)
    return results?.map(
      (result): Settled<BegunRecord> =>
        result.status === 'fulfilled' ? { status: 'fulfilled', value: readBegun(result.value) } : result,
    )
  }

  /** Undefined if the service has no batches. */
  async function sendBatch(send: Send): Promise<Settled<object>[] | undefined> {
    const release = await slots.take(signal)
    try {
      return await sendUntilAvailable(send, signal)
    } catch (error) {
      if (!isWithoutBatches(error)) throw error
      isAvailable = false
      return undefined
    } finally {
      release()
    }
  }

  async function repeat(key: string): Promise<ReadonlyMap<string, Settled<BegunRecord>>> {
    const items = journal.entries.inBatch(key)
    const results = (await initialize(key, items)) ?? []
    return new Map(items.flatMap(({ id }, i) => (results[i] ? [[id, results[i]] as const] : [])))
  }

  const batched = (as: ImportAs): Records => ({
    ...single[as],
    initialize: (record, request) =>
      isSmall(record.bytes) ? begin.submit({ as, record }) : single[as].initialize(record, request),
    complete: (key) => complete.submit({ as, key }),
  })

  return {
    records: { file: batched('file'), insight: batched('insight') },
    get isAvailable() {
      return isAvailable
    },
    async beginAgain({ id, batch = '' }) {
      const results = repeated.get(batch) ?? repeat(batch)
      repeated.set(batch, results)
      // A batch that failed for the moment is sent again with the next attempt.
      results.catch(() => repeated.delete(batch))
      const result = (await results).get(id)
      if (result?.status === 'rejected') {
        if (isTransient(result.reason)) repeated.delete(batch)
        throw result.reason
      }
      return result?.value
    },
    check() {
      begin.check()
      complete.check()
    },
  }
}

/** Repeated with the same key, a batch returns what succeeded and attempts the rest. */
async function sendUntilAvailable(send: Send, signal: AbortSignal): Promise<Settled<object>[]> {
  for (let attempt = 0; ; attempt += 1) {
    const { results } = await retryTransient(send, signal)
    const settled = results.map((result): Settled<object> => {
      const error = itemError(result)
      return error ? { status: 'rejected', reason: error } : { status: 'fulfilled', value: result.body }
    })
    const isWorthRetry = settled.some((one) => one.status === 'rejected' && isTransient(one.reason))
    const pauseMs = pausesMs[attempt]
    if (!isWorthRetry || pauseMs === undefined || signal.aborted) return settled
    await pause(pauseMs, signal)
  }
}

function readBegun(body: object): BegunRecord {
  const begun = body as BegunUpload &
    Pick<BegunRecord, 'transcript'> & { wav_key?: string; insight_key?: string }
  return { key: begun.wav_key ?? begun.insight_key ?? '', begun, transcript: begun.transcript }
}

/** A record that does not exist has another code. */
export const isWithoutBatches = (error: unknown): boolean =>
  error instanceof NotFoundError && error.code === 'not_found'
