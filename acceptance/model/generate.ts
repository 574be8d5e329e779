/** Random sequences, each determined by the seed of the run and its index. */
import fc from 'fast-check'
import type { Step } from './sequence-run.ts'

export interface Sequence {
  index: number
  kind: 'survey' | 'survey with media' | 'insight' | 'file' | 'requests'
  settings: number
  steps: Step[]
}

const anyNumber = fc.noBias(fc.nat({ max: 1_000_000 }))

/** One call in thirty loses its connection after at most this time. */
const maxAbortMs = 30

const step = fc.record({
  choice: anyNumber,
  a: anyNumber,
  b: anyNumber,
  abortAfterMs: fc.oneof(
    { weight: 29, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.noBias(fc.nat({ max: maxAbortMs })) },
  ),
})

const kind = fc.oneof(
  { weight: 62, arbitrary: fc.constant('survey' as const) },
  { weight: 12, arbitrary: fc.constant('survey with media' as const) },
  { weight: 6, arbitrary: fc.constant('insight' as const) },
  { weight: 8, arbitrary: fc.constant('file' as const) },
  { weight: 12, arbitrary: fc.constant('requests' as const) },
)

const lengths = {
  survey: [6, 14],
  'survey with media': [8, 18],
  insight: [4, 7],
  file: [4, 7],
  requests: [4, 8],
} as const

const sequence = kind.chain((chosen) => {
  const [minLength, maxLength] = lengths[chosen]
  return fc.record({
    kind: fc.constant(chosen),
    settings: anyNumber,
    steps: fc.array(step, { minLength, maxLength, size: 'max' }),
  })
})

export function makeSequence(seed: number, index: number): Sequence {
  const [made] = fc.sample(sequence, { seed: (seed ^ Math.imul(index + 1, 0x9e3779b1)) | 0, numRuns: 1 })
  if (!made) throw new Error('No sequence was generated.')
  return { index, ...made }
}
