import { describe, expect, it } from 'vitest'
import {
  nextRecordingState,
  type RecordingEvent,
  type RecordingFacts,
  type RecordingState,
  recordingStateOf,
  recordingSteps,
} from './recording-lifecycle.state.ts'

const events: RecordingEvent[] = ['succeed', 'fail', 'retry']
const everyFact: RecordingFacts[] = [true, false].flatMap((isProtected) =>
  [true, false].map((hasSpeech) => ({ isProtected, hasSpeech })),
)

describe('the next state of a recording', () => {
  it.each<[RecordingState, RecordingEvent, Partial<RecordingFacts>, RecordingState]>([
    ['process', 'succeed', { hasSpeech: true }, 'transcribe'],
    ['process', 'succeed', { hasSpeech: true, isProtected: true }, 'transcribe'],
    ['process', 'succeed', { isProtected: true }, 'protect'],
    ['process', 'succeed', {}, 'completed'],
    ['transcribe', 'succeed', {}, 'completed'],
    ['transcribe', 'succeed', { isProtected: true }, 'protect'],
    ['protect', 'succeed', { isProtected: true }, 'completed'],
    ['failed', 'retry', { hasSpeech: true }, 'transcribe'],
    ['failed', 'retry', {}, 'process'],
    ['failed', 'retry', { hasSpeech: true, isProtected: true }, 'process'],
  ])('of %s after %s with %o is %s', (from, event, facts, to) => {
    expect(nextRecordingState(from, event, { isProtected: false, hasSpeech: false, ...facts })).toBe(to)
  })

  it('is failed after a failure of any step', () => {
    for (const step of recordingSteps)
      for (const facts of everyFact) expect(nextRecordingState(step, 'fail', facts)).toBe('failed')
  })

  it('does not exist for an event that the state does not allow', () => {
    const forbidden: [RecordingState, RecordingEvent][] = [
      ...recordingSteps.map((step): [RecordingState, RecordingEvent] => [step, 'retry']),
      ...events.map((event): [RecordingState, RecordingEvent] => ['completed', event]),
      ['failed', 'succeed'],
      ['failed', 'fail'],
    ]
    for (const [from, event] of forbidden)
      for (const facts of everyFact) expect(nextRecordingState(from, event, facts)).toBeUndefined()
  })

  it('of a protected recording is completed only after it was protected', () => {
    for (const step of ['process', 'transcribe'] as const)
      for (const hasSpeech of [true, false])
        expect(nextRecordingState(step, 'succeed', { isProtected: true, hasSpeech })).not.toBe('completed')
  })
})

describe('the state of a stored recording', () => {
  it.each([
    [{ isConverted: false, hasSpeech: false, isClosed: false }, 'process'],
    [{ isConverted: true, hasSpeech: true, isClosed: false }, 'transcribe'],
    [{ isConverted: true, hasSpeech: true, isClosed: true }, 'transcribe'],
    [{ isConverted: true, hasSpeech: false, isClosed: true }, 'protect'],
    [{ isConverted: true, hasSpeech: false, isClosed: false }, 'completed'],
  ])('with %o is %s', (stored, state) => {
    expect(recordingStateOf(stored)).toBe(state)
  })
})
