/** The messages between the worker and the engine process. */

export type EngineTask = {
  readonly modelsDir: string
  readonly wavPath: string
  readonly resumeAtMs: number
  /** `voice`: only voice activity, in the longer chunks for speech servers; the text is empty. */
  readonly hears: 'words' | 'voice'
}

/** A recognized chunk: the covered range, its voice segments and its words on one line. */
export type RecognizedChunk = {
  readonly kind: 'chunk'
  readonly startMs: number
  readonly endMs: number
  readonly voiceMs: readonly (readonly [startMs: number, endMs: number])[]
  readonly text: string
  readonly isSuspicious: boolean
}

export type EngineEnd = {
  readonly kind: 'done'
  readonly durationMs: number
  readonly peakMemoryBytes: number
  readonly cpuMs: number
}

export type EngineMessage =
  | RecognizedChunk
  | { readonly kind: 'progress'; readonly positionMs: number; readonly durationMs: number }
  | EngineEnd
  | { readonly kind: 'bad_audio'; readonly reason: string }

type FieldType = 'number' | 'string' | 'boolean' | 'object'

const fieldsOf = new Map<unknown, Record<string, FieldType>>(
  Object.entries({
    chunk: { startMs: 'number', endMs: 'number', voiceMs: 'object', text: 'string', isSuspicious: 'boolean' },
    progress: { positionMs: 'number', durationMs: 'number' },
    done: { durationMs: 'number', peakMemoryBytes: 'number', cpuMs: 'number' },
    bad_audio: { reason: 'string' },
  } satisfies Record<EngineMessage['kind'], Record<string, FieldType>>),
)

/** Validated although both sides are ours, because the process reads uploaded audio. */
export function isEngineMessage(value: unknown): value is EngineMessage {
  if (typeof value !== 'object' || value === null) return false
  const found = new Map<string, unknown>(Object.entries(value))
  const fields = fieldsOf.get(found.get('kind'))
  if (fields === undefined) return false
  const isShaped = Object.entries(fields).every(
    ([name, type]) => found.get(name) !== null && typeof found.get(name) === type,
  )
  return isShaped && (found.get('kind') !== 'chunk' || isVoice(found.get('voiceMs')))
}

function isVoice(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((span) => Array.isArray(span) && span.length === 2 && span.every(Number.isFinite))
  )
}
