/** Shared by import and append: uploads parts and media, completes, follows, and repairs once. */
import type {
  CompletedSurvey,
  MediaDescriptor,
  PartDescriptor,
  RegisteredMedia,
  SurveyUpload,
  UploadDescriptor,
} from '../contract.ts'
import { BadRequestError, LaterAppendError } from '../errors.ts'
import type { Core } from '../http/call.ts'
import type { RequestOptions } from '../options.ts'
import { type Source, toSource } from '../upload/source.ts'
import type { Follower } from './follower.ts'
import type { HandleOptions, Run, WaitOptions } from './handle.ts'
import type { SurveyPlan } from './survey-plan.ts'
import { isAccepted, isIn, isOvertaken, type SurveyTarget, surveyFailure } from './survey-target.ts'
import { type UploadTask, uploadMany } from './upload-many.ts'

export interface SurveyKeys {
  upload_key: string
  survey_key: string
  /** The parts that this import or append sends. For an append, the first of them is its `firstPart`. */
  part_numbers: readonly number[]
}

/** The operations that an import needs. */
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

/** Small batches, so that the last descriptor of a batch has not expired when it is used. */
const mediaBatch = 20
/** Failures of a part that need not be caused by its content, so that the same bytes may succeed the next time. */
const passingCodes = new Set(['upload_gone', 'gave_up', 'machine_fault'])

export async function sendSurvey(
  context: SurveyContext,
  target: SurveyTarget,
  content: SurveyContent,
): Promise<SurveyUpload> {
  const { run, options } = context
  const request = { signal: run.signal, maxRetries: options.maxRetries, timeoutMs: options.timeoutMs }
  const { upload_key: key, own } = target
  const uploads = describeUploads(context, target, content, request)
  // A repeated import or append may already be completed or processing.
  const isFollowed = isAccepted(target.status)
  if (!isFollowed) {
    run.meter.expect(sum(content.plan.sizes) + sum(content.media.map(({ size }) => size)))
    run.meter.enter('uploading')
    await send(uploads.all())
    await completeRepaired()
  }
  run.accepted()
  run.meter.enter('processing')
  const status = await follow()
  if (status.status === 'COMPLETED') return status
  if (isOvertaken(status, own)) throw new LaterAppendError(status, own)
  const { part_number, code } = status.error_details
  const isRepairable = part_number !== undefined && isIn(own, part_number) && passingCodes.has(code ?? '')
  if (isFollowed || !isRepairable) throw surveyFailure(status)
  await send(uploads.parts([part_number]))
  await context.calls.complete(key, request)
  return followSurvey(context.follower, key, { ...options, signal: run.signal })

  async function send(tasks: AsyncIterable<UploadTask>): Promise<void> {
    const onSent = (bytes: number) => run.meter.sent(bytes)
    await uploadMany(context.core, tasks, { signal: run.signal, maxRetries: options.maxRetries, onSent })
  }

  /** Sends once more what the service reports as missing. */
  async function completeRepaired(): Promise<void> {
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
      isOver: (status) => isOvertaken(status, own),
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
  options: WaitOptions<SurveyUpload>,
): Promise<SurveyUpload> {
  const status = await follower.follow(key, options)
  if (status.status === 'COMPLETED') return status
  throw surveyFailure(status)
}

interface Uploads {
  /** Parts and media that the service does not have yet. */
  all(): AsyncGenerator<UploadTask, void, undefined>
  /** Sends them again, each with a new descriptor. */
  parts(numbers: readonly number[]): AsyncGenerator<UploadTask, void, undefined>
  media(names: readonly string[]): AsyncGenerator<UploadTask, void, undefined>
}

function describeUploads(
  { calls, run }: SurveyContext,
  { upload_key: key, own, open }: SurveyTarget,
  { plan, media }: SurveyContent,
  request: RequestOptions,
): Uploads {
  const issuedAt = performance.now()

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
      const partNumber = own.first - 1 + number
      if (!numbers.has(partNumber)) run.meter.sent(isAgain ? 0 : bytes.length)
      else yield partTask(bytes, partNumber, isAgain ? undefined : open.get(partNumber))
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
      yield* parts(new Set(open.keys()), false)
      yield* registered()
    },
    parts: (numbers) => parts(new Set(numbers), true),
    async *media(names) {
      const wanted = new Set(names.map((name) => name.normalize('NFC')))
      for (const source of media) if (wanted.has(source.name.normalize('NFC'))) yield mediaTask(source)
    },
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
