/** Shows that the checks of the kill test notice each fault that they are there for. */
import type { Event } from '@inlet/contract'
import { describe, expect, it } from 'vitest'
import {
  type Accepted,
  compareReads,
  compareWithChanges,
  compareWithLog,
  findRepeatedIds,
  findUnknownRecords,
  lastStatuses,
} from '../../../test/event-kills/event-checks.ts'

function eventOf(id: string, type: string, data: Partial<Event['data']>): Event {
  const timestamp = '2026-11-16T12:00:00Z'
  return { id, type, timestamp, data: { project_id: 1, external_id: null, links: {}, ...data } }
}

const project = eventOf('evt_0', 'project.created', {})
const begun = eventOf('evt_1', 'file.processing', { wav_key: 'a', status: 'processing' })
const ended = eventOf('evt_2', 'file.completed', { wav_key: 'a', status: 'completed' })
const survey = (id: string, type: string, data: Partial<Event['data']> = {}) =>
  eventOf(id, type, { upload_key: 's', ...data })
const parts = [1, 2].map((number) => survey(`evt_p${number}`, 'part.processed', { part_number: number }))
const log = [project, begun, survey('evt_3', 'survey.processing'), ...parts, ended]

const changes = new Map([
  ['project 1', ['project.created']],
  ['file a', ['file.processing', 'file.completed']],
  ['survey s', ['survey.processing', 'part.processed 1', 'part.processed 2']],
])
const nothing = { missing: [], unexpected: [], outOfOrder: [] }

describe('comparing the log with the changes', () => {
  it('accepts every change in the order of its record', () => {
    expect(compareWithChanges(log, changes)).toEqual(nothing)
    expect(findUnknownRecords(log, changes)).toEqual([])
    expect(findRepeatedIds(log)).toEqual([])
  })

  it('accepts another order of different records', () => {
    expect(compareWithChanges([begun, ...log.filter((event) => event !== begun)], changes)).toEqual(nothing)
  })

  it.each(log)('reports $id when it is missing', ({ id }) => {
    const { missing, outOfOrder } = compareWithChanges(
      log.filter((event) => event.id !== id),
      changes,
    )
    expect([missing.length, outOfOrder]).toEqual([1, []])
  })

  it('reports an event that tells of a change twice', () => {
    const repeated = [...log, { ...ended, id: 'evt_9' }]
    expect(compareWithChanges(repeated, changes).unexpected).toEqual(['file a: file.completed'])
    expect(findRepeatedIds([...log, ended])).toEqual(['evt_2'])
  })

  it('reports swapped events of one record, and swapped parts of a survey', () => {
    const swap = (one: Event, other: Event) =>
      log.map((event) => (event === one ? other : event === other ? one : event))
    expect(compareWithChanges(swap(begun, ended), changes).outOfOrder).toHaveLength(1)
    const [first = begun, second = begun] = parts
    expect(compareWithChanges(swap(first, second), changes).outOfOrder).toHaveLength(1)
  })

  it('reports a changed status', () => {
    const changed = log.map((event) => (event === ended ? { ...ended, type: 'file.error' } : event))
    expect(compareWithChanges(changed, changes)).toMatchObject({
      missing: ['file a: file.completed'],
      unexpected: ['file a: file.error'],
    })
    expect(lastStatuses(log).get('file a')).toBe('completed')
    expect(lastStatuses(log.filter((event) => event !== ended)).get('file a')).toBe('processing')
  })

  it('reports an event of a record that never changed', () => {
    const stray = eventOf('evt_9', 'insight.completed', { insight_key: 'i' })
    expect(findUnknownRecords([...log, stray], changes)).toEqual(['insight i'])
  })
})

describe('comparing two reads of the log', () => {
  it.each([
    ['nothing if they are equal', log, 0],
    ['an event that one has missed', log.slice(0, -1), 1],
    ['swapped events', [begun, project, ...log.slice(2)], 2],
    ['a changed event', [{ ...project, type: 'project.updated' }, ...log.slice(1)], 1],
  ])('reports %s', (_, other, differences) => {
    expect(compareReads(other, log)).toHaveLength(differences)
  })
})

describe('comparing what a receiver accepted with the log', () => {
  const deliver = (): Map<string, Accepted> =>
    new Map(log.map((event) => [event.id, { count: 2, bodies: [JSON.stringify(event)] }]))

  it('accepts duplicates with the same id and body', () => {
    expect(compareWithLog(deliver(), log)).toEqual({ undelivered: [], unknown: [], changed: [] })
  })

  it('reports an event that did not arrive', () => {
    const accepted = deliver()
    accepted.delete('evt_2')
    expect(compareWithLog(accepted, log).undelivered).toEqual(['evt_2'])
  })

  it('reports a duplicate with another id', () => {
    const accepted = deliver()
    accepted.set('evt_9', { count: 1, bodies: [JSON.stringify(ended)] })
    expect(compareWithLog(accepted, log).unknown).toEqual(['evt_9'])
  })

  it.each([
    ['a duplicate with another body', [JSON.stringify(ended), JSON.stringify({ ...ended, type: 'x' })]],
    ['a body that differs from the log', [JSON.stringify({ ...ended, timestamp: '' })]],
    ['a body that is no JSON', ['{']],
  ])('reports %s', (_, bodies) => {
    const accepted = deliver()
    accepted.set('evt_2', { count: bodies.length, bodies })
    expect(compareWithLog(accepted, log).changed).toEqual(['evt_2'])
  })
})
