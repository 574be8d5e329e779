/** Duplicates that are noticed before an upload: only what the caller can open is compared. */
import { createHash, randomBytes } from 'node:crypto'
import type { Duplicate } from '@inlet/contract/workspace'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../../../test/harness/app.ts'
import { insertFileRow, insertInsightRow } from '../../../test/harness/import-rows.ts'
import { makeProject, makeProjectTeam, type Person } from '../../../test/harness/project-team.ts'

const app = await startTestApp()
const { ada, finn, vera, stranger, projects } = await makeProjectTeam(app)
const { db } = app.deps
afterAll(() => app.close())

let size = 1_000_000
function newContent() {
  size += 1
  return { size_bytes: size, sha256: createHash('sha256').update(randomBytes(8)).digest('hex') }
}
type Content = ReturnType<typeof newContent>

async function setContent(table: 'file' | 'insight', key: string, content: Content): Promise<void> {
  await sql`update ${sql.table(table)} set object_bytes = ${content.size_bytes}, sha256 = ${content.sha256}
    where key = ${key}::uuid`.execute(db)
}

const ask = async ({ visitor }: Person, body: object) => {
  const answer = await visitor.post('/imports/duplicates', body)
  expect(answer.status).toBe(200)
  return (await answer.json()) as { sizes: number[]; duplicates: Duplicate[] }
}

/** Whether somebody is told about the content, by its size and by its hash. */
async function isTold(person: Person, content: Content): Promise<boolean> {
  const { sizes } = await ask(person, { files: [{ size_bytes: content.size_bytes }] })
  const { duplicates } = await ask(person, { files: [content] })
  expect(sizes.length > 0).toBe(duplicates.length > 0)
  return duplicates.length > 0
}

describe('duplicates', () => {
  it('are found by size and content among files and insights', async () => {
    const place = { projectId: projects.everyone, by: ada.user }
    const [file, insight, unknown] = [newContent(), newContent(), newContent()]
    const key = await insertFileRow(db, place, 'ready', { name: 'Notizen für morgen.pdf' })
    await setContent('file', key, file)
    await setContent('insight', await insertInsightRow(db, place, 'working', { name: 'report.pdf' }), insight)
    const sizes = [file, insight, unknown, file].map(({ size_bytes }) => ({ size_bytes }))
    expect(await ask(finn, { files: sizes })).toEqual({
      sizes: [file.size_bytes, insight.size_bytes],
      duplicates: [],
    })
    const { duplicates } = await ask(finn, { files: [file, insight, unknown, file] })
    expect(duplicates).toHaveLength(2)
    expect(duplicates.find(({ kind }) => kind === 'file')).toEqual({
      sha256: file.sha256,
      kind: 'file',
      key,
      name: 'Notizen für morgen.pdf',
      media: 'document',
      project: { id: projects.everyone, name: 'everyone' },
      created_at: expect.stringMatching(/Z$/),
    })
    const otherSize = { ...file, size_bytes: unknown.size_bytes }
    expect(await ask(finn, { files: [otherSize] })).toEqual({ sizes: [], duplicates: [] })
  })

  it('are told only to those who can open them', async () => {
    const inProject = async (projectId: number, by = ada) => {
      const content = newContent()
      const key = await insertFileRow(db, { projectId, by: by.user }, 'ready')
      await setContent('file', key, content)
      return content
    }
    const cases = [
      { content: await inProject(projects.mine), told: [ada] },
      { content: await inProject(projects.full), told: [ada, finn] },
      { content: await inProject(projects.everyone), told: [ada, finn] },
      { content: await inProject(projects.archived), told: [] },
      { content: await inProject(projects.deleted), told: [] },
      { content: await inProject(projects.other, stranger), told: [stranger] },
    ]
    for (const { content, told } of cases)
      for (const person of [ada, finn, stranger])
        expect(await isTold(person, content)).toBe(told.includes(person))
    const refused = await vera.visitor.post('/imports/duplicates', { files: [newContent()] })
    expect(refused.status).toBe(403)
  })

  it('do not include drafts of others, failed imports and hidden originals', async () => {
    const place = { projectId: projects.everyone, by: ada.user }
    const draft = newContent()
    await setContent('insight', await insertInsightRow(db, place, 'ready', { draft: true }), draft)
    expect([await isTold(ada, draft), await isTold(finn, draft)]).toEqual([true, false])

    const failed = newContent()
    await setContent('file', await insertFileRow(db, place, 'failed'), failed)
    expect(await isTold(ada, failed)).toBe(false)

    const projectId = await makeProject(ada, 'protected', { project_share_preference: 2 })
    const recording = newContent()
    const key = await insertFileRow(db, { projectId, by: ada.user }, 'ready', { kind: 'audio' })
    await setContent('file', key, recording)
    expect(await isTold(ada, recording)).toBe(true)
    await sql`update project set auto_pii_enabled = true where id = ${projectId}`.execute(db)
    expect(await isTold(ada, recording)).toBe(false)
  })

  it('are preferred in the project that is uploaded to, else the newest is', async () => {
    const content = newContent()
    const names = new Map<number, string>()
    for (const [projectId, age] of [
      [projects.mine, 30],
      [projects.full, 20],
      [projects.everyone, 10],
    ] as const) {
      names.set(projectId, `in ${projectId}`)
      const place = { projectId, by: ada.user }
      await setContent(
        'file',
        await insertFileRow(db, place, 'ready', { name: `in ${projectId}`, age }),
        content,
      )
    }
    const nameFor = async (project_id?: number) =>
      (await ask(ada, { files: [content], ...(project_id && { project_id }) })).duplicates.map(
        ({ name }) => name,
      )
    expect(await nameFor()).toEqual([names.get(projects.everyone)])
    expect(await nameFor(projects.mine)).toEqual([names.get(projects.mine)])
  })

  it('are compared for at most 500 files with valid hashes', async () => {
    const many = Array.from({ length: 501 }, () => ({ size_bytes: 1 }))
    for (const files of [[], many, [{ size_bytes: 0 }], [{ size_bytes: 1, sha256: 'x' }]])
      expect((await ada.visitor.post('/imports/duplicates', { files })).status).toBe(400)
  })
})
