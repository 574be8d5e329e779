/** What each survey call may answer in each state, and what it changes. Media calls are in media-operations.ts. */
import { type Answer, hasFields, isError, keyOf, listOf } from './answer.ts'
import type { Csv } from './contents.ts'
import { isPlanted } from './plant.ts'
import type { Effect, Operation } from './possible.ts'
import {
  type ColumnType,
  hasMedia,
  isSettled,
  openParts,
  type Part,
  questionCount,
  rowTotal,
  type Survey,
  type SurveySettings,
  type SurveyState,
  surveySteps,
} from './survey-state.ts'

export type SurveyOperation = Operation<SurveyState>
export type SurveyEffect = Effect<SurveyState>

/** Object keys that only a lost answer contained. Every descriptor has a new key, so each needs its own name. */
let unknownKeys = 0
export const unknownKey = (): string => {
  unknownKeys += 1
  return `unknown ${unknownKeys}`
}
export const isUnknownKey = (key: string): boolean => key.startsWith('unknown ')

/** A refusal that changes nothing. */
export const refused = (state: SurveyState, status: number): SurveyEffect => ({
  allows: (answer) => isError(answer, status),
  next: () => state,
})

/** A call on a survey that does not exist is never sent, so it has no effect in that state. */
export const onSurvey =
  (operation: (survey: Survey) => SurveyEffect[]): SurveyOperation =>
  (state) =>
    state === null ? [] : operation(state)

const newPart = (number: number, key: string): Part => ({
  number,
  status: 'PENDING',
  key,
  content: null,
  earlier: [],
  accepted: null,
  rows: null,
})

const descriptorKey = (answer: Answer | undefined, number: number, otherwise: string): string => {
  const found = answer && listOf(answer, 'upload_urls').find((one) => one['part_number'] === number)
  return found ? keyOf(found) : otherwise
}

const partNumbers = (answer: Answer): string =>
  listOf(answer, 'upload_urls')
    .map((one) => one['part_number'])
    .join()

export interface Initialize {
  name: string
  numParts: number
  /** The project of the request is another one than that of the first. */
  isOtherProject: boolean
}

/** Creates the upload, or replays it if the idempotency key was used before. */
export function initialize(settings: SurveySettings, request: Initialize): SurveyOperation {
  const keys = Array.from({ length: request.numParts }, unknownKey)
  const mismatch = [
    ...(request.isOtherProject ? ['project_id'] : []),
    ...(request.name === settings.name ? [] : ['name']),
    ...(request.numParts === settings.numParts ? [] : ['num_parts']),
  ]
  return (state) =>
    state === null
      ? [{ allows: (answer) => isCreated(answer, settings), next: (answer) => created(keys, answer) }]
      : [
          {
            allows: (answer) => isReplay(answer, state, mismatch),
            next: (answer) => withKnownKeys(state, answer),
          },
        ]
}

function isCreated(answer: Answer, settings: SurveySettings): boolean {
  const links = (answer.body['links'] ?? {}) as Record<string, unknown>
  return (
    answer.status === 201 &&
    hasFields(answer, {
      status: 'AWAITING_UPLOAD',
      num_parts: settings.numParts,
      add_to_research_panel: settings.addToPanel,
      media_config: settings.hasMediaConfig ? {} : null,
    }) &&
    (links['register_media'] !== null) === hasMedia(settings) &&
    partNumbers(answer) === Array.from({ length: settings.numParts }, (_, i) => i + 1).join()
  )
}

const created = (keys: readonly string[], answer: Answer | undefined): Survey => ({
  status: 'AWAITING_UPLOAD',
  parts: keys.map((key, i) => newPart(i + 1, descriptorKey(answer, i + 1, key))),
  lastPart: keys.length,
  columns: null,
  wasCompleted: false,
  hasNewRows: false,
  failedPart: null,
  retype: null,
  media: [],
})

function isReplay(answer: Answer, survey: Survey, mismatch: readonly string[]): boolean {
  const { idempotency_mismatch: found, status, num_parts } = answer.body
  const open = new Set(openParts(survey).map(({ number }) => number))
  const described = listOf(answer, 'upload_urls').map((one) => Number(one['part_number']))
  return (
    answer.status === 200 &&
    answer.headers.get('idempotent-replayed') === 'true' &&
    status === survey.status &&
    num_parts === survey.parts.length &&
    (found === undefined ? mismatch.length === 0 : JSON.stringify(found) === JSON.stringify(mismatch)) &&
    // Parts may be processed while the answer is made.
    described.every((number) => open.has(number)) &&
    openParts(survey).every(
      ({ number, key }) => isUnknownKey(key) || descriptorKey(answer, number, key) === key,
    ) &&
    (!isSettled(survey) || described.length === open.size)
  )
}

const withKnownKeys = (survey: Survey, answer: Answer | undefined): Survey => ({
  ...survey,
  parts: survey.parts.map((part) => ({ ...part, key: descriptorKey(answer, part.number, part.key) })),
})

/** An upload to a key counts while the key is the current one and nothing was accepted. */
export const uploadPart = (key: string, content: Csv): SurveyOperation =>
  onSurvey((survey) => [
    {
      allows: (answer) => answer.status >= 200 && answer.status < 300,
      next: () => ({
        ...survey,
        parts: survey.parts.map((part) =>
          part.key === key
            ? { ...part, content, earlier: part.content ? [...part.earlier, part.content] : [] }
            : part,
        ),
      }),
    },
  ])

export const complete = (): SurveyOperation =>
  onSurvey((survey) => {
    if (survey.status === 'FAILED')
      return [
        {
          allows: (answer) => isError(answer, 400) && failedPartOf(answer) === survey.failedPart,
          next: () => survey,
        },
      ]
    if (survey.status !== 'AWAITING_UPLOAD')
      return [
        {
          allows: (answer) => answer.status === 200 && answer.body['status'] === survey.status,
          next: () => survey,
        },
      ]
    const parts = openParts(survey).filter((part) => !part.accepted && !part.content)
    const media = survey.media.filter(({ status, isUploaded }) => status === 'PENDING' && !isUploaded)
    const missing = {
      missing_parts: parts.length > 0 ? parts.map(({ number }) => number) : undefined,
      missing_media_files: media.length > 0 ? media.map(({ name }) => name) : undefined,
    }
    if (parts.length + media.length > 0)
      return [{ allows: (answer) => isError(answer, 400) && hasFields(answer, missing), next: () => survey }]
    return [
      {
        allows: (answer) => answer.status === 202 && answer.body['status'] === 'VALIDATING',
        next: () => started(survey, (part) => part.content),
      },
      // A lost call that commits now may have copied what was there when it was sent.
      ...openParts(survey).flatMap(({ number, earlier }) =>
        earlier.map(
          (copied): SurveyEffect => ({
            allows: () => false,
            next: () => started(survey, (part) => (part.number === number ? copied : part.content)),
          }),
        ),
      ),
    ]
  })

const failedPartOf = (answer: Answer): unknown =>
  (answer.body['error_details'] as Record<string, unknown> | undefined)?.['part_number']

const started = (survey: Survey, copiedOf: (part: Part) => Csv | null): Survey => ({
  ...survey,
  status: 'VALIDATING',
  parts: survey.parts.map((part) =>
    part.status === 'PROCESSED'
      ? part
      : { ...part, status: 'UPLOADED', accepted: part.accepted ?? copiedOf(part), earlier: [] },
  ),
  media: survey.media.map((one) => (one.status === 'PENDING' ? { ...one, status: 'UPLOADED' } : one)),
})

/** A status read also notices uploads, unless the upload is being processed or has failed. */
/** The service asks the store for this long; what it has not found then is found by a later read. */
const storeWaitMs = 2_000

export function readStatus(settings: SurveySettings): SurveyOperation {
  const steps = surveySteps(settings)
  return onSurvey((survey) => {
    const found = new Map<string, { state: Survey; isStoreSlow: boolean }>()
    for (const { state: start, isStoreSlow } of noticed(survey)) {
      const waiting: SurveyState[] = [start]
      for (let state = waiting.pop(); state; state = waiting.pop()) {
        const key = JSON.stringify(state)
        if (found.has(key)) continue
        found.set(key, { state, isStoreSlow })
        waiting.push(...steps(state))
      }
    }
    return [...found.values()].map(({ state, isStoreSlow }) => ({
      allows: (answer: Answer) =>
        (!isStoreSlow || answer.ms >= storeWaitMs) && matchesStatus(state, settings, answer),
      next: () => state,
    }))
  })
}

/** All uploads are noticed, or any of them if the store is slow. */
function noticed(survey: Survey): { state: Survey; isStoreSlow: boolean }[] {
  const { status } = survey
  if (status !== 'AWAITING_UPLOAD' && status !== 'COMPLETED') return [{ state: survey, isStoreSlow: false }]
  let states: { state: Survey; isStoreSlow: boolean }[] = [{ state: survey, isStoreSlow: false }]
  const orNot = (notice: (state: Survey) => Survey) => {
    states = [
      ...states.map(({ state, isStoreSlow }) => ({ state: notice(state), isStoreSlow })),
      ...states.map(({ state }) => ({ state, isStoreSlow: true })),
    ]
  }
  for (const [i, part] of survey.parts.entries())
    if (part.status === 'PENDING' && part.content)
      orNot((state) => ({ ...state, parts: state.parts.with(i, { ...part, status: 'UPLOADED' }) }))
  for (const [i, one] of survey.media.entries())
    if (one.status === 'PENDING' && one.isUploaded)
      orNot((state) => ({
        ...state,
        media: state.media.with(i, { ...one, status: 'UPLOADED', isLinking: status === 'COMPLETED' }),
      }))
  return states.toSorted((a, b) => Number(a.isStoreSlow) - Number(b.isStoreSlow))
}

function matchesStatus(survey: Survey, settings: SurveySettings, answer: Answer): boolean {
  const { body } = answer
  const files = survey.media.map(({ name, status, level, replaced }) => [
    name,
    status,
    level ?? replaced?.level ?? null,
  ])
  const shown = listOf(answer, 'media_files').map((one) => [
    one['filename'],
    one['status'],
    one['media_level'],
  ])
  return (
    answer.status === 200 &&
    hasFields(answer, {
      status: survey.status,
      file_type: 'CSV',
      num_parts: survey.parts.length,
      parts: survey.parts.map(({ number, status, rows }) => ({
        part_number: number,
        status,
        row_count: rows,
      })),
      processing: {
        total_responses: rowTotal(survey),
        questions_detected: questionCount(survey),
        is_mapped: survey.columns !== null,
      },
    }) &&
    (failedPartOf(answer) ?? null) === survey.failedPart &&
    (body['completed_at'] !== null) === survey.wasCompleted &&
    (body['media_files'] !== null) === hasMedia(settings) &&
    JSON.stringify(shown) === JSON.stringify(files)
  )
}

export function retryPart(number: number): SurveyOperation {
  const key = unknownKey()
  return onSurvey((survey) => {
    const part = survey.parts.find((one) => one.number === number)
    if (!part) return [refused(survey, 404)]
    const isAllowed = survey.status === 'AWAITING_UPLOAD' || survey.status === 'FAILED'
    if (part.status === 'PROCESSED' || !isAllowed) return [refused(survey, 400)]
    return [
      {
        allows: (answer) =>
          answer.status === 200 && answer.body['part_number'] === number && keyOf(answer.body) !== part.key,
        next: (answer) => ({
          ...survey,
          status: 'AWAITING_UPLOAD',
          failedPart: null,
          parts: survey.parts.map((one) =>
            one.number === number
              ? {
                  ...newPart(number, answer ? keyOf(answer.body) : key),
                  content: isPlanted(3) ? one.content : null,
                }
              : one,
          ),
        }),
      },
    ]
  })
}

export const withdrawPart = (number: number): SurveyOperation =>
  onSurvey((survey) => {
    const part = survey.parts.find((one) => one.number === number)
    if (!part) return [refused(survey, 404)]
    const isAllowed = survey.status === 'AWAITING_UPLOAD' || survey.status === 'FAILED'
    if (part.status === 'PROCESSED' || !isAllowed || survey.parts.length === 1) return [refused(survey, 400)]
    return [{ allows: (answer) => answer.status === 204, next: () => withoutPart(survey, number) }]
  })

function withoutPart(before: Survey, number: number): Survey {
  const survey = {
    ...before,
    parts: before.parts.filter((one) => one.number !== number),
    lastPart: isPlanted(1) && before.lastPart === number ? number - 1 : before.lastPart,
  }
  if (survey.status === 'FAILED' && survey.failedPart !== number) return survey
  const waiting: Survey = { ...survey, status: 'AWAITING_UPLOAD', failedPart: null }
  if (openParts(survey).length > 0) return waiting
  const hasWork = survey.hasNewRows || survey.media.some(({ status }) => status === 'UPLOADED')
  return { ...waiting, status: survey.wasCompleted && !hasWork ? 'COMPLETED' : 'PROCESSING' }
}

/** 409 is allowed only if another append may be running. */
export function append(numParts: number, isContested: boolean): SurveyOperation {
  const keys = Array.from({ length: numParts }, unknownKey)
  return onSurvey((survey) => {
    if (survey.status !== 'COMPLETED')
      return [refused(survey, 400), ...(isContested ? [refused(survey, 409)] : [])]
    const numbers = keys.map((_, i) => survey.lastPart + 1 + i)
    return [
      {
        allows: (answer) =>
          answer.status === 201 &&
          hasFields(answer, { status: 'AWAITING_UPLOAD', num_parts: survey.parts.length + numParts }) &&
          partNumbers(answer) === numbers.join(),
        next: (answer) => ({
          ...survey,
          status: 'AWAITING_UPLOAD',
          lastPart: survey.lastPart + numParts,
          parts: [
            ...survey.parts,
            ...numbers.map((number, i) => newPart(number, descriptorKey(answer, number, keys[i] ?? ''))),
          ],
        }),
      },
    ]
  })
}

export const retype = (position: number, type: ColumnType): SurveyOperation =>
  onSurvey((survey) => {
    const { status, columns, retype: running } = survey
    const unchanged: SurveyEffect = {
      allows: (answer) => answer.status === 200 && hasFields(answer, { status, position, type }),
      next: () => survey,
    }
    if (running?.position === position && running.type === type) return [unchanged]
    if (status !== 'COMPLETED') return [refused(survey, 400)]
    const column = columns?.[position]
    if (!column) return [refused(survey, 404)]
    if (column.type === type) return [unchanged]
    return [
      {
        allows: (answer) =>
          answer.status === 202 && hasFields(answer, { status: 'PROCESSING', position, type }),
        next: () => ({ ...survey, status: 'PROCESSING', retype: { position, type } }),
      },
    ]
  })
