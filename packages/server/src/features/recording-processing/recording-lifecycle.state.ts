/** The lifecycle of an imported recording. Each step is one job; the repo checks each transition again in SQL. */

export const recordingSteps = ['process', 'transcribe', 'protect'] as const
export type RecordingStep = (typeof recordingSteps)[number]
export type RecordingState = RecordingStep | 'completed' | 'failed'
export type RecordingEvent = 'succeed' | 'fail' | 'retry'

export interface RecordingFacts {
  /** Nothing is shown until a protected version exists. */
  isProtected: boolean
  /** The audio for the speech engine is stored and not transcribed to its end. */
  hasSpeech: boolean
}

type Transition = (facts: RecordingFacts) => RecordingState

const toFailed: Transition = () => 'failed'
const afterTranscript: Transition = ({ isProtected }) => (isProtected ? 'protect' : 'completed')

const transitions: Record<RecordingState, Partial<Record<RecordingEvent, Transition>>> = {
  process: {
    succeed: (facts) => (facts.hasSpeech ? 'transcribe' : afterTranscript(facts)),
    fail: toFailed,
  },
  transcribe: { succeed: afterTranscript, fail: toFailed },
  protect: { succeed: () => 'completed', fail: toFailed },
  completed: {},
  // The intermediate results of a protected recording are deleted when it fails, so it restarts from its upload.
  failed: {
    retry: ({ isProtected, hasSpeech }) => (hasSpeech && !isProtected ? 'transcribe' : 'process'),
  },
}

export function nextRecordingState(
  from: RecordingState,
  event: RecordingEvent,
  facts: RecordingFacts,
): RecordingState | undefined {
  return transitions[from][event]?.(facts)
}

export interface StoredRecording {
  /** The converted recording exists, open or closed. */
  isConverted: boolean
  hasSpeech: boolean
  /** It is converted and must be protected before anyone sees it. */
  isClosed: boolean
}

/** The state of a recording that has not failed. */
export function recordingStateOf({ isConverted, hasSpeech, isClosed }: StoredRecording): RecordingState {
  if (!isConverted) return 'process'
  if (hasSpeech) return 'transcribe'
  return isClosed ? 'protect' : 'completed'
}
