import { describe, expect, it } from 'vitest'
import { isFinal, nextStatus } from './bundle.state.ts'

const states = ['awaiting_upload', 'processing', 'completed', 'failed'] as const
const events = ['complete', 'succeed', 'fail'] as const
const allowed: Record<string, string> = {
  'awaiting_upload complete': 'processing',
  'processing succeed': 'completed',
  'processing fail': 'failed',
}

describe('the import of a bundle', () => {
  for (const state of states)
    for (const event of events)
      it(`${state} ${event}: ${allowed[`${state} ${event}`] ?? 'refused'}`, () => {
        expect(nextStatus(state, event)).toBe(allowed[`${state} ${event}`])
      })

  it('is final once it has completed or failed', () => {
    expect(states.filter(isFinal)).toEqual(['completed', 'failed'])
  })
})
