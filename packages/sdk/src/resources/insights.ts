import type {
  BegunInsight,
  BegunInsightUpload,
  CompletedInsight,
  CompleteInsight,
  FormUpload,
  InitializeInsight,
  InsightDetails,
  ListedInsight,
  MultipartUpload,
  ProcessingStatus,
  SignedParts,
  SignParts,
  UploadChoice,
  UploadState,
} from '../contract.ts'
import { type ApiPromise, apiPromise } from '../http/api-promise.ts'
import { type Call, type Core, call } from '../http/call.ts'
import { includeQuery } from '../http/include.ts'
import { list, type PagePromise, type PageQuery } from '../http/page.ts'
import { iterateRecords, type RecordFilter } from '../http/record-query.ts'
import type { EventFeed } from '../imports/event-feed.ts'
import { createFollower } from '../imports/follower.ts'
import type { HandleOptions, ImportHandle, WaitOptions } from '../imports/handle.ts'
import { type FileEnd, followFile, importFile } from '../imports/import-file.ts'
import { type ReferenceOptions, referencesOf } from '../imports/references.ts'
import type { RequestOptions, StatusOptions } from '../options.ts'
import { type FileInput, toSource } from '../upload/source.ts'
import { checkSize } from '../upload/upload-limits.ts'
import type { DetailedInsight, DetailedListedInsight, IncludeDetails } from './details.ts'
import type { FormChoice, MultipartChoice } from './upload-choice.ts'

export interface InsightFilter extends RecordFilter {
  status?: readonly ProcessingStatus[] | undefined
}

export interface ImportInsightOptions extends HandleOptions, ReferenceOptions {
  projectId: number
  /** With its extension. Default: the name of the file. */
  name?: string | undefined
  /** True: visible to the team once it is processed. Otherwise it stays a draft. */
  shouldPublish?: boolean | undefined
}

export type InsightKeys = Pick<BegunInsight, 'insight_key'>
/** Without URLs that expire, such as that of the thumbnail; `insights.status` has them. */
export type ImportedInsight = Omit<ListedInsight, 'project_id'>
/** `progress` while it is being processed, unless the status comes from a list. */
export type FollowedInsight = ImportedInsight & Pick<InsightDetails, 'progress'>

/** Documents with a viewer and a thumbnail. */
export class Insights {
  readonly #core: Core
  readonly #end: FileEnd<FollowedInsight>

  constructor(core: Core, feed: EventFeed) {
    this.#core = core
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

  /** Starts an import and returns where to upload the document: as a form, or in parts with `upload_type: 'multipart'`. Each call creates a new insight. */
  initialize(body: InitializeInsight & FormChoice, options?: RequestOptions): ApiPromise<BegunInsight>
  initialize(
    body: InitializeInsight & MultipartChoice,
    options?: RequestOptions,
  ): ApiPromise<BegunInsightUpload>
  initialize(body: InitializeInsight, options?: RequestOptions): ApiPromise<BegunInsight | BegunInsightUpload>
  initialize(
    body: InitializeInsight,
    options?: RequestOptions,
  ): ApiPromise<BegunInsight | BegunInsightUpload> {
    return apiPromise(call(this.#core, { operation: 'insights.initialize', body }, options))
  }

  /** What was received, so that you can resume an upload of which you know only the key. */
  getUpload(insightKey: string, options?: RequestOptions): ApiPromise<UploadState> {
    return this.#callUpload('insights.getUpload', insightKey, undefined, options)
  }

  /**
   * A new descriptor while the upload is awaited. With the same type and size the upload continues; with another one it
   * starts over.
   */
  startUpload(
    insightKey: string,
    body: MultipartChoice,
    options?: RequestOptions,
  ): ApiPromise<MultipartUpload>
  startUpload(
    insightKey: string,
    body: UploadChoice,
    options?: RequestOptions,
  ): ApiPromise<FormUpload | MultipartUpload>
  startUpload(
    insightKey: string,
    body: UploadChoice,
    options?: RequestOptions,
  ): ApiPromise<FormUpload | MultipartUpload> {
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

  /** Uploads a document and waits until it is ready. */
  import(file: FileInput, options: ImportInsightOptions): ImportHandle<InsightKeys, ImportedInsight> {
    const openSource = () => {
      const source = toSource(file, options.name)
      checkSize(source, 'insight')
      return source
    }
    const kind = {
      initialize: async (source: { name: string }, request: RequestOptions) => {
        const body = { project_id: options.projectId, filename: source.name, ...referencesOf(options) }
        const begun = await this.initialize(body, request)
        return { keys: { insight_key: begun.insight_key }, key: begun.insight_key, descriptor: begun }
      },
      complete: (key: string, request: RequestOptions) =>
        this.complete(key, { should_publish: options.shouldPublish ?? false }, request),
      end: this.#end,
    }
    return importFile(this.#core, openSource, kind, options)
  }

  /**
   * Waits until an import is ready that was started elsewhere. The ends of many imports are reported in batches, up to 1.2
   * seconds later for each import that is followed, and at most four minutes.
   */
  wait(insightKey: string, options: WaitOptions<FollowedInsight> = {}): Promise<ImportedInsight> {
    return followFile(this.#end, insightKey, options)
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
