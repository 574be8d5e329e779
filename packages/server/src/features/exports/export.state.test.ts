import type { ExportStatus } from '@inlet/contract'
import { describe, expect, it } from 'vitest'
import { canBecome, isFinal, statesBefore } from './export.state.ts'

const states: ExportStatus[] = ['processing', 'completed', 'failed', 'expired']
const allowed = ['processing completed', 'processing failed', 'completed expired']

describe('the states of an export', () => {
  it.each(states.flatMap((from) => states.map((to) => [from, to] as const)))('%s → %s', (from, to) => {
    expect(canBecome(from, to)).toBe(allowed.includes(`${from} ${to}`))
  })

  it('lead to a state only from those before it', () => {
    expect(statesBefore('completed')).toEqual(['processing'])
    expect(statesBefore('expired')).toEqual(['completed'])
    expect(statesBefore('processing')).toEqual([])
  })

  it('are final except processing', () => {
    expect(states.filter(isFinal)).toEqual(['completed', 'failed', 'expired'])
  })
})
