import { describe, expect, it } from 'vitest'
import {
  afterFailure,
  nextState,
  type UploadEvent,
  type UploadState,
  uploadsToStart,
} from './upload-states.ts'

const states: UploadState[] = ['queued', 'sending', 'waiting', 'done', 'failed', 'cancelled', 'interrupted']
const events: UploadEvent[] = ['start', 'finish', 'disconnect', 'fail', 'cancel', 'retry']

/** Rows are states, columns are events; `-` has no effect. */
const table = `
              start    finish  disconnect  fail    cancel     retry
queued        sending  -       -           -       cancelled  -
sending       -        done    waiting     failed  cancelled  -
waiting       -        -       -           -       cancelled  queued
done          -        -       -           -       -          -
failed        -        -       -           -       -          queued
cancelled     -        done    -           -       -          queued
interrupted   -        -       -           -       -          queued`

describe('an upload', () => {
  it('changes its state as the table says, for every state and event', () => {
    const [, , ...rows] = table.split('\n').map((line) => line.trim().split(/\s+/))
    expect(rows.map(([state]) => state)).toEqual(states)
    for (const [state, ...cells] of rows)
      for (const [place, event] of events.entries())
        expect(nextState(state as UploadState, event) ?? '-', `${state} ${event}`).toBe(cells[place])
  })

  it('can end from every state but done, and never leaves done', () => {
    for (const state of states) {
      const reached = new Set<UploadState>([state])
      for (const from of reached)
        for (const event of events) {
          const to = nextState(from, event)
          if (to) reached.add(to)
        }
      expect(reached.has('done'), state).toBe(true)
      if (state === 'done') expect(reached.size).toBe(1)
    }
  })
})

describe('the queue', () => {
  const uploads = (...all: UploadState[]) => all.map((state, id) => ({ id, state }))
  const started = (...all: UploadState[]) => uploadsToStart(uploads(...all), true).map(({ id }) => id)

  it('sends three files at a time, in the order in which they were added', () => {
    expect(started('queued', 'queued', 'queued', 'queued')).toEqual([0, 1, 2])
    expect(started('sending', 'failed', 'queued', 'waiting', 'queued', 'queued')).toEqual([2, 4])
    expect(started('sending', 'sending', 'sending', 'queued')).toEqual([])
  })

  it('starts nothing while offline', () => {
    expect(uploadsToStart(uploads('queued'), false)).toEqual([])
  })
})

describe('a failed upload', () => {
  const failure = { isTransient: true, isUnreachable: true, count: 1 }

  it('waits longer after each failure, up to a minute, and as long as the service asks', () => {
    const delays = [1, 2, 3, 6, 7, 1000].map((count) => afterFailure({ ...failure, count }))
    expect(delays.map((after) => 'delayMs' in after && after.delayMs)).toEqual([
      2_000, 4_000, 8_000, 60_000, 60_000, 60_000,
    ])
    expect(afterFailure({ ...failure, retryAfterMs: 90_000 })).toMatchObject({ delayMs: 90_000 })
  })

  it('fails at once if trying again does not help', () => {
    expect(afterFailure({ ...failure, isTransient: false })).toEqual({ event: 'fail' })
  })

  it('fails after ten minutes of errors of the service, but never for a lost connection', () => {
    const errors = { ...failure, isUnreachable: false }
    expect(afterFailure({ ...errors, count: 14 }).event).toBe('disconnect')
    expect(afterFailure({ ...errors, count: 15 }).event).toBe('fail')
    expect(afterFailure({ ...failure, count: 15 }).event).toBe('disconnect')
  })
})
