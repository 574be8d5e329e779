import { describe, expect, it } from 'vitest'
import { type StepFacts, stepsOf } from './import-steps.policy.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))
const facts = (changes: Partial<StepFacts>): StepFacts => ({
  kind: 'file',
  media: 'video',
  status: 'working',
  createdAt: at(0),
  startedAt: at(1),
  convertedAt: null,
  readAt: null,
  transcribedAt: null,
  completedAt: null,
  isPrivate: false,
  ...changes,
})
const shown = (changes: Partial<StepFacts>) =>
  stepsOf(facts(changes)).map(
    ({ name, state, at: time }) => `${name} ${state}${time ? ` ${time.slice(14, 16)}` : ''}`,
  )

describe('the steps of an import', () => {
  it('show where a recording is', () => {
    expect(shown({})).toEqual([
      'received done 00',
      'stored done 01',
      'converted current',
      'transcribed ahead',
      'ready ahead',
    ])
    expect(shown({ convertedAt: at(3) }).slice(2)).toEqual([
      'converted done 03',
      'transcribed current',
      'ready ahead',
    ])
  })

  it('show one step for all that happens to a private recording before it is shown', () => {
    expect(shown({ isPrivate: true, convertedAt: at(3) }).slice(2)).toEqual([
      'protected current',
      'ready ahead',
    ])
    expect(shown({ isPrivate: true, status: 'failed', completedAt: at(5) }).slice(2)).toEqual([
      'protected failed 05',
      'ready ahead',
    ])
  })

  it('show all as done once it is ready', () => {
    const ready = { status: 'ready', convertedAt: at(3), transcribedAt: at(8), completedAt: at(8) } as const
    expect(shown(ready)).toEqual([
      'received done 00',
      'stored done 01',
      'converted done 03',
      'transcribed done 08',
      'ready done 08',
    ])
    expect(shown({ ...ready, transcribedAt: null }).slice(3)).toEqual(['transcribed done', 'ready done 08'])
  })

  it('show where it failed, and when', () => {
    expect(shown({ media: 'document', status: 'failed', completedAt: at(4) })).toEqual([
      'received done 00',
      'stored done 01',
      'read failed 04',
      'ready ahead',
    ])
  })

  it('show a survey that waits for its parts again as not stored', () => {
    expect(shown({ kind: 'survey', media: null, status: 'waiting' })).toEqual([
      'received done 00',
      'stored current',
      'read ahead',
      'ready ahead',
    ])
  })

  it('know that an insight is converted and not transcribed', () => {
    expect(shown({ kind: 'insight', media: 'document' }).map((step) => step.split(' ')[0])).toEqual([
      'received',
      'stored',
      'converted',
      'ready',
    ])
  })
})
