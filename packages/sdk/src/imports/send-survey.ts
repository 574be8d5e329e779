/** What importing and appending share: parts and media to the store, complete, follow, and one repair. */
import type {
  BegunSurvey,
  CompletedSurvey,
  MediaDescriptor,
  PartDescriptor,
  RegisteredMedia,
  SurveyUpload,
  UploadDescriptor,
} from '../contract.ts'
import { BadRequestError, ConflictError, ImportFailedError } from '../errors.ts'
import type { Core } from '../http/call.ts'
import type { RequestOptions } from '../options.ts'
import { type Source, toSource } from '../upload/source.ts'
import type { Follower } from './follower.ts'
import type { FollowOptions, HandleOptions, Run } from './handle.ts'
import type { SurveyPlan } from './survey-plan.ts'
import { type UploadTask, uploadMany } from './upload-many.ts'

export type SurveyKeys = Pick<BegunSurvey, 'upload_key' | 'survey_key'>

/** The operations that are needed on the way. */
export interface SurveyCalls {
  complete(uploadKey: string, options: RequestOptions): Promise<CompletedSurvey>
  retryPart(uploadKey: string, partNumber: number, options: RequestOptions): Promise<PartDescriptor>
  registerMedia(
    uploadKey: string,
    body: { files: string[] },
    options: RequestOptions,
  ): Promise<RegisteredMedia>
  retryMedia(uploadKey: string, filename: string, options: RequestOptions): Promise<MediaDescriptor>
}

export interface SurveyContext {
  core: Core
  calls: SurveyCalls
  follower: Follower<SurveyUpload>
  run: Run<SurveyKeys>
  options: HandleOptions
}

export interface SurveyContent {
  plan: SurveyPlan
  media: readonly Source[]
}

/** Few at a time, so that the last descriptor of a batch has not grown old when its turn comes. */
const mediaBatch = 20
/** Failures of a part that are not, or need not be, the fault of its content: the same bytes may pass the next time. */
const passingCodes = new Set(['upload_gone', 'gave_up'])

export async function sendSurvey(
  context: SurveyContext,
  begun: BegunSurvey,
  content: SurveyContent,
): Promise<SurveyUpload> {
  const { run, options } = context
  const request = { signal: run.signal, maxRetries: options.maxRetries, timeoutMs: options.timeoutMs }
  const key = begun.upload_key
  // An idempotency key that was used before leads to an import that may be further than its beginning.
  const isUnderWay = ['VALIDATING', 'PROCESSING', 'COMPLETED'].includes(begun.status)
  if (!isUnderWay) {
    const uploads = describeUploads(context, begun, content, request)
    run.meter.expect(sum(content.plan.sizes) + sum(content.media.map(({ size }) => size)))
    run.meter.enter('uploading')
    await send(uploads.all())
    await completeRepaired(uploads)
  }
  run.accepted()
  run.meter.enter('processing')
  const status = await follow()
  if (status.status === 'COMPLETED') return status
  const { part_number, code } = status.error_details
  if (isUnderWay || part_number === undefined || !passingCodes.has(code ?? '')) throw failure(status)
  const again = describeUploads(context, begun, content, request)
  await send(again.parts([part_number]))
  await context.calls.complete(key, request)
  return followSurvey(context.follower, key, { ...options, signal: run.signal })

  async function send(tasks: AsyncIterable<UploadTask>): Promise<void> {
    const onSent = (bytes: number) => run.meter.sent(bytes)
    await uploadMany(context.core, tasks, { signal: run.signal, maxRetries: options.maxRetries, onSent })
  }

  /** What the service misses although it was sent is sent once more. */
  async function completeRepaired(uploads: Uploads): Promise<void> {
    try {
      await context.calls.complete(key, request)
    } catch (error) {
      if (!(error instanceof BadRequestError) || error.code !== 'survey_incomplete') throw error
      await send(uploads.parts(error.body.missing_parts ?? []))
      await send(uploads.media(error.body.missing_media_files ?? []))
      await context.calls.complete(key, request)
    }
  }

  function follow(): Promise<SurveyUpload> {
    return context.follower.follow(key, {
      ...options,
      signal: run.signal,
      onStatus({ parts, num_parts }) {
        const processed = parts.filter((part) => part.status === 'PROCESSED').length
        run.meter.reached(Math.floor((processed / num_parts) * 100))
      },
    })
  }
}

export async function followSurvey(
  follower: Follower<SurveyUpload>,
  key: string,
  options: FollowOptions,
): Promise<SurveyUpload> {
  const status = await follower.follow(key, options)
  if (status.status === 'COMPLETED') return status
  throw failure(status)
}

interface Uploads {
  /** Parts and media that the service has not got yet. */
  all(): AsyncGenerator<UploadTask, void, undefined>
  /** Again, each with a fresh descriptor. */
  parts(numbers: readonly number[]): AsyncGenerator<UploadTask, void, undefined>
  media(names: readonly string[]): AsyncGenerator<UploadTask, void, undefined>
}

function describeUploads(
  { calls, run }: SurveyContext,
  begun: BegunSurvey,
  { plan, media }: SurveyContent,
  request: RequestOptions,
): Uploads {
  const key = begun.upload_key
  const issuedAt = performance.now()
  /** Parts that the upload had before these; 0 unless appended. */
  const before = begun.num_parts - plan.sizes.length
  if (before < 0) throw otherContent(begun)
  const byNumber = new Map(begun.upload_urls.map((one) => [one.part_number, one]))
  /** Of a failed upload the old descriptors are worth nothing: asking for a new one is what sets it going again. */
  const isStale = begun.status === 'FAILED'

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
  const mediaTask = (source: Source, given?: MediaDescriptor) =>
    taskOf(source, () => calls.retryMedia(key, source.name, request), given)

  async function* parts(numbers: ReadonlySet<number>, isAgain: boolean) {
    for await (const { number, bytes } of plan.parts(run.signal)) {
      const partNumber = before + number
      if (!numbers.has(partNumber)) run.meter.sent(isAgain ? 0 : bytes.length)
      else yield partTask(bytes, partNumber, isAgain || isStale ? undefined : byNumber.get(partNumber))
    }
  }

  async function* registered() {
    for (let at = 0; at < media.length; at += mediaBatch) {
      const batch = media.slice(at, at + mediaBatch)
      const { media_files } = await calls.registerMedia(
        key,
        { files: batch.map(({ name }) => name) },
        request,
      )
      const given = new Map(media_files.map((one) => [one.filename.normalize('NFC'), one]))
      for (const source of batch) {
        const descriptor = given.get(source.name.normalize('NFC'))
        if (descriptor) yield mediaTask(source, descriptor)
        else run.meter.sent(source.size)
      }
    }
  }

  return {
    async *all() {
      yield* parts(new Set(byNumber.keys()), false)
      yield* registered()
    },
    parts: (numbers) => parts(new Set(numbers), true),
    async *media(names) {
      const wanted = new Set(names.map((name) => name.normalize('NFC')))
      for (const source of media) if (wanted.has(source.name.normalize('NFC'))) yield mediaTask(source)
    },
  }
}

function failure({ upload_key, error_details }: SurveyUpload): ImportFailedError {
  const { part_number, message = 'The service gave no reason.' } = error_details
  const part = `Part ${part_number}`
  const reason = part_number === undefined || message.includes(part) ? message : `${part}: ${message}`
  return new ImportFailedError({ key: upload_key, reason, errorDetails: error_details })
}

function otherContent({ num_parts }: BegunSurvey): ConflictError {
  const message = `This idempotencyKey was used for a survey of ${num_parts} parts, and this one has more. Use another key for another survey.`
  return new ConflictError(message, { code: 'idempotency_conflict', status: 409, body: {} })
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
