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
  isProtected: false,
  ...changes,
})
const shown = (changes: Partial<StepFacts>) =>
  stepsOf(facts(changes)).map(
    ({ name, state, at: time }) => `${name} ${state}${time ? ` ${time.slice(14, 16)}` : ''}`,
  )

describe('import steps', () => {
  it('show the current step of a recording', () => {
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

  it('show one step for all processing of a protected recording', () => {
    expect(shown({ isProtected: true, convertedAt: at(3) }).slice(2)).toEqual([
      'protected current',
      'ready ahead',
    ])
    expect(shown({ isProtected: true, status: 'failed', completedAt: at(5) }).slice(2)).toEqual([
      'protected failed 05',
      'ready ahead',
    ])
  })

  it('are all done when the import is ready', () => {
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

  it('show the failed step and its time', () => {
    expect(shown({ media: 'document', status: 'failed', completedAt: at(4) })).toEqual([
      'received done 00',
      'stored done 01',
      'read failed 04',
      'ready ahead',
    ])
  })

  it('show a survey that is missing parts as not stored', () => {
    expect(shown({ kind: 'survey', media: null, status: 'waiting' })).toEqual([
      'received done 00',
      'stored current',
      'read ahead',
      'ready ahead',
    ])
  })

  it('include conversion but no transcription for insights', () => {
    expect(shown({ kind: 'insight', media: 'document' }).map((step) => step.split(' ')[0])).toEqual([
      'received',
      'stored',
      'converted',
      'ready',
    ])
  })
})
