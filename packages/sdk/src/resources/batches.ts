import type {
  BatchKeys,
  BatchStatus,
  CompleteBatch,
  CompletedBatch,
  InitializeBatch,
  InitializedBatch,
} from '../contract.ts'
import { type ApiPromise, apiPromise } from '../http/api-promise.ts'
import { type Core, call } from '../http/call.ts'
import type { RequestOptions, StatusOptions } from '../options.ts'

/** Up to 100 imports in one call, which counts once against the call limit. */
export class Batches {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /** Each item has the status and body of the single call. Repeat the call with its `idempotencyKey` to attempt failed items again. */
  initialize(body: InitializeBatch, options?: RequestOptions): ApiPromise<InitializedBatch> {
    return apiPromise(call(this.#core, { operation: 'batches.initialize', body }, options))
  }

  /** Call it after the uploads to start processing. An item that was completed before is not started again. */
  complete(body: CompleteBatch, options?: RequestOptions): ApiPromise<CompletedBatch> {
    return apiPromise(call(this.#core, { operation: 'batches.complete', body }, options))
  }

  /** `wait` holds the call until one of the imports has ended or needs you. Send only those you still wait for. */
  status(body: BatchKeys, { wait, ...options }: StatusOptions = {}): ApiPromise<{ results: BatchStatus[] }> {
    return apiPromise(call(this.#core, { operation: 'batches.status', body, waitSeconds: wait }, options))
  }
}
