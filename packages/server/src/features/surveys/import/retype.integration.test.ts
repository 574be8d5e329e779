/** A retyped column equals a first import with that type. */

import { text } from 'node:stream/consumers'
import { type ColumnType, columnTypes, roles } from '@inlet/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app.ts'
import { digestSurvey } from '../../../../test/harness/survey-content.ts'
import {
  addMedia,
  addPart,
  importNow,
  makeSurvey,
  makeSurveyOwner,
  retypeNow,
  type SurveyOwner,
  setStatus,
  soleAttempt,
  startRetype,
} from '../../../../test/harness/surveys.ts'
import { removeParticipant } from '../../participants/remove-participant.ts'
import { handleIndexNotes } from '../../responses/index-notes.handler.ts'
import { indexNotes } from '../../responses/index-notes.job.ts'
import { erasePerson } from '../erasure/erase-person.ts'
import { handleImportSurvey } from './import-survey.handler.ts'
import { importSurvey } from './import-survey.job.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const fixed = {
  When: 'Timestamp',
  Name: 'Name',
  'E-mail': 'Email',
  Plan: 'Single choice',
  Tools: 'Multi choice',
  Why: 'Open-ended',
} as const
const position = 6

/** Values for every type, and values that are valid only as text. */
const cells = [
  '9',
  '3',
  'Mail; Chat',
  'Chat',
  'Price > Speed',
  'zed@example.org',
  'p1@example.org',
  'Anna Müller',
  '2025-03-01 10:00',
  '',
  'n/a',
  '10 - likely',
  'clip.mp4',
  'a; b; c',
  '13/04/2025',
  'It is quick, and quiet',
]
const rowsAPart = 32

function row(part: number, i: number): string[] {
  const n = part * 7 + i
  return [
    `2025-0${1 + (n % 9)}-1${n % 8} 10:0${n % 10}`,
    n % 3 === 0 ? '' : `Person ${n % 11}`,
    n % 4 === 0 ? '' : `p${n % 13}@example.org`,
    ['Free', 'Pro', 'Team'][n % 3] ?? '',
    ['Mail; Chat', 'Chat', 'Phone; Mail', ''][n % 4] ?? '',
    n % 5 === 0 ? '' : `Because of ${n % 6}`,
    cells[(n * 5) % cells.length] ?? '',
  ]
}

const header = [...Object.keys(fixed), 'Asked']
const csv = (lines: readonly (readonly string[])[]) =>
  lines.map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')
const partOf = (part: number) => csv([header, ...Array.from({ length: rowsAPart }, (_, i) => row(part, i))])
/** Another export of the same survey: other order, one more column, no names. */
const appended = () => {
  const lines = [header, ...Array.from({ length: rowsAPart }, (_, i) => row(9, i))]
  return csv(lines.map((line, i) => [i === 0 ? 'Extra' : 'x', ...line.toSpliced(1, 1).toReversed()]))
}

async function importAs(owner: SurveyOwner, type: ColumnType): Promise<number> {
  const id = await makeSurvey(app.deps, {
    owner,
    parts: [partOf(1), partOf(2)],
    columnMapping: { ...fixed, Asked: type },
    autoMap: false,
  })
  expect((await importNow(app.deps, id)).status).toBe('COMPLETED')
  await sql`update survey set part_count = 3 where id = ${id}`.execute(app.deps.db)
  await addPart(app.deps, id, 3, appended())
  await setStatus(app.deps, id, 'VALIDATING')
  expect((await importNow(app.deps, id)).status).toBe('COMPLETED')
  await index(id)
  return id
}

const index = (surveyId: number) => handleIndexNotes(app.deps, { v: 1, surveyId }, soleAttempt())

/** All data of a survey: tables, search entries and participants. */
async function contentOf(surveyId: number) {
  const { db } = app.deps
  const entries = await sql<{ entry: string }>`
    select item || ' ' || position || ' ' || ts_delete(words, array['note ' || source_id, 'project ' || project_id])::text
      as entry
    from search_entry where kind = 'note' and source_id = ${surveyId} order by item, position`.execute(db)
  const panel = await sql<{ person: string }>`
    select pr.respondent_id || ' ' || c.email || ' ' || coalesce(c.name, '') as person
    from participant_respondent pr join participant c on c.id = pr.participant_id
    where pr.survey_id = ${surveyId} order by pr.respondent_id`.execute(db)
  const participants = await sql<{ n: number }>`
    select count(*) as n from participant
    where team_id = (select team_id from survey where id = ${surveyId})`.execute(db)
  return {
    ...(await digestSurvey(db, surveyId)),
    search: entries.rows.map(({ entry }) => entry),
    panel: panel.rows.map(({ person }) => person),
    participants: participants.rows,
  }
}

/** Visits all ordered pairs of types. */
function allPairs(): ColumnType[] {
  const walk: ColumnType[] = []
  columnTypes.forEach((a, i) => {
    for (const b of columnTypes.slice(i + 1)) walk.push(a, b)
    walk.push(a)
  })
  return walk.filter((type, i) => type !== walk[i - 1])
}

describe('FIX-4 a retyped column', () => {
  it('equals a first import with that type, for every pair of types', async () => {
    const expected = new Map<ColumnType, Awaited<ReturnType<typeof contentOf>>>()
    for (const type of columnTypes)
      expected.set(type, await contentOf(await importAs(await makeSurveyOwner(app.deps), type)))
    const walk = allPairs()
    const pairs = new Set(walk.slice(1).map((type, i) => `${walk[i]} ${type}`))
    expect(pairs.size).toBe(columnTypes.length * (columnTypes.length - 1))
    const owner = await makeSurveyOwner(app.deps)
    const id = await importAs(owner, walk[0] ?? 'Name')
    for (const type of walk.slice(1)) {
      expect((await retypeNow(app.deps, owner, id, { position, type })).status).toBe('COMPLETED')
      await index(id)
      expect(await contentOf(id), `read again as ${type}`).toEqual(expected.get(type))
    }
  }, 600_000)

  it('is the same after an interruption at any commit', async () => {
    const owner = await makeSurveyOwner(app.deps)
    const expected = await contentOf(await importAs(await makeSurveyOwner(app.deps), 'Email'))
    const id = await importAs(owner, 'Multi choice')
    let commits = 0
    for (let isInterrupted = true; isInterrupted; commits += 1) {
      await startRetype(app.deps, owner, id, { position, type: 'Email' })
      isInterrupted = await breakOffAfter(id, commits)
      expect((await importNow(app.deps, id)).status).toBe('COMPLETED')
      await index(id)
      expect(await contentOf(id), `interrupted after ${commits} commits`).toEqual(expected)
      await retypeNow(app.deps, owner, id, { position, type: 'Multi choice' })
    }
    // Three parts are checked and three are read, then people and media.
    expect(commits).toBeGreaterThan(9)
  }, 300_000)

  it('cannot be completed by a worker of the previous release', async () => {
    const owner = await makeSurveyOwner(app.deps)
    const id = await importAs(owner, 'NPS')
    await startRetype(app.deps, owner, id, { position, type: 'Email' })
    const complete = sql`update survey set status = 'COMPLETED' where id = ${id}`.execute(app.deps.db)
    await expect(complete).rejects.toThrow('survey_retype_check')
  })

  it('uses the header rows of a survey imported by an earlier release', async () => {
    const owner = await makeSurveyOwner(app.deps)
    const ids = ['{"ImportId":"startDate"}', '{"ImportId":"QID1_TEXT"}', '{"ImportId":"QID2"}']
    const lines = [
      ['StartDate', 'Q1', 'Q2'],
      ['Start Date', 'Why?', 'Which?'],
      ids,
      ['2025-01-01', 'so', 'A'],
    ]
    const id = await makeSurvey(app.deps, { owner, parts: [csv(lines), csv(lines)], autoMap: true })
    expect(await importNow(app.deps, id)).toMatchObject({ status: 'COMPLETED', responseCount: 2 })
    await sql`update survey set header_rows = null where id = ${id}`.execute(app.deps.db)
    await sql`update survey_column set header_cells = null where survey_id = ${id}`.execute(app.deps.db)
    await startRetype(app.deps, owner, id, { position: 2, type: 'MEDIA_RESPONSE' })
    // After the column changed, before all parts are done.
    expect(await breakOffAfter(id, 4)).toBe(true)
    expect(await importNow(app.deps, id)).toMatchObject({ status: 'COMPLETED', responseCount: 2 })
  })

  it('applies the new type to parts appended later', async () => {
    const owner = await makeSurveyOwner(app.deps)
    const id = await importAs(owner, 'Do nothing')
    await retypeNow(app.deps, owner, id, { position, type: 'Open-ended' })
    await addPart(app.deps, id, 4, csv([header, row(4, 3)]))
    await setStatus(app.deps, id, 'VALIDATING')
    expect((await importNow(app.deps, id)).status).toBe('COMPLETED')
    expect(await notesOf(id, 4)).toEqual([row(4, 3)[position]])
    await addPart(app.deps, id, 5, csv([header.slice(0, -1), row(4, 3).slice(0, -1)]))
    await setStatus(app.deps, id, 'VALIDATING')
    expect((await importNow(app.deps, id)).errorDetails).toMatchObject({ missing_columns: ['Asked'] })
  })
})

describe('FIX-4 a part without a file', () => {
  it('is rebuilt from stored rows and then has a file again', async () => {
    const owner = await makeSurveyOwner(app.deps)
    const before = await importAs(await makeSurveyOwner(app.deps), 'Open-ended')
    const without = await contentOf(await importAs(await makeSurveyOwner(app.deps), 'Do nothing'))
    const id = await importAs(owner, 'Open-ended')
    await sql`
      update survey_part set object_key = null, object_etag = null, object_bytes = null
      where survey_id = ${id} and number > 1`.execute(app.deps.db)
    await retypeNow(app.deps, owner, id, { position, type: 'Do nothing' })
    await index(id)
    expect(await contentOf(id)).toEqual(without)
    await retypeNow(app.deps, owner, id, { position, type: 'Open-ended' })
    await index(id)
    const after = await contentOf(id)
    // Set by the mapping in both.
    expect(after).toEqual(await contentOf(before))
  })

  it('does not bring back an erased person', async () => {
    const [owner, other] = [await makeSurveyOwner(app.deps), await makeSurveyOwner(app.deps)]
    const id = await importAs(owner, 'Open-ended')
    const fresh = await importAs(other, 'NPS')
    for (const survey of [id, fresh]) await erase(survey, 'p1@example.org')
    await retypeNow(app.deps, owner, id, { position, type: 'NPS' })
    await index(id)
    expect(await personalContentOf(id)).toEqual(await personalContentOf(fresh))
    expect(await filesOf(id)).not.toMatch(/p1@example\.org"?,"?(?:Free|Pro|Team)/)
  })

  it('does not bring back the name and address of a removed person', async () => {
    const [owner, other] = [await makeSurveyOwner(app.deps), await makeSurveyOwner(app.deps)]
    const id = await importAs(owner, 'Open-ended')
    const fresh = await importAs(other, 'NPS')
    const { rows: theirs } = await sql<{ id: number }>`
      select r.id from response r join respondent p on p.survey_id = r.survey_id and p.id = r.respondent_id
      where r.survey_id = ${id} and p.email = 'p1@example.org'`.execute(app.deps.db)
    await remove(owner, 'p1@example.org')
    await remove(other, 'p1@example.org')
    await retypeNow(app.deps, owner, id, { position, type: 'NPS' })
    await index(id)
    expect(await personalContentOf(id)).toEqual(await personalContentOf(fresh))
    await retypeNow(app.deps, owner, id, { position, type: 'Email' })
    const { rows } = await sql`
      select from response r join respondent p on p.survey_id = r.survey_id and p.id = r.respondent_id
      where r.survey_id = ${id} and r.id = any (${theirs.map((one) => one.id)}::int[])`.execute(app.deps.db)
    const { rows: people } = await sql`
      select distinct respondent_id from response
      where survey_id = ${id} and id = any (${theirs.map((one) => one.id)}::int[])`.execute(app.deps.db)
    expect(theirs.length).toBeGreaterThan(1)
    expect(people).toHaveLength(1)
    expect(rows).toHaveLength(0)
  })

  it('blocks removing a person while it is read', async () => {
    const owner = await makeSurveyOwner(app.deps)
    const id = await importAs(owner, 'Open-ended')
    await startRetype(app.deps, owner, id, { position, type: 'NPS' })
    await expect(remove(owner, 'p1@example.org')).rejects.toMatchObject({ code: 'participant_busy' })
    const { rows } = await respondentsCalled(id, 'p1@example.org')
    expect(await erasePerson(app.deps.db, id, [rows[0]?.id ?? 0])).toBe('busy')
  })
})

describe('FIX-4 media of a survey', () => {
  it('that were unmatched are linked once their column is read', async () => {
    const owner = await makeSurveyOwner(app.deps)
    const id = await makeSurvey(app.deps, {
      owner,
      parts: ['E-mail,Clip\nanna@example.org,one.mp4\nben@example.org,two.mp4\n'],
      columnMapping: { 'E-mail': 'Email' },
      autoMap: false,
      mediaConfig: { link_by: 'email' },
    })
    for (const name of ['one.mp4', 'ben@example.org.mp4']) await addMedia(app.deps, id, name)
    expect((await importNow(app.deps, id)).status).toBe('COMPLETED')
    expect(await mediaOf(id)).toEqual(['ben@example.org.mp4 LINKED 32769', 'one.mp4 FAILED'])
    await retypeNow(app.deps, owner, id, { position: 1, type: 'MEDIA_RESPONSE' })
    expect(await mediaOf(id)).toEqual(['ben@example.org.mp4 LINKED 32769', 'one.mp4 LINKED 32768'])
    await retypeNow(app.deps, owner, id, { position: 1, type: 'Do nothing' })
    expect(await mediaOf(id)).toEqual(['ben@example.org.mp4 LINKED 32769', 'one.mp4 LINKED 32768'])
  })

  it('stay with their person when two people are merged', async () => {
    const owner = await makeSurveyOwner(app.deps)
    const id = await makeSurvey(app.deps, {
      owner,
      parts: ['Name,Contact\nAnna,anna@example.org\nAnna M.,Anna@example.org\n'],
      columnMapping: { Name: 'Name' },
      autoMap: false,
      mediaConfig: { link_by: 'name' },
    })
    await addMedia(app.deps, id, 'Anna M..mp4')
    expect((await importNow(app.deps, id)).status).toBe('COMPLETED')
    expect(await mediaOf(id)).toEqual(['Anna M..mp4 LINKED 32769'])
    await retypeNow(app.deps, owner, id, { position: 1, type: 'Email' })
    expect(await mediaOf(id)).toEqual(['Anna M..mp4 LINKED 32768'])
  })
})

/** Runs an attempt that is interrupted after a number of commits; false when it had fewer. */
async function breakOffAfter(surveyId: number, commits: number): Promise<boolean> {
  let done = 0
  const commit = async () => {
    if (done === commits) throw new Error('interrupted')
    done += 1
  }
  try {
    await handleImportSurvey(
      app.deps,
      { v: 1, surveyId },
      { ...soleAttempt(), advance: commit, complete: commit },
    )
    return false
  } catch (error) {
    if (error instanceof Error && error.message === 'interrupted') return true
    throw error
  }
}

async function notesOf(surveyId: number, partNumber: number): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select text from note where survey_id = ${surveyId} and position = ${position}
      and response_id >= ${partNumber * 32_768}::int order by response_id`.execute(app.deps.db)
  return rows.map(({ text }) => text)
}

const respondentsCalled = (surveyId: number, email: string) =>
  sql<{ id: number }>`
    select id from respondent where survey_id = ${surveyId} and email = ${email}`.execute(app.deps.db)

async function erase(surveyId: number, email: string): Promise<void> {
  await sql`delete from job.job where name in (${importSurvey.name}, ${indexNotes.name})`.execute(app.deps.db)
  const { rows } = await respondentsCalled(surveyId, email)
  expect(await erasePerson(app.deps.db, surveyId, [rows[0]?.id ?? 0])).toMatchObject({ responses: 6 })
  await sql`
    delete from participant where email = ${email}
      and team_id = (select team_id from survey where id = ${surveyId})`.execute(app.deps.db)
}

async function remove({ teamId, userId }: SurveyOwner, email: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from participant where team_id = ${teamId} and email = ${email}`.execute(app.deps.db)
  const admin = { keyId: null, kind: 'personal' as const, teamId, userId, role: roles.admin }
  await removeParticipant(app.deps, admin, String(rows[0]?.id))
}

async function filesOf(surveyId: number): Promise<string> {
  const { rows } = await sql<{ key: string }>`
    select object_key as key from survey_part where survey_id = ${surveyId} order by number`.execute(
    app.deps.db,
  )
  const texts = await Promise.all(
    rows.map(async ({ key }) => {
      const object = await app.deps.store.open(key)
      return object ? text(object.body) : ''
    }),
  )
  expect(texts).toHaveLength(3)
  return texts.join('')
}

/** Ignores options, because erased ones keep their number, and the list of parts. */
async function personalContentOf(surveyId: number) {
  const content = await contentOf(surveyId)
  return Object.fromEntries(
    Object.entries(content).filter(([table]) => table !== 'survey_option' && table !== 'survey_part'),
  )
}

async function mediaOf(surveyId: number): Promise<string[]> {
  const { rows } = await sql<{ media: string }>`
    select concat_ws(' ', filename, status, coalesce(response_id, respondent_id)) as media from survey_media
    where survey_id = ${surveyId} order by 1`.execute(app.deps.db)
  return rows.map(({ media }) => media)
}
