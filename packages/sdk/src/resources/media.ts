import type { ManagedMedia, MediaRecord, ResultUrls, Transcript } from '../contract.ts'
import { type ApiPromise, apiPromise } from '../http/api-promise.ts'
import { type Core, call } from '../http/call.ts'
import { type DeleteOptions, deleteCall } from '../http/delete-call.ts'
import type { RequestOptions } from '../options.ts'
import { type CaptionFormat, readResult, readTranscript, type TranscriptOptions } from './results.ts'

/** Media files of surveys. Reading needs the scope `survey:read`. */
export class Media {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  get(mediaKey: string, options?: RequestOptions): ApiPromise<MediaRecord> {
    return readResult(this.#core, { operation: 'media.get', params: { media_key: mediaKey } }, options)
  }

  /** The transcript: as an object, or as text in another format. */
  transcript(mediaKey: string, options: TranscriptOptions & { format: CaptionFormat }): ApiPromise<string>
  transcript(mediaKey: string, options?: TranscriptOptions & { format?: 'json' }): ApiPromise<Transcript>
  transcript(
    mediaKey: string,
    options: TranscriptOptions & { format?: 'json' | CaptionFormat } = {},
  ): ApiPromise<Transcript | string> {
    const request = { operation: 'media.transcript', params: { media_key: mediaKey } } as const
    return readTranscript(this.#core, request, options)
  }

  /** URLs of the stored files, which work without credentials until they expire. */
  urls(mediaKey: string, options?: RequestOptions): ApiPromise<ResultUrls> {
    return readResult(this.#core, { operation: 'media.urls', params: { media_key: mediaKey } }, options)
  }

  /** Moves it to the trash; `permanent: true` purges it at once. Needs the scope `survey:manage`. */
  delete(mediaKey: string, options: DeleteOptions = {}): ApiPromise<void> {
    const request = deleteCall('media.delete', { media_key: mediaKey }, options)
    return apiPromise(call(this.#core, request, options))
  }

  /** Brings it back from the trash as it was. */
  restore(mediaKey: string, options?: RequestOptions): ApiPromise<ManagedMedia> {
    const request = { operation: 'media.restore', params: { media_key: mediaKey } } as const
    return apiPromise(call(this.#core, request, options))
  }
}
