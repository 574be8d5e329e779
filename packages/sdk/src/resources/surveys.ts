import type {
  AppendSurvey,
  BegunSurvey,
  CompletedSurvey,
  InitializeSurvey,
  ListedSurvey,
  MediaDescriptor,
  PartDescriptor,
  RegisteredMedia,
  RegisterMedia,
  SurveyUpload,
} from '../contract.ts'
import { type ApiPromise, apiPromise } from '../http/api-promise.ts'
import { type Call, type Core, call } from '../http/call.ts'
import { list, type PagePromise, type PageQuery } from '../http/page.ts'
import { createFollower, type Follower } from '../imports/follower.ts'
import type { FollowOptions, ImportHandle } from '../imports/handle.ts'
import {
  type AppendResponsesOptions,
  type ImportSurveyOptions,
  importSurvey,
  initializeBody,
} from '../imports/import-survey.ts'
import { followSurvey, type SurveyKeys } from '../imports/send-survey.ts'
import type { SurveyInput } from '../imports/survey-source.ts'
import type { RequestOptions } from '../options.ts'
import { randomText } from '../upload/form.ts'

/** Responses to questions, read from CSV, with the recordings that go with them. */
export class Surveys {
  readonly #core: Core
  readonly #follower: Follower<SurveyUpload>

  constructor(core: Core) {
    this.#core = core
    // The list shows only what has completed, so each one is asked for by itself.
    this.#follower = createFollower<SurveyUpload>({
      fetchOne: async (key, signal) => {
        const request = {
          operation: 'surveys.status',
          params: { upload_key: key },
          priority: 'poll',
        } as const
        return (await call<SurveyUpload>(core, request, { signal })).data
      },
      isFinal: ({ status }) => status === 'COMPLETED' || status === 'FAILED',
    })
  }

  /** Begins an import of 1 to 100 parts. Without an `idempotency_key` it gets one, so that repeating it is safe. */
  initialize(
    body: Omit<InitializeSurvey, 'file_type'> & Partial<Pick<InitializeSurvey, 'file_type'>>,
    options?: RequestOptions,
  ): ApiPromise<BegunSurvey> {
    const whole = { file_type: 'CSV', idempotency_key: randomText(), ...body }
    return apiPromise(call(this.#core, { operation: 'surveys.initialize', body: whole }, options))
  }

  /** Says that parts and media are uploaded and starts the import, once. */
  complete(uploadKey: string, options?: RequestOptions): ApiPromise<CompletedSurvey> {
    return this.#call('surveys.complete', uploadKey, {}, options)
  }

  status(uploadKey: string, options?: RequestOptions): ApiPromise<SurveyUpload> {
    return this.#call('surveys.status', uploadKey, {}, options)
  }

  /** A fresh descriptor for a part that is not processed yet. */
  retryPart(uploadKey: string, partNumber: number, options?: RequestOptions): ApiPromise<PartDescriptor> {
    return this.#call(
      'surveys.retryPart',
      uploadKey,
      { params: { part_number: String(partNumber) } },
      options,
    )
  }

  /** Adds parts to a completed survey. `appendResponses` does the whole way. */
  append(uploadKey: string, body: AppendSurvey, options?: RequestOptions): ApiPromise<BegunSurvey> {
    return this.#call('surveys.append', uploadKey, { body }, options)
  }

  /** Declares media files and says where to upload them. */
  registerMedia(
    uploadKey: string,
    body: RegisterMedia,
    options?: RequestOptions,
  ): ApiPromise<RegisteredMedia> {
    return this.#call('surveys.registerMedia', uploadKey, { body }, options)
  }

  /** A fresh descriptor for a media file that has not come yet or could not be linked. */
  retryMedia(uploadKey: string, filename: string, options?: RequestOptions): ApiPromise<MediaDescriptor> {
    return this.#call('surveys.retryMedia', uploadKey, { params: { filename } }, options)
  }

  /** Imports that have completed, newest first. */
  list(query: PageQuery = {}, options?: RequestOptions): PagePromise<ListedSurvey> {
    return list(this.#core, { operation: 'surveys.list', items: 'surveys', query }, options)
  }

  /** Cuts a CSV into parts, uploads them with their media and follows the import until it is ready. */
  import(csv: SurveyInput, options: ImportSurveyOptions): ImportHandle<SurveyKeys, SurveyUpload> {
    const idempotencyKey = options.idempotencyKey ?? randomText()
    return importSurvey(this.#parts(), csv, options, (numParts, request) =>
      this.initialize(initializeBody(options, idempotencyKey, numParts), request),
    )
  }

  /** Sends more responses to a survey that has completed. Its mapping and settings are used again. */
  appendResponses(
    uploadKey: string,
    csv: SurveyInput,
    options: AppendResponsesOptions = {},
  ): ImportHandle<SurveyKeys, SurveyUpload> {
    return importSurvey(this.#parts(), csv, options, (numParts, request) =>
      this.append(uploadKey, { num_parts: numParts }, request),
    )
  }

  /** Follows an import that was begun elsewhere until it is ready. */
  wait(uploadKey: string, options: FollowOptions = {}): Promise<SurveyUpload> {
    return followSurvey(this.#follower, uploadKey, options)
  }

  #parts() {
    return { core: this.#core, calls: this, follower: this.#follower }
  }

  #call<T>(
    operation: Call['operation'],
    uploadKey: string,
    { params = {}, body }: Pick<Call, 'params' | 'body'>,
    options?: RequestOptions,
  ): ApiPromise<T> {
    const request = { operation, params: { upload_key: uploadKey, ...params }, ...(body && { body }) }
    return apiPromise(call<T>(this.#core, request, options))
  }
}
