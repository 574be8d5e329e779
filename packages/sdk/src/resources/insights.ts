import type {
  BegunInsight,
  CompletedInsight,
  CompleteInsight,
  InitializeInsight,
  InsightDetails,
  ListedInsight,
} from '../contract.ts'
import { type ApiPromise, apiPromise } from '../http/api-promise.ts'
import { type Core, call } from '../http/call.ts'
import { list, type PagePromise, type PageQuery } from '../http/page.ts'
import { createFollower } from '../imports/follower.ts'
import type { FollowOptions, HandleOptions, ImportHandle } from '../imports/handle.ts'
import { type FileEnd, followFile, importFile } from '../imports/import-file.ts'
import type { RequestOptions } from '../options.ts'
import { type FileInput, toSource } from '../upload/source.ts'
import { checkSize } from '../upload/upload-limits.ts'

export interface ImportInsightOptions extends HandleOptions {
  projectId: number
  /** With its extension. Default: the name of the file. */
  name?: string | undefined
  /** True: visible to the team once it is processed. Otherwise it stays a private draft. */
  shouldPublish?: boolean | undefined
}

export type InsightKeys = Pick<BegunInsight, 'insight_key'>
/** Addresses that expire, such as that of the thumbnail, are in `insights.status`. */
export type ImportedInsight = Omit<ListedInsight, 'project_id'>

/** Documents that become viewable, with a thumbnail. */
export class Insights {
  readonly #core: Core
  readonly #end: FileEnd<ImportedInsight>

  constructor(core: Core) {
    this.#core = core
    this.#end = {
      follower: createFollower<ImportedInsight>({
        fetchOne: async (key, signal) =>
          (await call<InsightDetails>(core, statusCall(key, 'poll'), { signal })).data,
        fetchPage: async (offset, signal) => {
          const request = {
            operation: 'insights.list',
            items: 'insights',
            query: { offset },
            priority: 'poll',
          } as const
          const { items, hasNext } = await list<ListedInsight>(core, request, { signal })
          return { items: new Map(items.map((item) => [item.insight_key, item])), hasNext }
        },
        isFinal: ({ processing_status }) =>
          processing_status === 'completed' || processing_status === 'failed',
      }),
      isSuccess: ({ processing_status }) => processing_status === 'completed',
      reasonOf: async (key, options) => (await this.status(key, options)).error_reason,
    }
  }

  /** Begins an import and says where to upload the document. Each call makes a new insight. */
  initialize(body: InitializeInsight, options?: RequestOptions): ApiPromise<BegunInsight> {
    return apiPromise(call(this.#core, { operation: 'insights.initialize', body }, options))
  }

  /** Says that the document is uploaded and starts its processing, once. */
  complete(
    insightKey: string,
    body: CompleteInsight = {},
    options?: RequestOptions,
  ): ApiPromise<CompletedInsight> {
    const params = { insight_key: insightKey }
    return apiPromise(call(this.#core, { operation: 'insights.complete', params, body }, options))
  }

  status(insightKey: string, options?: RequestOptions): ApiPromise<InsightDetails> {
    return apiPromise(call(this.#core, statusCall(insightKey), options))
  }

  /** Newest first. */
  list(query: PageQuery = {}, options?: RequestOptions): PagePromise<ListedInsight> {
    return list(this.#core, { operation: 'insights.list', items: 'insights', query }, options)
  }

  /** Uploads a document and follows it until it is ready. */
  import(file: FileInput, options: ImportInsightOptions): ImportHandle<InsightKeys, ImportedInsight> {
    const openSource = () => {
      const source = toSource(file, options.name)
      checkSize(source, 'insight')
      return source
    }
    const kind = {
      initialize: async (source: { name: string }, request: RequestOptions) => {
        const body = { project_id: options.projectId, filename: source.name }
        const begun = await this.initialize(body, request)
        return { keys: { insight_key: begun.insight_key }, key: begun.insight_key, descriptor: begun }
      },
      complete: (key: string, request: RequestOptions) =>
        this.complete(key, { should_publish: options.shouldPublish ?? false }, request),
      end: this.#end,
    }
    return importFile(this.#core, openSource, kind, options)
  }

  /** Follows an import that was begun elsewhere until it is ready. */
  wait(insightKey: string, options: FollowOptions = {}): Promise<ImportedInsight> {
    return followFile(this.#end, insightKey, options)
  }
}

function statusCall(insightKey: string, priority?: 'poll') {
  const operation = 'insights.status' as const
  return { operation, params: { insight_key: insightKey }, ...(priority && { priority }) }
}
