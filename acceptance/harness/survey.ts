/** Survey uploads, step by step, as a client does them. */
import { type Answer, call, get, post, prefix } from './api.ts'
import { type Descriptor, upload } from './upload.ts'
import { waitForStatus } from './wait.ts'

const path = `${prefix}/surveys`

export interface PartDescriptor extends Descriptor {
  part_number: number
  s3_key: string
}

export interface Survey {
  key: string
  surveyKey: string
  parts: PartDescriptor[]
  answer: Answer
}

export const partsOf = (answer: Answer) => answer.body['upload_urls'] as PartDescriptor[]

const readSurvey = (answer: Answer): Survey => ({
  key: String(answer.body['upload_key']),
  surveyKey: String(answer.body['survey_key']),
  parts: partsOf(answer),
  answer,
})

/** A media file of a status with include=recordings. */
export interface MediaFile {
  filename: string
  status: string
  media_level: string | null
  error_reason?: string
  media_key: string
  error_code: string | null
  recording_status: string | null
  recording_error_reason: string | null
  progress: { stage: string; percent: number; seconds_left: number | null } | null
}

/** The calls of one API key in one project. */
export function surveysOf(token: string, project_id: number) {
  const initialize = (settings: Record<string, unknown> = {}) =>
    post(`${path}/initialize`, {
      token,
      json: { project_id, name: 'Survey', file_type: 'CSV', num_parts: 1, ...settings },
    })
  const complete = (key: string) => post(`${path}/${key}/complete`, { token })
  const status = (key: string) => get(`${path}/${key}/status`, { token })
  const ended = (key: string) =>
    waitForStatus(`${path}/${key}/status`, { token, field: 'status', until: ['COMPLETED', 'FAILED'] })
  async function begin(settings?: Record<string, unknown>): Promise<Survey> {
    const answer = await initialize(settings)
    if (answer.status !== 201) throw new Error(`No survey: ${answer.status} ${answer.text}`)
    return readSurvey(answer)
  }

  return {
    initialize,
    complete,
    status,
    /** Waits until the import has a final status. */
    ended,
    begin,
    retryPart: (key: string, number: number | string) =>
      post(`${path}/${key}/parts/${number}/retry`, { token }),
    withdrawPart: (key: string, number: number | string) =>
      call('DELETE', `${path}/${key}/parts/${number}`, { token }),
    retype: (key: string, position: number | string, type: unknown) =>
      call('PATCH', `${path}/${key}/columns/${position}`, { token, json: { type } }),
    append: (key: string, num_parts: unknown = 1) =>
      post(`${path}/${key}/append`, { token, json: { num_parts } }),
    register: (key: string, files: unknown) =>
      post(`${path}/${key}/media/register`, { token, json: { files } }),
    retryMedia: (key: string, filename: string, json?: unknown) =>
      post(`${path}/${key}/media/${encodeURIComponent(filename)}/retry`, {
        token,
        ...(json !== undefined && { json }),
      }),
    withdrawMedia: (key: string, filename: string) =>
      call('DELETE', `${path}/${key}/media/${encodeURIComponent(filename)}`, { token }),
    /** The status of one media file, with the state of its recording. */
    async media(key: string, filename: string): Promise<MediaFile | undefined> {
      const answer = await get(`${path}/${key}/status?include=recordings`, { token })
      return (answer.body['media_files'] as MediaFile[]).find((file) => file.filename === filename)
    },
    /** A complete import, from its parts to its final status. */
    async importParts(contents: readonly string[], settings: Record<string, unknown> = {}): Promise<Survey> {
      const survey = await begin({ num_parts: contents.length, ...settings })
      await uploadParts(survey, contents)
      const started = await complete(survey.key)
      if (started.status !== 202) throw new Error(`Not started: ${started.status} ${started.text}`)
      await ended(survey.key)
      return survey
    },
  }
}

export async function uploadParts({ parts }: Survey, contents: readonly string[]): Promise<void> {
  await Promise.all(parts.map((part, i) => upload(part, contents[i] ?? '')))
}

export interface MediaDescriptor extends Descriptor {
  filename: string
}

export function mediaOf(answer: Answer): MediaDescriptor[] {
  if (answer.status !== 201) throw new Error(`No media: ${answer.status} ${answer.text}`)
  return answer.body['media_files'] as MediaDescriptor[]
}

/** Statuses of the parts, or of the media, in their order. */
export const statusesOf = (answer: Answer, list: 'parts' | 'media_files'): unknown[] =>
  (answer.body[list] as Record<string, unknown>[]).map((item) => item['status'])
