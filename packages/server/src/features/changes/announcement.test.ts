import { describe, expect, it } from 'vitest'
import { type Announcement, mergeAnnouncements, readAnnouncement, toChange } from './announcement.ts'

const one: Announcement = { kind: 'file', key: 'k', team: 1, project: 2, change: 'progress', by: null }

describe('announcements', () => {
  it('are parsed in the format of the database triggers', () => {
    expect(readAnnouncement(JSON.stringify(one))).toEqual(one)
  })

  it.each([
    '',
    'x',
    '{}',
    '[]',
    JSON.stringify({ ...one, kind: 'panel' }),
    JSON.stringify({ ...one, project: 'x' }),
  ])('in an unknown format are ignored: %s', (payload) => {
    expect(readAnnouncement(payload)).toBeUndefined()
  })

  it('of one record are merged into the most significant change with the latest data', () => {
    const status = { ...one, change: 'status' as const }
    expect(mergeAnnouncements(undefined, one)).toEqual(one)
    expect(mergeAnnouncements(one, status).change).toBe('status')
    expect(mergeAnnouncements(status, one).change).toBe('status')
    expect(mergeAnnouncements({ ...status, by: 7 }, one)).toEqual({ ...one, change: 'status' })
  })

  it('do not expose team or creator', () => {
    expect(toChange({ ...one, by: 3 })).toEqual({ kind: 'file', key: 'k', project_id: 2, change: 'progress' })
    expect(toChange({ ...one, kind: 'project', change: 'access' }).change).toBe('details')
  })
})
