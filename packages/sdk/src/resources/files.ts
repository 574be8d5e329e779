import type {
  BegunFile,
  BegunFileUpload,
  BegunFileUrl,
  CompletedFile,
  FileDetails,
  FileRecord,
  FileStatus,
  FormUpload,
  InitializeFile,
  ListedFile,
  ManagedFile,
  MultipartUpload,
  ResultUrls,
  SignedParts,
  SignParts,
  TextPages,
  Transcript,
  UpdateFile,
  UploadChoice,
  UploadState,
  UrlUpload,
} from '../contract.ts'
import { InvalidInputError } from '../errors.ts'
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
  type Sidecar,
} from '../imports/import-file.ts'
import { type InitializeUrl, importUrl, isLinkedFile, type LinkedFile } from '../imports/import-url.ts'
import { type ReferenceOptions, referencesOf } from '../imports/references.ts'
import type { ChangeOptions, RequestOptions, StatusOptions } from '../options.ts'
import { type FileInput, type Source, toSource } from '../upload/source.ts'
import type { FormChoice, MultipartChoice, SentChoice, UrlChoice } from '../upload/upload-choice.ts'
import { checkSize } from '../upload/upload-limits.ts'
import type { DetailedFile, DetailedListedFile, IncludeDetails } from './details.ts'
import {
  type CaptionFormat,
  type PageRange,
  readResult,
  readTranscript,
  type TranscriptOptions,
  textCalls,
} from './results.ts'

export interface FileFilter extends RecordFilter {
  status?: readonly FileStatus[] | undefined
  kind?: ReadonlyArray<'audio' | 'video' | 'document' | 'image' | 'survey'> | undefined
}

export interface ImportFileOptions extends HandleOptions, ReferenceOptions {
  projectId: number
  /** With its extension, which determines the kind of file. Default: the name of the file, or that in the URL. */
  name?: string | undefined
  /** The transcript of a recording, which replaces speech recognition: vtt, srt, sbv, json, otr, txt or docx. */
  transcript?: FileInput | undefined
  /** Default: the name of the transcript. */
  transcriptName?: string | undefined
}

export type FileKeys = Pick<BegunFile, 'wav_key'>
/** Without URLs that expire, such as `file_url`; `files.status` has them. */
export type ImportedFile = Omit<ListedFile, 'project_id'>
/** `progress` while it is being processed, unless the status comes from a list. */
export type FollowedFile = ImportedFile & Pick<FileDetails, 'progress'>

/** Recordings, documents and images. */
export class Files {
  readonly #core: Core
  readonly #texts: ReturnType<typeof textCalls>
  readonly #batched: BatchedCalls
  readonly #end: FileEnd<FollowedFile>

  constructor(core: Core, feed: EventFeed, batched: BatchedCalls) {
    this.#core = core
    this.#texts = textCalls(core, 'files', (key) => ({ wav_key: key }))
    this.#batched = batched
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
        findEnded: (keys, signal) => batched.findEnded('file', keys, signal),
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

  /**
   * Starts an import and returns where to upload the file: as a form, or in parts with `upload_type: 'multipart'`. With
   * `upload_type: 'url'` the service downloads it after `complete`. Each call creates a new file.
   */
  initialize(body: InitializeFile & FormChoice, options?: RequestOptions): ApiPromise<BegunFile>
  initialize(body: InitializeFile & MultipartChoice, options?: RequestOptions): ApiPromise<BegunFileUpload>
  initialize(body: InitializeFile & UrlChoice, options?: RequestOptions): ApiPromise<BegunFileUrl>
  initialize(
    body: InitializeFile & SentChoice,
    options?: RequestOptions,
  ): ApiPromise<BegunFile | BegunFileUpload>
  initialize(
    body: InitializeFile,
    options?: RequestOptions,
  ): ApiPromise<BegunFile | BegunFileUpload | BegunFileUrl>
  initialize(
    body: InitializeFile,
    options?: RequestOptions,
  ): ApiPromise<BegunFile | BegunFileUpload | BegunFileUrl> {
    return apiPromise(call(this.#core, { operation: 'files.initialize', body }, options))
  }

  /** What was received, so that you can resume an upload of which you know only the key. */
  getUpload(wavKey: string, options?: RequestOptions): ApiPromise<UploadState> {
    return this.#callUpload('files.getUpload', wavKey, undefined, options)
  }

  /**
   * A new descriptor while the upload is awaited. With the same type and size the upload continues; with another one, or
   * with a URL, it starts over.
   */
  startUpload(wavKey: string, body: MultipartChoice, options?: RequestOptions): ApiPromise<MultipartUpload>
  startUpload(wavKey: string, body: UrlChoice, options?: RequestOptions): ApiPromise<UrlUpload>
  startUpload(
    wavKey: string,
    body: UploadChoice,
    options?: RequestOptions,
  ): ApiPromise<FormUpload | MultipartUpload>
  startUpload(
    wavKey: string,
    body: UploadChoice | UrlChoice,
    options?: RequestOptions,
  ): ApiPromise<FormUpload | MultipartUpload | UrlUpload> {
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

  /** Renames or moves a file, or changes its references. Needs the scope `file:manage`. */
  update(wavKey: string, body: UpdateFile, options: ChangeOptions = {}): ApiPromise<ManagedFile> {
    const { ifMatch, ...rest } = options
    const request = { operation: 'files.update', params: { wav_key: wavKey }, body, ifMatch } as const
    return apiPromise(call(this.#core, request, rest))
  }

  /** Moves it to the trash; `permanent: true` purges it at once. Needs the scope `file:manage`. */
  delete(wavKey: string, options: DeleteOptions = {}): ApiPromise<void> {
    const params = { wav_key: wavKey }
    return apiPromise(call(this.#core, deleteCall('files.delete', params, options), options))
  }

  /** Brings it back from the trash as it was. */
  restore(wavKey: string, options?: RequestOptions): ApiPromise<ManagedFile> {
    const params = { wav_key: wavKey }
    return apiPromise(call(this.#core, { operation: 'files.restore', params }, options))
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

  /** The record with the paths of its results. Reading needs the scope `file:read`. */
  get(wavKey: string, options?: RequestOptions): ApiPromise<FileRecord> {
    return readResult(this.#core, { operation: 'files.get', params: { wav_key: wavKey } }, options)
  }

  /** The transcript of a recording: as an object, or as text in another format. */
  transcript(wavKey: string, options: TranscriptOptions & { format: CaptionFormat }): ApiPromise<string>
  transcript(wavKey: string, options?: TranscriptOptions & { format?: 'json' }): ApiPromise<Transcript>
  transcript(
    wavKey: string,
    options: TranscriptOptions & { format?: 'json' | CaptionFormat } = {},
  ): ApiPromise<Transcript | string> {
    const request = { operation: 'files.transcript', params: { wav_key: wavKey } } as const
    return readTranscript(this.#core, request, options)
  }

  /** The text of each page. An image has one page. */
  pages(wavKey: string, range?: PageRange, options?: RequestOptions): ApiPromise<TextPages> {
    return this.#texts.pages(wavKey, range, options)
  }

  /** The whole text; a form feed separates the pages. */
  text(wavKey: string, options?: RequestOptions): ApiPromise<string> {
    return this.#texts.text(wavKey, options)
  }

  /** URLs of the stored files, which work without credentials until they expire. */
  urls(wavKey: string, options?: RequestOptions): ApiPromise<ResultUrls> {
    return this.#texts.urls(wavKey, options)
  }

  /** Uploads a file, or has the service download it with `{ sourceUrl }`, and waits until it is ready. */
  import(file: FileInput | LinkedFile, options: ImportFileOptions): ImportHandle<FileKeys, ImportedFile> {
    if (isLinkedFile(file)) return this.#importUrl(file, options)
    const { transcript } = options
    const initialize: InitializeUpload = async (source, choice, request) => {
      const spoken = transcript && toSource(transcript, options.transcriptName)
      const body = {
        project_id: options.projectId,
        file_name: source.name,
        ...referencesOf(options),
        ...choice,
        ...(spoken && { transcript_file_name: spoken.name }),
      }
      const alone = () => this.initialize(body, request)
      const begun = await this.#batched.initialize({ kind: 'file', ...body }, alone, request)
      return { key: begun.wav_key, begun, sidecar: spoken && sidecarOf(spoken, begun) }
    }
    const openSource = () => {
      const source = toSource(file, options.name)
      checkSize(source, 'file')
      return source
    }
    return importFile(this.#core, openSource, { ...this.#kind(), initialize }, options)
  }

  /**
   * Continues an import whose upload was interrupted: sends what is missing of the file, and waits until it is ready.
   * Only the size of the file is compared, so make sure that it has not changed; otherwise call `discardUpload` first.
   */
  resume(wavKey: string, file: FileInput, options: HandleOptions = {}): ImportHandle<FileKeys, ImportedFile> {
    return resumeFile(
      this.#core,
      { key: wavKey, openSource: () => toSource(file, 'The file') },
      this.#kind(),
      options,
    )
  }

  /**
   * Waits until an import is ready that was started elsewhere. The ends of many imports are reported in batches, up to 1.2
   * seconds later for each import that is followed, and at most four minutes.
   */
  wait(wavKey: string, options: WaitOptions<FollowedFile> = {}): Promise<ImportedFile> {
    return followFile(this.#end, wavKey, options)
  }

  #importUrl(file: LinkedFile, options: ImportFileOptions): ImportHandle<FileKeys, ImportedFile> {
    const { transcript } = options
    const initialize: InitializeUrl = async ({ name, choice }, request) => {
      const spoken = transcript && toSource(transcript, options.transcriptName)
      const body = {
        project_id: options.projectId,
        file_name: name,
        ...referencesOf(options),
        ...choice,
        ...(spoken && { transcript_file_name: spoken.name }),
      }
      const alone = () => this.initialize(body, request)
      const begun = await this.#batched.initialize({ kind: 'file', ...body }, alone, request)
      return { key: begun.wav_key, begun, sidecar: spoken && sidecarOf(spoken, begun) }
    }
    const link = { sourceUrl: file.sourceUrl, name: options.name }
    return importUrl(this.#core, link, { ...this.#kind(), initialize }, options)
  }

  #kind(): FileImport<FileKeys, FollowedFile> {
    return {
      keysOf: (key) => ({ wav_key: key }),
      uploadCalls: (key) => ({
        get: (request) => this.getUpload(key, request),
        start: (body, request) => this.startUpload(key, body, request),
        sign: (body, request) => this.signUploadParts(key, body, request),
      }),
      complete: (key, request) =>
        this.#batched.complete({ kind: 'file', key }, () => this.complete(key, request), request),
      end: this.#end,
    }
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

function sidecarOf(source: Source, { transcript }: Pick<BegunFile, 'transcript'>): Sidecar {
  if (transcript) return { source, descriptor: transcript }
  throw new InvalidInputError('This service is too old for transcripts. Update it, or import without one.', {
    code: 'transcript_unsupported',
  })
}

function statusCall(
  wavKey: string,
  { include, waitSeconds }: { include?: readonly string[] | undefined; waitSeconds?: number | undefined },
) {
  const operation = 'files.status' as const
  const query = includeQuery({ include })
  return { operation, params: { wav_key: wavKey }, query, waitSeconds }
}
