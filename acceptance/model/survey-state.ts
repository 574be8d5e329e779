/** The state of a survey upload, and the steps that the service takes by itself. Written from docs/contract.md. */
import { type Csv, sharedEmail } from './contents.ts'
import { isPlanted } from './plant.ts'

export type ColumnType =
  | 'Name'
  | 'Email'
  | 'Timestamp'
  | 'Open-ended'
  | 'Single choice'
  | 'NPS'
  | 'MEDIA_RESPONSE'
  | 'Do nothing'

export interface Part {
  number: number
  status: 'PENDING' | 'UPLOADED' | 'PROCESSED' | 'FAILED'
  /** Object key of the current descriptor. */
  key: string
  /** What was uploaded to that key. */
  content: Csv | null
  /** What was there before: a complete that is still running may have copied it. */
  earlier: Csv[]
  /** What a complete has accepted. */
  accepted: Csv | null
  rows: number | null
}

type Level = 'RESPONSE' | 'RESPONDENT'

export interface Media {
  name: string
  status: 'PENDING' | 'UPLOADED' | 'LINKED' | 'FAILED'
  key: string
  isUploaded: boolean
  /** It was found after completion, so a job links it whatever happens to the upload. */
  isLinking: boolean
  level: Level | null
  /** Every recording of the test is unreadable, so it ends in error. */
  recording: 'processing' | 'error' | null
  /** The linked file that this one replaces. */
  replaced: { name: string; level: Level | null } | null
}

export interface Survey {
  status: 'AWAITING_UPLOAD' | 'VALIDATING' | 'PROCESSING' | 'COMPLETED' | 'FAILED'
  parts: Part[]
  /** The highest part number ever used. */
  lastPart: number
  columns: { name: string; type: ColumnType }[] | null
  wasCompleted: boolean
  /** Parts were processed since the last completion. */
  hasNewRows: boolean
  failedPart: number | null
  retype: { position: number; type: ColumnType } | null
  media: Media[]
}

export interface SurveySettings {
  name: string
  projectId: number
  numParts: number
  mapping: Record<string, ColumnType>
  hasMediaConfig: boolean
  idempotencyKey: string | undefined
  addToPanel: boolean
}

export type SurveyState = Survey | null

export const hasMedia = ({ hasMediaConfig, mapping }: SurveySettings): boolean =>
  hasMediaConfig || Object.values(mapping).includes('MEDIA_RESPONSE')

/** Columns of these types are no questions, and appended parts may omit them. */
const noQuestions: readonly ColumnType[] = ['Name', 'Email', 'Timestamp', 'Do nothing']

export const questionCount = ({ columns }: Survey): number =>
  (columns ?? []).filter(({ type }) => !noQuestions.includes(type)).length

export const openParts = ({ parts }: Survey): Part[] => parts.filter(({ status }) => status !== 'PROCESSED')

export const rowTotal = ({ parts }: Survey): number => parts.reduce((sum, { rows }) => sum + (rows ?? 0), 0)

/** Only the caller, or a new upload, can change a settled survey. */
export function isSettled({ status, media }: Survey): boolean {
  if (media.some(({ status: one, isLinking }) => one === 'UPLOADED' && isLinking)) return false
  if (status !== 'COMPLETED') return status === 'AWAITING_UPLOAD' || status === 'FAILED'
  return !media.some(({ status: one, isUploaded }) => one === 'UPLOADED' || (one === 'PENDING' && isUploaded))
}

export function surveySteps(settings: SurveySettings): (state: SurveyState) => SurveyState[] {
  return (survey) =>
    survey === null ? [] : [...processingSteps(survey, settings), ...mediaSteps(survey, settings)]
}

function processingSteps(survey: Survey, settings: SurveySettings): Survey[] {
  if (survey.status === 'VALIDATING') return [{ ...survey, status: 'PROCESSING' }]
  if (survey.status !== 'PROCESSING') return []
  if (survey.retype && !isRetyped(survey)) return [withType(survey)]
  const [part] = openParts(survey)
  if (part) return [afterPart(survey, part, settings)]
  if (survey.media.some(({ status }) => status === 'UPLOADED'))
    return [{ ...survey, media: survey.media.map((one) => linked(survey, one, settings)) }]
  return [{ ...survey, status: 'COMPLETED', wasCompleted: true, hasNewRows: false, retype: null }]
}

const isRetyped = ({ columns, retype }: Survey): boolean =>
  retype !== null && columns?.[retype.position]?.type === retype.type

function withType(survey: Survey): Survey {
  const { columns, retype } = survey
  if (!columns || !retype) return survey
  return {
    ...survey,
    columns: columns.map((column, i) => (i === retype.position ? { ...column, type: retype.type } : column)),
  }
}

function afterPart(survey: Survey, part: Part, { mapping }: SurveySettings): Survey {
  const csv = part.accepted
  const replacePart = (next: Part) => survey.parts.map((one) => (one.number === part.number ? next : one))
  if (!csv || !isImportable(survey, csv)) {
    const parts = replacePart({ ...part, status: 'FAILED' })
    return {
      ...survey,
      status: 'FAILED',
      failedPart: part.number,
      parts: isPlanted(2) ? parts.map((one) => ({ ...one, rows: one.rows === null ? null : 0 })) : parts,
    }
  }
  return {
    ...survey,
    parts: replacePart({ ...part, status: 'PROCESSED', rows: csv.rows.length }),
    columns: survey.columns ?? csv.header.map((name) => ({ name, type: mapping[name] ?? 'Do nothing' })),
    hasNewRows: true,
  }
}

function isImportable({ columns, wasCompleted }: Survey, csv: Csv): boolean {
  if (csv.problem !== null) return false
  if (!columns) return true
  if (!wasCompleted) return columns.map(({ name }) => name).join() === csv.header.join()
  return columns.every(({ name, type }) => noQuestions.includes(type) || csv.header.includes(name))
}

function mediaSteps(survey: Survey, settings: SurveySettings): Survey[] {
  const withMedia = (next: Media, i: number) => ({ ...survey, media: survey.media.with(i, next) })
  return survey.media.flatMap((one, i): Survey[] => {
    if (one.status === 'LINKED' && one.recording === 'processing')
      return [withMedia({ ...one, recording: 'error' }, i)]
    if (one.status === 'UPLOADED' && one.isLinking) return [withMedia(linked(survey, one, settings), i)]
    if (survey.status !== 'COMPLETED') return []
    if (one.status === 'PENDING' && one.isUploaded)
      return [withMedia({ ...one, status: 'UPLOADED', isLinking: true }, i)]
    return one.status === 'UPLOADED' ? [withMedia(linked(survey, one, settings), i)] : []
  })
}

/** An uploaded file after it was matched. */
function linked(survey: Survey, media: Media, settings: SurveySettings): Media {
  if (media.status !== 'UPLOADED') return media
  const level = findLevel(survey, media.name, settings)
  if (level === null) return { ...media, status: 'FAILED', isLinking: false }
  return { ...media, status: 'LINKED', isLinking: false, level, recording: 'processing', replaced: null }
}

const supportedMedia = /\.(?:mp4|mov|avi|m4v|webm|mp3|m4a|wav|aac)$/i

function findLevel(survey: Survey, name: string, { hasMediaConfig }: SurveySettings): Level | null {
  if (!supportedMedia.test(name)) return null
  const hasType = (column: string, type: ColumnType) =>
    survey.columns?.some((one) => one.name === column && one.type === type) ?? false
  const hasEmails = hasType('Email', 'Email')
  const hasClips = hasType('Clip', 'MEDIA_RESPONSE')
  const naming = new Set<string>()
  let isRespondent = false
  for (const { number, status, accepted } of survey.parts) {
    if (status !== 'PROCESSED' || !accepted) continue
    const emails = hasEmails && accepted.header.includes('Email')
    for (const [i, { email, clip }] of accepted.rows.entries()) {
      if (hasClips && accepted.header.includes('Clip') && clip === name)
        naming.add(emails ? email : `${number}/${i}`)
      if (emails && `${email}.wav` === name) isRespondent = true
    }
  }
  if (naming.size > 0) return naming.size === 1 ? 'RESPONSE' : null
  return hasMediaConfig && isRespondent ? 'RESPONDENT' : null
}

/** The names of media files that sequences register; the last one is of an unsupported kind. */
export const mediaNames = ['a.wav', 'b.mp3', `${sharedEmail}.wav`, 'c.ogg']
