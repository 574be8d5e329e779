import type {
  BegunFile,
  BegunFileUpload,
  CompletedFile,
  FileDetails,
  FileStatus,
  FormUpload,
  InitializeFile,
  ListedFile,
  MultipartUpload,
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
import type { DetailedFile, DetailedListedFile, IncludeDetails } from './details.ts'
import type { FormChoice, MultipartChoice } from './upload-choice.ts'

export interface FileFilter extends RecordFilter {
  status?: readonly FileStatus[] | undefined
  kind?: ReadonlyArray<'audio' | 'video' | 'document' | 'image' | 'survey'> | undefined
}

export interface ImportFileOptions extends HandleOptions, ReferenceOptions {
  projectId: number
  /** With its extension, which determines the kind of file. Default: the name of the file. */
  name?: string | undefined
}

export type FileKeys = Pick<BegunFile, 'wav_key'>
/** Without URLs that expire, such as `file_url`; `files.status` has them. */
export type ImportedFile = Omit<ListedFile, 'project_id'>
/** `progress` while it is being processed, unless the status comes from a list. */
export type FollowedFile = ImportedFile & Pick<FileDetails, 'progress'>

/** Recordings, documents and images. */
export class Files {
  readonly #core: Core
  readonly #end: FileEnd<FollowedFile>

  constructor(core: Core, feed: EventFeed) {
    this.#core = core
    this.#end = {
      follower: createFollower<FollowedFile>({
        fetchOne: async (key, signal, waitSeconds) => {
          const request = {
            ...statusCall(key, { include: ['details'], waitSeconds }),
            priority: 'poll',
          } as const
          return (await call<FileDetails>(core, request, { signal })).data
        },
        fetchPage: async (offset, signal) => {
          const request = {
            operation: 'files.list',
            items: 'files',
            query: { offset, include: ['details'] },
            priority: 'poll',
          } as const
          const { items, hasNext } = await list<ListedFile>(core, request, { signal })
          return { items: new Map(items.map((item) => [item.wav_key, item])), hasNext }
        },
        endTimeOf: ({ updated_at }) => (updated_at === undefined ? undefined : Date.parse(updated_at)),
        callsPerMinute: () => core.pacers.import.callsPerMinute,
        events: {
          feed,
          keyOf: ({ data }) => data.wav_key,
          update(listed, { data, timestamp }) {
            const updated = { ...listed, status: data.status as FileStatus, updated_at: timestamp }
            // The event does not say it.
            delete updated.error_code
            return updated
          },
        },
        isFinal: ({ status }) => status === 'completed' || status === 'error',
      }),
      isSuccess: ({ status }) => status === 'completed',
      progressOf: ({ progress }) => progress ?? undefined,
      failureOf: async (key, options) => {
        const { error_reason, error_code } = await this.status(key, { ...options, include: ['details'] })
        return { reason: error_reason, code: error_code ?? undefined }
      },
    }
  }

  /** Starts an import and returns where to upload the file: as a form, or in parts with `upload_type: 'multipart'`. Each call creates a new file. */
  initialize(body: InitializeFile & FormChoice, options?: RequestOptions): ApiPromise<BegunFile>
  initialize(body: InitializeFile & MultipartChoice, options?: RequestOptions): ApiPromise<BegunFileUpload>
  initialize(body: InitializeFile, options?: RequestOptions): ApiPromise<BegunFile | BegunFileUpload>
  initialize(body: InitializeFile, options?: RequestOptions): ApiPromise<BegunFile | BegunFileUpload> {
    return apiPromise(call(this.#core, { operation: 'files.initialize', body }, options))
  }

  /** What was received, so that you can resume an upload of which you know only the key. */
  getUpload(wavKey: string, options?: RequestOptions): ApiPromise<UploadState> {
    return this.#callUpload('files.getUpload', wavKey, undefined, options)
  }

  /**
   * A new descriptor while the upload is awaited. With the same type and size the upload continues; with another one it
   * starts over.
   */
  startUpload(wavKey: string, body: MultipartChoice, options?: RequestOptions): ApiPromise<MultipartUpload>
  startUpload(
    wavKey: string,
    body: UploadChoice,
    options?: RequestOptions,
  ): ApiPromise<FormUpload | MultipartUpload>
  startUpload(
    wavKey: string,
    body: UploadChoice,
    options?: RequestOptions,
  ): ApiPromise<FormUpload | MultipartUpload> {
    return this.#callUpload('files.startUpload', wavKey, body, options)
  }

  /** URLs of up to 1,000 parts of a multipart upload, valid for an hour. Send each part with PUT. */
  signUploadParts(wavKey: string, body: SignParts, options?: RequestOptions): ApiPromise<SignedParts> {
    return this.#callUpload('files.signUploadParts', wavKey, body, options)
  }

  /** Discards what was received. Start the upload again with `startUpload`. */
  discardUpload(wavKey: string, options?: RequestOptions): ApiPromise<void> {
    return this.#callUpload('files.discardUpload', wavKey, undefined, options)
  }

  /** Call it after the upload to start processing. Calling it again has no effect. */
  complete(wavKey: string, options?: RequestOptions): ApiPromise<CompletedFile> {
    return apiPromise(call(this.#core, { operation: 'files.complete', params: { wav_key: wavKey } }, options))
  }

  /** `include: ['details']` adds size, hash, progress, times and the error code. `wait` holds the call until the import has ended. */
  status(wavKey: string, options: StatusOptions & IncludeDetails): ApiPromise<DetailedFile>
  status(wavKey: string, options?: StatusOptions): ApiPromise<FileDetails>
  status(
    wavKey: string,
    { include, wait, ...options }: StatusOptions & Partial<IncludeDetails> = {},
  ): ApiPromise<FileDetails> {
    return apiPromise(call(this.#core, statusCall(wavKey, { include, waitSeconds: wait }), options))
  }

  /** Newest first by default, including surveys. */
  list(
    query: PageQuery & FileFilter & IncludeDetails,
    options?: RequestOptions,
  ): PagePromise<DetailedListedFile>
  list(query?: PageQuery & FileFilter, options?: RequestOptions): PagePromise<ListedFile>
  list(query: PageQuery & FileFilter = {}, options?: RequestOptions): PagePromise<ListedFile> {
    return list(this.#core, { operation: 'files.list', items: 'files', query }, options)
  }

  /** All files that match, page by page with a cursor. */
  iterate(
    filter: FileFilter & IncludeDetails,
    options?: RequestOptions,
  ): AsyncGenerator<DetailedListedFile, void, undefined>
  iterate(filter?: FileFilter, options?: RequestOptions): AsyncGenerator<ListedFile, void, undefined>
  iterate(filter: FileFilter = {}, options?: RequestOptions): AsyncGenerator<ListedFile, void, undefined> {
    return iterateRecords(this.#core, { operation: 'files.list', items: 'files', filter }, options)
  }

  /** Uploads a file and waits until it is ready. */
  import(file: FileInput, options: ImportFileOptions): ImportHandle<FileKeys, ImportedFile> {
    const openSource = () => {
      const source = toSource(file, options.name)
      checkSize(source, 'file')
      return source
    }
    const kind = {
      initialize: async (source: { name: string }, request: RequestOptions) => {
        const begun = await this.initialize(
          { project_id: options.projectId, file_name: source.name, ...referencesOf(options) },
          request,
        )
        return { keys: { wav_key: begun.wav_key }, key: begun.wav_key, descriptor: begun }
      },
      complete: (key: string, request: RequestOptions) => this.complete(key, request),
      end: this.#end,
    }
    return importFile(this.#core, openSource, kind, options)
  }

  /**
   * Waits until an import is ready that was started elsewhere. The ends of many imports are reported in batches, up to 1.2
   * seconds later for each import that is followed, and at most four minutes.
   */
  wait(wavKey: string, options: WaitOptions<FollowedFile> = {}): Promise<ImportedFile> {
    return followFile(this.#end, wavKey, options)
  }

  #callUpload<T>(
    operation: Call['operation'],
    wavKey: string,
    body: Call['body'],
    options?: RequestOptions,
  ): ApiPromise<T> {
    const request = { operation, params: { wav_key: wavKey }, ...(body !== undefined && { body }) }
    return apiPromise(call<T>(this.#core, request, options))
  }
}

function statusCall(
  wavKey: string,
  { include, waitSeconds }: { include?: readonly string[] | undefined; waitSeconds?: number | undefined },
) {
  const operation = 'files.status' as const
  const query = includeQuery({ include })
  return { operation, params: { wav_key: wavKey }, query, waitSeconds }
}
