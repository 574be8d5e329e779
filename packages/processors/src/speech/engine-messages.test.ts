import { expect, it } from 'vitest'
import { isEngineMessage } from './engine-messages.ts'

const chunk = { kind: 'chunk', startMs: 0, endMs: 1, voiceMs: [[0, 1]], text: 'a', isSuspicious: false }

it('accepts only valid messages from the engine', () => {
  const done = { kind: 'done', durationMs: 1, peakMemoryBytes: 1, cpuMs: 1 }
  expect([chunk, { ...chunk, voiceMs: [] }, done].every(isEngineMessage)).toBe(true)
  const wrong = [
    null,
    'chunk',
    {},
    { kind: 'toString' },
    { ...chunk, text: 1 },
    { ...chunk, voiceMs: null },
    { ...chunk, voiceMs: [[0]] },
    { ...chunk, voiceMs: [[0, 'x']] },
    { kind: 'progress', positionMs: 1 },
  ]
  expect(wrong.filter(isEngineMessage)).toEqual([])
})
