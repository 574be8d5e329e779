/** Contents of a project in the workspace: order, filters, pages and who imported them. */
import { type Material, type MaterialSort, materialSorts } from '@inlet/contract/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../../../test/harness/app.ts'
import { insertFileRow, insertInsightRow, insertSurveyRow } from '../../../test/harness/import-rows.ts'
import { makeProjectTeam } from '../../../test/harness/project-team.ts'

const app = await startTestApp()
const { ada, finn, vera, stranger, projects } = await makeProjectTeam(app)
afterAll(() => app.close())

const { db } = app.deps
const project = projects.everyone

async function read(query: string, person = finn) {
  const path = `/imports/materials?project_id=${project}${query}`
  return person.visitor.read<{ materials: Material[]; next_cursor: string | null }>(path)
}
const namesOf = (materials: readonly Material[]) => materials.map(({ name }) => name)
const namesIn = async (query: string, person = finn) => namesOf((await read(query, person)).materials)

async function readAll(query: string): Promise<Material[]> {
  const found: Material[] = []
  let cursor: string | null = ''
  for (let pages = 0; cursor !== null; pages += 1) {
    expect(pages).toBeLessThan(20)
    const page = await read(`${query}&limit=3&cursor=${cursor}`)
    found.push(...page.materials)
    cursor = page.next_cursor
  }
  return found
}

async function setFile(name: string, { bytes, ms }: { bytes: number; ms?: number }): Promise<void> {
  await sql`update file set object_bytes = ${bytes} where name = ${name}`.execute(db)
  if (ms === undefined) return
  await sql`
    with made as (insert into recording (duration_ms, has_video, has_audio, rendition_key, rendition_type, ms_per_peak, waveform)
      values (${ms}, false, true, ${`derived/${name}`}, 'audio/mp4', 20, '') returning id)
    update file set recording_id = (select id from made) where name = ${name}`.execute(db)
}

beforeAll(async () => {
  const byAda = { projectId: project, by: ada.user }
  const byFinn = { projectId: project, by: finn.user }
  const kinds = ['audio', 'video', 'document', 'image'] as const
  for (let i = 1; i <= 12; i += 1)
    await insertFileRow(db, i % 3 === 0 ? byFinn : byAda, i === 7 ? 'failed' : 'ready', {
      name: `${i % 2 === 0 ? 'Interview' : 'interview'} ${i}`,
      age: i * 3600,
      kind: kinds[i % 4] ?? 'audio',
    })
  await insertFileRow(db, byAda, 'pending', { name: 'never sent' })
  for (const [i, ms] of [
    [4, 5_000],
    [5, 9_000],
    [8, 3_000],
    [9, 9_000],
  ] as const)
    await setFile(`${i % 2 === 0 ? 'Interview' : 'interview'} ${i}`, { bytes: i * 100, ms })
  await setFile('Interview 2', { bytes: 4_000 })
  await insertInsightRow(db, byFinn, 'ready', { name: 'Report 1', age: 9 * 3600 })
  await insertInsightRow(db, { projectId: project, by: vera.user }, 'ready', {
    name: 'Secret draft',
    draft: true,
  })
  await insertSurveyRow(db, byAda, 'ready', { name: 'answers 3', age: 30 * 3600 })
})

const collator = new Intl.Collator('en', { numeric: true })
const sortValues: Record<string, (item: Material) => string | number> = {
  created_at: (item) => item.created_at,
  size: (item) => item.size_bytes ?? 0,
  duration: (item) => item.duration_ms ?? 0,
}

function isOrdered(items: readonly Material[], sort: MaterialSort): boolean {
  const key = sort.replace('-', '')
  const sign = sort.startsWith('-') ? -1 : 1
  return items.slice(1).every((item, i) => {
    const before = items[i] ?? item
    if (key === 'name') return sign * collator.compare(before.name, item.name) <= 0
    const [one = 0, other = 0] = [sortValues[key]?.(before), sortValues[key]?.(item)]
    return one === other || sign * (one < other ? -1 : 1) <= 0
  })
}

describe('contents of a project', () => {
  it.each(materialSorts)('are paged by "%s", each once', async (sort) => {
    const all = await readAll(`&sort=${sort}`)
    expect(all).toHaveLength(14)
    expect(new Set(namesOf(all)).size).toBe(14)
    expect(isOrdered(all, sort), namesOf(all).join()).toBe(true)
    expect(namesOf(all)).toEqual(await namesIn(`&sort=${sort}&limit=100`))
  })

  it('are ordered by name as people read it', async () => {
    expect((await namesIn('&sort=name')).slice(0, 4)).toEqual([
      'answers 3',
      'interview 1',
      'Interview 2',
      'interview 3',
    ])
  })

  it('have the size of the upload and the duration of a recording', async () => {
    const [largest] = (await read('&sort=-size')).materials
    expect(largest).toMatchObject({ name: 'Interview 2', size_bytes: 4_000, duration_ms: null })
    const [longest] = (await read('&kind=recording&sort=-duration')).materials
    expect(longest).toMatchObject({ duration_ms: 9_000 })
  })

  it('are filtered by kind, state, person and time', async () => {
    const recordings = (await read('&kind=recording')).materials
    expect(new Set(recordings.map(({ media }) => media))).toEqual(new Set(['audio', 'video']))
    expect(recordings).toHaveLength(6)
    expect(await namesIn('&kind=survey')).toEqual(['answers 3'])
    expect(await namesIn('&kind=insight')).toEqual(['Report 1'])
    expect(await namesIn('&filter=needs_attention')).toEqual(['interview 7'])
    const ofFinn = await namesIn(`&imported_by=${finn.user.id}&sort=name`)
    expect(ofFinn).toEqual(['interview 3', 'Interview 6', 'interview 9', 'Interview 12', 'Report 1'])
    expect(await namesIn(`&imported_by=${ada.user.id}&kind=survey`)).toEqual(['answers 3'])
    expect(await namesIn(`&imported_by=${stranger.user.id}`)).toEqual([])
    const [first, second, third] = (await read('&kind=image&sort=-created_at')).materials
    const range = `&created_after=${second?.created_at}&created_before=${first?.created_at}`
    expect(await namesIn(`${range}&kind=image`)).toEqual([second?.name])
    expect(await namesIn(`&created_before=${second?.created_at}&kind=image&sort=name`)).toEqual([third?.name])
  })

  it('refuse a cursor of another order and unknown values', async () => {
    const { next_cursor: cursor } = await read('&limit=3&sort=name')
    for (const query of [
      `&sort=size&cursor=${cursor}`,
      '&sort=owner',
      '&kind=note',
      '&created_after=monday',
    ]) {
      const path = `/imports/materials?project_id=${project}${query}`
      expect((await finn.visitor.get(path)).status, query).toBe(400)
    }
  })

  it('keep drafts of others and their creators hidden', async () => {
    const importers = async (person: typeof finn) =>
      (
        await person.visitor.read<{ importers: { id: number }[] }>(`/imports/importers?project_id=${project}`)
      ).importers.map(({ id }) => id)
    expect(new Set(await importers(finn))).toEqual(new Set([ada.user.id, finn.user.id]))
    expect(await importers(vera)).toContain(vera.user.id)
    for (const sort of materialSorts) expect(await namesIn(`&sort=${sort}`)).not.toContain('Secret draft')
    expect(await namesIn(`&imported_by=${vera.user.id}`)).toEqual([])
    expect(await namesIn('&kind=insight&sort=name', vera)).toEqual(['Report 1', 'Secret draft'])
    expect((await stranger.visitor.get(`/imports/importers?project_id=${project}`)).status).toBe(404)
  })
})
