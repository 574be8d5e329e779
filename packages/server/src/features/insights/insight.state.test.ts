import { describe, expect, it } from 'vitest'
import {
  type InsightEvent,
  type InsightPhase,
  insightType,
  nextPhase,
  processingStatus,
} from './insight.state.ts'

const phases: InsightPhase[] = ['awaiting_upload', 'processing', 'completed', 'failed']
const events: InsightEvent[] = ['complete', 'succeed', 'fail']
const legal: [InsightPhase, InsightEvent, InsightPhase][] = [
  ['awaiting_upload', 'complete', 'processing'],
  ['processing', 'succeed', 'completed'],
  ['processing', 'fail', 'failed'],
]
const illegal = phases
  .flatMap((from) => events.map((event) => [from, event] as const))
  .filter(([from, event]) => !legal.some((move) => move[0] === from && move[1] === event))

describe('nextPhase', () => {
  it.each(legal)('moves from %s by %s to %s', (from, event, to) => {
    expect(nextPhase(from, event)).toBe(to)
  })

  it.each(illegal)('does not move from %s by %s', (from, event) => {
    expect(nextPhase(from, event)).toBeUndefined()
  })
})

describe('processingStatus', () => {
  it.each([
    ['awaiting_upload', 'pending'],
    ['processing', 'pending'],
    ['completed', 'completed'],
    ['failed', 'failed'],
  ] as const)('shows %s as %s', (phase, status) => {
    expect(processingStatus(phase)).toBe(status)
  })
})

describe('insightType', () => {
  it.each([
    ['pdf', 'pdf'],
    ['ppt', 'ppt'],
    ['pptx', 'ppt'],
    ['xls', 'sheet'],
    ['xlsx', 'sheet'],
    ['doc', 'doc'],
    ['docx', 'doc'],
    ['txt', 'other'],
  ])('of .%s is %s', (extension, type) => {
    expect(insightType(extension)).toBe(type)
  })
})
