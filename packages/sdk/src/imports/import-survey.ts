/** Imports a survey: split into parts, initialize or append, then send. */
import type { ColumnType, InitializeSurvey, MediaConfig, SurveyUpload } from '../contract.ts'
import { InvalidInputError } from '../errors.ts'
import type { RequestOptions } from '../options.ts'
import { type FileInput, type Source, toSource } from '../upload/source.ts'
import { type HandleOptions, type ImportHandle, startImport } from './handle.ts'
import { type ReferenceOptions, referencesOf } from './references.ts'
import { type SurveyContext, type SurveyKeys, sendSurvey } from './send-survey.ts'
import { type CsvOptions, planSurvey } from './survey-plan.ts'
import type { SurveyInput } from './survey-source.ts'
import type { SurveyTarget } from './survey-target.ts'

interface SurveyOptions extends HandleOptions, CsvOptions {
  /** Recordings that belong to the responses. Each needs a name. */
  media?: readonly FileInput[] | undefined
  /**
   * Names of media files that have changed since an earlier call, whose uploads start over. Large media files are sent in
   * parts, and a repeated call continues them if they have the same size.
   */
  changedMedia?: readonly string[] | undefined
}

export interface AppendResponsesOptions extends SurveyOptions {
  /**
   * Makes the append resumable: the number of parts that the survey had before it, plus 1. Store it before the first
   * call; called again with the same number and the same CSV, it resumes where it stopped and adds no row twice.
   */
  firstPart?: number | undefined
}

export interface ImportSurveyOptions extends SurveyOptions, ReferenceOptions {
  projectId: number
  name: string
  /** Column types by header. */
  columnMapping?: Record<string, ColumnType> | undefined
  /** Detect the types of columns that are not mapped. */
  autoMap?: boolean | undefined
  addToResearchPanel?: boolean | undefined
  /** How media are linked to respondents. Default with `media` and no MEDIA_RESPONSE column: by e-mail, then by name. */
  mediaConfig?: MediaConfig | undefined
  /**
   * Makes the import resumable: called again with the same key and the same CSV, it resumes where it stopped. Parts that
   * were appended later are never changed.
   */
  idempotencyKey?: string | undefined
}

type Begin = (numParts: number, options: RequestOptions) => Promise<SurveyTarget>
type Parts = Omit<SurveyContext, 'run' | 'options'>

export function importSurvey(
  parts: Parts,
  input: SurveyInput,
  options: SurveyOptions,
  begin: Begin,
): ImportHandle<SurveyKeys, SurveyUpload> {
  return startImport<SurveyKeys, SurveyUpload>(options, async (run) => {
    const media = (options.media ?? []).map((file) => toSource(file))
    checkNames(media)
    const { encoding, delimiter } = options
    const plan = await planSurvey(input, {
      signal: run.signal,
      ...(encoding && { encoding }),
      ...(delimiter && { delimiter }),
    })
    run.meter.enter('waiting')
    const request = { signal: run.signal, maxRetries: options.maxRetries, timeoutMs: options.timeoutMs }
    const target = await begin(plan.sizes.length, request)
    const { upload_key, survey_key, own } = target
    run.started({ upload_key, survey_key, part_numbers: plan.sizes.map((_, i) => own.first + i) })
    const changedMedia = new Set((options.changedMedia ?? []).map((name) => name.normalize('NFC')))
    return sendSurvey({ ...parts, run, options }, target, { plan, media, changedMedia })
  })
}

export function initializeBody(
  options: ImportSurveyOptions,
  idempotencyKey: string,
  numParts: number,
): InitializeSurvey {
  const { columnMapping, autoMap, addToResearchPanel } = options
  const mediaConfig = options.mediaConfig ?? usualMediaConfig(options)
  return {
    project_id: options.projectId,
    name: options.name,
    file_type: 'CSV',
    num_parts: numParts,
    idempotency_key: idempotencyKey,
    ...(columnMapping && { column_mapping: columnMapping }),
    ...(autoMap !== undefined && { auto_map: autoMap }),
    ...(addToResearchPanel !== undefined && { add_to_research_panel: addToResearchPanel }),
    ...(mediaConfig && { media_config: mediaConfig }),
    ...referencesOf(options),
  }
}

function usualMediaConfig({ media = [], columnMapping = {} }: ImportSurveyOptions): MediaConfig | undefined {
  const isByResponse = Object.values(columnMapping).includes('MEDIA_RESPONSE')
  return media.length > 0 && !isByResponse ? { link_by: 'auto' } : undefined
}

function checkNames(media: readonly Source[]): void {
  const names = media.map(({ name }) => name.normalize('NFC'))
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated === undefined) return
  const message = `Two media files are named ${repeated}. Names must be unique.`
  throw new InvalidInputError(message, { code: 'name_repeated' })
}
