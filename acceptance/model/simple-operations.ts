/** Insights, files and projects: their states and what each call may answer. */
import { type Answer, hasFields, isError } from './answer.ts'
import type { Effect, Operation } from './possible.ts'

/** `good` ends well, `bad` does not match its extension. */
export type Content = 'good' | 'bad'

export interface Insight {
  phase: 'waiting' | 'processing' | 'completed' | 'failed'
  content: Content | null
  /** What was there before: a complete that is still running may have copied it. */
  earlier: Content[]
  accepted: Content | null
  willPublish: boolean
}

export interface FileRecord {
  status: 'pending_upload' | 'processing' | 'completed' | 'error'
  content: Content | null
  earlier: Content[]
  accepted: Content | null
}

/** Null before it is created. */
export type InsightState = Insight | null
export type FileState = FileRecord | null
export type ProjectState = { name: string } | null

export const insightSteps = (state: InsightState): InsightState[] =>
  state?.phase === 'processing'
    ? [{ ...state, phase: state.accepted === 'good' ? 'completed' : 'failed' }]
    : []

export const fileSteps = (state: FileState): FileState[] =>
  state?.status === 'processing'
    ? [{ ...state, status: state.accepted === 'good' ? 'completed' : 'error' }]
    : []

/** A call that creates a record. The same record is never created twice. */
function creating<State>(created: State, allows: (answer: Answer) => boolean): Operation<State | null> {
  return (state) => (state === null ? [{ allows, next: () => created }] : [])
}

export const createProject = (name: string): Operation<ProjectState> =>
  creating({ name: name.trim() }, (answer) => answer.status === 201 && answer.body['name'] === name.trim())

export const initializeInsight = (): Operation<InsightState> =>
  creating<Insight>(
    { phase: 'waiting', content: null, earlier: [], accepted: null, willPublish: false },
    (answer) => answer.status === 201 && typeof answer.body['insight_key'] === 'string',
  )

export const initializeFile = (): Operation<FileState> =>
  creating<FileRecord>(
    { status: 'pending_upload', content: null, earlier: [], accepted: null },
    (answer) => answer.status === 201 && typeof answer.body['wav_key'] === 'string',
  )

/** Later uploads to the same key do not change what was accepted. */
export const uploadContent =
  <State extends Insight | FileRecord>(content: Content): Operation<State | null> =>
  (state) =>
    state === null
      ? []
      : [
          {
            allows: ({ status }) => status >= 200 && status < 300,
            next: () => ({
              ...state,
              content,
              earlier: state.content ? [...state.earlier, state.content] : [],
            }),
          },
        ]

/** A lost call that commits now may have copied what was there when it was sent. */
const copiedEarlier = <State>(
  { earlier }: { earlier: Content[] },
  started: (accepted: Content) => State,
): Effect<State>[] => earlier.map((copied) => ({ allows: () => false, next: () => started(copied) }))

export const completeInsight =
  (willPublish: boolean): Operation<InsightState> =>
  (state): Effect<InsightState>[] => {
    if (state === null) return []
    if (state.phase === 'waiting' && state.content === null)
      return [{ allows: (answer) => isError(answer, 400), next: () => state }]
    if (state.phase === 'waiting') {
      const started = (accepted: Content | null): Insight => ({
        ...state,
        phase: 'processing',
        accepted,
        willPublish,
      })
      return [
        {
          allows: (answer) => answer.status === 202 && answer.body['status'] === 'processing',
          next: () => started(state.content),
        },
        ...copiedEarlier(state, started),
      ]
    }
    const isRunning = state.phase === 'processing'
    return [
      {
        allows: (answer) =>
          answer.status === 200 &&
          answer.body['status'] === state.phase &&
          (typeof answer.body['message'] === 'string') === isRunning,
        next: () => state,
      },
    ]
  }

export const completeFile =
  (): Operation<FileState> =>
  (state): Effect<FileState>[] => {
    if (state === null) return []
    if (state.status === 'pending_upload' && state.content === null)
      return [{ allows: (answer) => isError(answer, 400), next: () => state }]
    const allows = (answer: Answer) => answer.status === 200 && answer.body['status'] === 'processing'
    if (state.status !== 'pending_upload') return [{ allows, next: () => state }]
    const started = (accepted: Content | null): FileRecord => ({ ...state, status: 'processing', accepted })
    return [{ allows, next: () => started(state.content) }, ...copiedEarlier(state, started)]
  }

export const readInsight =
  (name: string): Operation<InsightState> =>
  (state): Effect<InsightState>[] => {
    if (state === null) return []
    const { phase, willPublish } = state
    return [
      {
        allows: (answer) =>
          answer.status === 200 &&
          hasFields(answer, {
            name,
            processing_status: shownPhase(phase),
            insight_state: phase === 'completed' && willPublish ? 0 : 1,
          }) &&
          (answer.body['thumbnail_image'] !== null) === (phase === 'completed') &&
          hasReason(answer, phase === 'failed'),
        next: () => state,
      },
    ]
  }

export const readFile =
  (name: string): Operation<FileState> =>
  (state): Effect<FileState>[] => {
    if (state === null) return []
    const { status } = state
    return [
      {
        allows: (answer) =>
          answer.status === 200 &&
          hasFields(answer, { name, status }) &&
          (answer.body['file_url'] !== null) === (status !== 'pending_upload') &&
          hasReason(answer, status === 'error'),
        next: () => state,
      },
    ]
  }

export const shownPhase = (phase: Insight['phase']): string =>
  phase === 'completed' || phase === 'failed' ? phase : 'pending'

const hasReason = (answer: Answer, isExpected: boolean): boolean =>
  (typeof answer.body['error_reason'] === 'string' && answer.body['error_reason'] !== '') === isExpected
