/** Shared by import and append: uploads parts and media, completes, follows, and repairs once. */
import type { CompletedSurvey, SurveyUpload } from '../contract.ts'
import { BadRequestError, LaterAppendError } from '../errors.ts'
import type { Core } from '../http/call.ts'
import type { RequestOptions } from '../options.ts'
import type { Follower } from './follower.ts'
import type { HandleOptions, Run, WaitOptions } from './handle.ts'
import { isAccepted, isIn, isOvertaken, type SurveyTarget, surveyFailure } from './survey-target.ts'
import { describeUploads, type SurveyContent, type SurveyUploadCalls } from './survey-uploads.ts'
import { type UploadTask, uploadMany } from './upload-many.ts'

export interface SurveyKeys {
  upload_key: string
  survey_key: string
  /** The parts that this import or append sends. For an append, the first of them is its `firstPart`. */
  part_numbers: readonly number[]
}

/** The operations that an import needs. */
export interface SurveyCalls extends SurveyUploadCalls {
  complete(uploadKey: string, options: RequestOptions): Promise<CompletedSurvey>
}

export interface SurveyContext {
  core: Core
  calls: SurveyCalls
  follower: Follower<SurveyUpload>
  run: Run<SurveyKeys>
  options: HandleOptions
}

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
  const uploads = describeUploads({ ...context, request }, target, content)
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

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
