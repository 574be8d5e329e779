/** Imports in the workspace: who sees them, what they show and how they are paged. */
import type { Import } from '@inlet/contract/workspace'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../../../test/harness/app.ts'
import { insertFileRow, insertInsightRow, insertSurveyRow } from '../../../test/harness/import-rows.ts'
import {
  beginImport,
  completeImport,
  type Import as Upload,
  uploadTo,
} from '../../../test/harness/imports.ts'
import { fetchToken, makeKey } from '../../../test/harness/people.ts'
import { makeProject, makeProjectTeam, type Person } from '../../../test/harness/project-team.ts'
import { makeVisitor } from '../../../test/harness/visitors.ts'
import { workspaceContract } from '../../app/workspace.ts'

const app = await startTestApp()
const { ada, finn, vera, stranger, projects } = await makeProjectTeam(app)
afterAll(() => app.close())

const listImports = ({ visitor }: Person, query = '') =>
  visitor.read<{ imports: Import[]; next_cursor: string | null }>(`/imports${query}`)
const namesOf = (imports: Import[]) => imports.map(({ name }) => name).sort()

describe('imports', () => {
  it('of all kinds are listed unless they were never completed', async () => {
    const { visitor, user } = await makeVisitor(app)
    const person = { visitor, user }
    const place = { projectId: await makeProject(person, 'all kinds', {}), by: user }
    const { db } = app.deps
    const states = ['pending', 'working', 'ready', 'failed'] as const
    for (const state of states) {
      await insertFileRow(db, place, state, { name: `file ${state}` })
      await insertInsightRow(db, place, state, { name: `insight ${state}` })
      await insertSurveyRow(db, place, state, { name: `survey ${state}` })
    }
    await insertSurveyRow(db, place, 'waiting', { name: 'survey waiting' })
    const shown = async (filter: string) => namesOf((await listImports(person, `?filter=${filter}`)).imports)
    const all = (state: string) => ['file', 'insight', 'survey'].map((kind) => `${kind} ${state}`)
    expect(await shown('needs_attention')).toEqual([...all('failed'), 'survey waiting'].sort())
    expect(await shown('working')).toEqual(all('working'))
    expect(await shown('done')).toEqual(all('ready'))
    expect(await shown('all')).toEqual(
      [...all('failed'), ...all('working'), ...all('ready'), 'survey waiting'].sort(),
    )
    expect(await visitor.read('/imports/count')).toEqual({ needs_attention: 4, working: 3 })
    expect(await visitor.read(`/imports/count?project_id=${place.projectId}`)).toEqual({
      needs_attention: 4,
      working: 3,
    })
    expect(await visitor.read('/imports/count?project_id=1')).toEqual({ needs_attention: 0, working: 0 })
    expect((await visitor.get('/imports?filter=bad')).status).toBe(400)
    expect((await visitor.get('/imports?project_id=x')).status).toBe(400)
    const failed = (await listImports(person, '?filter=needs_attention')).imports
    expect(failed.find(({ kind }) => kind === 'file')).toMatchObject({
      status: 'failed',
      failure: { code: 'damaged', message: 'The file is damaged.' },
    })
    expect(failed.find(({ name }) => name === 'survey failed')).toMatchObject({
      status: 'failed',
      parts: { done: 1, total: 3 },
      failure: { code: 'bad_row', message: 'Row 7 is damaged.' },
    })
    expect(failed.find(({ name }) => name === 'survey waiting')).toMatchObject({
      status: 'waiting',
      failure: null,
    })
  })

  it('are paged by time, each once, even when many arrived at the same time', async () => {
    const { visitor, user } = await makeVisitor(app)
    const person = { visitor, user }
    const place = { projectId: await makeProject(person, 'paged', {}), by: user }
    const { db } = app.deps
    for (let i = 0; i < 8; i += 1) {
      await insertFileRow(db, place, 'ready', { name: `f${i}` })
      await insertInsightRow(db, place, 'ready', { name: `i${i}` })
      await insertSurveyRow(db, place, 'ready', { name: `s${i}` })
    }
    for (const table of ['file', 'insight', 'survey'])
      await sql`
        update ${sql.table(table)}
        set created_at = timestamptz '2026-01-01 12:00:00+00' + (id % 3) * interval '1 microsecond'
        where project_id = ${place.projectId}`.execute(db)
    const whole = (await listImports(person, '?limit=100')).imports.map(({ name }) => name)
    expect(new Set(whole).size).toBe(24)
    const seen: string[] = []
    let cursor: string | null = ''
    for (let pages = 0; cursor !== null; pages += 1) {
      expect(pages).toBeLessThan(10)
      const page = await listImports(person, `?limit=5&cursor=${cursor}&project_id=${place.projectId}`)
      seen.push(...page.imports.map(({ name }) => name))
      cursor = page.next_cursor
    }
    expect(seen).toEqual(whole)
  })

  it('of other teams, private projects and drafts of others are hidden', async () => {
    const { db } = app.deps
    const hidden = {
      mine: await insertFileRow(db, { projectId: projects.mine, by: ada.user }, 'failed', {
        name: 'secret mine',
      }),
      archived: await insertFileRow(db, { projectId: projects.archived, by: ada.user }, 'failed', {
        name: 'secret archived',
      }),
      other: await insertFileRow(db, { projectId: projects.other, by: stranger.user }, 'failed', {
        name: 'secret other',
      }),
    }
    const draft = await insertInsightRow(db, { projectId: projects.everyone, by: ada.user }, 'working', {
      name: 'secret draft',
      draft: true,
    })
    const survey = await insertSurveyRow(db, { projectId: projects.mine, by: ada.user }, 'failed', {
      name: 'secret survey',
    })
    for (const person of [finn, vera]) {
      for (const query of ['', '?filter=needs_attention', '?filter=working', `?project_id=${projects.mine}`])
        expect(JSON.stringify(await listImports(person, query))).not.toContain('secret')
      for (const path of [
        `/imports/file/${hidden.mine}`,
        `/imports/file/${hidden.archived}`,
        `/imports/file/${hidden.other}`,
        `/imports/insight/${draft}`,
        `/imports/survey/${survey}`,
        `/imports/file/${crypto.randomUUID()}`,
        '/imports/file/x',
        '/imports/survey_media/x',
      ])
        expect((await person.visitor.get(path)).status, path).toBe(404)
    }
    const mine = namesOf((await listImports(ada)).imports)
    expect(mine).toEqual(expect.arrayContaining(['secret mine', 'secret draft', 'secret survey']))
    expect(mine).not.toContain('secret archived')
    expect(mine).not.toContain('secret other')
    expect(await ada.visitor.read(`/imports/insight/${draft}`)).toMatchObject({ is_draft: true })
    expect((await stranger.visitor.get(`/imports/file/${hidden.mine}`)).status).toBe(404)
    // Other users cannot complete or continue them either.
    expect((await finn.visitor.post(`/files/${hidden.mine}/complete`)).status).toBe(404)
    expect((await finn.visitor.post(`/insights/${draft}/complete`)).status).toBe(404)
    expect((await ada.visitor.post(`/insights/${draft}/complete`)).status).toBe(200)
  })

  it('name the person or the API key that started them', async () => {
    const { visitor, user } = await makeVisitor(app)
    const projectId = await makeProject({ visitor, user }, 'who', {})
    const key = await makeKey(app.deps, user)
    const token = await fetchToken(app.url, key)
    const byProgram = await beginImport(app.url, token, projectId, 'files', 'by program.txt')
    await uploadTo(byProgram, 'text')
    await completeImport(app.url, token, byProgram)
    const begun = await visitor.post('/insights', { project_id: projectId, filename: 'by user.txt' })
    const { insight_key, ...descriptor } = (await begun.json()) as Upload['descriptor'] & {
      insight_key: string
    }
    await uploadTo({ kind: 'insights', key: insight_key, descriptor }, 'text')
    const completed = await visitor.post(`/insights/${insight_key}/complete`, { should_publish: true })
    expect(completed.status).toBe(202)
    const { imports } = await listImports({ visitor, user })
    expect(imports.map(({ name, imported_by }) => [name, imported_by])).toEqual([
      ['by user.txt', { user_id: user.id, name: user.name, key_name: null }],
      ['by program.txt', { user_id: user.id, name: user.name, key_name: 'test key' }],
    ])
  })
})

describe('an upload from the browser', () => {
  it('follows the contract and reports its steps', async () => {
    const { visitor, user } = await makeVisitor(app)
    const projectId = await makeProject({ visitor, user }, 'uploads', {})
    const begun = await visitor.post('/files', { project_id: projectId, file_name: 'talk.mp4' })
    expect(begun.status).toBe(201)
    const body = (await begun.json()) as Upload['descriptor'] & { wav_key: string }
    expect(Object.keys(body).sort()).toEqual(['upload_fields', 'upload_url', 'wav_key'])
    expect(body.upload_fields).toMatchObject({ 'Content-Type': 'video/mp4' })
    const key = body.wav_key
    expect((await visitor.get(`/imports/file/${key}`)).status).toBe(404)
    const early = await visitor.post(`/files/${key}/complete`)
    expect(early.status).toBe(400)
    expect(await early.json()).toMatchObject({ code: 'upload_missing' })
    await uploadTo({ kind: 'files', key, descriptor: body }, 'bytes')
    expect(await (await visitor.post(`/files/${key}/complete`)).json()).toEqual({
      wav_key: key,
      status: 'processing',
    })
    const read = () =>
      visitor.read<Import & { steps: { name: string; state: string }[] }>(`/imports/file/${key}`)
    const waiting = await read()
    expect(waiting).toMatchObject({
      status: 'working',
      media: 'video',
      job: { attempt: 1, max_attempts: 9, is_running: false, next_attempt_at: null },
      original_url: expect.stringContaining('response-content-disposition'),
    })
    expect(waiting.steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'received done',
      'stored done',
      'converted current',
      'transcribed ahead',
      'ready ahead',
    ])
    await sql`update job.job set state = 'retry', retry_count = 1, start_after = now() + interval '40 seconds'
      where name = 'process-recording' and singleton_key = (select 'file:' || id from file where key = ${key})`.execute(
      app.deps.db,
    )
    const retrying = (await read()) as { job?: { attempt: number; next_attempt_at: string } }
    expect(retrying.job?.attempt).toBe(3)
    expect(Date.parse(retrying.job?.next_attempt_at ?? '')).toBeGreaterThan(Date.now() + 20_000)
  })

  it('shows its progress', async () => {
    const { db } = app.deps
    const place = { projectId: projects.everyone, by: ada.user }
    const key = await insertFileRow(db, place, 'working', { kind: 'audio' })
    await sql`update file set stage = 'transcribing', percent = 61, seconds_left = 240 where key = ${key}`.execute(
      db,
    )
    const shown = { progress: { stage: 'transcribing', percent: 61, seconds_left: 240 }, completed_at: null }
    expect(await ada.visitor.read(`/imports/file/${key}`)).toMatchObject(shown)
    const { imports } = await listImports(ada, '?filter=working')
    const listed = imports.find((one) => one.key === key)
    expect(listed).toMatchObject({ ...shown, started_at: expect.stringMatching(/^20.*Z$/) })
  })

  it('is validated like an upload through the API', async () => {
    const file = (name: string, project_id = projects.everyone) =>
      ada.visitor.post('/files', { project_id, file_name: name })
    expect(await (await file('virus.exe')).json()).toMatchObject({ code: 'unsupported_extension' })
    expect((await file('x\u202e.pdf')).status).toBe(400)
    expect((await file(`${'x'.repeat(500)}.pdf`)).status).toBe(400)
    expect((await file('x.pdf', projects.other)).status).toBe(404)
    const insight = await ada.visitor.post('/insights', {
      project_id: projects.everyone,
      filename: 'x.pdf',
      should_publish: true,
    })
    expect(await insight.json()).toMatchObject({ details: [{ field: 'should_publish' }] })
  })

  it('shows no original in a project that protects recordings', async () => {
    const projectId = await makeProject(ada, 'private', { auto_pii_enabled_at_project_level: true })
    const key = await insertFileRow(app.deps.db, { projectId, by: ada.user }, 'ready', { kind: 'audio' })
    expect(await ada.visitor.read(`/imports/file/${key}`)).toMatchObject({ original_url: null })
  })
})

describe('a viewer', () => {
  it('can read and cannot write', async () => {
    const key = await insertFileRow(app.deps.db, { projectId: projects.everyone, by: ada.user }, 'ready')
    for (const path of [
      '/session',
      '/projects',
      `/projects/${projects.everyone}`,
      '/imports',
      '/imports/count',
      `/imports/file/${key}`,
    ])
      expect((await vera.visitor.get(path)).status, path).toBe(200)
    expect(await vera.visitor.read('/session')).toMatchObject({ can_write: false })
    for (const [path, body] of [
      ['/projects', { name: 'x' }],
      ['/files', { project_id: projects.everyone, file_name: 'x.pdf' }],
      [
        '/files/from-url',
        { project_id: projects.everyone, file_name: 'x.pdf', source_url: 'https://storage.example/x' },
      ],
      [`/files/${key}/complete`, {}],
      ['/insights', { project_id: projects.everyone, filename: 'x.pdf' }],
      [`/insights/${crypto.randomUUID()}/complete`, {}],
    ] as const) {
      const answer = await vera.visitor.post(path, body)
      expect(answer.status, path).toBe(403)
      expect(await answer.json()).toMatchObject({ code: 'read_only_role' })
    }
  })
})

describe('an import from the browser', () => {
  it('from a link is accepted with one call, and refused without a record', async () => {
    const send = (choice: object) =>
      ada.visitor.post('/files/from-url', { project_id: projects.everyone, ...choice })
    const count = async () =>
      (await sql<{ count: number }>`select count(*)::int as count from file`.execute(app.deps.db)).rows[0]
        ?.count
    const file_name = 'linked.pdf'
    const before = await count()
    for (const [choice, field] of [
      [{ file_name }, 'source_url'],
      [{ file_name, source_url: ['https://storage.example/a'] }, 'source_url'],
      [{ file_name, source_url: 'https://127.0.0.1/a' }, 'source_url'],
      [{ file_name, source_url: 'http://storage.example/a' }, 'source_url'],
      [{ file_name, source_url: `https://storage.example/${'a'.repeat(2000)}` }, 'source_url'],
      [{ file_name: 'linked', source_url: 'https://storage.example/a' }, 'file_name'],
    ] as const) {
      const answer = await send(choice)
      expect([answer.status, await answer.text()], JSON.stringify(choice)).toEqual([
        400,
        expect.stringContaining(field),
      ])
    }
    expect(await count()).toBe(before)
    const answer = await send({ file_name, source_url: 'https://storage.example/a?signature=secret' })
    const text = await answer.text()
    expect([answer.status, text]).toEqual([201, expect.not.stringContaining('secret')])
    const { wav_key } = JSON.parse(text) as { wav_key: string }
    expect(await ada.visitor.read(`/imports/file/${wav_key}`)).toMatchObject({
      name: file_name,
      status: 'working',
    })
  })

  it('has a form or parts of a valid size, and no source URL', async () => {
    const source_url = 'https://storage.example/a'
    const refused = [
      { upload_type: 'url', source_url },
      { upload_type: 'url', source_url: [source_url] },
      { source_url },
      { upload_type: 'multipart', size_bytes: '5' },
      { upload_type: 'multipart' },
    ]
    for (const choice of refused)
      for (const [path, field] of [
        ['/files', 'file_name'],
        ['/insights', 'filename'],
      ] as const) {
        const body = { project_id: projects.everyone, [field]: 'a.pdf', ...choice }
        expect((await ada.visitor.post(path, body)).status, `${path} ${JSON.stringify(choice)}`).toBe(400)
      }
  })
})

describe('every operation', () => {
  it('requires a session and forbids caching', async () => {
    const open = new Set([
      'signIn.options',
      'signIn.password',
      'signIn.readInvitation',
      'signIn.requestPasswordReset',
      'signIn.acceptInvitation',
    ])
    for (const { operationId, method, path } of workspaceContract) {
      const answer = await fetch(`${app.url}${path.replaceAll(/\{\w+\}/g, 'x')}`, {
        method,
        headers: { origin: 'http://inlet.test' },
      })
      expect(answer.headers.get('cache-control'), operationId).toContain('no-store')
      if (!open.has(operationId)) expect(answer.status, operationId).toBe(401)
      await answer.body?.cancel()
    }
  })

  it('answers 405 for unsupported methods and 404 for unknown paths', async () => {
    const wrong = await ada.visitor.call('POST', '/session', {})
    expect(wrong.status).toBe(405)
    expect(wrong.headers.get('allow')).toBe('GET, DELETE')
    expect((await ada.visitor.get('/nothing')).status).toBe(404)
  })
})
