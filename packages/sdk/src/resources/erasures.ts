import type { EraseRespondent, Erasure, RequestedErasure } from '../contract.ts'
import { type ApiPromise, apiPromise } from '../http/api-promise.ts'
import { type Core, call } from '../http/call.ts'
import type { RequestOptions } from '../options.ts'
import { readResult } from './results.ts'

/** People who responded to surveys. Needs the scope `participant:manage` and the key of a team admin. */
export class Respondents {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /** Erases a person, by `email` or by `upload_key` with `respondent_id`. This cannot be undone. */
  erase(body: EraseRespondent, options?: RequestOptions): ApiPromise<RequestedErasure> {
    return apiPromise(call(this.#core, { operation: 'respondents.erase', body }, options))
  }
}

export class Erasures {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /** What an erasure has removed so far. */
  get(erasureKey: string, options?: RequestOptions): ApiPromise<Erasure> {
    const params = { erasure_key: erasureKey }
    return readResult(this.#core, { operation: 'erasures.get', params }, options)
  }
}
