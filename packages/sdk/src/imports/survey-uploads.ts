/** What an import of a survey uploads: its parts as forms, its media files as forms or, if they are large, in parts. */
import type {
  MediaDescriptor,
  MultipartUpload,
  PartDescriptor,
  RegisteredUploads,
  RegisterMedia,
  SignedParts,
  SignParts,
  UploadDescriptor,
  UploadState,
} from '../contract.ts'
import { BadRequestError } from '../errors.ts'
import type { Core } from '../http/call.ts'
import type { RequestOptions } from '../options.ts'
import { type Source, toSource } from '../upload/source.ts'
import type { MultipartChoice } from '../upload/upload-choice.ts'
import type { UploadCalls } from '../upload/upload-in-parts.ts'
import { usesParts } from './begin-upload.ts'
import type { Run } from './handle.ts'
import type { SurveyPlan } from './survey-plan.ts'
import type { SurveyTarget } from './survey-target.ts'
import type { UploadTask } from './upload-many.ts'

export interface SurveyUploadCalls {
  retryPart(uploadKey: string, partNumber: number, options: RequestOptions): Promise<PartDescriptor>
  registerMedia(uploadKey: string, body: RegisterMedia, options: RequestOptions): Promise<RegisteredUploads>
  retryMedia(uploadKey: string, filename: string, options: RequestOptions): Promise<MediaDescriptor>
  getMediaUpload(uploadKey: string, mediaKey: string, options: RequestOptions): Promise<UploadState>
  startMediaUpload(
    uploadKey: string,
    mediaKey: string,
    body: MultipartChoice,
    options: RequestOptions,
  ): Promise<MultipartUpload>
  signMediaUploadParts(
    uploadKey: string,
    mediaKey: string,
    body: SignParts,
    options: RequestOptions,
  ): Promise<SignedParts>
  discardMediaUpload(uploadKey: string, mediaKey: string, options: RequestOptions): Promise<void>
}

export interface SurveyContent {
  plan: SurveyPlan
  media: readonly Source[]
  /** Names of media files of which no part that was sent before may be used. */
  changedMedia: ReadonlySet<string>
}

interface UploadContext {
  core: Core
  calls: SurveyUploadCalls
  run: Pick<Run<unknown>, 'signal' | 'meter'>
  request: RequestOptions
}

interface Uploads {
  /** Parts and media that the service does not have yet. */
  all(): AsyncGenerator<UploadTask, void, undefined>
  /** Sends them again, each with a new descriptor. */
  parts(numbers: readonly number[]): AsyncGenerator<UploadTask, void, undefined>
  media(names: readonly string[]): AsyncGenerator<UploadTask, void, undefined>
}

/** Small batches, so that the last descriptor of a batch has not expired when it is used. */
const mediaBatch = 20

const nameOf = ({ name }: Source) => name.normalize('NFC')

export function describeUploads(
  context: UploadContext,
  { upload_key: key, own, open }: SurveyTarget,
  { plan, media, changedMedia }: SurveyContent,
): Uploads {
  const { calls, run, request } = context
  const issuedAt = performance.now()
  /** Of the media files that are uploaded in parts, by name. */
  const mediaKeys = new Map<string, string>()

  const taskOf = (
    source: Source,
    renew: () => Promise<UploadDescriptor>,
    given?: UploadDescriptor,
  ): UploadTask => ({
    source,
    destination: given
      ? { descriptor: given, issuedAt, renew }
      : { descriptor: { upload_url: '', upload_fields: {} }, issuedAt: Number.NEGATIVE_INFINITY, renew },
  })
  const partTask = (bytes: Uint8Array, number: number, given?: PartDescriptor) =>
    taskOf(toSource(bytes, `part ${number}`), () => calls.retryPart(key, number, request), given)
  const formTask = (source: Source, given?: UploadDescriptor) =>
    taskOf(source, () => calls.retryMedia(key, source.name, request), given)
  const mediaTask = (source: Source): UploadTask => {
    const mediaKey = mediaKeys.get(nameOf(source))
    if (mediaKey === undefined) return formTask(source)
    return { source, destination: { calls: mediaCalls(calls, key, mediaKey) } }
  }

  async function* parts(numbers: ReadonlySet<number>, isAgain: boolean) {
    for await (const { number, bytes } of plan.parts(run.signal)) {
      const partNumber = own.first - 1 + number
      if (!numbers.has(partNumber)) run.meter.sent(isAgain ? 0 : bytes.length)
      else yield partTask(bytes, partNumber, isAgain ? undefined : open.get(partNumber))
    }
  }

  async function* registered() {
    for (let at = 0; at < media.length; at += mediaBatch) {
      const batch = media.slice(at, at + mediaBatch)
      const { media_files } = await register(context, key, batch)
      const given = new Map(media_files.map((one) => [one.filename.normalize('NFC'), one]))
      for (const source of batch) {
        const descriptor = given.get(nameOf(source))
        if (!descriptor) run.meter.sent(source.size)
        else if ('upload_url' in descriptor) yield formTask(source, descriptor)
        else yield await partsTask(source, descriptor.media_key)
      }
    }
  }

  /** The service is asked what it has received, because an earlier call may have registered and sent the file. */
  async function partsTask(source: Source, mediaKey: string): Promise<UploadTask> {
    mediaKeys.set(nameOf(source), mediaKey)
    if (changedMedia.has(nameOf(source))) await calls.discardMediaUpload(key, mediaKey, request)
    return mediaTask(source)
  }

  return {
    async *all() {
      yield* parts(new Set(open.keys()), false)
      yield* registered()
    },
    parts: (numbers) => parts(new Set(numbers), true),
    async *media(names) {
      const wanted = new Set(names.map((name) => name.normalize('NFC')))
      for (const source of media) if (wanted.has(nameOf(source))) yield mediaTask(source)
    },
  }
}

function mediaCalls(calls: SurveyUploadCalls, uploadKey: string, mediaKey: string): UploadCalls {
  return {
    get: (options) => calls.getMediaUpload(uploadKey, mediaKey, options),
    start: (body, options) => calls.startMediaUpload(uploadKey, mediaKey, body, options),
    sign: (body, options) => calls.signMediaUploadParts(uploadKey, mediaKey, body, options),
  }
}

/** A service without uploads in parts refuses the call, and an older one anything but names. */
async function register(
  { core, calls, request }: UploadContext,
  key: string,
  batch: readonly Source[],
): Promise<RegisteredUploads> {
  const names = batch.map(({ name }) => name)
  const files = batch.map((source) =>
    usesParts(core, source)
      ? { filename: source.name, upload_type: 'multipart' as const, size_bytes: source.size }
      : source.name,
  )
  if (files.every((file) => typeof file === 'string'))
    return calls.registerMedia(key, { files: names }, request)
  try {
    return await calls.registerMedia(key, { files }, request)
  } catch (error) {
    const isRefused =
      error instanceof BadRequestError && ['upload_type_unavailable', 'invalid_request'].includes(error.code)
    if (!isRefused) throw error
    const registered = await calls.registerMedia(key, { files: names }, request)
    core.multipart.isUnavailable = true
    return registered
  }
}
