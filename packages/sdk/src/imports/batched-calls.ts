/** Initialize and complete of concurrent imports, in batches if the service has them. */
import type { BatchStatus, CompleteBatch, ImportKind, InitializeBatch } from '../contract.ts'
import { type ApiError, InletError, NotFoundError } from '../errors.ts'
import { answerError } from '../http/answer-error.ts'
import { type Core, call } from '../http/call.ts'
import { callPolicies, isRetryable } from '../http/call-policy.ts'
import { pauseAfter } from '../http/retry.ts'
import { createSlots, type Slots } from '../http/slots.ts'
import { sleep } from '../http/wait.ts'
import type { RequestOptions } from '../options.ts'
import { randomText } from '../upload/form.ts'
import { createSharedCall, type SharedCall, type SharedItem } from './send-with-others.ts'

type InitializeItem = InitializeBatch['items'][number]
type CompleteItem = CompleteBatch['items'][number]

export interface BatchedCalls {
  /** False once the service has answered that it has no batches. */
  readonly isAvailable: boolean
  /** `alone` is the single call, for an item without others and for a service without batches. */
  initialize<T>(item: InitializeItem, alone: () => Promise<T>, options: RequestOptions): Promise<T>
  complete<T>(item: CompleteItem, alone: () => Promise<T>, options: RequestOptions): Promise<T>
  /** Which of up to 100 imports have ended or are out of reach. All of them if the service has no batches. */
  findEnded(kind: ImportKind, keys: readonly string[], signal: AbortSignal): Promise<readonly string[]>
}

const maxBatchItems = 100
/** A body has at most 1 MiB; this leaves room for the envelope. */
const maxBytes = 1_000_000
/** Imports that start at the same time arrive within this time. */
const startsMs = 5
/** Uploads end one by one. A little later, several imports can be completed together. */
const endsMs = 300
/** The service runs two batches of a key at once and refuses further ones. */
const concurrentBatches = 2

/** One of the `results` of a batch. */
export interface BatchResult {
  http_status: number
  body: object
}

export function createBatchedCalls(core: Core): BatchedCalls {
  const slots = createSlots(concurrentBatches)
  const service = { isAvailable: true }
  const initialize = share<InitializeItem>(core, service, slots, {
    operation: 'batches.initialize',
    gatherMs: () => startsMs,
  })
  const complete = share<CompleteItem>(core, service, slots, {
    operation: 'batches.complete',
    gatherMs: () => (core.uploadSlots.isInUse ? endsMs : startsMs),
  })
  const submit = <Item, T>(
    shared: SharedCall<Item, unknown>,
    item: Item,
    alone: () => Promise<T>,
    { signal }: RequestOptions,
  ) => (service.isAvailable ? (shared.submit(item, alone, signal) as Promise<T>) : alone())
  return {
    get isAvailable() {
      return service.isAvailable
    },
    initialize: (item, alone, options) => submit(initialize, item, alone, options),
    complete: (item, alone, options) => submit(complete, item, alone, options),
    async findEnded(kind, keys, signal) {
      if (!service.isAvailable) return keys
      const body = { items: keys.map((key) => ({ kind, key })) }
      try {
        const request = { operation: 'batches.status', body, priority: 'poll' } as const
        const { data } = await call<{ results: BatchStatus[] }>(core, request, { signal })
        return data.results.filter(({ is_final }) => is_final).map(({ key }) => key)
      } catch (error) {
        if (!isWithoutBatches(error)) throw error
        service.isAvailable = false
        return keys
      }
    },
  }
}

type BatchOperation = 'batches.initialize' | 'batches.complete'
type Item<T> = SharedItem<T, unknown>

function share<T>(
  core: Core,
  service: { isAvailable: boolean },
  slots: Slots,
  { operation, gatherMs }: { operation: BatchOperation; gatherMs: () => number },
): SharedCall<T, unknown> {
  return createSharedCall<T, unknown>({
    maxItems: maxBatchItems,
    maxBytes,
    gatherMs,
    isWorthWaiting: () => core.pacers.import.resumesInMs !== undefined,
    async send(take, signal) {
      const release = await slots.take(signal)
      try {
        await sendBatch(core, operation, take, signal)
      } catch (error) {
        if (!isWithoutBatches(error)) throw error
        service.isAvailable = false
        for (const one of take()) one.alone().then(one.settle.resolve, one.settle.reject)
      } finally {
        release()
      }
    },
  })
}

/** Repeated with the same key, a batch attempts only the items that failed. */
async function sendBatch<T>(
  core: Core,
  operation: BatchOperation,
  take: () => Item<T>[],
  signal: AbortSignal,
): Promise<void> {
  const idempotencyKey = randomText()
  const body = () => ({ items: take().map(({ item }) => item) })
  for (let retries = 0; ; retries += 1) {
    const { data } = await call<{ results: BatchResult[] }>(
      core,
      { operation, body },
      { idempotencyKey, signal },
    )
    const failed = settleItems(take(), data.results, (error) => isRetryable(callPolicies[operation], error))
    const [first] = failed
    if (!first) return
    if (retries >= core.maxRetries) {
      for (const { one, error } of failed) one.settle.reject(error)
      return
    }
    await sleep(pauseAfter(first.error, retries), signal)
  }
}

/** Returns the items that are worth another attempt. */
function settleItems<T>(
  items: readonly Item<T>[],
  results: readonly BatchResult[],
  isWorthRetry: (error: ApiError) => boolean,
): { one: Item<T>; error: ApiError }[] {
  const failed: { one: Item<T>; error: ApiError }[] = []
  for (const [i, one] of items.entries()) {
    const result = results[i]
    if (!result) throw new InletError('The answer lacks items of the batch.', { code: 'unexpected_answer' })
    const error = itemError(result)
    if (!error) one.settle.resolve(result.body)
    else if (isWorthRetry(error)) failed.push({ one, error })
    else one.settle.reject(error)
  }
  return failed
}

/** The error that the single call would reject with; undefined if the item has succeeded. */
export function itemError({ http_status: status, body }: BatchResult): ApiError | undefined {
  if (status < 300) return undefined
  return answerError(new Response(null, { status }), JSON.stringify(body))
}

/** A record that does not exist has another code. */
const isWithoutBatches = (error: unknown): boolean =>
  error instanceof NotFoundError && error.code === 'not_found'
