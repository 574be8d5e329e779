import type { ParticipantRecord, ResultParticipant } from '../contract.ts'
import type { ApiPromise } from '../http/api-promise.ts'
import type { Core } from '../http/call.ts'
import { type CursorPagePromise, type CursorQuery, listByCursor } from '../http/cursor-page.ts'
import type { RequestOptions } from '../options.ts'
import { readResult } from './results.ts'

/** People who responded to surveys. Needs the scope `participant:read`. */
export class Participants {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /** Most recent first. `q` finds prefixes of words in names and addresses. */
  list(
    { q, limit, cursor }: CursorQuery & { q?: string | undefined } = {},
    options?: RequestOptions,
  ): CursorPagePromise<ResultParticipant> {
    const request = {
      operation: 'participants.list',
      items: 'participants',
      query: { q, limit, cursor },
    } as const
    return listByCursor(this.#core, request, options)
  }

  get(participantId: number | string, options?: RequestOptions): ApiPromise<ParticipantRecord> {
    const params = { participant_id: String(participantId) }
    return readResult(this.#core, { operation: 'participants.get', params }, options)
  }
}
