import type {
  AppendSurvey,
  BegunSurvey,
  ColumnType,
  CompletedSurvey,
  FormUpload,
  InitializedSurvey,
  InitializeSurvey,
  ListedSurvey,
  ManagedSurvey,
  MediaDescriptor,
  MultipartUpload,
  PartDescriptor,
  RegisteredMedia,
  RegisteredUploads,
  RegisterMedia,
  RetryMedia,
  RetypedColumn,
  SignedParts,
  SignParts,
  SurveyStatus,
  SurveyUpload,
  UpdateSurvey,
  UploadChoice,
  UploadState,
} from '../contract.ts'
import { type ApiPromise, apiPromise } from '../http/api-promise.ts'
import { type Call, type Core, call } from '../http/call.ts'
import { type DeleteOptions, deleteCall } from '../http/delete-call.ts'
import { includeQuery } from '../http/include.ts'
import { list, type PagePromise, type PageQuery } from '../http/page.ts'
import { iterateRecords, type RecordFilter } from '../http/record-query.ts'
import type { EventFeed } from '../imports/event-feed.ts'
import { createFollower, type Follower } from '../imports/follower.ts'
import type { ImportHandle, WaitOptions } from '../imports/handle.ts'
import {
  type AppendResponsesOptions,
  type ImportSurveyOptions,
  importSurvey,
  initializeBody,
} from '../imports/import-survey.ts'
import { followSurvey, type SurveyKeys } from '../imports/send-survey.ts'
import type { SurveyInput } from '../imports/survey-source.ts'
import { targetOfAppend, targetOfImport } from '../imports/survey-target.ts'
import type { ChangeOptions, RequestOptions, StatusOptions } from '../options.ts'
import { randomText } from '../upload/form.ts'
import type { MultipartChoice } from '../upload/upload-choice.ts'
import type { DetailedListedSurvey, IncludeDetails } from './details.ts'
import { SurveyReading } from './survey-results.ts'

export interface SurveyFilter extends RecordFilter {
  /** Without it, what was completed at least once. */
  status?: readonly SurveyStatus[] | undefined
}

export interface SurveyStatusOptions extends StatusOptions {
  /** Optional groups of fields. */
  include?: ReadonlyArray<'details' | 'columns' | 'skipped_rows' | 'recordings'> | undefined
  /** Return at most this many media files, up to 1000, and `next_media_cursor`. */
  mediaLimit?: number | undefined
  /** The `next_media_cursor` of the previous page of media files. */
  mediaCursor?: string | undefined
}

/** Survey responses from CSV, with the recordings that belong to them. */
export class Surveys extends SurveyReading {
  readonly #core: Core
  readonly #follower: Follower<SurveyUpload>

  constructor(core: Core, feed: EventFeed) {
    super(core)
    this.#core = core
    // The list contains only completed surveys, so each one is polled on its own.
    this.#follower = createFollower<SurveyUpload>({
      fetchOne: async (key, signal, waitSeconds) => {
        const request = {
          operation: 'surveys.status',
          params: { upload_key: key },
          priority: 'poll',
          waitSeconds,
        } as const
        return (await call<SurveyUpload>(core, request, { signal })).data
      },
      callsPerMinute: () => core.pacers.import.callsPerMinute,
      isFinal: ({ status }) => status === 'COMPLETED' || status === 'FAILED',
      events: { feed, keyOf: ({ data }) => data.upload_key },
    })
  }

  /**
   * Starts an import of 1 to 100 parts. Without an `idempotency_key` one is generated, so that retries are safe. If the
   * response has `idempotency_mismatch`, the key belongs to another survey: do not upload to it.
   */
  initialize(
    body: Omit<InitializeSurvey, 'file_type'> & Partial<Pick<InitializeSurvey, 'file_type'>>,
    options?: RequestOptions,
  ): ApiPromise<InitializedSurvey> {
    const whole = { file_type: 'CSV', idempotency_key: randomText(), ...body }
    return apiPromise(call(this.#core, { operation: 'surveys.initialize', body: whole }, options))
  }

  /** Call it after the uploads to start the import. Calling it again has no effect. */
  complete(uploadKey: string, options?: RequestOptions): ApiPromise<CompletedSurvey> {
    return this.#call('surveys.complete', uploadKey, {}, options)
  }

  /**
   * `include` adds how the files were parsed, the type of each column with the reason, the skipped rows, and the state of
   * the recording of each media file.
   */
  status(
    uploadKey: string,
    { include, mediaLimit, mediaCursor, wait, ...options }: SurveyStatusOptions = {},
  ): ApiPromise<SurveyUpload> {
    const query = {
      ...includeQuery({ include }),
      ...(mediaLimit !== undefined && { media_limit: mediaLimit }),
      ...(mediaCursor !== undefined && { media_cursor: mediaCursor }),
    }
    return this.#call('surveys.status', uploadKey, { query, waitSeconds: wait }, options)
  }

  /** Returns a new descriptor for a part that is not processed yet. */
  retryPart(uploadKey: string, partNumber: number, options?: RequestOptions): ApiPromise<PartDescriptor> {
    return this.#call(
      'surveys.retryPart',
      uploadKey,
      { params: { part_number: String(partNumber) } },
      options,
    )
  }

  /** Withdraws a part that is not processed, while files are missing or the import has failed. */
  withdrawPart(uploadKey: string, partNumber: number, options?: RequestOptions): ApiPromise<void> {
    return this.#call(
      'surveys.withdrawPart',
      uploadKey,
      { params: { part_number: String(partNumber) } },
      options,
    )
  }

  /**
   * Changes the type of a column of a completed survey, by its position in the header, from 0. The survey is then parsed
   * again; use `wait` to wait until it is ready.
   */
  retypeColumn(
    uploadKey: string,
    position: number,
    type: ColumnType,
    options?: RequestOptions,
  ): ApiPromise<RetypedColumn> {
    const request = { params: { position: String(position) }, body: { type } }
    return this.#call('surveys.retypeColumn', uploadKey, request, options)
  }

  /** Adds parts to a completed survey. `appendResponses` also uploads them and completes the survey. */
  append(uploadKey: string, body: AppendSurvey, options?: RequestOptions): ApiPromise<BegunSurvey> {
    return this.#call('surveys.append', uploadKey, { body }, options)
  }

  /**
   * Registers media files and returns where to upload them. An object `{ filename, upload_type, size_bytes }` instead of a
   * name chooses how that file is uploaded.
   */
  registerMedia(
    uploadKey: string,
    body: { files: string[] },
    options?: RequestOptions,
  ): ApiPromise<RegisteredMedia>
  registerMedia(
    uploadKey: string,
    body: RegisterMedia,
    options?: RequestOptions,
  ): ApiPromise<RegisteredUploads>
  registerMedia(
    uploadKey: string,
    body: RegisterMedia,
    options?: RequestOptions,
  ): ApiPromise<RegisteredUploads> {
    return this.#call('surveys.registerMedia', uploadKey, { body }, options)
  }

  /** What was received of a media file, so that you can resume its upload. */
  getMediaUpload(uploadKey: string, mediaKey: string, options?: RequestOptions): ApiPromise<UploadState> {
    const params = { media_key: mediaKey }
    return this.#call('surveys.getMediaUpload', uploadKey, { params }, options)
  }

  /**
   * A new descriptor for a media file that is PENDING. With the same type and size the upload continues; with another one it
   * starts over.
   */
  startMediaUpload(
    uploadKey: string,
    mediaKey: string,
    body: MultipartChoice,
    options?: RequestOptions,
  ): ApiPromise<MultipartUpload>
  startMediaUpload(
    uploadKey: string,
    mediaKey: string,
    body: UploadChoice,
    options?: RequestOptions,
  ): ApiPromise<FormUpload | MultipartUpload>
  startMediaUpload(
    uploadKey: string,
    mediaKey: string,
    body: UploadChoice,
    options?: RequestOptions,
  ): ApiPromise<FormUpload | MultipartUpload> {
    const params = { media_key: mediaKey }
    return this.#call('surveys.startMediaUpload', uploadKey, { params, body }, options)
  }

  /** URLs of up to 1,000 parts of a multipart upload, valid for an hour. Send each part with PUT. */
  signMediaUploadParts(
    uploadKey: string,
    mediaKey: string,
    body: SignParts,
    options?: RequestOptions,
  ): ApiPromise<SignedParts> {
    const params = { media_key: mediaKey }
    return this.#call('surveys.signMediaUploadParts', uploadKey, { params, body }, options)
  }

  /** Discards what was received of a media file. Start its upload again with `startMediaUpload`. */
  discardMediaUpload(uploadKey: string, mediaKey: string, options?: RequestOptions): ApiPromise<void> {
    const params = { media_key: mediaKey }
    return this.#call('surveys.discardMediaUpload', uploadKey, { params }, options)
  }

  /**
   * Returns a new descriptor for a media file that is PENDING or FAILED, or LINKED with a recording that ended in error.
   * With `filename` in the options, the file is replaced under that name.
   */
  retryMedia(
    uploadKey: string,
    filename: string,
    options: RequestOptions & RetryMedia = {},
  ): ApiPromise<MediaDescriptor> {
    const { filename: newName, ...request } = options
    const body = newName === undefined ? undefined : { filename: newName }
    return this.#call(
      'surveys.retryMedia',
      uploadKey,
      { params: { filename }, ...(body && { body }) },
      request,
    )
  }

  /** Withdraws a media file that is PENDING or FAILED, so that `complete` no longer requires it. */
  withdrawMedia(uploadKey: string, filename: string, options?: RequestOptions): ApiPromise<void> {
    return this.#call('surveys.withdrawMedia', uploadKey, { params: { filename } }, options)
  }

  /** Renames or moves a survey with its file and media files. Needs the scope `survey:manage`. */
  update(uploadKey: string, body: UpdateSurvey, options: ChangeOptions = {}): ApiPromise<ManagedSurvey> {
    const { ifMatch, ...rest } = options
    return this.#call('surveys.update', uploadKey, { body, ifMatch }, rest)
  }

  /** Moves it to the trash; `permanent: true` purges it at once. Needs the scope `survey:manage`. */
  delete(uploadKey: string, options: DeleteOptions = {}): ApiPromise<void> {
    const params = { upload_key: uploadKey }
    return apiPromise(call(this.#core, deleteCall('surveys.delete', params, options), options))
  }

  /** Brings it back from the trash as it was. */
  restore(uploadKey: string, options?: RequestOptions): ApiPromise<ManagedSurvey> {
    const params = { upload_key: uploadKey }
    return apiPromise(call(this.#core, { operation: 'surveys.restore', params }, options))
  }

  /** Completed imports, newest first by default. With `status`, those that have one of these statuses now. */
  list(
    query: PageQuery & SurveyFilter & IncludeDetails,
    options?: RequestOptions,
  ): PagePromise<DetailedListedSurvey>
  list(query?: PageQuery & SurveyFilter, options?: RequestOptions): PagePromise<ListedSurvey>
  list(query: PageQuery & SurveyFilter = {}, options?: RequestOptions): PagePromise<ListedSurvey> {
    return list(this.#core, { operation: 'surveys.list', items: 'surveys', query }, options)
  }

  /** All surveys that match, page by page with a cursor. */
  iterate(
    filter: SurveyFilter & IncludeDetails,
    options?: RequestOptions,
  ): AsyncGenerator<DetailedListedSurvey, void, undefined>
  iterate(filter?: SurveyFilter, options?: RequestOptions): AsyncGenerator<ListedSurvey, void, undefined>
  iterate(
    filter: SurveyFilter = {},
    options?: RequestOptions,
  ): AsyncGenerator<ListedSurvey, void, undefined> {
    return iterateRecords(this.#core, { operation: 'surveys.list', items: 'surveys', filter }, options)
  }

  /** Splits a CSV into parts, uploads them with their media and waits until the import is ready. */
  import(csv: SurveyInput, options: ImportSurveyOptions): ImportHandle<SurveyKeys, SurveyUpload> {
    const idempotencyKey = options.idempotencyKey ?? randomText()
    return importSurvey(this.#parts(), csv, options, async (numParts, request) => {
      const body = initializeBody(options, idempotencyKey, numParts)
      const { data, response } = await this.initialize(body, request).withResponse()
      return targetOfImport(this, data, { numParts, isReplayed: response.status === 200 }, request)
    })
  }

  /**
   * Adds responses to a completed survey with its mapping and settings. Pass `firstPart` to be able to call again after a
   * crash: without it, a second call adds the responses a second time.
   */
  appendResponses(
    uploadKey: string,
    csv: SurveyInput,
    options: AppendResponsesOptions = {},
  ): ImportHandle<SurveyKeys, SurveyUpload> {
    const { firstPart, media = [] } = options
    return importSurvey(this.#parts(), csv, options, (numParts, request) =>
      targetOfAppend(this, uploadKey, { numParts, firstPart, hasMedia: media.length > 0 }, request),
    )
  }

  /** Waits until an import is ready that was started elsewhere. */
  wait(uploadKey: string, options: WaitOptions<SurveyUpload> = {}): Promise<SurveyUpload> {
    return followSurvey(this.#follower, uploadKey, options)
  }

  #parts() {
    return { core: this.#core, calls: this, follower: this.#follower }
  }

  #call<T>(
    operation: Call['operation'],
    uploadKey: string,
    {
      params = {},
      query,
      body,
      ifMatch,
      waitSeconds,
    }: Pick<Call, 'params' | 'query' | 'body' | 'ifMatch' | 'waitSeconds'>,
    options?: RequestOptions,
  ): ApiPromise<T> {
    const request = {
      operation,
      params: { upload_key: uploadKey, ...params },
      ...(query && { query }),
      ...(body && { body }),
      ifMatch,
      waitSeconds,
    }
    return apiPromise(call<T>(this.#core, request, options))
  }
}
