/** The parts of a bundle that records are restored from. Tables check the values of columns again. */
import { localePattern, ManagedProject, Transcript } from '@inlet/contract'
import { defaultLimits } from '@inlet/survey-csv'
import { type Static, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { StoredExtraction } from '../document-processing/document-processing.public.ts'
import type { StoredFile, StoredSurveyFile } from '../files/files.public.ts'
import type { StoredInsight } from '../insights/insights.public.ts'
import type {
  StoredRecording,
  StoredSegment,
  StoredTranscript,
} from '../recording-processing/recording-processing.public.ts'
import type { StoredSpeakerName } from '../recordings/recordings.public.ts'
import type { StoredColumn, StoredOption } from '../responses/responses.public.ts'
import type { StoredMedia, StoredPart, StoredSurvey } from '../surveys/surveys.public.ts'
import { bundleFault } from './bundle-fault.ts'

/** Of a row whose values the table checks; `keys` are read here. */
const row = <Row>(keys: Record<string, TSchema> = {}) => Type.Unsafe<Row>(Type.Object(keys))
const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(orNull(schema))
const Int = Type.Integer({ minimum: -(2 ** 31), maximum: 2 ** 31 - 1 })

/** A response has at most one answer a column. */
const { maxColumns } = defaultLimits
/** More than a row of a CSV can hold: a survey has up to 100,000 options. */
const maxOptions = 200_000
/** A hundred pages are saved together. */
const maxPageChars = 4 * 1024 ** 2

const Locale = Type.String({ pattern: localePattern })

const extraction = optional(row<StoredExtraction>())
const recorded = {
  recording: optional(row<StoredRecording>({ rendition_type: Type.String() })),
  transcript: optional(row<StoredTranscript>()),
  segments: Type.Optional(Type.Array(row<StoredSegment>({ number: Int }))),
  speaker_names: Type.Optional(Type.Array(row<StoredSpeakerName>())),
}

const RecordingState = Type.Object(recorded)
export type RecordingState = Static<typeof RecordingState>

const FileStatus = Type.Enum(['processing', 'completed', 'error', 'recording'])

const shapes = {
  project: Type.Object({
    ...ManagedProject.properties,
    name: Type.String({ minLength: 1, maxLength: 200 }),
    supported_languages: Type.Array(Locale),
    transcript_language: Locale,
    default_ai_language: Locale,
    auto_ai_notes: orNull(Type.Object({})),
    label_template: orNull(Type.Object({ name: Type.String(), labels: Type.Array(Type.Unknown()) })),
  }),
  insight: Type.Object({
    insight: row<StoredInsight>({
      name: Type.String(),
      extension: Type.String(),
      phase: Type.Enum(['processing', 'completed', 'failed']),
    }),
    extraction,
  }),
  file: Type.Object({
    file: row<StoredFile>({
      name: Type.String(),
      extension: Type.String(),
      kind: Type.Enum(['audio', 'video', 'document', 'image']),
      status: FileStatus,
    }),
    extraction,
    ...recorded,
  }),
  survey: Type.Object({
    survey: row<StoredSurvey>({
      name: Type.String({ minLength: 1, maxLength: 200 }),
      status: Type.Enum(['AWAITING_UPLOAD', 'VALIDATING', 'PROCESSING', 'COMPLETED', 'FAILED']),
    }),
    parts: Type.Array(row<StoredPart>({ number: Int, status: Type.String() })),
    file: row<StoredSurveyFile>(),
    columns: Type.Optional(Type.Array(row<StoredColumn>({ position: Int, type: Type.String() }))),
    options: Type.Optional(Type.Array(row<StoredOption>())),
  }),
  media: Type.Object({
    media: row<StoredMedia>({ filename: Type.String(), status: Type.String() }),
    ...recorded,
  }),
  transcript: Transcript,
  page: Type.Object({
    number: Int,
    source: Type.Enum(['text', 'ocr', 'none']),
    text: Type.String({ maxLength: maxPageChars }),
  }),
  response: Type.Object({
    response_id: Int,
    part_number: Int,
    answered_at: orNull(Type.String()),
    respondent_id: Int,
    answers: Type.Array(Type.Object({ position: Int, values: Type.Array(Type.String()) }), {
      maxItems: maxColumns,
    }),
  }),
  responseState: Type.Object({
    id: Int,
    options: Type.Array(Int, { maxItems: maxOptions }),
    ranks: orNull(Type.Array(Int, { maxItems: 2 * maxOptions })),
    time_text: orNull(Type.String()),
    media: Type.Array(Type.Tuple([Int, Type.String()]), { maxItems: maxColumns }),
  }),
  respondent: Type.Object({
    respondent_id: Int,
    name: orNull(Type.String()),
    email: orNull(Type.String()),
  }),
  participant: Type.Object({
    name: orNull(Type.String()),
    email: Type.String({ minLength: 1 }),
    notes: Type.Optional(orNull(Type.String({ maxLength: 10_000 }))),
    created_at: Type.String(),
    respondents: Type.Array(Type.Object({ upload_key: Type.String(), respondent_id: Int })),
  }),
} as const

export type ShapeName = keyof typeof shapes
export type Shape<Name extends ShapeName> = Static<(typeof shapes)[Name]>

const checks = Object.fromEntries(
  Object.entries(shapes).map(([name, schema]) => [name, Compile(schema as TSchema)]),
) as unknown as Record<ShapeName, { Check(value: unknown): boolean }>

export function parseShape<Name extends ShapeName>(name: Name, text: string, path: string): Shape<Name> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw bundleFault('content_invalid', path, 'it is not JSON')
  }
  if (!checks[name].Check(value))
    throw bundleFault('content_invalid', path, 'it lacks a field or has a wrong type')
  return value as Shape<Name>
}
