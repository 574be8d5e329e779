/** What an import gives back at once: a hold on something that goes on by itself. */
import { CancelledError, cancelledBy } from '../errors.ts'
import { createMeter, type ImportProgress, type Meter, type ProgressListener } from './progress.ts'

export interface ImportHandle<Keys, Result> {
  /** The keys of the record, as soon as the service has made it. */
  readonly keys: Keys | undefined
  readonly progress: ImportProgress
  /** Returns the function that ends the listening. */
  readonly onProgress: (listener: ProgressListener) => () => void
  /** When the service has made the record. */
  readonly started: () => Promise<Keys>
  /** When everything is uploaded and the service has begun to process it. */
  readonly accepted: () => Promise<Keys>
  /** When it is ready to use; rejects with ImportFailedError when it will never be. */
  readonly done: () => Promise<Result>
  /** Stops sending and following. What the service has accepted it goes on processing. */
  readonly cancel: () => void
}

export interface FollowOptions {
  signal?: AbortSignal | undefined
  /** How long to wait for the processing, 6 hours unless said. The import goes on in any case. */
  waitTimeoutMs?: number | undefined
}

export interface HandleOptions extends FollowOptions {
  onProgress?: ProgressListener | undefined
  /** Of each call and each upload. */
  maxRetries?: number | undefined
  /** Of each call. */
  timeoutMs?: number | undefined
}

/** What the running import tells its handle. */
export interface Run<Keys> {
  readonly signal: AbortSignal
  readonly meter: Meter
  readonly started: (keys: Keys) => void
  readonly accepted: () => void
}

export function startImport<Keys, Result>(
  options: HandleOptions,
  work: (run: Run<Keys>) => Promise<Result>,
): ImportHandle<Keys, Result> {
  const { signal } = options
  const controller = new AbortController()
  const stop = () => controller.abort(signal && cancelledBy(signal))
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })

  const meter = createMeter()
  if (options.onProgress) meter.listen(options.onProgress)
  let keys: Keys | undefined
  const started = milestone<Keys>()
  const accepted = milestone<Keys>()

  async function run(): Promise<Result> {
    try {
      const result = await work({
        signal: controller.signal,
        meter,
        started(known) {
          keys = known
          started.reach(known)
        },
        accepted() {
          if (keys !== undefined) accepted.reach(keys)
        },
      })
      meter.enter('completed')
      return result
    } catch (error) {
      started.miss(error)
      accepted.miss(error)
      throw error
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }
  const done = run()
  // Who never asks for the end must not be stopped by it; who asks gets the failure all the same.
  done.catch(() => {})

  return {
    get keys() {
      return keys
    },
    get progress() {
      return meter.progress
    },
    onProgress: (listener) => meter.listen(listener),
    started: () => started.promise,
    accepted: () => accepted.promise,
    done: () => done,
    cancel: () => controller.abort(new CancelledError('The import was cancelled.', { code: 'cancelled' })),
  }
}

function milestone<T>() {
  let reach: (value: T) => void = () => {}
  let miss: (error: unknown) => void = () => {}
  const promise = new Promise<T>((resolve, reject) => {
    reach = resolve
    miss = reject
  })
  promise.catch(() => {})
  return { promise, reach, miss }
}
