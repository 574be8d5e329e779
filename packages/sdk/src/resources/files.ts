import type { BegunFile, CompletedFile, FileDetails, InitializeFile, ListedFile } from '../contract.ts'
import { type ApiPromise, apiPromise } from '../http/api-promise.ts'
import { type Core, call } from '../http/call.ts'
import { list, type PagePromise, type PageQuery } from '../http/page.ts'
import { createFollower } from '../imports/follower.ts'
import type { FollowOptions, HandleOptions, ImportHandle } from '../imports/handle.ts'
import { type FileEnd, followFile, importFile } from '../imports/import-file.ts'
import type { RequestOptions } from '../options.ts'
import { type FileInput, toSource } from '../upload/source.ts'
import { checkSize } from '../upload/upload-limits.ts'

export interface ImportFileOptions extends HandleOptions {
  projectId: number
  /** With its extension, which decides what kind of file it is. Default: the name of the file. */
  name?: string | undefined
}

export type FileKeys = Pick<BegunFile, 'wav_key'>
/** Addresses that expire, such as `file_url`, are in `files.status`. */
export type ImportedFile = Omit<ListedFile, 'project_id'>
type FollowedFile = ImportedFile & Pick<FileDetails, 'progress'>

/** Recordings, documents and images. */
export class Files {
  readonly #core: Core
  readonly #end: FileEnd<FollowedFile>

  constructor(core: Core) {
    this.#core = core
    this.#end = {
      follower: createFollower<FollowedFile>({
        fetchOne: async (key, signal) =>
          (await call<FileDetails>(core, statusCall(key, 'poll'), { signal })).data,
        fetchPage: async (offset, signal) => {
          const request = {
            operation: 'files.list',
            items: 'files',
            query: { offset },
            priority: 'poll',
          } as const
          const { items, hasNext } = await list<ListedFile>(core, request, { signal })
          return { items: new Map(items.map((item) => [item.wav_key, item])), hasNext }
        },
        isFinal: ({ status }) => status === 'completed' || status === 'error',
      }),
      isSuccess: ({ status }) => status === 'completed',
      progressOf: ({ progress }) => progress,
      reasonOf: async (key, options) => (await this.status(key, options)).error_reason,
    }
  }

  /** Begins an import and says where to upload the file. Each call makes a new file. */
  initialize(body: InitializeFile, options?: RequestOptions): ApiPromise<BegunFile> {
    return apiPromise(call(this.#core, { operation: 'files.initialize', body }, options))
  }

  /** Says that the file is uploaded and starts its processing, once. */
  complete(wavKey: string, options?: RequestOptions): ApiPromise<CompletedFile> {
    return apiPromise(call(this.#core, { operation: 'files.complete', params: { wav_key: wavKey } }, options))
  }

  status(wavKey: string, options?: RequestOptions): ApiPromise<FileDetails> {
    return apiPromise(call(this.#core, statusCall(wavKey), options))
  }

  /** Newest first. Surveys appear among them. */
  list(query: PageQuery = {}, options?: RequestOptions): PagePromise<ListedFile> {
    return list(this.#core, { operation: 'files.list', items: 'files', query }, options)
  }

  /** Uploads a file and follows it until it is ready. */
  import(file: FileInput, options: ImportFileOptions): ImportHandle<FileKeys, ImportedFile> {
    const openSource = () => {
      const source = toSource(file, options.name)
      checkSize(source, 'file')
      return source
    }
    const kind = {
      initialize: async (source: { name: string }, request: RequestOptions) => {
        const begun = await this.initialize(
          { project_id: options.projectId, file_name: source.name },
          request,
        )
        return { keys: { wav_key: begun.wav_key }, key: begun.wav_key, descriptor: begun }
      },
      complete: (key: string, request: RequestOptions) => this.complete(key, request),
      end: this.#end,
    }
    return importFile(this.#core, openSource, kind, options)
  }

  /** Follows an import that was begun elsewhere until it is ready. */
  wait(wavKey: string, options: FollowOptions = {}): Promise<ImportedFile> {
    return followFile(this.#end, wavKey, options)
  }
}

function statusCall(wavKey: string, priority?: 'poll') {
  const operation = 'files.status' as const
  return { operation, params: { wav_key: wavKey }, ...(priority && { priority }) }
}
