import type {
  BegunInsight,
  BegunInsightUpload,
  BegunInsightUrl,
  CompletedInsight,
  CompleteInsight,
  FormUpload,
  InitializeInsight,
  InsightDetails,
  InsightRecord,
  ListedInsight,
  ManagedInsight,
  MultipartUpload,
  ProcessingStatus,
  ResultUrls,
  SignedParts,
  SignParts,
  TextPages,
  UpdateInsight,
  UploadChoice,
  UploadState,
  UrlUpload,
} from '../contract.ts'
import { type ApiPromise, apiPromise } from '../http/api-promise.ts'
import { type Call, type Core, call } from '../http/call.ts'
import { type DeleteOptions, deleteCall } from '../http/delete-call.ts'
import { includeQuery } from '../http/include.ts'
import { list, type PagePromise, type PageQuery } from '../http/page.ts'
import { iterateRecords, type RecordFilter } from '../http/record-query.ts'
import type { BatchedCalls } from '../imports/batched-calls.ts'
import type { EventFeed } from '../imports/event-feed.ts'
import { createFollower } from '../imports/follower.ts'
import type { HandleOptions, ImportHandle, WaitOptions } from '../imports/handle.ts'
import {
  type FileEnd,
  type FileImport,
  followFile,
  type InitializeUpload,
  importFile,
  resumeFile,
} from '../imports/import-file.ts'
import { type InitializeUrl, importUrl, isLinkedFile, type LinkedFile } from '../imports/import-url.ts'
import { type ReferenceOptions, referencesOf } from '../imports/references.ts'
import type { ChangeOptions, RequestOptions, StatusOptions } from '../options.ts'
import { type FileInput, toSource } from '../upload/source.ts'
import type { FormChoice, MultipartChoice, SentChoice, UrlChoice } from '../upload/upload-choice.ts'
import { checkSize } from '../upload/upload-limits.ts'
import type { DetailedInsight, DetailedListedInsight, IncludeDetails } from './details.ts'
import { type PageRange, readResult, textCalls } from './results.ts'

export interface InsightFilter extends RecordFilter {
  status?: readonly ProcessingStatus[] | undefined
}

export interface ResumeInsightOptions extends HandleOptions {
  /** True: visible to the team once it is processed. Otherwise it stays a draft. */
  shouldPublish?: boolean | undefined
}

export interface ImportInsightOptions extends ResumeInsightOptions, ReferenceOptions {
  projectId: number
  /** With its extension. Default: the name of the file, or that in the URL. */
  name?: string | undefined
}

export type InsightKeys = Pick<BegunInsight, 'insight_key'>
/** Without URLs that expire, such as that of the thumbnail; `insights.status` has them. */
export type ImportedInsight = Omit<ListedInsight, 'project_id'>
/** `progress` while it is being processed, unless the status comes from a list. */
export type FollowedInsight = ImportedInsight & Pick<InsightDetails, 'progress'>

/** Documents with a viewer and a thumbnail. */
export class Insights {
  readonly #core: Core
  readonly #texts: ReturnType<typeof textCalls>
  readonly #batched: BatchedCalls
  readonly #end: FileEnd<FollowedInsight>

  constructor(core: Core, feed: EventFeed, batched: BatchedCalls) {
    this.#core = core
    this.#texts = textCalls(core, 'insights', (key) => ({ insight_key: key }))
    this.#batched = batched
    this.#end = {
      follower: createFollower<FollowedInsight>({
        fetchOne: async (key, signal, waitSeconds) => {
          const request = {
            ...statusCall(key, { include: ['details'], waitSeconds }),
            priority: 'poll',
          } as const
          return (await call<InsightDetails>(core, request, { signal })).data
        },
        fetchPage: async (offset, signal) => {
          const request = {
            operation: 'insights.list',
            items: 'insights',
            query: { offset, include: ['details'] },
            priority: 'poll',
          } as const
          const { items, hasNext } = await list<ListedInsight>(core, request, { signal })
          return { items: new Map(items.map((item) => [item.insight_key, item])), hasNext }
        },
        findEnded: (keys, signal) => batched.findEnded('insight', keys, signal),
        endTimeOf: ({ updated_at }) => (updated_at === undefined ? undefined : Date.parse(updated_at)),
        callsPerMinute: () => core.pacers.import.callsPerMinute,
        events: {
          feed,
          keyOf: ({ data }) => data.insight_key,
          update(listed, { data, timestamp }) {
            const updated = {
              ...listed,
              processing_status: data.status as ProcessingStatus,
              updated_at: timestamp,
            }
            // The event does not say it.
            delete updated.error_code
            return updated
          },
        },
        isFinal: ({ processing_status }) =>
          processing_status === 'completed' || processing_status === 'failed',
      }),
      isSuccess: ({ processing_status }) => processing_status === 'completed',
      progressOf: ({ progress }) => progress ?? undefined,
      failureOf: async (key, options) => {
        const { error_reason, error_code } = await this.status(key, { ...options, include: ['details'] })
        return { reason: error_reason, code: error_code ?? undefined }
      },
    }
  }

  /**
   * Starts an import and returns where to upload the document: as a form, or in parts with `upload_type: 'multipart'`. With
   * `upload_type: 'url'` the service downloads it after `complete`. Each call creates a new insight.
   */
  initialize(body: InitializeInsight & FormChoice, options?: RequestOptions): ApiPromise<BegunInsight>
  initialize(
    body: InitializeInsight & MultipartChoice,
    options?: RequestOptions,
  ): ApiPromise<BegunInsightUpload>
  initialize(body: InitializeInsight & UrlChoice, options?: RequestOptions): ApiPromise<BegunInsightUrl>
  initialize(
    body: InitializeInsight & SentChoice,
    options?: RequestOptions,
  ): ApiPromise<BegunInsight | BegunInsightUpload>
  initialize(
    body: InitializeInsight,
    options?: RequestOptions,
  ): ApiPromise<BegunInsight | BegunInsightUpload | BegunInsightUrl>
  initialize(
    body: InitializeInsight,
    options?: RequestOptions,
  ): ApiPromise<BegunInsight | BegunInsightUpload | BegunInsightUrl> {
    return apiPromise(call(this.#core, { operation: 'insights.initialize', body }, options))
  }

  /** What was received, so that you can resume an upload of which you know only the key. */
  getUpload(insightKey: string, options?: RequestOptions): ApiPromise<UploadState> {
    return this.#callUpload('insights.getUpload', insightKey, undefined, options)
  }

  /**
   * A new descriptor while the upload is awaited. With the same type and size the upload continues; with another one, or
   * with a URL, it starts over.
   */
  startUpload(
    insightKey: string,
    body: MultipartChoice,
    options?: RequestOptions,
  ): ApiPromise<MultipartUpload>
  startUpload(insightKey: string, body: UrlChoice, options?: RequestOptions): ApiPromise<UrlUpload>
  startUpload(
    insightKey: string,
    body: UploadChoice,
    options?: RequestOptions,
  ): ApiPromise<FormUpload | MultipartUpload>
  startUpload(
    insightKey: string,
    body: UploadChoice | UrlChoice,
    options?: RequestOptions,
  ): ApiPromise<FormUpload | MultipartUpload | UrlUpload> {
    return this.#callUpload('insights.startUpload', insightKey, body, options)
  }

  /** URLs of up to 1,000 parts of a multipart upload, valid for an hour. Send each part with PUT. */
  signUploadParts(insightKey: string, body: SignParts, options?: RequestOptions): ApiPromise<SignedParts> {
    return this.#callUpload('insights.signUploadParts', insightKey, body, options)
  }

  /** Discards what was received. Start the upload again with `startUpload`. */
  discardUpload(insightKey: string, options?: RequestOptions): ApiPromise<void> {
    return this.#callUpload('insights.discardUpload', insightKey, undefined, options)
  }

  /** Call it after the upload to start processing. Calling it again has no effect. */
  complete(
    insightKey: string,
    body: CompleteInsight = {},
    options?: RequestOptions,
  ): ApiPromise<CompletedInsight> {
    const params = { insight_key: insightKey }
    return apiPromise(call(this.#core, { operation: 'insights.complete', params, body }, options))
  }

  /** `include: ['details']` adds size, hash, progress, times and the error code. `wait` holds the call until the import has ended. */
  status(insightKey: string, options: StatusOptions & IncludeDetails): ApiPromise<DetailedInsight>
  status(insightKey: string, options?: StatusOptions): ApiPromise<InsightDetails>
  status(
    insightKey: string,
    { include, wait, ...options }: StatusOptions & Partial<IncludeDetails> = {},
  ): ApiPromise<InsightDetails> {
    return apiPromise(call(this.#core, statusCall(insightKey, { include, waitSeconds: wait }), options))
  }

  /** Renames, moves, publishes or unpublishes an insight. Needs the scope `insight:manage`. */
  update(insightKey: string, body: UpdateInsight, options: ChangeOptions = {}): ApiPromise<ManagedInsight> {
    const { ifMatch, ...rest } = options
    const params = { insight_key: insightKey }
    return apiPromise(call(this.#core, { operation: 'insights.update', params, body, ifMatch }, rest))
  }

  /** Moves it to the trash; `permanent: true` purges it at once. Needs the scope `insight:manage`. */
  delete(insightKey: string, options: DeleteOptions = {}): ApiPromise<void> {
    const params = { insight_key: insightKey }
    return apiPromise(call(this.#core, deleteCall('insights.delete', params, options), options))
  }

  /** Brings it back from the trash as it was. */
  restore(insightKey: string, options?: RequestOptions): ApiPromise<ManagedInsight> {
    const params = { insight_key: insightKey }
    return apiPromise(call(this.#core, { operation: 'insights.restore', params }, options))
  }

  /** Newest first by default. */
  list(
    query: PageQuery & InsightFilter & IncludeDetails,
    options?: RequestOptions,
  ): PagePromise<DetailedListedInsight>
  list(query?: PageQuery & InsightFilter, options?: RequestOptions): PagePromise<ListedInsight>
  list(query: PageQuery & InsightFilter = {}, options?: RequestOptions): PagePromise<ListedInsight> {
    return list(this.#core, { operation: 'insights.list', items: 'insights', query }, options)
  }

  /** All insights that match, page by page with a cursor. */
  iterate(
    filter: InsightFilter & IncludeDetails,
    options?: RequestOptions,
  ): AsyncGenerator<DetailedListedInsight, void, undefined>
  iterate(filter?: InsightFilter, options?: RequestOptions): AsyncGenerator<ListedInsight, void, undefined>
  iterate(
    filter: InsightFilter = {},
    options?: RequestOptions,
  ): AsyncGenerator<ListedInsight, void, undefined> {
    return iterateRecords(this.#core, { operation: 'insights.list', items: 'insights', filter }, options)
  }

  /** The record with the paths of its results. Reading needs the scope `insight:read`. */
  get(insightKey: string, options?: RequestOptions): ApiPromise<InsightRecord> {
    return readResult(this.#core, { operation: 'insights.get', params: { insight_key: insightKey } }, options)
  }

  /** The text of each page. */
  pages(insightKey: string, range?: PageRange, options?: RequestOptions): ApiPromise<TextPages> {
    return this.#texts.pages(insightKey, range, options)
  }

  /** The whole text; a form feed separates the pages. */
  text(insightKey: string, options?: RequestOptions): ApiPromise<string> {
    return this.#texts.text(insightKey, options)
  }

  /** URLs of the stored files, which work without credentials until they expire. */
  urls(insightKey: string, options?: RequestOptions): ApiPromise<ResultUrls> {
    return this.#texts.urls(insightKey, options)
  }

  /** Uploads a document, or has the service download it with `{ sourceUrl }`, and waits until it is ready. */
  import(
    file: FileInput | LinkedFile,
    options: ImportInsightOptions,
  ): ImportHandle<InsightKeys, ImportedInsight> {
    if (isLinkedFile(file)) return this.#importUrl(file, options)
    const initialize: InitializeUpload = async (source, choice, request) => {
      const body = {
        project_id: options.projectId,
        filename: source.name,
        ...referencesOf(options),
        ...choice,
      }
      const alone = () => this.initialize(body, request)
      const begun = await this.#batched.initialize({ kind: 'insight', ...body }, alone, request)
      return { key: begun.insight_key, begun }
    }
    const openSource = () => {
      const source = toSource(file, options.name)
      checkSize(source, 'insight')
      return source
    }
    return importFile(this.#core, openSource, { ...this.#kind(options), initialize }, options)
  }

  /**
   * Continues an import whose upload was interrupted: sends what is missing of the document, and waits until it is ready.
   * Only the size is compared, so make sure that the document has not changed; otherwise call `discardUpload` first.
   */
  resume(
    insightKey: string,
    file: FileInput,
    options: ResumeInsightOptions = {},
  ): ImportHandle<InsightKeys, ImportedInsight> {
    const openSource = () => toSource(file, 'The file')
    return resumeFile(this.#core, { key: insightKey, openSource }, this.#kind(options), options)
  }

  /**
   * Waits until an import is ready that was started elsewhere. The ends of many imports are reported in batches, up to 1.2
   * seconds later for each import that is followed, and at most four minutes.
   */
  wait(insightKey: string, options: WaitOptions<FollowedInsight> = {}): Promise<ImportedInsight> {
    return followFile(this.#end, insightKey, options)
  }

  #importUrl(file: LinkedFile, options: ImportInsightOptions): ImportHandle<InsightKeys, ImportedInsight> {
    const initialize: InitializeUrl = async ({ name, choice }, request) => {
      const body = {
        project_id: options.projectId,
        filename: name,
        ...referencesOf(options),
        ...choice,
      }
      const alone = () => this.initialize(body, request)
      const begun = await this.#batched.initialize({ kind: 'insight', ...body }, alone, request)
      return { key: begun.insight_key, begun }
    }
    const link = { sourceUrl: file.sourceUrl, name: options.name }
    return importUrl(this.#core, link, { ...this.#kind(options), initialize }, options)
  }

  #kind({ shouldPublish = false }: ResumeInsightOptions): FileImport<InsightKeys, FollowedInsight> {
    return {
      keysOf: (key) => ({ insight_key: key }),
      uploadCalls: (key) => ({
        get: (request) => this.getUpload(key, request),
        start: (body, request) => this.startUpload(key, body, request),
        sign: (body, request) => this.signUploadParts(key, body, request),
      }),
      complete: (key, request) => {
        const body = { should_publish: shouldPublish }
        const alone = () => this.complete(key, body, request)
        return this.#batched.complete({ kind: 'insight', key, ...body }, alone, request)
      },
      end: this.#end,
    }
  }

  #callUpload<T>(
    operation: Call['operation'],
    insightKey: string,
    body: Call['body'],
    options?: RequestOptions,
  ): ApiPromise<T> {
    const request = { operation, params: { insight_key: insightKey }, ...(body !== undefined && { body }) }
    return apiPromise(call<T>(this.#core, request, options))
  }
}

function statusCall(
  insightKey: string,
  { include, waitSeconds }: { include?: readonly string[] | undefined; waitSeconds?: number | undefined },
) {
  const operation = 'insights.status' as const
  const query = includeQuery({ include })
  return { operation, params: { insight_key: insightKey }, query, waitSeconds }
}
