/** The handle of a running import. */
import { CancelledError, cancelledBy } from '../errors.ts'
import { createMeter, type ImportProgress, type Meter, type ProgressListener } from '../upload/progress.ts'

export interface ImportHandle<Keys, Result> {
  /** The keys of the record, once the service has created it. */
  readonly keys: Keys | undefined
  readonly progress: ImportProgress
  /** Returns a function that removes the listener. */
  readonly onProgress: (listener: ProgressListener) => () => void
  /** Resolves when the service has created the record. */
  readonly started: () => Promise<Keys>
  /** Resolves when everything is uploaded and the service has started processing. */
  readonly accepted: () => Promise<Keys>
  /** Resolves when the import is ready; rejects with ImportFailedError if processing fails. */
  readonly done: () => Promise<Result>
  /** Stops sending and following. The service continues to process what it has accepted. */
  readonly cancel: () => void
}

export interface FollowOptions {
  signal?: AbortSignal | undefined
  /** How long to wait for processing, 6 hours by default. The import continues in any case. */
  waitTimeoutMs?: number | undefined
}

/** Of `wait`. */
export interface WaitOptions<Status> extends FollowOptions {
  /**
   * Called with every status that is read, so that progress can be shown. A single import is then read every 1 to 15
   * seconds; of many, statuses are read only once.
   */
  onStatus?: ((status: Status) => void) | undefined
}

export interface HandleOptions extends FollowOptions {
  onProgress?: ProgressListener | undefined
  /** For each call and each upload. */
  maxRetries?: number | undefined
  /** For each call. */
  timeoutMs?: number | undefined
}

/** How a running import reports to its handle. */
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
  // Prevents an unhandled rejection if done() is never called.
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
