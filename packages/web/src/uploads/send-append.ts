/** Adds responses to a survey: split into parts, append, send each part and the media files, complete. */
import { appendSurvey, completeSurvey, getSurveyUpload, retrySurveyPart } from '@inlet/contract/workspace'
import { InletError } from '@inlet/sdk/shared/errors'
import { type CallResult, call } from '../api/call.ts'
import { sendMediaFiles } from './send-media-files.ts'
import type { SurveyFiles } from './send-survey.ts'
import { splitSurveyFile } from './split-survey-file.ts'
import type { AppendPlan } from './survey-plan.ts'
import { uploadContent } from './upload-content.ts'
import type { UploadTask, UploadWatch } from './upload-store.ts'

type Descriptor = CallResult<typeof retrySurveyPart>

export function createAppendUpload(
  { uploadKey, firstPart }: AppendPlan,
  { file, media }: SurveyFiles,
  { hasBegun }: { hasBegun: boolean },
): UploadTask {
  const params = { upload_key: uploadKey }
  let isBegun = hasBegun

  return async (watch) => {
    const { onSent, signal } = watch
    const parts = await splitSurveyFile(file, signal)
    const sizes = parts.map(({ size }) => size)
    const { missing, isDone } = await openParts(parts.length, watch)
    if (isDone) return uploadKey
    for (const descriptor of missing) {
      const place = descriptor.part_number - firstPart
      const before = sum(sizes.slice(0, place))
      const part = parts[place]
      if (part) await uploadContent(descriptor, part, { signal, onSent: (bytes) => onSent(before + bytes) })
    }
    const before = sum(sizes)
    await sendMediaFiles(uploadKey, media, { signal, onSent: (bytes) => onSent(before + bytes) })
    await call(completeSurvey, { params })
    return uploadKey
  }

  /** The parts that have not arrived. An append that was started before is continued, so that no rows come twice. */
  async function openParts(
    count: number,
    { signal, onBegun }: UploadWatch,
  ): Promise<{ missing: Descriptor[]; isDone: boolean }> {
    const survey = await call(getSurveyUpload, { params }, { signal })
    const known = survey.parts.filter(({ part_number }) => part_number >= firstPart)
    if (known.length === 0) {
      isBegun = true
      await onBegun(uploadKey)
      const { upload_urls } = await call(appendSurvey, { params, body: { num_parts: count } }, { signal })
      return { missing: upload_urls, isDone: false }
    }
    if (!isBegun || known.length !== count) throw appendedElsewhereError()
    if (survey.status !== 'AWAITING_UPLOAD' && survey.status !== 'FAILED')
      return { missing: [], isDone: true }
    const missing: Descriptor[] = []
    for (const { part_number, status } of known) {
      if (status !== 'PENDING' && status !== 'FAILED') continue
      missing.push(
        await call(retrySurveyPart, { params: { ...params, part_number: String(part_number) } }, { signal }),
      )
    }
    return { missing, isDone: false }
  }
}

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0)

function appendedElsewhereError(): InletError {
  const message =
    'Somebody else has added responses to this survey meanwhile. Remove this upload, check the survey, and add the file again.'
  return new InletError(message, { code: 'append_conflict' })
}
